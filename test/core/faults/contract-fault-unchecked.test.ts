/** The checks of a body fault take more steps than the request has. */
import { beforeAll, describe, expect, test } from 'vitest';
import { breakContract } from '../../../src/core/faults/contract-fault.ts';
import { applyExtreme } from '../../../src/core/faults/extreme.ts';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { type Check, tooManySteps } from '../../../src/core/service/check.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { contentsOf } from '../../openapi/documents.ts';
import { mediaType } from './judged-answers.ts';

const unchecked = { type: 'not-applicable', reason: 'the response takes too many steps to check' };

describe('a fault is not applied if the steps of the request', () => {
  const value = Array.from({ length: 100 }, () => ({ a: 1, b: 'x' }));
  let content: Content;
  beforeAll(async () => {
    const item = { type: 'object', properties: { a: { type: 'integer', maximum: 5 }, b: { type: 'string' } } };
    content = (await contentsOf({ type: 'array', items: item })).response;
  });
  const broken = (budget: StepBudget) => breakContract('null-value', { mediaType, value }, [content], 1, { budget });
  const extreme = (budget: StepBudget) => applyExtreme('longest', { mediaType, value }, [content], 1, budget);

  test('are spent', () => {
    const spent = new StepBudget(0);
    expect(broken(spent)).toEqual(unchecked);
    expect(extreme(spent)).toEqual(unchecked);
    expect(() => spent.spend(1)).toThrow(OutOfSteps);
  });

  test('are enough for the body as it was, but not for the altered one', () => {
    const ample = new StepBudget(10_000);
    content.check(value, ample);
    const few = (): StepBudget => new StepBudget(10_000 - ample.left + 10);
    expect(broken(few())).toEqual(unchecked);
    expect(extreme(few())).toEqual(unchecked);
    expect(broken(new StepBudget(100_000))).toMatchObject({ type: 'broken' });
  });
});

test('a change that breaks several rules at its place is kept if no better one can be checked', async () => {
  const { response } = await contentsOf({ type: 'array', items: { type: 'string', format: 'date', maxLength: 10 } });
  const problem = (rule: string) => ({ pointer: '/0', rule, message: 'is wrong' });
  const results = [[], [problem('format'), problem('maxLength')], [tooManySteps]];
  const check: Check = () => results.shift() ?? [];
  const body = { mediaType, value: ['2030-01-01'] };
  expect(breakContract('bad-format', body, [{ ...response, check }], 1)).toMatchObject({
    type: 'broken',
    pointer: '/0',
  });
  expect(results).toEqual([]);
});
