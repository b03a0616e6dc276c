/** `new_name` did not rename an item whose name is its id: the item kept its old name, and was not found by the new one. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { collection } from '../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const Tag = object({ name: text, color: text }, ['name', 'color']);
const Note = object({ id: integer, body: text, tag: text }, ['id', 'body', 'tag']);
const tagged = inPath('tag', text);

test('a tag gets the new name, and its notes stay with it', async () => {
  const { get, send } = await servePaths(
    {
      '/tags': collection(ref('Tag'), { status: 201 }),
      '/tags/{tag}': {
        parameters: [tagged],
        get: operation(ref('Tag')),
        patch: operation(ref('Tag'), { takes: object({ new_name: text, color: text }) }),
      },
      '/tags/{tag}/notes': { parameters: [tagged], get: operation(listOf(ref('Note'))) },
      '/tags/{tag}/notes/{noteId}': { parameters: [tagged], get: operation(ref('Note')) },
    },
    { Tag, Note },
    {
      data: {
        tags: [
          { name: 'red', color: 'f00' },
          { name: 'blue', color: '00f' },
        ],
        notes: [
          { id: 1, body: 'a', $parent: { tag: 'red' } },
          { id: 2, body: 'b', $parent: { tag: 'blue' } },
        ],
      },
    },
  );
  const renamed = { name: 'dark red', color: '800' };
  expect((await send('PATCH', '/tags/red', { new_name: 'dark red', color: '800' })).body).toEqual(renamed);
  expect((await get('/tags/dark%20red')).body).toEqual(renamed);
  expect((await get('/tags/red')).status).toBe(404);
  expect((await get('/tags')).body).toEqual([{ name: 'blue', color: '00f' }, renamed]);
  expect((await get('/tags/dark%20red/notes')).body).toEqual([{ id: 1, body: 'a', tag: 'dark red' }]);
  expect((await get('/tags/dark%20red/notes/1')).status).toBe(200);

  expect(await send('PATCH', '/tags/dark%20red', { new_name: 'blue' })).toMatchObject({ status: 409 });
  expect((await send('PATCH', '/tags/blue', { new_name: 'blue', color: '00e' })).body.color).toBe('00e');
  expect((await get('/tags')).body.map(({ name }: { name: string }) => name)).toEqual(['blue', 'dark red']);
});

test.each(['slug', 'name'])('who sends another %s renames the item, and a whole item keeps its own', async (key) => {
  const Board = object({ [key]: { type: ['string', 'null'] }, title: text }, [key]);
  const { get, send } = await servePaths(
    {
      '/boards': { get: operation(listOf(ref('Board'))) },
      [`/boards/{${key}}`]: {
        parameters: [inPath(key, text)],
        get: operation(ref('Board')),
        patch: operation(ref('Board'), { takes: object({ [key]: { type: ['string', 'null'] }, title: text }) }),
        put: operation(ref('Board'), { takes: object({ [key]: text, title: text }, [key, 'title']) }),
      },
    },
    { Board },
    { data: { boards: [{ [key]: 'a', title: 'A' }] } },
  );
  expect((await send('PATCH', '/boards/a', { [key]: 'b' })).body).toEqual({ [key]: 'b', title: 'A' });
  expect((await get('/boards/b')).body).toEqual({ [key]: 'b', title: 'A' });
  expect((await get('/boards/a')).status).toBe(404);
  for (const none of ['', null])
    expect((await send('PATCH', '/boards/b', { [key]: none, title: 'A' })).body).toEqual({ [key]: 'b', title: 'A' });
  await send('PUT', '/boards/b', { [key]: 'c', title: 'B' });
  expect((await get('/boards/b')).body).toEqual({ [key]: 'b', title: 'B' });
});
