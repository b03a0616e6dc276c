/** `collection(name, parents?)` in a handler. */
import { describe, expect, test } from 'vitest';
import { withHandlers } from '../../../src/core/handlers/with-handlers.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Handler, HandlerContext } from '../../../src/core/service/handler.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { integer, listOf, named, object, operation, text } from '../../short-document.ts';
import { answer, idsOf, inPath, inQuery } from '../bound.ts';
import { collectionOf, decide, documentOf, itemsOf, readyService, requestOf, stateOf } from '../helpers.ts';
import { openShop, whyOf, within } from './shop.ts';

const order = object({ id: integer }, ['id']);
const namesOf = (items: readonly { readonly name?: unknown }[]) => items.map(({ name }) => name);

describe('reading', () => {
  test('get finds an item by its id, as text or number', async () => {
    const found = await within(({ collection }) => {
      const orders = collection('orders');
      return [orders.get(1), orders.get('1'), orders.get(1n), orders.get(9), orders.get(undefined), orders.get(null)];
    });
    expect(found.slice(0, 3)).toMatchObject([{ id: 1 }, { id: 1 }, { id: 1 }]);
    expect(found.slice(3)).toEqual([undefined, undefined, undefined]);
  });

  test('find and items compare the given properties; undefined means that the item has none', async () => {
    await within(({ collection }) => {
      const orders = collection('orders');
      expect(orders.find({ customer: 'bob' })).toMatchObject({ id: 2 });
      expect(orders.find({ customer: 'bob', status: 'open' })).toBeUndefined();
      expect(orders.find({ tags: ['a'] })).toMatchObject({ id: 1 });
      expect(orders.find({ tags: undefined })).toMatchObject({ id: 2 });
      expect(collection('users').find({ email: undefined })).toBeUndefined();
      expect(orders.items().map(({ id }) => id)).toEqual([1, 2]);
      expect(orders.items({ status: 'paid' }).map(({ id }) => id)).toEqual([2]);
      // By an index.
      expect(collection('articles').items({ title: 'Two' })).toMatchObject([{ slug: 'two' }]);
      expect(orders.find(JSON.parse('{"__proto__":1}'))).toBeUndefined();
      // The list is the handler's own; its items are shared and frozen.
      expect(idsOf(orders.items().reverse())).toEqual([2, 1]);
      expect(orders.get(1)).toBe(orders.get(1));
    });
  });

  test('a nested collection is read below its parents, or below all of them', async () => {
    await within(({ collection }) => {
      const lines = collection('lines', { id: 1 });
      expect(namesOf(lines.items())).toEqual(['lamp', 'desk']);
      expect(lines.get(2)).toEqual({ id: 2, name: 'desk', price: 2 });
      expect(collection('lines', { id: '2' }).get(1)).toMatchObject({ name: 'sofa' });
      expect(namesOf(collection('lines').items())).toEqual(['lamp', 'desk', 'sofa']);
      expect(collection('lines').find({ id: 1, price: 5 })).toMatchObject({ name: 'sofa' });
      expect(collection('lines', { id: 9 }).items()).toEqual([]);
      expect(collection('lines', { id: 9 }).get(1)).toBeUndefined();
    });
  });

  test('a collection has the qualified name of its service, too', async () => {
    await within(({ collection }) => {
      expect(collection('service.orders').items()).toEqual(collection('orders').items());
    });
  });
});

