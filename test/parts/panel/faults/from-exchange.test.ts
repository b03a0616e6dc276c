import { describe, expect, test } from 'vitest';
import type { Exchange, ServiceInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import { faultFromExchange } from '../../../../src/parts/panel/faults/from-exchange.ts';
import { exchangeWith } from '../exchange.ts';

const operationWith = (operation: string, path: string) => ({ operation, path }) as ServiceInfo['operations'][number];
const service: ServiceInfo = {
  title: 'Shop',
  version: '1',
  basePath: '/v1',
  operations: [operationWith('readOrder', '/orders/{id}'), operationWith('listOrders', '/orders')],
  login: false,
};
const draftOf = (given: Partial<Exchange>, of = service) => faultFromExchange(exchangeWith(given), of);

describe('a fault from an exchange', () => {
  test('sends its response to the same item', () => {
    expect(draftOf({ status: 404, response: { headers: {}, body: { code: 1 } } })).toMatchObject({
      name: 'readOrder-404',
      operations: ['readOrder'],
      methods: '',
      paths: '/orders/5',
      enabled: true,
      effect: 'status',
      status: '404',
      body: '{\n  "code": 1\n}',
    });
  });

  test('sends it to the whole operation if its path has no parameter', () => {
    expect(draftOf({ operation: 'listOrders', path: '/v1/orders' })).toMatchObject({
      operations: ['listOrders'],
      paths: '',
    });
  });

  test('selects a request without an operation by its method and path', () => {
    expect(draftOf({ operation: null, method: 'PUT', path: '/v1/lost', status: 404 })).toMatchObject({
      ...{ name: 'put-404', operations: [], methods: 'PUT', paths: '/lost' },
    });
    expect(draftOf({ operation: null, path: '/v1beta/lost' }).paths).toBe('/v1beta/lost');
    expect(faultFromExchange(exchangeWith({ operation: null, path: '/v1/lost' }), undefined).paths).toBe('/v1/lost');
  });

  test('has a name that a fault may have', () => {
    expect(draftOf({ operation: 'GET /orders/{id}' }).name).toBe('GET-orders-id-200');
  });

  test('omits the longest base path of several services', () => {
    const named = (name: string, basePath: string) => ({ name, title: name, version: '1', basePath });
    const several = { ...service, services: [named('a', ''), named('b', '/v1'), named('c', '/v1/orders')] };
    expect(draftOf({}, several).paths).toBe('/5');
    expect(draftOf({ path: '/v2/orders/5' }, several).paths).toBe('/v2/orders/5');
  });

  test.each<[string, Partial<Exchange>]>([
    [
      'that was lost, whatever else a fault did',
      {
        faults: [
          { name: 'slow', effect: 'latency' },
          { name: 'reset', effect: 'transport' },
        ],
      },
    ],
    ['that was lost', { faults: [{ name: 'reset', effect: 'transport' }], response: { headers: {}, body: {} } }],
    ['with a status that cannot be sent', { status: 101 }],
  ])('sends 503 for a response %s', (_what, given) => {
    expect(draftOf(given)).toMatchObject({ status: '503', body: '' });
  });

  test('sends the response that a fault delayed', () => {
    expect(draftOf({ faults: [{ name: 'slow', effect: 'latency' }] }).status).toBe('200');
  });

  test('has lists and maps as its body, and neither texts nor parts', () => {
    const bodyOf = (response: object) => draftOf({ response: { headers: {}, ...response } }).body;
    expect(bodyOf({ body: [1] })).toBe('[\n  1\n]');
    expect(bodyOf({ body: 'text' })).toBe('');
    expect(bodyOf({ body: [1], bodyTruncated: true })).toBe('');
  });
});
