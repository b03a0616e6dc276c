import { describe, expect, test } from 'vitest';
import {
  continuationNames,
  pagingFor,
  type ResponseCursors,
} from '../../../../src/openapi/resources/describe/list-parameters.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';
import { boundIn, listBindingOf, listOfItems, saving, serviceFor, Thing, things } from '../small.ts';

const listed = (answer: object, path = '/things', parameters: readonly object[] = []) =>
  serviceFor({
    [path]: { get: operation(answer, { parameters }) },
    [`${path}/{thingId}`]: { get: operation(ref('Thing')) },
  });

/** The list of things with these parameters. */
const thingsWith = (...parameters: readonly object[]) =>
  listBindingOf(listed(things, '/things', parameters), 'GET /things');

test.each([
  ['a bare list', things, []],
  ['the plural of the path', object({ things, total: integer }), ['things']],
  ['the same in another spelling', object({ Things: things, other: listOf(object({ a: text })) }), ['Things']],
  ['what ends in the plural', object({ all_things: things, total: integer }), ['all_things']],
  ['a usual name', object({ meta: object({ a: text }), results: things }), ['results']],
  ['the first of the usual names', object({ items: listOf(object({ a: text })), data: things }), ['data']],
  ['the only list of objects beside page metadata', object({ x: things, nextPage: text }), ['x']],
  ['a nested envelope', object({ data: object({ items: things, total: integer }) }), ['data', 'items']],
  [
    'an envelope of links and embedded items',
    object({ _embedded: object({ things }), _links: object({}) }),
    ['_embedded', 'things'],
  ],
])('the items of a list are found in %s', (_name, answer, path) => {
  expect(listBindingOf(listed(answer), 'GET /things').view).toMatchObject({ path, projection: undefined });
});

test.each([
  ['an object with an id of its own and a list in it', object({ id: integer, parts: things })],
  ['two lists of unknown names', object({ x: things, y: things })],
  ['a list of texts', object({ things: listOf(text) })],
])('%s is not a list', (_name, answer) => {
  expect(listed(answer).operations[0]?.binding?.action).not.toBe('list');
});

test('a generic list wrapper has the item schema of its reference', () => {
  const wrapper = object({ data: listOf({ type: 'object' }), total: integer });
  const wrapped = (name: string) => ({ allOf: [ref('Wrapper'), object({ data: listOf(ref(name)) })] });
  const service = serviceFor(
    {
      '/things': { get: operation(wrapped('Thing')), post: saving(ref('Thing')) },
      '/shops': { get: operation(wrapped('Shop')) },
    },
    { Wrapper: wrapper, Shop: object({ id: integer, street: text }) },
  );
  const things = { 'GET /things': 'things.list', 'POST /things': 'things.create' };
  expect(boundIn(service)).toEqual({ ...things, 'GET /shops': 'shops.list' });
  expect(listBindingOf(service, 'GET /shops').collection.properties).toEqual(new Set(['id', 'street']));
});

test('a list of partial items shows only declared properties', () => {
  const { view } = listBindingOf(listed(listOf(object({ id: integer, name: text }, ['name']))), 'GET /things');
  expect(view.projection).toMatchObject({ properties: new Set(['id', 'name']), required: ['name'] });
});

