import { describe, expect, test } from 'vitest';
import { findItem, nextIntegerId } from '../../../src/core/state/collection.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import { createScenarioStart, itemsOf } from '../../../src/scenario/data/start-data.ts';
import { clockFrom, createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { createServiceStub } from '../service-stub.ts';

const now = Date.UTC(2030, 5, 1, 12);
const start = (document: ScenarioDocument, seed = 1): State =>
  createScenarioStart(createServiceStub(), createScenario('s', { ...document, seed })).createState('w', now);
const items = (state: State, name: string) => itemsOf(collection(state, name));
const collection = (state: State, name: string) => {
  const found = state.collections.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('a world starts', () => {
  test('with every collection of the service, empty if the scenario has no items', () => {
    const state = start({});
    expect([...state.collections.keys()]).toEqual(['orders', 'customers']);
    expect(items(state, 'orders')).toEqual([]);
    expect(state).toMatchObject({
      name: 'w',
      seed: 1,
      active: { entries: [] },
      rules: { requests: 'refuse', rejected: ['invalid*', 'expired*', 'revoked*'] },
    });
    expect(state.counters).toEqual({ exchanges: 0, calls: new Map(), faults: new Map() });
  });

  test("with the scenario's items in order, and ids that continue after the highest", () => {
    const state = start({ data: { orders: [{ id: 7 }, { id: 3 }] } });
    expect(items(state, 'orders')).toEqual([{ id: 7 }, { id: 3 }]);
    expect(nextIntegerId(collection(state, 'orders'))).toBe(8);
  });

  test('with its faults, rules and seed', () => {
    const state = start(
      {
        faults: ['slow', { use: 'hang', enabled: false }],
        requests: 'report',
        auth: { keys: ['k'], rejected: [] },
        defaults: { orders: { status: 'open' } },
      },
      5,
    );
    expect([...state.faults.keys()]).toEqual(['slow', 'hang']);
    expect(state.active.entries.map(({ fault }) => fault.name)).toEqual(['slow']);
    expect(state.seed).toBe(5);
    expect(state.rules).toEqual({
      requests: 'report',
      keys: ['k'],
      rejected: [],
      defaults: new Map([['orders', { status: 'open' }]]),
    });
  });

  test('with separate data: changes in one world do not affect others', () => {
    const { createState } = createScenarioStart(
      createServiceStub(),
      createScenario('s', { data: { orders: [{ id: 1 }] }, faults: ['slow'] }),
    );
    const [one, other] = [createState('one', now), createState('other', now)];
    applyChanges(one, [
      { type: 'put', collection: 'orders', key: '2', value: { id: 2 } },
      { type: 'faults-disabled' },
      { type: 'call', operation: 'listOrders' },
    ]);
    expect(items(other, 'orders')).toEqual([{ id: 1 }]);
    expect(other.active.entries).toHaveLength(1);
    expect(other.counters.exchanges).toBe(0);
    expect(items(createState('third', now), 'orders')).toEqual([{ id: 1 }]);
  });
});

describe('generated items', () => {
  test('come after the data, their ids continue, and they follow from the seed', () => {
    const document: ScenarioDocument = { data: { orders: [{ id: 5, status: 'paid' }] }, generate: { orders: 3 } };
    const orders = items(start(document), 'orders');
    expect(orders.map(({ id }) => id)).toEqual([5, 6, 7, 8]);
    expect(Object.keys(orders[1] ?? {})[0]).toBe('id');
    expect(items(start(document), 'orders')).toEqual(orders);
    expect(items(start(document, 2), 'orders')).not.toEqual(orders);
  });

  test('of a later id do not depend on how many are generated', () => {
    expect(items(start({ generate: { orders: 10 } }), 'orders').slice(0, 3)).toEqual(
      items(start({ generate: { orders: 3 } }), 'orders'),
    );
  });

  test('have different ids, even if the document has the same example for all', () => {
    const customers = items(
      start({ data: { customers: [{ id: 'c-example' }] }, generate: { customers: 200 } }),
      'customers',
    );
    expect(new Set(customers.map(({ id }) => id)).size).toBe(201);
    expect(customers.every(({ id }) => String(id).startsWith('c-example'))).toBe(true);
  });

  test('get free ids if the next one is beyond the safe integers', () => {
    const orders = items(
      start({ data: { orders: [{ id: 2 }, { id: 9223372036854775807n }] }, generate: { orders: 3 } }),
      'orders',
    );
    expect(orders.map(({ id }) => id)).toEqual([2, 9223372036854775807n, 1, 3, 4]);
  });

  test('are generated when they are first read, once for each day', () => {
    const service = createServiceStub();
    const scenario = createScenario('s', { generate: { orders: 5, customers: 3 } });
    const { createState } = createScenarioStart(service, scenario);
    const first = createState('a', now);
    const second = createState('b', now + 3_600_000);
    expect(service.generated()).toBe(0);
    expect(second.collections.get('orders')).toBe(first.collections.get('orders'));
    expect(service.generated()).toBe(5);
    createState('c', now + 86_400_000).collections.get('orders');
    expect(service.generated()).toBe(10);
  });

  test('are generated at the start if a collection has many, so that no request waits for them', () => {
    const service = createServiceStub();
    const { createState } = createScenarioStart(service, createScenario('s', { generate: { orders: 257 } }));
    createState('a', now);
    expect(service.generated()).toBe(257);
  });

  test('of many days are not all kept', () => {
    const service = createServiceStub();
    const { createState } = createScenarioStart(service, createScenario('s', { generate: { orders: 1 } }));
    const read = (day: number) => createState('a', day * 86_400_000).collections.get('orders');
    for (let day = 1; day <= 8; day++) read(day);
    read(1);
    read(9);
    expect(service.generated()).toBe(9);
    read(1);
    expect(service.generated()).toBe(9);
    read(2);
    expect(service.generated()).toBe(10);
  });

  test('have dates of the day on which the world starts, whatever was opened before', () => {
    const { createState } = createScenarioStart(createServiceStub(), createScenario('s', { generate: { orders: 1 } }));
    createState('a', now);
    expect(items(createState('b', Date.UTC(2040, 0, 2, 3)), 'orders')[0]?.at).toBe('2040-01-02T00:00:00.000Z');
  });

  test('a million worlds without generated items share one set of collections, whatever their time', () => {
    const { createState } = createScenarioStart(
      createServiceStub(),
      createScenario('s', { data: { orders: [{ id: 1 }] } }),
    );
    expect(createState('a', now).collections.get('orders')).toBe(createState('b', 0).collections.get('orders'));
  });
});

test('items that no longer match a changed document are dropped, and the start succeeds', () => {
  const state = start({ data: { orders: [{ id: 1 }, {}, { id: 1, status: 'x' }], gone: [{ id: 1 }] } });
  expect(items(state, 'orders')).toEqual([{ id: 1 }]);
  expect(findItem(collection(state, 'orders'), '1')?.value).toEqual({ id: 1 });
});

test('a clock may be frozen, run from a time, or follow real time', () => {
  expect(clockFrom(undefined)).toEqual({ at: undefined, frozen: false });
  expect(clockFrom('2030-06-01')).toEqual({ at: Date.UTC(2030, 5, 1), frozen: false });
  expect(createScenario('s', { auth: { audience: 'api' } }).rules.login?.audience).toEqual(['api']);
  expect(clockFrom({ at: '2030-06-01' })).toEqual({ at: Date.UTC(2030, 5, 1), frozen: false });
  expect(clockFrom({ at: '2030-06-01T00:00:00+01:00', frozen: true })).toEqual({
    at: Date.UTC(2030, 4, 31, 23),
    frozen: true,
  });
});

test('a start is prepared with pauses, and then has the same data as one that was not', async () => {
  const scenario = createScenario('s', { generate: { orders: 600, customers: 2 } });
  const prepared = createScenarioStart(createServiceStub(), scenario);
  const own = { pauses: 0 };
  const pause = async (): Promise<void> => {
    own.pauses++;
  };
  await prepared.prepare(now, pause);
  expect(own.pauses).toBe(4);
  const state = prepared.createState('w', now);
  expect(items(state, 'orders')).toEqual(items(start({ generate: { orders: 600, customers: 2 } }), 'orders'));
  await prepared.prepare(now + 1, pause);
  expect(own.pauses).toBe(4);
});
