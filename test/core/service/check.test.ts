import { expect, test } from 'vitest';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { countProblems, tooManySteps } from '../../../src/core/service/check.ts';

test('a value that takes too many steps to check has more problems than any other', () => {
  const problem = { pointer: '', rule: 'type', message: 'must be a text' };
  const count = (problems: readonly (typeof problem)[]): number => countProblems(() => problems, 1, new StepBudget(1));
  expect(count([])).toBe(0);
  expect(count([problem, problem])).toBe(2);
  expect(count([tooManySteps])).toBe(Number.POSITIVE_INFINITY);
});