describe('pages are requested with', () => {
  const paged = (...parameters: readonly object[]) => thingsWith(...parameters).paging;
  const numbers = (...names: readonly string[]) => names.map((name) => inQuery(name, integer));
  const byPage = { style: 'page', size: 1, from: 0, defaultSize: 20, firstPage: 1 };

  test('nothing', () => {
    expect(paged(inQuery('size'))).toBeUndefined();
    expect(paged(inQuery('from'), inQuery('start', { ...text, default: '2024-01-01' }))).toBeUndefined();
    expect(paged(inQuery('page', { type: 'string', format: 'uri' }))).toBeUndefined();
    expect(paged(inQuery('page', { type: 'string', enum: ['first', 'last'] }))).toBeUndefined();
  });

  test.each([
    [
      'limit and offset',
      [inQuery('limit', { type: 'integer', default: 50 }), inQuery('offset', integer)],
      { style: 'offset', size: 0, from: 1, defaultSize: 50 },
    ],
    ['first and max', numbers('first', 'max'), { style: 'offset', size: 1, from: 0, defaultSize: 20 }],
    ['first alone', numbers('first'), { style: 'none', size: 0 }],
    [
      'a size and a token',
      [inQuery('$maxpagesize', integer), inQuery('$skiptoken')],
      { style: 'cursor', size: 0, from: 1 },
    ],
    ['page and size in an object of pagination', numbers('pagination[page]', 'pagination[pageSize]'), byPage],
    ['page and per_page', numbers('page', 'per_page'), byPage],
    [
      'a page that begins with 0',
      [inQuery('page', { type: 'integer', minimum: 0 }), inQuery('size', integer)],
      { style: 'page', firstPage: 0 },
    ],
    ['page[number] and page[size]', numbers('page[number]', 'page[size]'), { style: 'page', size: 1, from: 0 }],
    [
      'a cursor',
      [inQuery('cursor'), inQuery('limit', { type: 'integer', maximum: 10 })],
      { style: 'cursor', from: 0, cursor: 'opaque', defaultSize: 10 },
    ],
    [
      'the id of the last item',
      [inQuery('starting_after'), inQuery('ending_before'), inQuery('limit', integer)],
      { style: 'cursor', from: 0, before: 1, cursor: 'id' },
    ],
    [
      'numbers that are declared as texts',
      [inQuery('page', { type: 'string', default: '0' }), inQuery('limit', { type: 'string', default: '7' })],
      { style: 'page', size: 1, from: 0, defaultSize: 7, firstPage: 0 },
    ],
    ['a count and an offset in texts', [inQuery('count'), inQuery('offset')], { style: 'offset', size: 0, from: 1 }],
    ['take and skip in texts', [inQuery('take'), inQuery('skip')], { style: 'offset', size: 0, from: 1 }],
    [
      'a size in a text beside a page',
      [inQuery('size'), inQuery('page', integer)],
      { style: 'page', size: 0, from: 1 },
    ],
    ['a text with a number by default', [inQuery('p', { ...text, default: '1' })], { style: 'page', from: 0 }],
    [
      'a text start with a number by default',
      [inQuery('start', { ...text, default: '0' })],
      { style: 'offset', from: 0 },
    ],
    ['a count alone in a text', [inQuery('count')], { style: 'none', size: 0 }],
    ['a size alone', [inQuery('limit', integer)], { style: 'none', size: 0, defaultSize: undefined }],
  ])('%s', (_name, parameters, expected) => {
    expect(paged(...parameters)).toMatchObject(expected);
  });

  test('no text that is a property of the items', () => {
    const Item = object({ id: integer, count: text, size: text });
    expect(listOfItems(Item, inQuery('count'), inQuery('size'), inQuery('page')).paging).toMatchObject({
      style: 'page',
      size: undefined,
    });
  });

  test('a size in a text also if responses have cursors', () => {
    const answer = object({ things, next_cursor: text });
    const { paging } = listBindingOf(listed(answer, '/things', [inQuery('limit'), inQuery('cursor')]), 'GET /things');
    expect(paging).toMatchObject({ style: 'cursor', size: 0, from: 1 });
  });

  test('after is a cursor if responses have cursors', () => {
    const answer = object({ things, page: object({ endCursor: text, hasNextPage: boolean }) });
    const service = listed(answer, '/things', [inQuery('after'), inQuery('limit', integer)]);
    expect(listBindingOf(service, 'GET /things').paging).toMatchObject({ cursor: 'opaque' });
  });

  test('a cursor whose example and default mean the first page', () => {
    const cursor = inQuery('cursor', { type: 'string', default: '0' }, { example: 'abc' });
    const before = inQuery('before', { type: 'string', examples: ['def'] });
    expect(paged(cursor, before, inQuery('limit', integer))?.firstCursors).toEqual(new Set(['abc', '0', 'def']));
    expect(paged(inQuery('page', { type: 'integer', example: 3 }))?.firstCursors).toEqual(new Set());
  });

  test('a date is not a cursor', () => {
    expect(paged(inQuery('after', { type: 'string', format: 'date-time' }))).toBeUndefined();
  });
});

