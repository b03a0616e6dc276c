import { expect, test } from 'vitest';
import { termsOf } from '../../../src/core/resources/sort.ts';
import type { Sort } from '../../../src/core/service/binding.ts';
import type { ParameterValues } from '../../../src/core/service/operation.ts';

const properties = new Map([
  ['name', 'name'],
  ['createdat', 'createdAt'],
]);
const sort: Sort = { by: 0, direction: 1, properties, fallback: 'createdAt' };

test.each<readonly [unknown, unknown, readonly (readonly [string, boolean])[]]>([
  [
    '-name,created_at',
    undefined,
    [
      ['name', true],
      ['createdAt', false],
    ],
  ],
  [
    ['name', '-created_at'],
    undefined,
    [
      ['name', false],
      ['createdAt', true],
    ],
  ],
  [['name', 7], 'desc', [['name', true]]],
  [undefined, 'descending', [['createdAt', true]]],
  [undefined, undefined, []],
  [{ name: 'asc' }, 1, []],
])('%j with direction %j sorts by %j', (by, direction, expected) => {
  const terms = termsOf(sort, [by, direction] as ParameterValues);
  expect(terms.map(({ property, isDescending }) => [property, isDescending])).toEqual(expected);
});

test('a list without a sort parameter is not sorted', () => {
  expect(termsOf(undefined, ['name'])).toEqual([]);
});
