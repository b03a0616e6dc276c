/** What of a world's data differs from where it started. */
import { expect, test } from 'vitest';
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

test('there is none in a world as new, nor after a reset', async () => {
  expect(await diff()).toEqual({ items: [], total: 0 });
  await server.api('DELETE', `${path}/collections/pets`);
  await server.api('POST', `${path}/reset`);
  expect(await diff()).toEqual({ items: [], total: 0 });
});

test('what was changed, deleted and added is listed, with what it was before', async () => {
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

test('what a client created counts too', async () => {
  await server.call('POST', `/~${world}/v1/pets`, { name: 'Maple', categoryId: 3 });
  expect(await diff()).toMatchObject({ items: [{ id: 25, before: null }], total: 1 });
});

test('an item that was written as it was, or changed and changed back, is not listed', async () => {
  await server.api('PUT', `${path}/collections/pets/1`, luna);
  await server.api('PUT', `${path}/collections/pets/3`, { ...otto, name: 'Other' });
  await server.api('PUT', `${path}/collections/pets/3`, otto);
  await server.api('POST', `${path}/collections/pets`, { name: 'Maple', categoryId: 3 });
  await server.api('DELETE', `${path}/collections/pets/25`);
  expect(await diff()).toEqual({ items: [], total: 0 });
});

test('a collection that is replaced differs by what differs', async () => {
  const all = (await server.api('GET', `${path}/collections/pets`)).body.items;
  await server.api('PUT', `${path}/collections/pets`, [...all.slice(1), { ...luna, id: 99 }]);
  expect(await diff()).toEqual({
    items: [
      { collection: 'pets', id: 1, before: luna, after: null },
      { collection: 'pets', id: 99, before: null, after: { ...luna, id: 99 } },
    ],
    total: 2,
  });
});

test('it is found in a large collection by what changed of it', async () => {
  await server.api('PUT', path, { inline: { generate: { pets: 3000 } }, seed: 7 });
  const before = (await server.api('GET', `${path}/collections/pets/1500`)).body;
  await server.api('PUT', `${path}/collections/pets/1500`, { ...before, name: 'Changed' });
  await server.api('POST', `${path}/collections/pets`, { name: 'Maple', categoryId: 3 });
  expect(await diff()).toMatchObject({
    items: [{ id: 1500, before, after: { name: 'Changed' } }, { id: 3001 }],
    total: 2,
  });
});

test('an id keeps every digit, and a text stays one', async () => {
  await server.api('PUT', `${path}/collections/pets/9223372036854775807`, '{"name":"Max","categoryId":1}');
  expect((await server.api('GET', `${path}/diff`)).text).toContain('"id":9223372036854775807');
  const own = await startForTest({ document: documentOfNotes, scenario: { data: { notes: [{ id: 'a' }] } } });
  await own.api('DELETE', '/worlds/default/collections/notes/a');
  expect((await own.api('GET', '/worlds/default/diff')).body.items).toEqual([
    { collection: 'notes', id: 'a', before: { id: 'a' }, after: null },
  ]);
});

const note = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, text: { type: 'string' } } };
const answer = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const documentOfNotes = {
  openapi: '3.1.1',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: answer({ type: 'array', items: note }) } },
      post: {
        operationId: 'createNote',
        requestBody: { content: { 'application/json': { schema: note } } },
        responses: { 201: answer(note) },
      },
    },
  },
};
