/** Delayed responses: `/worlds/{world}/held`. */
import { beforeEach, expect, test } from 'vitest';
import { useServer } from '../control-server.ts';

const server = await useServer();
beforeEach(async () => {
  await server.api('POST', '/worlds/default/reset');
});

const held = async () => (await server.api('GET', '/worlds/default/held')).body;

test('a world without delays has no delayed responses', async () => {
  await server.call('GET', '/v1/pets');
  expect(await held()).toEqual({ items: [], total: 0 });
  expect((await server.api('GET', '/worlds/nobody/held')).status).toBe(404);
});

test('a delayed response is listed until it is released', async () => {
  const answer = server.call('GET', '/v1/pets', undefined, { prefer: 'delay=1h' });
  await expect.poll(async () => (await held()).total).toBe(1);
  const [item] = (await held()).items;
  expect(item).toMatchObject({ exchange: 1, operation: 'listPets', method: 'GET', path: '/v1/pets', status: 200 });
  const { now } = (await server.api('GET', '/worlds/default/clock')).body;
  expect(Date.parse(item.due) - Date.parse(now)).toBeGreaterThan(3_000_000);
  expect((await server.api('DELETE', '/worlds/default/held/2')).status).toBe(404);
  expect((await server.api('DELETE', '/worlds/default/held/1')).status).toBe(204);
  expect((await answer).status).toBe(200);
  expect(await held()).toEqual({ items: [], total: 0 });
  expect((await server.api('DELETE', '/worlds/default/held/1')).status).toBe(404);
});

test('all are released at once, also those that are sent in chunks', async () => {
  await server.api('PUT', '/worlds/default/faults/dribble', { dribble: { chunks: 5, over: '1h' } });
  const answers = [server.call('GET', '/v1/pets'), server.call('GET', '/v1/pets', undefined, { prefer: 'delay=2h' })];
  await expect.poll(async () => (await held()).total).toBe(2);
  expect((await server.api('DELETE', '/worlds/default/held')).status).toBe(204);
  for (const answer of await Promise.all(answers)) expect(answer.body).toHaveLength(20);
  expect((await held()).total).toBe(0);
});

test('a response that is never sent is listed, and cannot be released', async () => {
  const answer = server.call('GET', '/v1/pets', undefined, { prefer: 'fault=timeout' });
  answer.catch(() => {});
  await expect.poll(async () => (await held()).items).toMatchObject([{ exchange: 1, due: null }]);
  expect((await server.api('DELETE', '/worlds/default/held/1')).status).toBe(409);
  expect((await server.api('DELETE', '/worlds/default/held')).status).toBe(204);
  expect((await held()).total).toBe(1);
});
