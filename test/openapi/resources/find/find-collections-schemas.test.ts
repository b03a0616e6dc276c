/** Which schema describes the items of a collection, and which operations count as evidence of it. */
import { describe, expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { boundIn, collection, nothing, pathsOf, serviceFor, thing, things } from '../small.ts';

describe('the items have the schema', () => {
  const propertiesOf = (list: object, read: object) =>
    serviceFor({
      '/parts': collection(list),
      '/parts/{partId}': { parameters: [inPath('partId', text)], get: operation(read) },
    }).collections.get('parts')?.properties;

  test('that is read, if it has an id', () => {
    const read = object({ id: integer, name: text, kind: text, size: integer });
    expect(propertiesOf(object({ id: integer, name: text, kind: text }), read)).toEqual(
      new Set(['id', 'name', 'kind', 'size']),
    );
  });

  // A read may leave out the id: its client knows it.
  test.each(['label', 'name'])('that is listed, if only that has an id, and the other a %s', (word) => {
    const read = object({ [word]: text, kind: text, size: integer });
    expect(propertiesOf(object({ id: integer, [word]: text, kind: text }), read)).toEqual(
      new Set(['id', word, 'kind']),
    );
  });

  test('that is listed, if what is read is not described', () => {
    expect(propertiesOf(object({ id: integer, name: text }), { type: 'object' })).toEqual(new Set(['id', 'name']));
  });
});

test('the operation that reads an item decides what its path contains', () => {
  const item = object({ code: text, number: integer });
  const service = serviceFor({
    '/parts': collection(item),
    '/parts/{x}': {
      parameters: [],
      delete: operation(undefined, { parameters: [inPath('x', text)] }),
      get: operation(item, { parameters: [inPath('x')] }),
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
  expect(boundIn(service)).toEqual({ 'GET /repos/{owner}': 'repos.list', 'GET /repos/{owner}/{name}': 'repos.read' });
});

test.each<[string, object, string]>([
  ['an item that the document names', { example: 7 }, 'list'],
  ['each item, if the document names none', {}, 'singleton'],
])('reading and deleting is enough for %s: %s', (_name, rest, kind) => {
  const service = serviceFor({ '/things/{thingId}': { ...thing, parameters: [inPath('thingId', integer, rest)] } });
  expect(service.collections.get('things')?.kind).toBe(kind);
});

describe('the operations', () => {
  const schemas = {
    Note: object({ text }),
    Order: object({ id: integer, a: text, b: text, c: text, d: text, e: text, f: text }),
    Page: object({ id: integer, name: text, total: integer, next: text, rows: listOf(object({ x: integer })) }),
  };
  const many = { parameters: [inPath('ids', { type: 'array', items: integer })], delete: nothing };
  const upload = (name: string) =>
    operation(ref(name), { takes: { type: 'string', format: 'binary' }, mediaType: 'image/png', status: 201 });
  const located = (name: string) => ({
    '/notes': {
      post: {
        ...operation(undefined, { takes: ref('Note') }),
        responses: { 201: { description: '', headers: { [name]: { schema: text } } } },
      },
    },
  });
  const reply = operation(ref('Order'), { takes: ref('Thing') });
  const lines = {
    '/orders/{id}/lines': { get: operation(things), post: reply },
    '/orders/{id}/lines/{lineId}': { put: reply, delete: operation(ref('Order')) },
  };

  test.each<[string, string, Parameters<typeof serviceFor>[0]?]>([
    ['POST /thing, GET /things', 'thing.create, thing.list'],
    ['POST /fox, GET /foxes', 'fox.create, fox.list'],
    ['POST /puppy, GET /puppies', 'puppy.create, puppy.list'],
    ['GET /thing Note, POST /thing, GET /things', '-, -, things.list'],
    ['PUT /thing, GET /things', '-, things.list'],
    ['POST /a/{b}/things, PUT /things/{id}', '-, -'],
    ['POST /a/{b}/things, PUT /things/{id}, GET /things/{id}', '-, things.read, things.replace'],
    ['POST /notes Note, GET /notes/{x} Note', '-, -'],
    ['GET /notes/{x} Note', 'notes.read, notes.create', located('Location')],
    ['GET /notes/{x} Note', '-, -', located('X-Rate')],
    [
      'GET /things/{id}, PUT /things/{id}',
      'things.read, things.replace, -',
      { '/things': { get: operation(ref('Thing')) } },
    ],
    ['GET /things', 'things.list, many', { '/things/{ids}': many }],
    ['GET /notes Note, POST /notes Note', 'notes.list, notes.create, notes.delete', { '/notes/{ids}': many }],
    [
      'DELETE /things/{id}',
      'things.delete, things.list, things.create',
      { '/things': { get: operation(things), post: upload('Thing') } },
    ],
    [
      'DELETE /things/{id}',
      'things.delete, things.list, -',
      { '/things': { get: operation(things), post: upload('Order') } },
    ],
    ['DELETE /things/{id}', '-, -', { '/things': { post: upload('Thing') } }],
    ['GET /things/{id}', 'things.read, things.create', { '/things': { post: upload('Thing') } }],
    ['GET /orders/{id} Order', '-, lines.list, lines.about, lines.about, lines.about', lines],
    ['POST /pages Page, GET /pages/{id} Page', 'pages.create, pages.read'],
    ['GET /pages Page, GET /pages/{id} Page, DELETE /pages/{id}', 'pages.list, pages.read, pages.delete'],
    ['GET /notes Note, GET /notes/{id} Page, DELETE /notes/{id}', 'notes.list, notes.read, notes.delete'],
  ])('%s are about %s', (short, expected, more = {}) => {
    const service = serviceFor({ ...pathsOf(short), ...more }, schemas);
    const actions = service.operations.map(({ name, binding }) =>
      binding !== undefined && 'bulk' in binding && binding.bulk ? 'many' : boundIn(service)[name],
    );
    expect(actions.join(', ')).toBe(expected);
  });
});