describe('a filter parameter is', () => {
  const Event = object({
    id: integer,
    status: text,
    ownerId: integer,
    is_active: boolean,
    price: { type: 'number' },
    createdAt: { type: 'string', format: 'date-time' },
    title: text,
    place: object({ city: text }),
    tags: listOf(text),
    guests: listOf(object({ id: integer, age: integer })),
    seats: listOf(object({ row: integer })),
    labelList: listOf({}),
    fields: listOf(text),
  });
  const filtersOf = (...parameters: readonly object[]) =>
    listOfItems(Event, ...parameters).filters.map(({ child, property, comparison }) => [
      ...(child === undefined ? [] : [child]),
      property,
      comparison,
    ]);

  test.each([
    ['status', ['status', 'equals']],
    ['statuses', ['status', 'equals']],
    ['Status', ['status', 'equals']],
    ['owner_id', ['ownerId', 'equals']],
    ['owner', ['ownerId', 'equals']],
    ['price[gte]', ['price', 'at-least']],
    ['price_lt', ['price', 'less']],
    ['min_price', ['price', 'at-least']],
    ['max_price', ['price', 'at-most']],
    ['created_after', ['createdAt', 'more']],
    ['createdBefore', ['createdAt', 'less']],
    ['title_contains', ['title', 'contains']],
    ['tags', ['tags', 'includes']],
    ['tag', ['tags', 'includes']],
    ['guest', ['guests', 'includes']],
    ['price[gt]', ['price', 'more']],
    ['price__gt', ['price', 'more']],
    ['price.lte', ['price', 'at-most']],
    ['price_lte', ['price', 'at-most']],
    ['price[lt]', ['price', 'less']],
    ['price_min', ['price', 'at-least']],
    ['price-max', ['price', 'at-most']],
    ['created_since', ['createdAt', 'at-least']],
    ['created_FROM', ['createdAt', 'at-least']],
    ['created_until', ['createdAt', 'at-most']],
    ['created_to', ['createdAt', 'at-most']],
    ['created_BEFORE', ['createdAt', 'less']],
    ['title_LIKE', ['title', 'contains']],
    ['fromCreated', ['createdAt', 'at-least']],
    ['since_created', ['createdAt', 'at-least']],
    ['until_created', ['createdAt', 'at-most']],
    ['to.created', ['createdAt', 'at-most']],
    ['maxPrice', ['price', 'at-most']],
    ['untilCreated', ['createdAt', 'at-most']],
    ['priceMin', ['price', 'at-least']],
    ['maxprice', ['price', 'at-most']],
    ['priceLte', ['price', 'at-most']],
    ['title_contains_', ['title', 'contains']],
    ['createdTo', ['createdAt', 'at-most']],
    ['id', ['id', 'equals']],
  ])('%s', (name, expected) => {
    expect(filtersOf(inQuery(name))).toEqual([expected]);
  });

  test('each property of an object', () => {
    const filter = inQuery('filter', object({ status: text, unknown: text }), { style: 'deepObject' });
    expect(filtersOf(filter)).toEqual([['status', 'status', 'equals']]);
  });

  test.each<[object, string | undefined]>([
    [{ from: integer, to: integer }, undefined],
    [{ from: text, size: integer, before: text, after: text }, undefined],
    [{ from: integer, limit: integer }, 'offset'],
    [{ limit: integer, status: text }, 'none'],
    [{ page: integer, status: text }, 'page'],
  ])('not as the page in an object of filters, unless it states one: %j, %s', (properties, style) => {
    const filter = inQuery('filter', object(properties), { style: 'deepObject' });
    expect(thingsWith(filter).paging?.style).toBe(style);
  });

  test('the first two hundred properties of an object: there may be a thousand in each of a thousand parameters', () => {
    const others = Array.from({ length: 199 }, (_, index) => [`other${index}`, text]);
    const objectOf = (...entries: readonly unknown[][]) =>
      inQuery('filter', object(Object.fromEntries(entries)), { style: 'deepObject' });
    expect(filtersOf(objectOf(...others, ['status', text]))).toEqual([['status', 'status', 'equals']]);
    expect(filtersOf(objectOf(...others, ['more', text], ['status', text]))).toEqual([]);
  });

  test.each([
    ...['price_gt_x', 'price_lte_x', 'price_lt_x', 'price_after_x', 'created_before_x', 'price_min_x', 'price_max_x'],
    ...['created_gteAt', 'created_gtAt', 'created_lteAt', 'created_ltAt', 'created_afterAt', 'created_beforeAt'],
    ...['created_sinceAt', 'created_untilAt', 'xfrom_created', 'xuntil_created'],
    ...['title_like_x', 'xmin_price', 'xmax_price', 'price_contains', 'gte', 'is', 'status_after'],
    ...['place', 'fields', 'title_after', 'seat', 'seats', 'label'],
  ])('not applied for %s', (name) => {
    expect(filtersOf(inQuery(name))).toEqual([]);
  });

  test.each(['include', 'includes', 'expand', 'embed', 'select', 'with'])(
    'not applied for %s, which selects properties',
    (name) => {
      expect(listOfItems(object({ id: integer, [name]: listOf(text) }), inQuery(name)).filters).toEqual([]);
    },
  );

  test.each(['name', 'id', 'slug', 'label'])('applied to objects in a list by their %s', (label) => {
    const lists = { marks: listOf(object({ [label]: text })), stars: listOf(object({ size: integer })) };
    const { filters } = listOfItems(object({ id: integer, ...lists }), inQuery('mark'), inQuery('star'));
    expect(filters).toMatchObject([{ parameter: 0, property: 'marks', comparison: 'includes' }]);
  });

  test.each(['dueAt', 'dueDate', 'dateDue', 'due_on'])('applied to the date %s without its ending', (name) => {
    const note = { type: 'string', format: 'candidate' };
    const Task = object({ id: integer, [name]: { type: 'string', format: 'date' }, due: text, note });
    const { filters } = listOfItems(Task, inQuery('due_after'), inQuery('note_after'));
    expect(filters).toMatchObject([{ property: name, comparison: 'more' }]);
  });
});

