import { expect, test } from 'vitest';
import { valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import {
  createCollection,
  deleteItem,
  findItem,
  type Item,
  indexText,
  itemsBelow,
  itemsWith,
  nextIntegerId,
  putItem,
  restoreCollection,
  uniqueItems,
  withDeleted,
} from '../../../src/core/state/collection.ts';
import { writeOnce } from '../../../src/core/state/item-memo.ts';
import { specOf } from '../bound.ts';
import { collectionOf } from '../helpers.ts';
import { notesState } from '../notes.ts';

test('only indexed properties can be searched', () => {
  const notes = collectionOf(notesState(), 'notes');
  expect(() => itemsWith(notes, 'title', 'x')).toThrow('"title" of "notes" is not indexed');
});

test('an item has a text once it was shown, which many never are', () => {
  const notes = putItem(collectionOf(notesState(), 'notes'), '7', { id: 7, title: 'Tea' });
  const item = findItem(notes, '7') as Item;
  expect(item.text).toBeUndefined();
  writeOnce(item.memo, item.value);
  expect(findItem(notes, '7')?.text).toBe('{"id":7,"title":"Tea"}');
});

test('the items below a parent are those of its groups, not of the parents after it', () => {
  const parents = ['shop', 'shelf'].map(
    (name) => ({ name, property: undefined, type: 'string', example: undefined }) as const,
  );
  const books = createCollection(specOf('books', { parents }), [
    { $parent: { shop: 'a', shelf: '1' }, id: 1 },
    { $parent: { shop: 'a', shelf: '2' }, id: 2 },
    { $parent: { shop: 'b', shelf: '1' }, id: 3 },
    { $parent: { shop: 'c', shelf: '1' }, id: 4 },
  ]);
  const below = (parentKey: string) => [...itemsBelow(books, parentKey)].map(({ value }) => value.id);
  expect([below('a'), below('b'), below('a,2'), below('d')]).toEqual([[1, 2], [3], [2], []]);
});

test('items with a known id, and items without an id, are dropped', () => {
  const items = [{ id: 1 }, { id: '1' }, {}, { id: 2 }];
  expect(uniqueItems(specOf('notes'), items)).toEqual([{ id: 1 }, { id: 2 }]);
});

test.each([
  [7, '7'],
  ['7', '7'],
  [true, 'true'],
  [null, 'null'],
  [{ a: 1 }, undefined],
  [[1], undefined],
  [undefined, undefined],
])('an index stores %j under the text %j', (value, text) => {
  expect(indexText(value)).toBe(text);
});

test('numbers as ids of a collection with text ids do not advance its count', () => {
  const collection = createCollection(specOf('notes', { idType: 'string' }), [{ id: 9 }]);
  expect(collection.highestId).toBe(1n);
});

test('deleted ids below 1 are not free ids', () => {
  const full = createCollection(specOf('notes'), [{ id: Number.MAX_SAFE_INTEGER }, { id: 0 }, { id: -1 }]);
  const left = deleteItem(deleteItem(full, '0'), '-1');
  expect(nextIntegerId(left)).toBe(1);
  expect(nextIntegerId(putItem(left, '1', { id: 1 }))).toBe(2);
});

test('a restored collection has the items, and continues as the one before', () => {
  const before = deleteItem(createCollection(specOf('notes'), [{ id: 4 }, { id: 9 }, { id: 2 }]), '9');
  const { highestId, lowestFreeId, nextOrder, nextVersion, replaceable, deleted } = before;
  const items = [...valuesOf(before.items)].map(({ key, order, value }) => ({ key, order, value }));
  const restored = restoreCollection(before.spec, items, {
    ...{ highestId, lowestFreeId, nextOrder, nextVersion, replaceable, deleted },
  });
  expect([...valuesOf(restored.items)].map(({ key, order }) => [key, order])).toEqual([
    ['4', 0],
    ['2', 2],
  ]);
  expect(findItem(restored, '2')?.value).toEqual({ id: 2 });
  expect(nextIntegerId(restored)).toBe(10);
  expect([...valuesOf(putItem(restored, '10', { id: 10 }).items)].at(-1)?.order).toBe(3);
});

test('the keys of deleted singletons are kept once each, and only those that a singleton can have', () => {
  const anywhere = specOf('payments', {
    kind: 'singleton',
    parents: [{ name: 'id', property: 'id', type: 'string', example: undefined }],
  });
  const keys = [...Array(40).fill('b'), 'a', '%', 'a,b', 'a%2Cb'];
  expect([...valuesOf(withDeleted(createCollection(anywhere, []), keys).deleted)]).toEqual(['a', 'a%2Cb', 'b']);
  expect([...valuesOf(withDeleted(createCollection(specOf('notes'), []), ['1']).deleted)]).toEqual([]);
});
