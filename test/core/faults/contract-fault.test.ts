import { beforeAll, describe, expect, test } from 'vitest';
import { type BrokenBody, breakContract, type NotApplicable } from '../../../src/core/faults/contract-fault.ts';
import { type ContractKind, contractKinds } from '../../../src/core/faults/effects.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../src/core/primitives/json.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { contentsOf, operationOf as foundIn, old, readyServiceOf } from '../../openapi/documents.ts';
import { integer, listOf, object, text } from '../../short-document.ts';
import { deepFreeze, loadAnimalStore, operationOf } from '../helpers.ts';
import { jsonOf, judgedContent, mediaType, of, outsideOf } from './judged-answers.ts';

const seeds = Array.from({ length: 30 }, (_, seed) => seed);

const breakAt = (kind: ContractKind, value: Json, contents: readonly Content[], seed = 1): BrokenBody | NotApplicable =>
  breakContract(kind, { mediaType, value: deepFreeze(value) }, contents, seed);

/** The distinct violations of thirty seeds, sorted: `/name: "Rex" -> 12345`. */
const breakages = (kind: ContractKind, value: Json, contents: readonly Content[]): readonly string[] => {
  const shown = (part: Json | undefined): string => (part === undefined ? '(nothing)' : stringifyJson(part));
  const found = seeds.map((seed) => {
    const broken = breakAt(kind, value, contents, seed);
    return broken.type === 'not-applicable'
      ? broken.reason
      : `${broken.pointer}: ${shown(broken.before)} -> ${shown(broken.after)}`;
  });
  return [...new Set(found)].sort();
};

/** The locations of the violations of thirty seeds. */
const pointers = (kind: ContractKind, value: Json, contents: readonly Content[]): readonly string[] =>
  [...new Set(breakages(kind, value, contents).map((breakage) => breakage.slice(0, breakage.indexOf(':'))))].sort();

describe('responses of the animal store', () => {
  const luna = { id: 1, name: 'Luna', categoryId: 3, status: 'available' };
  const rex = { id: 2, name: 'Rex', categoryId: 4 };
  let one: readonly Content[];
  let list: readonly Content[];

  beforeAll(async () => {
    const service = await loadAnimalStore();
    one = operationOf(service, 'getPet').success?.response.contents ?? [];
    list = operationOf(service, 'listPets').success?.response.contents ?? [];
  });

  test('have another type at any location, also at the root', () => {
    expect(pointers('wrong-type', luna, one)).toEqual(['', '/categoryId', '/id', '/name', '/status']);
    expect(breakages('wrong-type', luna, one)).toContain('/id: 1 -> "1"');
    expect(breakages('wrong-type', luna, one)).toContain('/name: "Luna" -> 12345');
    expect(breakages('wrong-type', [], list)).toEqual([': [] -> {}']);
  });

  test('are broken at any location that has such a rule', () => {
    const locations = ['/0/categoryId', '/0/id', '/0/name', '/1/categoryId', '/1/id', '/1/name'];
    expect(pointers('missing-required', [luna, rex], list)).toEqual(locations);
    expect(pointers('unknown-enum', [luna, rex, luna], list)).toEqual(['/0/status', '/2/status']);
    expect(pointers('null-value', luna, one)).toEqual(['', '/categoryId', '/id', '/name', '/status']);
  });

  test('get another media type', () => {
    expect(breakages('wrong-content-type', luna, one)).toEqual(
      ['application/octet-stream', 'application/xml', 'text/html', 'text/plain'].map(
        (type) => `: "application/json" -> "${type}"`,
      ),
    );
    expect(breakAt('wrong-content-type', luna, one)).toMatchObject({ value: luna, pointer: '' });
  });

  test('keep every digit of the unchanged values', () => {
    const [value] = [jsonOf('{ "id": 9223372036854775807, "name": "Max", "categoryId": 9007199254740993 }')];
    const broken = breakAt('missing-required', value, one, 1) as BrokenBody;
    expect(broken.pointer).toBe('/name');
    expect(stringifyJson(broken.value)).toBe('{"id":9223372036854775807,"categoryId":9007199254740993}');
  });
});

