import { describe, expect, test } from 'vitest';
import { operationOf } from '../../openapi/documents.ts';
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
} from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const declared = (hint: unknown) => ({ 'x-vivarium': hint });
/** An operation with a hint. */
const hinted = (described: object, hint: unknown) => ({ ...described, ...declared(hint) });
const read = { get: operation(ref('Thing')) };
const parents = [{ name: 'ownerId', property: 'ownerId' }];

test('an operation can be declared stateless', () => {
  const service = serviceFor({
    '/things': { get: hinted(operation(things), false), post: saving(ref('Thing')) },
    '/things/{thingId}': { ...read, delete: hinted(nothing, { action: 'none' }) },
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
  const add = operation(object({ ok: text }), { takes: ref('Thing') });
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': read,
    '/rpc/finish/{number}': { post: hinted(nothing, { collection: 'things', action: 'delete' }) },
    '/rpc/add': { post: hinted(add, { collection: 'things', action: 'create' }) },
  });
  expect(itemBindingOf(service, 'POST /rpc/finish/{number}')).toMatchObject({ action: 'delete', key: 0 });
  expect(bindingOf(service, 'POST /rpc/add')).toMatchObject({ action: 'create', collection: { name: 'things' } });
  expect(operationOf(service, 'POST /rpc/add').confidence).toBe('stated');
});

test('a collection can be declared completely', () => {
  const book = object({ code: text, label: text });
  const rows = operation(object({ payload: object({ hits: listOf(book) }) }));
  const service = serviceFor({
    '/search': { get: hinted(rows, { collection: 'books', action: 'list', id: 'code', items: 'payload.hits' }) },
    '/book-by-code/{code}': { get: hinted(operation(book), { collection: 'books' }) },
  });
  expect(listBindingOf(service, 'GET /search').view.path).toEqual(['payload', 'hits']);
  const binding = itemBindingOf(service, 'GET /book-by-code/{code}');
  expect(binding).toMatchObject({ action: 'read', key: 0, parentParameters: [] });
  expect(service.collections.get('books')).toMatchObject({ idProperty: 'code', idType: 'integer-text', parents: [] });
});

test('another property can be the id', () => {
  const service = serviceFor({
    '/things': { get: hinted(operation(things), { id: 'name' }) },
    '/things/{thingId}': read,
  });
  expect(service.collections.get('things')).toMatchObject({ idProperty: 'name', idType: 'integer-text' });
});

test('a collection without a response that shows an item is not created', () => {
  const post = hinted(operation(undefined, { takes: object({}) }), { collection: 'xs', action: 'create' });
  const service = serviceFor({ '/x': { post } });
  expect(service.collections.size).toBe(0);
  expect(operationOf(service, 'POST /x').reason).toMatch(/no response contains an item/);
});

