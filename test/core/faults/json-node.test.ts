import { expect, test } from 'vitest';
import { nodePointer, sampleNodes } from '../../../src/core/faults/json-node.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { SchemaFactsOf } from '../../../src/core/service/check.ts';
import { contentsOf } from '../../openapi/documents.ts';

test('at most the given number of locations is sampled, from any value', async () => {
  const { response } = await contentsOf({});
  const value: Json = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}`, { inner: { most: at } }]));
  const facts = (response.factsOf as SchemaFactsOf)(value);
  expect(sampleNodes(value, facts, 1, 1).map(nodePointer)).toEqual(['']);
  for (const most of [2, 3, 7, 12]) expect(sampleNodes(value, facts, most, 1)).toHaveLength(most);
  expect(sampleNodes(value, facts, 100, 1)).toHaveLength(31);
});

test('at most the given number of locations is sampled from nested lists', async () => {
  const { response } = await contentsOf({});
  const value: Json = [[[[1]]]];
  const facts = (response.factsOf as SchemaFactsOf)(value);
  for (const most of [1, 2, 3]) expect(sampleNodes(value, facts, most, 1)).toHaveLength(most);
});

test('a sample of a long list has items of all its parts', async () => {
  const { response } = await contentsOf({});
  const value = Array.from({ length: 1000 }, (_, index) => index);
  const facts = (response.factsOf as SchemaFactsOf)(value);
  const samples = Array.from({ length: 50 }, (_, seed) => sampleNodes(value, facts, 161, seed).slice(1));
  for (const sample of samples)
    expect(sample.map((node) => Math.floor((node.value as number) / 100))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(new Set(samples.map(([first]) => first?.value)).size).toBeGreaterThan(20);
});