const unbreakable = 'no location could be broken without violating another rule too';
const noRoom = 'the response has no object that allows another property';

type Room = readonly [kind: ContractKind, what: string, schema: object, value: Json];

/** With the values that the value becomes. */
test.each<[...Room, readonly string[]]>([
  ['out-of-range', 'bounds', { type: 'integer', minimum: 1, maximum: 9 }, 5, ['0', '10']],
  ['out-of-range', 'open bounds', { exclusiveMinimum: 1, exclusiveMaximum: 9, type: 'integer' }, 5, ['1', '9']],
  ['out-of-range', 'bounds between integers', { type: 'integer', minimum: 0.5, maximum: 9.5 }, 5, ['0', '10']],
  ['out-of-range', 'bounds of a number', { type: 'number', minimum: 0.5, exclusiveMaximum: 3 }, 1, ['-0.5', '3']],
  ['out-of-range', 'bounds on steps', { type: 'number', multipleOf: 0.1, maximum: 0.3 }, 0.2, ['0.4']],
  ['out-of-range', 'bounds between steps', { type: 'integer', multipleOf: 7, minimum: 1, maximum: 20 }, 7, ['0', '21']],
  ['out-of-range', '32 bits', { type: 'integer', format: 'int32' }, 5, ['-2147483649', '2147483648']],
  ['out-of-range', '64 bits', { type: 'integer', format: 'int64' }, 5, ['-9223372036854775809', '9223372036854775808']],
  ['out-of-range', '32 bits within bounds', { type: 'integer', format: 'int32', minimum: 0 }, 5, ['-1', '2147483648']],
  [
    'out-of-range',
    'a bound that equals the next integer as a double',
    { type: 'integer', minimum: 0, maximum: 1e18 },
    5,
    ['-1', '1000000000000909440'],
  ],
  ['out-of-range', 'a length', { type: 'string', minLength: 2, maxLength: 5 }, 'abc', ['"a"']],
  ['out-of-range', '32-bit steps', { ...integer, format: 'int32', multipleOf: 10 }, 50, ['-2147483650', '2147483650']],
  ['out-of-range', 'a length that is just reached', { type: 'string', minLength: 2 }, '🚀x', ['"🚀"']],
  ['out-of-range', 'a length in code points', { type: 'string', maxLength: 3 }, '🚀x', ['"🚀x🚀x"']],
  ['out-of-range', 'a number of items', { type: 'array', maxItems: 2 }, [1, 2], ['[1,2,1]']],
  ['out-of-range', 'a least number of items', { type: 'array', minItems: 2 }, [1, 2], ['[1]']],
  ['bad-format', 'a date', { type: 'string', format: 'date' }, '2030-01-31', ['"not a date"']],
  ['bad-format', 'a pattern', { type: 'string', pattern: '^[A-Z]+$' }, 'ABC', ['"?"']],
  [
    'bad-format',
    'a format and a length',
    { type: 'string', format: 'uuid', minLength: 36 },
    '123e4567-e89b-42d3-a456-426614174000',
    ['"?23e4567-e89b-42d3-a456-426614174000"'],
  ],
  [
    'bad-format',
    'a pattern and a length that no text violates alone',
    { type: 'string', pattern: '^[A-Z]+$', minLength: 3 },
    'ABC',
    ['"?"'],
  ],
  ['unknown-enum', 'capitals', { enum: ['OPEN', 'PAID'] }, 'OPEN', ['"UNKNOWN"']],
  ['unknown-enum', 'a listed unknown', { enum: ['unknown', 'a'] }, 'a', ['"undocumented"']],
  ['unknown-enum', 'numbers', { type: 'integer', enum: [1, 2, 5] }, 2, ['6']],
  ['unknown-enum', 'numbers up to a bound', { enum: [1, 2], maximum: 2 }, 2, ['0']],
  ['unknown-enum', 'a constant', { const: 'v1' }, 'v1', ['"unknown"']],
  ['wrong-type', 'several types', { type: ['string', 'number', 'object', 'array'] }, 'a', ['true']],
  ['wrong-type', 'digits', { type: 'string' }, '42', ['42']],
  ['wrong-type', 'null', { type: ['string', 'null'] }, null, ['0.5', '12345', '[]', 'true', '{}']],
])('%s: %s', async (kind, _what, schema, value, values) => {
  const expected = values.map((after) => `: ${stringifyJson(value)} -> ${after}`);
  expect(breakages(kind, value, await of(schema))).toEqual(expected.toSorted());
});

