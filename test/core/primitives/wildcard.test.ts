import { describe, expect, test } from 'vitest';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { matchesWildcard } from '../../../src/core/primitives/wildcard.ts';
import fc from '../../fast-check.ts';

describe('a pattern', () => {
  const asExpression = (pattern: string): RegExp =>
    new RegExp(
      `^${pattern
        .split('*')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^]*')}$`,
    );

  test('matches the same texts as a regular expression with .* for each star', () => {
    const letters = { unit: fc.constantFrom('a', 'b', '.', '(') };
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '*', '*'), maxLength: 8 }),
        fc.string({ ...letters, maxLength: 12 }),
        (pattern, text) => {
          expect(matchesWildcard(pattern, text)).toBe(asExpression(pattern).test(text));
        },
      ),
      { numRuns: 700 },
    );
  });

  test('must fit the whole text, and no part of it serves twice', () => {
    expect(matchesWildcard('expired*', 'expired')).toBe(true);
    expect(matchesWildcard('expired*', 'not-expired')).toBe(false);
    expect(matchesWildcard('*', '')).toBe(true);
    expect(matchesWildcard('', '')).toBe(true);
    expect(matchesWildcard('ab*ba', 'aba')).toBe(false);
    expect(matchesWildcard('a*bb*b', 'abb')).toBe(false);
    expect(matchesWildcard('a*b*b*c', 'abc')).toBe(false);
    expect(matchesWildcard('a*b*c', 'a\nb\nc')).toBe(true);
  });

  test('with many stars has a linear cost', () => {
    expect(matchesWildcard(`${'*a'.repeat(2000)}*c`, 'a'.repeat(20_000))).toBe(false);
  });
});

test('a budget is spent step by step, to the last', () => {
  const budget = new StepBudget(5);
  budget.spend(2);
  expect(budget.left).toBe(3);
  budget.spend(3);
  expect(budget.left).toBe(0);
  expect(() => budget.spend(1)).toThrow(OutOfSteps);
});