describe('put', () => {
  test('assigns a new id, fills in what is missing, and returns the stored item', async () => {
    await within(({ collection, shop }) => {
      const stored = collection('orders').put({ customer: 'c', total: 2 });
      expect(stored).toMatchObject({ id: 3, customer: 'c', total: 2, createdAt: '2030-06-01T12:00:00.000Z' });
      // The handler sees its changes; the world has them after the request.
      expect(collection('orders').get(3)).toEqual(stored);
      expect(collection('orders').put({ id: null, customer: 'd' })).toMatchObject({ id: 4 });
      expect(collection('orders').put({ id: '7', customer: 'e' })).toMatchObject({ id: 7 });
      expect(itemsOf(shop.state, 'orders')).toHaveLength(2);
    });
  });

  test('replaces the item of the same id, with the time of the change', async () => {
    await within(({ collection }) => {
      const orders = collection('orders');
      const replaced = orders.put({ ...orders.get(1), status: 'paid' });
      expect(replaced).toMatchObject({ id: 1, customer: 'ada', status: 'paid', updatedAt: '2030-06-01T12:00:00.000Z' });
      expect(orders.put({ id: 1, customer: 'x' })).toMatchObject({ id: 1, customer: 'x', status: 'paid', total: 3 });
      expect(orders.get(1)).not.toHaveProperty('tags');
      expect(orders.items()).toHaveLength(2);
      const updatedAt = '2031-01-01T00:00:00Z';
      expect(orders.put({ ...orders.get(1), updatedAt })).toMatchObject({ updatedAt });
    });
  });

  test('places a nested item below its parents', async () => {
    await within(({ collection }) => {
      expect(collection('lines', { id: 2 }).put({ name: 'rug', price: 9 })).toEqual({ id: 3, name: 'rug', price: 9 });
      expect(collection('lines').put({ $parent: { id: 1 }, name: 'cup', price: 1 })).toEqual({
        id: 4,
        name: 'cup',
        price: 1,
      });
      expect(collection('lines', { id: 1 }).items()).toHaveLength(3);
      expect(() => collection('lines').put({ name: 'x', price: 1 })).toThrow(
        'collection("lines").put: the item needs its parents: collection("lines", { id })',
      );
      expect(() => collection('lines', { id: 9 }).put({ name: 'x', price: 1 })).toThrow(
        'There is no item 9 in orders.',
      );
    });
  });

  test('assigns an id to a value whose id is null, and keeps its other properties', async () => {
    const put = await within(({ collection }) => collection('orders').put({ id: null, customer: 'eve', total: 7 }));
    expect(put).toMatchObject({ id: 3, customer: 'eve', total: 7 });
  });

  test('rejects a value that the document does not allow', async () => {
    await within(({ collection }) => {
      const orders = collection('orders');
      const put = (value: unknown) => () => orders.put(value);
      expect(put({ customer: 'c', total: 'x' })).toThrow('collection("orders").put: total must be a number');
      expect(put({ id: 1, status: 'lost' })).toThrow('status must be one of');
      expect(put({ tags: [1] })).toThrow('tags[0] must be a string');
      expect(put({ id: 'x' })).toThrow('"x" is not a valid id of orders');
      expect(put(7)).toThrow('the item must be an object, not 7');
      expect(put({ customer: () => 1 })).toThrow('orders.customer must be JSON, not a function');
      expect(orders.items()).toHaveLength(2);
    });
  });

  test('copies the value', async () => {
    const tags = ['a'];
    const shop = await openShop({
      quote: ({ collection }) => {
        const value = { customer: 'c', tags };
        collection('orders').put(value);
        tags.push('b');
        return { status: 204 };
      },
    });
    shop.send('GET', '/quote');
    tags.push('c');
    expect(itemsOf(shop.state, 'orders')[2]).toMatchObject({ tags: ['a'] });
  });
});

test('delete removes an item and everything below it', async () => {
  await within(({ collection }) => {
    const orders = collection('orders');
    expect([orders.delete(1), orders.delete(1), orders.delete(undefined)]).toEqual([true, false, false]);
    expect(orders.items()).toHaveLength(1);
    expect(collection('lines').items()).toHaveLength(1);
    expect(collection('lines', { id: 2 }).delete(1)).toBe(true);
    expect(orders.put({ customer: 'c' })).toMatchObject({ id: 3 });
  });
});

test('the effects are changes of the request, and `why` lists them', async () => {
  const shop = await openShop({
    quote: ({ collection }) => {
      const orders = collection('orders');
      orders.put({ customer: 'c' });
      orders.put({ ...orders.get(1), total: 9 });
      orders.delete(2);
      return { body: { price: 1 } };
    },
  });
  const { changes, exchange } = shop.send('GET', '/quote');
  expect(changes.map(({ type }) => type)).toEqual(['call', 'put', 'put', 'delete', 'delete']);
  expect(exchange.steps.filter(({ type }) => type === 'executed')).toMatchObject([
    { action: 'create', key: '3' },
    { action: 'replace', key: '1' },
    { action: 'delete', key: '2' },
  ]);
  expect(itemsOf(shop.state, 'orders')).toMatchObject([{ id: 1, total: 9 }, { id: 3 }]);
});

