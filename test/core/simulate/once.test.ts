import { expect, test } from 'vitest';
import type { VivariumWorld } from '../../../src/index.ts';
import { call, notesDocument, simulateNotes } from './notes-service.ts';

const create = (world: VivariumWorld, text: string, key: string, headers = {}, path = '/notes') =>
  call(world, 'POST', path, { body: { text }, headers: { 'Idempotency-Key': key, ...headers } });
const count = (world: VivariumWorld): number => world.collection('notes').items().length;

test('a repeated request gets the first response again, and does not act again', async () => {
  const world = (await simulateNotes()).world();
  const first = await create(world, 'a', 'k');
  const again = await create(world, 'a', 'k');
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(count(world)).toBe(2);
  expect(world.exchanges()[0]?.why.join()).toContain(
    'the response that this Idempotency-Key got at 2030-06-01T00:00:00.000Z, without acting again',
  );
});

test('JSON is the same in another order', async () => {
  const world = (await simulateNotes()).world();
  const headers = { 'Idempotency-Key': 'k' };
  await call(world, 'PATCH', '/notes/1', { body: { text: 'a', id: 1 }, headers });
  const again = await call(world, 'PATCH', '/notes/1', { body: { id: 1, text: 'a' }, headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('another body, query or path with the same key is refused', async () => {
  const world = (await simulateNotes(notesDocument({}, { responses: { 201: { description: 'ok' } } }))).world();
  await create(world, 'a', 'k');
  expect((await create(world, 'b', 'k')).status).toBe(422);
  expect((await create(world, 'a', 'k', {}, '/notes?x=1')).status).toBe(422);
  expect((await create(world, 'a', 'k')).status).toBe(201);
  expect(count(world)).toBe(2);
});

test('the refusal has a status that the document has', async () => {
  const world = (await simulateNotes()).world();
  await create(world, 'a', 'k');
  expect((await create(world, 'b', 'k')).status).toBe(409);
});

test('the key is that of an operation and a credential', async () => {
  const world = (await simulateNotes()).world();
  await create(world, 'a', 'k', { Authorization: 'Bearer one' });
  const other = await create(world, 'a', 'k', { Authorization: 'Bearer two' });
  expect(other.headers.get('idempotent-replayed')).toBeNull();
  expect(
    (await call(world, 'PATCH', '/notes/1', { body: { text: 'x' }, headers: { 'Idempotency-Key': 'k' } })).status,
  ).toBe(200);
  expect(count(world)).toBe(3);
});

test('it is kept for 24 hours of the world', async () => {
  const world = (await simulateNotes()).world();
  await create(world, 'a', 'k');
  world.clock.advance('86399s');
  expect((await create(world, 'a', 'k')).headers.get('idempotent-replayed')).toBe('true');
  world.clock.advance('1s');
  expect((await create(world, 'a', 'k')).headers.get('idempotent-replayed')).toBeNull();
});

test('a refusal of the action is kept, and one before it is not', async () => {
  const world = (await simulateNotes()).world();
  const headers = { 'Idempotency-Key': 'k' };
  const patch = (text: string) => call(world, 'PATCH', '/notes/9', { body: { text }, headers });
  expect((await patch('x'.repeat(30))).status).toBe(400);
  expect((await patch('a')).status).toBe(404);
  world.collection('notes').put({ id: 9, text: 'nine' });
  expect((await patch('a')).status).toBe(404);
});

test('a lost response is kept, and faults apply to a replay anew', async () => {
  const world = (await simulateNotes()).world();
  world.fault('offline', { when: { first: 2 } });
  for (const _ of [1, 2]) await expect(create(world, 'a', 'k')).rejects.toThrow();
  const third = await create(world, 'a', 'k');
  expect([third.status, third.headers.get('idempotent-replayed'), count(world)]).toEqual([201, 'true', 2]);
});

test('a forced status with skipped work keeps nothing, and one with its work done keeps the response below it', async () => {
  const world = (await simulateNotes()).world();
  world.fault('down', { status: 503, when: { first: 1 } });
  expect((await create(world, 'a', 'k')).status).toBe(503);
  expect((await create(world, 'a', 'k')).headers.get('idempotent-replayed')).toBeNull();
  world.fault('gateway', { status: 504, work: 'done', when: { first: 1 } });
  expect((await create(world, 'b', 'l')).status).toBe(504);
  const again = await create(world, 'b', 'l');
  expect([again.status, again.headers.get('idempotent-replayed'), count(world)]).toEqual([201, 'true', 3]);
});

test('a saved world keeps it, and shows no credential', async () => {
  const vivarium = await simulateNotes();
  const world = vivarium.world();
  await create(world, 'a', 'k', { Authorization: 'Bearer s3cret' });
  const saved = world.save();
  expect(JSON.stringify(saved)).not.toContain('s3cret');
  const other = vivarium.world('other');
  other.start({ inline: saved });
  const again = await create(other, 'a', 'k', { Authorization: 'Bearer s3cret' });
  expect([again.headers.get('idempotent-replayed'), count(other)]).toEqual(['true', 2]);
});

test('a key means nothing for other methods', async () => {
  const world = (await simulateNotes()).world();
  const put = (text: string) => call(world, 'PUT', '/notes/1', { body: { text }, headers: { 'Idempotency-Key': 'k' } });
  await put('a');
  expect((await put('b')).status).toBe(200);
});
