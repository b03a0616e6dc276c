/** Actions on many items of a list: on all, or on those whose ids are sent. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Note = object({ id: integer, read: { type: 'boolean' }, state: { enum: ['pending', 'done'] } }, ['id']);
const done = { responses: { 204: { description: 'Done.' } } };

test.each([
  ['POST', 'mark_as_done', { state: 'done' }],
  ['PUT', 'read-all', { read: true }],
  ['PATCH', 'markAllAsRead', { read: true }],
])('%s /notes/%s changes each item', async (method, segment, change) => {
  const { get, send } = await servePaths(
    {
      '/notes': { get: operation(listOf(ref('Note'))) },
      '/notes/{id}': { get: operation(ref('Note')) },
      [`/notes/${segment}`]: { [method.toLowerCase()]: done },
    },
    { Note },
    { data: { notes: [1, 2].map((id) => ({ id, read: false, state: 'pending' })) } },
  );
  expect((await send(method, `/notes/${segment}`)).status).toBe(204);
  expect((await get('/notes')).body).toMatchObject([change, change]);
});

test.each([
  ['read', done],
  ['mark-as-read', operation(undefined, { takes: object({ upTo: integer }), status: 204 })],
  ['mark-as-read', { ...done, parameters: [inQuery('until', text, { required: true })] }],
  ['mark-as-odd', done],
])('POST /notes/%s does not say that it is about all', async (segment, post) => {
  const { get, send } = await servePaths(
    {
      '/notes': { get: operation(listOf(ref('Note'))) },
      '/notes/{id}': { get: operation(ref('Note')) },
      [`/notes/${segment}`]: { post },
    },
    { Note },
    { data: { notes: [{ id: 1, read: false }] } },
  );
  await send('POST', `/notes/${segment}?until=2000-01-01`);
  await send('POST', `/notes/${segment}`, []);
  expect((await get('/notes')).body).toEqual([{ id: 1, read: false }]);
});

const note = (id: number) => ({ id, read: false, state: 'pending' });

/** The notes, and the response, after a request about some of them. */
const notesAfter = async (method: string, segment: string, takes: object, body: Json, answer?: object) => {
  const { get, send } = await servePaths(
    {
      '/notes': { get: operation(listOf(ref('Note'))) },
      '/notes/{id}': { get: operation(ref('Note')) },
      [`/notes/${segment}`]: { [method.toLowerCase()]: operation(answer, { takes }) },
    },
    { Note },
    { data: { notes: [1, 2, 3].map(note) } },
  );
  const response = await send(method, `/notes/${segment}`, body);
  return { response, notes: (await get('/notes')).body };
};

const ids = listOf(integer);

test.each<[string, string, object, Json, object]>([
  ['POST', 'read', object({ ids }), { ids: [1, 3] }, { read: true }],
  ['PUT', 'mark-as-done', object({ noteIds: ids }), { noteIds: [1, 3] }, { state: 'done' }],
  ['POST', 'mark_read', ids, [1, 3], { read: true }],
  ['PATCH', 'bulk', object({ ids, state: text }), { ids: [1, 3], state: 'done' }, { state: 'done' }],
  ['POST', 'bulk-update', object({ ids, state: text }), { ids: [1, 3], state: 'done' }, { state: 'done' }],
])('%s /notes/%s changes the items whose ids are sent', async (method, segment, takes, body, change) => {
  const { notes } = await notesAfter(method, segment, takes, body);
  expect(notes).toEqual([{ ...note(1), ...change }, note(2), { ...note(3), ...change }]);
});

test('the response has the items that were changed, or their number', async () => {
  const shown = await notesAfter('POST', 'read', object({ ids }), { ids: [2] }, listOf(ref('Note')));
  expect(shown.response.body).toEqual([{ ...note(2), read: true }]);
  const counted = await notesAfter('POST', 'read', object({ ids }), { ids: [2, 3] }, object({ count: integer }));
  expect(counted.response.body).toEqual({ count: 2 });
});

test.each<[string, string, object, Json]>([
  ['POST', 'search', object({ ids, state: text }), { ids: [1], state: 'done' }],
  ['POST', 'create-many', object({ ids, state: text }), { ids: [1], state: 'done' }],
])('%s /notes/%s changes nothing', async (method, segment, takes, body) => {
  const { notes } = await notesAfter(method, segment, takes, body);
  expect(notes).toEqual([1, 2, 3].map(note));
});
