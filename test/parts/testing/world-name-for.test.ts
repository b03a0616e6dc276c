import { expect, test } from 'vitest';
import { worldNameFor } from '../../../src/parts/testing/world-name-for.ts';
import { isWorldName } from '../../../src/world/world-name.ts';

test.each([
  ['A new order (№ 7) is listed', /^a-new-order-7-is-listed-[\da-f]{8}$/],
  ['é', /^[\da-f]{8}$/],
  ['x'.repeat(55), /^x{55}-[\da-f]{8}$/],
  ['x'.repeat(56), /^x{55}-[\da-f]{8}$/],
  ['many words '.repeat(20), /^many-words-.{44}-[\da-f]{8}$/],
])('the world of the test %j has its words and an end of its own', (name, pattern) => {
  const [one, other] = [worldNameFor(name), worldNameFor(name)];
  expect(one).toMatch(pattern);
  expect([one === other, isWorldName(one)]).toEqual([false, true]);
});
