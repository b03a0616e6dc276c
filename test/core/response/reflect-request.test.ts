/** The ids of the path in the items of a stateless list. */
import { expect, test } from 'vitest';
import { withParentIds } from '../../../src/core/response/reflect-request.ts';

const parents = [{ parameter: 0, names: ['userId'] }];

test('an item takes the id of its parent in the type that it has', () => {
  expect(withParentIds([{ userId: 1 }, { user_id: 'a' }], parents, ['7'])).toEqual([{ userId: 7 }, { user_id: '7' }]);
});

test('a text is set from a number', () => {
  expect(withParentIds([{ userId: 'a' }], parents, [7])).toEqual([{ userId: '7' }]);
});

test('an item of another type, one without the property, and one that cannot have the id are kept', () => {
  const items = ['text', 3, { name: 'x' }, { userId: 1 }, { name: 'x', userId: 1 }];
  expect(withParentIds(items, parents, ['not a number'])).toEqual(items);
  expect(withParentIds(items, parents, [undefined])).toEqual(items);
  expect(withParentIds([{ userId: 1.5 }], parents, ['12x'])).toEqual([{ userId: 1.5 }]);
});
