import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { createGenerators } from '../../../src/openapi/generate/generate.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';
import { boolean, integer, listOf, ref, text } from '../../short-document.ts';
import { contentsOf, documentOf, messagesOf, now, old } from '../documents.ts';

const seeds = Array.from({ length: 25 }, (_, seed) => seed);

/** Values of 25 seeds, each checked against the schema. */
const valuesOf = async (schema: unknown, schemas: object = {}): Promise<readonly Json[]> => {
  const { response } = await contentsOf(schema, { schemas });
  return seeds.map((seed) => {
    const value = response.generate({ seed, now });
    expect(messagesOf(response.check, value)).toEqual([]);
    return value;
  });
};

const object = (properties: object, rest: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...rest,
});

test('the same context generates the same value, whatever was generated before', async () => {
  const schema = object({
    id: integer,
    name: text,
    email: text,
    at: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
  });
  const [one, other] = [await contentsOf(schema), await contentsOf(schema)];
  const values = seeds.map((seed) => one.response.generate({ seed, now }));
  const backwards = seeds.toReversed().map((seed) => other.response.generate({ seed, now }));
  expect(backwards.toReversed()).toEqual(values);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(seeds.length);
});

test('two services do not affect each other', async () => {
  const [one, other] = [await contentsOf(object({ name: text })), await contentsOf(object({ city: text }))];
  const before = one.response.generate({ seed: 3, now });
  other.response.generate({ seed: 4, now: 0 });
  expect(one.response.generate({ seed: 3, now })).toEqual(before);
});

/** One of these letters as a property. */
const oneOf = (letters: string) => ({ oneOf: [...letters].map((letter) => object({ [letter]: text })) });

