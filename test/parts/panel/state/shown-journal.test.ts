import { expect, test } from 'vitest';
import { capacity, type Entry, EntryList } from '../../../../src/parts/panel/state/shown-journal.ts';

const entry = (id: number): Entry => ({ id }) as Entry;
const ids = (list: EntryList): readonly number[] => list.entries.map(({ id }) => id);

test('entries are in the order of their numbers, however they arrive', () => {
  const list = new EntryList();
  list.add([entry(1), entry(4), entry(2)]);
  expect(list.add([entry(3), entry(2)])).toEqual([entry(3)]);
  expect(ids(list)).toEqual([1, 2, 3, 4]);
});

test('the list is bounded, and counts the dropped entries', () => {
  const list = new EntryList();
  for (let id = 1; id <= 3 * capacity; id++) list.add([entry(id)]);
  expect(list.entries).toHaveLength(capacity);
  expect(list.entries.at(-1)?.id).toBe(3 * capacity);
  expect(list.dropped).toBe(2 * capacity);
  list.clear();
  expect({ entries: ids(list), dropped: list.dropped }).toEqual({ entries: [], dropped: 0 });
});

test('a pending exchange is in its place, is new when it ends, and keeps what the journal has of it', () => {
  const list = new EntryList();
  const pending = { ...entry(2), pendingSince: 5 };
  expect(list.add([entry(1), pending, entry(3)]).map(({ id }) => id)).toEqual([1, 3]);
  expect(list.entries.map(({ id, pendingSince }) => [id, pendingSince])).toEqual([
    [1, undefined],
    [2, 5],
    [3, undefined],
  ]);
  expect(list.add([entry(2)]).map(({ id }) => id)).toEqual([2]);
  expect(list.entries[1]).not.toHaveProperty('pendingSince');
  list.add([
    { ...entry(3), query: 'a=1' },
    { ...entry(3), pendingSince: 7 },
  ]);
  expect(list.entries[2]).toMatchObject({ query: 'a=1', pendingSince: 7 });
});
