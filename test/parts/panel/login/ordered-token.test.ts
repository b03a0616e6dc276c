import { expect, test } from 'vitest';
import { claimsIn, emptyOrder, orderFrom } from '../../../../src/parts/panel/login/ordered-token.ts';

test('an empty form leaves everything to the server', () => {
  expect(orderFrom(emptyOrder)).toEqual({});
  expect(orderFrom({ sub: ' ', scope: '', audience: '', lifetime: '', claims: ' ' })).toEqual({});
});

test('what is filled in is sent', () => {
  const draft = { sub: ' ada ', scope: 'a b', audience: 'x', lifetime: '5m', claims: '{"tenant": 7}' };
  expect(orderFrom(draft)).toEqual({ ...draft, sub: 'ada', claims: { tenant: 7 } });
});

test.each(['[1]', 'null', '7', '{', '"text"'])('%s is no object of claims', (claims) => {
  expect(() => orderFrom({ ...emptyOrder, claims })).toThrow('The claims must be a JSON object');
});

test('claims are read from a token, with all characters', () => {
  const encoded = Buffer.from(JSON.stringify({ name: 'Ádá ?>~', sub: 'x' })).toString('base64url');
  expect(claimsIn(`e30.${encoded}.s`)).toEqual({ name: 'Ádá ?>~', sub: 'x' });
});
