/** Names of operations and collections on a server with several services. */
import { expect, test } from 'vitest';
import { matchesName, renamedSince } from '../../../src/core/service/names.ts';

const named = (service: string, localName: string, name = localName) => ({ service, localName, name });

test.each([
  ['shop.getOrder', true],
  ['shop.get*', true],
  ['get*', true],
  ['*', true],
  ['shop.list*', false],
  ['depot.*', false],
  ['list*', false],
])('the pattern %s matches getOrder of the shop: %s', (pattern, isMatch) => {
  expect(matchesName(pattern, named('shop', 'getOrder'))).toBe(isMatch);
});

test('a name that another service uses too changes to the qualified one; removed and unchanged names are omitted', () => {
  const before = [named('shop', 'getOrder'), named('shop', 'ping'), named('shop', 'removed')];
  const after = [
    named('shop', 'getOrder', 'shop.getOrder'),
    named('shop', 'ping'),
    named('depot', 'getOrder', 'depot.getOrder'),
  ];
  expect([...renamedSince(before, after)]).toEqual([['getOrder', 'shop.getOrder']]);
});
