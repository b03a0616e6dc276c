/** A client that follows the pages of a list meets every item once, in each style. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { type Client, servePaths } from '../served.ts';
import { saving } from '../small.ts';

const id = { type: 'string', pattern: '^it_[A-Za-z0-9]{8}$' };
const nullable = { type: ['string', 'null'] };
const said = (description: string, schema: object = text) => ({ ...schema, description });

interface Walk {
  readonly parameters: readonly object[];
  /** The properties beside the items. */
  readonly beside: object;
  /** The query of the page after this one; undefined: it is the last. `count`: the number of items before it. */
  readonly next: (body: JsonObject, count: number) => string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
type Body = any;

const queryIn = (address: unknown): string | undefined =>
  typeof address === 'string' ? address.slice(address.indexOf('?')) : undefined;
const limit = inQuery('limit', integer);
const limited = (name: string, value: unknown): string => `?limit=2&${name}=${encodeURIComponent(String(value))}`;
/** Until a page is not full. */
const counted =
  (query: (count: number) => string): Walk['next'] =>
  ({ items }, count) =>
    (items as readonly unknown[]).length < 2 ? undefined : query(count);

const walks: Readonly<Record<string, Walk>> = {
  'an iterator with done': {
    parameters: [limit, inQuery('iterator', id)],
    beside: { iterator: nullable, done: boolean },
    next: ({ done, iterator }: Body) => (done ? undefined : limited('iterator', iterator)),
  },
  'a position with finished': {
    parameters: [limit, inQuery('next_iterator')],
    beside: { next_iterator: nullable, finished: boolean },
    next: ({ finished, next_iterator }: Body) => (finished ? undefined : limited('next_iterator', next_iterator)),
  },
  'a page token with isComplete': {
    parameters: [limit, inQuery('paginationToken', id)],
    beside: { paginationToken: nullable, isComplete: boolean },
    next: ({ isComplete, paginationToken }: Body) =>
      isComplete ? undefined : limited('paginationToken', paginationToken),
  },
  'from, with the first item of the page': {
    parameters: [limit, inQuery('from', said('Return items starting with this ID.', id))],
    beside: { _links: object({ next: { type: ['object', 'null'], properties: { href: text } } }) },
    next: ({ _links: { next } }: Body) => queryIn(next?.href),
  },
  'start, with the item and onwards': {
    parameters: [limit, inQuery('start_id', said('The identifier from which the list is shown, and onwards.'))],
    beside: { next: nullable, has_more: boolean },
    next: ({ has_more, next }: Body) => (has_more ? limited('start_id', next) : undefined),
  },
  'an inclusive cursor': {
    parameters: [limit, inQuery('cursor', said('The ID of an item (inclusive).', id))],
    beside: { next_cursor: nullable },
    next: ({ next_cursor }: Body) =>
      next_cursor === null || next_cursor === undefined ? undefined : limited('cursor', next_cursor),
  },
  '_start and _end': {
    parameters: [inQuery('_start', integer), inQuery('_end', integer)],
    beside: {},
    next: counted((count) => `?_start=${count}&_end=${count + 2}`),
  },
  'startIndex and endIndex, which is inclusive': {
    parameters: [inQuery('startIndex', integer), inQuery('endIndex', said('The index of the last item.', integer))],
    beside: {},
    next: counted((count) => `?startIndex=${count}&endIndex=${count + 1}`),
  },
  'from and to, of rows': {
    parameters: [
      inQuery('from', said('The first row.', integer)),
      inQuery('to', said('The row to stop at (exclusive).', integer)),
    ],
    beside: {},
    next: counted((count) => `?from=${count}&to=${count + 2}`),
  },
  'an offset beside a page': {
    parameters: [
      inQuery('_page', { ...integer, default: 1 }),
      inQuery('_limit', { ...integer, default: 3 }),
      inQuery('_start', integer),
      inQuery('_end', integer),
    ],
    beside: {},
    next: counted((count) => `?_start=${count}&_end=${count + 2}`),
  },
  'a page beside an offset': {
    parameters: [inQuery('offset', integer), inQuery('page', integer), limit],
    beside: {},
    next: counted((count) => `?page=${count / 2 + 1}&limit=2`),
  },
  'an offset beside a marker': {
    parameters: [limit, inQuery('marker'), inQuery('offset', integer)],
    beside: { next_marker: nullable },
    next: counted((count) => `?offset=${count}&limit=2`),
  },
  'a marker beside an offset': {
    parameters: [limit, inQuery('marker'), inQuery('offset', integer)],
    beside: { next_marker: nullable },
    next: ({ next_marker }: Body) =>
      next_marker === null || next_marker === undefined ? undefined : limited('marker', next_marker),
  },
  'a page by number beside a seek key, as a query': {
    parameters: [inQuery('page', integer), inQuery('per_page', integer), inQuery('seek')],
    beside: {
      meta: object({ next_page: { ...nullable, description: 'Query string to the next page of results, if any.' } }),
    },
    next: ({ meta }: Body) => meta.next_page ?? undefined,
  },
  'a relative address': {
    parameters: [inQuery('page', integer), inQuery('per_page', integer)],
    beside: { next_page_uri: { ...nullable, examples: ['/items?page=2'] } },
    next: ({ next_page_uri }: Body) =>
      typeof next_page_uri === 'string' ? next_page_uri.replace(/^\/items/, '') : undefined,
  },
  'a page whose numbers begin with 0, as the description says': {
    parameters: [inQuery('page', said('Zero-based page number.', integer)), limit],
    beside: { hasNext: boolean },
    next: ({ hasNext }: Body) => (hasNext ? '' : undefined),
  },
};

