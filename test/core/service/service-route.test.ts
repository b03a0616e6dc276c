import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import { isBelowBase, routeRequest, type Service, serviceAt } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf } from '../helpers.ts';

/** `GET /users/{id}`, ...: each operation is named by its line. */
const serviceOf = (name: string, base: string, ...lines: readonly string[]): Service => {
  const paths: Record<string, JsonObject> = {};
  for (const line of lines) {
    const [method = '', path = ''] = line.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId: line, responses: { 200: { description: 'Fine.' } } },
    };
  }
  return compileService(documentOf(paths), { name, base });
};

const describeRoute = (service: Service, method: string, path: string): string => {
  const route = routeRequest(service, method, path, () => false);
  const match = route.match.type === 'operation' ? route.match.operation.localName : route.match.type;
  return `${route.service.name}: ${match}`;
};

test('a literal segment comes before a parameter of another service, in any order of the services', () => {
  const users = serviceOf('users', '', 'GET /users/{id}', 'DELETE /users/{id}');
  const account = serviceOf('account', '', 'GET /users/me');
  for (const service of [combineServices([users, account]), combineServices([account, users])]) {
    expect(describeRoute(service, 'GET', '/users/me')).toBe('account: GET /users/me');
    expect(describeRoute(service, 'GET', '/users/7')).toBe('users: GET /users/{id}');
    // Alone, the service of users would accept it.
    expect(describeRoute(service, 'DELETE', '/users/me')).toBe('users: DELETE /users/{id}');
  }
});

test('a base path counts as literal segments', () => {
  const gateway = serviceOf('gateway', '/v1', 'GET /{resource}/{id}');
  const users = serviceOf('users', '/v1/users', 'GET /{id}');
  const service = combineServices([gateway, users]);
  expect(describeRoute(service, 'GET', '/v1/users/7')).toBe('users: GET /{id}');
  expect(describeRoute(service, 'GET', '/v1/orders/7')).toBe('gateway: GET /{resource}/{id}');
});

test('HEAD is answered by its own operation, before the GET of another service', () => {
  const service = combineServices([serviceOf('a', '', 'GET /files/{id}'), serviceOf('b', '', 'HEAD /files/{name}')]);
  expect(describeRoute(service, 'HEAD', '/files/7')).toBe('b: HEAD /files/{name}');
  expect(describeRoute(service, 'GET', '/files/7')).toBe('a: GET /files/{id}');
});

test('HEAD is answered by its own operation, whether or not a path ends with a slash', () => {
  const service = combineServices([serviceOf('a', '', 'GET /files/{id}'), serviceOf('b', '', 'HEAD /files/{id}/')]);
  expect(describeRoute(service, 'HEAD', '/files/7')).toBe('b: HEAD /files/{id}/');
});

test('of two paths that are as specific, the first service has the request', () => {
  const [a, b] = [serviceOf('a', '', 'GET /files/v{id}'), serviceOf('b', '', 'GET /files/{id}v')];
  expect(describeRoute(combineServices([a, b]), 'GET', '/files/v7v')).toBe('a: GET /files/v{id}');
  expect(describeRoute(combineServices([b, a]), 'GET', '/files/v7v')).toBe('b: GET /files/{id}v');
  expect(describeRoute(combineServices([b, a]), 'HEAD', '/files/v7v')).toBe('b: GET /files/{id}v');
});

test('a segment with more literal text comes first, however many parameters it has', () => {
  const [a, b] = [serviceOf('a', '', 'GET /files/{name}-{part}'), serviceOf('b', '', 'GET /files/{name}.json')];
  for (const service of [combineServices([a, b]), combineServices([b, a])])
    expect(describeRoute(service, 'GET', '/files/x-y.json')).toBe('b: GET /files/{name}.json');
});

