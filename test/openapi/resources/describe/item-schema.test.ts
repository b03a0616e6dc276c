import { describe, expect, test } from 'vitest';
import { isObject } from '../../../../src/openapi/resources/describe/item-schema.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';
import { bindingOf, boundIn, collection, itemBindingOf, saving, serviceFor, things, thingsService } from '../small.ts';

const NewThing = object({ name: text, kind: text });
const paths = (item: object, collection: object = { get: operation(things) }) =>
  serviceFor({ '/things': { ...collection }, '/things/{thingId}': { ...item } }, { NewThing });
const get = operation(ref('Thing'));

test('the details of a list item are shown whole, and in part in the list', () => {
  const service = paths({ get: operation(object({ id: integer, name: text, kind: text, more: text })) });
  expect(itemBindingOf(service, 'GET /things/{thingId}').view.projection).toBeUndefined();
  expect(bindingOf(service, 'GET /things').view.projection).toBeDefined();
});

test('a response about the item shows the properties that they share', () => {
  const service = paths({ get, delete: operation(object({ id: integer, deleted: { type: 'boolean' } })) });
  const { view } = itemBindingOf(service, 'DELETE /things/{thingId}');
  expect(view.projection?.properties).toEqual(new Set(['id', 'deleted']));
});

describe('a request body', () => {
  const sentBy = (takes: object, mediaType?: string) => {
    const post = operation(ref('Thing'), { takes, status: 201, ...(mediaType !== undefined && { mediaType }) });
    return itemBindingOf(paths({ get }, { get: operation(things), post }), 'POST /things').mapping;
  };

  test('is the item', () => {
    const names = new Map(['name', 'kind'].map((name) => [name, name]));
    expect(sentBy(ref('NewThing'))).toMatchObject({ path: [], names, isOpen: false });
  });

  test('has the wrapper of the item in responses', () => {
    expect(sentBy(object({ thing: ref('NewThing') }))).toMatchObject({ path: ['thing'] });
  });

  test('may have other names in a form', () => {
    const form = object({ Name: text, User_Id: integer, Secret: text });
    const names = Object.fromEntries(sentBy(form, 'application/x-www-form-urlencoded').names);
    expect(names).toEqual({ Name: 'name', User_Id: 'userId' });
  });
});

test('a list of JSON Patch operations is recognized by its properties', () => {
  const patch = operation(undefined, { takes: listOf(object({ op: text, path: text, value: {} })) });
  expect(itemBindingOf(paths({ get, patch }), 'PATCH /things/{thingId}').mapping.isPatchList).toBe(true);
});

test('a POST on an item updates it, also with query parameters', () => {
  const post = operation(ref('Thing'), { parameters: [inQuery('kind')] });
  const service = paths({ get, post });
  const { action, mapping: sent, upsert } = itemBindingOf(service, 'POST /things/{thingId}');
  expect([action, upsert, sent.parameters]).toEqual(['update', true, [{ parameter: 1, property: 'kind' }]]);
});

test.each([
  ['that may answer 201', collection(ref('Thing'), { takes: NewThing }), { 201: { description: '' } }, true],
  ['where nothing else creates', { get: operation(things) }, {}, true],
  ['where a missing item is a documented error', { get: operation(things) }, { 404: { description: '' } }, false],
  ['where POST creates', collection(ref('Thing'), { takes: NewThing }), {}, false],
])('a PUT %s creates a missing item or does not', (_name, collection, responses, expected) => {
  const put = operation(ref('Thing'), { takes: NewThing });
  const service = paths({ get, put: { ...put, responses: { ...put.responses, ...responses } } }, collection);
  expect(itemBindingOf(service, 'PUT /things/{thingId}').upsert).toBe(expected);
});

test('a PUT on the collection accepts a whole item with its id', () => {
  const service = paths({ get }, { post: saving(ref('Thing')), put: saving(ref('Thing')) });
  expect(itemBindingOf(service, 'PUT /things')).toMatchObject({ action: 'replace', key: 'body' });
});

test('a list of other things in a body changes no items, a list of items adds them', () => {
  const many = operation(object({ done: integer }), { takes: object({ actions: listOf(object({ a: text })) }) });
  const post = operation(things, { takes: listOf(NewThing) });
  const bound = boundIn(paths({ get }, { get: operation(things), patch: many, post }));
  expect(bound).toMatchObject({ 'PATCH /things': '-', 'POST /things': 'things.create', 'GET /things': 'things.list' });
});

test('date-times of creation and change are recognized by their names', () => {
  const time = { type: 'string', format: 'date-time' };
  const Timed = object({ id: integer, createdAt: time, updated_at: time, created: { type: 'string', format: 'date' } });
  const service = serviceFor({ '/timed': collection(Timed, { takes: object({}) }) });
  expect(service.collections.get('timed')?.timestamps).toEqual({
    created: [
      { name: 'createdAt', form: 'date-time' },
      { name: 'created', form: 'date' },
    ],
    updated: [{ name: 'updated_at', form: 'date-time' }],
  });
});

