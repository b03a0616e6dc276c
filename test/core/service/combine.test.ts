/** Services whose documents use the same names, combined into one. */
import { expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { integer, listOf, object, operation, text } from '../../short-document.ts';
import { documentOf, operationOf, requestOf } from '../helpers.ts';

const Order = object({ id: integer, code: text }, ['id', 'code']);
const Line = object({ id: integer, name: text }, ['id', 'name']);
const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });

/** Orders and their lines; a path and a query with secrets of the service. */
const serviceOf = (name: string): Service => {
  const secretPin = parameter('pin', { type: 'string', format: 'password' });
  const secretQuery = { name: `${name}-pin`, in: 'query', schema: { type: 'string', format: 'password' } };
  const paths = {
    '/orders': {
      get: operation(listOf(Order), { operationId: 'listOrders' }),
      post: operation(Order, { operationId: 'createOrder', takes: Order, status: 201 }),
    },
    '/orders/{id}': { parameters: [parameter('id', integer)], get: operation(Order, { operationId: 'getOrder' }) },
    '/orders/{id}/lines': {
      parameters: [parameter('id', integer)],
      get: operation(listOf(Line), { operationId: 'listLines' }),
      post: operation(Line, { operationId: 'addLine', takes: Line, status: 201 }),
    },
    [`/${name}/{pin}`]: {
      parameters: [secretPin],
      get: operation(text, { operationId: `open-${name}`, parameters: [secretQuery], 'x-vivarium': false }),
    },
  };
  return compileService(documentOf(paths as JsonObject), { name, base: `/${name}` });
};

const shop = serviceOf('shop');
const depot = serviceOf('depot');

test('a name that several services use is qualified, in operations, bindings and related collections', () => {
  const { operations, collections } = combineServices([shop, depot]);
  expect(operations.map(({ name }) => name)).toContain('depot.listOrders');
  expect(operations.map(({ name }) => name)).toContain('open-depot');
  expect([...collections.keys()]).toEqual(['shop.orders', 'shop.lines', 'depot.orders', 'depot.lines']);
  expect(collections.get('depot.lines')).toMatchObject({ parentCollection: 'depot.orders', localName: 'lines' });
  expect(collections.get('depot.orders')?.children).toEqual(['depot.lines']);
  const list = operations.find(({ name }) => name === 'depot.listOrders');
  expect(list?.binding?.collection).toBe(collections.get('depot.orders'));
});

test('a service whose names did not change is reused, if the services are combined again', () => {
  const before = combineServices([shop, depot]);
  const other = serviceOf('other');
  const after = combineServices([shop, other], { previous: before });
  expect(after.services[0]).toBe(before.services[0]);
  expect(after.services[1]?.original).toBe(other);
  // Alone with a service without orders, its names are those of its document again.
  const users = compileService(documentOf({ '/users': { get: operation(text) } } as JsonObject), { name: 'users' });
  expect(combineServices([shop, users], { previous: before }).services).toEqual([shop, users]);
  expect(combineServices([depot, users], { previous: combineServices([shop, users]) }).services[1]).toBe(users);
});

test('the secrets of an operation are those of its own service; without an operation, those of all', () => {
  const service = combineServices([shop, depot]);
  expect([...service.secretsOf('open-shop').query]).toContain('shoppin');
  expect([...service.secretsOf('open-shop').query]).not.toContain('depotpin');
  const alone = shop.secretsOf('getOrder');
  expect(service.secretsOf('shop.getOrder')).toEqual(alone);
  for (const name of [undefined, 'unknown']) {
    const { query, linkPaths } = service.secretsOf(name);
    expect([...query]).toEqual(expect.arrayContaining(['shoppin', 'depotpin']));
    expect(linkPaths).toEqual([shop, depot].flatMap((part) => part.secretsOf(undefined).linkPaths));
  }
});

