import { expect, test } from 'vitest';
import { valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import { finish, sortInSteps } from '../../../src/core/primitives/steps.ts';
import { comparePositions, positionOf } from '../../../src/core/resources/sort.ts';
import { sortSource } from '../../../src/core/resources/sort-items.ts';
import type { SortTerm } from '../../../src/core/service/binding.ts';
import { type Collection, createCollection, deleteItem, putItem } from '../../../src/core/state/collection.ts';
import { type Scan, ScanPaused } from '../../../src/core/state/scan.ts';
import fc from '../../fast-check.ts';
import { specOf } from '../bound.ts';

const terms: readonly SortTerm[] = [{ property: 'price', isDescending: true }];
const things = (count: number): Collection =>
  createCollection(
    specOf('things'),
    Array.from({ length: count }, (_, index) => ({ id: index + 1, price: (index * 7919) % 1000 })),
  );
const listOf = (collection: Collection, scan?: Scan) =>
  sortSource(collection, { source: collection.items, name: 'by price' }, terms, scan);
/** What a plain sort gives. */
const plain = (collection: Collection) =>
  [...valuesOf(collection.items)].sort((left, right) =>
    comparePositions(positionOf(left, terms), positionOf(right, terms), terms),
  );
const ids = (items: readonly { readonly key: string; readonly order: number }[]) =>
  items.map(({ key, order }) => `${key}:${order}`).join();
/** Its turns end after so many steps. */
const scanOf = (stepsPerTurn: number): Scan => {
  let left = stepsPerTurn;
  return {
    isDue: () => {
      left--;
      if (left > 0) return false;
      left = stepsPerTurn;
      return true;
    },
    parts: new WeakMap(),
    sorting: undefined,
  };
};

test('values are sorted in steps as by a plain sort, and equal ones stay in their order', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 500 }), (length, kinds) => {
      const values = Array.from({ length }, (_, at) => ({ at, kind: (at * 7919) % kinds }));
      const byKind = (left: number, right: number) => left - right;
      const sorted = values.toSorted((left, right) => left.kind - right.kind);
      expect(finish(sortInSteps(values, ({ kind }) => kind, byKind))).toEqual(sorted);
    }),
    { numRuns: 20 },
  );
});

const change = fc.oneof(
  fc.record({ type: fc.constant('put' as const), id: fc.integer({ min: 1, max: 3300 }), price: fc.nat(1000) }),
  fc.record({ type: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 3300 }) }),
);

test('a list that is sorted in turns is in order, also if items change in between', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(change, { maxLength: 30 }),
      (count, stepsPerTurn, changes) => {
        let collection = things(count);
        const remaining = [...changes];
        const applyNext = (): void => {
          const next = remaining.shift();
          if (next?.type === 'delete') collection = deleteItem(collection, String(next.id));
          else if (next !== undefined)
            collection = putItem(collection, String(next.id), { id: next.id, price: next.price });
        };
        for (let lists = 0; lists < 3; lists++) {
          const scan = scanOf(stepsPerTurn);
          for (let turn = 0; ; turn++) {
            expect(turn).toBeLessThan(200);
            try {
              expect(ids(listOf(collection, scan))).toBe(ids(plain(collection)));
              break;
            } catch (error) {
              if (!(error instanceof ScanPaused)) throw error;
              applyNext();
            }
          }
          applyNext();
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a list is not sorted again after a write: what changed is placed', () => {
  const before = things(20_000);
  listOf(before);
  let after = putItem(before, '77', { id: 77, price: 999.5 });
  after = putItem(deleteItem(after, '5'), '30000', { id: 30_000, price: -1 });
  // A sort of all takes many steps, and would pause.
  expect(ids(listOf(after, scanOf(1)))).toBe(ids(plain(after)));
  // The world that was not written has its own.
  expect(ids(listOf(before, scanOf(1)))).toBe(ids(plain(before)));
});

test('a sort ends, however quickly items are written meanwhile', () => {
  let collection = things(5000);
  const scan = scanOf(1);
  for (let turn = 0; turn < 100; turn++) {
    try {
      expect(ids(listOf(collection, scan))).toBe(ids(plain(collection)));
      return;
    } catch (error) {
      if (!(error instanceof ScanPaused)) throw error;
      for (let write = 0; write < 20; write++) {
        const id = ((turn * 20 + write) % 5000) + 1;
        collection = putItem(collection, String(id), { id, price: turn });
      }
    }
  }
  expect.unreachable('it is still sorting');
});
