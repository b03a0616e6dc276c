/** Schemas with many parts: what was read of them once is not read again. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const branches = 500;
const users = 100;

/** A union of many schemas, and schemas that extend it. */
const manyUsers = (): Record<string, Json> => ({
  Union: { oneOf: Array.from({ length: branches }, (_, index) => ref(`Branch${index}`)) },
  ...Object.fromEntries(
    Array.from({ length: branches }, (_, index) => [`Branch${index}`, { type: 'object', title: `${index}` }]),
  ),
  ...Object.fromEntries(Array.from({ length: users }, (_, index) => [`User${index}`, { allOf: [ref('Union')] }])),
});

/** The schemas of a document, with the number of references that were followed. */
const schemasOf = (schemas: Record<string, Json>) => {
  const source = createSource({ openapi: '3.1.0', components: { schemas } });
  let followed = 0;
  class CountedSchemaSet extends SchemaSet {
    override get(key: string) {
      followed++;
      return super.get(key);
    }
  }
  const counted = new CountedSchemaSet(source, false);
  const named = (name: string) =>
    counted.get(counted.keyOf(schemas[name] as Json, `/components/schemas/${name}`, 'response')).schema;
  return { counted, named, followed: () => followed };
};

test('the types of a union are read once for all schemas that extend it', () => {
  const { counted, named, followed } = schemasOf(manyUsers());
  for (let user = 0; user < users; user++) expect(counted.typesOf(named(`User${user}`))).toEqual(new Set(['object']));
  expect(followed()).toBeLessThan(2 * branches);
});

test('the parts of a schema are read once', () => {
  const { counted, named, followed } = schemasOf(manyUsers());
  for (let time = 0; time < users; time++)
    expect(counted.partsOf(named('User0'), 'some')).toHaveLength(2 * branches + 3);
  expect(followed()).toBeLessThan(2 * branches);
});

test('the types of schemas that lead to each other do not depend on which is read first', () => {
  const names = Array.from({ length: 30 }, (_, index) => `Node${index}`);
  const types = ['string', 'integer', 'null', 'array'];
  const nodes = Object.fromEntries(
    names.map((name, index): [string, Json] => [
      name,
      { type: types.slice(0, 1 + (index % 4)), anyOf: [ref(names[(index * 7 + 1) % 30] as string), { type: 'null' }] },
    ]),
  );
  const readInOrder = (order: readonly string[]) => {
    const { counted, named } = schemasOf(nodes);
    return new Map(order.map((name) => [name, [...(counted.typesOf(named(name)) ?? [])]]));
  };
  const forwards = readInOrder(names);
  const backwards = readInOrder(names.toReversed());
  for (const name of names) expect(backwards.get(name)).toEqual(forwards.get(name));
});