test.each([
  ['a text that responses continue', text, text, 'cursor', 'opaque'],
  ['a number', integer, text, 'offset', 'opaque'],
  ['a text that no response contains', text, undefined, 'offset', 'opaque'],
])('an offset is %s', (_name, parameter, next, style, cursor) => {
  const answer = object({ things, ...(next && { next_page: object({ offset: next }) }) });
  const service = listed(answer, '/things', [inQuery('limit', integer), inQuery('offset', parameter)]);
  const { paging } = listBindingOf(service, 'GET /things');
  expect(paging).toMatchObject({ style, cursor });
  expect(paging?.firstCursors).toEqual(style === 'cursor' ? 'any' : new Set());
});

test('sort and search are distinguished from filters', () => {
  const parameters = [inQuery('q'), inQuery('sort_by'), inQuery('order', { type: 'string', enum: ['asc', 'desc'] })];
  const { search, sort, filters } = thingsWith(...parameters);
  expect([search, sort?.by, sort?.direction, filters]).toEqual([0, 1, 2, []]);
  expect(sort?.properties.get('userid')).toBe('userId');
});

describe('a list is', () => {
  const directions = { type: 'string', enum: ['asc', 'desc'] };

  test.each([...['q', 'query', 'search', 'searchTerm', 'search_text', 'searchQuery', 'keyword', 'keywords', 'term']])(
    'searched by %s',
    (name) => {
      expect(thingsWith(inQuery(name))).toMatchObject({ search: 0, filters: [] });
    },
  );

  test('not searched by a property, a list or a header', () => {
    const parameters = [inQuery('term'), inQuery('search', listOf(text)), { ...inQuery('q'), in: 'header' }];
    const list = listOfItems(object({ id: integer, term: text }), ...parameters);
    expect(list).toMatchObject({ search: undefined, filters: [{ property: 'term' }] });
  });

  test.each(['sort', 'sortBy', 'order_by', 'ordering', 'order', 'sortField', 'sort_column', 'sortKey'])(
    'sorted by %s',
    (name) => {
      expect(thingsWith(inQuery(name)).sort).toMatchObject({ by: 0, direction: undefined });
    },
  );

  test.each(['order', 'sortOrder', 'direction', 'sort_direction', 'sortDir', 'orderDirection', 'dir', 'order_dir'])(
    'sorted in the direction of %s',
    (name) => {
      expect(thingsWith(inQuery('sort'), inQuery(name, directions)).sort).toMatchObject({ by: 0, direction: 1 });
      expect(thingsWith(inQuery(name, directions)).sort).toMatchObject({ by: undefined, direction: 0 });
    },
  );

  test('sorted in a direction only if its values are directions', () => {
    const direction = (...values: readonly string[]) =>
      thingsWith(inQuery('sort'), inQuery('direction', { type: 'string', enum: values })).sort?.direction;
    expect(direction('ascending', 'DESCENDING')).toBe(1);
    expect(direction('asc', 'north')).toBeUndefined();
    expect(direction('asc', 'descend')).toBeUndefined();
    expect(direction('nasc', 'desc')).toBeUndefined();
    expect(thingsWith(inQuery('direction')).sort?.direction).toBeUndefined();
  });

  test('paged by a page number rather than by an offset', () => {
    const paging = (...parameters: readonly object[]) => thingsWith(...parameters).paging;
    expect(paging(inQuery('offset', integer), inQuery('page', integer))).toMatchObject({ style: 'page', from: 1 });
    const opaque = { from: 0, cursor: 'opaque' };
    expect(paging(inQuery('page', integer), inQuery('cursor'))).toMatchObject({ style: 'page', ...opaque });
    expect(paging(inQuery('offset', integer), inQuery('after'))).toMatchObject({ style: 'offset', ...opaque });
    expect(paging({ ...inQuery('limit', integer), in: 'header' })).toBeUndefined();
  });

  test('paged with the documented size, or with at most 20 items', () => {
    const sizeWith = (schema: object, ...others: readonly object[]) =>
      thingsWith(inQuery('limit', schema), ...others).paging?.defaultSize;
    const page = inQuery('page', integer);
    expect(sizeWith({ type: 'integer', default: 7 })).toBe(7);
    expect(sizeWith({ type: 'integer', default: 0, maximum: 9 }, page)).toBe(9);
    expect(sizeWith({ type: 'integer', maximum: 100 }, page)).toBe(20);
    expect(sizeWith({ type: 'integer', maximum: 0 }, page)).toBe(20);
    expect(sizeWith({ type: 'integer', maximum: 9 })).toBeUndefined();
    expect(thingsWith(page).paging?.defaultSize).toBe(20);
  });

  test('paged from page 1, or from page 0 if the document states it', () => {
    const firstPage = (schema: object) => thingsWith(inQuery('page', schema)).paging?.firstPage;
    expect(firstPage(integer)).toBe(1);
    expect(firstPage({ type: 'integer', default: 0 })).toBe(0);
    expect(firstPage({ type: 'integer', minimum: 0 })).toBe(0);
    expect(firstPage({ type: 'integer', minimum: 0, default: 1 })).toBe(1);
    expect(firstPage({ type: 'integer', minimum: 1 })).toBe(1);
  });

  test('paged back by before beside a size or a cursor, and filtered by it otherwise', () => {
    const Entry = object({ id: integer, before: text });
    const filtersWith = (...parameters: readonly object[]) =>
      listOfItems(Entry, inQuery('before'), ...parameters).filters.length;
    expect([filtersWith(), filtersWith(inQuery('limit', integer)), filtersWith(inQuery('cursor'))]).toEqual([1, 0, 0]);
  });

  test('neither sorted nor searched without such a parameter', () => {
    expect(thingsWith(inQuery('kind'))).toMatchObject({ sort: undefined, search: undefined, paging: undefined });
  });

  test('paged by an offset if the cursor of the request is in no response', () => {
    const styleWith = (more: object, ...parameters: readonly object[]) =>
      listBindingOf(listed(object({ things, ...more }), '/things', parameters), 'GET /things').paging?.style;
    const [offset, cursor] = [inQuery('offset', integer), inQuery('cursor')];
    expect(styleWith({ total: integer }, offset, cursor)).toBe('offset');
    expect(styleWith({ next_cursor: text }, offset, cursor)).toBe('cursor');
    expect(styleWith({ next_cursor: text }, offset)).toBe('offset');
  });

  test('not paged by a date, whatever the format is called', () => {
    const pagingBy = (format: string) => thingsWith(inQuery('after', { type: 'string', format })).paging;
    expect(pagingBy('date')).toBeUndefined();
    expect(pagingBy('candidate')).toMatchObject({ style: 'cursor' });
  });

  test('paged back by a cursor only if it is paged by one, or has a size', () => {
    const paging = (...parameters: readonly object[]) => thingsWith(...parameters).paging;
    expect(paging(inQuery('before'))).toBeUndefined();
    expect(paging(inQuery('before'), inQuery('limit', integer))).toMatchObject({ style: 'none', before: undefined });
    expect(paging(inQuery('cursor'), inQuery('before', { type: 'string', format: 'date' }))?.before).toBeUndefined();
  });
});

