import { describe, expect, test } from 'vitest';
import { integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import {
  bindingOf,
  boundIn,
  collection,
  itemBindingOf,
  listBindingOf,
  nothing,
  saving,
  serviceFor,
  things,
} from '../small.ts';

const declared = (hint: unknown) => ({ 'x-vivarium': hint });

test('an operation can be declared stateless', () => {
  const service = serviceFor({
    '/things': { get: { ...operation(things), ...declared(false) }, post: saving(ref('Thing')) },
    '/things/{thingId}': { get: operation(ref('Thing')), delete: { ...nothing, ...declared({ action: 'none' }) } },
  });
  expect(boundIn(service)).toEqual({
    'GET /things': '-',
    'POST /things': 'things.create',
    'GET /things/{thingId}': 'things.read',
    'DELETE /things/{thingId}': '-',
  });
  expect(operationOf(service, 'GET /things').reason).toBe('x-vivarium makes it stateless.');
});

test('an operation can be added to a collection', () => {
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': { get: operation(ref('Thing')) },
    '/rpc/finish/{number}': { post: { ...nothing, ...declared({ collection: 'things', action: 'delete' }) } },
    '/rpc/add': {
      post: {
        ...operation(object({ ok: text }), { takes: ref('Thing') }),
        ...declared({ collection: 'things', action: 'create' }),
      },
    },
  });
  expect(itemBindingOf(service, 'POST /rpc/finish/{number}')).toMatchObject({ action: 'delete', key: 0 });
  expect(bindingOf(service, 'POST /rpc/add')).toMatchObject({ action: 'create', collection: { name: 'things' } });
  expect(operationOf(service, 'POST /rpc/add').confidence).toBe('stated');
});

test('a collection can be declared completely', () => {
  const rows = object({ payload: object({ hits: listOf(object({ code: text, label: text })) }) });
  const service = serviceFor({
    '/search': {
      get: {
        ...operation(rows),
        ...declared({ collection: 'books', action: 'list', id: 'code', items: 'payload.hits' }),
      },
    },
    '/book-by-code/{code}': {
      get: { ...operation(object({ code: text, label: text })), ...declared({ collection: 'books' }) },
    },
  });
  expect(listBindingOf(service, 'GET /search').view.path).toEqual(['payload', 'hits']);
  expect(itemBindingOf(service, 'GET /book-by-code/{code}')).toMatchObject({
    action: 'read',
    key: 0,
    parentParameters: [],
  });
  expect(service.collections.get('books')).toMatchObject({ idProperty: 'code', idType: 'integer-text', parents: [] });
});

test('another property can be the id', () => {
  const service = serviceFor({
    '/things': { get: { ...operation(things), ...declared({ id: 'name' }) } },
    '/things/{thingId}': { get: operation(ref('Thing')) },
  });
  expect(service.collections.get('things')).toMatchObject({ idProperty: 'name', idType: 'integer-text' });
});

test('a collection without a response that shows an item is not created', () => {
  const service = serviceFor({
    '/x': {
      post: { ...operation(undefined, { takes: object({}) }), ...declared({ collection: 'xs', action: 'create' }) },
    },
  });
  expect(service.collections.size).toBe(0);
  expect(operationOf(service, 'POST /x').reason).toMatch(/no response contains an item/);
});