test('next() sees the effects, and later calls see those of next()', async () => {
  const shop = await openShop({
    createOrder: ({ collection, next }) => {
      collection('orders').put({ customer: 'first' });
      const { body } = next();
      return { body: { ...body, total: collection('orders').items().length + collection('orders').get(body.id).id } };
    },
  });
  expect(shop.body('POST', '/orders', { body: { customer: 'second' } })).toMatchObject({ id: 4, total: 8 });
});

describe('a wrong call is an error that names the remedy', () => {
  const message = (use: (context: HandlerContext) => unknown): Promise<string> =>
    within((context) => {
      try {
        use(context);
        return 'none';
      } catch (error) {
        return (error as Error).message;
      }
    });

  test.each<[string, (context: HandlerContext) => unknown]>([
    ['there is no collection "order". Did you mean "orders"?', ({ collection }) => collection('order')],
    ['there is no collection "constructor". The collections are', ({ collection }) => collection('constructor')],
    ['there is no collection "__proto__"', ({ collection }) => collection('__proto__')],
    ['there is no collection undefined', ({ collection }) => collection(undefined as never)],
    ['the parents of lines are id, not order', ({ collection }) => collection('lines', { order: 1 })],
    ['the parents of orders are none, not id', ({ collection }) => collection('orders', { id: 1 })],
    ['the parents of lines are id, not ide. Did you mean "id"?', ({ collection }) => collection('lines', { ide: 1 })],
    [
      'collection("orders").delete: the id must be a text or a number, not an object',
      ({ collection }) => collection('orders').delete({}),
    ],
    ['the parents of lines: id must be an id', ({ collection }) => collection('lines', { id: {} })],
    ['the parents of lines must be an object, not 7', ({ collection }) => collection('lines', 7)],
    ['collection("lines").get: an id is unique below its parents', ({ collection }) => collection('lines').get(1)],
    [
      'collection("orders").get: the id must be a text or a number, not an object',
      ({ collection }) => collection('orders').get({}),
    ],
    [
      'collection("orders").find.total must be JSON, not a function',
      ({ collection }) => collection('orders').find({ total: (() => 1) as never }),
    ],
    ['the argument of collection("orders").find must be an object', ({ collection }) => collection('orders').find('x')],
  ])('%s', async (expected, use) => {
    expect(await message(use)).toContain(expected);
  });
});

test('a singleton has one item, without an id', async () => {
  await within(({ collection }) => {
    const settings = collection('settings');
    expect(settings.get()).toMatchObject({ theme: expect.any(String) });
    expect(settings.delete()).toBe(false);
    expect(settings.put({ theme: 'dark' })).toEqual({ theme: 'dark' });
    expect(settings.put({ theme: 'light' })).toEqual({ theme: 'light' });
    expect([settings.get(), settings.items()]).toEqual([{ theme: 'light' }, [{ theme: 'light' }]]);
    expect(settings.delete()).toBe(true);
  });
});

const ping = { get: named('ping', undefined, { 'x-vivarium': false }) };

test('an indexed property of a nested collection is compared below the given parents only', async () => {
  const line = object({ id: integer, name: { type: 'string' } }, ['id', 'name']);
  const service = await readyService(
    documentOf({
      '/orders': { get: operation(listOf(line)) },
      '/orders/{id}': { get: operation(line) },
      '/orders/{id}/lines': { get: named('listLines', listOf(line), { parameters: [inQuery('name')] }) },
    }),
  );
  const lines = [1, 2].flatMap((order) => [
    { $parent: { id: order }, id: order, name: 'lamp' },
    { $parent: { id: order }, id: order + 10, name: 'desk' },
  ]);
  const data = { orders: [1, 2].map((id) => ({ id, name: 'x' })), lines };
  const state = stateOf(service, { data });
  expect([...collectionOf(state, 'lines').indexes.keys()]).toContain('name');
  let found: unknown;
  const handler: Handler = ({ collection }) => {
    found = collection('lines', { id: 2 }).items({ name: 'desk' });
    return { body: [] };
  };
  decide(withHandlers(service, new Map([['listLines', handler]])).service, state, requestOf('GET', '/orders/1/lines'));
  expect(found).toEqual([{ id: 12, name: 'desk' }]);
});

