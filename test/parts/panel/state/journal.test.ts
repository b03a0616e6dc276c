import { expect, test } from 'vitest';
import { capacity, type Entry, EntryList } from '../../../../src/parts/panel/state/journal.ts';

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
