/** Parameters of lists in documents that nobody polished. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text, thing } from '../openapi/resources/small.ts';

const Item = object(
  {
    id: integer,
    name: text,
    size: integer,
    due: { ...text, format: 'date' },
    owner: { ...text, format: 'uuid' },
    marks: listOf(integer),
    level: { type: 'string', enum: ['low', 'high'] },
  },
  ['id', 'name'],
);
const items = [
  { id: 1, name: 'Red kettle', size: 5, due: '2030-01-01', marks: [1], level: 'low' },
  { id: 2, name: 'Blue toaster', size: 7, due: '2030-02-01', marks: [2], level: 'high' },
];

const listed = async (parameters: readonly object[], query: string, rest: object = {}, statuses: object = {}) => {
  const list = operation(listOf(ref('Item')), { parameters, ...rest });
  const paths = {
    '/items': {
      get: { ...list, responses: { ...list.responses, ...statuses } },
      post: operation(ref('Item'), { takes: ref('Item') }),
    },
    '/items/{id}': { get: operation(ref('Item')) },
  };
  const { get } = await servePaths(paths, { Item }, { data: { items } });
  const { status, body } = await get(`/items?${query}`);
  return status === 200 ? body.map(({ id }: { id: number }) => id) : status;
};

const oneOf = (...values: readonly string[]) => ({ ...text, enum: values });

test.each([
  ['a number', inQuery('size', oneOf('small', 'large')), 'size=small'],
  ['a date', inQuery('due', oneOf('today', 'week')), 'due=week'],
  ['a UUID', inQuery('owner', oneOf('me', 'others')), 'owner=me'],
  ['a list of numbers', inQuery('marks', oneOf('any', 'few')), 'marks=few'],
  ['the least number', inQuery('min_size', oneOf('small', 'large')), 'min_size=large'],
  ['the first date', inQuery('due_after', oneOf('today', 'week')), 'due_after=week'],
  ['listed texts, for a number', inQuery('level', integer), 'level=3'],
])('a parameter whose values are no values of the property does not filter: %s', async (_name, parameter, query) => {
  expect(await listed([parameter], query)).toEqual([1, 2]);
});

test.each([
  ['numbers as texts', inQuery('size', oneOf('5', '7')), 'size=5', [1]],
  ['any text', inQuery('size'), 'size=7', [2]],
  ['listed texts', inQuery('level', oneOf('low', 'high', 'other')), 'level=high', [2]],
  ['dates', inQuery('due', { ...text, format: 'date' }), 'due=2030-01-01', [1]],
])('a parameter with values of the property filters: %s', async (_name, parameter, query, expected) => {
  expect(await listed([parameter], query)).toEqual(expected);
});

test.each(['q', 'query', 'search', 'term', 'searchTerm', 'search_text', 'keyword'])(
  '%s searches the texts',
  async (name) => {
    expect(await listed([inQuery(name)], `${name}=TOAST`)).toEqual([2]);
    expect(await listed([inQuery(name)], `${name}=nothing`)).toEqual([]);
    expect(await listed([inQuery(name)], `${name}=`)).toEqual([1, 2]);
  },
);

describe('a cursor that no page gave', () => {
  const paged = [inQuery('cursor'), inQuery('limit', integer)];

  test('leads to an empty page', async () => {
    expect(await listed(paged, 'cursor=unknown')).toEqual([]);
  });

  test.each([400, 422])('is rejected where %d is documented', async (status) => {
    expect(await listed(paged, 'cursor=unknown', {}, { [status]: { description: '' } })).toBe(status);
  });
});

test('a page that is a text is a cursor, if a response has the next one as a text', async () => {
  const { get } = await servePaths(
    {
      '/things': {
        get: operation(
          object({ data: listOf(ref('Thing')), has_more: boolean, next_page: text }, ['data', 'has_more']),
          {
            parameters: [inQuery('page'), inQuery('limit', integer)],
          },
        ),
      },
      '/things/{id}': { ...thing },
    },
    {},
    { data: { things: [1, 2, 3].map((id) => ({ id, name: `${id}` })) } },
  );
  const idsOf = ({ data }: { readonly data: readonly { readonly id: number }[] }) => data.map(({ id }) => id);
  const { body: first } = await get('/things?limit=2');
  expect([idsOf(first), first.has_more]).toEqual([[1, 2], true]);
  const { body: second } = await get(`/things?limit=2&page=${first.next_page}`);
  expect([idsOf(second), second.has_more, second.next_page ?? '']).toEqual([[3], false, '']);
});

test.each([
  [{ items: { name: { any_: ['Red kettle', 'none'] } } }, [1]],
  [{ items: { name: { like_: 'toaster' } } }, [2]],
  [{ items: { size: { gte: 6 } }, limit: 5 }, [2]],
  [{ where: { id: { $in: [1, 2] }, size: { $lt: 6 } } }, [1]],
  [{ items: { name: { any_: null } }, other: { name: { any_: ['none'] } } }, [1, 2]],
])('conditions in objects select items: %j', async (body, ids) => {
  const names = {
    anyOf: [object({ any_: { anyOf: [listOf(text), { type: 'null' }] }, like_: text }), { type: 'null' }],
  };
  const numbers = (name: string) => object({ [name]: integer });
  const takes = object({
    items: object({ name: names, size: numbers('gte') }),
    where: object({ id: object({ $in: listOf(integer) }), size: numbers('$lt') }),
    other: object({ name: names }),
    limit: integer,
  });
  const { send } = await servePaths(
    {
      '/items': { post: operation(ref('Item'), { takes: ref('Item') }) },
      '/items/filter': { post: operation(listOf(ref('Item')), { takes }) },
      '/items/{id}': { get: operation(ref('Item')) },
    },
    { Item },
    { data: { items } },
  );
  const { body: found } = await send('POST', '/items/filter', body);
  expect(found.map(({ id }: { id: number }) => id)).toEqual(ids);
});
