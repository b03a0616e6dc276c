/** The properties of an item that several schemas describe together. */
import { describe, expect, test } from 'vitest';
import { isObject } from '../../../../src/openapi/resources/describe/item-schema.ts';
import { readSchemas } from '../described.ts';
import { integer, object, ref, text } from '../small.ts';

const Owner = object({ login: text });
const { schemas, describe: describeSchema, keyOf } = readSchemas({ Owner });
const itemOf = (schema: object) => describeSchema(keyOf(schema));

describe('a property', () => {
  test('has the schema that declares it', () => {
    expect(itemOf(object({ size: { type: 'integer', minimum: 1 } })).schemaOf('size')).toEqual({
      type: 'integer',
      minimum: 1,
    });
    expect(itemOf(object({ size: integer })).schemaOf('weight')).toBeUndefined();
  });

  test('with the same shared schema in several parts has it once', () => {
    const twice = itemOf({ allOf: [object({ owner: ref('Owner') }), object({ owner: ref('Owner') })] });
    const once = itemOf(object({ owner: ref('Owner') }));
    expect(twice.schemaOf('owner')).toEqual(once.schemaOf('owner'));
  });

  test('with several schemas has all of them', () => {
    const item = itemOf({ allOf: [object({ data: object({}) }), object({ data: { ...Owner, required: ['login'] } })] });
    expect(item.schemaOf('data')).toMatchObject({ allOf: [{ type: 'object' }, { required: ['login'] }] });
  });

  test('has the format and the pattern of any of its schemas', () => {
    const item = itemOf(
      object({ at: { anyOf: [text, { type: 'string', format: 'date', pattern: '^2' }] }, name: text }),
    );
    expect([item.formatOf('at'), item.patternOf('at')]).toEqual(['date', '^2']);
    expect([item.formatOf('name'), item.patternOf('name')]).toEqual([undefined, undefined]);
    expect([item.formatOf('unknown'), item.patternOf('unknown')]).toEqual([undefined, undefined]);
  });

  test('is required only if a schema states it', () => {
    expect(itemOf({ type: 'object', properties: { a: text } }).required).toEqual([]);
    expect(itemOf({ allOf: [object({ a: text }, ['a']), object({ b: text }, ['b', 'a'])] }).required).toEqual([
      'a',
      'b',
    ]);
  });
});

test('a schema describes objects by its type, or by its properties', () => {
  expect(isObject({ type: 'object' }, schemas)).toBe(true);
  expect(isObject({ properties: { a: true } }, schemas)).toBe(true);
  expect(isObject({ type: 'string', properties: { a: true } }, schemas)).toBe(false);
  expect(isObject({}, schemas)).toBe(false);
});
