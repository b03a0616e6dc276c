/** Items that are marked when they are deleted, as they can be restored. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const time = { type: ['string', 'null'], format: 'date-time' };

const notes = (mark: object, verb: string, parameter: string) => ({
  '/notes': {
    get: operation(listOf(ref('Note')), { parameters: [inQuery(parameter, boolean)] }),
    post: operation(ref('Note'), { takes: object({ text }), status: 201 }),
  },
  '/notes/trashed': { get: operation(listOf(ref('Note'))) },
  '/notes/{id}': {
    get: operation(ref('Note')),
    patch: operation(ref('Note'), { takes: object({ text }) }),
    delete: operation(undefined),
  },
  [`/notes/{id}/${verb}`]: { post: operation(object({ id: integer, text, ...mark }, ['id', 'text'])) },
});

test.each<[string, object, string, string]>([
  ['a time', { deleted_at: time }, 'restore', 'with_trashed'],
  ['a flag', { isDeleted: boolean }, 'restore', 'includeDeleted'],
  ['a flag and a time', { deleted: boolean, deletedTime: time }, 'recover', 'show_deleted'],
])('what can be restored is hidden when it is deleted, by %s', async (_, mark, verb, parameter) => {
  const Note = object({ id: integer, text, ...mark }, ['id', 'text']);
  const { get, send } = await servePaths(
    notes(mark, verb, parameter),
    { Note },
    { data: { notes: [1, 2].map((id) => ({ id, text: `N${id}` })) } },
  );
  const ids = async (path: string) => (await get(path)).body.map(({ id }: { readonly id: number }) => id);
  expect(await ids('/notes/trashed')).toEqual([]);
  expect((await send('DELETE', '/notes/1')).status).toBeLessThan(300);
  expect(await ids('/notes')).toEqual([2]);
  expect(await ids(`/notes?${parameter}=false`)).toEqual([2]);
  expect(await ids(`/notes?${parameter}=true`)).toEqual([1, 2]);
  expect(await ids('/notes/trashed')).toEqual([1]);
  for (const [method, body] of [['GET'], ['PATCH', { text: 'x' }], ['DELETE']] as const)
    expect([method, (await send(method, '/notes/1', body)).status]).toEqual([method, 404]);
  expect((await send('POST', `/notes/1/${verb}`)).status).toBe(200);
  expect(await ids('/notes')).toEqual([1, 2]);
  expect((await get('/notes/1')).body.text).toBe('N1');
});

test.each<[string, object, object]>([
  ['a property', { deleted_at: { type: ['string', 'null'], example: '2024-01-01 10:00:00' } }, {}],
  ['an item', { deleted_at: time }, { example: { id: 1, text: 'N', deleted_at: '2024-01-01T10:00:00Z' } }],
])('an example of %s with the time of a deletion is none that is deleted', async (_, mark, more) => {
  const Note = object({ id: integer, text, ...mark }, ['id', 'text', 'deleted_at']);
  const paths = notes(mark, 'restore', 'with_trashed');
  const shown = { description: 'OK', content: { 'application/json': { schema: ref('Note'), ...more } } };
  const one = { ...paths['/notes/{id}'], get: { responses: { 200: shown } } };
  const { get, send } = await servePaths({ ...paths, '/notes/{id}': one }, { Note }, 'default');
  const count = async () => (await get('/notes')).body.length;
  expect(await count()).toBe(5);
  expect((await get('/notes/1')).status).toBe(200);
  await send('DELETE', '/notes/1');
  expect((await get('/notes/1')).status).toBe(404);
  expect(await count()).toBe(4);
});

test('what is archived and unarchived is deleted for good', async () => {
  const Note = object({ id: integer, text, archived: boolean }, ['id', 'text']);
  const { get, send } = await servePaths(
    {
      ...notes({ archived: boolean }, 'archive', 'include_archived'),
      '/notes/{id}/unarchive': { post: operation(ref('Note')) },
    },
    { Note },
    { data: { notes: [{ id: 1, text: 'N' }] } },
  );
  await send('DELETE', '/notes/1');
  expect((await get('/notes?include_archived=true')).body).toEqual([]);
  expect((await send('POST', '/notes/1/unarchive')).status).toBe(404);
});
