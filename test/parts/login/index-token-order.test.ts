/** What is wrong with the order for a token. */
import { expect, test } from 'vitest';
import { readTokenOrder } from '../../../src/parts/login/index.ts';

test.each<[order: unknown, messages: readonly string[]]>([
  [5, ['the token must be an object, not 5']],
  [{ sub: '' }, ['sub must be a text, not ""']],
  [{ scope: 1 }, ['scope must be scopes with spaces between them, not 1']],
  [{ audience: '' }, ['audience must be a text, not ""']],
  [{ lifetime: 'x' }, ['lifetime must be a duration such as 250ms, 30s, 5m, 2h or 7d, not "x"']],
  [
    { claims: { iss: 1 } },
    ['"iss" must be a claim that the issuer does not set itself (sub, scope, audience and lifetime are options)'],
  ],
  [{ subject: 'a' }, ['unknown key "subject"']],
])('%j', (order, messages) => {
  const read = readTokenOrder(order);
  expect(read.ok ? [] : read.problems.map(({ message }) => message)).toEqual(messages);
});

test('a lifetime is read as milliseconds', () => {
  expect(readTokenOrder({ sub: 'a', lifetime: '2s' })).toEqual({ ok: true, order: { sub: 'a', lifetimeMs: 2000 } });
  expect(readTokenOrder({})).toEqual({ ok: true, order: { lifetimeMs: undefined } });
});
