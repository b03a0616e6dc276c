import { expect, test } from 'vitest';
import {
  type Latest,
  latestAt,
  listLatest,
  noneLatest,
  withLatest,
  withoutLatest,
  withSameLatest,
} from '../../../src/core/primitives/latest.ts';

const bounds = { maxValues: 3, maxSize: 100 };
const idsOf = (latest: Latest<number>): readonly string[] => listLatest(latest).map(({ id }) => id);
const of = (...ids: readonly string[]): Latest<number> =>
  ids.reduce<Latest<number>>((latest, id, index) => withLatest(latest, id, index, bounds), noneLatest);

test('the oldest value goes first, and one that is set again is the latest', () => {
  expect(idsOf(of('a', 'b', 'c', 'd'))).toEqual(['b', 'c', 'd']);
  expect(idsOf(of('a', 'b', 'c', 'a', 'd'))).toEqual(['c', 'a', 'd']);
  expect(latestAt(of('a', 'b', 'a'), 'a')).toBe(2);
});

test('a value that is replaced keeps its place', () => {
  const latest = withSameLatest(of('a', 'b'), 'a', 9);
  expect(listLatest(latest).map(({ id, value }) => [id, value])).toEqual([
    ['a', 9],
    ['b', 1],
  ]);
  expect(withSameLatest(latest, 'x', 1)).toBe(latest);
});

test('the sizes of all values have a bound, and a value above it is not kept', () => {
  const large = withLatest(of('a', 'b'), 'c', 2, bounds, 60);
  expect(idsOf(withLatest(large, 'd', 3, bounds, 41))).toEqual(['d']);
  expect(idsOf(withLatest(large, 'd', 3, bounds, 40))).toEqual(['b', 'c', 'd']);
  expect(idsOf(withLatest(large, 'c', 3, bounds, 101))).toEqual(['a', 'b']);
  expect(withoutLatest(large, 'c').size).toBe(0);
});

test('earlier values stay as they are', () => {
  const before = of('a');
  withLatest(before, 'b', 1, bounds);
  expect(idsOf(before)).toEqual(['a']);
  expect(withoutLatest(before, 'b')).toBe(before);
});
