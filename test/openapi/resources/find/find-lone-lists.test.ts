/** Lists at other paths than the path of their collection, and lists without other operations. */
import { describe, expect, test } from 'vitest';
import { operationOf } from '../../documents.ts';
import {
  boundIn,
  inQuery,
  integer,
  listBindingOf,
  listOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
  thing,
  things,
} from '../small.ts';

const User = object({ id: integer, email: text });
const users = { '/users': { get: operation(listOf(User)) }, '/users/{userId}': { get: operation(User) } };
const below = {
  get: operation(things),
  post: operation(ref('Thing'), { takes: ref('Thing') }),
};
const unknownItems = /^Lists items of .*, but the document does not state which of them\.$/;

describe('a list whose path ends in a parameter', () => {
  const bound = (answer: object) =>
    boundIn(
      serviceFor({
        '/things': { get: operation(things) },
        '/things/{thingId}': thing,
        '/of-kind/{kind}': { get: operation(answer) },
      }),
    )['GET /of-kind/{kind}'];

  test('has the items with this property', () => {
    expect(bound(things)).toBe('things.list');
  });

  test('is a list in an envelope with paging, but not in another object: it may be one thing that has items', () => {
    expect(bound(object({ data: things, total: integer }))).toBe('things.list');
    expect(bound(object({ name: text, things }))).toBe('-');
  });

  test('is filtered by the only property that ends like the parameter, and by a name behind "by"', () => {
    const schemas = { Car: object({ id: integer, name: text, carTypeId: integer }, ['id']) };
    const cars = listOf(ref('Car'));
    const paths = {
      '/cars': { get: operation(cars) },
      '/cars/{id}': { get: operation(ref('Car')) },
      '/cars/type/{typeId}': { get: operation(cars) },
      '/cars/by/{name}': { get: operation(cars) },
      '/cars/like/{text}': { get: operation(cars) },
    };
    expect(boundIn(serviceFor(paths, schemas))).toMatchObject({
      'GET /cars/type/{typeId}': 'cars.list',
      'GET /cars/by/{name}': 'cars.list',
      'GET /cars/like/{text}': '-',
    });
  });

  test('is not a collection', () => {
    const service = serviceFor({ '/reports/{kind}': { get: operation(things) } });
    expect(boundIn(service)).toEqual({ 'GET /reports/{kind}': '-' });
    expect(service.collections.size).toBe(0);
  });
});

test('the list at the shortest path, with the fewest parameters, names the collection', () => {
  const service = serviceFor({
    ...users,
    '/users/{userId}/all': { get: operation(things) },
    '/archive/recent/things': { get: operation(things) },
    '/things': { get: operation(things) },
  });
  expect(boundIn(service)).toMatchObject({
    'GET /users/{userId}/all': 'things.list',
    'GET /archive/recent/things': 'things.list',
    'GET /things': 'things.list',
  });
  expect([...service.collections.keys()]).toEqual(['users', 'things']);
});

describe('a list without other operations is a collection', () => {
  const isCollection = (
    item: object,
    parameters: readonly object[] = [],
    wrap: (items: object) => object = listOf,
  ): boolean => serviceFor({ '/rows': { get: operation(wrap(item), { parameters }) } }).collections.has('rows');
  const page = [inQuery('page', integer)];

  test('if its items have an id, or it is paged', () => {
    expect(isCollection(object({ id: integer, label: text }))).toBe(true);
    expect(isCollection(object({ label: text, size: integer }))).toBe(false);
    expect(isCollection(object({ label: text, size: integer }), page)).toBe(true);
    expect(isCollection(object({ label: text }), [{ ...inQuery('page', integer), in: 'header' }])).toBe(false);
    expect(isCollection(object({ label: text }), [inQuery('colour')])).toBe(false);
  });

  test('unless its items have no properties', () => {
    expect(isCollection({ type: 'object' }, page)).toBe(false);
  });

  test('if the list in the envelope has a usual name, or that of the path, or is paged', () => {
    const item = object({ id: integer, label: text });
    const within = (name: string) => (items: object) => object({ [name]: listOf(items), label: text });
    expect(isCollection(item, [], within('data'))).toBe(true);
    expect(isCollection(item, [], within('rows'))).toBe(true);
    expect(isCollection(item, [], within('table_rows'))).toBe(true);
    const only = (items: object) => object({ neighbours: listOf(items) });
    expect(isCollection(item, [], only)).toBe(false);
    expect(isCollection(item, page, only)).toBe(true);
  });

  test('below a parent only if the document has items of that parent', () => {
    const rows = { get: operation(listOf(object({ id: integer, label: text }))) };
    const names = (paths: Parameters<typeof serviceFor>[0]) => [...serviceFor(paths).collections.keys()];
    expect(names({ ...users, '/users/{userId}/rows': rows })).toEqual(['users', 'rows']);
    expect(names({ '/teams/{teamId}/rows': rows })).toEqual([]);
    expect(names({ ...users, '/teams/{teamId}/rows': rows })).toEqual(['users']);
    // Items without an id, and singletons, have nothing below them.
    const log = { get: operation(listOf(object({ line: text, level: text })), { parameters: page }) };
    expect(names({ '/logs': log, '/logs/{log}/rows': rows })).toEqual(['logs']);
    const Settings = object({ theme: text, size: integer });
    const settings = { get: operation(Settings), put: operation(Settings, { takes: Settings }) };
    expect(names({ '/settings': settings, '/settings/{part}/rows': rows })).toEqual(['settings']);
  });
});

