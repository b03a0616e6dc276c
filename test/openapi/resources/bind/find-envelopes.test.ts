/** The page metadata that are recognised in the envelope of a list. */
import { describe, expect, test } from 'vitest';
import { createEnvelopes } from '../../../../src/openapi/resources/bind/find-envelopes.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';
import { servePaths } from '../served.ts';
import { listBindingOf, saving, things, thingsService } from '../small.ts';

/** `path fact` of each recognised property. */
const factsOf = (answer: object, parameters: readonly object[] = [inQuery('page', integer)]): readonly string[] => {
  const service = thingsService(operation(answer, { parameters }));
  return listBindingOf(service, 'GET /things').view.facts.map(({ path, fact }) => `${path.join('.')} ${fact}`);
};
const uri = { type: 'string', format: 'uri' };
const url = { type: 'string', format: 'url' };

test.each<[string, object, readonly string[]]>([
  ['around the items', object({ data: object({ things, total: integer }), ok: boolean }), ['data.total total']],
  ['not below the items', object({ data: object({ things, x: object({ total: integer }) }), ok: boolean }), []],
  [
    'not in an object beside the items with the name of theirs',
    object({ data: object({ things, meta: object({ things: object({ total: integer }) }) }), ok: boolean }),
    [],
  ],
  [
    'not in an object beside the wrapper of the items',
    object({ data: object({ things, total: integer }), other: object({ total: integer }) }),
    ['data.total total'],
  ],
])('page metadata are found %s', (_name, answer, expected) => {
  expect(factsOf(answer)).toEqual(expected);
});

test('next is a cursor if the list is paged by one, and a link otherwise', () => {
  const answer = object({ things, next: text, previous: text });
  expect(factsOf(answer, [inQuery('cursor')])).toEqual(['next next-cursor', 'previous previous-cursor']);
  expect(factsOf(answer)).toEqual(['next next-url', 'previous previous-url']);
  const inMeta = object({ things, meta: object({ next: text }), links: object({ next: text }) });
  expect(factsOf(inMeta, [inQuery('cursor')])).toEqual(['meta.next next-cursor', 'links.next next-url']);
});

test('a property with the name of the cursor is the next one', () => {
  const answer = object({ things, paging: object({ page_token: text, next_page_token: text }) });
  const facts = ['paging.page_token next-cursor', 'paging.next_page_token next-cursor'];
  expect(factsOf(answer, [inQuery('page_token')])).toEqual(facts);
});

test('a bare list has no page metadata', () => {
  expect(factsOf(things)).toEqual([]);
});

test.each<[string, object, readonly string[], string]>([
  ['null', { type: ['string', 'null'] }, [], 'null'],
  ['null, also if it is required', { type: ['string', 'null'] }, ['next_cursor'], 'null'],
  ['empty if it is required', text, ['next_cursor'], 'empty'],
  ['absent', text, [], 'absent'],
])('a property without a value is %s', (_name, schema, required, whenMissing) => {
  const service = thingsService(operation(object({ things, next_cursor: schema }, required)));
  expect(listBindingOf(service, 'GET /things').view.facts).toMatchObject([{ whenMissing }]);
});

test.each<[string, object, string]>([
  ['in an envelope', object({ things, meta: object({ next_cursor: text }) }), 'cursor'],
  ['not in a bare list', things, 'page'],
  ['not in another fact', object({ things, next: text }), 'page'],
])('a cursor is found %s', (_name, answer, style) => {
  const service = thingsService(operation(answer, { parameters: [inQuery('page', integer), inQuery('cursor')] }));
  expect(listBindingOf(service, 'GET /things').paging?.style).toBe(style);
});

const { schemas, describe: describeSchema, keyOf } = readSchemas();
const envelopes = createEnvelopes(schemas, describeSchema);
const listed = listOf(object({ id: integer, name: text }));

