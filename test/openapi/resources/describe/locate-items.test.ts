/** Where items are in a body. */
import { describe, expect, test } from 'vitest';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import {
  bindingOf,
  boundIn,
  collection,
  itemBindingOf,
  listBindingOf,
  serviceFor,
  things,
  thingsService,
} from '../small.ts';

const others = listOf(object({ a: text, b: text }));
const paged = { total: integer };

/** The path to the items in the response of `GET /things`; undefined if it is not bound to a list. */
const listPath = (answer: object, schemas: object = {}): readonly string[] | undefined => {
  const service = thingsService(operation(answer), schemas);
  return boundIn(service)['GET /things'] === 'things.list'
    ? listBindingOf(service, 'GET /things').view.path
    : undefined;
};

describe('the items of a list are', () => {
  test.each<[string, object, readonly string[] | undefined]>([
    ['in the property with the name of the path', object({ data: others, things }), ['things']],
    ['not in one of two properties that end in the name', object({ all_things: things, my_things: things }), undefined],
    ['in the usual one of three', object({ all_things: things, my_things: things, data: things }), ['data']],
    ['in the only list, if it is the only property', object({ x: things }), ['x']],
    ['not in the only list beside another property', object({ x: things, y: text }), undefined],
    ['not in the only list of an item', object({ id: integer, x: things, ...paged }), undefined],
    ['not in a usual list of an item', object({ id: integer, data: things, ...paged }), undefined],
    ['in the named list of an item', object({ id: integer, things }), ['things']],
    ['not in a list of an item with the id of its noun', object({ thingID: integer, subthings: things }), undefined],
    ['in a property of a wrapper', object({ data: object({ things }), ok: text }), ['data', 'things']],
    ['in a property of the named object', object({ things: object({ data: things }), ok: text }), ['things', 'data']],
    ['not in a property of another object', object({ x: object({ things }), ok: text }), undefined],
    ['not in a wrapper of an item', object({ id: integer, data: object({ things }) }), undefined],
    [
      'two wrappers deep, if nothing is beside the outer one',
      object({ x: object({ ok: text, result: object({ things }) }) }),
      ['x', 'result', 'things'],
    ],
    [
      'not two wrappers deep beside another property',
      object({ data: object({ result: object({ things }) }), ok: text }),
      undefined,
    ],
  ])('%s', (_name, answer, path) => {
    expect(listPath(answer)).toEqual(path);
  });

  test.each([
    ...['data', 'result', 'item', 'response', 'payload', 'record', 'resource', 'entity', 'object', '_embedded'],
  ])('in the wrapper %s', (wrapper) => {
    expect(listPath(object({ [wrapper]: object({ things }), ok: text }))).toEqual([wrapper, 'things']);
  });

  test.each<[string, object, readonly string[] | undefined]>([
    ['in a paged envelope by the name of the path', object({ things: { type: 'array' }, ...paged }), ['things']],
    ['in a paged envelope by a usual name', object({ data: { type: 'array', items: {} }, ...paged }), ['data']],
    ['not if another name is used', object({ x: { type: 'array', items: {} }, ...paged }), undefined],
    ['in the usual wrapper beside a message', object({ data: { type: 'array', items: {} }, ok: text }), ['data']],
    ['not without paging properties', object({ things: { type: 'array', items: {} }, ok: text }), undefined],
    ['not beside other content', object({ data: { type: 'array', items: {} }, x: text }), undefined],
    ['not in an item', object({ id: integer, data: { type: 'array', items: {} }, ...paged }), undefined],
    ['not if there can be none', object({ data: { type: 'array', items: false }, ...paged }), undefined],
    ['not if they are texts', object({ data: listOf(text), ...paged }), undefined],
  ])('without a description %s', (_name, answer, path) => {
    expect(listPath(answer)).toEqual(path);
  });

  test('described by the part of a list that has properties', () => {
    const generic = { type: 'array', items: { type: 'object' } };
    expect(listPath({ allOf: [generic, things] })).toEqual([]);
    const service = serviceFor({
      '/rows': { get: operation({ allOf: [generic, listOf(object({ id: integer, x: text }))] }) },
    });
    expect(listBindingOf(service, 'GET /rows').collection.properties).toEqual(new Set(['id', 'x']));
  });
});

/** The view of `GET /things/{thingId}`. */
const viewOf = (answer: object, list: object = things) => {
  const service = serviceFor({ '/things': { get: operation(list) }, '/things/{thingId}': { get: operation(answer) } });
  const { path, isInList } = itemBindingOf(service, 'GET /things/{thingId}').view;
  return [path.join('.'), isInList];
};