const fitting: readonly (readonly [string, unknown])[] = [
  ['nothing said', {}],
  ['anything', true],
  ['a boolean', boolean],
  ['null', { type: 'null' }],
  ['an enum with null', { enum: [null, 'a'] }],
  ['a constant', { const: { a: 1 } }],
  ['bounds', { type: 'integer', minimum: -5, maximum: -3 }],
  ['open bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 3 }],
  ['open bounds of a number', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.05 }],
  ['an upper bound alone', { type: 'integer', maximum: -100 }],
  ['hundredths', { type: 'number', multipleOf: 0.01 }],
  ['multiples', { type: 'integer', multipleOf: 7, minimum: 10, maximum: 20 }],
  ['a 32-bit integer', { type: 'integer', format: 'int32', minimum: 2147483000 }],
  ['lengths', { type: 'string', minLength: 40, maxLength: 42 }],
  ['an exact length', { type: 'string', minLength: 2, maxLength: 2 }],
  ['a pattern', { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }],
  ['a pattern with a length', { type: 'string', pattern: '^[A-Z]+$', minLength: 5, maxLength: 8 }],
  ['a time with milliseconds', { type: 'string', format: 'date-time', minLength: 24, maxLength: 24 }],
  ['a time of 25 characters', { type: 'string', format: 'date-time', minLength: 25, maxLength: 25 }],
  ['a pattern on a known name', object({ phone: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' } })],
  ['unique items', { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 }],
  ['an exact number of items', { type: 'array', items: text, minItems: 4, maxItems: 4 }],
  ['no items', { type: 'array', items: text, maxItems: 0 }],
  ['a tuple', { type: 'array', prefixItems: [text, integer], items: false, minItems: 2 }],
  ['a map', { type: 'object', additionalProperties: integer, minProperties: 3 }],
  ['a closed object', object({ a: text }, { additionalProperties: false })],
  [
    'a bound number of properties',
    object({ a: text, b: text, c: text }, { required: [], minProperties: 2, maxProperties: 2 }),
  ],
  [
    'patterns of names',
    { type: 'object', patternProperties: { '^x-[a-z]+$': integer }, additionalProperties: false, minProperties: 1 },
  ],
  ['a required property that is not declared', { type: 'object', required: ['a'], additionalProperties: integer }],
  [
    'allOf',
    { allOf: [object({ a: text }), object({ b: { ...integer, minimum: 3 } }), { properties: { b: { maximum: 4 } } }] },
  ],
  ['oneOf', { oneOf: [object({ kind: { const: 'a' }, a: text }), object({ kind: { const: 'b' }, b: text })] }],
  [
    'anyOf beside properties',
    { ...object({ a: text }), anyOf: [{ required: ['b'], properties: { b: text } }, { required: ['c'] }] },
  ],
  ['unions inside allOf', { allOf: ['ab', 'cd'].map(oneOf) }],
  ['dependent members', object({ a: text, b: text }, { dependentRequired: { a: ['b'] }, required: ['a'] })],
  [
    'a condition',
    {
      ...object({ kind: { enum: ['x', 'y'] } }),
      if: { properties: { kind: { const: 'x' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['size'], properties: { size: integer } },
    },
  ],
  ['an exclusion', { type: 'integer', minimum: 1, maximum: 3, not: { const: 2 } }],
  ['something to contain', { type: 'array', items: integer, contains: { const: 5 }, minItems: 1 }],
];

test.each(fitting)('generated values match %s', async (_name, schema) => {
  await valuesOf(schema);
});

test.each([
  ...['date-time', 'date', 'time', 'duration', 'email', 'uuid', 'uri', 'url', 'uri-reference', 'hostname'],
  ...['ipv4', 'ipv6', 'byte', 'json-pointer', 'regex'],
])('generated values match the format %s', async (format) => {
  await valuesOf({ type: 'string', format });
});

test('in 3.0 too', async () => {
  const { response } = await contentsOf(
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 0.02, exclusiveMaximum: true, nullable: true },
    { version: old },
  );
  for (const seed of seeds) expect([0.01, null]).toContain(response.generate({ seed, now }));
});

test('a decimal is a number as text', async () => {
  const rate = { type: 'string', format: 'decimal' };
  for (const value of await valuesOf(object({ rate, price: rate })))
    expect(Object.values(value as object).join()).toMatch(/^\d+\.\d+,\d+\.\d+$/);
});

test('a decimal is within what its name says, also with the pattern of its digits', async () => {
  const digits = { type: 'string', format: 'decimal', pattern: '^-?\\d{0,3}(?:\\.\\d{0,6})?$' };
  const names = ['latitude', 'longitude', 'lng', 'discount_percent'];
  for (const value of await valuesOf(object(Object.fromEntries(names.map((name) => [name, digits]))))) {
    const [latitude, longitude, lng, percent] = Object.values(value as Record<string, string>).map(Number);
    expect([Math.abs(latitude as number) <= 90, percent && percent >= 0 && percent <= 100]).toEqual([true, true]);
    expect(Math.abs((longitude as number) - (lng as number))).toBeLessThan(1);
  }
});

test('integers are positive unless the schema has other bounds', async () => {
  for (const value of await valuesOf(object({ id: integer, count: { type: 'integer', format: 'int64' } }))) {
    expect(Object.values(value as object).every((number) => number > 0 && Number.isSafeInteger(number))).toBe(true);
  }
});

test('sizes are bounded, whatever a schema allows', async () => {
  const schema = object({
    big: { type: 'string', maxLength: 20_000_000 },
    many: { type: 'array', items: text, maxItems: 1_000_000 },
    matched: { type: 'string', pattern: '^[a-z]{0,1000000}$' },
  });
  const values = await valuesOf(schema);
  expect(Math.max(...values.map((value) => JSON.stringify(value).length))).toBeLessThan(10_000);
});

test('values of recursive schemas are finite', async () => {
  const Tree = object(
    { name: text },
    { properties: { name: text, parent: ref('Tree'), children: listOf(ref('Tree')) }, required: ['name', 'children'] },
  );
  for (const value of await valuesOf(ref('Tree'), { Tree })) expect(JSON.stringify(value).length).toBeLessThan(200_000);
});

test('a schema that requires itself has no value, and generation ends', async () => {
  const { response } = await contentsOf(ref('A'), { schemas: { A: object({ a: ref('A') }) } });
  expect(response.generate({ seed: 1, now })).toBeTypeOf('object');
});

test('dates are near now, and in the past unless their name implies the future', async () => {
  const dated = { type: 'string', format: 'date-time' };
  const schema = object({ createdAt: dated, expiresAt: dated, born: { type: 'string', format: 'date' } });
  for (const value of await valuesOf(schema)) {
    const { createdAt, expiresAt } = value as { createdAt: string; expiresAt: string };
    expect(now - Date.parse(createdAt)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(expiresAt) - now).toBeGreaterThanOrEqual(-1000);
    expect(Math.abs(Date.parse(createdAt) - now)).toBeLessThan(31 * 86_400_000);
  }
});

test('a string suits the name of its property', async () => {
  const names = {
    ...{ email: /@/, firstName: /^\S+/, website: /^https:/, city: /[A-Za-z]/, phoneNumber: /^\+\d+$/ },
    ...{ currency: /^[A-Z]{3}$/, updated_at: /^2030-01/, avatarUrl: /^data:image\/svg\+xml,/, price: /^\d+\.\d\d$/ },
    ...{ uid: /^[a-z0-9]{12}$/, replyto: /@/, birthName: /^[A-Z]\S+ [A-Z]/, placeOfBirth: /^[A-Z]/ },
    billing_period_start: /^2030-/,
  };
  for (const value of await valuesOf(object(Object.fromEntries(Object.keys(names).map((name) => [name, text]))))) {
    for (const [name, pattern] of Object.entries(names))
      expect((value as Record<string, string>)[name]).toMatch(pattern);
  }
});

test('documented examples of a property are used', async () => {
  const schema = object({ sku: { ...text, example: 'AB-1' }, size: { ...text, examples: ['s', 'm'] } });
  for (const value of await valuesOf(schema))
    expect(value).toMatchObject({ sku: 'AB-1', size: expect.stringMatching(/^[sm]$/) });
});

test('ids have the format of their example, and differ', async () => {
  const id = { type: ['string', 'null'], example: 'ord_1042' };
  const values = (await valuesOf(object({ id }))).map((value) => (value as { id: string }).id);
  for (const value of values) expect(value).toMatch(/^ord_[1-9]{4}$/);
  expect(new Set(values).size).toBeGreaterThan(20);
});

describe('optional properties', () => {
  const countOf = async (required: readonly string[]): Promise<number> => {
    const { response } = await contentsOf({ type: 'object', properties: { a: text, b: text, id: text }, required });
    return seeds.filter((seed) => Object.hasOwn(response.generate({ seed, now }) as object, 'a')).length;
  };

  test('are generated often, but not always', async () => {
    const there = await countOf(['b']);
    expect(there).toBeGreaterThan(seeds.length / 2);
    expect(there).toBeLessThan(seeds.length);
  });

  test.each([[[]], [['id']]])('are always generated where a schema requires only %j', async (required) => {
    expect(await countOf(required)).toBe(seeds.length);
  });
});

test.each([
  [['lat', 'lng'], ['name']],
  [['longitude', 'latitude'], ['name']],
  [
    ['startLat', 'startLon'],
    ['name', 'startLon'],
  ],
])('of the coordinates %j, both are there or none', async ([first, second], required) => {
  const names = [first, second] as readonly [string, string];
  const number = { type: 'number' };
  const properties = { name: text, [names[0]]: number, [names[1]]: number };
  const counts = (await valuesOf({ type: 'object', properties, required })).map(
    (value) => names.filter((name) => Object.hasOwn(value as object, name)).length,
  );
  expect([...new Set(counts)].sort()).toEqual(required.length > 1 ? [2] : [0, 2]);
});

describe('a property of one side', () => {
  const properties = {
    password: { ...text, writeOnly: true },
    secret: { writeOnly: true },
    deltas: { readOnly: true },
    email: text,
  };

  test.each([[[]], [Object.keys(properties)]])(
    'is only in messages of that side, with %j required',
    async (required) => {
      const schema = { type: 'object', properties, required };
      const { request, response } = await contentsOf(schema);
      const drawn = (content: typeof request | typeof response): ReadonlySet<string> => {
        const values = seeds.map((seed) => content.generate({ seed, now }) as { readonly email?: string });
        for (const value of values) {
          expect(messagesOf(content.check, value)).toEqual([]);
          expect(value.email ?? 'a@example.com').toContain('@example.com');
        }
        return new Set(values.flatMap(Object.keys));
      };
      expect(drawn(request)).toEqual(new Set(['password', 'secret', 'email']));
      expect(drawn(response)).toEqual(new Set(['deltas', 'email']));
    },
  );

  test('is in a message of the other side too if that side requires it', async () => {
    const owner = { type: 'object', properties: { password: properties.password } };
    for (const value of await valuesOf({ allOf: [owner, { anyOf: [{ required: ['password'] }] }] }))
      expect(value).toEqual({ password: expect.any(String) });
  });
});

test('a variant has its discriminator value', async () => {
  const schemas = { Cat: object({ kind: text, lives: integer }), Dog: object({ kind: text, tricks: text }) };
  const union = {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
  };
  for (const value of await valuesOf(union, schemas)) {
    const { kind, ...rest } = value as Record<string, Json>;
    expect([kind, Object.keys(rest)]).toEqual('lives' in rest ? ['feline', ['lives']] : ['Dog', ['tricks']]);
  }
});

test('if all values match several branches of oneOf, a value shows the properties of one', async () => {
  const optional = (properties: object) => object(properties, { required: [] });
  const { response } = await contentsOf({ oneOf: [optional({ total: integer }), optional({ rows: listOf(text) })] });
  for (const seed of seeds) expect(Object.keys(response.generate({ seed, now }) as object)).toHaveLength(1);
});

describe('x-faker', () => {
  test('is a method of faker, with or without arguments', async () => {
    const schema = object({
      a: { ...text, 'x-faker': 'person.firstName' },
      b: { type: 'integer', 'x-faker': { 'number.int': { min: 3, max: 4 } } },
      c: { ...text, 'x-faker': { 'helpers.arrayElement': [['x', 'y']] } },
      d: { type: 'string', format: 'date-time', 'x-faker': 'date.past' },
    });
    for (const value of await valuesOf(schema))
      expect(value).toMatchObject({ a: expect.stringMatching(/^[A-Z]/), c: expect.stringMatching(/^[xy]$/) });
  });

  test.each([
    ...['nobody.knows', 'person', 'constructor.constructor', 'rawDefinitions.x', 7, {}],
    { 'number.int': { min: 5, max: 1 } },
  ])('%j is reported and ignored', async (preference) => {
    const { response, service } = await contentsOf(object({ a: { type: 'integer', 'x-faker': preference } }));
    const problem = { pointer: expect.stringContaining('/properties/a/x-faker') };
    expect(service.problems).toMatchObject([problem, problem]);
    expect(response.generate({ seed: 1, now })).toEqual({ a: expect.any(Number) });
  });

  test('whose value violates the schema is ignored', async () => {
    const a = { type: 'integer', maximum: 5, 'x-faker': { 'number.int': { min: 10, max: 20 } } };
    for (const value of await valuesOf(object({ a }))) expect((value as { a: number }).a).toBeLessThanOrEqual(5);
  });
});

describe('extreme sizes and schemas', () => {
  const node = { type: 'object', required: ['one', 'other'], properties: { one: 'node', other: 'node' } };
  const schemas = {
    // A schema that requires itself twice would double with every level.
    Node: JSON.parse(JSON.stringify(node).replaceAll('"node"', '{"$ref":"#/components/schemas/Node"}')) as object,
    Expression: { oneOf: [{ type: 'object', required: ['not'], properties: { not: ref('Expression') } }, integer] },
  };

  test.each([
    ['a text of up to 20 MB', { ...text, maxLength: 20_000_000 }],
    ['a text of at least 50 MB', { ...text, minLength: 50_000_000 }],
    ['a list of up to a billion items', { type: 'array', items: text, maxItems: 1e9 }],
    ['a list of at least a billion items', { type: 'array', items: text, minItems: 1e9 }],
    ['more properties than words', { type: 'object', additionalProperties: text, minProperties: 1e9 }],
    ['a pattern that backtracks without end', { ...text, pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }],
    ['a pattern of a million repetitions', { ...text, pattern: '^([a-z]{1000}){1000}$' }],
    ['an object that requires itself', ref('Node')],
  ])('%s is generated within bounds', async (_name, schema) => {
    const { response } = await contentsOf(schema, { schemas });
    const value = response.generate({ seed: 1, now });
    expect(JSON.stringify(value).length).toBeLessThan(2_100_000);
  });

  test.each([
    ['a long text', { ...text, minLength: 100_000 }],
    ['many items', { type: 'array', items: { type: 'object', properties: { a: text } }, minItems: 5000 }],
    ['a pattern with a length', { ...text, pattern: '^[A-Z]+$', minLength: 40, maxLength: 45 }],
    [
      'a pattern around any text, and the length without it',
      { ...text, pattern: '.*[0-9a-f]{8}-[0-9a-f]{4}.*', minLength: 13, maxLength: 13 },
    ],
    ['letters of any script', { ...text, pattern: '^\\p{L}{3,9}$', minLength: 3 }],
    ['a pattern that looks ahead', { ...text, pattern: '^(?=.*[A-Z])(?=.*\\d).{8,20}$' }],
    ['a short e-mail address', { ...text, format: 'email', maxLength: 12 }],
    ['names by a pattern', { type: 'object', propertyNames: { pattern: '^[A-Z]{3}$' }, minProperties: 3 }],
    ['alternatives that contain themselves', ref('Expression')],
  ])('%s is generated with the required size', async (_name, schema) => {
    const { response } = await contentsOf(schema, { schemas });
    for (let seed = 1; seed <= 20; seed++)
      expect(messagesOf(response.check, response.generate({ seed, now }))).toEqual([]);
  });
});

describe('properties of one object agree', () => {
  const instant = { type: 'string', format: 'date-time' };
  const generate = async (properties: object, seed: number): Promise<Record<string, string>> => {
    const { response } = await contentsOf({ type: 'object', required: Object.keys(properties), properties });
    return response.generate({ seed, now }) as Record<string, string>;
  };

  test('only what its status says has ended', async () => {
    const orNull = { type: ['string', 'null'], format: 'date-time' };
    const status = { enum: ['pending', 'completed', 'done', 'cancelled'] };
    const properties = {
      status,
      completed_at: orNull,
      canceledAt: orNull,
      confirmed_at: instant,
      rejected_at: instant,
    };
    const found = new Map<unknown, Set<string>>();
    for (let seed = 1; seed <= 60; seed++) {
      const value = await generate(properties, seed);
      const set = Object.keys(value).filter((name) => name !== 'status' && value[name] !== null);
      found.set(value.status, new Set([...(found.get(value.status) ?? []), ...set]));
    }
    const always = ['confirmed_at', 'rejected_at'];
    expect(found.get('pending')).toEqual(new Set(always));
    expect(found.get('completed')).toEqual(new Set(['completed_at', ...always]));
    expect(found.get('done')).toEqual(new Set(['completed_at', ...always]));
    expect(found.get('cancelled')).toEqual(new Set(['canceledAt', ...always]));
  });

  test('an id beside an object is that of the object', async () => {
    const book = { type: 'object', required: ['id'], properties: { id: integer, title: text } };
    const properties = { book_id: integer, book, authorId: text, author: book, id: integer };
    const { book_id: id, book: shown, authorId, author } = (await generate(properties, 1)) as Record<string, unknown>;
    expect([id, typeof authorId]).toEqual([(shown as { id: number }).id, 'string']);
    expect(author).not.toEqual(shown);
  });

  test('times are in the order of their names', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const names = ['createdAt', 'updatedAt', 'deletedAt', 'startDate', 'endDate', 'expiresAt'];
      const course = await generate(Object.fromEntries(names.map((name) => [name, instant])), seed);
      const [created, updated, deleted, start, end, expires] = names.map((name) => Date.parse(course[name] as string));
      expect(created).toBeLessThanOrEqual(updated as number);
      expect(updated).toBeLessThanOrEqual(deleted as number);
      expect(deleted).toBeLessThanOrEqual(now);
      expect(start).toBeLessThan(end as number);
      expect(expires).toBeGreaterThan(now);
    }
  });

  test.each([
    ['departureDate', 'returnDate'],
    ['departureTime', 'arrivalTime'],
    ['arrival_date', 'departure_date'],
    ['check_in', 'check_out'],
    ['loanDate', 'dueDate'],
    ['borrowedAt', 'returnedAt'],
    ['data_entrada', 'data_saida'],
    ['fecha_inicio', 'fecha_fin'],
  ])('%s is not after %s', async (first, last) => {
    for (const seed of seeds) {
      const course = await generate({ [first]: instant, [last]: instant }, seed);
      expect(Date.parse(course[first] as string)).toBeLessThanOrEqual(Date.parse(course[last] as string));
    }
  });

  test.each([
    ['title', 'slug'],
    ['product_name', 'product_slug'],
  ])('the words of %s are those of %s', async (title, slug) => {
    for (const seed of seeds) {
      const value = await generate({ [slug]: text, [title]: text }, seed);
      expect(value[slug]).toBe(value[title]?.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
    }
  });

  test('an optional id or name is always generated', async () => {
    const { response } = await contentsOf({ type: 'object', properties: { id: integer, name: text } });
    for (let seed = 1; seed <= 20; seed++)
      expect(response.generate({ seed, now })).toEqual({ id: expect.any(Number), name: expect.any(String) });
  });
});

test('a value that would be infinite is small', async () => {
  const inner = { type: 'array', minItems: 3, items: ref('Wide') };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const Wide = { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, inner])) };
  const { response } = await contentsOf(ref('Wide'), { schemas: { Wide } });
  expect(JSON.stringify(response.generate({ seed: 1, now })).length).toBeLessThan(100_000);
});

