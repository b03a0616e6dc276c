import { expect, test } from 'vitest';
import { capacity, type Entry, merge } from '../../../../src/parts/panel/state/shown-journal.ts';

const entry = (id: number): Entry => ({ id }) as Entry;
const ids = (entries: readonly Entry[]): readonly number[] => entries.map(({ id }) => id);

test('entries are in the order of their numbers, however they arrive', () => {
  const { shown } = merge([], [entry(1), entry(4), entry(2)]);
  const later = merge(shown, [entry(3), entry(2)]);
  expect(later.added).toEqual([entry(3)]);
  expect(ids(later.shown)).toEqual([1, 2, 3, 4]);
  expect(ids(shown)).toEqual([1, 2, 4]);
});

test('the list is bounded, and counts the dropped entries', () => {
  const many = Array.from({ length: 3 * capacity }, (_, index) => entry(index + 1));
  const { shown, excess } = merge([], many);
  expect([shown.length, shown.at(-1)?.id, excess]).toEqual([capacity, 3 * capacity, 2 * capacity]);
  const next = merge(shown, [entry(3 * capacity + 1)]);
  expect([next.shown.length, next.shown[0]?.id, next.excess]).toEqual([capacity, 2 * capacity + 2, 1]);
});

test('a pending exchange is in its place, is new when it ends, and keeps what the journal has of it', () => {
  const pending = { ...entry(2), pendingSince: 5 };
  const first = merge([], [entry(1), pending, entry(3)]);
  expect(ids(first.added)).toEqual([1, 3]);
  expect(first.shown.map(({ id, pendingSince }) => [id, pendingSince])).toEqual([
    [1, undefined],
    [2, 5],
    [3, undefined],
  ]);
  const ended = merge(first.shown, [entry(2)]);
  expect(ids(ended.added)).toEqual([2]);
  expect(ended.shown[1]).not.toHaveProperty('pendingSince');
  const { shown } = merge(ended.shown, [
    { ...entry(3), query: 'a=1' },
    { ...entry(3), pendingSince: 7 },
  ]);
  expect(shown[2]).toMatchObject({ query: 'a=1', pendingSince: 7 });
});