describe('what x-vivarium does not state follows from', () => {
  const book = object({ code: text, label: text });
  const reading = { ...operation(book), ...declared({ collection: 'books' }) };
  /** The binding of an operation in a collection that only hints define. */
  const boundAs = (path: string, method: string, own: object, hint: object = {}): string | undefined => {
    const service = serviceFor({
      '/book-by-code/{code}': { get: reading },
      [path]: { [method]: { ...own, ...declared({ collection: 'books', ...hint }) } },
    });
    return boundIn(service)[`${method.toUpperCase()} ${path}`];
  };
  const list = operation(listOf(book));

  test.each<[string, string, object, string]>([
    ['/shelf', 'get', list, 'books.list'],
    ['/shelf', 'get', operation(object({ data: listOf(book), total: integer })), 'books.list'],
    ['/shelf/{code}', 'get', operation(book), 'books.read'],
    ['/shelf/{code}', 'get', list, 'books.read'],
    ['/shelf', 'post', saving(book), 'books.create'],
    ['/shelf', 'post', operation(listOf(book), { takes: book }), 'books.create'],
    ['/shelf/{code}', 'post', operation(book), 'books.act'],
    ['/shelf/{code}/lend', 'post', nothing, 'books.act'],
    ['/shelf/{code}', 'put', saving(book), 'books.replace'],
    ['/shelf/{code}', 'patch', saving(book), 'books.update'],
    ['/shelf/{code}', 'delete', nothing, 'books.delete'],
    ['/shelf/{code}', 'head', nothing, 'books.act'],
    ['/shelf', 'put', saving(book), 'books.replace'],
    ['/shelf', 'patch', saving(book), 'books.update'],
    ['/latest', 'get', operation(book), 'books.read'],
    ['/report', 'get', operation(listOf(object({ title: text }))), 'books.list'],
  ])('the path and the method: %s %s', (path, method, own, expected) => {
    expect(boundAs(path, method, own)).toBe(expected);
  });

  test('the body, if the path has no parameter', () => {
    const service = serviceFor({
      '/book-by-code/{code}': { get: reading },
      '/remove': {
        post: {
          ...operation(undefined, { takes: object({ code: text }) }),
          ...declared({ collection: 'books', action: 'delete' }),
        },
      },
      '/latest': { get: { ...operation(book), ...declared({ collection: 'books', action: 'read' }) } },
    });
    expect(itemBindingOf(service, 'POST /remove')).toMatchObject({ action: 'delete', key: 'body' });
    expect(itemBindingOf(service, 'GET /latest')).toMatchObject({ action: 'read', key: undefined });
  });

  test('the noun of the path, without a collection', () => {
    const service = serviceFor({
      '/books/{code}': { get: { ...operation(book), ...declared({ action: 'read', id: 'label' }) } },
    });
    expect(service.collections.get('books')).toMatchObject({ kind: 'list', idProperty: 'label', parents: [] });
  });

  test('the binding without x-vivarium, which keeps the rest', () => {
    const service = serviceFor({
      '/things': { get: operation(things), post: { ...saving(ref('Thing')), ...declared({ id: 'name' }) } },
      '/things/{thingId}': {
        get: operation(ref('Thing')),
        put: { ...saving(ref('Thing'), { status: 201 }), ...declared({ collection: 'things' }) },
      },
    });
    expect(itemBindingOf(service, 'PUT /things/{thingId}')).toMatchObject({ action: 'replace', key: 0, upsert: true });
    expect(operationOf(service, 'PUT /things/{thingId}').confidence).toBe('stated');
    expect(operationOf(service, 'GET /things').confidence).toBe('high');
    expect(service.collections.get('things')).toMatchObject({ idProperty: 'name' });
  });
});

