import { expect, test } from 'vitest';
import { pointerOf, sampleNodes } from '../../../src/core/faults/json-node.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { SchemaFactsOf } from '../../../src/core/service/schema-facts.ts';
import { contentsOf } from '../../openapi/documents.ts';

test('at most the given number of locations is sampled, from any value', async () => {
  const { response } = await contentsOf({});
  const value: Json = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}`, { inner: { most: at } }]));
  const facts = (response.factsOf as SchemaFactsOf)(value);
  expect(sampleNodes(value, facts, 1, 1).map(pointerOf)).toEqual(['']);
  for (const most of [2, 3, 7, 12]) expect(sampleNodes(value, facts, most, 1)).toHaveLength(most);
  expect(sampleNodes(value, facts, 100, 1)).toHaveLength(31);
});
