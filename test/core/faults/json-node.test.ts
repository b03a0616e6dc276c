/** Extremes and places: the values that leave them the least room. */
import { expect, test } from 'vitest';
import { applyExtreme, type ExtremeKind } from '../../../src/core/faults/extreme.ts';
import { pointerOf, sampleNodes } from '../../../src/core/faults/json-node.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { SchemaFactsOf } from '../../../src/core/service/schema-facts.ts';
import { contentsOf } from '../../openapi/documents.ts';
import { mediaType } from './judged-answers.ts';

const extreme = async (kind: ExtremeKind, value: Json, schema: object): Promise<Json> => {
  const { response } = await contentsOf(schema);
  const stretched = applyExtreme(kind, { mediaType, value }, [response], 1);
  return stretched.type === 'not-applicable' ? stretched.reason : stretched.value;
};

test('a pattern without counts leaves room for a long text', async () => {
  const text = await extreme('longest', 'abc', { type: 'string', pattern: '^[a-z]' });
  expect(text).toMatch(/^[a-z]/);
  expect([...(text as string)]).toHaveLength(1000);
});

test('an empty text is extended with a letter', async () => {
  expect(await extreme('longest', '', { type: 'string', pattern: '^x*$' })).toBe('x'.repeat(1000));
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
  expect(await extreme('minimal', { b: false, c: 'x' }, schema)).toBe(
    'no variant of the response was found that matches the schema',
  );
  expect(await extreme('minimal', { b: true, c: 'x' }, schema)).toEqual({ b: true });
});

test('a value of a wrong type is not changed', async () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string', maxLength: 9 } } };
  const { a, b } = (await extreme('longest', { a: 'x', b: 'y' }, schema)) as { a: Json; b: Json };
  expect(a).toBe('x');
  expect([...(b as string)]).toHaveLength(9);
});

test('no more places are looked at than there is a budget for, whatever the value holds', async () => {
  const { response } = await contentsOf({});
  const value: Json = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}`, { inner: { most: at } }]));
  const facts = (response.factsOf as SchemaFactsOf)(value);
  expect(sampleNodes(value, facts, 1, 1).map(pointerOf)).toEqual(['']);
  for (const most of [2, 3, 7, 12]) expect(sampleNodes(value, facts, most, 1)).toHaveLength(most);
  expect(sampleNodes(value, facts, 100, 1)).toHaveLength(31);
});
