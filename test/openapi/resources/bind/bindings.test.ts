/** Bindings, and the reasons for which an operation has none. */
import { describe, expect, test } from 'vitest';
import type { Complete } from '../../../../src/core/service/check.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import {
  boundIn,
  collection,
  itemBindingOf,
  listBindingOf,
  nothing,
  pathsOf,
  saving,
  serviceFor,
  thing,
  things,
  thingsService,
} from '../small.ts';

const stated = (hint: object) => ({ 'x-vivarium': hint });

describe('the items of a list are checked one by one', () => {
  const checkOf = (answer: object) => {
    const service = thingsService(operation(answer));
    return listBindingOf(service, 'GET /things').view.checkItem;
  };

  test.each<[string, object]>([
    ['nothing but its items', things],
    ['a description', { ...things, title: 'Things', description: 'All.', deprecated: true }],
    ['an extension', { ...things, 'x-sorted': 'no', 'x-faker': 'x.y' }],
    ['examples', { ...things, default: [], example: [], examples: [[]] }],
  ])('if the list states %s', (_name, answer) => {
    const check = checkOf(answer);
    expect(check?.({ id: 1, name: 'a' })).toEqual([]);
    expect(check?.({ id: 1 })).toMatchObject([{ pointer: '/name', rule: 'required' }]);
  });

  test.each<[string, object]>([
    ['has a maximum size', { ...things, maxItems: 2 }],
    ['has unique items', { ...things, uniqueItems: true }],
    ['has a part with a minimum size', { allOf: [things, { minItems: 1 }] }],
    ['is in an envelope', object({ things })],
  ])('unless it %s', (_name, answer) => {
    expect(checkOf(answer)).toBeUndefined();
  });
});

describe('an operation is not bound', () => {
  test('if it is about many items that may have different parents', () => {
    const service = serviceFor(
      {
        ...pathsOf(
          'GET /users User, GET /users/{userId} User, GET /users/{userId}/things, POST /users/{userId}/things',
        ),
        '/things': { get: operation(things), delete: nothing },
        '/things/{thingId}': thing,
        '/things/bulk': { delete: operation(undefined, { parameters: [inQuery('ids')] }) },
      },
      { User: object({ id: integer, email: text }) },
    );
    expect(boundIn(service)).toMatchObject({
      'GET /things': 'things.list',
      'DELETE /things': '-',
      'DELETE /things/bulk': '-',
      'DELETE /things/{thingId}': 'things.delete',
    });
  });

  test('if its path does not contain the parents', () => {
    const service = serviceFor({
      '/users': { get: operation(listOf(object({ id: integer, email: text }))) },
      '/users/{userId}': { get: operation(object({ id: integer, email: text })) },
      '/users/{userId}/things': collection(ref('Thing')),
      '/users/{userId}/things/{thingId}': thing,
      '/things': { post: { ...saving(ref('Thing')), ...stated({ collection: 'things', action: 'create' }) } },
      '/thing/{thingId}': { delete: { ...nothing, ...stated({ collection: 'things', action: 'delete' }) } },
      '/all': { get: { ...operation(things), ...stated({ collection: 'things', action: 'list' }) } },
    });
    const { reason: withoutParents } = operationOf(service, 'POST /things');
    expect(withoutParents).toBe('The path /things does not contain the parents of things: userId.');
    const { reason: withoutId } = operationOf(service, 'DELETE /thing/{thingId}');
    expect(withoutId).toBe('The path /thing/{thingId} does not identify an item of things.');
    expect(listBindingOf(service, 'GET /users/{userId}/things').parentParameters).toEqual([0]);
  });
});

describe('an operation that x-vivarium makes a list', () => {
  const found = (answer: object | undefined) => {
    const service = serviceFor({
      '/things': { get: operation(things) },
      '/things/{thingId}': thing,
      '/found': { get: { ...operation(answer), ...stated({ collection: 'things', action: 'list' }) } },
    });
    return operationOf(service, 'GET /found');
  };

  test.each<[string, object | undefined]>([
    ['nothing', undefined],
    ['a number', integer],
    ['a list of texts', listOf(text)],
    ['an object', object({ count: integer })],
    ['an item', ref('Thing')],
  ])('is not bound if it returns %s', (_name, answer) => {
    expect(found(answer)).toMatchObject({ binding: undefined, reason: 'Its response contains no list of things.' });
  });

  test('is bound if it returns a list', () => {
    expect(found(object({ data: things })).binding).toMatchObject({ action: 'list', view: { path: ['data'] } });
  });
});

