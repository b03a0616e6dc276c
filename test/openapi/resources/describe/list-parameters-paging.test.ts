/** How the parameters of a list select a page, alone and together with the cursors in its responses. */
import { describe, expect, test } from 'vitest';
import {
  continuationNames,
  pagingFor,
  type ResponseCursors,
} from '../../../../src/openapi/resources/describe/list-parameters.ts';
import { readSchemas } from '../described.ts';
import { inQuery, integer, listBindingOf, listOf, object, operation, ref, serviceFor, text } from '../small.ts';

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
  const Post = object({ id: integer, start: integer });
  const list = operation(listOf(ref('Post')), { parameters: [inQuery('page', integer), inQuery('start', integer)] });
  const service = serviceFor(
    { '/posts': { get: list, post: operation(ref('Post'), { takes: ref('Post') }) } },
    { Post },
  );
  const { filters, paging } = listBindingOf(service, 'GET /posts');
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
