/** Unions that are large enough for an index: the result is that of testing each branch, in far fewer steps. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../../src/core/primitives/step-budget.ts';
import fc from '../../../fast-check.ts';
import { checkOf } from '../../documents.ts';

const names = ['a', 'b', 'kind'];
const texts = ['x', 'y', 'z'];

const scalars = fc.constantFrom<object>(
  { type: 'string' },
  { type: 'integer' },
  { const: 'x' },
  { enum: ['x', 'y'] },
  { const: 1 },
  {},
);
const objects = fc.record({
  type: fc.constantFrom('object', ['object', 'null']),
  properties: fc.dictionary(fc.constantFrom(...names), scalars, { maxKeys: 3, noNullPrototype: true }),
  required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
});
const unionsOf = (branch: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.array(branch, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf }));
const branches = fc.oneof(objects, objects, scalars, unionsOf(fc.oneof(objects, unionsOf(objects), scalars)));
const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, 1, 1.5, 'x', []),
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom<Json>('x', 'y', 'z', 1, null), { noNullPrototype: true }),
);

test.each(['oneOf', 'anyOf'])(
  'a value matches a large %s exactly if it matches its branches',
  async (keyword) => {
    const counts = { fit: 0, unfit: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(branches, { minLength: 9, maxLength: 12 }),
        fc.array(values, { minLength: 6, maxLength: 12 }),
        async (union, list) => {
          const check = await checkOf({ [keyword]: union });
          const alone = await Promise.all(union.map((branch) => checkOf(branch)));
          for (const value of list) {
            const matching = alone.filter((checkBranch) => checkBranch(value).length === 0).length;
            const isFit = keyword === 'oneOf' ? matching === 1 : matching > 0;
            counts[isFit ? 'fit' : 'unfit']++;
            expect([union, value, check(value).length === 0]).toEqual([union, value, isFit]);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(Math.min(counts.fit, counts.unfit)).toBeGreaterThan(20);
  },
  60_000,
);

const kindOf = (kind: string): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, at: { type: 'integer', format: 'int32', multipleOf: 3 } },
});
const needs = (name: string): object => ({ type: 'object', required: ['at', name] });
const many = Array.from({ length: 500 }, (_, index) => index);

test.each([
  ['a constant', many.map((index) => kindOf(`k${index}`)), { kind: 'k499', at: 3 }],
  ['a required property', many.map((index) => needs(`p${index}`)), { p499: 1, at: 3 }],
  [
    'unions in the union',
    many.map((index) => ({ oneOf: [kindOf(`k${index}`), needs(`p${index}`)] })),
    { p499: 1, at: 3 },
  ],
  ['its type', [...many.map((index) => kindOf(`k${index}`)), { type: 'string', pattern: '^x' }], 'x'],
])('a branch is found by %s', async (_, oneOf, value) => {
  const check = await checkOf({ oneOf });
  check(value);
  const budget = new StepBudget(100);
  expect(check(value, budget)).toEqual([]);
  for (const text of texts) expect(check({ kind: text }, budget)).not.toEqual([]);
  expect(budget.left).toBeLessThan(100);
});
