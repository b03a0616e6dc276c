/** The ids of parents, and ids that are no property, in the data of a scenario. */
import { expect, test } from 'vitest';
import { anyParent, fromData, toData } from '../../../src/core/state/item-key.ts';
import { prepareItems, putBelow, withFirst, withParentProperties } from '../../../src/scenario/data/item-data.ts';
import { collection, parent } from '../nested-stub.ts';

const spec = collection('todos', { parents: [parent('user', { property: 'userId' }), parent('team')] });

test.each([
  ['a named one', { $parent: { user: 1, team: 2 }, id: 3 }, { userId: 1 }],
  ['one in the item, as it is', { $parent: { user: 1 }, userId: 5 }, {}],
  ['any', { $parent: { user: anyParent } }, {}],
  ['an unnamed one', { $parent: { team: 2 } }, {}],
  ['none', { id: 3 }, {}],
])('an item refers to its parent: %s', (_what, item, added) => {
  expect(withParentProperties(spec, item)).toEqual({ ...item, ...added });
  expect(withParentProperties(collection('todos'), item)).toBe(item);
});

test('an item is put below its parents, and below any', () => {
  expect(putBelow(spec, ['1', '2'], { id: 3, userId: 9 })).toEqual({ $parent: { user: 1, team: 2 }, id: 3, userId: 1 });
  expect(putBelow(spec, [anyParent, '2'], { id: 3 })).toEqual({ $parent: { user: anyParent, team: 2 }, id: 3 });
  expect(putBelow(collection('todos'), [], { id: 3 })).toEqual({ id: 3 });
});

test('an item that has a property of the same name is put below its parents', () => {
  const metadata = { id: 3, $parent: 'folder_1' };
  const put = putBelow(spec, ['1', '2'], metadata);
  expect(put.$parent).toEqual({ user: 1, team: 2 });
  const { key } = fromData(spec, put);
  expect(toData(spec, key as string, metadata).$parent).toEqual({ user: 1, team: 2 });
});

test('items without an id are numbered, and no number is taken twice', () => {
  const events = collection('events', { idProperty: undefined, idType: 'string' });
  const items = [{ a: 1 }, { $id: '1', a: 2 }, { $id: 3, a: 3 }, { a: 4 }, { a: 5 }];
  expect(prepareItems(events, items).map(({ $id }) => $id)).toEqual(['2', '1', 3, '4', '5']);
  expect(prepareItems(collection('todos'), [{ a: 1 }])).toEqual([{ a: 1 }]);
  expect(Object.keys(withFirst('id', 1, { a: 2, id: 3 }))).toEqual(['id', 'a']);
});