test('the values that are drawn are taken from the budget, also those of a value that is thrown away', async () => {
  const link = (level: number) => ({ $ref: `#/components/schemas/S${level}` });
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`S${at}`, object({ a: link(at + 1), b: link(at + 1) })]),
  );
  const { response } = await contentsOf(link(0), { schemas: { ...schemas, S30: text } });
  const budget = new StepBudget(1_000_000);
  expect(JSON.stringify(response.generate({ seed: 1, now, budget })).length).toBeLessThan(100_000);
  // Otherwise a response may draw it for each of its properties: two seconds of processor time.
  expect(budget.left).toBeLessThan(950_000);
});

describe('a schema that leads to itself through sixty properties', () => {
  const names = Array.from({ length: 60 }, (_, index) => `p${index}`);
  const schemasOf = (required: readonly string[]) => ({
    Self: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, ref('Self')])), required },
  });

  test.each([['optional', []] as const, ['required', names] as const])(
    'has a small plain value: %s',
    (_name, required) => {
      const source = createSource(documentOf({}, { schemas: schemasOf(required) }));
      const schemas = new SchemaSet(source, false);
      let asked = 0;
      const keeps = () => ++asked > 0;
      const key = schemas.keyOf(ref('Self') as never, '/components/schemas/Self', 'response');
      const value = createGenerators(schemas, source, []).plainValue(key, { keeps, rank: undefined });
      expect(JSON.stringify(value).length).toBeLessThan(300_000);
      expect(asked).toBeLessThan(50_000);
    },
  );

  test('takes a bounded part of the budget', async () => {
    const { response } = await contentsOf(ref('Self'), { schemas: schemasOf(names) });
    const budget = new StepBudget(10_000_000);
    response.generate({ seed: 1, now, budget });
    expect(10_000_000 - budget.left).toBeLessThan(300_000);
  });
});