test.each<[...Room, string]>([
  ['out-of-range', 'nothing', { type: 'integer' }, 5, 'the schema has no bounds for any value in the response'],
  ['bad-format', 'a format that accepts everything', { ...text, format: 'password' }, 'x', unbreakable],
  ['bad-format', 'neither', text, 'x', 'the schema has no format or pattern for any text in the response'],
  ['unknown-enum', 'null', { enum: [null] }, null, 'the schema has no enum for any value in the response'],
  ['wrong-type', 'every type', {}, 'a', 'the schema does not restrict the type of any value in the response'],
  ['null-value', 'null', { type: ['string', 'null'] }, 'a', 'the schema allows null for every value in the response'],
  ['missing-required', 'nothing', object({ a: {} }), { a: 1 }, 'the response has no property that the schema requires'],
  ['missing-required', 'a null', { type: 'object', required: ['a'] }, { a: null }, '/a: null -> (nothing)'],
])('%s: %s', async (kind, _what, schema, value, outcome) => {
  expect(breakages(kind, value, await of(schema))).toEqual([outcome]);
});

test('a closed object rejects the added property', async () => {
  const contents = await of({ type: 'object', properties: { a: {} }, additionalProperties: false });
  const broken = breakAt('extra-property', { a: 1 }, contents) as BrokenBody;
  expect(contents[0]?.check(broken.value)).toMatchObject([{ pointer: broken.pointer, rule: 'additionalProperties' }]);
});

test('a map of typed values allows no undeclared property; objects with declared properties are preferred', async () => {
  const map = { type: 'object', additionalProperties: integer };
  expect(breakages('extra-property', { a: 1 }, await of(map))).toEqual([noRoom]);
  const nested = object({ counts: map, any: { type: 'object' } });
  const found = pointers('extra-property', { counts: { a: 1 }, any: { b: 2 } }, await of(nested));
  expect(found.every((pointer) => /^\/[^/]+$/.test(pointer))).toBe(true);
});

test('an existing property is not added', async () => {
  const contents = await of({ type: 'object' });
  const taken = { unexpected: 1, extra: 2, undeclared: 3 };
  expect(pointers('extra-property', taken, contents)).toEqual(['/x-extra']);
  expect(breakages('extra-property', { ...taken, 'x-extra': 4 }, contents)).toEqual([noRoom]);
});

test.each([
  ['/0', ['/0/extra', '/0/undeclared', '/0/unexpected', '/0/x-extra']],
  ['/1/legacy', ['/1/legacy']],
  ['/*/legacy', ['/0/legacy', '/1/legacy']],
  ['/0/a', [undefined]],
  ['/9', [undefined]],
])('the property that is added at %s is below an object, or has the name', async (at, added) => {
  const contents = await of(listOf(object({ a: integer })));
  const value = deepFreeze([{ a: 1 }, { a: 2 }]);
  const places = seeds.map((seed) => {
    const broken = breakContract('extra-property', { mediaType, value }, contents, seed, { at });
    return broken.type === 'broken' ? broken.pointer : undefined;
  });
  expect([...new Set(places)].sort()).toEqual(added);
});

test('the discriminator is not changed', async () => {
  const variant = (kind: string, size: object) => object({ kind: { const: kind }, size }, ['kind', 'size']);
  const number = variant('a', { ...integer, minimum: 1, maximum: 9 });
  const date = variant('b', { ...text, format: 'date' });
  const contents = await of(listOf({ oneOf: [number, date] }));
  const value = [
    { kind: 'a', size: 5 },
    { kind: 'b', size: '2030-01-31' },
  ];
  expect(pointers('out-of-range', value, contents)).toEqual(['/0/size']);
  expect(pointers('bad-format', value, contents)).toEqual(['/1/size']);
  expect(pointers('null-value', value, contents)).toContain('/1/size');
});

