/** Lines of carts and orders: what they have of what is sold, and the totals that they make. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { pathsOf } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const number = { type: 'number' };
const Product = object({ id: integer, name: text, price: number, image: text, quantity: integer, status: text }, [
  'id',
]);
const lamp = { id: 1, name: 'Lamp', price: 10, image: '/lamp.png', quantity: 90, status: 'sold' };
const pen = { id: 2, name: 'Pen', price: 2.5 };

/** A shop with a cart, whose lines are added below it, and with orders. */
const serveShop = async (line: Record<string, object>, sent: string, total: Record<string, object> = {}) => {
  const items = { items: listOf(ref('Line')) };
  const takes = ref('Sent');
  const served = await servePaths(
    {
      ...pathsOf('GET /products, POST /products', 'Product'),
      ...pathsOf('GET /orders, POST /orders, GET /orders/{id}', 'Order'),
      '/cart': { get: operation(ref('Cart')), delete: operation(undefined) },
      '/cart/items': { post: operation(ref('Cart'), { takes }) },
      '/cart/items/{itemId}': { patch: operation(ref('Cart'), { takes, parameters: [inPath('itemId')] }) },
    },
    {
      Product,
      Sent: object({ [sent]: integer, quantity: integer, size: text }),
      Line: object({ id: integer, quantity: integer, size: text, ...line }),
      Cart: object({ id: integer, ...items, total: number, itemCount: integer, ...total }, ['id', 'items', 'total']),
      Order: object({ id: integer, ...items, total: number, discount: number, ...total }),
    },
  );
  for (const one of [lamp, pen]) await served.send('POST', '/products', one);
  await served.send('DELETE', '/cart');
  return served;
};

test.each<[string, string, Record<string, object>, object]>([
  [
    'of one name',
    'productId',
    { productId: integer, name: text, price: number, image: text },
    { productId: 1, name: 'Lamp', price: 10, image: '/lamp.png' },
  ],
  [
    'of longer names',
    'product_id',
    { product_id: integer, product_name: text, unit_price: number },
    { product_id: 1, product_name: 'Lamp', unit_price: 10 },
  ],
  ['of no other thing', 'makerId', { makerId: integer, name: text }, { makerId: 1 }],
])('a new line has the properties of what it names: %s', async (_, sent, line, shown) => {
  const { get, send } = await serveShop(line, sent);
  const { items } = (await send('POST', '/cart/items', { [sent]: 1, quantity: 2 })).body;
  expect(items).toEqual([{ id: 1, quantity: 2, ...shown }]);
  expect((await get('/cart')).body.items).toEqual(items);
});

const priced = { productId: integer, price: number, subtotal: number };

test('lines make the totals of a cart, also when they are changed or gone', async () => {
  const { get, send } = await serveShop(priced, 'productId', { subtotal: number });
  await send('POST', '/cart/items', { productId: 1, quantity: 2 });
  const two = (await send('POST', '/cart/items', { productId: 2, quantity: 1 })).body;
  expect(two).toMatchObject({ subtotal: 22.5, total: 22.5, itemCount: 2 });
  expect(two.items).toMatchObject([{ subtotal: 20 }, { subtotal: 2.5 }]);
  const changed = (await send('PATCH', '/cart/items/1', { quantity: 3 })).body;
  expect(changed).toMatchObject({ total: 32.5, items: [{ quantity: 3, subtotal: 30 }, { subtotal: 2.5 }] });
  for (const id of [1, 2]) await send('PATCH', `/cart/items/${id}`, { quantity: 0 });
  const none = (await get('/cart')).body;
  expect(none).toMatchObject({ subtotal: 0, total: 0, itemCount: 2 });
  expect(none.items).toMatchObject([
    { price: 10, subtotal: 0 },
    { price: 2.5, subtotal: 0 },
  ]);
  await send('DELETE', '/cart');
  expect((await get('/cart')).body).toEqual({ id: two.id, items: [], subtotal: 0, total: 0, itemCount: 0 });
});

