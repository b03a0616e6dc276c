import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { call, notesDocument, simulateNotes } from '../simulate/notes-service.ts';

const headersOf = ({ headers }: { readonly headers: Headers }, prefix = 'ratelimit'): readonly (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`${prefix}-${name}`));

test('a rate counts down, and is exceeded until its window ends', async () => {
  const world = (await simulateNotes()).world();
  world.fault('few', { rate: { limit: 2, per: '10s' } });
  world.clock.advance('1h');
  expect(headersOf(await call(world, 'GET', '/notes'))).toEqual(['2', '1', '10']);
  world.clock.advance('2500ms');
  expect(headersOf(await call(world, 'GET', '/notes'))).toEqual(['2', '0', '8']);
  const third = await call(world, 'GET', '/notes');
  expect([third.status, third.headers.get('retry-after'), ...headersOf(third)]).toEqual([429, '8', '2', '0', '8']);
  world.clock.advance('7500ms');
  expect((await call(world, 'GET', '/notes')).status).toBe(200);
  expect(world.exchanges({ fault: 'few' })).toHaveLength(1);
});

test('each credential has its own window', async () => {
  const world = (await simulateNotes()).world();
  world.fault('few', { rate: { limit: 1, per: '10s' } });
  const create = async (authorization: string) =>
    (await call(world, 'POST', '/notes', { body: { text: 'a' }, headers: { authorization } })).status;
  expect([await create('Bearer a'), await create('Bearer b'), await create('Bearer a')]).toEqual([201, 201, 429]);
});

test('the headers are those that the document names', async () => {
  const headers: JsonObject = {
    'X-RateLimit-Limit': { schema: { type: 'integer' } },
    'X-RateLimit-Remaining': { schema: { type: 'integer' } },
    'X-RateLimit-Reset': { schema: { type: 'integer', minimum: 1_000_000_000 } },
  };
  const limited = notesDocument({}, { responses: { 201: { description: 'ok', headers } } });
  const world = (await simulateNotes(limited)).world();
  world.fault('few', { rate: { limit: 2, per: '10s' } });
  const answer = await call(world, 'POST', '/notes', { body: { text: 'a' } });
  const end = Date.parse('2030-06-01T00:00:10Z') / 1000;
  expect(headersOf(answer, 'x-ratelimit')).toEqual(['2', '1', String(end)]);
  expect(headersOf(answer)).toEqual([null, null, null]);
});

test('the built-in rate-limit serves 60 requests a minute', async () => {
  const world = (await simulateNotes()).world();
  world.fault('rate-limit');
  const statuses = [];
  for (let request = 0; request < 61; request++) statuses.push((await call(world, 'GET', '/notes')).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
});

test('a saved world has the counts', async () => {
  const vivarium = await simulateNotes();
  const world = vivarium.world();
  world.fault('few', { rate: { limit: 1, per: '10s' } });
  await call(world, 'GET', '/notes');
  const other = vivarium.world('other');
  other.start({ inline: world.save() });
  expect((await call(other, 'GET', '/notes')).status).toBe(429);
});
