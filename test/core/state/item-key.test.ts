/** Nested resources: lists, items and singletons below an item. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { sizeOf } from '../../../src/core/primitives/sorted-map.ts';
import type { CollectionSpec, Parent } from '../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { itemsBelow, uniqueItems } from '../../../src/core/state/collection.ts';
import { fromData, joinKey, parentId, splitKey, toData } from '../../../src/core/state/item-key.ts';
import type { State } from '../../../src/core/state/state.ts';
import fc from '../../fast-check.ts';
import {
  answer,
  bindService,
  createOf,
  idsOf,
  inPath,
  inQuery,
  itemOf,
  json,
  listOf,
  noPaging,
  plainList,
  specOf,
  worldOf,
} from '../bound.ts';
import { collectionOf, type Decided, itemsOf, requestOf, type Sent, take } from '../helpers.ts';

const thing: JsonObject = { type: 'object' };
const list = (operationId: string, parameters: readonly JsonObject[] = []): JsonObject => ({
  operationId,
  parameters,
  responses: { 200: answer({ type: 'array', items: thing }) },
});
const write = (operationId: string, statuses: readonly number[]): JsonObject => ({
  operationId,
  requestBody: { content: json({ type: 'object', additionalProperties: true }) },
  responses: Object.fromEntries(statuses.map((status) => [status, answer(thing, { Location: { schema: {} } })])),
});
const one = (operationId: string): JsonObject => ({ operationId, responses: { 200: answer(thing) } });
const parent = (name: string, property?: string, type: Parent['type'] = 'integer'): Parent => ({
  name,
  property,
  type,
  example: undefined,
});

const inShop = { parameters: [inPath('shop', 'string')] };
const onShelf = { parameters: [inPath('shop', 'string'), inPath('shelf')] };
const onFloor = { parameters: [inPath('shop', 'string'), inPath('floor')] };
const paths: JsonObject = {
  '/shops': { get: list('listShops'), post: write('createShop', [201]) },
  '/shops/{shop}': { ...inShop, get: one('readShop'), delete: one('deleteShop') },
  '/shops/{shop}/shelves': {
    ...inShop,
    get: list('listShelves', [inQuery('after'), inQuery('size', 'integer'), inQuery('color')]),
    post: write('createShelf', [201]),
  },
  '/shops/{shop}/shelves/{shelf}': {
    ...onShelf,
    get: one('readShelf'),
    put: write('putShelf', [200, 201]),
    delete: one('deleteShelf'),
  },
  '/shelves': { get: list('listAllShelves', [inQuery('after'), inQuery('size', 'integer')]) },
  '/shops/{shop}/shelves/{shelf}/books': { ...onShelf, get: list('listBooks'), post: write('createBook', [201]) },
  '/shops/{shop}/floors/{floor}/lamps': { ...onFloor, get: list('listLamps'), post: write('createLamp', [201]) },
  '/shops/{shop}/settings': {
    ...inShop,
    get: one('readSettings'),
    put: write('putSettings', [200]),
    patch: write('patchSettings', [200]),
    delete: one('deleteSettings'),
  },
  '/memos': { put: write('putMemo', [200]) },
  '/drafts/{draft}': { put: write('putDraft', [200, 201]) },
  '/{tenant}/orders': { parameters: [inPath('tenant', 'string')], post: write('createOrder', [201]) },
  '/{tenant}/orders/{order}': { parameters: [inPath('tenant', 'string'), inPath('order')], get: one('readOrder') },
  '/theme': { get: one('readTheme'), post: write('createTheme', [200, 201]) },
};

let service: Service;
beforeAll(async () => {
  service = await bindService(paths, () => {
    const shop = parent('shop', 'shopCode', 'string');
    const shelf = parent('shelf', 'shelf');
    const shops = specOf('shops', {
      idProperty: 'code',
      idType: 'string',
      required: ['code'],
      children: ['shelves', 'lamps', 'settings'],
      generate: () => ({ code: 'new' }),
    });
    const shelves = specOf('shelves', {
      parents: [shop],
      parentCollection: 'shops',
      children: ['books'],
      indexed: ['color'],
    });
    const books = specOf('books', {
      parents: [shop, shelf],
      parentCollection: 'shelves',
      idProperty: undefined,
      idType: 'string',
      required: [],
    });
    const lamps = specOf('lamps', { parents: [shop, parent('floor')], parentCollection: undefined });
    const settings = specOf('settings', {
      kind: 'singleton',
      idProperty: undefined,
      parents: [parent('shop')],
      parentCollection: 'shops',
      required: ['color'],
      generate: () => ({ color: 'generated' }),
    });
    const theme = specOf('theme', { kind: 'singleton', idProperty: undefined, required: [] });
    const memos = specOf('memos', { idProperty: undefined, idType: 'string', required: [] });
    const drafts = specOf('drafts');
    const orders = specOf('orders');
    const paged = (from: number) => ({
      paging: { ...noPaging, style: 'cursor', cursor: 'id', from, size: from + 1 } as const,
      view: { ...plainList, headers: [{ name: 'X-Next', fact: 'next-cursor' }] } as const,
    });
    const ofShop = { parentParameters: [0], key: undefined };
    const shelfOf = { parentParameters: [0], key: 1 };
    return {
      specs: [shops, shelves, books, lamps, settings, theme, memos, drafts, orders],
      bindings: {
        listShops: listOf(shops),
        createShop: createOf(shops),
        readShop: itemOf('read', shops),
        deleteShop: itemOf('delete', shops),
        listShelves: listOf(shelves, {
          parentParameters: [0],
          filters: [{ parameter: 3, child: undefined, property: 'color', comparison: 'equals', matchAll: new Set() }],
          ...paged(1),
        }),
        listAllShelves: listOf(shelves, { parentParameters: undefined, ...paged(0) }),
        createShelf: createOf(shelves, { parentParameters: [0] }),
        readShelf: itemOf('read', shelves, shelfOf),
        putShelf: itemOf('replace', shelves, { ...shelfOf, upsert: true }),
        deleteShelf: itemOf('delete', shelves, shelfOf),
        listBooks: listOf(books, { parentParameters: [0, 1] }),
        createBook: createOf(books, { parentParameters: [0, 1] }),
        listLamps: listOf(lamps, { parentParameters: [0, 1] }),
        createLamp: createOf(lamps, { parentParameters: [0, 1] }),
        readSettings: itemOf('read', settings, ofShop),
        putSettings: itemOf('replace', settings, ofShop),
        patchSettings: itemOf('update', settings, ofShop),
        deleteSettings: itemOf('delete', settings, ofShop),
        putMemo: itemOf('replace', memos, { key: 'body' }),
        putDraft: itemOf('replace', drafts, { upsert: true }),
        createOrder: createOf(orders),
        readOrder: itemOf('read', orders, { key: 1 }),
        readTheme: itemOf('read', theme, { key: undefined }),
        createTheme: createOf(theme),
      },
    };
  });
});

const stateOf = (): State =>
  worldOf(service, {
    shops: [{ code: 'a' }, { code: 'b' }, { code: 'a,1' }],
    shelves: [
      { $parent: { shop: 'a' }, id: 1, shopCode: 'a' },
      { $parent: { shop: 'b' }, id: 1, shopCode: 'b' },
      { $parent: { shop: 'b' }, id: 2, shopCode: 'b' },
    ],
  });
const send = (state: State, method: string, target: string, body?: Json, sent: Sent = {}): Decided =>
  take(service, state, requestOf(method, target, body === undefined ? sent : { ...sent, body }));
const messageOf = ({ exchange }: Decided) => exchange.steps.at(-1);

test('an item can have a lone surrogate as its id, and is found at its Location', () => {
  const half = String.fromCharCode(0xd800);
  const state = stateOf();
  const shop = send(state, 'POST', '/shops', { code: `x${half}` });
  expect(shop.header('Location')).toBe('/shops/x%EF%BF%BD');
  expect(send(state, 'GET', '/shops/x%EF%BF%BD').body).toEqual(shop.body);
  const shelf = send(state, 'POST', '/shops/x%EF%BF%BD/shelves', { id: half });
  expect(shelf.header('Location')).toBe('/shops/x%EF%BF%BD/shelves/%EF%BF%BD');
});

describe('a nested item', () => {
  test('is listed and found there alone', () => {
    const state = stateOf();
    expect(idsOf(send(state, 'GET', '/shops/a/shelves').body)).toEqual([1]);
    expect(idsOf(send(state, 'GET', '/shops/b/shelves').body)).toEqual([1, 2]);
    expect(idsOf(send(state, 'GET', '/shelves').body)).toEqual([1, 1, 2]);
    expect(send(state, 'GET', '/shops/b/shelves/1').body).toEqual({ id: 1, shopCode: 'b' });
    expect(send(state, 'GET', '/shops/a/shelves/2').status).toBe(404);
  });

  test('is created with the next id of all scopes, and with its parents of the path', () => {
    const state = stateOf();
    const created = send(state, 'POST', '/shops/a/shelves', { shopCode: 'wrong', width: 3 });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: 3, shopCode: 'a', width: 3 });
    expect(created.header('Location')).toBe('/shops/a/shelves/3');
    expect(send(state, 'GET', created.header('Location') as string).body).toEqual(created.body);
    expect(messageOf(created)).toMatchObject({ action: 'create', collection: 'shelves', key: 'a,3' });
  });

  test('can have the id of an item below another parent, but not of one below the same', () => {
    const state = stateOf();
    expect(send(state, 'POST', '/shops/a/shelves', { id: 2 }).status).toBe(201);
    expect(send(state, 'POST', '/shops/a/shelves', { id: 2 }).status).toBe(409);
    expect(idsOf(send(state, 'GET', '/shops/b/shelves').body)).toEqual([1, 2]);
  });

  test('is created by PUT if it is missing, and keeps its parents when it is replaced', () => {
    const state = stateOf();
    const put = send(state, 'PUT', '/shops/a/shelves/7', { id: 9, width: 1 }, { pathPrefix: '/~w' });
    expect([put.status, put.body]).toEqual([201, { id: 7, shopCode: 'a', width: 1 }]);
    expect(put.header('Location')).toBe('/~w/shops/a/shelves/7');
    const again = send(state, 'PUT', '/shops/a/shelves/7', { shopCode: 'b' });
    expect([again.status, again.body]).toEqual([200, { id: 7, shopCode: 'a' }]);
    expect(send(state, 'POST', '/shops/b/shelves', {}).body).toMatchObject({ id: 8 });
  });

  test.each([
    ['GET', '/shops/x/shelves', 'There is no item x in shops.'],
    ['POST', '/shops/x/shelves', 'There is no item x in shops.'],
    ['GET', '/shops/x/shelves/1', 'There is no item x in shops.'],
    ['PUT', '/shops/x/shelves/1', 'There is no item x in shops.'],
    ['GET', '/shops/a/shelves/2', 'There is no item 2 in shelves.'],
    ['POST', '/shops/a/shelves/2/books', 'There is no item 2 in shelves.'],
    ['PUT', '/shops/x/settings', 'There is no item x in shops.'],
  ])('is not accessible by %s %s', (method, target, message) => {
    const decided = send(stateOf(), method, target, method === 'GET' ? undefined : {});
    expect(decided.status).toBe(404);
    expect(messageOf(decided)).toMatchObject({ message });
  });

  test('is distinguished from others with similar ids', () => {
    const state = stateOf();
    send(state, 'POST', '/shops/a%2C1/shelves', { id: 1 });
    expect(send(state, 'GET', '/shops/a%2C1/shelves/1').body).toEqual({ id: 1, shopCode: 'a,1' });
    expect(send(state, 'DELETE', '/shops/a').status).toBe(200);
    expect(send(state, 'GET', '/shops/a%2C1/shelves/1').status).toBe(200);
  });

  test('may have no id: two equal items are two', () => {
    const state = stateOf();
    const book = { title: 'same' };
    for (let time = 0; time < 2; time++)
      expect(send(state, 'POST', '/shops/b/shelves/2/books', book).body).toEqual({ ...book, shelf: 2, shopCode: 'b' });
    expect(send(state, 'GET', '/shops/b/shelves/2/books').body).toHaveLength(2);
    expect([...itemsBelow(collectionOf(state, 'books'), 'b')].map(({ key }) => key)).toEqual(['b,2,1', 'b,2,2']);
  });

  test('is deleted with its parents at any depth, and other items are not', () => {
    const state = stateOf();
    send(state, 'POST', '/shops/b/shelves/1/books', {});
    send(state, 'POST', '/shops/b/shelves/2/books', {});
    send(state, 'POST', '/shops/a/shelves/1/books', {});
    send(state, 'POST', '/shops/b/floors/3/lamps', {});
    send(state, 'POST', '/shops/a/floors/3/lamps', {});
    send(state, 'PUT', '/shops/b/settings', {});
    expect(send(state, 'DELETE', '/shops/b').status).toBe(200);
    const left = ['shelves', 'books', 'lamps', 'settings'].map((name) => itemsOf(state, name).length);
    expect(left).toEqual([1, 1, 1, 0]);
    expect(idsOf(send(state, 'GET', '/shops/a/floors/3/lamps').body)).toEqual([2]);
  });

  test('is never visible below another parent, and is deleted with its parent, after any operations', () => {
    const code = fc.constantFrom('a', 'b', 'a,1');
    const shop = code.map((text) => `/shops/${encodeURIComponent(text)}`);
    const shelf = fc.tuple(shop, fc.integer({ min: 1, max: 4 })).map(([path, id]) => `${path}/shelves/${id}`);
    const shelves = shop.map((path) => `${path}/shelves`);
    const books = shelf.map((path) => `${path}/books`);
    const step = fc.oneof(
      fc.tuple(fc.constant('POST'), shelves),
      fc.tuple(fc.constant('POST'), books),
      fc.tuple(fc.constantFrom('PUT', 'DELETE'), shelf),
      fc.tuple(fc.constant('DELETE'), shop),
      fc.tuple(fc.constant('CREATE'), code),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const state = stateOf();
        for (const [method, target] of steps) {
          if (method === 'CREATE') send(state, 'POST', '/shops', { code: target });
          else send(state, method, target, method === 'DELETE' ? undefined : {});
        }
        let seen = 0;
        for (const { code } of itemsOf(state, 'shops')) {
          const shelves = send(state, 'GET', `/shops/${encodeURIComponent(String(code))}/shelves`).body as JsonObject[];
          for (const { id, shopCode } of shelves) {
            expect(shopCode).toBe(code);
            const target = `/shops/${encodeURIComponent(String(code))}/shelves/${id}/books`;
            const books = send(state, 'GET', target).body as JsonObject[];
            for (const book of books) expect(book).toMatchObject({ shopCode: code, shelf: id });
            seen += 1 + books.length;
          }
        }
        const stored = ['shelves', 'books'].map((name) => sizeOf(collectionOf(state, name).items));
        expect(seen).toBe((stored[0] as number) + (stored[1] as number));
      }),
      { numRuns: 120 },
    );
  });

  test('gets the lowest free id of its scope once ids leave the safe integers', () => {
    const state = stateOf();
    send(state, 'POST', '/shops/b/shelves', { id: Number.MAX_SAFE_INTEGER });
    expect(send(state, 'POST', '/shops/b/shelves', {}).body).toMatchObject({ id: 3 });
    expect(send(state, 'POST', '/shops/a/shelves', {}).body).toMatchObject({ id: 2 });
  });
});

describe('a list of nested items', () => {
  const pages = (state: State, target: string): readonly (readonly JsonObject[])[] => {
    const found: (readonly JsonObject[])[] = [];
    for (let after: string | undefined = ''; after !== undefined && found.length < 9; ) {
      const page = send(state, 'GET', `${target}?size=1&after=${encodeURIComponent(after)}`);
      found.push(page.body as readonly JsonObject[]);
      after = page.header('X-Next');
    }
    return found;
  };

  test('continues after the id below its parents, or after the whole key for all parents', () => {
    const state = stateOf();
    expect(pages(state, '/shops/b/shelves').map(idsOf)).toEqual([[1], [2]]);
    expect(pages(state, '/shelves').flat()).toEqual(itemsOf(state, 'shelves'));
    expect(send(state, 'GET', '/shelves?size=1').header('X-Next')).toBe('a,1');
    expect(send(state, 'GET', '/shops/b/shelves?after=b,1').body).toEqual([]);
  });

  test('holds no item of another scope, whichever index is the smallest', () => {
    const state = stateOf();
    for (const shop of ['a', 'b']) send(state, 'POST', `/shops/${shop}/shelves`, { color: 'red' });
    send(state, 'POST', '/shops/a,1/shelves', { color: 'blue' });
    expect(send(state, 'GET', '/shops/b/shelves?color=red').body).toEqual([{ id: 4, color: 'red', shopCode: 'b' }]);
    expect(send(state, 'GET', '/shops/b/shelves?color=blue').body).toEqual([]);
  });
});

describe('an item that is created', () => {
  test('has its own path, even if no operation reads it', () => {
    const created = send(stateOf(), 'PUT', '/drafts/7', {});
    expect([created.status, created.header('Location')]).toEqual([201, '/drafts/7']);
  });

  test('is below the list if its own path has more than the ids of its parents', () => {
    const created = send(stateOf(), 'POST', '/acme/orders/', {}, { pathPrefix: '/~a' });
    expect([created.status, created.header('Location')]).toEqual([201, '/~a/acme/orders/1']);
  });

  test('cannot be identified in a body if no property is its id', () => {
    const refused = send(stateOf(), 'PUT', '/memos', { text: 'x' });
    expect([refused.status, messageOf(refused)]).toMatchObject([400, { message: 'body.id is required' }]);
  });

  test('names its parents with every digit', () => {
    const state = stateOf();
    const id = 9007199254740993n;
    expect(send(state, 'PUT', `/shops/a/shelves/${id}`, {}).body).toEqual({ id, shopCode: 'a' });
    expect(send(state, 'POST', `/shops/a/shelves/${id}/books`, {}).body).toEqual({ shopCode: 'a', shelf: id });
  });

  test('is only stored if its parents are named', () => {
    const { spec } = collectionOf(stateOf(), 'lamps');
    const inside = { $parent: { shop: 'a', floor: 1 }, id: 1 };
    const unnamed = { $parent: {}, id: 1 };
    expect(uniqueItems(spec, [unnamed, inside, { $parent: { shop: 'a' }, id: 2 }])).toEqual([inside]);
  });
});

describe('a singleton', () => {
  test('does not exist before PUT and after DELETE', () => {
    const state = stateOf();
    const missing = send(state, 'GET', '/shops/a/settings');
    expect(missing.status).toBe(404);
    expect(messageOf(missing)).toMatchObject({ message: 'There is no item of settings at this path.' });
    const put = send(state, 'PUT', '/shops/a/settings', { size: 1 });
    expect(put.body).toEqual({ size: 1, color: 'generated' });
    expect(put.header('Location')).toBe('/shops/a/settings');
    expect(send(state, 'GET', '/shops/a/settings').body).toEqual(put.body);
    expect(send(state, 'GET', '/shops/b/settings').status).toBe(404);
    expect(send(state, 'DELETE', '/shops/a/settings').body).toEqual(put.body);
    expect(send(state, 'DELETE', '/shops/a/settings').status).toBe(404);
  });

  test('is changed at its path', () => {
    const state = stateOf();
    expect(send(state, 'PATCH', '/shops/a/settings', { size: 1 }).body).toEqual({ size: 1, color: 'generated' });
    expect(send(state, 'PATCH', '/shops/a/settings', { color: 'red' }).body).toEqual({ size: 1, color: 'red' });
    expect(itemsOf(state, 'settings')).toHaveLength(1);
  });

  test('may have no parents, and creating it again replaces it', () => {
    const state = stateOf();
    expect(send(state, 'GET', '/theme').status).toBe(404);
    expect(send(state, 'POST', '/theme', { dark: true }).status).toBe(201);
    const again = send(state, 'POST', '/theme', { light: true });
    expect([again.status, again.body]).toEqual([201, { light: true }]);
    expect(send(state, 'GET', '/theme').body).toEqual({ light: true });
  });
});

describe('an item in the format of data', () => {
  const owner = parent('owner', 'ownerId');
  const dollars = { id: 1, $id: 2, $parent: 3 };
  const single = { kind: 'singleton', idProperty: undefined } as const;
  interface Kept {
    readonly data: JsonObject;
    readonly key: string;
    readonly value: JsonObject;
    readonly parts: { readonly parents: readonly string[]; readonly id: string | undefined };
  }

  test.each<readonly [what: string, rest: Partial<CollectionSpec>, kept: Kept]>([
    ['with an id', {}, { data: dollars, key: '1', value: dollars, parts: { parents: [], id: '1' } }],
    [
      'without an id of its own',
      { idProperty: undefined },
      { data: { $id: '3', a: 1 }, key: '3', value: { a: 1 }, parts: { parents: [], id: '3' } },
    ],
    [
      'with a parent',
      { parents: [owner] },
      {
        data: { $parent: { owner: 7 }, id: 1, ownerId: 7 },
        key: '7,1',
        value: { id: 1, ownerId: 7 },
        parts: { parents: ['7'], id: '1' },
      },
    ],
    [
      'with a parent, without an id of its own',
      { parents: [parent('owner')], idProperty: undefined },
      {
        data: { $parent: { owner: 7 }, $id: '1', a: 1 },
        key: '7,1',
        value: { a: 1 },
        parts: { parents: ['7'], id: '1' },
      },
    ],
    [
      'that is the only one',
      single,
      { data: { $id: 1, a: 1 }, key: 'self', value: { $id: 1, a: 1 }, parts: { parents: [], id: undefined } },
    ],
    [
      'that is the only one of its parent',
      { ...single, parents: [parent('owner', undefined, 'string')] },
      { data: { $parent: { owner: '7' }, a: 1 }, key: '7', value: { a: 1 }, parts: { parents: ['7'], id: undefined } },
    ],
  ])('%s is read and written without a loss', (_, rest, { data, key, value, parts }) => {
    const spec = specOf('things', rest);
    expect(fromData(spec, data)).toEqual({ key, value });
    expect(toData(spec, key, value)).toEqual(data);
    expect(splitKey(spec, key)).toStrictEqual(parts);
    expect(joinKey(spec, parts)).toBe(key);
  });

  test('has no key if its id or its parent is missing', () => {
    const spec = specOf('things', { parents: [owner], parentCollection: 'owners' });
    expect(fromData(spec, { id: 1 })).toEqual({ key: undefined, value: { id: 1 } });
    expect(fromData(spec, { ownerId: 7 })).toEqual({ key: undefined, value: { ownerId: 7 } });
    expect(fromData(specOf('things'), { id: null }).key).toBeUndefined();
  });

  test('is present under every parent if it names none, and no collection holds the parents', () => {
    const spec = specOf('things', { parents: [owner] });
    expect(fromData(spec, { id: 1 })).toEqual({ key: '*,1', value: { id: 1 } });
    const $parent = { [owner.name]: '*' };
    expect(fromData(spec, { $parent, ownerId: 7, id: 1 })).toEqual({ key: '*,1', value: { ownerId: 7, id: 1 } });
    expect(toData(spec, '*,1', { id: 1 })).toEqual({ $parent, id: 1 });
  });

  test.each([
    ['integer', '7', 7],
    ['integer', '-7', -7],
    ['integer', '0', 0],
    ['integer', '07', '07'],
    ['integer', '7a', '7a'],
    ['integer', 'a7', 'a7'],
    ['string', '7', '7'],
  ] as const)('has the id of its parent as %s: %j is %j', (type, text, id) => {
    expect(parentId({ type }, text)).toBe(id);
  });

  test('has the id of its parent with every digit', () => {
    expect(parentId({ type: 'integer' }, '9007199254740993')).toBe(9007199254740993n);
  });
});
