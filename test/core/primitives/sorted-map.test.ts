import { describe, expect, test } from 'vitest';
import { seedFrom } from '../../../src/core/primitives/seeded-random.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  rankOf,
  type SortedMap,
  setIn,
  sizeOf,
  sortedMapFrom,
  takeValues,
  unsharedValues,
  valuesOf,
} from '../../../src/core/primitives/sorted-map.ts';
import fc from '../../fast-check.ts';

type Key = string | number;
type Step<K> = readonly ['set' | 'delete', K];

const keysInOrder = <K extends Key>(model: ReadonlyMap<K, string>): readonly K[] =>
  [...model.keys()].sort((one, other) => (one < other ? -1 : 1));

const valuesInOrder = <K extends Key>(model: ReadonlyMap<K, string>): readonly string[] =>
  keysInOrder(model).map((key) => model.get(key) as string);

const expectSame = <K extends Key>(map: SortedMap<K, string>, model: ReadonlyMap<K, string>): void => {
  const keys = keysInOrder(model);
  expect(sizeOf(map as SortedMap<string, string> | SortedMap<number, string>)).toBe(model.size);
  expect([...valuesOf(map)]).toEqual(keys.map((key) => model.get(key)));
  expect(keys.map((key) => rankOf(map, key))).toEqual([...keys.keys()]);
};

const stepsOf = <K extends Key>(key: fc.Arbitrary<K>): fc.Arbitrary<Step<K>[]> =>
  fc.array(fc.tuple(fc.constantFrom('set', 'set', 'delete'), key), { maxLength: 400, size: 'max' });

const runAgainstModel = <K extends Key>(steps: readonly Step<K>[], probe: K): void => {
  let map = emptySortedMap<K, string>();
  const model = new Map<K, string>();
  const versions: { readonly map: SortedMap<K, string>; readonly values: readonly string[] }[] = [];
  steps.forEach(([type, key], at) => {
    if (at % 50 === 0) versions.push({ map, values: valuesInOrder(model) });
    if (type === 'set') {
      map = setIn(map, key, `v${at}`);
      model.set(key, `v${at}`);
    } else {
      map = deleteFrom(map, key);
      model.delete(key);
    }
    expect(getFrom(map, key)).toBe(model.get(key));
  });
  expectSame(map, model);
  expect(getFrom(map, probe)).toBe(model.get(probe));
  expect(rankOf(map, probe)).toBe([...model.keys()].filter((key) => key < probe).length);
  for (const key of model.keys()) expect(getFrom(map, key)).toBe(model.get(key));
  for (const version of versions) expect([...valuesOf(version.map)]).toEqual(version.values);
};

describe('a sorted map is a map in the order of its keys, and old versions stay as they were', () => {
  test('with numbers', () => {
    const key = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(stepsOf(key), key, (steps, probe) => runAgainstModel(steps, probe)),
      { numRuns: 60 },
    );
  });

  test('with any texts', () => {
    const key = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('', '__proto__', 'constructor', '10', '9', '😀', 'é'),
    );
    fc.assert(
      fc.property(stepsOf(key), key, (steps, probe) => runAgainstModel(steps, probe)),
      { numRuns: 60 },
    );
  });
});

test('a map of three levels keeps its sizes and its first keys when nodes are split and removed', () => {
  // 17 full branches of 16 leaves: each leaf that is split, and each branch above it, is full.
  const size = 17 * 16 * 16;
  const keys = Array.from({ length: size }, (_, at) => at * 4);
  const built = sortedMapFrom(keys, keys.map(String));
  const key = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: size * 4 }));
  const runs = fc.array(fc.tuple(fc.constantFrom('set', 'delete'), key, fc.integer({ min: 1, max: 80 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(runs, (steps) => {
      let map = built;
      const model = new Map(keys.map((one) => [one, String(one)]));
      for (const [type, from, count] of steps)
        for (let one = from; one < from + count; one++) {
          if (type === 'set') {
            map = setIn(map, one, 'set');
            model.set(one, 'set');
          } else {
            map = deleteFrom(map, one);
            model.delete(one);
          }
        }
      const sorted = keysInOrder(model);
      expect(sizeOf(map)).toBe(model.size);
      expect([...valuesOf(map)]).toEqual(sorted.map((one) => model.get(one)));
      for (const [, from, count] of steps)
        for (let probe = from - 3; probe <= from + count; probe++) {
          expect(getFrom(map, probe)).toBe(model.get(probe));
          const rank = rankOf(map, probe);
          expect(sorted[rank - 1] ?? Number.NEGATIVE_INFINITY).toBeLessThan(probe);
          expect(sorted[rank] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(probe);
        }
    }),
    { numRuns: 12 },
  );
});

test('building from sorted entries equals setting them one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2100 }), (size) => {
      const keys = Array.from({ length: size }, (_, at) => at * 2);
      const built = sortedMapFrom(keys, keys.map(String));
      expectSame(built, new Map(keys.map((key) => [key, String(key)])));
      expect(getFrom(built, 1)).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('values can be taken from any offset on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1200 }), fc.nat({ max: 1300 }), (size, offset) => {
      const keys = Array.from({ length: size }, (_, at) => at);
      const map = sortedMapFrom(keys, keys);
      expect([...valuesOf(map, offset)]).toEqual(keys.slice(offset));
    }),
    { numRuns: 60 },
  );
});

