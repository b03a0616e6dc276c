/** Checks have the same result as ajv, which shares no code with them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { textFormats } from '../../../src/openapi/validation/text-formats.ts';
import fc from '../../fast-check.ts';
import { checkOf, messagesOf } from '../documents.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'kind');
const texts = ['', 'a', 'b', 'ab', 'abc', '😀', '2030-01-01', 'x@y.zz'];
const scalars = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 2.5, 0.1, ...texts),
  fc.integer({ min: -5, max: 5 }),
);
const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const optional = { requiredKeys: [] };
const small = fc.integer({ min: 0, max: 3 });
const bounds = fc.integer({ min: -3, max: 3 });

/**
 * JSON Schema, without two pairs in which ajv deviates from the specification: it counts all items beside `contains` as
 * evaluated, and everything that a failed condition has evaluated.
 */
const schemas: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'object', 'array', 'null') }),
    fc.record({ type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'object', 'null'), { minLength: 1 }) }),
    fc.record({ $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B') }),
    fc.record(
      {
        ...{ enum: fc.array(values, { minLength: 1, maxLength: 3 }), const: values },
        ...{ minimum: bounds, maximum: bounds, exclusiveMinimum: bounds, exclusiveMaximum: bounds },
        ...{ multipleOf: fc.constantFrom(1, 2, 0.5, 0.1), minLength: small, maxLength: small },
        pattern: fc.constantFrom('^a', 'b$', '^[a-c]+$', '.', '^(a|ab)*c?$', '(?=b)'),
        format: fc.constantFrom('date', 'email', 'int32', 'int64'),
      },
      optional,
    ),
    fc.record(
      {
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '.'), tie('schema'), { maxKeys: 2 }),
        ...{ minProperties: small, maxProperties: small, propertyNames: tie('schema') },
        dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 1 }),
        dependentSchemas: fc.dictionary(names, tie('schema'), { maxKeys: 1 }),
        unevaluatedProperties: tie('schema'),
      },
      optional,
    ),
    fc.record(
      {
        ...{ items: tie('schema'), prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) },
        ...{ minItems: small, maxItems: small, uniqueItems: fc.boolean(), unevaluatedItems: tie('schema') },
      },
      optional,
    ),
    fc.record({ contains: tie('schema'), minContains: small, maxContains: small }, { requiredKeys: ['contains'] }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }, { requiredKeys: ['if'] }),
    fc.record(
      {
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        not: tie('schema'),
      },
      optional,
    ),
  ),
})).schema;

const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const mixes = (schema: unknown, one: string, other: string): boolean => {
  const text = JSON.stringify(schema);
  return text.includes(`"${one}":`) && text.includes(`"${other}":`);
};

const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    ...{ strict: false, strictNumbers: true, ownProperties: true, logger: false, validateSchema: false },
    multipleOfPrecision: 6,
  });
  formatsPlugin.default(ajv);
  const isWithin = (bits: number) => (value: number) =>
    Number.isInteger(value) && value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1);
  ajv.addFormat('int32', { type: 'number', validate: isWithin(32) });
  ajv.addFormat('int64', { type: 'number', validate: isWithin(64) });
  return ajv;
};

