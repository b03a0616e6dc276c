/** Items of other collections that a body names by their ids. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const uuid = { type: 'string', format: 'uuid' };
const Customer = object({ id: integer, name: text }, ['id', 'name']);
const Tag = object({ id: uuid, name: text }, ['id', 'name']);
const Order = object(
  {
    id: integer,
    customer_id: integer,
    billing_customer_id: integer,
    parent_id: integer,
    tag_ids: listOf(uuid),
    note: text,
  },
  ['id'],
);
const takes = object({
  customer_id: integer,
  billing_customer_id: integer,
  parent_id: integer,
  tag_ids: listOf(uuid),
  note: text,
});
const pathsWith = (others: Record<number, object | undefined>, body: object = takes) => ({
  '/customers': { get: operation(listOf(ref('Customer'))) },
  '/tags': { get: operation(listOf(ref('Tag'))) },
  '/orders': {
    get: operation(listOf(ref('Order'))),
    post: operation(ref('Order'), { takes: body, status: 201, others }),
  },
  '/orders/{id}': {
    get: operation(ref('Order')),
    patch: operation(ref('Order'), { takes: body, others }),
    put: operation(ref('Order'), { takes: body, others }),
  },
});
const schemas = { Customer, Tag, Order };
/** The paths, with this text of each 404. */
const saying = <Paths>(description: string, paths: Paths): Paths =>
  JSON.parse(JSON.stringify(paths), (key, value) => (key === '404' ? { ...value, description } : value));
const missing = 'Customer, tag or parent not found';
const refusing = (body?: object) => saying(missing, pathsWith({ 404: undefined }, body));
const known = 'a0000000-0000-4000-8000-000000000001';
const data = {
  customers: [{ id: 1, name: 'Ada' }],
  tags: [{ id: known, name: 'New' }],
  orders: [{ id: 7, customer_id: 5, note: 'Its customer was placed with it.' }],
};

test.each([
  { customer_id: 9 },
  { customer_id: 1, billing_customer_id: 9 },
  { parent_id: 9 },
  { tag_ids: [known, known.replace('1', '2')] },
])('a creation that names %j is refused, and creates nothing', async (body) => {
  const { get, send } = await servePaths(refusing(), schemas, { data });
  expect((await send('POST', '/orders', body)).status).toBe(404);
  expect((await send('PATCH', '/orders/7', body)).status).toBe(404);
  expect((await get('/orders')).body).toEqual(data.orders);
});

test.each([
  { customer_id: 1, billing_customer_id: 1, parent_id: 7, tag_ids: [known] },
  { customer_id: 0, parent_id: 0, tag_ids: [] },
  { note: 'without a customer' },
])('a creation with %j is a success', async (body) => {
  const { send } = await servePaths(refusing(), schemas, { data });
  expect((await send('POST', '/orders', body)).status).toBe(201);
});

test.each([
  ['no 404', pathsWith({ 400: undefined })],
  ['a 404 that does not say what is missing', saying('Not found', pathsWith({ 404: undefined }))],
  ['a 404 of the order itself', saying('Order not found', pathsWith({ 404: undefined }))],
])('with %s, every customer and parent is accepted', async (_, paths) => {
  const { send } = await servePaths(paths, schemas, { data });
  expect((await send('POST', '/orders', { customer_id: 9, parent_id: 9 })).status).toBe(201);
  expect((await send('PATCH', '/orders/7', { customer_id: 9, parent_id: 9 })).status).toBe(200);
});

test('what an item names already may be sent back', async () => {
  const { send } = await servePaths(refusing(), schemas, { data });
  expect(await send('PUT', '/orders/7', { customer_id: 5, note: 'new' })).toMatchObject({ status: 200 });
});

test("the document's own example is accepted", async () => {
  const shown = object({ customer_id: { type: 'integer', example: 42 }, note: text }, ['customer_id']);
  const { send } = await servePaths(refusing(shown), schemas, { data });
  expect((await send('POST', '/orders', { customer_id: 42 })).status).toBe(201);
  expect((await send('POST', '/orders', { customer_id: 43 })).status).toBe(404);
});

