/** Documents in which many schemas lead to many others: they are read as far as their sum allows. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const branches = 500;
const users = 2050;
/** Each branch is a reference and its target. */
const size = 2 * branches + 3;

const schemas: Record<string, Json> = {
  Union: { oneOf: Array.from({ length: branches }, (_, index) => ({ properties: { [`p${index}`]: {} } })) },
  Small: { allOf: [{ properties: { name: {} } }] },
};

const read = () => {
  const source = createSource({ openapi: '3.1.0', components: { schemas } });
  const set = new SchemaSet(source, false);
  const schemaOf = (raw: Json, pointer: string) => set.get(set.keyOf(raw, pointer, 'response')).schema;
  const user = (index: number) => schemaOf({ allOf: [ref('Union')], title: `${index}` }, `/paths/~1u${index}`);
  return { source, set, schemaOf, user };
};

test('the largest schemas are read in part, the first is reported, and the others stay whole', () => {
  const { source, set, schemaOf, user } = read();
  const sizes = Array.from({ length: users }, (_, index) => set.partsOf(user(index), 'some').length);
  expect(sizes[0]).toBe(size);
  expect(sizes.at(-1)).toBe(20);
  expect(source.problems).toEqual([
    expect.objectContaining({
      pointer: '/components/schemas/Union',
      message: expect.stringContaining('lead to more than 2,000,000 schemas and properties'),
    }),
  ]);
  const small = set.partsOf(schemaOf(ref('Small'), '/components/schemas/Small'), 'some');
  expect([...set.propertiesIn(small).keys()]).toEqual(['name']);
});

test('the properties of the schemas count too', () => {
  const { set } = read();
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
  const first = { properties: named(25) };
  const parts = [first, { properties: { last: {} } }];
  expect(set.propertiesIn(parts).size).toBe(26);
  const many = { properties: named(100_000) };
  for (let time = 0; time < 20; time++) set.propertiesIn([first, many]);
  expect(set.propertiesIn(parts).size).toBe(25);
});

test('what is read for a request after the document was compiled has no sum', () => {
  const { source, set, user } = read();
  set.endCompilation();
  for (let index = 0; index < users; index++) expect(set.partsOf(user(index), 'some')).toHaveLength(size);
  expect(source.problems).toEqual([]);
});
