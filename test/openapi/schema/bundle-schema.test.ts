import { expect, test } from 'vitest';
import { bundleSchema } from '../../../src/openapi/schema/bundle-schema.ts';
import type { Schema } from '../../../src/openapi/schema/schema.ts';
import type { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';

const setOf = (schemas: Readonly<Record<string, Schema>>): SchemaSet =>
  ({ get: (key: string) => ({ schema: schemas[key] }) }) as unknown as SchemaSet;

test('a schema is bundled with its references, and its sizes are capped', () => {
  const schemas = setOf({
    a: { type: 'object', properties: { list: { type: 'array', minItems: 1e6, items: { $ref: 'b' } } } },
    b: { type: 'object', properties: { parent: { $ref: 'a' } } },
  });
  expect(bundleSchema('a', schemas)).toEqual({
    $ref: '#/$defs/a',
    $defs: {
      a: { type: 'object', properties: { list: { type: 'array', minItems: 200, items: { $ref: '#/$defs/b' } } } },
      b: { type: 'object', properties: { parent: { $ref: '#/$defs/a' } } },
    },
  });
});

test('a schema that doubles at each of thirty levels is not bundled', () => {
  const levels: Record<string, Schema> = { s30: { type: 'object' } };
  for (let level = 0; level < 30; level++)
    levels[`s${level}`] = { allOf: [{ $ref: `s${level + 1}` }, { $ref: `s${level + 1}` }] };
  expect(bundleSchema('s0', setOf(levels))).toBeUndefined();
});

test('a schema with a pattern is not bundled', () => {
  expect(bundleSchema('a', setOf({ a: { type: 'string', pattern: 'a{1000000000}' } }))).toBeUndefined();
});