describe('a list shows the items of another collection', () => {
  const Short = object({ id: integer, label: text, size: integer });
  const Detail = object({ id: integer, label: text, size: integer, colour: text });
  const rows = {
    '/rows': {
      get: operation(listOf(Short)),
      post: operation(object({ id: integer, done: text, at: text }), { takes: Detail }),
    },
    '/rows/{id}': { get: operation(Detail) },
  };
  const listed = (item: object) =>
    boundIn(serviceFor({ ...rows, '/others': { get: operation(listOf(item)) } }))['GET /others'];

  test('if it has their schema, as read or as listed', () => {
    expect(listed(Detail)).toBe('rows.list');
    expect(listed(Short)).toBe('rows.list');
    expect(listed(object({ id: integer, label: integer, size: integer }))).toBe('others.list');
  });

  test('but not those of what a creation returns', () => {
    expect(listed(object({ id: integer, done: text, at: text }))).toBe('others.list');
  });

  test('but not if the schema states nothing', () => {
    const anything = { type: 'object' };
    const service = serviceFor({
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text, example: 'a' }],
        get: operation(anything),
        put: operation(anything, { takes: anything, status: 201 }),
      },
      '/others': { get: operation(listOf(anything)) },
    });
    expect(boundIn(service)['GET /others']).toBe('-');
  });

  test('unless two collections have such items', () => {
    const service = serviceFor({
      '/things': { get: operation(things) },
      '/things/{thingId}': thing,
      '/drafts': { get: operation(things) },
      '/drafts/{thingId}': thing,
      '/recent': { get: operation(things) },
    });
    expect(operationOf(service, 'GET /recent')).toMatchObject({
      binding: undefined,
      reason: expect.stringMatching(unknownItems),
    });
  });

  test('unless a required filter, or a parameter of its path, has an unknown meaning', () => {
    const service = serviceFor({
      '/things': { get: operation(things) },
      '/things/{thingId}': thing,
      '/near': { get: operation(things, { parameters: [inQuery('radius', integer, { required: true })] }) },
      '/far': {
        get: operation(things, {
          parameters: [inQuery('radius', integer), inQuery('page', integer, { required: true })],
        }),
      },
      '/of-kind': { get: operation(things, { parameters: [inQuery('kind', text, { required: true })] }) },
      '/marked': {
        get: operation(things, { parameters: [{ ...inQuery('x-mark', text, { required: true }), in: 'header' }] }),
      },
      '/planets/{planet}/inhabitants': { get: operation(things) },
    });
    expect(operationOf(service, 'GET /near')).toMatchObject({
      binding: undefined,
      reason: expect.stringMatching(unknownItems),
    });
    expect(operationOf(service, 'GET /planets/{planet}/inhabitants').reason).toMatch(unknownItems);
    for (const path of ['/far', '/of-kind', '/marked']) expect(boundIn(service)[`GET ${path}`]).toBe('things.list');
  });
});

describe('a list elsewhere of a nested collection', () => {
  const nested = { ...users, '/users/{userId}/things': below, '/users/{userId}/things/{thingId}': thing };
  const listAt = (path: string, more: Parameters<typeof serviceFor>[0] = nested) =>
    listBindingOf(serviceFor({ ...more, [path]: { get: operation(things) } }), `GET ${path}`);

  test('has the parents in its path, without a filter by them', () => {
    expect(listAt('/users/{userId}/recent')).toMatchObject({ parentParameters: [0], filters: [] });
    expect(listAt('/users/{userId}/things/recent')).toMatchObject({ parentParameters: [0], filters: [] });
    expect(listAt('/users/{userId}/of-kind/{kind}')).toMatchObject({
      parentParameters: [0],
      filters: [{ parameter: 1, property: 'kind' }],
    });
  });

  test('has the items of all parents, filtered by its path', () => {
    expect(listAt('/recent')).toMatchObject({ parentParameters: undefined, filters: [] });
    expect(listAt('/of-users/{userId}')).toMatchObject({
      parentParameters: undefined,
      filters: [{ parameter: 0, property: 'userId' }],
    });
  });

  test('whose path has a literal after the parent is below the parent', () => {
    const own = { ...users, '/users/{userId}/my/things': below, '/users/{userId}/my/things/{thingId}': thing };
    expect(listAt('/users/{userId}/recent', own)).toMatchObject({ parentParameters: [0], filters: [] });
  });
});

describe('a parent is a property of the item', () => {
  const parentOf = (path: string, item: object) => {
    const whole = object({ id: integer, label: text, ...item });
    const service = serviceFor({
      [`${path}/rows`]: { get: operation(listOf(whole)), post: operation(whole, { takes: whole }) },
      [`${path}/rows/{rowId}`]: { get: operation(whole) },
    });
    return service.collections.get('rows')?.parents[0]?.property;
  };

  test('by the name of the parameter, or by the noun before it', () => {
    expect(parentOf('/users/{userId}', { userId: integer })).toBe('userId');
    expect(parentOf('/users/{user}', { user_id: integer })).toBe('user_id');
    expect(parentOf('/users/{person}', { userId: integer })).toBe('userId');
    expect(parentOf('/users/{userId}', { size: integer })).toBeUndefined();
  });

  test.each(['id', 'sid', 'uuid', 'slug', 'key', 'name', 'Slug'])('which %s alone does not name', (parameter) => {
    expect(
      parentOf(`/users/{${parameter}}`, { sid: text, uuid: text, slug: text, key: text, name: text }),
    ).toBeUndefined();
    expect(parentOf(`/users/{${parameter}}`, { slug: text, userId: integer })).toBe('userId');
  });

  test('which nothing names without a noun', () => {
    expect(parentOf('/{tenant}', { _id: text })).toBeUndefined();
  });
});