test.each<readonly [what: string, self: object, value: object]>([
  ['empty in a list of its own kind', { list: listOf(ref('Self')) }, { list: [{ list: [{ list: [] }] }] }],
  [
    'without a property whose list requires an item of its own kind',
    { list: { type: 'array', minItems: 1, items: ref('Self') }, text },
    { list: [{ list: [{ text: 'text' }], text: 'text' }], text: 'text' },
  ],
])('a plain value of a schema that leads to itself ends %s', (_what, properties, value) => {
  const source = createSource(documentOf({}, { schemas: { Self: { type: 'object', properties } } }));
  const schemas = new SchemaSet(source, false);
  const key = schemas.keyOf(ref('Self') as never, '/components/schemas/Self', 'response');
  const plain = createGenerators(schemas, source, []).plainValue(key, { keeps: () => true, rank: undefined });
  expect(plain).toEqual(value);
});

test('a value of many unions has a branch of each', async () => {
  const many = Array.from({ length: 40 }, (_, at) => at);
  const unions = many.map((at) => ({ anyOf: [{ required: [`a${at}`] }, { required: [`b${at}`] }] }));
  const conditions = Array.from({ length: 1000 }, (_, at) => ({
    if: { properties: { kind: { const: `k${at}` } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: [`of${at}`] },
  }));
  const values = await valuesOf({ ...object({ id: text, kind: text }), allOf: [...unions, ...conditions] });
  const chosen = values.map((value) => many.map((at) => Object.hasOwn(value as object, `a${at}`)).join());
  expect(new Set(chosen).size).toBeGreaterThan(seeds.length / 2);
});
