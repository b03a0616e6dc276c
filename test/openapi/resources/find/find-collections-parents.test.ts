/** The only parameter of a path names the parent of what the path lists and creates: `GET` and `POST /chat/{roomId}`. */
import { expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { boundIn, serviceFor } from '../small.ts';

const Note = object({ id: integer, text, author: text }, ['id', 'text']);
const takes = object({ text }, ['text']);
const done = object({ message: text });
const list = operation(listOf(ref('Note')));
const wrapped = operation(object({ notes: listOf(ref('Note')) }));
const create = operation(ref('Note'), { takes, status: 201 });
const confirm = operation(done, { takes, status: 201 });

test.each<[string, object, object, (body: never) => unknown]>([
  ['a list', list, create, (body) => body],
  ['a list in an object', wrapped, confirm, ({ notes }) => notes],
])('%s belongs to what the path names', async (_case, get, post, notesIn) => {
  const { send, get: read } = await servePaths(
    {
      '/notes/{boatId}': { get, post },
      '/notes/{noteId}': { parameters: [inPath('noteId')], put: operation(done, { takes }), delete: operation(done) },
    },
    { Note },
  );
  const notesOf = async (boat: number) => notesIn((await read(`/notes/${boat}`)).body as never);
  await send('POST', '/notes/5', { text: 'Paint it' });
  await send('POST', '/notes/6', { text: 'Sell it' });
  expect([await notesOf(5), await notesOf(6)]).toEqual([[{ id: 1, text: 'Paint it' }], [{ id: 2, text: 'Sell it' }]]);
  expect((await send('PUT', '/notes/2', { text: 'Keep it' })).status).toBe(200);
  expect(await notesOf(6)).toEqual([{ id: 2, text: 'Keep it' }]);
  await send('DELETE', '/notes/1');
  expect(await notesOf(5)).toEqual([]);
});

test.each<[string, object, readonly string[]]>([
  ['a list and a creation', { '/notes/{boatId}': { get: list, post: create } }, ['notes.list', 'notes.create']],
  [
    'a list below the notes themselves',
    { '/notes': { get: list, post: create }, '/notes/{id}': { get: list, post: create } },
    ['notes.list', 'notes.create', '-', 'notes.update'],
  ],
  [
    'a creation of something else',
    { '/notes/{boatId}': { get: list, post: operation(done, { takes: object({ place: text }) }) } },
    ['-', '-'],
  ],
])('%s', (_case, paths, expected) => {
  expect(Object.values(boundIn(serviceFor(paths as never, { Note })))).toEqual(expected);
});