test('examples of responses and ids are stored for seed data', () => {
  const example = { thing: { id: 7, name: 'x' } };
  const content = { 'application/json': { schema: object({ thing: ref('Thing') }), example } };
  const parameters = [inPath('thingId', integer, { example: 42 })];
  const get = { parameters, responses: { 200: { description: '', content } } };
  const spec = paths({ get }).collections.get('things');
  expect(spec?.examples).toEqual([{ id: 7, name: 'x' }]);
  expect(spec?.exampleIds).toEqual([42]);
});

test('the item schema is used beside a list of patch operations', () => {
  const patch = {
    ...operation(ref('Thing')),
    requestBody: {
      content: {
        'application/json-patch+json': { schema: listOf({ type: 'object' }) },
        'application/merge-patch+json': { schema: ref('NewThing') },
      },
    },
  };
  const service = paths({ get, patch });
  expect(boundIn(service)['PATCH /things/{thingId}']).toBe('things.update');
});

describe('a list item and its details', () => {
  const letters = (names: string) => object({ id: integer, ...Object.fromEntries([...names].map((n) => [n, text])) });
  const boundWith = (item: string, detail: string) =>
    boundIn(
      serviceFor({
        '/parts': { get: operation(listOf(letters(item))) },
        '/parts/{id}': { get: operation(letters(item)) },
        '/parts/{id}/details': { get: operation(letters(detail)) },
      }),
    )['GET /parts/{id}/details'];

  test.each([
    ['all', 'ab', 'abcdef'],
    ['three of four', 'abc', 'abxyz'],
    ['three of five', 'abcd', 'abxyz'],
  ])('are the same resource if %s properties are shared', (_share, item, detail) => {
    expect(boundWith(item, detail)).toBe('parts.read');
  });

  test.each([
    ['half of the', 'abc', 'axyz'],
    ['only one of the', '', 'xyz'],
  ])('are different if %s properties are shared', (_share, item, detail) => {
    expect(boundWith(item, detail)).toBe('parts.about');
  });
});

describe('a schema', () => {
  const mappingOf = (item: object, takes: object) =>
    itemBindingOf(
      serviceFor({ '/posts': collection(item, { takes, status: 201 }), '/posts/{id}': { get: operation(item) } }),
      'POST /posts',
    ).mapping;
  const item = object({ id: integer, name: text });

  test.each<[string, object, boolean]>([
    ['allows other properties if it states so', { ...item, additionalProperties: true }, true],
    ['allows other properties with a schema', { ...item, additionalProperties: text }, true],
    ['allows other properties by a pattern', { ...item, patternProperties: { '^x-': text } }, true],
    ['allows all properties if it declares none', { type: 'object' }, true],
    ['allows no others if it forbids them', { ...item, additionalProperties: false }, false],
    ['allows no others if it says nothing', item, false],
    ['allows others if a part does', { allOf: [item, { additionalProperties: true }] }, true],
  ])('%s', (_name, takes, isOpen) => {
    expect(mappingOf(item, takes).isOpen).toBe(isOpen);
  });
});

/** What a list of copies of an item is bound to. */
const twinOf = (copy: object, item: object) =>
  boundIn(
    serviceFor({
      '/parts': { get: operation(listOf(item)) },
      '/parts/{id}': { get: operation(item) },
      '/all': { get: operation(listOf(copy)) },
    }),
  )['GET /all'];

describe('a list of copies of an item', () => {
  const item = object({ id: integer, name: text, tags: listOf(text), spec: object({ a: text }) });

  test('shows the same collection', () => {
    expect(twinOf(item, item)).toBe('parts.list');
  });

  test.each<[string, object]>([
    ['another number of properties', object({ id: integer, name: text, tags: listOf(text) })],
    ['another name', object({ id: integer, name: text, tags: listOf(text), other: object({ a: text }) })],
    ['another type', object({ id: integer, name: integer, tags: listOf(text), spec: object({ a: text }) })],
    ['another type of items', object({ id: integer, name: text, tags: listOf(integer), spec: object({ a: text }) })],
    ['names below a property', object({ id: integer, name: text, tags: listOf(text), spec: object({ b: text }) })],
  ])('is a collection of its own with %s', (_name, copy) => {
    expect(twinOf(copy, item)).toBe('all.list');
  });

  test('with two properties is too short to be recognised', () => {
    expect(twinOf(object({ id: integer, name: text }), object({ id: integer, name: text }))).toBe('all.list');
  });
});