const first: Readonly<Record<string, string>> = {
  '_start and _end': '?_start=0&_end=2',
  'startIndex and endIndex, which is inclusive': '?startIndex=0&endIndex=1',
  'from and to, of rows': '?from=0&to=2',
  'an offset beside a page': '?_start=0&_end=2',
  'a page by number beside a seek key, as a query': '?per_page=2',
  'a relative address': '?per_page=2',
};

const serve = async (parameters: readonly object[], beside: object, count = 5): Promise<Client> => {
  const Item = object({ id: { ...id, readOnly: true }, name: text }, ['name']);
  const body = object({ items: listOf(ref('Item')), ...beside }, ['items', ...Object.keys(beside)]);
  const list = operation(body, { parameters });
  const client = await servePaths({ '/items': { get: list, post: saving(ref('Item'), { status: 201 }) } }, { Item });
  for (let at = 0; at < count; at++) await client.send('POST', '/items', { name: String(at) });
  return client;
};

test.each(Object.entries(walks))('%s', async (name, { parameters, beside, next }) => {
  const client = await serve(parameters, beside);
  const seen: string[] = [];
  const zeroBased = name.includes('begin with 0');
  let query: string | undefined = zeroBased ? '?page=0&limit=2' : (first[name] ?? '?limit=2');
  for (let pages = 1; query !== undefined; pages++) {
    expect(pages, 'the list ends').toBeLessThan(5);
    const { status, body } = await client.get(`/items${query}`);
    expect([status, client.violations()]).toEqual([200, []]);
    expect(body.items.length).toBeLessThanOrEqual(2);
    seen.push(...body.items.map(({ name }: { name: string }) => name));
    query = next(body, seen.length);
    if (zeroBased && query !== undefined) query = `?page=${pages}&limit=2`;
  }
  expect(seen.join('')).toBe('01234');
});

test.each(['The number of items in this result set.', 'Number of items in this response'])(
  'a count of a page counts its items, and one of all pages counts all: %s',
  async (description) => {
    const client = await serve([limit], { count: said(description, integer) });
    expect((await client.get('/items?limit=2')).body.count).toBe(2);
    expect((await (await serve([limit], { count: integer })).get('/items?limit=2')).body.count).toBe(5);
  },
);

test.each([
  ['The number of items per page. Defaults to 3.', 3],
  ['Page size (default: 4, maximum 100)', 4],
  ['How many items to return; 2 by default', 2],
])('the size of a page is that of the description: %s', async (description, expected) => {
  const client = await serve([inQuery('limit', said(description, integer)), inQuery('offset', integer)], {});
  expect((await client.get('/items')).body.items.length).toBe(expected);
});

