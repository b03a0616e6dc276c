/** Parameters of lists in documents that nobody polished. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/primitives/json.ts';
import { servePaths } from '../openapi/resources/served.ts';
import { collection, nothing, saving, thing, things } from '../openapi/resources/small.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const Item = object(
  {
    ...{ id: integer, name: text, size: integer, marks: listOf(integer), level: { ...text, enum: ['low', 'high'] } },
    ...{ due: { ...text, format: 'date' }, owner: { ...text, format: 'uuid' } },
  },
  ['id', 'name'],
);
const item = { get: operation(ref('Item')) };
const idsOf = (listed: readonly { readonly id: number }[]) => listed.map(({ id }) => id);
const items = [
  { id: 1, name: 'Red kettle', size: 5, due: '2030-01-01', marks: [1], level: 'low' },
  { id: 2, name: 'Blue toaster', size: 7, due: '2030-02-01', marks: [2], level: 'high' },
];

const listed = async (parameters: readonly object[], query: string, rest: object = {}, statuses: object = {}) => {
  const list = operation(listOf(ref('Item')), { parameters, ...rest });
  const paths = {
    '/items': { get: { ...list, responses: { ...list.responses, ...statuses } }, post: saving(ref('Item')) },
    '/items/{id}': item,
  };
  const { get } = await servePaths(paths, { Item }, { data: { items } });
  const { status, body } = await get(`/items?${query}`);
  return status === 200 ? idsOf(body) : status;
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

test('a page beyond all numbers is empty', async () => {
  const parameters = [inQuery('page', integer), inQuery('per_page', integer)];
  expect(await listed(parameters, `page=1${'0'.repeat(306)}`)).toEqual([]);
});

const searches = ['q', 's', 'query', 'search', 'term', 'searchTerm', 'search_text', 'keyword'];
test.each(searches)('%s searches the texts', async (name) => {
  expect(await listed([inQuery(name)], `${name}=TOAST`)).toEqual([2]);
  expect(await listed([inQuery(name)], `${name}=nothing`)).toEqual([]);
  expect(await listed([inQuery(name)], `${name}=`)).toEqual([1, 2]);
});

test.each([
  ['name__iexact=red KETTLE', [1]],
  ['name__iendswith=KETTLE', [1]],
  ['name__isw=blue', [2]],
  ['name__nic=kettle', [2]],
  ['marks__id=2', [2]],
  ['marks__in=2,3', [2]],
  ['id__range=2,5', [2]],
  ['due__year=2030', [1, 2]],
  ['due__date=2030-01-01', [1]],
  ['due__date__gt=2030-01-01', [2]],
  ['owner__isnull=true', [1, 2]],
  ['owner__isnull=false', []],
  ['maker__name__icontains=ACM', [1]],
  ['maker__id__in=8,9', [2]],
  ['makers__name=Acme', [2]],
  ['maker__isnull=true', []],
  // What means nothing has no effect.
  ['maker__icontains=x', [1, 2]],
  ['name__unknown=x', [1, 2]],
  ['size__year=7', [1, 2]],
  ['other__name=x', [1, 2]],
])('a lookup of Django selects: %s', async (query, ids) => {
  const Maker = object({ id: integer, name: text });
  const Made = { ...Item, properties: { ...Item.properties, maker: ref('Maker'), makers: listOf(ref('Maker')) } };
  const list = operation(listOf(ref('Made')), { parameters: [inQuery(query.split('=')[0] as string)] });
  const [acme, other] = [
    { id: 7, name: 'Acme' },
    { id: 8, name: 'Other' },
  ];
  const data = {
    made: [
      { ...items[0], maker: acme },
      { ...items[1], maker: other, makers: [other, acme] },
    ],
  };
  const paths = { '/made': { get: list }, '/made/{id}': { get: operation(ref('Made')) } };
  const { get } = await servePaths(paths, { Made, Maker }, { data });
  expect(idsOf((await get(`/made?${encodeURI(query)}`)).body)).toEqual(ids);
});

test.each(['limit=-1', 'limit=-1&page=1'])('a size of -1 is without a limit: %s', async (query) => {
  expect(await listed([inQuery('limit', { ...integer, default: 1 }), inQuery('page', integer)], query)).toEqual([1, 2]);
});

test('a second order parameter whose description has asc and desc is the direction', async () => {
  const ways = 'The ordering parameter. Possible values to order by are `asc` or `desc`. Default is `asc`.';
  const parameters = [inQuery('sort_by'), inQuery('order_by', text, { description: ways })];
  expect(await listed(parameters, 'sort_by=size&order_by=desc')).toEqual([2, 1]);
  expect(await listed(parameters, 'sort_by=name')).toEqual([2, 1]);
});

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
  const page = object({ data: things, has_more: boolean, next_page: text }, ['data', 'has_more']);
  const list = operation(page, { parameters: [inQuery('page'), inQuery('limit', integer)] });
  const data = { things: [1, 2, 3].map((id) => ({ id, name: `${id}` })) };
  const { get } = await servePaths({ '/things': { get: list }, '/things/{id}': thing }, {}, { data });
  const { body: first } = await get('/things?limit=2');
  expect([idsOf(first.data), first.has_more]).toEqual([[1, 2], true]);
  const { body: second } = await get(`/things?limit=2&page=${first.next_page}`);
  expect([idsOf(second.data), second.has_more, second.next_page ?? '']).toEqual([[3], false, '']);
});

test.each<[Json, readonly number[]]>([
  [{ filter: { from: 2, to: 9 } }, [1, 2]],
  [{ filter: { from: 2 }, page: { size: 1 } }, [1]],
  [{ filter: { size: 7 } }, [2]],
  [{ page: { from: 1 } }, [2]],
])('what an object of filters has is no page: %j', async (body, ids) => {
  const filter = object({ from: integer, to: integer, size: integer });
  const takes = object({ filter, page: object({ from: integer, size: integer }) });
  const { send } = await servePaths(
    {
      '/items': { post: saving(ref('Item')) },
      '/items/search': { post: operation(listOf(ref('Item')), { takes }) },
      '/items/{id}': item,
    },
    { Item },
    { data: { items } },
  );
  expect(idsOf((await send('POST', '/items/search', body)).body)).toEqual(ids);
});

test.each([
  [{ items: { name: { any_: ['Red kettle', 'none'] } } }, [1]],
  [{ items: { name: { like_: 'toaster' } } }, [2]],
  [{ items: { size: { gte: 6 } }, limit: 5 }, [2]],
  [{ where: { id: { $in: [1, 2] }, size: { $lt: 6 } } }, [1]],
  [{ items: { name: { any_: null } }, other: { name: { any_: ['none'] } } }, [1, 2]],
])('conditions in objects select items: %j', async (body, ids) => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const names = orNull(object({ any_: orNull(listOf(text)), like_: text }));
  const numbers = (name: string) => object({ [name]: integer });
  const takes = object({
    items: object({ name: names, size: numbers('gte') }),
    where: object({ id: object({ $in: listOf(integer) }), size: numbers('$lt') }),
    other: object({ name: names }),
    limit: integer,
  });
  const { send } = await servePaths(
    {
      '/items': { post: saving(ref('Item')) },
      '/items/filter': { post: operation(listOf(ref('Item')), { takes }) },
      '/items/{id}': item,
    },
    { Item },
    { data: { items } },
  );
  const { body: found } = await send('POST', '/items/filter', body);
  expect(idsOf(found)).toEqual(ids);
});

const anything = { type: 'object', additionalProperties: true };
const json = (name: string) => ({ name, in: 'query', content: { 'application/json': { schema: anything } } });
const deep = (name: string, schema: object = anything) => inQuery(name, schema, { style: 'deepObject', explode: true });
const prefers = { name: 'Prefer', in: 'header', schema: oneOf('count=none') };
const nested = object({ name: object({ equals: text }), size: object({ less_than: text }), and: listOf(anything) });

const many = JSON.stringify({ where: { or: Array.from({ length: 3000 }, () => ({ size: { gt: 5 } })) } });

type Written = [client: string, parameters: readonly object[], query: string, ids: readonly number[] | number];

test.each<Written>([
  ['Strapi', [deep('filters')], 'filters[name][$eq]=Red kettle', [1]],
  ['Strapi', [deep('filters')], 'filters[name]=Red kettle', [1]],
  ['Strapi', [deep('filters')], 'filters[size][$gte]=6&filters[name][$containsi]=blue', [2]],
  ['Strapi', [deep('filters')], 'filters[$or][0][size][$eq]=5&filters[$or][1][name][$startsWith]=x', [1]],
  ['Strapi', [deep('filters')], 'filters[$not][id][$in][0]=1&filters[$not][id][$in][1]=7', [2]],
  ['Strapi', [deep('filters')], 'filters[owner][$notNull]=true', []],
  ['Strapi', [deep('filters')], 'filters[owner][$null]=true&filters[name][$endsWith]=kettle', [1]],
  ['Strapi', [deep('filters')], 'filters[id][$between][0]=2&filters[id][$between][1]=3', [2]],
  ['Strapi', [deep('filters')], 'filters[unknown][$eq]=1', [1, 2]],
  ['Payload', [deep('where', nested)], 'where[size][less_than]=6', [1]],
  ['Payload', [deep('where', nested)], 'where[and][0][name][not_equals]=Red kettle', [2]],
  ['Payload', [deep('where')], 'where[due][exists]=false', []],
  ['LoopBack', [json('filter')], 'filter={"where":{"size":{"gt":5}}}', [2]],
  ['LoopBack', [json('filter')], 'filter={"order":["name ASC"],"limit":1}', [2]],
  ['LoopBack', [json('filter')], 'filter={"skip":1}', [2]],
  ['LoopBack', [inQuery('filter', { ...text, format: 'JSON' })], 'filter={"where":{"id":{"inq":[2]}}}', [2]],
  ['LoopBack', [inQuery('filter', { ...text, format: 'JSON' })], 'filter=none', [1, 2]],
  ['LoopBack', [json('filter')], `filter=${many}`, 400],
  ['SCIM', [inQuery('filter'), inQuery('startIndex', integer)], 'filter=name sw "red" and size le 5', [1]],
  ['SCIM', [inQuery('filter'), inQuery('startIndex', integer)], 'filter=not (size eq 5) or id EQ 1', [1, 2]],
  ['SCIM', [inQuery('filter'), inQuery('startIndex', integer)], 'filter=owner[name co "x"] or name ew "kettle"', [1]],
  [
    'SCIM',
    [inQuery('filter'), inQuery('startIndex', integer)],
    'filter=urn:example:2.0:Item:size gt 5 and due pr',
    [2],
  ],
  ['SCIM', [inQuery('filter'), inQuery('startIndex', integer)], `filter=${'('.repeat(3000)}id eq 1`, [1, 2]],
  ['SCIM', [inQuery('filter'), inQuery('startIndex', integer)], 'filter="', [1, 2]],
  ...[
    ...[
      "size gt 5 and startswith(name,'blue')",
      'not (size le 5)',
      "name in ('Blue toaster', 'x')",
      'marks/any(m: m eq 2)',
    ],
    ...["contains(tolower(name),'toast')", "substringof('oast',name)", "name ne 'Red kettle'", 'due ge 2030-01-15'],
    ...[
      "due gt datetime'2030-01-15T00:00:00'",
      'not (marks eq 1)',
      "tolower(name) eq 'blue toaster'",
      "substringof('Blue',name) eq true and size gt 5",
      "substringof('e',name) eq true and size gt 5",
      "name eq 'It''s' or size gt 5",
    ],
  ].map((filter): Written => ['OData', [inQuery('$filter'), inQuery('$top', integer)], `$filter=${filter}`, [2]]),
  ['OData', [inQuery('$filter')], '$filter=year(due) eq 1', []],
  ['OData', [inQuery('$filter')], '$filter=name in (', []],
  ['PostgREST', [inQuery('id'), prefers], 'id=eq.2', [2]],
  ['PostgREST', [inQuery('size'), prefers], 'size=not.gte.6', [1]],
  ['PostgREST', [inQuery('name'), prefers], 'name=ilike.*TOAST*', [2]],
  ['PostgREST', [inQuery('name'), prefers], 'name=like.Red%25', [1]],
  ['PostgREST', [inQuery('name'), prefers], 'name=in.("Red kettle",other)', [1]],
  ['PostgREST', [inQuery('owner'), prefers], 'owner=is.null', [1, 2]],
])('a client of %s writes its conditions itself: %#', async (_framework, parameters, query, expected) => {
  expect(await listed(parameters, encodeURI(decodeURI(query)))).toEqual(expected);
});

test.each<[string, readonly object[], string, readonly number[]]>([
  ['API Platform', [inQuery('order[name]'), inQuery('order[size]')], 'order[size]=desc', [2, 1]],
  ['API Platform', [inQuery('order[name]'), inQuery('order[size]')], 'order[name]=asc', [2, 1]],
  ['Feathers', [deep('sort')], 'sort[size]=-1', [2, 1]],
  ['Feathers', [deep('sort')], 'sort[name]=1', [2, 1]],
])('a client of %s states the direction of each property: %#', async (_framework, parameters, query, expected) => {
  expect(await listed(parameters, query)).toEqual(expected);
});

test.each([
  ['LoopBack', json('where'), object({ count: integer }), 'where={"size":{"gt":5}}', { count: 1 }],
  ['PostgREST', inQuery('size'), undefined, 'size=gt.5', undefined],
])('a write of %s is of the items that the query selects', async (_name, where, body, query, shown) => {
  const written = (rest: object) => operation(body, { parameters: [where, prefers], ...rest });
  const takes = object({ id: integer, name: text });
  const paths = { '/items': { ...collection(ref('Item')), patch: written({ takes }), delete: written({}) } };
  const { get, send } = await servePaths(paths, { Item }, { data: { items } });
  expect((await send('PATCH', `/items?${query}`, { name: 'Green' })).body).toEqual(shown);
  expect((await get('/items')).body).toEqual([items[0], { ...items[1], name: 'Green' }]);
  expect((await send('DELETE', `/items?${query}`)).body).toEqual(shown);
  expect((await get('/items')).body).toEqual([items[0]]);
  expect((await send('PATCH', `/items?${query}`, { name: 7 })).status).toBe(400);
});

const Note = object({ id: integer, title: text, unread: { type: 'boolean' } }, ['id', 'title', 'unread']);
const notes = {
  '/notes': collection(ref('Note'), { takes: object({ title: text, unread: { type: 'boolean' } }), status: 201 }),
  '/notes/{id}': { get: operation(ref('Note')) },
};
const ids = listOf(text);

test.each([
  ['a part of many', '/notes/tags', object({ ids })],
  ['ids of other things', '/notes/share', object({ userIds: ids })],
])('%s changes no items', async (_name, path, takes) => {
  const client = await servePaths({ ...notes, [path]: { post: operation(undefined, { takes }) } }, { Note });
  await client.send('POST', '/notes', { title: 'a', unread: true });
  const name = Object.keys((takes as { properties: object }).properties)[0] as string;
  expect((await client.send('POST', path, { [name]: ['1'] })).status).toBe(204);
  expect((await client.get('/notes/1')).body).toEqual({ id: 1, title: 'a', unread: true });
});

test('a list of several has the name of the last word of its path', async () => {
  const TodoList = object({ id: integer, title: text }, ['id', 'title']);
  const shown = object({ priorities: listOf(object({ id: integer, name: text })), lists: listOf(ref('TodoList')) });
  const takes = object({ title: text });
  const paths = {
    '/TodoLists': { get: operation(shown), post: operation(integer, { takes }) },
    '/TodoLists/{id}': { put: operation(undefined, { takes }), delete: nothing },
  };
  const client = await servePaths(paths, { TodoList });
  const { body: id } = await client.send('POST', '/TodoLists', { title: 'a' });
  await client.send('PUT', `/TodoLists/${id}`, { title: 'b' });
  expect((await client.get('/TodoLists')).body.lists).toEqual([{ id, title: 'b' }]);
  await client.send('DELETE', `/TodoLists/${id}`);
  expect((await client.get('/TodoLists')).body.lists).toEqual([]);
});

const rule = object({ field: text, operator: text, value: {} });
const when = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const isHigh = when('level', '=', 'high');
const rules = object({ operator: text, value: listOf(rule) });
test.each<[string, object, object, readonly number[]]>([
  ['one condition', { query: rule }, { query: when('size', '>', 5) }, [2]],
  ['a text', { query: rule }, { query: when('name', '~', 'KETTLE') }, [1]],
  ['a word', { filter: rule }, { filter: when('level', 'not_equals', 'low') }, [2]],
  ['a list', { filters: listOf(rule) }, { filters: [when('size', 'lte', 7)] }, [1, 2]],
  ['several, of which all are met', { filters: listOf(rule) }, { filters: [when('size', 'gte', 5), isHigh] }, [2]],
  [
    'one of several',
    { query: { anyOf: [rule, rules] } },
    { query: { operator: 'OR', value: [when('id', 'IN', [1, 9]), when('id', '=', 7)] } },
    [1],
  ],
  [
    'all of several',
    { query: { anyOf: [rule, rules] } },
    { query: { operator: 'AND', value: [when('id', '<', 2), isHigh] } },
    [],
  ],
  ['a sign that nobody knows', { query: rule }, { query: when('size', '?', 5) }, [1, 2]],
  ['a field that no item has', { query: rule }, { query: when('x', '=', 5) }, [1, 2]],
])('a search lists what meets %s with an operator', async (_name, properties, body, expected) => {
  const paths = {
    '/items': collection(ref('Item')),
    '/items/{id}': item,
    '/items/search': { post: operation(listOf(ref('Item')), { takes: object(properties as never) }) },
  };
  const { send } = await servePaths(paths, { Item }, { data: { items } });
  const { status, body: found } = await send('POST', '/items/search', body as never);
  expect([status, idsOf(found)]).toEqual([200, expected]);
});

const Task = object(
  {
    ...{ id: integer, title: text, isDone: boolean, read: boolean, active: boolean, stock: boolean },
    status: { ...text, enum: ['OPEN', 'in_progress'] },
  },
  ['id', 'title'],
);
const tasks = [
  { id: 1, title: 'a', isDone: true, read: true, active: true, stock: true, status: 'OPEN' },
  { id: 2, title: 'b', isDone: false, read: false, status: 'in_progress' },
  { id: 3, title: 'c' },
];

test.each<[string, readonly number[]]>([
  ['/tasks/done', [1]],
  ['/tasks/undone', [2, 3]],
  ['/tasks/unread', [2, 3]],
  ['/tasks/open', [1]],
  ['/tasks/in-progress', [2]],
  ['/tasks/inactive', [2, 3]],
  ['/tasks/featured', [1, 2, 3]],
  ['/tasks/in-stock', [1, 2, 3]],
])('%s lists the items of which its path states something', async (path, expected) => {
  const paths = {
    '/tasks': collection(ref('Task')),
    '/tasks/{id}': { get: operation(ref('Task')), patch: saving(ref('Task')) },
    [path]: { get: operation(listOf(ref('Task'))) },
    [`${path}-count`]: { get: operation(object({ count: integer })) },
  };
  const { get, send } = await servePaths(paths, { Task }, { data: { tasks } });
  expect(idsOf((await get(path)).body)).toEqual(expected);
  if (expected.length === 3) return;
  expect((await get(`${path}-count`)).body).toEqual({ count: expected.length });
  const [isDone, active] = [path.endsWith('undone'), path.endsWith('inactive')];
  const changed = { isDone, active, read: true, status: path.endsWith('open') ? 'in_progress' : 'OPEN' };
  for (const id of expected) await send('PATCH', `/tasks/${id}`, { id, title: 'x', ...changed });
  expect((await get(`${path}-count`)).body).toEqual({ count: 0 });
});

test('an empty list that the schema forbids is left out, unless it is required', async () => {
  for (const required of [[], ['data']]) {
    const list = object({ data: { ...listOf(ref('Note')), minItems: 1 }, total: integer }, ['total', ...required]);
    const { get } = await servePaths(
      {
        '/notes': { get: operation(list), post: operation(ref('Note'), { takes: ref('Note') }) },
        '/notes/{id}': { parameters: [inPath('id', integer)], get: operation(ref('Note')) },
      },
      { Note: object({ id: integer, text }, ['text']) },
      { data: { notes: [] } },
    );
    expect((await get('/notes')).body).toEqual(required.length === 0 ? { total: 0 } : { data: [], total: 0 });
  }
});
