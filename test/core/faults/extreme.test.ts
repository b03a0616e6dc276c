import { beforeAll, describe, expect, test } from 'vitest';
import { breakContract } from '../../../src/core/faults/contract-fault.ts';
import { type ExtremeKind, extremeKinds } from '../../../src/core/faults/effects.ts';
import { applyExtreme } from '../../../src/core/faults/extreme.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../src/core/primitives/json.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { contentsOf, operationOf as foundIn, readyServiceOf } from '../../openapi/documents.ts';
import { integer, text } from '../../short-document.ts';
import { deepFreeze, loadAnimalStore, operationOf } from '../helpers.ts';
import { jsonOf, mediaType, of } from './judged-answers.ts';

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

/** The extreme body, or the reason why there is none. */
const extreme = (kind: ExtremeKind, value: Json, contents: readonly Content[], seed = 1): Json => {
  const stretched = applyExtreme(kind, { mediaType, value: deepFreeze(value) }, contents, seed);
  return stretched.type === 'not-applicable' ? stretched.reason : stretched.value;
};

const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });
const pointsIn = (text: Json): number => [...(text as string)].length;

describe('responses of the animal store', () => {
  const luna = { id: 1, name: 'Luna', categoryId: 3, status: 'sold' };
  const rex = { id: 2, name: 'Rex', categoryId: 4 };
  let one: readonly Content[];
  let list: readonly Content[];

  beforeAll(async () => {
    const service = await loadAnimalStore();
    one = operationOf(service, 'getPet').success?.response.contents ?? [];
    list = operationOf(service, 'listPets').success?.response.contents ?? [];
  });

  test('have long names of many scripts, and the longest status', () => {
    const { name, status, ...rest } = extreme('longest', luna, one) as JsonObject;
    expect(rest).toEqual({ id: 1, categoryId: 3 });
    expect(status).toBe('available');
    expect(pointsIn(name as string)).toBe(1000);
    expect(name).toMatch(/ö.*Ελ.*語.*🚀.*👩🏽‍🚀/u);
    expect(name).not.toMatch(/^\s|\s$/);
  });

  test.each<[ExtremeKind, 'one' | 'list', Json, Json]>([
    ['minimal', 'list', [luna, rex], [{ id: 1, name: 'Luna', categoryId: 3 }, rex]],
    ['minimal', 'one', rex, 'the response has no optional property'],
    ['empty-list', 'list', [luna, rex], []],
    ['empty-list', 'list', [], 'the list of the response is already empty'],
  ])('become %s: %s %j', (kind, what, value, expected) => {
    expect(extreme(kind, value, what === 'one' ? one : list)).toEqual(expected);
  });

  test.each(extremeKinds)('are left as they are stored: %s', (kind) => {
    const before = stringifyJson([luna, rex]);
    for (const seed of seeds) extreme(kind, [luna, rex], list, seed);
    expect(stringifyJson([luna, rex])).toBe(before);
  });
});

describe('minimal', () => {
  test('removes properties at every depth, also undeclared ones', async () => {
    const inner = object({ b: {}, c: { type: 'array', items: object({ d: {} }) } }, { required: ['c'] });
    const contents = await of(object({ a: inner }, { required: ['a'] }));
    const value = { a: { b: 1, c: [{ d: 1 }, {}], e: 1 }, f: 1 };
    expect(extreme('minimal', value, contents)).toEqual({ a: { c: [{}, {}] } });
  });

  test('keeps the minimum number of properties', async () => {
    const contents = await of(object({ a: {}, b: {}, c: {} }, { minProperties: 2, required: ['c'] }));
    expect(extreme('minimal', { a: 1, b: 2, c: 3 }, contents)).toEqual({ a: 1, c: 3 });
  });

  test('keeps properties that others depend on', async () => {
    const contents = await of(object({ a: {}, b: {}, c: {} }, { required: ['a'], dependentRequired: { a: ['b'] } }));
    expect(extreme('minimal', { a: 1, b: 2, c: 3 }, contents)).toEqual({ a: 1, b: 2 });
  });

  test('keeps discriminating properties', async () => {
    const contents = await of({
      oneOf: [
        object({ kind: { const: 'a' }, x: {} }, { required: ['x'] }),
        object({ kind: { const: 'b' }, y: {} }, { required: ['x'] }),
      ],
    });
    expect(extreme('minimal', { kind: 'a', x: 1, z: 2 }, contents)).toEqual({ kind: 'a', x: 1 });
  });
});

