/** What the description of a text says about its values. */
import { expect, test } from 'vitest';
import { codesIn, exampleIn, listedIn, meaningIn, saysCount } from '../../../src/parts/sayings/described-texts.ts';

test.each([
  ['pending, confirmed, cancelled', ['pending', 'confirmed', 'cancelled']],
  ['One of: draft, sent or paid.', ['draft', 'sent', 'paid']],
  ['The status. Can be: `queued`, `sent`, or `failed`. See the guide.', ['queued', 'sent', 'failed']],
  ['Possible values: **Active**, **Closed**.', ['Active', 'Closed']],
  ["Either 'sale' or 'refund'", ['sale', 'refund']],
  ['Type of address. For example, `"Home"` or `"Work"`.', ['Home', 'Work']],
  ['Status may be ENABLED or DISABLED. More follows.', ['ENABLED', 'DISABLED']],
  ['Example: T1, A5, VIP-3', ['T1', 'A5', 'VIP-3']],
  ['Тип кухни. Например: Итальянская, Азиатская.', ['Итальянская', 'Азиатская']],
  ['Ejemplo: de 10:00 a 22:00, o de 11:00 a 23:00', undefined],
  ['Specify either `org` or `orgID`.', undefined],
  ['This can be used to open or close it.', undefined],
  ['The name can be long. It has words, spaces and dots.', undefined],
  [`${'x'.repeat(375)} can be \`a\` or \`b\``, ['a', 'b']],
  [`${'x'.repeat(385)} can be \`a\` or \`b\``, undefined],
])('%j lists %j', (description, expected) => {
  expect(listedIn(description)).toEqual(expected);
});

test.each([
  ['0: todo, 1: doing, 2: done', [0, 1, 2]],
  ['Priority (1=Low, 2=Medium, 3=High)', [1, 2, 3]],
  ['Status: 0 - inactive; 1 - active', [0, 1]],
  ['-1 => failed | 1 => ok', [-1, 1]],
  ['状态：0-禁用，1-正常', [0, 1]],
  ['性别 1 男 2 女', [1, 2]],
  ['0: "draft" and 1: "sent"', [0, 1]],
  ['From 1 to 5, where 1: worst', []],
  ['Between 08:00 and 18:00', []],
  ['1: a, 1: b', []],
  ['Version 2.1: fixed, 2.2: new', []],
])('%j explains the codes %j', (description, expected) => {
  expect(codesIn(description)).toEqual(expected);
});

test.each([
  ['The finish, e.g. "Sunburst".', 'Sunburst'],
  ['For example, `Customer Support`.', 'Customer Support'],
  ['The color (e.g. #FFAABB)', '#FFAABB'],
  ['Part number. Example: AB-12 (left)', 'AB-12 (left)'],
  ['Part number (e.g.: AB 12).', 'AB 12'],
  ['Ejemplo: de 10:00 a 22:00', 'de 10:00 a 22:00'],
  ['An example: what a long sentence with a hint about the value says', undefined],
  ['The URL for example requests', undefined],
])('%j shows %j', (description, expected) => {
  expect(exampleIn(description)).toBe(expected);
});

test.each([
  ['The ISO 3166-2 code', 'region code'],
  ['URL of the file', 'url'],
  ['A URL-encoded text', undefined],
  ['A duration (ISO 8601 duration)', undefined],
])('%j says %j', (description, expected) => {
  expect(meaningIn(description)).toBe(expected);
});

test.each([
  ['Number of unreturned containers', true],
  ['The total number of seats', true],
  ['Number of the order', false],
  ['Order number of the customer', false],
])('%j says that a number counts: %s', (description, expected) => {
  expect(saysCount(description)).toBe(expected);
});

test('a long description is read in time that grows with its length', () => {
  const start = performance.now();
  for (const part of ['can be `', 'e.g. "', 'hex ', 'one of A, ']) {
    const text = part.repeat(100_000);
    for (const read of [listedIn, exampleIn, meaningIn]) read(text);
  }
  expect(performance.now() - start).toBeLessThan(500);
});
