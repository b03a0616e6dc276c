import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setIn, sortedMapFrom, takeValues } from '../../../src/core/primitives/sorted-map.ts';
import type { Item } from '../../../src/core/state/collection.ts';
import { type Counter, ScanPaused, scanItems } from '../../../src/core/state/scan.ts';

const itemAt = (order: number, kind = order % 7): Item =>
  ({ key: String(order), order, value: { kind } }) as unknown as Item;
const mapOf = (count: number) => {
  const items = Array.from({ length: count }, (_, order) => itemAt(order));
  return sortedMapFrom(
    items.map(({ order }) => order),
    items,
  );
};

/** Two tests, of which the second sees only what the first accepts, as in a list. */
const counting = (kinds: ReadonlySet<number>) => {
  const counters: readonly Counter[] = [
    { tested: 0, matched: 0 },
    { tested: 0, matched: 0 },
  ];
  const test = (index: number, isMatch: boolean): boolean => {
    const counter = counters[index] as Counter;
    counter.tested++;
    if (isMatch) counter.matched++;
    return isMatch;
  };
  const accepts = ({ order, value }: Item): boolean =>
    test(0, kinds.has(value.kind as number)) && test(1, order % 3 !== 1);
  return { counters, accepts };
};

test('the parts of a scan find and count what one scan does, also if items change in between', () => {
  const input = fc.record({
    count: fc.integer({ min: 0, max: 3000 }),
    limit: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 0, max: 200 })),
    kinds: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    nodesPerTurn: fc.integer({ min: 1, max: 40 }),
    changes: fc.array(fc.tuple(fc.nat(3100), fc.nat(6)), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(input, ({ count, limit, kinds, nodesPerTurn, changes }) => {
      let map = mapOf(count);
      const parts = new WeakMap();
      const scan = () => {
        let left = nodesPerTurn;
        const own = counting(new Set(kinds));
        const found = scanItems(map, limit, own.accepts, own.counters, {
          isDue: () => left-- <= 0,
          parts,
          sorting: undefined,
        });
        return { found, counters: own.counters };
      };
      for (let turn = 0; ; turn++) {
        expect(turn).toBeLessThan(400);
        try {
          const result = scan();
          const { accepts, counters } = counting(new Set(kinds));
          expect(result).toEqual({ found: takeValues(map, limit, accepts), counters });
          return;
        } catch (error) {
          if (!(error instanceof ScanPaused)) throw error;
          const change = changes[turn];
          if (change !== undefined) map = setIn(map, change[0], itemAt(...change));
        }
      }
    }),
  );
});

test('each turn tests at least a thousand items', () => {
  const parts = new WeakMap();
  const { accepts, counters } = counting(new Set([1]));
  const turn = () =>
    scanItems(mapped, Number.POSITIVE_INFINITY, accepts, counters, { isDue: () => true, parts, sorting: undefined });
  const mapped = mapOf(2000);
  expect(turn).toThrow(ScanPaused);
  expect(counters[0]?.tested).toBeGreaterThanOrEqual(1000);
  expect(turn().length).toBeGreaterThan(0);
});
