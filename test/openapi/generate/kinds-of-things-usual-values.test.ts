/** Types that a document does not list are those of the thing. */
import { expect, test } from 'vitest';
import { typeFor } from '../../../src/openapi/generate/kinds-of-things.ts';

const source = { random: () => 0.5 };

test.each([
  ['type', 'phones', 'phone', 'mobile'],
  ['type', 'shipping address', 'address', 'shipping'],
  ['discount type', 'order', 'order', 'percentage'],
  ['notification type', 'customers', 'customer', 'deleted'],
  ['type', 'copyright', 'copyright', 'copyright'],
  ['tariff type', 'copyright', 'copyright', 'basic'],
  ['type', '', '', 'basic'],
])('the %s of %j is a word of its own', (words, owner, noun, expected) => {
  expect(typeFor(words, owner, noun)(undefined, source)).toBe(expected);
});
