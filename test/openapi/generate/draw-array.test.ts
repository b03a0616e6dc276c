import { expect, test } from 'vitest';
import { contentsOf, now } from '../documents.ts';

test('a tuple that is longer than any generated list is drawn as far as a list', async () => {
  const prefixItems = Array.from({ length: 30_000 }, () => ({ type: 'string' }));
  const { request } = await contentsOf({ type: 'array', prefixItems, minItems: 30_000 });
  const value = request.generate({ seed: 1, now });
  expect(Array.isArray(value) ? value.length : 0).toBeLessThan(10_010);
});