describe('a response shows', () => {
  const Detail = object({ id: integer, name: text, kind: text, userId: integer, more: text }, ['id', 'more']);
  const service = serviceFor(
    {
      '/things': {
        get: operation(listOf(object({ id: integer, name: text }, ['id']))),
        post: operation(undefined, { takes: ref('Thing') }),
      },
      '/things/{id}': { get: operation(ref('Thing')), put: operation({ type: 'boolean' }, { takes: ref('Thing') }) },
      '/things/{id}/details': { get: operation(ref('Detail')) },
      '/things/{id}/close': { post: operation({ ...object({ id: integer }), additionalProperties: true }) },
    },
    { Detail },
  );
  const projectionOf = (name: string) => itemBindingOf(service, name).view.projection;

  test('the item, or the part of it that its schema declares', () => {
    expect(projectionOf('GET /things/{id}')).toBeUndefined();
    expect(projectionOf('GET /things')).toMatchObject({ properties: new Set(['id', 'name']), required: ['id'] });
    expect(projectionOf('GET /things/{id}/details')).toMatchObject({ required: ['id', 'more'] });
    expect(projectionOf('POST /things/{id}/close')).toMatchObject({ isOpen: true });
    expect(projectionOf('PUT /things/{id}')).toMatchObject({ required: [] });
    expect(itemBindingOf(service, 'POST /things').view).toEqual({ path: [], isInList: false, projection: undefined });
  });

  test('an item with its own id, also if its schema does not declare one', () => {
    expect(projectionOf('GET /things')).toMatchObject({ idProperty: 'id' });
    const Settings = object({ theme: text, size: integer });
    const put = operation(object({ theme: text }), { takes: ref('Settings') });
    const single = serviceFor({ '/settings': { get: operation(ref('Settings')), put } }, { Settings });
    expect(itemBindingOf(single, 'PUT /settings').view.projection).toMatchObject({ idProperty: undefined });
  });

  test('an item in an envelope, or in a list with one element', () => {
    const wrapped = serviceFor({
      '/things': { get: operation(things), post: operation(things, { takes: ref('Thing') }) },
      '/things/{id}': {
        get: operation(object({ data: ref('Thing') })),
        delete: operation(object({ things })),
        put: operation(undefined, { takes: ref('Thing') }),
      },
    });
    const viewOf = (name: string) => itemBindingOf(wrapped, name).view;
    expect(viewOf('POST /things')).toMatchObject({ path: [], isInList: true });
    expect(viewOf('GET /things/{id}')).toMatchObject({ path: ['data'], isInList: false });
    expect(viewOf('DELETE /things/{id}')).toMatchObject({ path: ['things'], isInList: true });
    expect(viewOf('PUT /things/{id}')).toEqual({ path: [], isInList: false, projection: undefined });
  });

  test('completed items that keep what their schema can show', async () => {
    await service.ready();
    const { complete } = projectionOf('GET /things/{id}/details') as { readonly complete: Complete };
    expect(complete({ id: 1, name: 5, more: 6 }, { seed: 1, now: 0 })).toEqual({ id: 1, name: '5', more: '6' });
  });

  test('completed items that match its schema', async () => {
    await service.ready();
    type Projection = NonNullable<ReturnType<typeof projectionOf>>;
    const { complete, check } = projectionOf('GET /things/{id}/details') as Projection;
    expect(check(complete({ id: 1 }, { seed: 1, now: 0 }))).toEqual([]);
    expect(check({ id: 1 })).toMatchObject([{ rule: 'required' }]);
  });
});

test.each([
  ['name', 'roomName equals'],
  ['minPrice', 'roomPrice at-least'],
  ['max_price', 'roomPrice at-most'],
  ['room_name', 'roomName equals'],
  ['kind', 'kindRoom equals'],
  ['colour', ''],
])('a list of rooms with a roomName and a roomPrice is filtered by %s', (name, expected) => {
  const Room = object({ id: integer, roomName: text, roomPrice: { type: 'number' }, kindRoom: text });
  const rooms = { ...collection(ref('Room')), get: operation(listOf(ref('Room')), { parameters: [inQuery(name)] }) };
  const service = serviceFor({ '/rooms': rooms, '/rooms/{id}': { get: operation(ref('Room')) } }, { Room });
  const filters = listBindingOf(service, 'GET /rooms').filters;
  expect(filters.map(({ property, comparison }) => `${property} ${comparison}`).join(', ')).toBe(expected);
});

test.each<[string, string, string]>([
  ['/branches', 'branch', '1 id'],
  ['/branches', 'branch_name', '1 name'],
  ['/branches', 'BranchName', '1 name'],
  ['/branches', 'branch_size', '1 size'],
  ['/branches', 'branch_colour', ''],
  ['/branches', 'tree_name', ''],
  ['/branches', 'sort', ''],
  ['/branch', 'branch_name', '1 name'],
  ['/saplings', 'sapling_name', '1 name'],
  ['/free', 'free_name', ''],
])('a list at %s is filtered by the query parameter %s', (path, name, expected) => {
  const parameters = [{ ...inQuery('branch_name'), in: 'header' }, inQuery(name)];
  const { [path]: collection, ...item } = pathsOf(`POST ${path}, GET ${path}/{id}`, 'Branch');
  const service = serviceFor(
    { ...item, [path]: { ...collection, get: operation(listOf(ref('Branch')), { parameters }) } },
    { Branch: object({ id: text, name: text, size: integer }) },
  );
  const filters = listBindingOf(service, `GET ${path}`).filters.map((one) => `${one.parameter} ${one.property}`);
  expect(filters.join(', ')).toBe(expected);
});