describe('empty-list', () => {
  test('empties the list of an envelope and leaves its totals', async () => {
    const items = { type: 'array', items: object({ id: {} }) };
    const contents = await of(object({ tags: { type: 'array' }, total: {}, data: object({ items }) }));
    const value = { tags: ['a'], total: 2, data: { items: [{ id: 1 }, { id: 2 }] } };
    expect(applyExtreme('empty-list', { mediaType, value }, contents, 1)).toEqual({
      type: 'extreme',
      mediaType,
      pointer: '/data/items',
      value: { tags: ['a'], total: 2, data: { items: [] } },
    });
  });

  test('empties the next list if the first must have items', async () => {
    const list = { type: 'array', items: object({}) };
    const contents = await of(object({ a: { ...list, minItems: 1 }, b: list, c: { type: 'array', contains: {} } }));
    expect(extreme('empty-list', { a: [{}], b: [{}] }, contents)).toEqual({ a: [{}], b: [] });
    expect(extreme('empty-list', { a: [{}], c: [{}] }, contents)).toBe('the schema requires items in the list');
  });
});

/** A value in objects below each other, one for each name. */
const nested = (names: string, value: Json): Json =>
  [...names].reduceRight<Json>((inner, name) => ({ [name]: inner }), value);

test.each<readonly [what: string, value: Json, pointer: string | undefined]>([
  ['an outer one before one in an envelope', { a: { list: [{}] }, list: [{}] }, '/list'],
  ['one of objects before one of texts, at any depth', { tags: ['a'], ...(nested('abc', [{}]) as object) }, '/a/b/c'],
  ['one that is empty before one of texts', { tags: ['a'], list: [] }, undefined],
  ['one in four envelopes', nested('abcd', [{}]), '/a/b/c/d'],
  ['none in five envelopes', nested('abcde', [{}]), undefined],
])('empty-list: the list of a response is %s', async (_, value, pointer) => {
  const emptied = applyExtreme('empty-list', { mediaType, value }, await of({}), 1);
  expect(emptied.type === 'extreme' ? emptied.pointer : undefined).toBe(pointer);
});

test('the location of an extreme is the whole body', async () => {
  const contents = await of({ type: 'string' });
  expect(applyExtreme('longest', { mediaType, value: 'a' }, contents, 1)).toMatchObject({ pointer: '' });
});

const texts: readonly (readonly [string, object, string, RegExp])[] = [
  ['its greatest length', { maxLength: 40 }, 'a', /^Ü.{39}$/u],
  ['no more than ten thousand', { maxLength: 1_000_000 }, 'a', /^Ü.{9999}$/u],
  ['at least its least length', { minLength: 2000 }, 'a'.repeat(2000), /^a{2000}$/],
  ['a format that allows long text', { format: 'uri' }, 'https://example.com/a', /^https:\/\/example.com\/a{980}$/],
  ['a format that bounds the length itself', { format: 'hostname' }, 'example.com', /^example.com{50,}$/],
  ['a format without a long form', { format: 'date' }, '2030-01-31', /^2030-01-31$/],
  ['an unknown format', { format: 'password' }, 'a', /^Ü.{999}$/u],
  ['a pattern', { pattern: '^[a-z0-9-]+$' }, 'ab', /^ab{999}$/],
  ['a pattern of words', { pattern: '^[A-Za-z ]+$', maxLength: 70 }, 'ab', /^a long text that goes on/],
  ['a pattern with a length of its own', { pattern: '^[A-Z]{2,40}$' }, 'AB', /^AB{29}$/],
  ['a pattern that keeps a matcher busy', { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }, 'a-Bc', /^a-Bc{997}$/],
  ['a pattern with two variable counts', { pattern: '^[a-z]+[0-9]*$' }, 'ab1', /^ab1{998}$/],
  ['a pattern with more of them', { pattern: '^[a-z]+[0-9]*[x-z]*$' }, 'ab1', /^ab1{998}$/],
  ['a text that is long already', {}, 'a'.repeat(1500), /^a{1500}$/],
  ['a length that ends at a space', { maxLength: 8 }, 'a', /^\S{8}$/u],
  ['a pattern and a greater length', { pattern: '^a*$', maxLength: 5000 }, 'a', /^a{1000}$/],
  ['listed values', { enum: ['a', 'ccc', 'bb'] }, 'bb', /^ccc$/],
  ['listed values of the same length', { enum: ['a', 'b'] }, 'b', /^b$/],
  ['a constant', { const: 'a' }, 'a', /^a$/],
];

