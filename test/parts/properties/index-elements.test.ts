/** Elements of a list that only have paths of their own. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { pathsOf } from '../../openapi/resources/small.ts';
import { fullObject, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

test('tags are put and deleted where the document has no path for all of them', async () => {
  const { get, send } = await servePaths(
    {
      ...pathsOf('GET /notes, POST /notes, GET /notes/{id}', 'Note'),
      '/notes/{id}/tags/{tag}': { put: operation(ref('Note')), delete: operation(ref('Note')) },
    },
    { Note: object({ id: integer, tags: listOf(text) }, ['id']) },
  );
  await send('POST', '/notes', { id: 1, tags: ['a'] });
  expect((await send('PUT', '/notes/1/tags/1')).body.tags).toEqual(['a', '1']);
  expect((await send('DELETE', '/notes/1/tags/1')).body.tags).toEqual(['a']);
  expect((await get('/notes/1')).body.tags).toEqual(['a']);
});

test('an item is added to a list by its id in the path, and the response has the whole item', async () => {
  const { send } = await servePaths(
    {
      ...pathsOf('GET /fields, POST /fields, GET /fields/{id}', 'Field'),
      ...pathsOf('GET /workers, POST /workers', 'Worker'),
      '/fields/{id}/workers/{workerId}': { post: operation(ref('Field')), delete: operation(ref('Field')) },
    },
    {
      Field: object({ id: integer, name: text, workers: listOf(ref('Worker')) }, ['id', 'name', 'workers']),
      Worker: fullObject({ id: integer, name: text }),
    },
  );
  await send('POST', '/workers', { id: 1, name: 'Bo' });
  await send('POST', '/fields', { id: 1, name: 'Acre', workers: [] });
  const whole = { id: 1, name: 'Acre', workers: [{ id: 1, name: 'Bo' }] };
  expect((await send('POST', '/fields/1/workers/1')).body).toEqual(whole);
  expect((await send('POST', '/fields/1/workers/1')).body).toEqual(whole);
  expect((await send('DELETE', '/fields/1/workers/1')).body.workers).toEqual([]);
});
