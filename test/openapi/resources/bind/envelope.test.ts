/** The page metadata that are recognised in the envelope of a list. */
import { expect, test } from 'vitest';
import {
  boolean,
  inQuery,
  integer,
  listBindingOf,
  listOf,
  object,
  operation,
  text,
  things,
  thingsService,
} from '../small.ts';

/** `path fact` of each recognised property. */
const factsOf = (answer: object, parameters: readonly object[] = [inQuery('page', integer)]): readonly string[] => {
  const service = thingsService(operation(answer, { parameters }));
  return listBindingOf(service, 'GET /things').view.facts.map(({ path, fact }) => `${path.join('.')} ${fact}`);
};
const uri = { type: 'string', format: 'uri' };
const url = { type: 'string', format: 'url' };

test.each<[string, object, readonly string[]]>([
  ['beside the items', object({ things, total: integer, page: integer }), ['total total', 'page page']],
  ['in a container', object({ things, meta: object({ total: integer }) }), ['meta.total total']],
  [
    'in a container in a container',
    object({ things, meta: object({ paging: object({ total: integer }) }) }),
    ['meta.paging.total total'],
  ],
  [
    'not four containers deep',
    object({ things, meta: object({ meta: object({ meta: object({ meta: object({ total: integer }) }) }) }) }),
    [],
  ],
  ['not in another object', object({ things, stats: object({ total: integer }) }), []],
  [
    'in the object around the items',
    object({ data: object({ things, total: integer }), ok: boolean }),
    ['data.total total'],
  ],
  ['not below the items', object({ data: object({ things, x: object({ total: integer }) }), ok: boolean }), []],
  [
    'not in an object beside the items with the name of theirs',
    object({ data: object({ things, meta: object({ things: object({ total: integer }) }) }), ok: boolean }),
    [],
  ],
  [
    'in links',
    object({ things, links: object({ next: text, first: text, last: text, self: text }) }),
    ['links.next next-url', 'links.first first-url', 'links.last last-url', 'links.self self-url'],
  ],
  [
    'in links of meta',
    object({ things, meta: object({ next: text, url: text }) }),
    ['meta.next next-url', 'meta.url self-url'],
  ],
  [
    'for cursors in meta',
    object({ things, meta: object({ next_cursor: text, prev_cursor: text }) }),
    ['meta.next_cursor next-cursor', 'meta.prev_cursor previous-cursor'],
  ],
  [
    'in links with href',
    object({ things, _links: object({ next: object({ href: text }), about: object({ href: text }) }) }),
    ['_links.next.href next-url'],
  ],
  [
    'in the parts of a direction',
    object({ things, paging: object({ next: object({ href: text, after: text }), prev: object({ before: text }) }) }),
    ['paging.next.href next-url', 'paging.next.after next-cursor', 'paging.prev.before previous-cursor'],
  ],
  ['not in an href elsewhere', object({ things, related: object({ about: object({ href: text }) }) }), []],
  ['not in a thing named next', object({ things, next: object({ id: integer, cursor: text }) }), []],
  [
    'in an object with a cursor',
    object({ things, list_info: object({ next_cursor: text, size: integer }) }),
    ['list_info.next_cursor next-cursor', 'list_info.size size'],
  ],
  [
    'in URLs',
    object({ things, next: uri, first: url, last_url: text, firstLink: text, prev_href: text, previousUri: text }),
    [
      'next next-url',
      'first first-url',
      'last_url last-url',
      'firstLink first-url',
      'prev_href previous-url',
      'previousUri previous-url',
    ],
  ],
  ['in a text for the next page', object({ things, next: text }), ['next next-url']],
  [
    'not in a vague text',
    object({
      things,
      first: text,
      last: text,
      url: text,
      current: text,
      page_curi: { type: 'string', format: 'curi' },
    }),
    [],
  ],
  ['in the link to itself', object({ things, self: text }), ['self self-url']],
  ['in booleans', object({ things, last: boolean, has_more: boolean }), ['last is-last', 'has_more has-more']],
  ['in numbers that may be fractions', object({ things, total: { type: 'number' } }), ['total total']],
  ['not in lists', object({ things, next: listOf(text) }), []],
  ['without a type', object({ things, next_cursor: {} }), ['next_cursor next-cursor']],
  ['by the count beside a total', object({ things, count: integer, total: integer }), ['count count', 'total total']],
  [
    'not in an object beside the wrapper of the items',
    object({ data: object({ things, total: integer }), other: object({ total: integer }) }),
    ['data.total total'],
  ],
  ['not in the items themselves', object({ things, items: integer }), []],
  ['in links of another name', object({ things, page_links: object({ url: text }), link: object({ url: text }) }), []],
  ['not in a format that only ends like a URL', object({ things, current: { type: 'string', format: 'x-uri' } }), []],
  ['not in a name that only contains a URL', object({ things, url_current: text, first_link_x: text }), []],
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
  expect(factsOf(answer, [inQuery('page_token')])).toEqual([
    'paging.page_token next-cursor',
    'paging.next_page_token next-cursor',
  ]);
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
