/** A body that its request schema accepts may not fit the schema of the response. What is done to make it fit is bounded by steps. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { maxStepsPerRequest, maxStepsToFit, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { storedItem } from '../../../src/core/resources/item-steps.ts';
import { tooManySteps } from '../../../src/core/service/check.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { specOf } from '../../core/bound.ts';
import { contentsOf } from '../../openapi/documents.ts';
import { integer, object, ref, text } from '../../short-document.ts';

const tree = (levels: number): JsonObject => (levels === 0 ? {} : { a: tree(levels - 1), b: tree(levels - 1) });

const self = ref('S');
const numbered = object({ a: self, b: self, number: integer }, ['number']);

describe('steps count what completion does', () => {
  const completed = async (S: object, value: Json, steps: number) => {
    const { response } = await contentsOf(self, { schemas: { S } });
    const budget = new StepBudget(steps);
    const result = response.complete(value, { seed: 1, now: 0, budget });
    return { isSame: result === value, spent: steps - budget.left, problems: response.check(result).length };
  };
  const values = 2 ** 9 - 1;

  test.each<[string, object]>([
    ['an object', numbered],
    ['an object with the same schema twice', { allOf: [numbered, { ...numbered, required: [] }] }],
    ['a union', { anyOf: [numbered, { ...numbered, required: ['other'] }] }],
  ])('in %s', async (_name, S) => {
    const enough = await completed(S, tree(8), maxStepsToFit);
    expect(enough.problems).toBe(0);
    expect(enough.spent).toBeGreaterThan(15 * values);
    expect((await completed(S, tree(8), enough.spent >> 1)).isSame).toBe(true);
  });

  test('and a schema that nothing fits is drawn once, not at each place', async () => {
    const S = { ...numbered, properties: { ...numbered.properties, number: { allOf: [text, { type: 'object' }] } } };
    const few = (await completed(S, tree(2), maxStepsToFit)).spent;
    expect((await completed(S, tree(8), maxStepsToFit)).spent).toBeLessThan(few * 100);
  });
});

test('what of an item fits the schemas of its responses is found with one budget', () => {
  let steps = 0;
  const check: CollectionSpec['checkValue'] = (value, budget = new StepBudget(maxStepsPerRequest)) => {
    // Each check is as expensive as one may be, and each property is rejected.
    const before = budget.left;
    try {
      budget.spend(maxStepsPerRequest - 1);
    } catch {
      steps += before;
      return [tooManySteps];
    }
    steps += maxStepsPerRequest;
    return Object.hasOwn(value as JsonObject, 'rejected') ? [{ pointer: '', rule: 'x', message: 'x' }] : [];
  };
  const names = Array.from({ length: 40 }, (_, at) => `p${at}`);
  const shown = Object.fromEntries([...names, 'rejected'].map((name) => [name, 1]));
  const view = {
    properties: new Set<string>(),
    isOpen: true,
    required: ['p0'],
    idProperty: undefined,
    check,
    complete: () => shown,
  };
  const spec = specOf('items', {
    required: [],
    checkValue: check,
    properties: new Set(Object.keys(shown)),
    views: Array.from({ length: 10 }, () => ({ ...view })),
  });
  const state = { seed: 1, startedAt: 0, collections: new Map() } as unknown as Parameters<
    typeof storedItem
  >[0]['state'];
  storedItem({ state, now: 0 }, spec, { key: '1', value: { id: 1 }, identity: () => '1' });
  expect(steps).toBeLessThanOrEqual(maxStepsToFit + 2 * maxStepsPerRequest);
});