describe('what x-vivarium does not state follows from', () => {
  const book = object({ code: text, label: text });
  const reading = hinted(operation(book), { collection: 'books' });
  /** The binding of an operation in a collection that only hints define. */
  const boundAs = (path: string, method: string, own: object, hint: object = {}): string | undefined => {
    const service = serviceFor({
      '/book-by-code/{code}': { get: reading },
      [path]: { [method]: hinted(own, { collection: 'books', ...hint }) },
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
    const remove = operation(undefined, { takes: object({ code: text }) });
    const service = serviceFor({
      '/book-by-code/{code}': { get: reading },
      '/remove': { post: hinted(remove, { collection: 'books', action: 'delete' }) },
      '/latest': { get: hinted(operation(book), { collection: 'books', action: 'read' }) },
    });
    expect(itemBindingOf(service, 'POST /remove')).toMatchObject({ action: 'delete', key: 'body' });
    expect(itemBindingOf(service, 'GET /latest')).toMatchObject({ action: 'read', key: undefined });
  });

  test('the noun of the path, without a collection', () => {
    const get = hinted(operation(book), { action: 'read', id: 'label' });
    const service = serviceFor({ '/books/{code}': { get } });
    expect(service.collections.get('books')).toMatchObject({ kind: 'list', idProperty: 'label', parents: [] });
  });

  test('the binding without x-vivarium, which keeps the rest', () => {
    const service = serviceFor({
      '/things': { get: operation(things), post: hinted(saving(ref('Thing')), { id: 'name' }) },
      '/things/{thingId}': { ...read, put: hinted(saving(ref('Thing'), { status: 201 }), { collection: 'things' }) },
    });
    expect(itemBindingOf(service, 'PUT /things/{thingId}')).toMatchObject({ action: 'replace', key: 0, upsert: true });
    expect(operationOf(service, 'PUT /things/{thingId}').confidence).toBe('stated');
    expect(operationOf(service, 'GET /things').confidence).toBe('high');
    expect(service.collections.get('things')).toMatchObject({ idProperty: 'name' });
  });
});

test.each<[string, string, object, { readonly action?: string; readonly set?: object }]>([
  ['/things/count', 'get', operation(object({ count: integer })), { action: 'read' }],
  ['/things/{thingId}/kind', 'put', operation(ref('Thing'), { takes: object({ kind: text }) }), { action: 'update' }],
  ['/things/{thingId}/kind', 'put', operation(ref('Thing'), { takes: object({ kind: text }) }), { set: { name: 'a' } }],
  ['/users/{userId}/things', 'get', operation(things), { action: 'delete' }],
])('of the guess for %s %s, nothing stays that is stated otherwise', (path, method, own, hint) => {
  const others = { '/things': collection(ref('Thing')), '/things/{thingId}': read };
  const service = serviceFor({ ...others, [path]: { [method]: hinted(own, hint) } });
  const { action, effects, within, view } = itemBindingOf(service, `${method.toUpperCase()} ${path}`);
  expect({ action, effects, within, count: view.count }).toEqual({
    action: hint.action ?? 'act',
    effects: hint.set === undefined ? [] : [{ path: ['name'], to: { type: 'value', value: 'a' } }],
    within: undefined,
    count: undefined,
  });
});

describe('a collection that only x-vivarium defines', () => {
  const book = object({ code: text, label: text });
  const stated = (action: string, answer: object | undefined, hint: object = {}) => {
    const takes = action === 'create' || action === 'replace' ? (answer ?? book) : undefined;
    return hinted(operation(answer, { takes }), { collection: 'books', action, ...hint });
  };
  const owned = object({ ownerId: integer, code: text });
  const specOf = (paths: object) => serviceFor(paths).collections.get('books');

  test('is a singleton if nothing lists, creates or selects items', () => {
    const paths = { '/book': { get: stated('read', book), put: stated('replace', book) } };
    expect(specOf(paths)).toMatchObject({ kind: 'singleton', idProperty: undefined });
    expect(specOf({ ...paths, '/books': { get: stated('list', listOf(book)) } })?.kind).toBe('list');
    expect(specOf({ ...paths, '/add': { post: stated('create', book) } })?.kind).toBe('list');
    expect(specOf({ ...paths, '/book/{code}': { get: stated('read', book) } })?.kind).toBe('list');
  });

  test('has the parents in the path of its list, or those before the id in the path of its items', () => {
    const list = { get: stated('list', listOf(owned)) };
    expect(specOf({ '/owners/{ownerId}/books': list })).toMatchObject({ parents, idProperty: 'code' });
    const item = { get: stated('read', owned) };
    expect(specOf({ '/owners/{ownerId}/books/{code}': item })).toMatchObject({ parents, idProperty: 'code' });
    expect(specOf({ '/owners/{ownerId}/books': { post: stated('create', owned) } })).toMatchObject({ parents });
  });

  test.each<[string, object]>([
    ['list', { get: stated('list', listOf(owned)) }],
    ['creation', { post: stated('create', owned) }],
  ])('has the parents of its %s, wherever its items are', (_name, whole) => {
    const spec = specOf({
      '/book-by-code/{code}': { get: stated('read', owned) },
      '/owners': { get: operation(listOf(object({ id: integer, name: text }))) },
      '/owners/{ownerId}': { get: operation(object({ id: integer, name: text })) },
      '/owners/{ownerId}/books': { ...whole },
    });
    expect(spec).toMatchObject({ parents, parentCollection: 'owners' });
  });

  test('can have the items of a nested collection below its own', () => {
    const page = object({ id: integer, text });
    const [list, item] = [{ get: operation(listOf(page)) }, { get: operation(page) }];
    const pages = { '/books/{code}/pages': list, '/books/{code}/pages/{id}': item };
    const parentOf = (paths: object) => serviceFor({ ...paths, ...pages }).collections.get('pages')?.parentCollection;
    expect(parentOf({ '/books/{code}': { get: stated('read', book) } })).toBe('books');
    expect(parentOf({ '/books': { get: stated('list', listOf(book)) } })).toBe('books');
  });

  test('is identified by the parameter of its items, or by a stated property', () => {
    const item = object({ uuid: text, label: text });
    const list = stated('list', listOf(item));
    expect(specOf({ '/b/{label}': { get: stated('read', item) } })?.idProperty).toBe('label');
    expect(specOf({ '/b': { get: list } })?.idProperty).toBe('uuid');
    const post = hinted(saving(item), { collection: 'books', id: 'label' });
    expect(specOf({ '/b': { get: list, post } })?.idProperty).toBe('label');
  });

  test('has the schema of the first response with an item', () => {
    const paths = { '/b': { post: stated('create', undefined), get: stated('list', listOf(book)) } };
    expect(specOf(paths)?.properties).toEqual(new Set(['code', 'label']));
  });
});

test('a collection without its operations does not exist', () => {
  const service = serviceFor({
    '/things': { get: hinted(operation(things), false), post: hinted(saving(ref('Thing')), false) },
  });
  expect([...service.collections.keys()]).toEqual([]);
});

test('an operation without a success response is not bound by x-vivarium', () => {
  const post = hinted({ responses: { 400: { description: '' } } }, { collection: 'things', action: 'create' });
  const service = serviceFor({ '/things': { get: operation(things), post } });
  expect(boundIn(service)).toMatchObject({ 'POST /things': '-' });
});

test('each action can be stated', () => {
  const actions = ['list', 'create', 'read', 'replace', 'update', 'delete', 'act'];
  const answering = (action: string) => operation(action === 'list' ? things : ref('Thing'), { takes: ref('Thing') });
  const paths = Object.fromEntries(
    actions.map((action) => [
      action === 'list' || action === 'create' ? `/${action}` : `/${action}/{id}`,
      { post: hinted(answering(action), { collection: 'things', action }) },
    ]),
  );
  const service = serviceFor(paths);
  expect(service.problems).toEqual([]);
  expect(Object.values(boundIn(service))).toEqual(actions.map((action) => `things.${action}`));
});

test('stated changes are those of the item whose path the operation is below', () => {
  const part = object({ id: integer, label: text, archived: { type: 'boolean' } });
  const archive = { post: hinted(nothing, { set: { archived: true } }) };
  const service = serviceFor({
    '/things': collection(ref('Thing')),
    '/things/{thingId}': read,
    '/parts': collection(part),
    '/parts/{partId}': { get: operation(part) },
    '/parts/{partId}/archive': archive,
    '/boxes/{boxId}/archive': archive,
  });
  const bound = boundIn(service);
  expect([bound['POST /parts/{partId}/archive'], bound['POST /boxes/{boxId}/archive']]).toEqual(['parts.act', '-']);
});

test('stated changes are those of the item even if the operation returns something else', () => {
  const report = object({ a: text, b: text, c: text, d: text, e: text, f: text, g: text });
  const archive = hinted(operation(report), { set: { archived: true } });
  const part = object({ id: integer, archived: { type: 'boolean' } });
  const service = serviceFor({
    '/parts': { get: operation(listOf(part)) },
    '/parts/{partId}': { get: operation(part), put: archive },
    '/parts/{partId}/archive': { post: archive },
  });
  const bound = boundIn(service);
  expect([bound['PUT /parts/{partId}'], bound['POST /parts/{partId}/archive']]).toEqual(['parts.act', 'parts.act']);
});

test('a stated id is the only one', () => {
  const item = object({ id: integer, slug: text, name: text });
  const aliasesWith = (hint: object) =>
    serviceFor({
      '/posts': { get: { ...operation(listOf(item)), ...hint } },
      '/posts/{id_or_slug}': { parameters: [inPath('id_or_slug', text)], get: operation(item) },
    }).collections.get('posts')?.aliases;
  expect(aliasesWith({})).toEqual(['slug']);
  expect(aliasesWith(declared({ id: 'id' }))).toEqual(['slug']);
  expect(aliasesWith(declared({ id: 'name' }))).toEqual([]);
});

test('a stated list is found in the response to any method', () => {
  const found = object({ data: listOf(ref('Thing')), total: integer });
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': read,
    '/things/search': { post: hinted(operation(found), { collection: 'things', action: 'list' }) },
  });
  expect(listBindingOf(service, 'POST /things/search').view.path).toEqual(['data']);
});

