import { expect, test } from 'vitest';
import { createPlans } from '../../../src/openapi/completion/plan.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { hintFor } from '../../../src/openapi/generate/name-hint.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';

const unused = (): never => {
  throw new Error('not expected');
};

test('names that clients choose share their plans, or these would grow without end', () => {
  const schemas = new SchemaSet(createSource({ openapi: '3.1.0' }), false);
  const planFor = createPlans(schemas, unused, unused);
  const schema = {
    properties: { id: { type: 'integer' } },
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: { properties: { name: { type: 'string' } } },
  };
  const plan = planFor([schema], hintFor('thing', ''));
  expect(plan.property('a')).toBe(plan.property('b'));
  expect(plan.property('a')?.property('name')).toBe(plan.property('b')?.property('name'));
  expect(plan.property('x-a')).toBe(plan.property('x-b'));
  expect(plan.property('x-a')).not.toBe(plan.property('a'));
  expect(plan.property('id')).not.toBe(plan.property('a'));
});

test('a property that several schemas declare in the same way has the plan of one', () => {
  const schemas = new SchemaSet(createSource({ openapi: '3.1.0' }), false);
  const planFor = createPlans(schemas, unused, unused);
  const part = { $ref: schemas.keyOf({ properties: { name: {} } }, '/part', 'request') };
  const plan = planFor([{ properties: { a: { ...part } } }, { properties: { a: { ...part } } }], hintFor('thing', ''));
  expect(plan.property('a')).toBe(planFor([part], hintFor('a', 'thing')));
});

test('combinations of schemas are not all kept', () => {
  const planFor = createPlans(new SchemaSet(createSource({ openapi: '3.1.0' }), false), unused, unused);
  const hint = hintFor('thing', '');
  const list = [{ minimum: 1 }, { maximum: 2 }];
  const first = planFor(list, hint);
  expect(planFor(list, hint)).toBe(first);
  for (let at = 0; at < 5000; at++) planFor([{ minimum: at }, { maximum: at }], hint);
  expect(planFor(list, hint)).not.toBe(first);
});
