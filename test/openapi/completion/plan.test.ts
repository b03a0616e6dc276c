import { expect, test } from 'vitest';
import { createPlans } from '../../../src/openapi/completion/plan.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { hintFor } from '../../../src/openapi/generate/name-hint.ts';
import { createSchemaSet } from '../../../src/openapi/schema/schema-set.ts';

const unused = (): never => {
  throw new Error('not expected');
};

test('names that clients choose share their plans, or these would grow without end', () => {
  const schemas = createSchemaSet(createSource({ openapi: '3.1.0' }), false);
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
