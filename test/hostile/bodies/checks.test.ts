/** The cost of a check is bounded for every schema, and every test of a pattern ends. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { notEvaluated } from '../../../src/core/service/check.ts';
import { createPattern } from '../../../src/openapi/pattern/pattern.ts';
import fc from '../../fast-check.ts';
import { checkOf } from '../../openapi/documents.ts';
import { cpuMsOf } from '../cpu.ts';
import { hostilePatterns } from './patterns.ts';
import { hostileBodies } from './schemas.ts';

/** Steps are bounded; this limit shows that a step is cheap. The worst case here takes less than half of it. */
const maxCpuMs = 2000;

describe('a body', () => {
  test.each(hostileBodies)('$name', async ({ schema, schemas = {}, body, isFit }) => {
    const check = await checkOf(schema, { schemas });
    const value = body() as Json;
    const budget = new StepBudget(maxStepsPerRequest);
    let rules: readonly string[] = [];
    const cpuMs = cpuMsOf(() => {
      rules = check(value, budget).map(({ rule }) => rule);
    });
    expect(rules.includes(notEvaluated) ? undefined : rules.length === 0).toBe(isFit);
    expect(rules.length).toBeLessThanOrEqual(100);
    expect(cpuMs).toBeLessThan(maxCpuMs);
  });
});

describe('a pattern', () => {
  test.each(hostilePatterns)('$source', ({ source, text, isFound }) => {
    const budget = new StepBudget(maxStepsPerRequest);
    const cpuMs = cpuMsOf(() => expect(createPattern(source)?.test(text, budget)).toBe(isFound));
    expect(cpuMs).toBeLessThan(maxCpuMs);
  });
});

test('a pattern that cannot be evaluated is a problem of the tested value', async () => {
  const check = await checkOf({ properties: { a: { pattern: '^((a{0,100}){0,100}){0,100}$' } } });
  expect(check({ a: `${'a'.repeat(5000)}b` })).toEqual([
    {
      pointer: '/a',
      rule: notEvaluated,
      limit: '^((a{0,100}){0,100}){0,100}$',
      message: 'cannot be checked: the pattern ^((a{0,100}){0,100}){0,100}$ takes too long to evaluate',
    },
  ]);
});

const names = fc.constantFrom('S0', 'S1', 'S2', 'S3');
const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ $ref: names.map((name) => `#/components/schemas/${name}`) }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { minKeys: 1 }),
      additionalProperties: tie('schema'),
    }),
    fc.record({ items: tie('schema'), uniqueItems: fc.boolean() }),
    ...(['allOf', 'anyOf', 'oneOf'] as const).map((keyword) =>
      fc.record({ [keyword]: fc.array(tie('schema'), { minLength: 2, maxLength: 3 }) }),
    ),
    fc.record({ not: tie('schema') }),
    fc.record({ unevaluatedProperties: tie('schema'), anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
})).schema;

const deep: fc.Arbitrary<Json> = fc
  .array(fc.constantFrom('a', 'b', 'list', 'both'), { minLength: 10, maxLength: 60 })
  .map((kinds) =>
    kinds.reduce<Json>(
      (value, kind) => (kind === 'list' ? [value, value] : kind === 'both' ? { a: value, b: 1 } : { [kind]: value }),
      1,
    ),
  );

test('the cost of a body is bounded by the sizes of body and schema, for any schema', async () => {
  let worst = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(schemas, schemas, schemas, schemas), deep, async ([S0, S1, S2, S3], value) => {
      const components = { S0, S1, S2, S3 };
      const check = await checkOf({ $ref: '#/components/schemas/S0' }, { schemas: components });
      const budget = new StepBudget(maxStepsPerRequest);
      try {
        check(value, budget);
      } catch (error) {
        if (!(error instanceof OutOfSteps)) throw error;
      }
      // Shared parts of the value are one location each, and are checked once.
      const places = 200;
      const size = JSON.stringify(components).length / 10;
      worst = Math.max(worst, (maxStepsPerRequest - budget.left) / (places * size));
    }),
    { numRuns: 150 },
  );
  expect(worst).toBeLessThan(20);
}, 120_000);