test('a value that matches another alternative is not a violation', async () => {
  const either = await of({ anyOf: [{ required: ['a'] }, { required: ['b'] }] });
  expect(breakages('missing-required', { a: 1, b: 2 }, either)).toEqual([unbreakable]);
  const both = await of({ anyOf: [{ required: ['a'] }, { required: ['a'], properties: { b: { type: 'string' } } }] });
  expect(breakages('missing-required', { a: 1, b: 'b' }, both)).toEqual(['/a: 1 -> (nothing)']);
});

test.each<readonly [rule: string, schema: object, value: Json]>([
  ['an enum', { enum: ['a', 'b'] }, 'a'],
  ['a constant', { const: 'a' }, 'a'],
  ['one of several schemas', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'a'],
  ['exactly one of several schemas', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'a'],
])('a wrong type and null violate %s', async (_, schema, value) => {
  const contents = await of(schema);
  for (const kind of ['wrong-type', 'null-value'] as const)
    expect(breakAt(kind, value, contents)).toMatchObject({ type: 'broken', pointer: '', before: value });
});

test('an extra property violates a schema without unevaluated properties', async () => {
  const contents = await of({ type: 'object', properties: { a: {} }, unevaluatedProperties: false });
  expect(breakAt('extra-property', { a: 1 }, contents)).toMatchObject({ type: 'broken', value: { a: 1 } });
});

test('a constant of a wrong type is one violation', async () => {
  const contents = await of(object({ a: { type: 'string', const: 'v' }, b: integer }));
  expect(pointers('wrong-type', { a: 'v', b: 1 }, contents)).toEqual(['', '/a', '/b']);
});

test('a change that violates the schema elsewhere too is not made', async () => {
  const contents = await of({
    type: 'object',
    properties: { a: { enum: ['x', 'y'] }, b: {} },
    if: { properties: { a: { const: 'x' } } },
    else: { properties: { b: { type: 'string' } } },
  });
  expect(breakages('unknown-enum', { a: 'x', b: 1 }, contents)).toEqual([unbreakable]);
  expect(pointers('unknown-enum', { a: 'x', b: 'text' }, contents)).toEqual(['/a']);
});

test('values that cannot be broken do not hide one that can be', async () => {
  const contents = await of(listOf({ type: 'string', minLength: 2 }));
  const short = Array.from({ length: 20 }, () => 'a');
  expect(breakages('out-of-range', [...short, 'abc'], contents)).toEqual(['/20: "abc" -> "a"']);
});

test('typical violations of a kind come first', async () => {
  const texts = { s: { type: 'string', maxLength: 5, pattern: '^.' }, d: { type: 'string', format: 'date' } };
  const contents = await of(object({ n: { type: 'integer', maximum: 9 }, ...texts }));
  const value = { n: 1, s: 'a', d: '2030-01-31' };
  expect(pointers('out-of-range', value, contents)).toEqual(['/n']);
  expect(pointers('bad-format', value, contents)).toEqual(['/d']);
});

test('a nullable reference of OpenAPI 3.0 is resolved', async () => {
  const { response } = await contentsOf(object({ size: { $ref: '#/components/schemas/Size', nullable: true } }), {
    version: old,
    schemas: { Size: { type: 'string', enum: ['s', 'm'] } },
  });
  expect(breakages('unknown-enum', { size: 's' }, [response])).toEqual(['/size: "s" -> "unknown"']);
  expect(pointers('null-value', { size: 's' }, [response])).toEqual(['']);
});