test('an order parameter without directions is the sort property', () => {
  expect(thingsWith(inQuery('order')).sort).toMatchObject({ by: 0, direction: undefined });
});

test('headers are page metadata beside the items', () => {
  const get = {
    ...operation(things),
    responses: {
      200: {
        description: '',
        headers: { 'X-Total-Count': { schema: integer }, Link: { schema: text }, ETag: { schema: text } },
        content: { 'application/json': { schema: things } },
      },
    },
  };
  const service = serviceFor({ '/things': { get, post: saving(Thing) } });
  expect(listBindingOf(service, 'GET /things').view.headers).toEqual([
    { name: 'X-Total-Count', fact: 'total' },
    { name: 'Link', fact: 'links' },
  ]);
});

const { schemas, describe: describeSchema, keyOf } = readSchemas();

type Declared = Readonly<{ name: string; in: string; schema: object }>;

const listWith = (...declared: readonly Declared[]) => ({
  parameters: declared.map(({ name, in: location, schema }) => ({
    name,
    in: location as 'query',
    default: (schema as { readonly default?: number }).default,
    values: undefined,
  })),
  keys: declared.map(({ schema }) => keyOf(schema)),
  examples: declared.map(() => undefined),
  ...{ texts: [], said: '' },
});

type IdTypes = Parameters<typeof pagingFor>[3];