test('a collection below two parents is read below the first, and below both', async () => {
  const note = object({ id: integer, text }, ['id', 'text']);
  const path = '/shelves/{shelf}/books/{book}/notes';
  const service = await readyService(
    documentOf({
      '/ping': ping,
      [path]: { get: operation(listOf(note), { parameters: [inQuery('text')] }) },
      [`${path}/{id}`]: { get: operation(note) },
    }),
  );
  const notes = [
    { $parent: { shelf: 1, book: 1 }, id: 1, text: 'a' },
    { $parent: { shelf: 1, book: 2 }, id: 2, text: 'b' },
    { $parent: { shelf: 12, book: 1 }, id: 3, text: 'b' },
  ];
  const found: unknown[] = [];
  const handler: Handler = ({ collection }) => {
    const idsIn = (parents: object | undefined, part = {}) => idsOf(collection('notes', parents as never).items(part));
    found.push(idsIn(undefined), idsIn({ shelf: 1 }), idsIn({ shelf: 1, book: 2 }));
    found.push(idsIn(undefined, { text: 'b' }), idsIn({ shelf: 1 }, { text: 'b' }));
    return { status: 204 };
  };
  const handled = withHandlers(service, new Map([['ping', handler]])).service;
  decide(handled, stateOf(handled, { data: { notes } }), requestOf('GET', '/ping'));
  expect(found).toEqual([[1, 2, 3], [1, 2], [2], [2, 3], [2]]);
});

describe('a service', () => {
  /** The failure of a handler of `ping` that uses its context like this. */
  const failureIn = (service: Service, use: Handler): readonly string[] => {
    const handled = withHandlers(service, new Map([['ping', use]])).service;
    const data = handled.collections.has('levels') ? { levels: [{ id: 'low' }, { id: 'high' }] } : {};
    return whyOf(decide(handled, stateOf(handled, { data }), requestOf('GET', '/ping')));
  };

  test('without collections has none to name', async () => {
    const service = await readyService(documentOf({ '/ping': ping }));
    const [failure] = failureIn(service, ({ collection }) => collection('orders'));
    expect(failure).toContain('there is no collection "orders".');
    expect(failure).not.toContain('The collections are');
  });

  test('whose ids are all in use gets no new item', async () => {
    const level = object({ id: { type: 'string', enum: ['low', 'high'] } }, ['id']);
    const service = await readyService(
      documentOf({
        '/ping': ping,
        '/levels': { get: operation(listOf(level)) },
        '/levels/{id}': { parameters: [inPath('id', 'string')], get: operation(level) },
      }),
    );
    expect(failureIn(service, ({ collection }) => collection('levels').put({}))[0]).toContain(
      'collection("levels").put: All ids that the document allows for levels are in use.',
    );
  });

  test('beside another with the same collection needs the name of the service', async () => {
    const orders = { get: { operationId: 'listOrders', responses: { 200: answer(listOf(order)) } } };
    const [shop, depot, pings] = ['shop', 'depot', 'pings'].map((name) =>
      compileService(documentOf(name === 'pings' ? { '/ping': ping } : { [`/${name}/orders`]: orders }), { name }),
    ) as [Service, Service, Service];
    const service = combineServices([shop, depot, pings]);
    await service.ready();
    expect(failureIn(service, ({ collection }) => collection('orders'))[0]).toContain(
      'several services have the collection "orders". Write shop.orders or depot.orders.',
    );
    // A handler of the depot means the orders of the depot.
    let own: unknown;
    const list: Handler = ({ collection }) => {
      own = collection('orders').items();
      return { body: [] };
    };
    const handled = withHandlers(service, new Map([['depot.listOrders', list]])).service;
    const data = { 'shop.orders': [{ id: 1 }], 'depot.orders': [{ id: 2 }] };
    decide(handled, stateOf(handled, { data }), requestOf('GET', '/depot/orders'));
    expect(own).toEqual([{ id: 2 }]);
  });
});