test('several faults apply one after another, each at a different location', async () => {
  const { content, judge } = await judgedContent(
    object({ a: { type: 'string' }, b: { type: 'integer', maximum: 9 }, c: { enum: ['x'] } }, ['a', 'b', 'c']),
  );
  let body: { readonly mediaType: string; readonly value: Json } = { mediaType, value: { a: 'a', b: 1, c: 'x' } };
  for (const kind of ['out-of-range', 'unknown-enum', 'missing-required'] as const) {
    const broken = breakContract(kind, body, [content], 4);
    expect(broken.type).toBe('broken');
    if (broken.type === 'broken') body = broken;
  }
  expect(judge(body.value)).toEqual([
    { pointer: '/a', keyword: 'required' },
    { pointer: '/b', keyword: 'maximum' },
    { pointer: '/c', keyword: 'enum' },
  ]);
});

test('existing violations are neither repeated nor hidden', async () => {
  const contents = await of(object({ a: { type: 'string' }, b: {} }));
  expect(breakages('wrong-type', { a: 5 }, contents)).toEqual([unbreakable]);
  expect(breakAt('extra-property', { a: 5 }, contents)).toMatchObject({ type: 'broken', value: { a: 5 } });
});

test('an undocumented response is not changed', async () => {
  const contents = await of({ type: 'string' });
  const reason = 'the document does not describe a JSON body for this response';
  const body = { mediaType: 'application/problem+json', value: 'a' };
  expect(breakContract('wrong-type', body, contents, 1)).toEqual({ type: 'not-applicable', reason });
  for (const kind of contractKinds) expect(breakAt(kind, 'a', []), kind).toMatchObject({ type: 'not-applicable' });
});

test('a text response gets another media type, unless all are documented', async () => {
  const responses = (...types: string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: text, example: 'a' }]));
    return { 200: { description: '', content } };
  };
  const service = await readyServiceOf({
    '/a': { get: { operationId: 'some', responses: responses('text/*', 'application/json') } },
    '/b': { get: { operationId: 'all', responses: responses('*/*') } },
  });
  const contentsIn = (name: string) => foundIn(service, name).success?.response.contents ?? [];
  const wrong = breakContract('wrong-type', { mediaType: 'text/*', value: 'a' }, contentsIn('some'), 1);
  expect(wrong).toMatchObject({ type: 'not-applicable' });
  const broken = seeds.map((seed) => breakAt('wrong-content-type', 'a', contentsIn('some'), seed) as BrokenBody);
  const types = broken.map((one) => one.mediaType);
  expect([...new Set(types)].sort()).toEqual(['application/octet-stream', 'application/xml']);
  expect(breakAt('wrong-content-type', 'a', contentsIn('all'))).toEqual({
    type: 'not-applicable',
    reason: 'the document allows every media type for this response',
  });
});

test('properties of any name are reached, and unchanged parts are shared with the stored value', async () => {
  const name = 'constructor';
  const contents = await of(object(JSON.parse(`{ "${name}": { "enum": ["a"] }, "a/b": { "type": "object" } }`)));
  const value = jsonOf(`{ "${name}": "a", "__proto__": 1, "a/b": {} }`) as JsonObject;
  const broken = breakAt('unknown-enum', value, contents) as BrokenBody;
  expect(stringifyJson(broken.value)).toBe(`{"${name}":"unknown","__proto__":1,"a/b":{}}`);
  expect((broken.value as JsonObject)['a/b']).toBe(value['a/b']);
  expect(pointers('wrong-type', { 'a/b': {} }, contents)).toEqual(['', '/a~1b']);
});

test('a list of a hundred thousand is broken anywhere in it, with a few checks', async () => {
  const contents = await of(listOf(object({ id: integer }, ['id'])));
  const value = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  const content = contents[0] as Content;
  // The check of the whole list is not counted here.
  const check = (part: Json) => {
    const items = part as JsonObject[];
    const problems = items.length > 0 ? content.check(items.filter((item) => item.id === undefined)) : [];
    return problems.map((one) => ({ ...one, pointer: `/${items.findIndex((item) => item.id === undefined)}/id` }));
  };
  const breakIt = (seed: number) =>
    breakContract('missing-required', { mediaType, value }, [{ ...content, check }], seed) as BrokenBody;
  const at = seeds.map((seed) => Number(breakIt(seed).pointer.split('/')[1]));
  expect(new Set(at).size).toBe(seeds.length);
  expect(Math.min(...at)).toBeLessThan(30_000);
  expect(Math.max(...at)).toBeGreaterThan(70_000);
});

