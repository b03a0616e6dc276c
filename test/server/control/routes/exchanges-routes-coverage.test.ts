/** `GET /worlds/{world}/coverage`: the parts of the interface that clients used, and those that they did not. */
import { describe, expect, test } from 'vitest';
import { type Loose, startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
useWorlds('coverage', (started, name) => {
  server = started;
  world = name;
});

const call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  server.call(method, `/~${world}/v1${path}`, body, headers);
const report = async (of = server, name = world): Promise<Loose> =>
  (await of.api('GET', `/worlds/${name}/coverage`)).body;
const itemOf = async (operation: string, of = server, name = world): Promise<Loose> =>
  (await report(of, name)).items.find((item: Loose) => item.operation === operation);

test('lists every operation of the document, called or not', async () => {
  const { items, total, unmatched } = await report();
  expect([total, unmatched]).toEqual([4, {}]);
  expect(items.map((item: Loose) => item.operation)).toEqual(['listPets', 'createPet', 'getPet', 'listOrders']);
  expect(items.map((item: Loose) => item.requests)).toEqual([0, 0, 0, 0]);
  const values = ['available', 'pending', 'sold'];
  expect(items[0]).toEqual({
    operation: 'listPets',
    method: 'GET',
    path: '/pets',
    requests: 0,
    calls: 0,
    statuses: { 200: 0, 401: 0 },
    undocumented: {},
    parameters: { 'query.limit': 0, 'query.status': 0 },
    values: { 'query.status': { available: 0, pending: 0, sold: 0 } },
    faults: {},
    unknownParameters: {},
    unseen: ['200', '401', 'query.limit', 'query.status', ...values.map((value) => `query.status=${value}`)],
  });
});

test('is not affected by the limit of the journal, its clearing, or a reset', async () => {
  const own = await startForTest({ journal: 1 });
  for (let at = 0; at < 5; at++) await own.call('GET', '/v1/pets');
  const { run } = await report(own, 'default');
  await own.api('DELETE', '/worlds/default/exchanges');
  await own.api('POST', '/worlds/default/reset');
  await own.api('PUT', '/worlds/default', { scenario: 'empty' });
  await own.call('GET', '/v1/pets');
  expect((await itemOf('listPets', own, 'default')).statuses).toEqual({ 200: 6, 401: 0 });
  expect((await report(own, 'default')).run).toBe(run);
});

test('is separate for each world, and starts anew in a reopened world', async () => {
  await call('GET', '/pets');
  const first = await report();
  expect((await report()).run).toBe(first.run);
  expect((await report(server, 'default')).run).not.toBe(first.run);
  await server.api('DELETE', `/worlds/${world}`);
  await server.api('PUT', `/worlds/${world}`);
  const second = await report();
  expect(second.run).not.toBe(first.run);
  expect(second).toMatchObject({ run: expect.any(String), items: [{ requests: 0 }, {}, {}, {}] });
});

test('counts replayed requests, and those of the library', async () => {
  await call('GET', '/pets');
  await server.api('POST', `/worlds/${world}/exchanges/1/replay`);
  await server.vivarium.world(world).fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  expect((await itemOf('listPets')).statuses[200]).toBe(3);
});

describe('over all worlds', () => {
  const total = async (of: TestServer): Promise<Loose> => (await of.api('GET', '/coverage')).body;

  test('has the counts of open, reset and deleted worlds, under one run', async () => {
    const own = await startForTest();
    await own.call('GET', '/~a/v1/pets?status=sold&limit=1');
    await own.call('GET', '/~a/v1/pets/4711');
    await own.call('GET', '/~a/v1/nothing');
    await own.call('GET', '/~a/v1/pets', undefined, { prefer: 'fault=conflict' });
    await own.call('GET', '/~b/v1/pets?status=sold');
    await own.call('GET', '/v1/nothing');
    const before = await total(own);
    expect(before).toMatchObject({
      run: expect.any(String),
      total: 4,
      unmatched: { 404: 2 },
      items: [
        {
          operation: 'listPets',
          requests: 3,
          statuses: { 200: 2, 401: 0 },
          undocumented: { 409: 1 },
          parameters: { 'query.limit': 1, 'query.status': 2 },
          values: { 'query.status': { available: 0, pending: 0, sold: 2 } },
          faults: { conflict: 1 },
        },
        { operation: 'createPet', requests: 0 },
        { operation: 'getPet', requests: 1, statuses: { 404: 1 } },
        { operation: 'listOrders', requests: 0 },
      ],
    });
    await own.api('POST', '/worlds/b/reset');
    for (const name of ['a', 'default']) await own.api('DELETE', `/worlds/${name}`);
    expect(await total(own)).toEqual(before);
    await own.call('GET', '/~a/v1/pets?status=sold');
    const after = await total(own);
    expect(after).toMatchObject({ run: before.run, items: [{ requests: 4, statuses: { 200: 3 } }, {}, {}, {}] });
    // Asking changes nothing.
    expect(await total(own)).toEqual(after);
  });

  test('counts the faults of many deleted worlds under a bounded number of names', async () => {
    const own = await startForTest();
    for (let world = 0; world < 3; world++) {
      await own.api('PUT', `/worlds/w${world}`);
      for (let fault = 0; fault < 40; fault++) {
        const name = `fault-${world}-${fault}`;
        await own.api('PUT', `/worlds/w${world}/faults/${name}`, { status: 503, enabled: false });
        await own.call('GET', `/~w${world}/v1/pets`, undefined, { prefer: `fault=${name}` });
      }
      await own.api('DELETE', `/worlds/w${world}`);
    }
    const { faults } = (await total(own)).items[0];
    expect(Object.keys(faults)).toHaveLength(101);
    expect(faults.other).toBe(20);
  });
});