describe('an item is', () => {
  test.each<[string, object, string, boolean]>([
    ['the body', ref('Thing'), '', false],
    ['the only element of a list', { ...things, maxItems: 1 }, '', true],
    ['the only element of a list in a wrapper', object({ data: things, ok: text }), 'data', true],
    ['in the property with its name', object({ thing: ref('Thing'), ok: text }), 'thing', false],
    [
      'in a property that ends in its name, with the same schema',
      object({ my_thing: ref('Thing'), ok: text }),
      'my_thing',
      false,
    ],
    ['the body, if a property with its name is a text', object({ id: integer, name: text, thing: text }), '', false],
    [
      'the body, if it has an id',
      object({ id: integer, name: text, kind: text, data: object({ x: text, y: text }) }),
      '',
      false,
    ],
    ['in a wrapper with a part of it', object({ data: object({ id: integer }), ok: text }), 'data', false],
  ])('%s', (_name, answer, path, isInList) => {
    expect(viewOf(answer)).toEqual([path, isInList]);
  });

  test.each(['data', 'result', 'item', 'response', 'payload', 'record', 'resource', 'entity', 'object'])(
    'in the wrapper %s',
    (wrapper) => {
      expect(viewOf(object({ [wrapper]: ref('Thing'), ok: text }))).toEqual([wrapper, false]);
    },
  );
});

describe('x-vivarium gives the path', () => {
  const at = (items: string, answer: object) => {
    const service = serviceFor({
      '/rows': { get: { ...operation(answer), 'x-vivarium': { collection: 'rows', action: 'list', items } } },
    });
    const { binding } = service.operations[0] ?? {};
    return binding === undefined ? undefined : (bindingOf(service, 'GET /rows').view.path as readonly string[]);
  };

  test.each<[string, object, readonly string[] | undefined]>([
    ['a.b', object({ a: object({ b: things }) }), ['a', 'b']],
    ['a.c', object({ a: object({ b: things }) }), undefined],
    ['a.b', object({ a: text }), undefined],
    ['a', object({ a: text }), undefined],
  ])('%s', (items, answer, path) => {
    expect(at(items, answer)).toEqual(path);
  });
});

describe('a reading is of', () => {
  test('no item, if it returns a page of items', () => {
    const service = serviceFor({
      '/things': collection(ref('Thing')),
      '/things/{thingId}': { get: operation(object({ data: listOf(ref('Thing')), ...paged })) },
      '/things/{thingId}/parts': {
        get: operation(listOf(object({ a: text })), { parameters: [inQuery('limit', integer)] }),
      },
    });
    expect(boundIn(service)).toMatchObject({ 'GET /things/{thingId}': '-' });
  });
});

describe('without a list, the item of a response is', () => {
  const pathOf = (answer: object) => {
    const create = operation(answer, { status: 201, takes: ref('Thing') });
    const service = serviceFor({ '/things': { post: create }, '/things/{thingId}': { get: operation(answer) } });
    return itemBindingOf(service, 'GET /things/{thingId}').view.path.join('.');
  };

  test.each([
    ...['success', 'ok', 'status', 'statusCode', 'code', 'message', 'msg', 'error', 'errors', 'warnings', 'messages'],
    ...['requestId', 'traceId', 'timestamp', 'jsonapi', 'included', 'version', 'apiVersion', 'kind', 'type', 'meta'],
    ...['page', 'pageable', 'cursor', 'links', 'pagination'],
  ])('the only object beside %s', (name) => {
    expect(pathOf(object({ x: ref('Thing'), [name]: text }))).toBe('x');
  });

  test.each(['id', 'uuid', 'guid', 'sid', 'uid', 'gid', 'key', 'slug'])(
    'the only object beside an id, if it is identified by its own %s',
    (name) => {
      expect(pathOf(object({ id: integer, x: object({ [name]: integer, label: text }) }))).toBe('x');
    },
  );

  test.each<[string, object]>([
    ['beside other content', object({ id: integer, title: text, x: ref('Thing') })],
    ['that have no id', object({ id: integer, x: object({ label: text, note: text }) })],
    ['of which two could be it', object({ id: integer, data: ref('Thing'), item: ref('Thing') })],
  ])('the body, not objects %s', (_name, answer) => {
    expect(pathOf(answer)).toBe('');
  });
});

test('without a name, the item is an object with its content, if the body has none of it', () => {
  const part = object({ id: integer, name: text, kind: text, userId: integer, more: text });
  expect(viewOf(object({ id: integer, x: part, y: text }))).toEqual(['x', false]);
  expect(viewOf(object({ id: integer, x: part, y: part }))).toEqual(['', false]);
  expect(viewOf(object({ id: integer, name: text, kind: text, x: part, y: text }))).toEqual(['', false]);
});

test('properties of the same name with other contents do not make a body the item', () => {
  const of = (inner: object) =>
    listOf(object({ id: integer, name: text, owner: object({ login: text, mail: text }), z: inner }));
  const list = of(text);
  const similar = object({ id: integer, name: text, owner: object({ login: text }) });
  expect(viewOf(similar, list)).toEqual(['', false]);
  const wrapper = object({
    id: integer,
    owner: object({ id: integer, name: text, owner: object({ login: text, mail: text }), z: text }),
  });
  expect(viewOf(wrapper, list)).toEqual(['owner', false]);
});