describe('a schema with one or two properties', () => {
  const parts = { '/parts': collection(ref('Part')), '/parts/{id}': { get: operation(ref('Part')) } };
  const boundWith = (item: object, path: string, answer: object) =>
    boundIn(serviceFor({ ...parts, [path]: { get: operation(answer) } }, { Part: item, Alias: ref('Part') }))[
      `GET ${path}`
    ];

  test('is only recognised by its reference', () => {
    const one = object({ id: integer });
    expect(boundWith(one, '/parts/{id}/details', ref('Part'))).toBe('parts.read');
    expect(boundWith(one, '/parts/{id}/details', ref('Alias'))).toBe('parts.read');
    expect(boundWith(one, '/parts/{id}/details', one)).toBe('parts.about');
    const two = object({ id: integer, name: text });
    expect(boundWith(two, '/all', listOf(ref('Part')))).toBe('parts.list');
    expect(boundWith(two, '/all', listOf(ref('Alias')))).toBe('parts.list');
    expect(boundWith(two, '/all', listOf(two))).toBe('all.list');
  });
});

describe('a copy is recognised', () => {
  const item = (x: object) => object({ id: integer, name: text, x });

  test.each<[string, object, object, boolean]>([
    ['with types in another order', { type: ['string', 'null'] }, { type: ['null', 'string'] }, true],
    ['with properties in another order', object({ a: text, b: text }), object({ b: text, a: text }), true],
    ['with any type', {}, {}, true],
    ['not with a type instead of any', {}, text, false],
    ['with lists of the same items', listOf(object({ a: text })), listOf(object({ a: text })), true],
    ['not with lists of other items', listOf(object({ a: text })), listOf(object({ b: text })), false],
    ['whatever is in lists of lists', listOf(listOf(text)), listOf(listOf(integer)), true],
    ['not with a list of lists instead of a list', listOf(listOf(text)), listOf(text), false],
  ])('%s', (_name, left, right, expected) => {
    expect(twinOf(item(right), item(left))).toBe(expected ? 'parts.list' : 'all.list');
  });
});

test.each(['id', '_id', 'uuid', 'guid', 'sid'])('an object with the property %s is an item, no envelope', (name) => {
  const listOfThings = (properties: object) =>
    boundIn(thingsService(operation(object({ ...properties, data: things, total: integer }))))['GET /things'];
  expect(listOfThings({ [name]: text })).not.toBe('things.list');
  expect(listOfThings({ [name]: object({ a: text }) })).toBe('things.list');
  expect(listOfThings({})).toBe('things.list');
});

test('the name of the parameter is looked for in its own spelling first', () => {
  const item = object({ item_code: text, itemCode: text, size: integer });
  const paths = { '/things': { get: operation(listOf(item)) }, '/things/{itemCode}': { get: operation(item) } };
  expect(serviceFor(paths).collections.get('things')?.idProperty).toBe('itemCode');
});

const Owner = object({ login: text });
const { schemas, describe: describeSchema, keyOf } = readSchemas({ Owner });
const itemOf = (schema: object) => describeSchema(keyOf(schema));

describe('a property', () => {
  test('has the schema that declares it', () => {
    const size = { type: 'integer', minimum: 1 };
    expect(itemOf(object({ size })).schemaOf('size')).toEqual(size);
    expect(itemOf(object({ size: integer })).schemaOf('weight')).toBeUndefined();
  });

  test('with the same shared schema in several parts has it once', () => {
    const twice = itemOf({ allOf: [object({ owner: ref('Owner') }), object({ owner: ref('Owner') })] });
    const once = itemOf(object({ owner: ref('Owner') }));
    expect(twice.schemaOf('owner')).toEqual(once.schemaOf('owner'));
  });

  test('with several schemas has all of them', () => {
    const item = itemOf({ allOf: [object({ data: object({}) }), object({ data: { ...Owner, required: ['login'] } })] });
    expect(item.schemaOf('data')).toMatchObject({ allOf: [{ type: 'object' }, { required: ['login'] }] });
  });

  test('has the format and the pattern of any of its schemas', () => {
    const at = { anyOf: [text, { type: 'string', format: 'date', pattern: '^2' }] };
    const item = itemOf(object({ at, name: text }));
    expect([item.formatOf('at'), item.patternOf('at')]).toEqual(['date', '^2']);
    expect([item.formatOf('name'), item.patternOf('name')]).toEqual([undefined, undefined]);
    expect([item.formatOf('unknown'), item.patternOf('unknown')]).toEqual([undefined, undefined]);
  });

  test('is required only if a schema states it', () => {
    expect(itemOf({ type: 'object', properties: { a: text } }).required).toEqual([]);
    const both = { allOf: [object({ a: text }, ['a']), object({ b: text }, ['b', 'a'])] };
    expect(itemOf(both).required).toEqual(['a', 'b']);
  });
});

test('a schema describes objects by its type, or by its properties', () => {
  expect(isObject({ type: 'object' }, schemas)).toBe(true);
  expect(isObject({ properties: { a: true } }, schemas)).toBe(true);
  expect(isObject({ type: 'string', properties: { a: true } }, schemas)).toBe(false);
  expect(isObject({}, schemas)).toBe(false);
});
