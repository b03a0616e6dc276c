/** Responses that may be long are written in pieces, so that other connections do not wait for the whole. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Loose, startForTest, useServer } from './control-server.ts';

const server = await useServer({ scenario: { generate: { pets: 3000 } } });
await server.api('PUT', '/worlds/short', { inline: { generate: { pets: 3 } } });
for (const world of ['default', 'short']) await server.call('GET', `/~${world}/v1/pets?limit=100`);
await server.api('DELETE', '/worlds/default/collections/pets/1');
const text = 'x'.repeat(40_000);
await server.call('POST', '/v1/pets', text, { 'content-type': 'text/plain' });

describe.each<[string, (body: Loose) => number, number]>([
  ['collections/pets', ({ items, total }) => total - items.length, 0],
  ['collections/pets?sort=-name&limit=2500', ({ items }) => items.length, 2500],
  ['scenario', ({ data }) => data.pets.length, 2999],
  ['exchanges.har', ({ log }) => log.entries.length, 2],
])('%s', (path, read, expected) => {
  test('is complete, and without a length', async () => {
    const { headers, body } = await server.api('GET', `/worlds/default/${path}`);
    expect(headers['content-length']).toBeUndefined();
    expect(read(body)).toBe(expected);
  });

  test('has a length if it is short', async () => {
    const { headers, text } = await server.api('GET', `/worlds/short/${path.split('?')[0]}`);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  test('has the headers only for HEAD', async () => {
    const { status, text } = await server.api('HEAD', `/worlds/default/${path}`);
    expect([status, text]).toEqual([200, '']);
  });
});

test('the differences of a world whose items were all replaced are written in pieces', async () => {
  await server.api('PUT', '/worlds/replaced', { inline: { generate: { pets: 3000 } } });
  const { body } = await server.api('GET', '/worlds/default/collections/pets');
  const items = body.items.map((item: Loose) => ({ ...item, name: `${item.name} II` }));
  const replaced = await server.api('PUT', '/worlds/replaced/collections/pets', items);
  expect(replaced.headers['content-length']).toBeUndefined();
  expect(replaced.body).toEqual({ items, total: items.length });
  const diff = await server.api('GET', '/worlds/replaced/diff');
  expect(diff.headers['content-length']).toBeUndefined();
  expect(diff.body.total).toBe(diff.body.items.length);
  expect(diff.body.total).toBeGreaterThanOrEqual(2999);
});

test('each world of a list is looked at when it is written, so that requests have their turn in between', async () => {
  const { call, api } = await startForTest();
  for (let index = 1; index < 300; index++) await api('PUT', `/worlds/w${index}`);
  await api('GET', '/worlds');
  // Each look at the clock finds that the turn is over.
  let seconds = 0;
  const clock = vi.spyOn(process, 'hrtime').mockImplementation(() => [seconds++, 0]);
  onTestFinished(() => clock.mockRestore());
  const list = api('GET', '/worlds');
  await call('GET', '/~w299/v1/pets');
  const { items, total } = (await list).body;
  expect([items.length, total]).toEqual([300, 300]);
  expect(items[0]).toMatchObject({ name: 'default', exchanges: 0 });
  expect(items[299]).toMatchObject({ name: 'w299', exchanges: 1 });
});