test('any value matches any schema exactly if ajv accepts it', async () => {
  const counts = { fit: 0, unfit: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(schemas, schemas, schemas),
      fc.array(values, { minLength: 4, maxLength: 8 }),
      async (drawn, list) => {
        const [schema, A, B] = plain(drawn);
        if (mixes(drawn, 'contains', 'unevaluatedItems') || mixes(drawn, 'if', 'unevaluatedProperties')) return;
        if (mixes(drawn, 'if', 'unevaluatedItems')) return;
        // A schema that refers to itself for the same value is cut by the conversion.
        if (/\$ref/.test(JSON.stringify([A, B]))) return;
        const judge = createAjv();
        judge.addSchema({ $id: 'document', components: { schemas: { A, B } } });
        const judged = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
        const validate = judge.compile(judged);
        const check = await checkOf(schema, { schemas: { A, B } as object });
        for (const value of plain(list)) {
          const isFit = validate(value);
          counts[isFit ? 'fit' : 'unfit']++;
          expect([schema, A, B, value, check(value).length === 0]).toEqual([schema, A, B, value, isFit]);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(Math.min(counts.fit, counts.unfit)).toBeGreaterThan(100);
}, 120_000);

describe('formats accept the same values as ajv-formats', () => {
  const parts: Readonly<Record<string, readonly string[]>> = {
    date: ['2030', '-', '02', '29', '2028', '12', '31', '1', '13'],
    time: ['12:00:00', '23:59:60', '24:00:00', 'Z', '+00:00', '-01:30', '+24:00', '.5', 'z', ':60'],
    'date-time': ['2030-01-31', 'T', ' ', '12:00:00', '23:59:60', 'Z', '+01:00', 't', '2030-02-30'],
    duration: ['P', '1', 'Y', 'M', 'D', 'T', 'H', 'S', 'W'],
    uri: ['http:', '//', 'a', '@', '//[::1]', ':80', '/', '?', '#', '%41', '%', ' ', 'é', '\\'],
    'uri-reference': ['http:', '//', 'a', '@', '//[::1]', ':80', '/', '?', '#', '%41', '%', ' ', '\\'],
    'uri-template': ['/a', '{', '}', 'x', '+', ',', ':3', '*', '%41', '%', ' ', '{y}'],
    email: ['a', '.', '@', 'b', 'c.de', '-', '+', ' ', 'é', '_'],
    hostname: ['a', '.', '-', 'b', 'example', '_', 'a'.repeat(63), '1'],
    ipv4: ['1', '.', '255', '256', '01', '0', '192.0.2'],
    ipv6: [':', '::', '1', 'ffff', '12345', '192.0.2.1', '2001:db8', 'g'],
    uuid: ['123e4567', '-', 'e89b', '12d3', 'a456', '426614174000', 'urn:uuid:', '-e89b-12d3-a456-'],
    'json-pointer': ['/', 'a', '~', '0', '1', '~0', 'é'],
    'relative-json-pointer': ['0', '1', '/', 'a', '#', '~', '~1'],
    'json-pointer-uri-fragment': ['#', '/', 'a', '~', '0', '%41', '%'],
  };
  /** Where ajv-formats is not the standard that text-formats.test.ts names. */
  const differences: Readonly<Record<string, RegExp>> = {
    'date-time': / /,
    duration: /\dY\d+D|\dH\d+S/,
    email: /@[^.]*$/,
    hostname: /\.$|^\d+(\.\d+){3}$/,
    uuid: /^urn:/,
    // A colon in the first segment of a relative reference.
    'uri-reference': /^(?![a-z][a-z0-9+.-]*:)[^/?#]*:/i,
  };
  /** RFC 3986, 3.3 allows an empty path. 3.2 reads everything after "//" as the authority: at most one "@", digits as the port. */
  const deviates =
    /^[a-z]*:?($|[?#])|:\/[^/]|\/\/.*\/\/|^\/\/|\/\/[^/?#]*@[^/?#]*@|\/\/([^/?#]*@)?[^/?#@[\]]*:[^/?#@]*[^\d/?#@][^/?#@]*($|[/?#])/i;
  const judge = createAjv();
  test.each(Object.keys(parts))('%s', (format) => {
    const validate = judge.compile({ format });
    const isFit = textFormats.get(format) as (text: string) => boolean;
    const list = fc.array(fc.constantFrom(...(parts[format] ?? [])), { maxLength: 8 });
    fc.assert(
      fc.property(list, (chosen) => {
        const text = chosen.join('');
        if ((format.startsWith('uri') && deviates.test(text)) || differences[format]?.test(text)) return;
        expect([text, isFit(text)]).toEqual([text, validate(text)]);
      }),
      { numRuns: 600 },
    );
  });
});

test('an integer beyond the doubles is compared exactly', async () => {
  const check = await checkOf({ type: 'integer', maximum: 9_223_372_036_854_775_807n, format: 'int64' });
  expect(messagesOf(check, 9_223_372_036_854_775_807n)).toEqual([]);
  expect(messagesOf(check, 9_223_372_036_854_775_808n)).toHaveLength(2);
  const listed = await checkOf({ enum: [9_007_199_254_740_993n, 'x'] });
  expect(messagesOf(listed, 9_007_199_254_740_993n)).toEqual([]);
  expect(messagesOf(listed, 9_007_199_254_740_995n)).toHaveLength(1);
  const even = await checkOf({ multipleOf: 2 });
  expect(messagesOf(even, 9_007_199_254_740_994n)).toEqual([]);
  expect(messagesOf(even, 9_007_199_254_740_993n)).toHaveLength(1);
});

test('a constant or a listed value may contain a property $ref', async () => {
  const value = { $ref: '#/nowhere' };
  const parts = { schemas: { A: { properties: { a: { const: value }, b: { enum: [[value]] } } } } };
  const check = await checkOf({ properties: { of: { $ref: '#/components/schemas/A' } } }, parts);
  expect(messagesOf(check, { of: { a: value, b: [value] } })).toEqual([]);
  expect(messagesOf(check, { of: { a: {}, b: [] } })).toHaveLength(2);
});

test('items that match `contains` count as evaluated, and no others', async () => {
  const check = await checkOf({ contains: { type: 'string' }, unevaluatedItems: { type: 'integer' } });
  expect(messagesOf(check, ['a', 1])).toEqual([]);
  expect(messagesOf(check, ['a', 1.5])).toEqual(['/1 must be an integer']);
});

test('a failed condition evaluates nothing', async () => {
  const check = await checkOf({
    if: { properties: { a: { const: 1 } }, required: ['a'] },
    unevaluatedProperties: false,
  });
  expect(messagesOf(check, { a: 1 })).toEqual([]);
  expect(messagesOf(check, { a: 2 })).toEqual(['/a is not declared']);
});

test('a value of the wrong type is not reported for its format too', async () => {
  const check = await checkOf({ properties: { count: { type: 'integer', format: 'int32' }, at: { format: 'date' } } });
  expect(messagesOf(check, { count: 2 ** 31 + 0.5, at: 'soon' })).toEqual([
    '/count must be an integer',
    expect.stringMatching(/^\/at must be a .*date/),
  ]);
  expect(messagesOf(check, { count: 2 ** 31 })).toHaveLength(1);
});