test('the methods of a path are those of all services', () => {
  const service = combineServices([serviceOf('a', '', 'GET /files/{id}'), serviceOf('b', '', 'PUT /files/{id}')]);
  const { match } = routeRequest(service, 'DELETE', '/files/7', () => false);
  expect(match).toMatchObject({ type: 'other-method', methods: ['GET', 'PUT'] });
});

test('an unknown path belongs to the service with the longest base path above it, else to the first', () => {
  const service = combineServices([serviceOf('shop', '/v1', 'GET /orders'), serviceOf('users', '/v1/users', 'GET /')]);
  expect(serviceAt(service, '/v1/users/x/y').name).toBe('users');
  expect(serviceAt(service, '/v1/orders').name).toBe('shop');
  expect(serviceAt(service, '/v1/x').name).toBe('shop');
  expect(serviceAt(service, '/other').name).toBe('shop');
});

test('a path belongs to the service that has it, even if another base path above it is longer', () => {
  const gateway = serviceOf('gateway', '', 'GET /users/{id}/notes');
  expect(serviceAt(combineServices([gateway, serviceOf('users', '/users', 'GET /me')]), '/users/7/notes').name).toBe(
    'gateway',
  );
});

test('an unknown path of one service alone belongs to it', () => {
  const only = serviceOf('shop', '/v1', 'GET /orders');
  expect(serviceAt(only, '/other')).toBe(only);
});

test('a path is below a base path if it is below that of any service', () => {
  const service = combineServices([serviceOf('shop', '/v1', 'GET /orders'), serviceOf('users', '/people', 'GET /')]);
  expect(isBelowBase(service, '/people/7')).toBe(true);
  expect(isBelowBase(service, '/v1/nothing')).toBe(true);
  expect(isBelowBase(service, '/other')).toBe(false);
});

test('a path with other methods belongs to the service with the longest base path', () => {
  const [gateway, users] = [serviceOf('gateway', '', 'GET /users/{id}'), serviceOf('users', '/users', 'PUT /{id}')];
  for (const service of [combineServices([gateway, users]), combineServices([users, gateway])])
    expect(describeRoute(service, 'DELETE', '/users/7')).toBe('users: other-method');
});

test('a removed operation belongs to its own service, even if another base path is longer', () => {
  const service = combineServices([
    serviceOf('gateway', '', 'GET /users/{id}/notes'),
    serviceOf('users', '/users', 'GET /me'),
  ]);
  const route = routeRequest(service, 'GET', '/users/7/notes', ({ service: name }) => name === 'gateway');
  expect([route.service.name, route.match.type]).toEqual(['gateway', 'none']);
});

test('the parts of one service alone are the service itself', () => {
  const only = serviceOf('shop', '/v1', 'GET /orders');
  expect(combineServices([only])).toBe(only);
});

test('two services with the same request are an error that explains the base path', () => {
  const shop = serviceOf('shop', '/v1', 'GET /orders/{id}', 'GET /items');
  const sales = serviceOf('sales', '', 'GET /v1/orders/{orderId}', 'GET /v1/items/');
  expect(() => combineServices([shop, serviceOf('more', '/v1', 'GET /items')])).toThrow(
    'both have GET /v1/items. Give one of them',
  );
  expect(() => combineServices([shop, sales])).toThrow(
    'the services shop and sales both have GET /v1/orders/{id} (and 1 more). Give one of them another base path in "services": { sales: { document: ..., base: /sales } }.',
  );
});

test('a base path with any text is found beside the root', () => {
  const get = { operationId: 'list', responses: { 200: { description: '' } } };
  const servers = [{ url: '/' }, { url: '/{tenant}/api', variables: { tenant: { default: 'acme' } } }];
  const service = compileService(documentOf({ '/things': { get } }, { servers }));
  for (const path of ['/things', '/acme/api/things', '/other/api/things'])
    expect(describeRoute(service, 'GET', path)).toMatch(/: list$/);
  expect(describeRoute(service, 'GET', '/other/things')).toMatch(/: none$/);
});