const propertiesOf = (beside: object, rest: { required?: readonly string[]; cursor?: string } = {}) => {
  const key = keyOf(object({ things: listed, ...beside }, rest.required));
  return envelopes.factsOf({ key, at: ['things'], noun: 'things', cursor: rest.cursor });
};
const namesOf = (...given: Parameters<typeof propertiesOf>) =>
  propertiesOf(...given).map(({ path, fact }) => `${path.join('.')} ${fact}`);

describe('a page property is', () => {
  test.each<[string, object, string | undefined]>([
    ['a text', text, 'text'],
    ['a text or null', { type: ['string', 'null'] }, 'text'],
    ['an integer', integer, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['both', { type: ['integer', 'string'] }, undefined],
    ['anything', {}, undefined],
  ])('%s', (_name, schema, type) => {
    expect(propertiesOf({ next_cursor: schema }, { cursor: 'cursor' })).toEqual([
      { path: ['next_cursor'], fact: 'next-cursor', type, whenMissing: expect.any(String), linkProperties: [] },
    ]);
  });

  test.each<[string, object]>([
    ['empty', text],
    ['empty', integer],
    ['empty', { type: 'integer', format: 'int64' }],
    ['following', { type: 'string', minLength: 1 }],
    ['following', { type: 'integer', minimum: 1 }],
    ['following', { type: 'string', pattern: '^c' }],
    ['following', { type: 'string', enum: ['a', 'b'] }],
    ['following', { type: 'integer', format: 'x-int' }],
    ['following', { type: 'string', format: 'password' }],
    ['following', { allOf: [text, { minLength: 1 }] }],
  ])('%s without a value, if it is required as %j', (whenMissing, schema) => {
    const [fact] = propertiesOf({ next_cursor: schema }, { required: ['next_cursor'], cursor: 'cursor' });
    expect(fact?.whenMissing).toBe(whenMissing);
  });

  test.each<[string, object, readonly string[], object]>([
    ['missing with the object around it', { type: 'object' }, [], { whenMissing: 'absent', around: ['next'] }],
    ['null with the object around it', { type: ['object', 'null'] }, [], { whenMissing: 'null', around: ['next'] }],
    ['empty in an object that is required', { type: 'object' }, ['next'], { whenMissing: 'empty' }],
  ])('%s', (_name, type, required, expected) => {
    const next = { ...object({ after: text }, ['after']), ...type };
    const [fact] = propertiesOf({ next }, { required });
    expect(fact).toMatchObject({ path: ['next', 'after'], fact: 'next-cursor', ...expected });
    expect(fact?.around).toEqual('around' in expected ? expected.around : undefined);
  });
});

test.each<[string, object, readonly string[]]>([
  ['beside the items', { total: integer, page: integer }, ['total total', 'page page']],
  ['in a container', { meta: object({ total: integer }) }, ['meta.total total']],
  ['in two containers', { meta: object({ paging: object({ total: integer }) }) }, ['meta.paging.total total']],
  [
    'not four containers deep',
    { meta: object({ meta: object({ meta: object({ meta: object({ total: integer }) }) }) }) },
    [],
  ],
  ['not in another object', { stats: object({ total: integer }) }, []],
  [
    'in the page of Spring',
    {
      sort: object({ empty: boolean, sorted: boolean, unsorted: boolean }),
      pageable: object({ offset: integer, paged: boolean, unpaged: boolean, sort: object({ unsorted: boolean }) }),
    },
    [
      ...['sort.empty is-unsorted', 'sort.sorted is-sorted', 'sort.unsorted is-unsorted', 'pageable.offset offset'],
      ...['pageable.paged is-paged', 'pageable.unpaged is-unpaged', 'pageable.sort.unsorted is-unsorted'],
    ],
  ],
  ['not in a flag that only looks like it', { paged: boolean, sorted: boolean }, []],
  [
    'in links',
    { links: object({ next: text, first: text, last: text, self: text }) },
    ['links.next next-url', 'links.first first-url', 'links.last last-url', 'links.self self-url'],
  ],
  ['in links of meta', { meta: object({ next: text, url: text }) }, ['meta.next next-url', 'meta.url self-url']],
  [
    'for cursors in meta',
    { meta: object({ next_cursor: text, prev_cursor: text }) },
    ['meta.next_cursor next-cursor', 'meta.prev_cursor previous-cursor'],
  ],
  [
    'in links with href',
    { _links: object({ next: object({ href: text }), about: object({ href: text }) }) },
    ['_links.next.href next-url'],
  ],
  [
    'in the parts of a direction',
    { paging: object({ next: object({ href: text, after: text }), prev: object({ before: text }) }) },
    ['paging.next.href next-url', 'paging.next.after next-cursor', 'paging.prev.before previous-cursor'],
  ],
  ['not in an href elsewhere', { related: object({ about: object({ href: text }) }) }, []],
  ['not in a thing named next', { next: object({ id: integer, cursor: text }) }, []],
  [
    'in an object with a cursor',
    { list_info: object({ next_cursor: text, size: integer }) },
    ['list_info.next_cursor next-cursor', 'list_info.size size'],
  ],
  [
    'in URLs',
    { next: uri, first: url, last_url: text, firstLink: text, prev_href: text, previousUri: text },
    [
      ...['next next-url', 'first first-url', 'last_url last-url'],
      ...['firstLink first-url', 'prev_href previous-url', 'previousUri previous-url'],
    ],
  ],
  ['in a text for the next page', { next: text }, ['next next-url']],
  [
    'not in a vague text',
    { first: text, last: text, url: text, current: text, page_curi: { type: 'string', format: 'curi' } },
    [],
  ],
  [
    'beside a link to the next page',
    { href: text, paging: object({ next: text, first: text, last: text }) },
    ['paging.next next-url', 'paging.first first-url', 'paging.last last-url'],
  ],
  ['in its own link beside the next', { href: text, next: uri }, ['href self-url', 'next next-url']],
  ['in the link to itself', { self: text }, ['self self-url']],
  ['in booleans', { last: boolean, has_more: boolean }, ['last is-last', 'has_more has-more']],
  ['in numbers that may be fractions', { total: { type: 'number' } }, ['total total']],
  ['not in lists', { next: listOf(text) }, []],
  ['without a type', { next_cursor: {} }, ['next_cursor next-cursor']],
  ['by the count beside a total', { count: integer, total: integer }, ['count count', 'total total']],
  ['not in the items themselves', { items: integer }, []],
  ['in links of another name', { page_links: object({ url: text }), link: object({ url: text }) }, []],
  ['not in a format that only ends like a URL', { current: { type: 'string', format: 'x-uri' } }, []],
  ['not in a name that only contains a URL', { url_current: text, first_link_x: text }, []],
  [
    'in links with href for any page',
    { _links: object({ first: object({ href: text }), last: object({ href: text }), self: object({ href: text }) }) },
    ['_links.first.href first-url', '_links.last.href last-url', '_links.self.href self-url'],
  ],
  ['as a cursor in links', { links: object({ next_cursor: text }) }, ['links.next_cursor next-cursor']],
  ['not as a cursor with the format of a URL', { next_cursor: uri }, []],
  ['not in a vague text with an unknown format', { first: { type: 'string', format: 'x-uri' } }, []],
  ['not in a number with the name of a cursor, unless pages have cursors', { next_cursor: integer }, []],
  ['not in another object with a cursor of no direction', { info: object({ cursor: text, total: integer }) }, []],
  ['not in another object about the next of something', { job: object({ next_run: text, total: integer }) }, []],
  ['not in a text of an object whose name only begins with links', { links_page: object({ url: text }) }, []],
  ['by the path of a page container in it', { links_page: object({ next: text }) }, ['links_page.next next-url']],
])('page metadata are found %s', (_name, beside, expected) => {
  expect(namesOf(beside)).toEqual(expected);
});

test.each([text, integer, boolean])('an inherited name is none of page metadata: %j', (type) => {
  expect(namesOf({ constructor: type })).toEqual([]);
});

test('a path beside the numbers of pages is the address of the list', () => {
  const numbers = { current_page: integer, last_page: integer, per_page: integer };
  expect(namesOf({ path: text, ...numbers })).toContain('path address');
  expect(namesOf({ path: text, current_page: integer })).not.toContain('path address');
});

test('a cursor may have the name of a link that its parameter has', () => {
  expect(namesOf({ next_link_token: text }, { cursor: 'linktoken' })).toEqual(['next_link_token next-cursor']);
});

test('a list of items with links has no page metadata', () => {
  const linked = listOf(object({ id: integer, href: text, rel: text }));
  const options = { at: ['items'], noun: 'things', cursor: undefined };
  expect(envelopes.factsOf({ ...options, key: keyOf(object({ items: linked })) })).toEqual([]);
  expect(envelopes.factsOf({ ...options, at: [], key: keyOf(linked) })).toEqual([]);
});

describe('a list of links', () => {
  const linksWith = (link: object, required: readonly string[] = []) =>
    propertiesOf({ links: listOf(object(link, required)) });

  test.each<[readonly string[], object, readonly string[]]>([
    [['href', 'rel'], { rel: text, href: text }, []],
    [['href', 'rel', 'method'], { rel: text, href: text, method: text, title: text }, ['rel', 'href', 'method']],
  ])('has the properties %j', (linkProperties, link, required) => {
    expect(linksWith(link, required)).toEqual([
      { path: ['links'], fact: 'link-list', type: undefined, whenMissing: 'absent', linkProperties },
    ]);
  });

  test.each<[object, 'absent' | 'null']>([
    [text, 'absent'],
    [{ type: ['string', 'null'] }, 'null'],
  ])('has the pages of Laravel, whose URL is %j', (url, whenMissing) => {
    const link = { url, label: text, active: boolean };
    const linkProperties = ['url', 'label', 'active'];
    const expected = { path: ['links'], fact: 'page-links', type: undefined, whenMissing, linkProperties };
    expect(linksWith(link, linkProperties)).toEqual([expected]);
    expect(linksWith({ ...link, kind: text }, ['kind'])).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    ['they have no relation', { href: text }, []],
    ['they have no URL', { rel: text }, []],
    ['they require another property', { href: text, rel: text, title: text }, ['href', 'title']],
    ['their relations are listed', { href: text, rel: { type: 'string', enum: ['parent'] } }, []],
  ])('is not recognised if %s', (_name, link, required) => {
    expect(linksWith(link, required)).toEqual([]);
  });

  test('is a list', () => {
    expect(propertiesOf({ links: listOf(text) })).toEqual([]);
    expect(propertiesOf({ links: { type: 'array' } })).toEqual([]);
    expect(propertiesOf({ links: { type: 'string', items: object({ href: text, rel: text }) } })).toEqual([]);
  });
});

test.each<[string, object, boolean]>([
  ['they have a URL', { additionalProperties: object({ href: text, title: text }) }, true],
  ['they have no URL', { additionalProperties: object({ title: text }) }, false],
  ['they require more', { additionalProperties: object({ href: text, title: text }, ['title']) }, false],
  ['they are texts', { additionalProperties: text }, false],
  ['nothing is said of them', {}, false],
])('links by their relations are those of the page if %s', (_name, links, isPage) => {
  const fact = { fact: 'link-map', type: undefined, whenMissing: 'absent', linkProperties: [] };
  expect(propertiesOf({ _links: { type: 'object', ...links } })).toEqual(isPage ? [{ path: ['_links'], ...fact }] : []);
  expect(propertiesOf({ things: { type: 'object', ...links } })).toEqual([]);
});

describe('the cursors in responses', () => {
  const queryOf = (parameters: readonly ReturnType<typeof inQuery>[]) => ({
    parameters: parameters.map(({ name }) => ({ name, in: 'query' as const, default: undefined, values: undefined })),
    keys: parameters.map(({ schema }) => keyOf(schema)),
    ...{ examples: [], texts: [], said: '' },
  });
  const cursorsIn = (beside: object, ...parameters: ReturnType<typeof inQuery>[]) =>
    envelopes.cursorsIn(keyOf(object({ things: listed, ...beside })), ['things'], queryOf(parameters), undefined);
  const page = inQuery('page', integer);

  test.each<[string, object]>([
    ['a text', { next_cursor: text }],
    ['the cursor of another direction', { previous_cursor: text }],
    ['the last of the page', { endCursor: text }],
  ])('are found: %s', (_name, beside) => {
    expect(cursorsIn(beside, page)).toEqual({ parameter: undefined, areNumbers: false, areIds: false });
  });

  test('are absent in a response without them', () => {
    expect(cursorsIn({ total: integer, has_more: boolean, next: uri }, page)).toBeUndefined();
  });

  test('may be numbers of pages, unless a parameter selects a page by its number', () => {
    const numbers = { parameter: undefined, areNumbers: true, areIds: false };
    expect(cursorsIn({ next_page: integer })).toMatchObject(numbers);
    expect(cursorsIn({ previous_page: integer }, inQuery('limit', integer))).toMatchObject(numbers);
    expect(cursorsIn({ next_page: integer }, inQuery('limit', integer), page)).toBeUndefined();
    expect(cursorsIn({ next_page: { type: ['integer', 'string'] } })).toBeUndefined();
    expect(cursorsIn({ next_offset: integer, total: integer })).toBeUndefined();
  });

  test('are numbers, or ids, if one of them is', () => {
    expect(cursorsIn({ next_cursor: text, next_page: integer })).toMatchObject({ areNumbers: true });
    expect(cursorsIn({ next_cursor: text, after: text })).toMatchObject({ areIds: true });
    expect(cursorsIn({ next_cursor: { type: 'string', format: 'uuid' } })).toMatchObject({ areIds: true });
    expect(cursorsIn({ next_cursor: text })).toMatchObject({ areIds: false });
  });

  test('are taken by the parameter whose name one of them has', () => {
    const beside = { previous_cursor: text, next_max_id: text };
    expect(cursorsIn(beside, inQuery('max_id'))).toMatchObject({ parameter: 'maxid' });
  });
});

test('headers have page metadata too', () => {
  const headers = [{ name: 'X-Request-Id' }, { name: 'Link' }, { name: 'X-Total-Count' }];
  expect(envelopes.headersOf(headers as never)).toEqual([
    { name: 'Link', fact: 'links' },
    { name: 'X-Total-Count', fact: 'total' },
  ]);
});

test('an object with the next page has its size, and is gone with the page', async () => {
  const way = object({ page: integer, limit: integer });
  const Page = object({ pagination: object({ next: way, prev: way }), data: listOf(ref('Thing')) });
  const { get, send } = await servePaths(
    {
      '/things': {
        get: operation(ref('Page'), { parameters: [inQuery('page', integer), inQuery('limit', integer)] }),
        post: saving(ref('Thing')),
      },
    },
    { Page },
  );
  for (const [at, name] of ['a', 'b', 'c'].entries()) await send('POST', '/things', { id: at + 1, name });
  const pages = async (page: number): Promise<unknown> => (await get(`/things?page=${page}&limit=2`)).body.pagination;
  expect(await pages(1)).toEqual({ next: { page: 2, limit: 2 } });
  expect(await pages(2)).toEqual({ prev: { page: 1, limit: 2 } });
});