test('takeValues returns the first accepted values, and visits only the necessary ones', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 400 }),
      fc.integer({ min: -1, max: 450 }),
      fc.integer({ min: 1, max: 9 }),
      (size, limit, nth) => {
        const keys = Array.from({ length: size }, (_, at) => at);
        const map = sortedMapFrom(keys, keys);
        const seen: number[] = [];
        const taken = takeValues(map, limit, (value) => {
          seen.push(value);
          return value % nth === 0;
        });
        expect(taken).toEqual(keys.filter((value) => value % nth === 0).slice(0, Math.max(0, limit)));
        expect(seen).toEqual(keys.slice(0, taken.length >= limit ? Math.max(0, (limit - 1) * nth + 1) : size));
        expect(takeValues(map, Number.POSITIVE_INFINITY, () => true)).toEqual(keys);
      },
    ),
    { numRuns: 60 },
  );
});

test('unsharedValues contains all differences, in order', () => {
  const key = fc.integer({ min: 0, max: 700 });
  const step = fc.tuple(fc.constantFrom<'set' | 'delete'>('set', 'delete'), key);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const keys = Array.from({ length: 600 }, (_, at) => at);
      const values = keys.map((one) => ({ one }));
      const before = sortedMapFrom(keys, values);
      let after = before;
      for (const [type, one] of steps) after = type === 'set' ? setIn(after, one, { one }) : deleteFrom(after, one);
      const held = new Set(valuesOf(before));
      const fresh = [...valuesOf(after)].filter((value) => !held.has(value));
      const unshared = [...unsharedValues(after, before)];
      expect(unshared.filter((value) => !held.has(value))).toEqual(fresh);
      expect(unshared.map(({ one }) => one)).toEqual(
        unshared.map(({ one }) => one).toSorted((one, other) => one - other),
      );
      // A change costs a leaf or two, not the map.
      expect(unshared.length).toBeLessThanOrEqual(steps.length * 64);
    }),
    { numRuns: 60 },
  );
});

test('unsharedValues of an empty map and another one are all values', () => {
  const map = sortedMapFrom([1, 2], ['one', 'two']);
  expect([...unsharedValues(map, emptySortedMap<number, string>())]).toEqual(['one', 'two']);
  expect([...unsharedValues(emptySortedMap<number, string>(), map)]).toEqual([]);
});

/** The nodes of a tree. Two nodes are equal if they are the same reference. */
const nodesOf = (map: SortedMap<number, unknown>): Set<unknown> => {
  const found = new Set<unknown>();
  const visit = (node: unknown): void => {
    found.add(node);
    if (typeof node === 'object' && node !== null && 'children' in node)
      for (const child of node.children as unknown[]) visit(child);
  };
  if (map.root !== undefined) visit(map.root);
  return found;
};

describe('with 10,000 entries', () => {
  const count = 10_000;
  const shuffled = Array.from({ length: count }, (_, at) => at).sort((one, other) => seedFrom(one) - seedFrom(other));

  test('set in random order and half of them deleted, it keeps the rest in order', () => {
    let map = emptySortedMap<number, string>();
    for (const key of shuffled) map = setIn(map, key, `v${key}`);
    const full = map;
    for (const key of shuffled.slice(0, count / 2)) map = deleteFrom(map, key);
    expectSame(map, new Map(shuffled.slice(count / 2).map((key) => [key, `v${key}`])));
    expectSame(full, new Map(shuffled.map((key) => [key, `v${key}`])));
    for (const key of shuffled.slice(count / 2)) map = deleteFrom(map, key);
    expect(map.root).toBeUndefined();
  });

  test('a new version shares all but a handful of nodes with the old one', () => {
    const keys = Array.from({ length: count }, (_, at) => at);
    const map = sortedMapFrom(keys, keys);
    const before = nodesOf(map);
    for (const next of [setIn(map, 5000, -1), setIn(map, count, count), setIn(map, 4999.5, 0), deleteFrom(map, 5000)]) {
      const added = [...nodesOf(next)].filter((node) => !before.has(node));
      expect(added.length).toBeLessThanOrEqual(7);
    }
  });

  test('entries added at the end are packed as densely as those of a map built at once', () => {
    let map = emptySortedMap<number, string>();
    for (let key = 0; key < count; key++) map = setIn(map, key, `v${key}`);
    expectSame(map, new Map(shuffled.map((key) => [key, `v${key}`])));
    expect(nodesOf(map).size).toBeLessThan((count / 16) * 1.1);
  });
});

test('deleting a missing key returns the same map', () => {
  const map = sortedMapFrom([1, 3, 5], ['a', 'b', 'c']);
  expect(deleteFrom(map, 2)).toBe(map);
  expect(deleteFrom(map, 0)).toBe(map);
  const keys = Array.from({ length: 100 }, (_, index) => index * 2);
  const large = sortedMapFrom(keys, keys);
  for (const missing of [-1, 51, 201]) expect(deleteFrom(large, missing)).toBe(large);
  expect(deleteFrom(emptySortedMap<number, string>(), 0).root).toBeUndefined();
});