describe('a collection that only x-vivarium defines', () => {
  const book = object({ code: text, label: text });
  const stated = (answer: object | undefined, hint: object, rest: Parameters<typeof operation>[1] = {}) => ({
    ...operation(answer, rest),
    ...declared({ collection: 'books', ...hint }),
  });
  const specOf = (paths: Parameters<typeof serviceFor>[0]) => serviceFor(paths).collections.get('books');

  test('is a singleton if nothing lists, creates or selects items', () => {
    const paths = {
      '/book': { get: stated(book, { action: 'read' }), put: stated(book, { action: 'replace' }, { takes: book }) },
    };
    expect(specOf(paths)).toMatchObject({ kind: 'singleton', idProperty: undefined });
    expect(specOf({ ...paths, '/books': { get: stated(listOf(book), { action: 'list' }) } })).toMatchObject({
      kind: 'list',
    });
    expect(specOf({ ...paths, '/add': { post: stated(book, { action: 'create' }, { takes: book }) } })).toMatchObject({
      kind: 'list',
    });
    expect(specOf({ ...paths, '/book/{code}': { get: stated(book, { action: 'read' }) } })).toMatchObject({
      kind: 'list',
    });
  });

  test('has the parents in the path of its list, or those before the id in the path of its items', () => {
    const owner = { ownerId: integer };
    expect(
      specOf({
        '/owners/{ownerId}/books': { get: stated(listOf(object({ ...owner, code: text })), { action: 'list' }) },
      }),
    ).toMatchObject({ parents: [{ name: 'ownerId', property: 'ownerId' }], idProperty: 'code' });
    expect(
      specOf({
        '/owners/{ownerId}/books/{code}': { get: stated(object({ ...owner, code: text }), { action: 'read' }) },
      }),
    ).toMatchObject({ parents: [{ name: 'ownerId', property: 'ownerId' }], idProperty: 'code' });
    const created = object({ ...owner, code: text });
    expect(
      specOf({ '/owners/{ownerId}/books': { post: stated(created, { action: 'create' }, { takes: created }) } }),
    ).toMatchObject({ parents: [{ name: 'ownerId', property: 'ownerId' }] });
  });

  const owned = object({ ownerId: integer, code: text });
  test.each<[string, object]>([
    ['list', { get: stated(listOf(owned), { action: 'list' }) }],
    ['creation', { post: stated(owned, { action: 'create' }, { takes: owned }) }],
  ])('has the parents of its %s, wherever its items are', (_name, whole) => {
    const service = serviceFor({
      '/book-by-code/{code}': { get: stated(owned, { action: 'read' }) },
      '/owners': { get: operation(listOf(object({ id: integer, name: text }))) },
      '/owners/{ownerId}': { get: operation(object({ id: integer, name: text })) },
      '/owners/{ownerId}/books': { ...whole },
    });
    expect(service.collections.get('books')).toMatchObject({
      parents: [{ name: 'ownerId', property: 'ownerId' }],
      parentCollection: 'owners',
    });
  });

  test('can have the items of a nested collection below its own', () => {
    const page = object({ id: integer, text });
    const pages = {
      '/books/{code}/pages': { get: operation(listOf(page)) },
      '/books/{code}/pages/{id}': { get: operation(page) },
    };
    const parentOf = (paths: Parameters<typeof serviceFor>[0]) =>
      serviceFor({ ...paths, ...pages }).collections.get('pages')?.parentCollection;
    expect(parentOf({ '/books/{code}': { get: stated(book, { action: 'read' }) } })).toBe('books');
    expect(parentOf({ '/books': { get: stated(listOf(book), { action: 'list' }) } })).toBe('books');
  });

  test('is identified by the parameter of its items, or by a stated property', () => {
    const item = object({ uuid: text, label: text });
    expect(specOf({ '/b/{label}': { get: stated(item, { action: 'read' }) } })).toMatchObject({ idProperty: 'label' });
    expect(specOf({ '/b': { get: stated(listOf(item), { action: 'list' }) } })).toMatchObject({ idProperty: 'uuid' });
    const second = {
      '/b': { get: stated(listOf(item), { action: 'list' }), post: stated(item, { id: 'label' }, { takes: item }) },
    };
    expect(specOf(second)).toMatchObject({ idProperty: 'label' });
  });

  test('has the schema of the first response with an item', () => {
    const paths = {
      '/b': {
        post: stated(undefined, { action: 'create' }, { takes: book }),
        get: stated(listOf(book), { action: 'list' }),
      },
    };
    expect(specOf(paths)).toMatchObject({ properties: new Set(['code', 'label']) });
  });
});

test('a collection without its operations does not exist', () => {
  const service = serviceFor({
    '/things': {
      get: { ...operation(things), ...declared(false) },
      post: { ...saving(ref('Thing')), ...declared(false) },
    },
  });
  expect([...service.collections.keys()]).toEqual([]);
});

