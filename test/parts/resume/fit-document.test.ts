import { describe, expect, test } from 'vitest';
import { fitConditions, fitDocument } from '../../../src/parts/resume/fit-document.ts';
import { household } from '../../scenario/nested-stub.ts';
import { createServiceStub } from '../../scenario/service-stub.ts';

const service = createServiceStub();

describe('of a scenario, a changed document keeps', () => {
  test('the collections that exist, and the items that match their schemas', () => {
    const valid = { id: 1, status: 'open' };
    const fitted = fitDocument(
      {
        description: 'd',
        data: { orders: [{ id: 2 }, valid, { id: 3, status: 'lost' }], gone: [{ id: 1 }] },
        generate: { orders: 2, gone: 3 },
        defaults: { customers: { name: 'x' }, gone: {} },
      },
      service,
      0,
    );
    expect(fitted).toEqual({
      description: 'd',
      data: { orders: [valid] },
      generate: { orders: 2 },
      defaults: { customers: { name: 'x' } },
    });
  });

  test('a singleton that matches its schema', () => {
    const home = { collections: household(), operations: [] };
    expect(fitDocument({ data: { settings: { theme: 'dark' } } }, home, 0).data).toEqual({
      settings: { theme: 'dark' },
    });
    expect(fitDocument({ data: { settings: { theme: 5 } } }, home, 0).data).toEqual({});
  });

  test('the faults and recorded responses of operations that exist', () => {
    const onGone = { use: 'hang', on: { operation: 'gone' } } as const;
    const onBoth = { use: 'slow', on: { operation: ['gone', 'listOrders'], method: 'GET' } } as const;
    const onPath = { use: 'flaky', on: { path: '/orders' } } as const;
    const response = (operation: string) => ({ operation, request: '0', status: 200, at: '2030-06-01T00:00:00Z' });
    const fitted = fitDocument(
      {
        faults: ['offline', { use: 'reset' }, onGone, onBoth, onPath],
        responses: [response('gone'), response('listOrders')] as never,
      },
      service,
      0,
    );
    expect(fitted).toEqual({
      data: {},
      faults: ['offline', { use: 'reset' }, { ...onBoth, on: { operation: ['listOrders'], method: 'GET' } }, onPath],
      responses: [response('listOrders')],
    });
  });

  test('no sections that it did not have', () => {
    expect(fitDocument({}, service, 0)).toEqual({ data: {} });
  });
});

describe('conditions of a fault', () => {
  test.each([undefined, null])('that are %s fit', (on) => {
    expect(fitConditions(on, service)).toBe(on);
  });

  test('stay as they are where all operations exist', () => {
    const on = { operation: ['listOrders', 'createOrder'] };
    expect(fitConditions(on, service)).toBe(on);
  });

  test('fit no more without an operation', () => {
    expect(fitConditions({ operation: 'gone' }, service)).toBeUndefined();
  });
});