test('a cursor in an address that the example shows as a query string leads to all pages', async () => {
  const Thing = object({ id: integer, name: text }, ['id', 'name']);
  const schema = object({ things: listOf(Thing), meta: object({ next_page: nullable }) }, ['things', 'meta']);
  const example = { things: [], meta: { next_page: '?seek=abc' } };
  const list = {
    parameters: [inQuery('seek'), inQuery('per_page', integer)],
    responses: { 200: { description: 'Fine.', content: { 'application/json': { schema, example } } } },
  };
  const { get, send } = await servePaths({
    '/things': { get: list, post: operation(Thing, { takes: object({ name: text }), status: 201 }) },
    '/things/{id}': { get: operation(Thing) },
  });
  for (const name of 'abcde') await send('POST', '/things', { name });
  const seen: string[] = [];
  for (let next: string | null | undefined = '?per_page=2'; next && seen.length < 9; ) {
    expect(next).toMatch(/^\?/);
    const { body } = await get(`/things${next}`);
    seen.push(...body.things.map(({ name }: { readonly name: string }) => name));
    next = body.meta.next_page;
  }
  expect(seen.join('')).toBe('abcde');
});

test('a number that is described as an id continues behind the item, and the start of the next page is an offset', async () => {
  const Thing = object({ id: integer, name: text }, ['id', 'name']);
  const post = operation(Thing, { takes: object({ name: text }), status: 201 });
  const page = object(
    { values: listOf(Thing), size: integer, limit: integer, nextPageStart: { type: ['integer', 'null'] } },
    ['values', 'size', 'limit', 'nextPageStart'],
  );
  const { get, send } = await servePaths({
    '/things': {
      get: operation(listOf(Thing), {
        parameters: [inQuery('seek', integer, { description: 'The last seen id.' }), inQuery('limit', integer)],
      }),
      post,
    },
    '/things/{id}': { get: operation(Thing) },
    '/pages': { get: operation(page, { parameters: [inQuery('start', integer), inQuery('limit', integer)] }), post },
    '/pages/{id}': { get: operation(Thing) },
  });
  for (const name of 'abcde') {
    await send('POST', '/things', { name });
    await send('POST', '/pages', { name });
  }
  expect((await get('/things?seek=2&limit=2')).body.map(({ name }: { readonly name: string }) => name)).toEqual([
    'c',
    'd',
  ]);
  expect((await get('/pages?start=1&limit=3')).body).toMatchObject({ size: 3, limit: 3, nextPageStart: 4 });
  expect((await get('/pages?start=3&limit=3')).body).toMatchObject({ size: 2, nextPageStart: null });
});

test.each([
  ['Messages, newest first', 'Get messages before this message ID', 'edcba'],
  ['Messages, newest first', 'A cursor: the page that ends before the message with this ID.', 'ed'],
  ['Messages', 'Get messages before this message ID', 'ab'],
])('%s: before, "%s", leads to older items where the newest is first', async (order, before, expected) => {
  const Message = object({ id: { type: 'string', readOnly: true }, text }, ['id', 'text']);
  const { get, send } = await servePaths({
    '/messages': {
      get: operation(listOf(Message), {
        description: order,
        parameters: [inQuery('before', text, { description: before }), inQuery('after'), inQuery('limit', integer)],
      }),
      post: operation(Message, { takes: object({ text }, ['text']), status: 201 }),
    },
  });
  for (const sent of 'abcde') await send('POST', '/messages', { text: sent });
  const seen: string[] = [];
  let query: string | undefined = '';
  while (query !== undefined) {
    const { body } = await get(`/messages?limit=2${query}`);
    seen.push(...body.map(({ text: shown }: { readonly text: string }) => shown));
    query = body.length < 2 ? undefined : `&before=${body.at(-1).id}`;
    if (seen.length > 5) break;
  }
  expect([...new Set(seen)].join('')).toBe(expected);
});

test.each([
  ['', [1]],
  ['?include_retired=true', [1, 2]],
  ['?include_retired=false', [1]],
])('what a list has only if it is asked for is not there otherwise: %s', async (query, ids) => {
  const Font = object({ id: integer, retired: { type: 'boolean' } }, ['id', 'retired']);
  const { get } = await servePaths(
    {
      '/fonts': {
        get: operation(listOf(ref('Font')), { parameters: [inQuery('include_retired', { type: 'boolean' })] }),
      },
      '/fonts/{id}': { get: operation(ref('Font')) },
    },
    { Font },
    {
      data: {
        fonts: [
          { id: 1, retired: false },
          { id: 2, retired: true },
        ],
      },
    },
  );
  expect((await get(`/fonts${query}`)).body.map(({ id }: { readonly id: number }) => id)).toEqual(ids);
});

