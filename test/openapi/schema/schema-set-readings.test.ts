/** Documents in which many schemas lead to many others: they are read as far as their sum allows. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { partsOf, propertiesOf } from '../../../src/openapi/schema/applicable-schemas.ts';
import { createSchemaSet } from '../../../src/openapi/schema/schema-set.ts';

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
  const set = createSchemaSet(source, false);
  const schemaOf = (raw: Json, pointer: string) => set.get(set.keyOf(raw, pointer, 'response')).schema;
  const user = (index: number) => schemaOf({ allOf: [ref('Union')], title: `${index}` }, `/paths/~1u${index}`);
  return { source, set, schemaOf, user };
};

test('the largest schemas are read in part, the first is reported, and the others stay whole', () => {
  const { source, set, schemaOf, user } = read();
  const sizes = Array.from({ length: users }, (_, index) => partsOf(set, user(index), 'some').length);
  expect(sizes[0]).toBe(size);
  expect(sizes.at(-1)).toBe(20);
  expect(source.problems).toEqual([
    expect.objectContaining({
      pointer: '/components/schemas/Union',
      message: expect.stringContaining('lead to more than 2,000,000 schemas and properties'),
    }),
  ]);
  const small = partsOf(set, schemaOf(ref('Small'), '/components/schemas/Small'), 'some');
  expect([...propertiesOf(set, small).keys()]).toEqual(['name']);
});

test('the properties of the schemas count too', () => {
  const { set } = read();
  const first = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, {}]));
  const parts = [{ properties: first }, { properties: { last: {} } }];
  expect(propertiesOf(set, parts).size).toBe(26);
  set.readings.take(2_000_000);
  expect(propertiesOf(set, parts).size).toBe(25);
});

test('what is read for a request after the document was compiled has no sum', () => {
  const { source, set, user } = read();
  set.readings.endCompilation();
  for (let index = 0; index < users; index++) expect(partsOf(set, user(index), 'some')).toHaveLength(size);
  expect(source.problems).toEqual([]);
});
