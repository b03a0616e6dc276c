/** Lists of the values that items have in a property. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { fullObject, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Story = object({ id: integer, title: text, tagList: listOf(text), topic: text }, ['id', 'title']);
const stories = {
  get: operation(listOf(ref('Story'))),
  post: operation(ref('Story'), {
    takes: object({ title: text, tagList: listOf(text), topic: text }, ['title']),
    status: 201,
  }),
};
const paths = (tags: object, query: readonly object[] = []) => ({
  '/stories': stories,
  '/stories/{id}': { get: operation(ref('Story')), delete: operation(undefined) },
  '/stories/topics': { get: operation(listOf(text)) },
  '/tags': { get: operation(tags, { parameters: query }) },
});

test.each<readonly [string, object, (body: Record<string, unknown>) => unknown]>([
  ['a list', listOf(text), (body) => body],
  ['a list in an object', fullObject({ tags: listOf(text) }), ({ tags }) => tags],
  ['a page', fullObject({ data: listOf(text), total: integer }), ({ data }) => data],
])('the tags of items are listed as %s, each once, as long as one has them', async (_, tags, listIn) => {
  const service = await servePaths(paths(tags), { Story });
  const listed = async () => listIn((await service.get('/tags')).body);
  expect(await listed()).toEqual([]);
  const { body: first } = await service.send('POST', '/stories', { title: 'A', tagList: ['red', 'blue'] });
  await service.send('POST', '/stories', { title: 'B', tagList: ['blue', 'green'] });
  expect(await listed()).toEqual(['red', 'blue', 'green']);
  await service.send('DELETE', `/stories/${first.id}`);
  expect(await listed()).toEqual(['blue', 'green']);
  expect(service.violations()).toEqual([]);
});

test('pages of them are those of the document', async () => {
  const page = fullObject({ items: listOf(text), total: integer });
  const service = await servePaths(paths(page, [inQuery('offset', integer), inQuery('limit', integer)]), { Story });
  await service.send('POST', '/stories', { title: 'A', tagList: ['a', 'b', 'c'] });
  expect((await service.get('/tags?offset=1&limit=1')).body).toEqual({ items: ['b'], total: 3 });
});

test('below the list, a property with one text counts', async () => {
  const service = await servePaths(paths(listOf(text)), { Story });
  await service.send('POST', '/stories', { title: 'A', topic: 'art' });
  expect((await service.get('/stories/topics')).body).toEqual(['art']);
});

test('what an enum lists, and what nobody can send, is listed as the document shows it', async () => {
  const Plan = object({ id: integer, name: text, kinds: listOf({ enum: ['a', 'b'] }) }, ['id', 'name']);
  const kinds = operation(listOf(text));
  kinds.responses = {
    200: { description: 'Fine.', content: { 'application/json': { schema: listOf(text), example: ['a', 'b'] } } },
  };
  const service = await servePaths(
    {
      '/plans': {
        get: operation(listOf(ref('Plan'))),
        post: operation(ref('Plan'), { takes: object({ name: text }, ['name']), status: 201 }),
      },
      '/kinds': { get: kinds },
    },
    { Plan },
  );
  expect((await service.get('/kinds')).body).toEqual(['a', 'b']);
});

test('only the values that the response may show are listed', async () => {
  const short = { type: 'string', maxLength: 3 };
  const service = await servePaths(paths(listOf(short)), { Story });
  await service.send('POST', '/stories', { title: 'A', tagList: ['yellow', 'red'] });
  expect((await service.get('/tags')).body).toEqual(['red']);
  await service.send('POST', '/stories', { title: 'B', tagList: ['tan', 'purple'] });
  expect((await service.get('/tags')).body).toEqual(['red', 'tan']);
  expect(service.violations()).toEqual([]);
});

test.each<readonly [string, object]>([
  ['may not be empty', { ...listOf(text), minItems: 1 }],
  ['has all values of an enum', listOf({ enum: ['red', 'blue'] })],
])('a list that %s is not that of the values of items', async (_, tags) => {
  const service = await servePaths(paths(tags), { Story });
  await service.send('POST', '/stories', { title: 'A', tagList: ['zebra'] });
  expect((await service.get('/tags')).body).not.toContain('zebra');
  expect(service.violations()).toEqual([]);
});