test('an order has the total of its lines, and what is sent stays as it is', async () => {
  const { get, send } = await serveShop(priced, 'productId', { subtotal: number });
  const lines = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 2, price: 2, subtotal: 3.5 },
  ];
  const { body } = await send('POST', '/orders', { items: lines, discount: 3.5 });
  expect(body).toMatchObject({ subtotal: 23.5, discount: 3.5, total: 20 });
  expect(body.items[1]).toEqual(lines[1]);
  expect((await get(`/orders/${body.id}`)).body).toEqual(body);
  // The amounts that were not sent come last.
  expect(Object.keys(body)).toEqual(['id', 'items', 'discount', 'total', 'subtotal']);
  const unsold = [{ productId: 1, quantity: 0 }];
  const sold = (await send('POST', '/orders', { items: unsold, discount: 1 })).body;
  expect(sold).toMatchObject({ items: [{ price: 10, subtotal: 0 }], discount: 1, subtotal: 0, total: 0 });
  expect((await send('POST', '/orders', { items: lines, total: 99 })).body.total).toBe(99);
  expect((await send('POST', '/orders', { items: [{ quantity: 1 }] })).body).not.toHaveProperty('total');
});

test('a line that is added again raises the quantity of the one that is there, if all that it states is the same', async () => {
  const { send } = await serveShop(priced, 'productId');
  const add = async (line: JsonObject) => (await send('POST', '/cart/items', line)).body;
  await add({ productId: 1, quantity: 2, size: 'S' });
  await add({ productId: 1, quantity: 1, size: 'L' });
  const { items, total } = await add({ productId: 1, size: 'S' });
  expect(items).toMatchObject([
    { id: 1, quantity: 3, size: 'S', subtotal: 30 },
    { id: 2, quantity: 1, size: 'L', subtotal: 10 },
  ]);
  expect(total).toBe(40);
});

/** A cart without an id, whose lines have no list of their own. */
const serveCart = (line: Record<string, object>, amount: object = number) => {
  const takes = object({ productId: integer, quantity: integer }, ['quantity']);
  const parameters = [inPath('productId')];
  return servePaths(
    {
      ...pathsOf('GET /products, POST /products', 'Product'),
      '/cart': { get: operation(ref('Cart')), delete: operation(undefined) },
      '/cart/items': { post: operation(ref('Cart'), { takes, status: 201 }) },
      '/cart/items/{productId}': {
        put: operation(ref('Cart'), { takes, parameters }),
        delete: operation(ref('Cart'), { parameters }),
      },
    },
    {
      Product: object({ id: integer, name: text, price: amount, stock: integer }, ['id']),
      Line: object({ productId: integer, quantity: integer, ...line }, ['productId', 'quantity']),
      Cart: object({ items: listOf(ref('Line')), total: amount }, ['items', 'total']),
    },
  );
};

test('a cart without an id begins empty, and its lines are found by what they are of', async () => {
  const { get, send } = await serveCart({ price: number });
  for (const one of [lamp, pen]) await send('POST', '/products', one);
  expect((await get('/cart')).body).toEqual({ items: [], total: 0 });
  for (const { id } of [lamp, pen]) await send('POST', '/cart/items', { productId: id, quantity: 2 });
  const changed = (await send('PUT', '/cart/items/2', { quantity: 4 })).body;
  expect(changed).toEqual({
    items: [
      { productId: 1, quantity: 2, price: 10 },
      { productId: 2, quantity: 4, price: 2.5 },
    ],
    total: 30,
  });
  expect((await send('DELETE', '/cart/items/1')).body).toEqual({ items: [changed.items[1]], total: 10 });
  expect((await send('DELETE', '/cart/items/1')).status).toBe(404);
  await send('DELETE', '/cart');
  expect((await get('/cart')).body).toEqual({ items: [], total: 0 });
});

test('a line shows what it is of, and costs what that costs, also where amounts are texts', async () => {
  const { get, send } = await serveCart({ product: ref('Product'), subtotal: text }, text);
  const mug = { id: 1, name: 'Mug', price: '8.50', stock: 4 };
  await send('POST', '/products', mug);
  await send('POST', '/cart/items', { productId: 1, quantity: 2 });
  const cart = { items: [{ productId: 1, quantity: 2, product: mug, subtotal: '17.00' }], total: '17.00' };
  expect((await get('/cart')).body).toEqual(cart);
});
