import { describe, expect, test } from 'vitest';
import type { CollectionInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import { keyOf, nest, readableOf, showCell, titleOf } from '../../../../src/parts/panel/data/shown-collections.ts';

const infoWith = (name: string, given: Partial<CollectionInfo> = {}): CollectionInfo => ({
  ...{ name, kind: 'list', id: 'id', properties: [], required: [], parents: [], parent: null },
  ...given,
});
const orders = infoWith('orders');
const lines = infoWith('lines', { parent: 'orders', parents: ['orderId'] });
const settings = infoWith('settings', { kind: 'singleton', id: null });
const profile = infoWith('profile', { kind: 'singleton', id: null, parents: ['userId'] });
const events = infoWith('events', { id: null });

test('collections are listed below their parents, each once', () => {
  const notes = infoWith('notes', { parent: 'lines' });
  const tree = infoWith('tree', { parent: 'tree' });
  const orphan = infoWith('orphan', { parent: 'gone' });
  const listed = nest([notes, lines, orders, tree, orphan]).map(({ info, depth }) => `${depth} ${info.name}`);
  expect(listed).toEqual(['0 orders', '1 lines', '2 notes', '0 tree', '0 orphan']);
});

describe('an item has', () => {
  test.each<[CollectionInfo, object, string, string]>([
    [orders, { id: 5 }, '5', 'orders 5'],
    [lines, { $parent: { orderId: 'a/b' }, id: 'c,d' }, 'a%2Fb,c%2Cd', 'lines c,d'],
    [settings, {}, 'self', 'settings'],
    [profile, { $parent: { userId: 3 } }, '3', 'profile'],
    [events, { $id: 'k' }, 'k', 'events k'],
    // Its own id is none of the API.
    [{ ...profile, id: 'id' }, { $parent: { userId: 3 }, id: 7 }, '3', 'profile'],
  ])('the key and the title of its collection: %j', (info, item, key, title) => {
    expect(keyOf(info, item as never)).toBe(key);
    expect(titleOf(info, item as never)).toBe(title);
  });
});

test.each([
  [undefined, ''],
  ['text', 'text'],
  [9223372036854775807n, '9223372036854775807'],
  [null, 'null'],
  [[], '[]'],
  [[1, 'a', null], '[1, a, null]'],
  [{ a: 1, b: { c: 2 } }, '{a, b}'],
  [['x'.repeat(200)], `[${'x'.repeat(119)}`],
  [{ ['x'.repeat(200)]: 1 }, `{${'x'.repeat(119)}`],
])('a cell shows %s shortly', (value, expected) => {
  expect(showCell(value as never)).toBe(expected);
});

test.each([
  [['id', 'isbn', 'title'], [{ id: 'a', isbn: '9', title: 'Momo' }], 'title'],
  [['id', 'categoryName', 'email'], [{ id: 'a', categoryName: 'x', email: 'a@b' }], 'email'],
  [['id', 'category_name'], [{ id: 'a', category_name: 'x' }], 'category_name'],
  [['id', 'name'], [{ id: 1, name: { first: 'Ada' } }], undefined],
])('of %j a person reads %3$s', (properties, items, expected) => {
  expect(readableOf(properties, items)).toBe(expected);
});
