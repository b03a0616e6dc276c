import { expect, test } from 'vitest';
import { theOnly } from '../../../src/core/primitives/the-only.ts';

test('a list has its only element, and of several none', () => {
  expect([[], ['a'], ['a', 'b']].map((list) => theOnly(list))).toEqual([undefined, 'a', undefined]);
});

test('of many elements that fit, two are tested', () => {
  const tested: number[] = [];
  const fits = (element: number): boolean => tested.push(element) > 0 && element !== 2;
  expect([theOnly([1, 2], fits), theOnly([2, 2], fits)]).toEqual([1, undefined]);
  tested.length = 0;
  expect(theOnly([1, 3, 4, 5], fits)).toBe(undefined);
  expect(tested).toEqual([1, 5]);
});
