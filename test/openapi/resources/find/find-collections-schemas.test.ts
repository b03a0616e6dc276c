/** Which schema describes the items of a collection, and which operations count as evidence of it. */
import { describe, expect, test } from 'vitest';
import { boundIn, integer, listOf, object, operation, serviceFor, text, thing, things } from '../small.ts';

const inPath = (name: string, schema: object, rest: object = {}) => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...rest,
});

describe('the items have the schema', () => {
  const propertiesOf = (list: object, read: object) =>
    serviceFor({
      '/parts': { get: operation(listOf(list)), post: operation(list, { takes: list }) },
      '/parts/{partId}': { get: operation(read) },
    }).collections.get('parts')?.properties;

  test('that is read, if it has an id', () => {
    const read = object({ id: integer, name: text, kind: text, size: integer });
    expect(propertiesOf(object({ id: integer, name: text, kind: text }), read)).toEqual(
      new Set(['id', 'name', 'kind', 'size']),
    );
  });

  test('that is listed, if only that has an id', () => {
    const read = object({ label: text, kind: text, size: integer });
    expect(propertiesOf(object({ id: integer, label: text, kind: text }), read)).toEqual(
      new Set(['id', 'label', 'kind']),
    );
  });

  test('that is listed, if what is read is not described', () => {
    expect(propertiesOf(object({ id: integer, name: text }), { type: 'object' })).toEqual(new Set(['id', 'name']));
  });
});

test('the operation that reads an item decides what its path contains', () => {
  const item = object({ code: text, number: integer });
  const service = serviceFor({
    '/parts': { get: operation(listOf(item)), post: operation(item, { takes: item }) },
    '/parts/{x}': {
      parameters: [],
      delete: operation(undefined, { parameters: [inPath('x', text)] }),
      get: operation(item, { parameters: [inPath('x', integer)] }),
    },
  });
  expect(service.collections.get('parts')?.idProperty).toBe('number');
});

test('operations without a documented success are not bound', () => {
  const failing = { responses: { 400: { description: '' } } };
  const service = serviceFor({
    '/things': { get: operation(things), post: failing, put: failing },
    '/things/{thingId}': { ...thing, patch: failing },
  });
  expect(boundIn(service)).toEqual({
    'GET /things': 'things.list',
    'POST /things': '-',
    'PUT /things': '-',
    'GET /things/{thingId}': 'things.read',
    'DELETE /things/{thingId}': 'things.delete',
    'PATCH /things/{thingId}': '-',
  });
});

test('a bare list at the path of its owner is a collection, whatever is read below it', () => {
  const service = serviceFor({
    '/repos/{owner}': { get: operation(listOf(object({ name: text, stars: integer }))) },
    '/repos/{owner}/{name}': {
      parameters: [inPath('owner', text), inPath('name', text)],
      get: operation(object({ name: text, stars: integer, size: integer, license: text })),
    },
  });
  expect(boundIn(service)).toEqual({
    'GET /repos/{owner}': 'repos.list',
    'GET /repos/{owner}/{name}': 'repos.read',
  });
});

test.each<[string, object, boolean]>([
  ['an item that the document names', { example: 7 }, true],
  ['an item that the document does not name', {}, false],
])('reading and deleting is enough for %s: %s', (_name, rest, isFound) => {
  const service = serviceFor({
    '/things/{thingId}': { ...thing, parameters: [inPath('thingId', integer, rest)] },
  });
  expect(service.collections.has('things')).toBe(isFound);
});
