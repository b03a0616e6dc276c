import { expect, test } from 'vitest';
import { theOnly } from '../../../src/core/primitives/the-only.ts';

test('a list has its only element, and of several none', () => {
  expect([[], ['a'], ['a', 'b']].map(theOnly)).toEqual([undefined, 'a', undefined]);
});