test('the secrets of all include the headers and bodies of each service', () => {
  const secret = { type: 'string', format: 'password' };
  const parts = ['shop', 'depot'].map((name) => {
    const header = { name: `X-${name}-Pin`, in: 'header', schema: secret };
    const content = { [`text/${name}`]: { schema: secret } };
    const post = { parameters: [header], requestBody: { content }, responses: { 200: { description: '', content } } };
    return compileService(documentOf({ [`/${name}`]: { post } } as JsonObject), { name });
  });
  const { headers, requestBodies, responseBodies } = combineServices(parts as [Service, Service]).secretsOf(undefined);
  expect([...headers]).toEqual(expect.arrayContaining(['xshoppin', 'xdepotpin']));
  expect([...requestBodies]).toEqual(['text/shop', 'text/depot']);
  expect([...responseBodies]).toEqual(['text/shop', 'text/depot']);
});

test('the errors of a renamed operation have the format of its document', () => {
  const { services } = combineServices([shop, depot]);
  const part = services[1] as Service;
  const request = requestOf('GET', '/depot/orders/1');
  const expected = depot.errorFor(operationOf(depot, 'getOrder'), 404, request);
  expect(part.errorFor(operationOf(part, 'depot.getOrder'), 404, request)).toEqual(expected);
  expect(part.errorFor(undefined, 404, request)).toEqual(depot.errorFor(undefined, 404, request));
});

test('is ready when every service is, one after the other', async () => {
  const calls: string[] = [];
  const readied = (part: Service): Service => ({ ...part, ready: vi.fn(async () => void calls.push(part.name)) });
  await combineServices([readied(shop), readied(depot)]).ready();
  expect(calls).toEqual(['shop', 'depot']);
});

test('a service is renamed if only its collections have names of another one', () => {
  const [one, other] = ['one', 'other'].map((name) => {
    const get = operation(listOf(Order), { operationId: `${name}-orders` });
    const getOne = operation(Order, { operationId: `${name}-order` });
    const paths = { '/orders': { get }, '/orders/{id}': { parameters: [parameter('id', integer)], get: getOne } };
    return compileService(documentOf(paths as JsonObject), { name, base: `/${name}` });
  }) as [Service, Service];
  const { operations, collections } = combineServices([one, other]);
  expect([...collections.keys()]).toEqual(['one.orders', 'other.orders']);
  expect(operations.map(({ name }) => name)).toEqual(['one-orders', 'one-order', 'other-orders', 'other-order']);
  expect(operations.map(({ binding }) => binding?.collection.name)).toEqual([
    ...['one.orders', 'one.orders', 'other.orders', 'other.orders'],
  ]);
});

test('the secret properties of all services are secrets', () => {
  const services = ['one', 'other'].map((name) => {
    const schema = object({ [`${name}Pin`]: { type: 'string', writeOnly: true }, id: integer });
    const post = operation(schema, { operationId: `${name}-login`, takes: schema });
    return compileService(documentOf({ [`/${name}`]: { post } } as JsonObject), { name, base: `/${name}` });
  }) as [Service, Service];
  const { properties } = combineServices(services).secretsOf(undefined);
  expect([...properties].filter((name) => /pin/i.test(name)).map((name) => name.toLowerCase())).toEqual([
    ...['onepin', 'otherpin'],
  ]);
});

test('references name the collections of their own service, if they name one', () => {
  const named = object({ id: integer, name: text }, ['id']);
  const services = ['one', 'other'].map((name) => {
    const task = object({ id: integer, owner: named, place: object({ id: integer, city: text }, ['id']) }, ['id']);
    const pathsOf = (path: string, schema: object) => ({
      [path]: { get: operation(listOf(schema)), post: operation(schema, { takes: schema, status: 201 }) },
      [`${path}/{id}`]: { parameters: [parameter('id', integer)], get: operation(schema) },
    });
    const paths = { ...pathsOf('/tasks', task), ...pathsOf('/owners', named) };
    return compileService(documentOf(paths as JsonObject), { name, base: `/${name}` });
  }) as [Service, Service];
  const references = combineServices(services).collections.get('other.tasks')?.relations().items;
  expect(references?.map(({ property, collection }) => [property, collection])).toEqual([
    ['owner', 'other.owners'],
    ['place', undefined],
  ]);
});
