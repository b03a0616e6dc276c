/** Connections: each element of a list is around an item, and has its cursor. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boolean, fullObject, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Film = object({ id: integer, title: text }, ['id', 'title']);
const info = fullObject({ endCursor: { type: ['string', 'null'] }, hasNextPage: boolean });
const serve = (element: object) =>
  servePaths(
    {
      '/films': {
        get: operation(fullObject({ edges: listOf(element), pageInfo: info }), {
          parameters: [inQuery('first', integer), inQuery('after')],
        }),
        post: operation(ref('Film'), { takes: object({ title: text }), status: 201 }),
      },
      '/films/{id}': { get: operation(ref('Film')), delete: operation(undefined) },
    },
    { Film },
  );

test.each([
  ['a cursor', fullObject({ cursor: text, node: ref('Film') })],
  ['no cursor', fullObject({ node: ref('Film') })],
])('a connection with %s has the items that are created, page by page', async (_, element) => {
  const { get, send, violations } = await serve(element);
  for (const title of ['a', 'b', 'c', 'd', 'e']) await send('POST', '/films', { title });
  let walked = '';
  let after = '';
  for (let page = 0; page < 3; page++) {
    const { body } = await get(`/films?first=2${after}`);
    expect(violations()).toEqual([]);
    for (const { node } of body.edges) walked += node.title;
    expect(body.pageInfo.hasNextPage).toBe(page < 2);
    after = `&after=${encodeURIComponent(body.pageInfo.endCursor)}`;
  }
  expect(walked).toBe('abcde');
  expect((await get('/films/3')).body).toEqual({ id: 3, title: 'c' });
});

test('the cursor of each item is that after which the next page begins', async () => {
  const { get, send } = await serve(fullObject({ cursor: text, node: ref('Film') }));
  for (const title of ['a', 'b', 'c']) await send('POST', '/films', { title });
  const [, second] = (await get('/films')).body.edges;
  const { body } = await get(`/films?after=${encodeURIComponent(second.cursor)}`);
  expect(body.edges).toMatchObject([{ node: { title: 'c' } }]);
});
