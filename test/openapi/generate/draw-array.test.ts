import { expect, test } from 'vitest';
import { contentsOf, now } from '../documents.ts';

test('a tuple that is longer than any generated list is drawn as far as a list', async () => {
  const prefixItems = Array.from({ length: 30_000 }, () => ({ type: 'string' }));
  const { request } = await contentsOf({ type: 'array', prefixItems, minItems: 30_000 });
  const value = request.generate({ seed: 1, now });
  expect(Array.isArray(value) ? value.length : 0).toBeLessThan(10_010);
});

test('the index of an item is its place in the list, as far as its schema allows', async () => {
  const choice = (index: object) => ({ type: 'object', required: ['index'], properties: { index } });
  const choices = (index: object) => ({ type: 'array', minItems: 3, maxItems: 3, items: choice(index) });
  const indexesOf = async (schema: object): Promise<unknown> => {
    const { request } = await contentsOf(schema);
    return request.generate({ seed: 1, now });
  };
  const places = [{ index: 0 }, { index: 1 }, { index: 2 }];
  expect(await indexesOf(choices({ type: 'integer' }))).toEqual(places);
  expect(await indexesOf({ type: 'array', minItems: 2, maxItems: 2, items: choices({ type: 'integer' }) })).toEqual([
    places,
    places,
  ]);
  expect(await indexesOf(choices({ type: 'integer', minimum: 7, maximum: 7 }))).toEqual(
    places.map(() => ({ index: 7 })),
  );
});
