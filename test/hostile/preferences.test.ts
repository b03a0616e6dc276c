/** One request asks for thousands of faults. */
import { expect, test } from 'vitest';
import { explainStep } from '../../src/core/exchange.ts';
import { breakContract } from '../../src/core/faults/contract-fault.ts';
import { applyExtreme } from '../../src/core/faults/extreme.ts';
import { OutOfSteps, StepBudget } from '../../src/core/primitives/step-budget.ts';
import { decide, loadAnimalStore, requestOf, stateOf } from '../core/helpers.ts';
import { contentsOf } from '../openapi/documents.ts';

test('a body is altered once by a fault that is preferred many times', async () => {
  const service = await loadAnimalStore();
  const prefer = Array.from({ length: 5000 }, () => 'fault=wrong-type, fault=longest').join(', ');
  const request = requestOf('GET', '/v1/pets', { headers: { prefer } });
  const { exchange } = decide(service, stateOf(service), request);
  expect(exchange.faults.length).toBeLessThanOrEqual(2);
  expect(exchange.steps.map(explainStep)).toContain(
    'Prefer fault=wrong-type: ignored, an earlier preference takes precedence',
  );
});

const mediaType = 'application/json';
const unchecked = { type: 'not-applicable', reason: 'the response takes too many steps to check' };

test('a fault whose checks take too many steps is not applied', async () => {
  const item = { type: 'object', properties: { a: { type: 'integer', maximum: 5 }, b: { type: 'string' } } };
  const { response } = await contentsOf({ type: 'array', items: item });
  const value = Array.from({ length: 100 }, () => ({ a: 1, b: 'x' }));
  const spent = new StepBudget(0);
  expect(breakContract('null-value', { mediaType, value }, [response], 1, { budget: spent })).toEqual(unchecked);
  expect(applyExtreme('longest', { mediaType, value }, [response], 1, spent)).toEqual(unchecked);
  expect(() => spent.spend(1)).toThrow(OutOfSteps);
  // Enough for the first check only.
  const once = new StepBudget(600);
  response.check(value, once);
  const few = (): StepBudget => new StepBudget(600 - once.left + 10);
  expect(breakContract('null-value', { mediaType, value }, [response], 1, { budget: few() })).toEqual(unchecked);
  expect(applyExtreme('longest', { mediaType, value }, [response], 1, few())).toEqual(unchecked);
  expect(breakContract('null-value', { mediaType, value }, [response], 1)).toMatchObject({ type: 'broken' });
});