test('the address of the previous page is written as that of the next, whose example shows it', async () => {
  const Thing = object({ id: integer, name: text }, ['id', 'name']);
  const meta = object({ next_page: nullable, prev_page: nullable }, ['next_page', 'prev_page']);
  const schema = object({ things: listOf(Thing), meta }, ['things', 'meta']);
  const example = { things: [], meta: { next_page: '?page=3', prev_page: null } };
  const list = {
    parameters: [inQuery('page', integer), inQuery('per_page', integer)],
    responses: { 200: { description: 'Fine.', content: { 'application/json': { schema, example } } } },
  };
  const things = [1, 2, 3].map((id) => ({ id, name: `n${id}` }));
  const { get } = await servePaths(
    { '/things': { get: list }, '/things/{id}': { get: operation(Thing) } },
    {},
    { data: { things } },
  );
  expect((await get('/things?page=2&per_page=1')).body.meta).toEqual({
    next_page: '?page=3&per_page=1',
    prev_page: '?page=1&per_page=1',
  });
});

test('another path in the response does not say how the address of a page is written', async () => {
  const Thing = object({ id: integer, name: text }, ['id', 'name']);
  const page = object({
    things: listOf(Thing),
    next: { type: 'string' },
    path: { type: 'string', example: '/things' },
  });
  const list = operation(page, { parameters: [inQuery('page', integer), inQuery('limit', integer)] });
  const things = [1, 2].map((id) => ({ id, name: `n${id}` }));
  const paths = { '/things': { get: list }, '/things/{id}': { get: operation(Thing) } };
  const { get } = await servePaths(paths, {}, { data: { things } });
  expect((await get('/things?limit=1')).body.next).toBe('http://vivarium.test/things?limit=1&page=2');
});

test.each([
  ['', [1, 2]],
  ['?with_photos=true', [2]],
  ['?with_photos=false', [1, 2]],
])('what has something is listed unless it alone is asked for: %s', async (query, ids) => {
  const Home = object({ id: integer, photos: { type: 'boolean' } }, ['id', 'photos']);
  const parameters = [inQuery('with_photos', { type: 'boolean' })];
  const paths = {
    '/homes': { get: operation(listOf(Home), { parameters }) },
    '/homes/{id}': { get: operation(Home) },
  };
  const homes = [1, 2].map((id) => ({ id, photos: id === 2 }));
  const { get } = await servePaths(paths, {}, { data: { homes } });
  expect((await get(`/homes${query}`)).body.map(({ id }: { readonly id: number }) => id)).toEqual(ids);
});

test.each(['max_id', 'until_id'])('%s leads to the older items', async (name) => {
  const items = [1, 2, 3].map((day) => ({ id: String(day), at: `2030-01-0${day}T00:00:00Z` }));
  const Item = object({ id: text, at: text }, ['id']);
  const { get } = await servePaths(
    {
      '/items': {
        get: operation(listOf(ref('Item')), { parameters: [limit, inQuery(name), inQuery('since_id')] }),
        post: saving(ref('Item')),
      },
    },
    { Item },
    { data: { items } },
  );
  expect((await get(`/items?${name}=3`)).body).toEqual(items.slice(0, 2));
});

test('what leads to older items is the id of the last of a page, where the parameter takes ids', async () => {
  const Message = object({ id: integer, text }, ['id', 'text']);
  const beside = object({ next_before: { type: ['integer', 'null'] } }, ['next_before']);
  const parameters = [limit, inQuery('before', integer, { description: 'Only messages before this id.' })];
  const answer = object({ messages: listOf(Message), meta: beside }, ['messages', 'meta']);
  const list = { ...operation(answer, { parameters }), summary: 'Messages, newest first' };
  const messages = [1, 2, 3].map((id) => ({ id, text: 'x' }));
  const { get } = await servePaths(
    { '/messages': { get: list }, '/messages/{id}': { get: operation(Message) } },
    {},
    { data: { messages } },
  );
  expect((await get('/messages?limit=2')).body.meta).toEqual({ next_before: 2 });
  expect((await get('/messages?limit=2&before=2')).body).toEqual({
    messages: [{ id: 1, text: 'x' }],
    meta: { next_before: null },
  });
});
