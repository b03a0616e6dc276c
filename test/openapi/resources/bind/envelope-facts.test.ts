/** How the metadata of a page is written: its type, its value on the last page, and the cursors among it. */
import { describe, expect, test } from 'vitest';
import { createEnvelopes } from '../../../../src/openapi/resources/bind/envelope.ts';
import { readSchemas } from '../described.ts';
import { boolean, inQuery, integer, listOf, object, text } from '../small.ts';

const { schemas, describe: describeSchema, keyOf } = readSchemas();
const envelopes = createEnvelopes(schemas, describeSchema);
const things = listOf(object({ id: integer, name: text }));

const factsOf = (beside: object, { required = [], cursor }: { required?: readonly string[]; cursor?: string } = {}) =>
  envelopes.factsOf({ key: keyOf(object({ things, ...beside }, required)), at: ['things'], noun: 'things', cursor });
const namesOf = (...given: Parameters<typeof factsOf>) =>
  factsOf(...given).map(({ path, fact }) => `${path.join('.')} ${fact}`);

const uri = { type: 'string', format: 'uri' };

describe('a page property is', () => {
  test.each<[string, object, string | undefined]>([
    ['a text', text, 'text'],
    ['a text or null', { type: ['string', 'null'] }, 'text'],
    ['an integer', integer, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['both', { type: ['integer', 'string'] }, undefined],
    ['anything', {}, undefined],
  ])('%s', (_name, schema, type) => {
    expect(factsOf({ next_cursor: schema }, { cursor: 'cursor' })).toEqual([
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
    expect(factsOf({ next_cursor: schema }, { required: ['next_cursor'], cursor: 'cursor' })[0]).toMatchObject({
      whenMissing,
    });
  });

  test.each<[string, object, readonly string[], object]>([
    ['missing with the object around it', { type: 'object' }, [], { whenMissing: 'absent', around: ['next'] }],
    ['null with the object around it', { type: ['object', 'null'] }, [], { whenMissing: 'null', around: ['next'] }],
    ['empty in an object that is required', { type: 'object' }, ['next'], { whenMissing: 'empty' }],
  ])('%s', (_name, type, required, expected) => {
    const next = { ...object({ after: text }, ['after']), ...type };
    const [fact] = factsOf({ next }, { required });
    expect(fact).toMatchObject({ path: ['next', 'after'], fact: 'next-cursor', ...expected });
    expect(fact?.around).toEqual('around' in expected ? expected.around : undefined);
  });
});

test.each<[string, object, readonly string[]]>([
  [
    'in links with href for any page',
    { _links: object({ first: object({ href: text }), last: object({ href: text }), self: object({ href: text }) }) },
    ['_links.first.href first-url', '_links.last.href last-url', '_links.self.href self-url'],
  ],
  ['as a cursor in links', { links: object({ next_cursor: text }) }, ['links.next_cursor next-cursor']],
  ['not as a cursor with the format of a URL', { next_cursor: uri }, []],
  ['not in a vague text with an unknown format', { first: { type: 'string', format: 'x-uri' } }, []],
  ['not in a number with the name of a cursor, unless pages have cursors', { next_cursor: integer }, []],
  [
    'not in an object of another name with a cursor of no direction',
    { info: object({ cursor: text, total: integer }) },
    [],
  ],
  [
    'not in an object of another name about the next of something',
    { job: object({ next_run: text, total: integer }) },
    [],
  ],
  ['not in a text of an object whose name only begins with links', { links_page: object({ url: text }) }, []],
  ['by the path of a page container in it', { links_page: object({ next: text }) }, ['links_page.next next-url']],
])('page metadata are found %s', (_name, beside, expected) => {
  expect(namesOf(beside)).toEqual(expected);
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
    factsOf({ links: listOf(object(link, required)) });

  test.each<[readonly string[], object, readonly string[]]>([
    [['href', 'rel'], { rel: text, href: text }, []],
    [['href', 'rel', 'method'], { rel: text, href: text, method: text, title: text }, ['rel', 'href', 'method']],
  ])('has the properties %j', (linkProperties, link, required) => {
    expect(linksWith(link, required)).toEqual([
      { path: ['links'], fact: 'link-list', type: undefined, whenMissing: 'absent', linkProperties },
    ]);
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
    expect(factsOf({ links: listOf(text) })).toEqual([]);
    expect(factsOf({ links: { type: 'array' } })).toEqual([]);
    expect(factsOf({ links: { type: 'string', items: object({ href: text, rel: text }) } })).toEqual([]);
  });
});

describe('the cursors in responses', () => {
  const cursorsIn = (beside: object, ...parameters: ReturnType<typeof inQuery>[]) =>
    envelopes.cursorsIn(
      keyOf(object({ things, ...beside })),
      ['things'],
      {
        parameters: parameters.map(({ name }) => ({ name, in: 'query', default: undefined, values: undefined })),
        keys: parameters.map(({ schema }) => keyOf(schema)),
        examples: [],
      },
      undefined,
    );
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
    expect(cursorsIn({ previous_cursor: text, next_max_id: text }, inQuery('max_id'))).toMatchObject({
      parameter: 'maxid',
    });
  });
});

test('headers have page metadata too', () => {
  expect(envelopes.headersOf([{ name: 'X-Request-Id' }, { name: 'Link' }, { name: 'X-Total-Count' }] as never)).toEqual(
    [
      { name: 'Link', fact: 'links' },
      { name: 'X-Total-Count', fact: 'total' },
    ],
  );
});
