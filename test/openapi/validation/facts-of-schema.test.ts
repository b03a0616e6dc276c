import { expect, test } from 'vitest';
import { childNode, type JsonNode, nodePointer, sampleNodes } from '../../../src/core/faults/json-node.ts';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { SchemaFacts } from '../../../src/core/service/check.ts';
import { boolean, integer, ref } from '../../short-document.ts';
import { contentsOf, old, type Parts } from '../documents.ts';

const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

const rootOf = async (schema: unknown, value: Json, parts?: Parts): Promise<JsonNode> => {
  const { response } = await contentsOf(schema, parts);
  if (response.factsOf === undefined) throw new Error('no facts');
  return { parent: undefined, token: undefined, value, facts: response.factsOf(value) };
};

const at = (root: JsonNode, ...tokens: readonly (string | number)[]): SchemaFacts =>
  tokens.reduce<JsonNode>(childNode, root).facts;
const typesAt = (root: JsonNode, ...tokens: readonly (string | number)[]) =>
  [...(at(root, ...tokens).types ?? [])].sort();

test('facts are found through references, allOf, items and properties', async () => {
  const root = await rootOf(
    { type: 'array', prefixItems: [boolean], items: ref('A') },
    [true, { a: 1, b: 'x' }, { a: 2 }],
    {
      schemas: {
        A: {
          allOf: [
            object({ a: { minimum: 1 } }, { required: ['a'] }),
            object({ a: { type: 'integer', maximum: 9 }, b: ref('B') }),
          ],
        },
        B: { type: 'string', maxLength: 3 },
      },
    },
  );
  expect(typesAt(root)).toEqual(['array']);
  expect(typesAt(root, 0)).toEqual(['boolean']);
  expect(at(root, 1).required).toEqual(new Set(['a']));
  expect(at(root, 1, 'a')).toMatchObject({ low: 1, high: 9 });
  expect(at(root, 1, 'b')).toMatchObject({ maxLength: 3 });
  expect(at(root, 1)).toBe(at(root, 2));
});

test('facts are those of the alternative that the value matches, with the types of all alternatives', async () => {
  const schema = {
    oneOf: [
      { type: 'integer', minimum: 3 },
      { type: 'string', maxLength: 5 },
    ],
    description: 'x',
  };
  const [number, text] = [await rootOf(schema, 5), await rootOf(schema, 'abc')];
  expect(typesAt(number)).toEqual(['integer', 'string']);
  expect(typesAt(text)).toEqual(['integer', 'string']);
  expect([number.facts.low, number.facts.maxLength]).toEqual([3, Number.POSITIVE_INFINITY]);
  expect([text.facts.low, text.facts.maxLength]).toEqual([Number.NEGATIVE_INFINITY, 5]);
});

test('a value that matches no alternative has the facts of the nearest one', async () => {
  const schema = {
    anyOf: [object({ a: {}, b: {} }, { required: ['a', 'b'] }), object({ c: {} }, { required: ['c'] })],
  };
  expect((await rootOf(schema, { a: 1 })).facts.required).toEqual(new Set(['a', 'b']));
  expect((await rootOf(schema, {})).facts.required).toEqual(new Set(['c']));
});

test('null, false and true schemas are alternatives too', async () => {
  const nullable = { anyOf: [{ enum: ['a'] }, { type: 'null' }] };
  expect((await rootOf(nullable, null)).facts.values).toBeUndefined();
  expect((await rootOf(nullable, 'a')).facts.values).toEqual(['a']);
  expect((await rootOf({ anyOf: [false, { type: 'string', maxLength: 3 }] }, 'a')).facts.maxLength).toBe(3);
  expect((await rootOf({ anyOf: [true, { maxLength: 3 }] }, 'a')).facts.maxLength).toBe(Number.POSITIVE_INFINITY);
});

test('alternatives within alternatives and beside other rules are found', async () => {
  const inner = {
    oneOf: [object({ x: integer }, { required: ['x'] }), object({ y: { type: 'string' } }, { required: ['y'] })],
  };
  const schema = { ...object({ k: boolean }, { required: ['k'] }), anyOf: [inner, { type: 'null' }] };
  const root = await rootOf(schema, { k: true, y: 'a' });
  expect(root.facts.required).toEqual(new Set(['k', 'y']));
  expect(typesAt(root, 'y')).toEqual(['string']);
  expect(typesAt(root, 'k')).toEqual(['boolean']);
});