test('an operation without a success response is not bound by x-vivarium', () => {
  const service = serviceFor({
    '/things': {
      get: operation(things),
      post: { responses: { 400: { description: '' } }, ...declared({ collection: 'things', action: 'create' }) },
    },
  });
  expect(boundIn(service)).toMatchObject({ 'POST /things': '-' });
});

test('each action can be stated', () => {
  const actions = ['list', 'create', 'read', 'replace', 'update', 'delete', 'act'];
  const paths = Object.fromEntries(
    actions.map((action) => [
      action === 'list' || action === 'create' ? `/${action}` : `/${action}/{id}`,
      {
        post: {
          ...operation(action === 'list' ? things : ref('Thing'), { takes: ref('Thing') }),
          ...declared({ collection: 'things', action }),
        },
      },
    ]),
  );
  const service = serviceFor(paths);
  expect(service.problems).toEqual([]);
  expect(Object.values(boundIn(service))).toEqual(actions.map((action) => `things.${action}`));
});

test('stated changes are those of the item whose path the operation is below', () => {
  const part = object({ id: integer, label: text, archived: { type: 'boolean' } });
  const archive = { post: { ...nothing, ...declared({ set: { archived: true } }) } };
  const service = serviceFor({
    '/things': collection(ref('Thing')),
    '/things/{thingId}': { get: operation(ref('Thing')) },
    '/parts': collection(part),
    '/parts/{partId}': { get: operation(part) },
    '/parts/{partId}/archive': archive,
    '/boxes/{boxId}/archive': archive,
  });
  expect(boundIn(service)).toMatchObject({
    'POST /parts/{partId}/archive': 'parts.act',
    'POST /boxes/{boxId}/archive': '-',
  });
});

test('stated changes are those of the item even if the operation returns something else', () => {
  const report = object({ a: text, b: text, c: text, d: text, e: text, f: text, g: text });
  const archive = { ...operation(report), ...declared({ set: { archived: true } }) };
  const service = serviceFor({
    '/parts': { get: operation(listOf(object({ id: integer, archived: { type: 'boolean' } }))) },
    '/parts/{partId}': { get: operation(object({ id: integer, archived: { type: 'boolean' } })), put: archive },
    '/parts/{partId}/archive': { post: archive },
  });
  expect(boundIn(service)).toMatchObject({
    'PUT /parts/{partId}': 'parts.act',
    'POST /parts/{partId}/archive': 'parts.act',
  });
});

test('a stated id is the only one', () => {
  const item = object({ id: integer, slug: text, name: text });
  const aliasesWith = (hint: object) =>
    serviceFor({
      '/posts': { get: { ...operation(listOf(item)), ...hint } },
      '/posts/{id_or_slug}': { get: operation(item) },
    }).collections.get('posts')?.aliases;
  expect(aliasesWith({})).toEqual(['slug']);
  expect(aliasesWith(declared({ id: 'id' }))).toEqual(['slug']);
  expect(aliasesWith(declared({ id: 'name' }))).toEqual([]);
});

test('a stated list is found in the response to any method', () => {
  const found = object({ data: listOf(ref('Thing')), total: integer });
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': { get: operation(ref('Thing')) },
    '/things/search': { post: { ...operation(found), ...declared({ collection: 'things', action: 'list' }) } },
  });
  expect(listBindingOf(service, 'POST /things/search').view.path).toEqual(['data']);
});

test('a stated item is not one of the lists in it', () => {
  const Box = object({ id: integer, label: text, boxes: listOf(object({ size: integer, colour: text })) });
  const service = serviceFor({
    '/box-by-id/{id}': { get: { ...operation(Box), ...declared({ collection: 'boxes', action: 'read' }) } },
  });
  expect([...(service.collections.get('boxes')?.properties ?? [])]).toEqual(['id', 'label', 'boxes']);
});