test('the rest of a long response is unchanged', async () => {
  const contents = await of(listOf(object({ id: integer }, ['id'])));
  const value = Array.from({ length: 5000 }, (_, id) => ({ id }));
  const broken = breakAt('missing-required', value, contents) as BrokenBody;
  expect(outsideOf(broken.value, broken.pointer)).toEqual(outsideOf(value, broken.pointer));
});

test('the search for a location ends after a few checks', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `m${at}`);
  const unchecked = { ...text, format: 'password' };
  const checksFor = async (schema: object, value: Json): Promise<number> => {
    const [content] = (await of(schema)) as readonly [Content];
    let checks = 0;
    const check: Content['check'] = (part) => {
      checks++;
      return content.check(part);
    };
    expect(breakAt('bad-format', value, [{ ...content, check }])).toMatchObject({ type: 'not-applicable' });
    return checks;
  };
  const properties = object(Object.fromEntries(names.map((name) => [name, { ...unchecked }])));
  expect(await checksFor(properties, Object.fromEntries(names.map((name) => [name, 'a'])))).toBe(61);
  expect(await checksFor(listOf(unchecked), names)).toBe(13);
});

test('a pattern that long text keeps busy is broken by short text', async () => {
  const contents = await of({ type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', maxLength: 5000 });
  expect(breakages('bad-format', 'a-Bc', contents)).toEqual([': "a-Bc" -> "?"']);
  expect(breakages('out-of-range', 'a-Bc', contents)).toEqual([
    'the schema has no bounds for any value in the response',
  ]);
});

const breakIn = async (kind: ContractKind, schema: object, value: unknown) => {
  const content = (await contentsOf(schema)).response;
  return breakContract(kind, { mediaType, value: value as never }, [content], 1);
};

test.each<[what: string, kind: ContractKind, schema: object, value: unknown, outcome: object]>([
  ['a flag that can only be true by false', 'unknown-enum', { enum: [true] }, true, { before: true, after: false }],
  ['an empty text by a filler that is too long', 'out-of-range', { ...text, maxLength: 3 }, '', { after: 'xxxx' }],
  ['no number if only strings are allowed', 'out-of-range', text, 5, { type: 'not-applicable' }],
  [
    'not a pattern by a text that matches it, but is too short',
    'bad-format',
    { ...text, pattern: '.', minLength: 5 },
    'hello',
    { type: 'not-applicable', reason: unbreakable },
  ],
])('what is broken: %s', async (_what, kind, schema, value, outcome) => {
  expect(await breakIn(kind, schema, value)).toMatchObject({ type: 'broken', ...outcome });
});

test('a JSON Pointer limits the place; * stands for any index or name', async () => {
  const contents = await of(listOf(object({ 'a/b': text, c: text }, ['a/b', 'c'])));
  const item = { 'a/b': 'x', c: 'y' };
  const value = [item, item];

  const placesOf = (kind: ContractKind, at: string): readonly string[] => [
    ...new Set(
      seeds.map((seed) => {
        const broken = breakContract(kind, { mediaType, value }, contents, seed, { at });
        return broken.type === 'not-applicable' ? broken.reason : broken.pointer;
      }),
    ),
  ];
  expect(placesOf('wrong-type', '/1/c')).toEqual(['/1/c']);
  expect(placesOf('missing-required', '/0/a~1b')).toEqual(['/0/a~1b']);
  expect(placesOf('wrong-type', '/*/c').toSorted()).toEqual(['/0/c', '/1/c']);
  expect(placesOf('missing-required', '/1/*').toSorted()).toEqual(['/1/a~1b', '/1/c']);
  expect(placesOf('wrong-type', '/7/c')).toEqual(['the response has no place /7/c where this is possible']);
  expect(placesOf('wrong-content-type', '/0')).toEqual(['the media type has no place in the body']);
});
