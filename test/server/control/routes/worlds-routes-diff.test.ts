/** The differences of a world's data from its start. */
import { expect, test } from 'vitest';
import { documentOf, inPath, listOf, named, object, operation, text } from '../../../short-document.ts';
import { startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
let path = '';
useWorlds('diff', (started, name) => {
  server = started;
  world = name;
  path = `/worlds/${world}`;
});

const diff = async (): Promise<unknown> => (await server.api('GET', `${path}/diff`)).body;
const luna = { id: 1, name: 'Luna', categoryId: 1, status: 'available' };
const otto = { id: 3, name: 'Otto', categoryId: 1, status: 'sold' };

test('changed, deleted and added items are listed with their old values', async () => {
  await server.api('POST', `${path}/collections/pets`, { name: 'Maple', categoryId: 3 });
  await server.api('DELETE', `${path}/collections/pets/3`);
  await server.api('PUT', `${path}/collections/pets/1`, { ...luna, status: 'sold' });
  expect(await diff()).toEqual({
    items: [
      { collection: 'pets', id: 1, before: luna, after: { ...luna, status: 'sold' } },
      { collection: 'pets', id: 3, before: otto, after: null },
      { collection: 'pets', id: 25, before: null, after: { id: 25, name: 'Maple', categoryId: 3 } },
    ],
    total: 3,
  });
});

test('the changes of a large collection are found', async () => {
  await server.api('PUT', path, { inline: { generate: { pets: 3000 } }, seed: 7 });
  const before = (await server.api('GET', `${path}/collections/pets/1500`)).body;
  await server.api('PUT', `${path}/collections/pets/1500`, { ...before, name: 'Changed' });
  await server.api('POST', `${path}/collections/pets`, { name: 'Maple', categoryId: 3 });
  expect(await diff()).toMatchObject({
    items: [{ id: 1500, before, after: { name: 'Changed' } }, { id: 3001 }],
    total: 2,
  });
});

test('an id keeps every digit and its type', async () => {
  await server.api('PUT', `${path}/collections/pets/9223372036854775807`, '{"name":"Max","categoryId":1}');
  expect((await server.api('GET', `${path}/diff`)).text).toContain('"id":9223372036854775807');
  const own = await startForTest({ document: documentOfNotes, scenario: { data: { notes: [{ id: 'a' }] } } });
  await own.api('DELETE', '/worlds/default/collections/notes/a');
  expect((await own.api('GET', '/worlds/default/diff')).body.items).toEqual([
    { collection: 'notes', id: 'a', before: { id: 'a' }, after: null },
  ]);
});

test('what each id has is deleted like an item', async () => {
  const own = await startForTest({ document: documentOfPayments });
  const one = '/worlds/default/collections/payments/a';
  const { status, body: before } = await own.api('GET', one);
  expect([status, before]).toEqual([200, { $parent: { id: 'a' }, id: 'a' }]);
  expect((await own.api('DELETE', one)).status).toBe(204);
  expect([(await own.api('GET', one)).status, (await own.api('DELETE', one)).status]).toEqual([404, 404]);
  expect((await own.api('GET', '/worlds/default/diff')).body.items).toEqual([
    { collection: 'payments', id: 'a', before, after: null },
  ]);
});

const payment = object({ id: text }, ['id']);
const documentOfPayments = documentOf('Payments', {
  '/payments/{id}': { parameters: [inPath('id', text)], get: operation(payment), delete: operation(undefined) },
});
const note = object({ id: text, text }, ['id']);
const documentOfNotes = documentOf('Notes', {
  '/notes': { get: named('listNotes', listOf(note)), post: named('createNote', note, { takes: note, status: 201 }) },
});