test('a stated item is not one of the lists in it', () => {
  const Box = object({ id: integer, label: text, boxes: listOf(object({ size: integer, colour: text })) });
  const get = hinted(operation(Box), { collection: 'boxes', action: 'read' });
  const service = serviceFor({ '/box-by-id/{id}': { get } });
  expect([...(service.collections.get('boxes')?.properties ?? [])]).toEqual(['id', 'label', 'boxes']);
});

test('the name of a collection that no other operation has is reported', () => {
  const add = operation(ref('Thing'), { takes: ref('Thing') });
  const paths = (collection: string, described: object) => ({
    '/things': { get: operation(things), post: saving(ref('Thing')) },
    '/add': { post: hinted(described, { collection }) },
  });
  const messagesOf = (collection: string, described: object) =>
    serviceFor(paths(collection, described)).problems.map(({ code, pointer, message }) => [code, pointer, message]);
  const pointer = '/paths/~1add/post/x-vivarium/collection';
  expect(messagesOf('things', add)).toEqual([]);
  expect(messagesOf('thigns', add)).toEqual([
    ['VIV_DOCUMENT_PART_UNUSABLE', pointer, 'no other operation is about "thigns". Did you mean "things"?'],
  ]);
  expect(messagesOf('orders', nothing)).toEqual([
    [
      'VIV_X_VIVARIUM_INVALID',
      pointer,
      'no other operation is about "orders". Name a collection that another one has.',
    ],
  ]);
});
