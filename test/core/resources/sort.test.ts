import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import {
  comparePositions,
  positionOf,
  readPosition,
  type SortPosition,
  termsOf,
} from '../../../src/core/resources/sort.ts';
import type { Sort } from '../../../src/core/service/binding.ts';
import type { ParameterValues } from '../../../src/core/service/operation.ts';
import { createMemo } from '../../../src/core/state/item-memo.ts';

const properties = new Map([
  ['name', 'name'],
  ['createdat', 'createdAt'],
]);
const sort: Sort = { by: 0, direction: 1, properties, fallback: 'createdAt' };

test.each<readonly [unknown, unknown, string]>([
  ['-name,created_at', undefined, 'name down, createdAt up'],
  [['name', '-created_at'], undefined, 'name up, createdAt down'],
  [['name', 7], 'desc', 'name down'],
  ['name', ' desc', 'name down'],
  ['name', 'a-desc', 'name up'],
  ['name:asc', undefined, 'name up'],
  ['name descending ', undefined, 'name down'],
  ['name,desc', undefined, 'name down'],
  ['name, asc', 'desc', 'name up'],
  ['name,desc,created_at', undefined, 'name down, createdAt up'],
  [['name', 'desc'], undefined, 'name down'],
  ['name_desc_x', undefined, ''],
  ['other', undefined, ''],
  [undefined, 'descending', 'createdAt down'],
  [undefined, undefined, ''],
  [{ name: 'asc' }, 1, 'name up'],
])('%j with direction %j sorts by %j', (by, direction, expected) => {
  const terms = termsOf(sort, [by, direction] as ParameterValues);
  const shown = terms.map(({ property, isDescending }) => `${property} ${isDescending ? 'down' : 'up'}`);
  expect(shown.join(', ')).toBe(expected);
});

test('items are sorted by a property of an object in them', () => {
  const terms = [{ property: 'attributes.name', isDescending: false }];
  const item = { key: '1', order: 0, value: { attributes: { name: 'x' } }, memo: createMemo() };
  expect(positionOf(item, terms).keys).toEqual([['text', 'x']]);
});

test('a list without a sort parameter is not sorted', () => {
  expect(termsOf(undefined, ['name'])).toEqual([]);
});

test.each<readonly [Json, readonly Json[]]>([
  [7, ['number', 7]],
  ['199.50', ['number', 199.5]],
  ['-0.5', ['number', -0.5]],
  ['0123', ['text', '0123']],
  ['1.2.3', ['text', `${[1, 2, 3].map((part) => String(part).padStart(15, '0')).join('.')}~`]],
  ['2030-01-01', ['time', Date.UTC(2030, 0, 1)]],
  ['text', ['text', 'text']],
  [true, ['text', 'true']],
  [null, ['absent']],
  [{ a: 1 }, ['absent']],
])('%j is sorted as %j', (value, key) => {
  const item = { key: '1', order: 3, value: { a: value }, memo: createMemo() };
  expect(positionOf(item, [{ property: 'a', isDescending: false }])).toEqual({ keys: [key], order: 3 });
});

test('equal positions are in creation order, in both directions', () => {
  const at = (order: number): SortPosition => ({ keys: [['text', 'a']], order });
  for (const isDescending of [false, true]) {
    expect(comparePositions(at(1), at(2), [{ property: 'a', isDescending }])).toBeLessThan(0);
    expect(comparePositions(at(2), at(1), [{ property: 'a', isDescending }])).toBeGreaterThan(0);
    expect(comparePositions(at(2), at(2), [{ property: 'a', isDescending }])).toBe(0);
  }
});

test.each<readonly [keys: Json, order: Json, isValid: boolean]>([
  [[['text', 'a']], 1, true],
  [[['number', 7]], 1, true],
  [[['time', 7]], 1, true],
  [[['absent']], 1, true],
  [[['text', 7]], 1, false],
  [[['number', 'a']], 1, false],
  [[['time', 'a']], 1, false],
  [[['other', 7]], 1, false],
  [[['other', 'a']], 1, false],
  [['text'], 1, false],
  [[], 1, false],
  [[['text', 'a']], 1.5, false],
  [[['text', 'a']], null, false],
  ['text', 1, false],
])('the position of a cursor with the keys %j and the order %j is valid: %s', (keys, order, isValid) => {
  expect(readPosition(keys, order, 1)).toEqual(isValid ? { keys, order } : undefined);
});
