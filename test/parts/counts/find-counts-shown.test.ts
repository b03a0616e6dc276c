/** Statistics: they were generated, whatever was stored. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing } from '../../openapi/resources/small.ts';
import { boolean, fullObject, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const number = { type: 'number' };
const Order = object(
  {
    ...{ id: integer, status: { type: 'string', enum: ['open', 'paid'] }, amount: number, isUrgent: boolean },
    ...{ city: text, customerId: integer },
  },
  ['id'],
);
const Line = object({ id: integer, text, state: text }, ['id']);
const counts = { type: 'object', additionalProperties: integer };
const stats = {
  ...{ total: integer, all: integer, open: integer, paidCount: integer, count_open: integer, urgent: integer },
  ...{ totalAmount: number, average_amount: number, totalOrders: integer, byStatus: counts },
  ...{ lines: object({ total: integer, done: integer }), unknownness: text },
};
const told = {
  ...{ total: 3, all: 3, open: 2, paidCount: 1, count_open: 2, urgent: 1, totalAmount: 8.5, average_amount: 2.83 },
  ...{ totalOrders: 3, byStatus: { open: 2, paid: 1 }, lines: { total: 2, done: 1 } },
};
const orders = [
  { id: 1, status: 'open', amount: 1.5, isUrgent: true, city: 'Oslo', customerId: 1 },
  { id: 2, status: 'open', amount: 3, city: 'Rome', customerId: 1 },
  { id: 3, status: 'paid', amount: 4, city: 'Oslo', customerId: 2 },
];
const customers = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bea' },
];
const lines = [
  { $parent: { id: 1 }, id: 1, state: 'done' },
  { $parent: { id: 1 }, id: 2, state: 'new' },
];
const schemas = { Order, Line, Customer: object({ id: integer, name: text }, ['id', 'name']) };
const paths = {
  '/orders': collection(ref('Order')),
  '/orders/{id}': {
    get: operation(ref('Order')),
    patch: operation(ref('Order'), { takes: object({ status: text }) }),
    delete: nothing,
  },
  '/orders/{id}/lines': collection(ref('Line')),
  '/customers': collection(ref('Customer')),
  '/customers/{id}': { get: operation(ref('Customer')) },
};

test.each([
  ['/orders/stats', (body: object) => body],
  ['/orders/summary', (body: object) => ({ data: body })],
])('%s tells of the orders that are stored', async (path, around) => {
  const { get, send, violations } = await servePaths(
    { ...paths, [path]: { get: operation(path.endsWith('stats') ? object(stats) : object({ data: object(stats) })) } },
    schemas,
    { data: { orders, customers, lines } },
  );
  expect((await get(path)).body).toMatchObject(around(told));
  await send('PATCH', '/orders/1', { status: 'paid' });
  await send('DELETE', '/orders/3');
  expect((await get(path)).body).toMatchObject(around({ total: 2, open: 1, paidCount: 1, totalAmount: 4.5 }));
  expect(violations()).toEqual([]);
});

test('statistics of all count each collection by its name, and where only one has a state, those in it', async () => {
  const all = { orders: integer, customers: integer, line_count: integer, urgent_count: integer, limit: integer };
  const { get } = await servePaths(
    { ...paths, '/stats': { get: operation(object(all)) }, '/limits': { get: operation(object(all)) } },
    schemas,
    { data: { orders, customers, lines } },
  );
  expect((await get('/stats')).body).toMatchObject({ orders: 3, customers: 2, line_count: 2, urgent_count: 1 });
  expect((await get('/limits')).body.orders).not.toBe(3);
});

test('statistics of an item count what is below it and what names it', async () => {
  const ofOrder = object({ orderId: integer, lineCount: integer, done: integer }, ['orderId', 'lineCount']);
  const ofCustomer = object({ orderCount: integer, openCount: integer, paid: integer });
  const State = { type: 'string', enum: ['new', 'done'] };
  const { get } = await servePaths(
    {
      ...paths,
      '/orders/{id}/stats': { get: operation(ofOrder) },
      '/customers/{id}/summary': { get: operation(ofCustomer) },
    },
    { ...schemas, Line: object({ id: integer, text, state: State }, ['id']) },
    { data: { orders, customers, lines } },
  );
  expect((await get('/orders/1/stats')).body).toMatchObject({ orderId: 1, lineCount: 2, done: 1 });
  expect((await get('/orders/2/stats')).body).toMatchObject({ orderId: 2, lineCount: 0 });
  expect((await get('/customers/1/summary')).body).toMatchObject({ orderCount: 2, openCount: 2, paid: 0 });
  expect((await get('/customers/9/summary')).status).toBe(404);
});

test('how many of a list are in a state is said beside it, whatever is on the page', async () => {
  const notice = object({ id: integer, read: boolean }, ['id', 'read']);
  const shown = object({ notices: { type: 'array', items: notice }, unreadCount: integer }, ['notices', 'unreadCount']);
  const { get, send } = await servePaths(
    { '/notices': { get: operation(shown) }, '/notices/{id}/read': { post: operation(notice) } },
    {},
    { data: { notices: [1, 2, 3].map((id) => ({ id, read: id === 2 })) } },
  );
  expect((await get('/notices')).body.unreadCount).toBe(2);
  await send('POST', '/notices/1/read');
  expect((await get('/notices')).body.unreadCount).toBe(1);
});

test.each([
  ['more than they have', { note: text }, 1],
  ['less than they have', {}, 0],
])('a list in an item that shows %s is that of its items, or not', async (_name, more, length) => {
  const Walk = { id: integer, walkerId: integer, dog: text };
  const { dog: _, ...less } = Walk;
  const inner = fullObject(length === 1 ? { ...Walk, ...more } : less, ['id']);
  const { get, send } = await servePaths(
    {
      '/walkers': {
        get: operation(listOf(ref('Walker'))),
        post: operation(ref('Walker'), { takes: object({ id: integer, name: text }) }),
      },
      '/walkers/{id}': { get: operation(ref('Walker')) },
      '/walks': { get: operation(listOf(ref('Walk'))), post: operation(ref('Walk'), { takes: ref('Walk') }) },
      '/walks/{id}': { get: operation(ref('Walk')) },
    },
    { Walker: object({ id: integer, name: text, walks: listOf(inner) }, ['id']), Walk: fullObject(Walk, ['id']) },
  );
  await send('POST', '/walkers', { id: 1, name: 'Nils' });
  await send('POST', '/walks', { id: 5, walkerId: 1, dog: 'Rex' });
  expect((await get('/walkers/1')).body.walks ?? []).toHaveLength(length);
});
