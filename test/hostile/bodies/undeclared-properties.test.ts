/** The names in a body decide which schemas apply to its parts. The number of their combinations is exponential, but not what a request does with them. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import type { BodyContent } from '../../../src/core/service/operation.ts';
import { contentsOf } from '../../openapi/documents.ts';

const levels = 40;

/** A schema that remembers each `a` for 40 levels: with them, there are 2^40 sets of schemas for one value. */
const remembering = async (more: object = {}): Promise<BodyContent> => {
  const ref = (at: number): object => ({ $ref: `#/components/schemas/S${at}` });
  const schemas: Record<string, object> = {};
  for (let at = 0; at < levels; at++) {
    const next = ref(at + 1);
    const properties = at === 0 ? { a: { anyOf: [ref(0), next] }, b: ref(0) } : { a: next, b: next };
    schemas[`S${at}`] = { type: 'object', properties: { ...properties, ...more } };
  }
  schemas[`S${levels}`] = { type: 'object', properties: { last: {}, ...more } };
  return (await contentsOf(ref(0), { schemas })).request;
};

/** A chain of objects. The bits of `seed` are their names, again and again. */
const chain = (seed: number): Json => {
  let value: Json = { other: 1 };
  for (let at = 0; at < 95; at++) value = { [(seed >> (at % 12)) & 1 ? 'a' : 'b']: value };
  return value;
};

const allSteps = 1_000_000;
const stepsFor = (content: BodyContent, value: Json): number => {
  const budget = new StepBudget(allSteps);
  content.stripUndeclared(value, budget);
  return allSteps - budget.left;
};

test('the sets of schemas that one body needs are limited by its steps', async () => {
  const content = await remembering();
  let tree: Json = {};
  for (let level = 0; level < 15; level++) tree = { a: tree, b: tree };
  expect(() => content.stripUndeclared(tree, new StepBudget(allSteps))).toThrow(OutOfSteps);
});

test('the sets of schemas that many bodies need are not all kept', async () => {
  const content = await remembering();
  const first = stepsFor(content, chain(1));
  expect(stepsFor(content, chain(1))).toBeLessThan(first / 10);
  for (let seed = 2; seed < 200; seed++) stepsFor(content, chain(seed));
  expect(stepsFor(content, chain(1))).toBeGreaterThan(first / 2);
});

test('a set of schemas costs as many steps as it has schemas, whatever the number of their properties', async () => {
  const more = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string' }]));
  expect(stepsFor(await remembering(more), chain(5))).toBe(stepsFor(await remembering(), chain(5)));
});