const pagingWith = (
  declared: readonly Declared[],
  { cursors, idTypes }: { readonly cursors?: Partial<ResponseCursors>; readonly idTypes?: IdTypes } = {},
) =>
  pagingFor(
    listWith(...declared),
    schemas,
    cursors && { parameter: undefined, areNumbers: false, areIds: false, ...cursors },
    idTypes,
  );

describe('an offset counts from', () => {
  const count = inQuery('count', integer);
  const from = (name: string, schema: object, ...others: readonly Declared[]) =>
    pagingWith([inQuery(name, { ...integer, ...schema }), ...others])?.firstOffset;

  test('one, in SCIM', () => {
    expect(from('startIndex', {}, count)).toBe(1);
    expect(from('startIndex', { default: 0 }, count)).toBeUndefined();
    expect(from('startIndex', {}, inQuery('limit', integer))).toBeUndefined();
    expect(from('startIndex', {})).toBeUndefined();
    expect(from('offset', {}, count)).toBeUndefined();
  });

  test('one, if that is its default, or its minimum', () => {
    expect(from('offset', { default: 1 })).toBe(1);
    expect(from('offset', { minimum: 1 })).toBe(1);
    expect(from('offset', { minimum: 1, default: 0 })).toBeUndefined();
    expect(from('offset', { minimum: 0 })).toBeUndefined();
    expect(from('offset', { default: 10 })).toBeUndefined();
  });
});