test('a condition is evaluated with the value', async () => {
  const schema = {
    ...object({ kind: {}, a: {} }),
    if: { properties: { kind: { const: 'x' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['a'] },
    else: { required: ['kind'] },
  };
  expect((await rootOf(schema, { kind: 'x', a: 1 })).facts.required).toEqual(new Set(['a']));
  expect((await rootOf(schema, { kind: 'y' })).facts.required).toEqual(new Set(['kind']));
});

test('null is among the types if a value of OpenAPI 3.0 is nullable', async () => {
  const schemas = { A: { type: 'string', enum: ['a'] } };
  const schema = object({
    a: { $ref: '#/components/schemas/A', nullable: true },
    b: { type: 'string', nullable: true },
  });
  const root = await rootOf(schema, { a: 'a', b: 'b' }, { version: old, schemas });
  expect(typesAt(root, 'a')).toEqual(['null', 'string']);
  expect(typesAt(root, 'b')).toEqual(['null', 'string']);
  expect(at(root, 'a').values).toEqual(['a']);
  const empty = await rootOf(schema, { a: null }, { version: old, schemas });
  expect(at(empty, 'a').values).toBeUndefined();
});

test('undeclared properties', async () => {
  const standing = async (rest: object) => {
    const { facts } = await rootOf(object({ a: {} }, rest), {});
    return ['a', 'x-b', 'other'].map(facts.declarationOf);
  };
  expect(await standing({})).toEqual(['declared', 'open', 'open']);
  expect(await standing({ additionalProperties: true })).toEqual(['declared', 'open', 'open']);
  expect(await standing({ additionalProperties: {} })).toEqual(['declared', 'open', 'open']);
  expect(await standing({ additionalProperties: false })).toEqual(['declared', 'closed', 'closed']);
  expect(await standing({ unevaluatedProperties: false })).toEqual(['declared', 'closed', 'closed']);
  expect(await standing({ additionalProperties: { type: 'string' } })).toEqual(['declared', 'typed', 'typed']);
  expect(await standing({ patternProperties: { '^x-': {} }, additionalProperties: false })).toEqual([
    'declared',
    'typed',
    'closed',
  ]);
});

test('properties of maps and patterns have the facts of their schema, others have none', async () => {
  const rest = { patternProperties: { '^x-': integer }, additionalProperties: boolean };
  const root = await rootOf(object({ 'x-a': { minimum: 3 } }, rest), { 'x-a': 5, 'x-b': 1, c: true });
  expect(at(root, 'x-a')).toMatchObject({ low: 3 });
  expect(typesAt(root, 'x-a')).toEqual(['integer']);
  expect(typesAt(root, 'x-b')).toEqual(['integer']);
  expect(typesAt(root, 'c')).toEqual(['boolean']);
  const open = await rootOf(object({}), { constructor: { deep: 1 } });
  expect(at(open, 'constructor').types).toBeUndefined();
  expect(at(open, 'constructor', 'deep').types).toBeUndefined();
});

test('a recursive schema has the same facts at every depth', async () => {
  const schemas = { Node: object({ next: ref('Node'), label: { type: 'string' } }) };
  let value: JsonObject = { label: 'end' };
  for (let depth = 0; depth < 90; depth++) value = { next: value };
  const root = await rootOf(ref('Node'), value, { schemas });
  const places = sampleNodes(value, root.facts, 1000, 1);
  expect(places).toHaveLength(92);
  expect(new Set(places.map(({ facts }) => facts)).size).toBe(2);
});

test('all locations of a value are found in order', async () => {
  const value = { a: [1, { 'b/c': null }], d: 'x' };
  const root = await rootOf(true, value);
  expect(sampleNodes(value, root.facts, 1000, 1).map(nodePointer)).toEqual([
    '',
    '/a',
    '/a/0',
    '/a/1',
    '/a/1/b~1c',
    '/d',
  ]);
});

test('the number of locations is limited', async () => {
  const value = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, [at]]));
  const root = await rootOf(true, value);
  for (const most of [1, 2, 3, 100, 999]) expect(sampleNodes(value, root.facts, most, 1)).toHaveLength(most);
  expect(sampleNodes(value, root.facts, 5000, 1)).toHaveLength(2001);
});

test('a large value is sampled everywhere, with the same locations for the same seed', async () => {
  const value = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: ['a', 'b'] }));
  const root = await rootOf(true, value);
  const sample = (seed: number) => sampleNodes(value, root.facts, 500, seed).map(nodePointer);
  const places = sample(1);
  expect(places.length).toBeLessThanOrEqual(500);
  expect(places.length).toBeGreaterThan(100);
  expect(new Set(places).size).toBe(places.length);
  expect(places.some((pointer) => pointer.endsWith('/tags/1'))).toBe(true);
  expect(places.filter((pointer) => Number(pointer.split('/')[1]) >= 10_000).length).toBeGreaterThan(40);
  expect(sample(1)).toEqual(places);
  expect(sample(2)).not.toEqual(places);
});