test.each(texts)('longest: %s', async (_what, schema, before, expected) => {
  const after = extreme('longest', { a: before }, await of(object({ a: { type: 'string', ...schema } })));
  const found = typeof after === 'string' ? before : (after as JsonObject).a;
  expect(found).toMatch(new RegExp(expected, `s${expected.flags}`));
});

test('longest: the same rules give way together, others stay', async () => {
  const properties = { id: { ...text, format: 'uuid' }, email: { ...text, format: 'email' }, name: text };
  const contents = await of({ type: 'array', items: object(properties) });
  const idAt = (at: number) => `123e4567-e89b-42d3-a456-42661417400${at % 10}`;
  const email = 'a@example.com';
  const value = Array.from({ length: 300 }, (_, at) => ({ id: idAt(at), email, name: `Name ${at}` }));
  const after = extreme('longest', value, contents) as readonly JsonObject[];
  expect(after.map(({ id }) => id)).toEqual(value.map(({ id }) => id));
  expect(after.every(({ name }) => pointsIn(name as string) === 1000)).toBe(true);
  for (const { email } of after) expect(email).toMatch(/^a@example\.com{19,}$/);
});

test('longest: a large response grows to a few megabytes at most', async () => {
  const contents = await of({ type: 'array', items: { type: 'string', maxLength: 10_000 } });
  const value = Array.from({ length: 2000 }, () => 'a');
  const after = extreme('longest', value, contents) as readonly string[];
  expect(after.filter((text) => text !== 'a')).toHaveLength(200);
});

const numbers: readonly (readonly [string, object, string, readonly string[]])[] = [
  ['bounds', { type: 'integer', minimum: 1, maximum: 9 }, '5', ['1', '9']],
  ['a bound that is there already', { type: 'integer', minimum: 1, maximum: 9 }, '9', ['1']],
  ['open bounds', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 }, '5', ['1', '8']],
  [
    'open bounds of a number',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    '5',
    ['0.000001', '8.999991'],
  ],
  ['bounds of a number', { type: 'number', minimum: 0.5, maximum: 3 }, '1', ['0.5', '3']],
  ['a bound beyond 64 bits', { type: 'number', maximum: 1e19 }, '1', ['10000000000000000000']],
  [
    'bounds of 16 digits',
    { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    '5',
    ['-9007199254740991', '9007199254740991'],
  ],
  ['open bounds between integers', { type: 'integer', exclusiveMinimum: 0.5, exclusiveMaximum: 9.5 }, '5', ['1', '9']],
  [
    'open bounds on steps',
    { type: 'integer', multipleOf: 3, exclusiveMinimum: 0, exclusiveMaximum: 12 },
    '6',
    ['3', '9'],
  ],
  ['a bound of large steps', { type: 'integer', multipleOf: 10, maximum: 1e18 }, '50', ['1000000000000000000']],
  ['zero below', { type: 'integer', minimum: -0.5 }, '5', ['0']],
  ['steps', { type: 'number', multipleOf: 0.01, minimum: 0.105, maximum: 9.999 }, '5', ['0.11', '9.99']],
  ['32 bits', { type: 'integer', format: 'int32' }, '5', ['-2147483648', '2147483647']],
  ['64 bits within a bound', { type: 'integer', format: 'int64', minimum: 1 }, '5', ['1', '9223372036854775807']],
  [
    '64 bits, said twice',
    { type: 'integer', format: 'int64', minimum: 1, maximum: 9223372036854775807n },
    '5',
    ['1', '9223372036854775807'],
  ],
  [
    'digits that a double does not hold',
    { type: 'integer', format: 'int64', minimum: 1 },
    '9007199254740993',
    ['1', '9223372036854775807'],
  ],
  ['32 bits of halves', { type: 'number', format: 'int32', multipleOf: 0.5 }, '5', ['-2147483648', '2147483647']],
  ['32 bits of a number', { type: 'number', format: 'int32', minimum: 0.5, maximum: 9.5 }, '5', ['1', '9']],
  [
    '64 bits of steps',
    { type: 'integer', format: 'int64', multipleOf: 10 },
    '50',
    ['-9223372036854775800', '9223372036854775800'],
  ],
  ['no bound', { type: 'integer' }, '5', ['5']],
  ['listed values', { enum: [1, 5, 9], minimum: 0, maximum: 10 }, '5', ['5']],
];