describe('a cursor is', () => {
  const kindOf = (...given: Parameters<typeof pagingWith>) => pagingWith(...given)?.cursor;
  const integers: IdTypes = new Set(['integer']);

  test.each<[string, object, IdTypes, string | undefined]>([
    ['cursor', text, integers, 'opaque'],
    ['cursor', integer, integers, 'order'],
    ['after', text, integers, 'id'],
    ['after', integer, integers, 'id'],
    ['after', integer, new Set(['string']), 'order'],
    ['after', integer, new Set(), 'order'],
    ['after', integer, undefined, 'order'],
    ['cursor', { type: 'string', format: 'uuid' }, undefined, 'id'],
  ])('%s %j, beside the ids %j: %s', (name, schema, idTypes, kind) => {
    expect(kindOf([inQuery(name, schema)], { idTypes })).toBe(kind);
  });

  test('a number, if the one that leads back is', () => {
    expect(kindOf([inQuery('cursor'), inQuery('before', integer)])).toBe('order');
    expect(kindOf([inQuery('cursor'), inQuery('before')])).toBe('opaque');
  });

  test('unknown, if the list has no cursor, whatever its responses contain', () => {
    expect(pagingWith([inQuery('page', integer)], { cursors: { areIds: true } })).toMatchObject({
      style: 'page',
      cursor: 'opaque',
      firstCursors: new Set(),
    });
  });

  test('a token, if responses contain cursors', () => {
    expect(pagingWith([inQuery('token')], { cursors: {} })).toMatchObject({ style: 'cursor', from: 0 });
    expect(pagingWith([inQuery('token')])).toBeUndefined();
    expect(pagingWith([inQuery('token', integer)], { cursors: {} })).toBeUndefined();
  });

  test('used before the number of a page, if responses contain cursors', () => {
    const parameters = [inQuery('page', integer), inQuery('cursor')];
    expect(pagingWith(parameters, { cursors: {} })).toMatchObject({ style: 'cursor', from: 1 });
    expect(pagingWith(parameters)).toMatchObject({ style: 'page', from: 0 });
  });

  test('without a value at the start, unless the document gives one', () => {
    expect(pagingWith([inQuery('cursor')])?.firstCursors).toEqual(new Set());
    expect(pagingWith([inQuery('cursor', { ...text, default: '*' })])?.firstCursors).toEqual(new Set(['*']));
  });
});

test('a parameter in a header selects no page', () => {
  expect(pagingWith([{ ...inQuery('page', integer), in: 'header' }])).toBeUndefined();
});

test('an offset beside a page number is a filter', () => {
  const Item = object({ id: integer, start: integer });
  const { filters, paging } = listOfItems(Item, inQuery('page', integer), inQuery('start', integer));
  expect(paging).toMatchObject({ style: 'page', from: 0 });
  expect(filters).toMatchObject([{ property: 'start', parameter: 1 }]);
});

test('a parameter may take the cursors of responses, unless it has another meaning', () => {
  const item = describeSchema(keyOf(object({ id: integer, kind: text })));
  const list = listWith(
    ...[inQuery('state'), inQuery('kind'), inQuery('limit', integer), inQuery('page', integer), inQuery('sort')],
    ...[inQuery('offset', integer), inQuery('start', {}), inQuery('skip'), { ...inQuery('trace'), in: 'header' }],
  );
  expect(continuationNames(list, item, schemas)).toEqual(new Set(['state', 'skip']));
  expect(continuationNames(list, undefined, schemas)).toEqual(new Set(['state', 'kind', 'skip']));
});

