/** Counts of items of one's own kind: the children of a category, the replies to a comment. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { pathsOf } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

test.each([
  ['children_count', 'parent_id'],
  ['replyCount', 'inReplyToId'],
  ['total_children', 'parent_node_id'],
])('%s follows those with this %s', async (count, by) => {
  const Node = object({ id: integer, name: text, [by]: { type: 'integer', nullable: true }, [count]: integer }, ['id']);
  const takes = object({ name: text, [by]: integer });
  const { get, send } = await servePaths(
    {
      '/nodes': { get: operation(listOf(ref('Node'))), post: operation(ref('Node'), { takes, status: 201 }) },
      '/nodes/{id}': { get: operation(ref('Node')), delete: operation(undefined) },
    },
    { Node },
  );
  const counts = async () => (await get('/nodes')).body.map((one: Record<string, number>) => one[count]);
  await send('POST', '/nodes', { name: 'a' });
  await send('POST', '/nodes', { name: 'b', [by]: 1 });
  await send('POST', '/nodes', { name: 'c', [by]: 1 });
  await send('POST', '/nodes', { name: 'd', [by]: 2 });
  expect(await counts()).toEqual([2, 1, 0, 0]);
  await send('DELETE', '/nodes/3');
  expect(await counts()).toEqual([1, 1, 0]);
});

test('a count of replies that names a person is none of these', async () => {
  const Note = object({ id: integer, name: text, parent_user_id: integer, reply_count: integer }, ['id']);
  const { get, send } = await servePaths(pathsOf('GET /notes, POST /notes, GET /notes/{id}', 'Note'), { Note });
  await send('POST', '/notes', { id: 1, name: 'a', reply_count: 4 });
  await send('POST', '/notes', { id: 2, name: 'b', parent_user_id: 1 });
  expect((await get('/notes/1')).body).toMatchObject({ reply_count: 4 });
});