test.each(numbers)('boundary: %s', async (_what, schema, before, expected) => {
  const contents = await of(object({ a: schema }));
  const found = seeds.map((seed) => {
    const after = extreme('boundary', { a: jsonOf(before) }, contents, seed);
    return typeof after === 'string' ? before : stringifyJson((after as JsonObject).a as Json);
  });
  expect([...new Set(found)].sort()).toEqual([...expected].sort());
});

const unbounded = 'the response has no number with a bound that it could be set to';

test('boundary: a text stays a text, even if a number is allowed', async () => {
  const contents = await of({ type: ['string', 'integer'], minimum: 1, maximum: 9 });
  expect(extreme('boundary', 'a', contents)).toBe(unbounded);
});

test('boundary: unique items do not all go to the same bound', async () => {
  const contents = await of({ type: 'array', uniqueItems: true, items: { type: 'integer', maximum: 9 } });
  expect(extreme('boundary', [1, 2, 3], contents)).toBe(unbounded);
});

test('an extreme fault keeps the violation of a contract fault', async () => {
  const properties = { a: { ...text, format: 'date' }, b: { ...integer, maximum: 9 }, c: {} };
  const contents = await of(object(properties, { required: ['a', 'b'] }));
  const broken = breakContract('bad-format', { mediaType, value: { a: '2030-01-31', b: 3, c: 1 } }, contents, 1);
  expect(broken.type).toBe('broken');
  const body = broken as { mediaType: string; value: Json };
  expect(extreme('boundary', body.value, contents)).toEqual({ a: 'not a date', b: 9, c: 1 });
  expect(extreme('minimal', body.value, contents)).toEqual({ a: 'not a date', b: 3 });
});

test('extreme faults do not apply to undocumented responses, nor to other media types than JSON', async () => {
  const responses = { 200: { description: '', content: { 'text/plain': { schema: text } } } };
  const service = await readyServiceOf({ '/a': { get: { operationId: 'a', responses } } });
  const contents = foundIn(service, 'a').success?.response.contents ?? [];
  for (const kind of extremeKinds) {
    const plain = applyExtreme(kind, { mediaType: 'text/plain', value: 'a' }, contents, 1);
    const undocumented = applyExtreme(kind, { mediaType, value: 'a' }, [], 1);
    expect([plain.type, undocumented.type]).toEqual(['not-applicable', 'not-applicable']);
  }
});

const extremeIn = async (kind: ExtremeKind, value: Json, schema: object): Promise<Json> => {
  const { response } = await contentsOf(schema);
  const stretched = applyExtreme(kind, { mediaType, value }, [response], 1);
  return stretched.type === 'not-applicable' ? stretched.reason : stretched.value;
};

test('a pattern without counts leaves room for a long text', async () => {
  const long = await extremeIn('longest', 'abc', { type: 'string', pattern: '^[a-z]' });
  expect(long).toMatch(/^[a-z]/);
  expect([...(long as string)]).toHaveLength(1000);
});

test('an empty text is extended with a letter', async () => {
  expect(await extremeIn('longest', '', { type: 'string', pattern: '^x*$' })).toBe('x'.repeat(1000));
});

test('nothing is changed if a change causes a problem elsewhere', async () => {
  const schema = {
    type: 'object',
    required: ['b'],
    properties: { b: { type: 'boolean' }, c: { type: 'string' } },
    if: { not: { required: ['c'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: { b: { const: true } } },
  };
  const reason = 'no variant of the response was found that matches the schema';
  expect(await extremeIn('minimal', { b: false, c: 'x' }, schema)).toBe(reason);
  expect(await extremeIn('minimal', { b: true, c: 'x' }, schema)).toEqual({ b: true });
});

test('a value of a wrong type is not changed', async () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string', maxLength: 9 } } };
  const { a, b } = (await extremeIn('longest', { a: 'x', b: 'y' }, schema)) as { a: Json; b: Json };
  expect(a).toBe('x');
  expect([...(b as string)]).toHaveLength(9);
});