describe('a parameter about a date', () => {
  const day = { type: 'string', format: 'date' };
  const time = { type: 'string', format: 'date-time' };
  const filterOf = (properties: object, name: string, schema: object = text) => {
    const [filter] = listOfItems(
      object({ id: integer, created_at: time, ...properties }),
      inQuery(name, schema),
    ).filters;
    return filter && [filter.property, filter.comparison];
  };

  test.each<[string, string, object, object, unknown]>([
    ['is its day', 'date', { show_time: time }, text, ['show_time', 'contains']],
    ['is its day, if it has no time', 'day', { heldOn: day }, text, ['heldOn', 'equals']],
    ['is the first', 'startDate', { heldOn: day }, text, ['heldOn', 'at-least']],
    ['is the first, in short', 'from', { heldOn: day }, day, ['heldOn', 'at-least']],
    ['is the last', 'date_to', { heldOn: day }, text, ['heldOn', 'at-most']],
    ['is the last, in short', 'until', { heldOn: day }, time, ['heldOn', 'at-most']],
    ['may be a place', 'from', { heldOn: day }, text, undefined],
    ['is no number', 'date', { heldOn: day }, integer, undefined],
    ['may be one of two', 'date', { heldOn: day, plannedFor: day }, text, undefined],
    ['is not that of a birth', 'date', { birthDate: day }, text, undefined],
    ['is not that of its end', 'since', { closed_at: time }, time, ['created_at', 'at-least']],
    ['is the first of several', 'dateFrom', { issuedOn: day, dueOn: day }, text, ['issuedOn', 'at-least']],
    ['is the beginning, of a range', 'end_time', { startsAt: time, endsAt: time }, text, ['startsAt', 'at-most']],
    ['is that of the creation', 'end_date', { updated_at: time }, day, ['created_at', 'at-most']],
    ['is its date rather than another', 'min_date', { dueOn: day, date: day }, day, ['date', 'at-least']],
    ['is not that of what was done with it', 'date', { heldOn: day, paidOn: day }, text, ['heldOn', 'equals']],
    [
      'is one that each item has',
      'from',
      { heldOn: { ...day, type: ['string', 'null'] } },
      day,
      ['created_at', 'at-least'],
    ],
  ])('%s', (_what, name, properties, schema, expected) => {
    expect(filterOf(properties, name, schema)).toEqual(expected);
  });

  test.each([
    ['status_filter', { status: text }, ['status', 'equals']],
    ['filterByStatus', { status: text }, ['status', 'equals']],
    ['filter_status', { status: text }, ['status', 'equals']],
    ['status[eq]', { status: text }, ['status', 'equals']],
    ['by_status', { status: text }, ['status', 'equals']],
    ['status__in', { status: text }, ['status', 'equals']],
    ['id_ne', {}, ['id', 'differs']],
    ['exclude_status', { status: text }, ['status', 'differs']],
    ['tag_name', { tags: listOf(text) }, ['tags', 'includes']],
    ['label_id', { labels: listOf(text) }, ['labels', 'includes']],
    ['name_prefix', { name: text }, ['name', 'starts']],
    ['title__startswith', { title: text }, ['title', 'starts']],
    ['letter', { title: text }, ['title', 'starts']],
    ['firstLetter', { name: text }, ['name', 'starts']],
    ['include_archived', { archived: { type: 'boolean' } }, ['archived', 'unset']],
    ['showHidden', { is_hidden: { type: 'boolean' } }, ['is_hidden', 'unset']],
    ['include', { archived: { type: 'boolean' } }, undefined],
  ])('%s', (name, properties, expected) => {
    expect(filterOf(properties, name)).toEqual(expected);
  });

  test.each([
    [{ type: 'string', format: 'decimal' }, ['cost', 'at-most']],
    [{ type: 'string', pattern: '^-?\\d{0,8}(?:\\.\\d{0,2})?$' }, ['cost', 'at-most']],
    [{ type: 'string', pattern: '^\\d+$' }, undefined],
    [{ type: 'string', pattern: '^v\\d+\\.\\d$' }, undefined],
  ])('an amount may be a text: %j', (cost, expected) => {
    expect(filterOf({ cost }, 'max_cost', { type: 'number' })).toEqual(expected);
  });
});
