/** Actions on all items of a list. */
import { expect, test } from 'vitest';
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
  ['mark-as-read', operation(undefined, { takes: object({ ids: listOf(integer) }), status: 204 })],
  ['mark-as-read', operation(undefined, { takes: listOf(integer), status: 204 })],
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
