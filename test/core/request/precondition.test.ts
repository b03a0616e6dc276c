import { expect, test } from 'vitest';
import type { VivariumWorld } from '../../../src/index.ts';
import { call, notesDocument, simulateNotes } from '../simulate/notes-service.ts';

const refused = { description: 'no' };
const demanding = notesDocument({ 412: refused, 428: refused });
const put = (world: VivariumWorld, headers: Readonly<Record<string, string>>, path = '/notes/1') =>
  call(world, 'PUT', path, { body: { text: 'new' }, headers });
const tagOf = async (world: VivariumWorld): Promise<string> =>
  (await call(world, 'GET', '/notes/1')).headers.get('etag') as string;

test('the ETag of an item is the same in reads, lists and writes, and another one after a change', async () => {
  const world = (await simulateNotes()).world();
  const first = await tagOf(world);
  expect(first).toMatch(/^"[0-9a-f]{16}"$/);
  const list = JSON.parse((await call(world, 'GET', '/notes')).text);
  expect(list[0].etag).toBe(first);
  const written = await put(world, {});
  expect(written.headers.get('etag')).not.toBe(first);
  expect(written.headers.get('etag')).toBe(await tagOf(world));
  expect(JSON.parse(written.text).etag).toBe(await tagOf(world));
  const created = await call(world, 'POST', '/notes', { body: { text: 'two' } });
  expect(created.headers.get('etag')).toBe((await call(world, 'GET', '/notes/2')).headers.get('etag'));
  // Only the read documents it.
  const patched = await call(world, 'PATCH', '/notes/1', { body: { text: 'three' } });
  expect(patched.headers.get('etag')).toBe(await tagOf(world));
  // The same text is another version.
  await put(world, {});
  const same = await tagOf(world);
  world.collection('notes').put({ id: 1, text: 'new' });
  expect(await tagOf(world)).not.toBe(same);
});

test('a read with the tag that the client has is a 304', async () => {
  const world = (await simulateNotes()).world();
  const read = async (tag: string) =>
    (await call(world, 'GET', '/notes/1', { headers: { 'If-None-Match': tag } })).status;
  const tag = await tagOf(world);
  expect([await read(tag), await read('"other"')]).toEqual([304, 200]);
});

test('a wrong tag gets 412, and the present one is served', async () => {
  const world = (await simulateNotes()).world();
  const tag = await tagOf(world);
  expect((await put(world, { 'If-Match': '"wrong"' })).status).toBe(412);
  expect((await put(world, { 'If-Match': `"a", W/${tag}` })).status).toBe(412);
  expect((await put(world, { 'If-Match': `"a", ${tag}` })).status).toBe(200);
  expect((await put(world, { 'If-Match': tag })).status).toBe(412);
  expect((await put(world, { 'If-Match': '*' })).status).toBe(200);
  expect((await call(world, 'DELETE', '/notes/1', { headers: { 'If-Match': tag } })).status).toBe(412);
});

test('a missing tag gets 428 only where that is documented', async () => {
  expect((await put((await simulateNotes()).world(), {})).status).toBe(200);
  const world = (await simulateNotes(demanding)).world();
  expect((await put(world, {})).status).toBe(428);
  expect((await put(world, { 'If-Match': await tagOf(world) })).status).toBe(200);
});

test('a missing item stays 404', async () => {
  const world = (await simulateNotes(demanding)).world();
  for (const headers of [{}, { 'If-Match': '"x"' }, { 'If-Match': '*' }] as const)
    expect((await call(world, 'PATCH', '/notes/9', { body: { text: 'a' }, headers })).status).toBe(404);
});

test('If-Unmodified-Since compares with the last change', async () => {
  const world = (await simulateNotes()).world();
  expect((await put(world, { 'If-Unmodified-Since': 'Wed, 01 May 2024 00:00:00 GMT' })).status).toBe(412);
  expect((await put(world, { 'If-Unmodified-Since': 'Sat, 01 Jun 2030 00:00:00 GMT' })).status).toBe(200);
  expect((await put(world, { 'If-Unmodified-Since': 'no date' })).status).toBe(200);
});

test('If-None-Match: * writes only what does not exist', async () => {
  const world = (await simulateNotes()).world();
  expect((await put(world, { 'If-None-Match': '*' })).status).toBe(412);
});

test('a condition that may be sent is demanded by no range of errors', async () => {
  const world = (await simulateNotes(notesDocument({ '4XX': refused }))).world();
  expect((await put(world, {})).status).toBe(200);
  expect((await put(world, { 'If-Match': '"wrong"' })).status).toBe(412);
});
