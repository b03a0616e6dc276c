import { expect, test } from 'vitest';
import type { Difference } from '../../../src/core/exchange.ts';
import { Drift, describeDifference } from '../../../src/world/evidence/drift.ts';
import { exchangeOf } from './support.ts';

const difference = (pointer: string, over: Partial<Difference> = {}): Difference =>
  ({ kind: 'value', pointer, simulated: 1, real: 2, breaking: false, ...over }) as Difference;

test('differences are counted by operation, kind and place; the latest is shown, and a breaking one stays breaking', () => {
  const drift = new Drift((exchange) => exchange);
  expect(drift.isEmpty).toBe(true);
  drift.addFrom(exchangeOf(1, { differences: [difference('/items/0/price', { breaking: true })] }));
  drift.addFrom(exchangeOf(2, { differences: [difference('/items/12/price', { real: 3 })] }));
  drift.addFrom(exchangeOf(3, { differences: [difference('/items/0/price', { kind: 'type' } as never)] }));
  drift.addFrom(exchangeOf(4, { operation: undefined as never, differences: [difference('/a')] }));
  drift.addFrom(exchangeOf(5, { differences: [] }));
  drift.addFrom(exchangeOf(6));
  expect(drift.rows).toMatchObject([
    {
      operation: 'listOrders',
      kind: 'value',
      pointer: '/items/*/price',
      count: 2,
      exchange: 2,
      real: 3,
      breaking: true,
    },
    { kind: 'type', pointer: '/items/*/price', count: 1, exchange: 3, breaking: false },
  ]);
  expect(drift.isEmpty).toBe(false);
  drift.clear();
  expect(drift.rows).toEqual([]);
});

test('only so many rows are kept, and the rest is counted; what is shown has no secrets', () => {
  const drift = new Drift((exchange) => ({ ...exchange, differences: [difference('/hidden')] }));
  drift.addFrom(exchangeOf(1, { differences: [difference('/secret')] }));
  expect(drift.rows.map(({ pointer }) => pointer)).toEqual(['/hidden']);
  const long = new Drift((exchange) => exchange);
  for (let index = 0; index < 1002; index++)
    long.addFrom(exchangeOf(index, { differences: [difference(`/p${index}`)] }));
  long.addFrom(exchangeOf(7, { differences: [difference('/p7'), difference(`/${'x'.repeat(600)}`)] }));
  expect([long.rows.length, long.dropped]).toEqual([1000, 3]);
  expect(long.rows.find(({ pointer }) => pointer === '/p7')?.count).toBe(2);
  long.clear();
  expect(long.dropped).toBe(0);
});

test.each([
  ['missing', '/a', 'listPets /a is missing; simulated: 1'],
  ['additional', '/a', 'listPets /a is not in the simulation: 2'],
  ['status', '', 'listPets: the status is 2; simulated: 1'],
  ['content-type', '', 'listPets: the content type is 2; simulated: 1'],
  ['type', '/a', 'listPets /a: the value of another type is 2; simulated: 1'],
  ['value', '/a', 'listPets /a: the value is 2; simulated: 1'],
  ['order', '/a', 'listPets /a: the order is 2; simulated: 1'],
] as const)('a difference of the kind %s is described', (kind, pointer, text) => {
  const row = { operation: 'listPets', kind, pointer, simulated: 1, real: 2, breaking: false, world: 'a', exchange: 1 };
  expect(describeDifference(row as never)).toBe(text);
});
