import { expect, test } from 'vitest';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { matchesWildcard } from '../../../src/core/primitives/wildcard.ts';

test.each([
  ['abc', 'abc', true],
  ['abc', 'abcd', false],
  ['ab*', 'ab', true],
  ['ab*', 'abc', true],
  ['ab*', 'a', false],
  ['*', '', true],
  ['*c', 'abc', true],
  ['*c', 'abd', false],
  ['a*c', 'ac', true],
  ['a*a', 'a', false],
  ['ab*bc', 'abc', false],
  ['a*b*c', 'axbyc', true],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'acb', false],
  ['a*bb*b', 'abbb', true],
  ['a*bb*b', 'abb', false],
  ['a*b*b*c', 'abc', false],
  ['a*b*b*c', 'abbc', true],
  ['**', 'x', true],
  ['a**', 'ab', true],
])('%s matches %s: %s', (pattern, text, expected) => {
  expect(matchesWildcard(pattern, text)).toBe(expected);
});

test('a budget is spent step by step, to the last', () => {
  const budget = new StepBudget(5);
  budget.spend(2);
  expect(budget.left).toBe(3);
  budget.spend(3);
  expect(budget.left).toBe(0);
  expect(() => budget.spend(1)).toThrow(OutOfSteps);
});
