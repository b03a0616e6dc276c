/** Values completed against a schema: what matches is kept. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import type { CompleteContext } from '../../../src/core/service/check.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { cpuMsOf } from '../../hostile/cpu.ts';
import { boolean, integer, ref, text } from '../../short-document.ts';

const contentOf = async (schema: JsonObject, schemas: JsonObject = {}): Promise<Content> => {
  const content = { 'application/json': { schema } };
  const paths = { '/': { get: { operationId: 'get', responses: { 200: { description: '', content } } } } };
  const document = documentOf(paths, { components: { schemas } });
  return operationOf(await readyService(document), 'get').success?.response.contents[0] as Content;
};

const complete = async (schema: JsonObject, value: Json, context: Partial<CompleteContext> = {}): Promise<Json> => {
  const { complete: completed } = await contentOf(schema);
  return completed(value, { seed: 1, now: 0, ...context });
};

const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const listOf = (items: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'array', items, ...rest });
const ofX = (schema: JsonObject): JsonObject => object({ x: schema }, []);

describe('a value of another form', () => {
  const owner = object({ id: integer, name: text }, ['id']);
  test.each<[Json, JsonObject, Json]>([
    ['one', listOf(text), ['one']],
    ['ada', object({ id: integer, name: text, login: text }, ['login']), { login: 'ada' }],
    ['ada', object({ id: integer, name: text, login: text }, []), { login: 'ada' }],
    ['Ada', object({ id: integer, name: text }, []), { name: 'Ada' }],
    [7, listOf(text), ['7']],
    [['only'], text, 'only'],
    [[5], text, '5'],
    [5, text, '5'],
    [true, text, 'true'],
    ['1.5', { type: 'number' }, 1.5],
    [true, { type: 'number' }, 1],
    [false, integer, 0],
    ['true', boolean, true],
    [1, boolean, true],
    [1.7, integer, 2],
    [12, { ...integer, maximum: 10 }, 10],
    [-1, { type: 'number', minimum: 0.5 }, 0.5],
    [7, { ...integer, multipleOf: 5 }, 5],
    [9, { ...integer, multipleOf: 5, maximum: 9 }, 5],
    ['abcdef', { ...text, maxLength: 3 }, 'abc'],
    ['😀😀', { ...text, maxLength: 1 }, '😀'],
    ['in progress', { enum: ['IN_PROGRESS', 'DONE'] }, 'IN_PROGRESS'],
    ['2030-01-31', { ...text, format: 'date-time' }, '2030-01-31T00:00:00Z'],
    ['2030-01-31T10:00:00Z', { ...text, format: 'date' }, '2030-01-31'],
    ['2030-01-31T00:00:00Z', integer, 1_896_048_000],
    [[1, 2, 3], listOf(integer, { maxItems: 2 }), [1, 2]],
    [[1, 1, 2], listOf(integer, { uniqueItems: true }), [1, 2]],
    [[1, '2', {}], listOf(integer), [1, 2]],
    [7, owner, { id: 7 }],
    ['7', owner, { id: 7 }],
    [[7, 8], listOf(owner), [{ id: 7 }, { id: 8 }]],
    [{ id: 7, name: 'a' }, integer, 7],
    [[{ id: 7 }, { id: 8 }], listOf(integer), [7, 8]],
  ])('%j for %j is %j', async (sent, schema, expected) => {
    expect(await complete(ofX(schema), { x: sent })).toEqual({ x: expected });
  });

  test.each<[Json, JsonObject]>([
    [{ a: 1 }, listOf(text)],
    [null, listOf(text)],
    ['1.50', { type: 'number' }],
    ['', { type: 'number' }],
    [2, boolean],
    ['unknown', { enum: ['a', 'b'] }],
    ['abc', { ...text, pattern: '^[A-Z]+$' }],
    ['soon', { ...text, format: 'date-time' }],
    [{ a: 1 }, { not: { type: 'object' } }],
  ])('%j has none for %j: it is omitted, or generated if it is required', async (sent, schema) => {
    expect(await complete(ofX(schema), { x: sent })).toEqual({});
    const required = object({ x: schema });
    const { check } = await contentOf(required);
    expect(check(await complete(required, { x: sent }))).toEqual([]);
  });
});

test('an exact integer keeps its digits as a text', async () => {
  expect(await complete(ofX(text), { x: 12345678901234567890n })).toEqual({ x: '12345678901234567890' });
});

describe('an object', () => {
  test('has what it requires, in itself and below', async () => {
    const schema = object({ a: object({ b: object({ c: text, d: text }) }), e: text }, ['a']);
    expect(await complete(schema, { a: { b: { d: 'd' } } })).toEqual({ a: { b: { c: expect.any(String), d: 'd' } } });
  });

  test('loses what it does not allow', async () => {
    const closed = { ...object({ a: text }), additionalProperties: false };
    expect(await complete(closed, { a: 'a', b: 1 })).toEqual({ a: 'a' });
    const typed = { ...object({ a: text }), additionalProperties: integer };
    expect(await complete(typed, { a: 'a', b: '1', c: {} })).toEqual({ a: 'a', b: 1 });
    const patterned = { ...closed, patternProperties: { '^x-': integer } };
    expect(await complete(patterned, { a: 'a', 'x-b': '1', y: 1 })).toEqual({ a: 'a', 'x-b': 1 });
  });

  test('has the properties that its properties require', async () => {
    const schema = { ...object({ a: text, b: text }, []), dependentRequired: { a: ['b'] } };
    expect(await complete(schema, { a: 'a' })).toEqual({ a: 'a', b: expect.any(String) });
  });

  test('takes what is missing or invalid from the earlier value, unless that is another object', async () => {
    const schema = object({ at: object({ id: integer, city: text, code: { ...text, maxLength: 2, minLength: 2 } }) });
    const before = { at: { id: 1, city: 'X', code: 'xx' } };
    const changed = await complete(schema, { at: { city: 'Y', code: 1 } }, { before });
    expect(changed).toEqual({ at: { id: 1, city: 'Y', code: 'xx' } });
    expect(await complete(schema, { at: { id: 1 } }, { before })).toEqual(before);
    const other = (await complete(schema, { at: { id: 2, city: 'Z' } }, { before })) as { readonly at: JsonObject };
    expect(other.at).toEqual({ id: 2, city: 'Z', code: expect.stringMatching(/^..$/) });
  });

  test('in a list takes what is missing from the earlier object with its id', async () => {
    const schema = object({ lines: listOf(object({ id: integer, what: text })) });
    const [one, two] = [
      { id: 1, what: 'one' },
      { id: 2, what: 'two' },
    ];
    const completed = await complete(schema, { lines: [{ id: 2 }, { id: 3 }] }, { before: { lines: [one, two] } });
    expect(completed).toEqual({ lines: [two, { id: 3, what: expect.any(String) }] });
  });

  test('is removed by null if it is optional, and keeps the earlier value if it is required', async () => {
    const schema = object({ a: text, b: text }, ['a']);
    expect(await complete(schema, { a: null, b: null }, { before: { a: 'a', b: 'b' } })).toEqual({ a: 'a' });
  });

  test.each([
    [{ name: 'Red Shoe' }, {}, 'red-shoe'],
    [{ title: "Ada's Déjà vu!", name: 'x' }, {}, 'adas-deja-vu'],
    [{ name: 'Red Shoe' }, { pattern: '^[a-z_]+$', example: 'red_shoe' }, 'red_shoe'],
    [{ name: '靴' }, { const: 'shoe' }, 'shoe'],
    [{ name: 'a b '.repeat(20) }, { maxLength: 50 }, `${'a-b-'.repeat(12)}a`],
  ])('%j that is new has a slug of its title', async (value, schema, slug) => {
    const item = object({ name: text, title: text, slug: { ...text, ...schema } }, ['slug']);
    expect(await complete(item, value, { isNew: true })).toEqual({ ...value, slug });
    expect(await complete(item, value, { before: { slug: 'old_one' } })).toMatchObject({
      slug: 'const' in schema ? slug : 'old_one',
    });
  });

  test('that is new starts with its defaults, its flags off, its counters at 0 and its lists empty', async () => {
    const schema = object({
      ...{ name: text, favorited: boolean, favoritesCount: integer, num_replies: integer, tags: listOf(text) },
      ...{ size: { ...integer, default: 3 }, state: { enum: ['a', 'b', 'c', 'd'], default: 'c' } },
      open: { ...boolean, default: true },
    });
    const isNew = true;
    expect(await complete(schema, { name: 'a' }, { isNew })).toEqual({
      ...{ name: 'a', favorited: false, favoritesCount: 0, num_replies: 0, tags: [], size: 3, state: 'c', open: true },
    });
    const sent = { name: 'a', favorited: true, favoritesCount: 7, tags: ['x'] };
    expect(await complete(schema, sent, { isNew })).toMatchObject(sent);
    const likes = { ...integer, minimum: 1 };
    const needed = object({ likes, tags: listOf(text, { minItems: 1 }), on: { const: true } });
    const { check } = await contentOf(needed);
    expect(check(await complete(needed, {}, { isNew }))).toEqual([]);
  });

  test('that is new is quiet in its objects too, but other things keep their own flags', async () => {
    const schema = object({
      name: text,
      stats: object({ views: integer, pinned: boolean, tags: listOf(text) }),
      author: object({ username: text, verified: { const: true }, following: boolean }),
    });
    expect(await complete(schema, { name: 'a' }, { isNew: true })).toEqual({
      name: 'a',
      stats: { views: 0, pinned: false, tags: [] },
      author: { username: expect.any(String), verified: true, following: false },
    });
  });

  test.each([...['favorites', 'stars', 'watchers_count', 'totalViews', 'commentsCount', 'numReplies', 'unreadCount']])(
    'that is new has 0 %s',
    async (name) => {
      expect(await complete(object({ [name]: integer }), {}, { isNew: true })).toEqual({ [name]: 0 });
    },
  );

  test('that matches is the same value', async () => {
    const value = { x: 1 };
    expect(await complete(ofX(integer), value)).toBe(value);
  });

  test('is completed in the same way each time, by its seed', async () => {
    const schema = object({ a: text, b: text, c: text });
    const first = await complete(schema, { b: 'b' });
    expect(await complete(schema, { b: 'b' })).toEqual(first);
    expect(await complete(schema, { b: 'b' }, { seed: 2 })).not.toEqual(first);
  });
});

describe('one of several alternatives', () => {
  const circle = object({ radius: integer, unit: text });
  const square = object({ width: integer, height: integer, unit: text });

  test.each(['oneOf', 'anyOf'])('%s is the one that keeps most', async (keyword) => {
    const schema = { [keyword]: [circle, square] };
    const completed = { width: 3, height: expect.any(Number), unit: expect.any(String) };
    expect(await complete(schema, { width: 3 })).toEqual(completed);
    expect(await complete(schema, { unit: 'm', radius: '2' })).toEqual({ radius: 2, unit: 'm' });
  });

  test('is that of the earlier value, if its discriminator names it', async () => {
    const schemas = {
      A: object({ kind: { const: 'a' }, size: integer, more: text }),
      B: object({ kind: { const: 'b' }, size: integer }),
    };
    const either = { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } };
    const { complete: completed } = await contentOf(either, schemas);
    const before = { kind: 'a', size: 1, more: 'x' };
    expect(completed({ size: 2 }, { seed: 1, now: 0, before })).toEqual({ ...before, size: 2 });
  });

  test('matches exactly one of them', async () => {
    const tagged = (tag: string): JsonObject => object({ tag: { const: tag }, name: text });
    const schema = { oneOf: [tagged('a'), tagged('b')] };
    expect(await complete(schema, { name: 'x', tag: 'b' })).toEqual({ name: 'x', tag: 'b' });
    expect(await complete(schema, { name: 'x' })).toEqual({ name: 'x', tag: expect.stringMatching(/^[ab]$/) });
  });

  test('may be nested, in bounded time', async () => {
    const level = (depth: number): JsonObject =>
      depth === 0
        ? object({ leaf: integer, a: text })
        : { anyOf: [object({ l: level(depth - 1), x: text }), object({ r: level(depth - 1), x: text })] };
    const schema = level(7);
    const value: Json = { r: { l: { r: { l: { r: { l: { r: { leaf: 5 } } } } } } } };
    expect(await complete(schema, value)).toMatchObject(value);
  });

  test('of null and a value is the value', async () => {
    const completed = await complete({ anyOf: [{ type: 'null' }, circle] }, { radius: 1 });
    expect(completed).toEqual({ radius: 1, unit: expect.any(String) });
  });
});

test('a schema that no value matches keeps what is sent', async () => {
  const schema = { allOf: [object({ a: text }), object({ a: integer })], required: ['b'], properties: { b: text } };
  expect(await complete(schema, { a: 'a', c: 1 })).toMatchObject({ a: 'a', c: 1 });
});

test('a schema that contains itself is completed as deep as the value', async () => {
  const schemas = { Tree: object({ name: text, children: listOf(ref('Tree')) }) };
  const { complete: completed } = await contentOf(ref('Tree'), schemas);
  const tree = { name: 'a', children: [{ name: 'b', children: [{ children: [] }] }] };
  expect(completed(tree, { seed: 1, now: 0 })).toEqual({
    name: 'a',
    children: [{ name: 'b', children: [{ name: expect.any(String), children: [] }] }],
  });
});

describe('a value that breaks the schema as a whole', () => {
  const schema: JsonObject = { ...object({ name: text }), additionalProperties: true, not: { required: ['x'] } };

  test('keeps every property that causes no problem', async () => {
    const others = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, index]));
    const completed = (await complete(schema, { ...others, x: 1 })) as JsonObject;
    expect(completed).toMatchObject(others);
    expect(completed).not.toHaveProperty('x');
  });

  test('costs a bounded number of checks, for any number of properties', async () => {
    const { complete: completed } = await contentOf(schema);
    const value: Json = { x: 1, ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, at])) };
    // One check for each property took minutes.
    expect(cpuMsOf(() => completed(value, { seed: 1, now: 0 }))).toBeLessThan(5000);
  });
});

describe('a long list', () => {
  const size = 60_000;
  const list = (make: (index: number) => Json): Json => Array.from({ length: size }, (_, index) => make(index));
  const row = object({ id: integer, v: integer });
  // Each item was compared with all others: minutes of processor time.
  test.each<[string, JsonObject, Json, Json | undefined, Json]>([
    ['of different values', listOf(integer, { uniqueItems: true }), list(String), undefined, list((index) => index)],
    [
      'of objects with an earlier one',
      listOf(row),
      list((index) => ({ id: size - index, v: 'x' })),
      list((index) => ({ id: index + 1, v: 7 })),
      list((index) => ({ id: size - index, v: 7 })),
    ],
  ])('%s costs in proportion to its length', async (_, schema, value, before, expected) => {
    const { complete: completed } = await contentOf(schema);
    let result: Json = null;
    const cpuMs = cpuMsOf(() => {
      result = completed(value, { seed: 1, now: 0, ...(before !== undefined && { before }) });
    });
    expect(result).toEqual(expected);
    expect(cpuMs).toBeLessThan(5000);
  });
});

test('of unions in unions, those after the first sixty-four are completed as the most likely branch', async () => {
  const branch = (kind: string): JsonObject => object({ kind: { const: kind }, x: ref('Node') }, ['kind']);
  const { complete: completed } = await contentOf(ref('Node'), { Node: { anyOf: [branch('a'), branch('b')] } });
  let value: Json = { kind: 'a' };
  for (let level = 0; level < 12; level++) value = { x: value };
  const budget = new StepBudget(10_000_000);
  completed(value, { seed: 1, now: 0, budget });
  expect(10_000_000 - budget.left).toBeLessThan(20_000);
});
