/** The collections of a document as the core sees them. */
import { describe, expect, test } from 'vitest';
import type { CollectionSpec } from '../../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../../src/core/service/service.ts';
import { declared, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { collection, itemBindingOf, nothing, saving, serviceFor, thingsService } from '../small.ts';

const itemsOf = (Item: object, rest: object = {}): Service =>
  serviceFor(
    { '/things': collection(ref('Item')), '/things/{id}': { get: operation(ref('Item')), ...rest } },
    { Item },
  );
const collectionOf = (item: object, rest: object = {}): CollectionSpec =>
  itemsOf(item, rest).collections.get('things') as CollectionSpec;

describe('a collection', () => {
  test('requires what its schema requires, and the id', () => {
    expect(collectionOf(object({ id: integer, name: text }, ['name'])).required).toEqual(['name', 'id']);
    expect(collectionOf(object({ id: integer, name: text }, ['id'])).required).toEqual(['id']);
  });

  test.each([
    ['integer', 'integer'],
    ['number', 'integer'],
    ['string', 'integer-text'],
    ['boolean', 'string'],
  ])('with ids of the type %s at a path with an integer has %s ids', (type, idType) => {
    expect(collectionOf(object({ id: { type }, name: text })).idType).toBe(idType);
  });

  test('finds items without an id, and ids that the path does not accept', () => {
    const { check } = collectionOf(object({ id: { type: ['integer', 'string'] }, name: text }));
    expect(check({ id: 1, name: 'a' })).toEqual([]);
    expect(check({ name: 'a' })).toEqual([{ pointer: '/id', rule: 'required', message: 'is required' }]);
    expect(check({ id: 'a/b', name: 'a' })).toMatchObject([{ pointer: '/id', rule: 'type' }]);
    expect(check({ id: true })).toMatchObject([{ pointer: '/id', rule: 'type' }]);
    expect(check({ id: 'a', name: 1 })).toMatchObject([{ pointer: '/name' }, { pointer: '/id' }]);
    expect(check('no object')).toMatchObject([{ pointer: '' }]);
  });

  test('takes its ids from the path, not from a query parameter with the same name', async () => {
    const example = '00000000-0000-4000-8000-000000000000';
    const id = inPath('id', { type: 'string', format: 'uuid' }, { example });
    const owner = inPath('owner', integer, { example });
    const note = object({ id: text, body: text });
    const service = serviceFor({
      '/owners/{owner}/notes': { parameters: [inQuery('owner'), owner], ...collection(note) },
      '/owners/{owner}/notes/{id}': {
        parameters: [inQuery('id', integer, { example: 5 }), inQuery('owner'), owner, id],
        get: operation(note),
      },
    });
    await service.ready();
    const spec = service.collections.get('notes') as CollectionSpec;
    expect((spec.generate({ seed: 1, now: 0 }) as { readonly id: string }).id).toMatch(/^[\da-f]{8}-/);
    expect(spec.exampleIds).toEqual([example]);
    expect(spec.parents).toMatchObject([{ name: 'owner', type: 'integer' }]);
    expect(spec.check({ id: '5', body: '' })).toMatchObject([{ pointer: '/id', rule: 'format' }]);
    expect(itemBindingOf(service, 'GET /owners/{owner}/notes/{id}')).toMatchObject({ parentParameters: [2], key: 3 });
  });

  test('requires what a response requires, but not what a deletion confirms', () => {
    const listed = object({ id: integer, name: text, label: text, total: integer }, ['label', 'total']);
    const service = serviceFor(
      {
        '/things': { get: operation(listOf(listed)), post: saving(ref('Item')) },
        '/things/{id}': {
          get: operation(ref('Item')),
          put: operation(object({ id: integer, done: text }, ['done']), { takes: ref('Item') }),
          delete: operation(object({ id: integer, name: text, deleted: text }, ['name', 'deleted'])),
        },
      },
      { Item: object({ id: integer, name: text, label: text, done: text, deleted: text }) },
    );
    const { required, views } = service.collections.get('things') as CollectionSpec;
    expect(required).toEqual(['id', 'label', 'done']);
    expect(views.map((view) => view.required)).toEqual([['label', 'total'], ['done']]);
  });

  test('requires nothing that a response without an item shows', () => {
    const spec = collectionOf(object({ id: integer, name: text }), { put: operation(text, { takes: ref('Item') }) });
    expect(spec.views).toEqual([]);
    expect(spec.required).toEqual(['id']);
  });

  test('completes items: what is missing is added, and what is wrong converted', async () => {
    const item = object({ id: integer, name: text, size: { ...integer, maximum: 9 } }, ['name']);
    const service = itemsOf(item);
    await service.ready();
    const { complete } = service.collections.get('things') as CollectionSpec;
    const context = { seed: 1, now: 0 };
    expect(complete({ id: 4, name: 5, size: 12 }, context)).toEqual({ id: 4, name: '5', size: 9 });
    expect(complete({ name: 'a' }, context)).toEqual({ id: expect.any(Number), name: 'a' });
    expect(complete({ id: 4 }, context)).toEqual({ id: 4, name: expect.any(String) });
  });

  test('keeps the examples of an envelope, and of each name, but no value that is not an item', () => {
    const item = object({ id: integer, name: text });
    const examples = {
      one: { value: { data: [{ id: 1, name: 'a' }, 'no item', null] } },
      two: { value: { data: { id: 2, name: 'b' } } },
      three: { value: 'no envelope' },
      four: { value: { items: [{ id: 4, name: 'd' }] } },
    };
    const content = { 'application/json': { schema: object({ data: listOf(item), total: integer }), examples } };
    const service = serviceFor({
      '/things': { get: { responses: { 200: { description: '', content } } } },
      '/things/{id}': { get: operation(item) },
    });
    expect(service.collections.get('things')?.examples).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
  });

  test('keeps the example of the list in an envelope, unless the response has one', () => {
    const things = [{ id: 1 }, { id: 2 }];
    const schema = object({ data: { ...listOf(object({ id: integer }, ['id'])), example: things }, total: integer });
    const examplesIn = (content: object) =>
      serviceFor({
        '/things': { get: { responses: { 200: { description: '', content: { 'application/json': content } } } } },
      }).collections.get('things')?.examples;
    expect(examplesIn({ schema })).toEqual(things);
    expect(examplesIn({ schema, example: { data: [{ id: 9 }] } })).toEqual([{ id: 9 }]);
  });

  test('keeps up to fifty examples of its items', () => {
    const item = object({ id: integer, name: text });
    const example = Array.from({ length: 52 }, (_, id) => ({ id, name: `n${id}` }));
    const content = { 'application/json': { schema: listOf(item), example } };
    const service = serviceFor({
      '/things': { get: { responses: { 200: { description: '', content } } } },
      '/things/{id}': { get: operation(item) },
    });
    expect(service.collections.get('things')?.examples).toEqual(example.slice(0, 50));
  });

  test('keeps no examples of a deletion', () => {
    const schema = object({ id: integer, name: text });
    const example = { id: 1, name: 'a' };
    const responses = { 200: { description: '', content: { 'application/json': { schema, example } } } };
    expect(collectionOf(schema, { delete: { responses } }).examples).toEqual([]);
    expect(collectionOf(schema, { put: { responses } }).examples).toEqual([example]);
  });
});

describe('a singleton', () => {
  const settings = (rest: object) => {
    const Settings = object({ theme: text, size: integer });
    const paths = { '/settings': { get: operation(ref('Settings')), put: saving(ref('Settings')), ...rest } };
    return serviceFor(paths, { Settings }).collections.get('settings');
  };

  test('always exists, unless it can be created or deleted', () => {
    const usual = { idProperty: undefined, required: [] };
    expect(settings({})).toMatchObject({ kind: 'singleton', isAlwaysPresent: true, ...usual });
    expect(settings({ delete: nothing })).toMatchObject({ kind: 'singleton', isAlwaysPresent: false });
    const created = { post: { ...saving(ref('Settings')), 'x-vivarium': { action: 'create' } } };
    expect(settings(created)).toMatchObject({ kind: 'singleton', isAlwaysPresent: false });
    expect(collectionOf(object({ id: integer, name: text })).isAlwaysPresent).toBe(false);
    const readOnly = thingsService(operation(listOf(ref('Thing'))));
    expect(readOnly.collections.get('things')).toMatchObject({ kind: 'list', isAlwaysPresent: false });
  });
});

describe('a nested collection', () => {
  const nested = (parameter: object, item: object = object({ id: integer, name: text })) => {
    const path = { name: 'ownerId', in: 'path', required: true, ...parameter };
    const service = serviceFor({
      '/owners/{ownerId}/things': { parameters: [path], ...collection(item) },
      '/owners/{ownerId}/things/{id}': { parameters: [inPath('id'), path], get: operation(item) },
    });
    return service.collections.get('things')?.parents;
  };

  test.each([
    [integer, 'integer'],
    [{ type: 'number' }, 'integer'],
    [text, 'string'],
    [{}, 'string'],
  ])('has parents with ids of %j', (schema, type) => {
    expect(nested({ schema })).toEqual([{ name: 'ownerId', property: undefined, type, example: undefined }]);
  });

  test.each([
    [['guide'], ['guide', 'reference'], 'area'],
    [['guides'], ['guide', 'reference'], undefined],
    [undefined, ['guide'], 'area'],
    [['guides'], undefined, 'area'],
  ])('has parents %j in a property with the values %j: %s', (ofPath, ofItem, property) => {
    const listed = (values: readonly string[] | undefined) => ({ ...text, ...(values && { enum: values }) });
    const Entry = object({ id: integer, area: listed(ofItem) });
    const entries = { parameters: [inPath('area', listed(ofPath))], ...collection(ref('Entry')) };
    const service = serviceFor({ '/areas/{area}/entries': entries }, { Entry });
    expect(service.collections.get('entries')?.parents).toMatchObject([{ name: 'area', property }]);
  });

  test('has parents with the type of the property that names them', () => {
    const item = object({ id: integer, name: text, ownerId: text });
    expect(nested({ schema: integer }, item)).toMatchObject([{ property: 'ownerId', type: 'string' }]);
  });

  const number = { type: 'number' };
  test.each([
    [integer, 'ownerId'],
    [number, 'ownerId'],
    [text, undefined],
  ])('has parents with ids of %j in a number that names them: %s', (id, property) => {
    const Owner = object({ id, name: text });
    const service = serviceFor({
      '/owners': collection(Owner),
      '/owners/{id}': { parameters: [inPath('id', id)], get: operation(Owner) },
      '/owners/{ownerId}/things': {
        parameters: [inPath('ownerId', id)],
        ...collection(object({ id: number, name: text, ownerId: number })),
      },
    });
    expect(service.collections.get('things')?.parents).toMatchObject([{ name: 'ownerId', property }]);
  });

  const uuid = { type: 'string', format: 'uuid' };
  test.each([
    [integer, integer, 'owner'],
    [number, number, 'owner'],
    [uuid, uuid, 'owner'],
    [text, text, undefined],
    [integer, text, undefined],
    [uuid, text, undefined],
    [integer, { type: ['integer', 'string'] }, undefined],
  ])('of parents with ids of %j has them in a property %j of their noun: %s', (schema, owner, property) => {
    expect(nested({ schema }, object({ id: integer, name: text, owner }))).toMatchObject([{ property }]);
  });

  test.each([
    ['name', text, 'package'],
    ['login', text, 'package'],
    ['id', text, undefined],
    ['slug', text, undefined],
    ['name', integer, undefined],
  ])('of parents whose paths have a %s, and a property %j of their noun, has them there: %s', (key, type, property) => {
    const Package = object({ [key]: text, about: text }, [key]);
    const service = serviceFor(
      declared(
        {
          '/packages': collection(ref('Package')),
          [`/packages/{${key}}`]: { get: operation(ref('Package')) },
          [`/packages/{${key}}/releases`]: collection(object({ id: integer, package: type })),
        },
        text,
      ),
      { Package },
    );
    expect(service.collections.get('releases')?.parents).toMatchObject([{ name: key, property }]);
  });

  test('has parents in no property that names another one of their kind', () => {
    const item = object({ id: integer, name: text, formerOwnerId: integer });
    expect(nested({ schema: integer }, item)).toMatchObject([{ property: undefined }]);
  });

  test('knows an example of its parents', () => {
    expect(nested({ schema: text, example: 'ada' })).toMatchObject([{ example: 'ada' }]);
    expect(nested({ schema: { type: 'string', default: 'bob' } })).toMatchObject([{ example: 'bob' }]);
    expect(nested({ schema: { enum: ['eve', 'joe'] } })).toMatchObject([{ example: 'eve' }]);
  });

  test('has parents that no property of its own id names', () => {
    const item = object({ code: integer, label: text });
    const service = serviceFor({
      '/shops/{code}/things': collection(item, { takes: object({ label: text }) }),
      '/shops/{code}/things/{thing}': { get: operation(item) },
    });
    expect(service.collections.get('things')).toMatchObject({
      idProperty: 'code',
      parents: [{ name: 'code', property: undefined, type: 'integer' }],
    });
  });

  test('has the ids of its items as examples, not those of its parents', () => {
    const item = object({ id: integer, name: text });
    const ownerId = inPath('ownerId', integer, { example: 5 });
    const parameters = [ownerId, inPath('id', integer, { example: 8 })];
    const service = serviceFor({
      '/owners/{ownerId}/things': { parameters: [ownerId], ...collection(item) },
      '/owners/{ownerId}/things/{id}': { parameters, get: operation(item), delete: nothing },
    });
    expect(service.collections.get('things')?.exampleIds).toEqual([8]);
  });
});

describe('ids', () => {
  const idTypeOf = (id: object, parameter: object) => {
    const item = object({ id, name: text });
    const get = operation(item, { parameters: [inPath('id', parameter)] });
    return serviceFor({ '/parts': { get: operation(listOf(item)) }, '/parts/{id}': { get } }).collections.get('parts');
  };

  test.each<[string, object, object, string]>([
    ['texts', text, text, 'string'],
    ['integers as text, if their example is one', { type: 'string', example: '42' }, text, 'integer-text'],
    ['texts, if one of their examples is one', { type: 'string', examples: ['7', 'x12'] }, text, 'string'],
    ['texts, if their example begins with a zero', { type: 'string', example: '042' }, text, 'string'],
    ['texts, if their example is a long number', { type: 'string', example: '9780131103627' }, text, 'string'],
    ['integers as text, if the path takes integers', text, integer, 'integer-text'],
    ['integers, if the item has integers', integer, text, 'integer'],
    ['integers, if the item has integers or null', { type: ['integer', 'null'] }, text, 'integer'],
  ])('are %s', (_name, id, parameter, type) => {
    expect(idTypeOf(id, parameter)?.idType).toBe(type);
  });
});