test('an object around what is sent, and codes of other systems', async () => {
  const body = object({ order: object({ customer_id: integer, stripe_tag_id: text }) });
  const { send } = await servePaths(refusing(body), schemas, { data });
  expect((await send('POST', '/orders', { order: { customer_id: 9 } })).status).toBe(404);
  expect((await send('POST', '/orders', { order: { customer_id: 1, stripe_tag_id: 'tag_1' } })).status).toBe(201);
});

test('items below others are found by their ids where a path shows them', async () => {
  const Card = object({ id: integer, list_id: integer, title: text });
  const { send } = await servePaths(
    saying('Card or list not found', {
      '/boards': { get: operation(listOf(ref('List'))) },
      '/boards/{board}': { get: operation(ref('List')) },
      '/boards/{board}/lists': {
        get: operation(listOf(ref('List'))),
        post: operation(ref('List'), { takes: ref('List') }),
      },
      '/lists/{id}': { get: operation(ref('List')) },
      '/cards': { post: operation(ref('Card'), { takes: Card, status: 201, others: { 404: undefined } }) },
      '/cards/{id}': { get: operation(ref('Card')) },
    }),
    { Card, List: object({ id: integer, name: text }, ['id', 'name']) },
    { data: { boards: [{ id: 1, name: 'A' }], lists: [{ $parent: { board: 1 }, id: 3, name: 'To do' }] } },
  );
  expect((await send('POST', '/cards', { list_id: 3, title: 'a' })).status).toBe(201);
  expect((await send('POST', '/cards', { list_id: 4, title: 'a' })).status).toBe(404);
});

const number = { type: 'number' };
const Account = object({ id: integer, name: text, balance: number }, ['id', 'balance']);
const transferring = (from: string, to: string, amount: string, others = {}) => {
  const takes = object({ [from]: integer, [to]: integer, [amount]: number }, [from, to, amount]);
  const Transfer = object({ id: integer, [from]: integer }, ['id']);
  return {
    '/accounts': { get: operation(listOf(ref('Account'))) },
    '/transfers': { post: operation(Transfer, { takes, status: 201, others }) },
    '/transfers/{id}': { get: operation(Transfer) },
  };
};
const accounts = {
  data: {
    accounts: [
      { id: 1, balance: 100 },
      { id: 2, balance: 5 },
    ],
  },
};

test.each([
  ['fromAccountId', 'toAccountId', 'amount'],
  ['source_account_id', 'destination_account_id', 'amount'],
  ['from', 'to', 'value'],
])('a transfer of { %s, %s, %s } changes both balances', async (from, to, amount) => {
  const { get, send } = await servePaths(transferring(from, to, amount), { Account }, accounts);
  const balances = async () => (await get('/accounts')).body.map(({ balance }: { balance: number }) => balance);
  const move = (one: number, other: number, sum: number) =>
    send('POST', '/transfers', { [from]: one, [to]: other, [amount]: sum });
  expect((await move(1, 2, 30.5)).status).toBe(201);
  expect(await balances()).toEqual([69.5, 35.5]);
  await move(1, 1, 10);
  await move(1, 9, 10);
  expect(await balances()).toEqual([69.5, 35.5]);
});

test('a transfer to an account that does not exist is refused', async () => {
  const paths = saying('Account not found', transferring('fromAccountId', 'toAccountId', 'amount', { 404: undefined }));
  const { get, send } = await servePaths(paths, { Account }, accounts);
  expect((await send('POST', '/transfers', { fromAccountId: 1, toAccountId: 9, amount: 30 })).status).toBe(404);
  expect((await get('/accounts')).body[0]).toMatchObject({ balance: 100 });
});

test('a transfer that would leave a balance that its schema forbids changes neither', async () => {
  const Bounded = object({ id: integer, balance: { type: 'number', minimum: 0 } }, ['id', 'balance']);
  const { get, send } = await servePaths(transferring('from', 'to', 'amount'), { Account: Bounded }, accounts);
  for (const amount of [101, -6]) await send('POST', '/transfers', { from: 1, to: 2, amount });
  expect((await get('/accounts')).body).toEqual(accounts.data.accounts);
});
