/** Examples that tools write where nobody gave one. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { isPlaceholder } from '../../../src/parts/dialects/placeholders.ts';
import { contentsOf, now } from '../../openapi/documents.ts';

test.each<[string, Json]>([
  ['names of properties', { name: 'name', owner: { email: 'email' } }],
  ['names of properties in words', { account_name: 'account name' }],
  ['the word string', { id: 0, name: 'string', tags: ['string'] }],
  ['the numbers of a generator', { price: 0.8008281904610115, id: 0 }],
  ['the empty UUID', { id: '00000000-0000-0000-0000-000000000000', at: '2000-01-23T04:56:07.000+00:00' }],
  ['a list of them', [{ name: 'name' }, { name: 'name' }]],
  ['the types of Postman', { id: '<integer>', name: '<string>', at: '<dateTime>' }],
])('%s are no example', (_name, example) => {
  expect(isPlaceholder(example)).toBe(true);
});

test.each<[string, Json]>([
  ['a text of one property', { id: 0, name: 'Ada', note: 'string' }],
  ['numbers alone', { count: 3 }],
  ['nothing', {}],
  ['a text', 'name'],
])('%s is an example', (_name, example) => {
  expect(isPlaceholder(example)).toBe(false);
});

const person = {
  type: 'object',
  required: ['id', 'name', 'price'],
  properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, price: { type: 'number' } },
};
const blank = { id: '00000000-0000-0000-0000-000000000000', name: 'name', price: 0.8008281904610115 };

test.each([
  ['an example of the schema', { ...person, example: blank }],
  [
    'examples of the properties',
    { ...person, properties: { ...person.properties, name: { type: 'string', example: 'string' } } },
  ],
])('%s of placeholders is not shown', async (_name, schema) => {
  const { response } = await contentsOf(schema);
  const value = response.generate({ seed: 3, now }) as Record<string, Json>;
  expect(value.price).not.toBe(blank.price);
  expect(['name', 'string']).not.toContain(value.name);
});
