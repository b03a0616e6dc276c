/** The usual values of headers without an example. */
import { expect, test } from 'vitest';
import { listOf, text } from '../../short-document.ts';
import { createFetchOf } from './payload-client.ts';

const cookiesOf = async (schema: object): Promise<readonly string[]> => {
  const { fetch } = await createFetchOf(
    { 'application/json': { schema: { type: 'object' } } },
    { headers: { 'Set-Cookie': { schema } } },
  );
  return (await fetch('/a')).headers.getSetCookie();
};

const cookie = /^[\w-]+=[\da-f]{32}; Path=\/; HttpOnly; SameSite=Lax$/;

test('a cookie, and each of several, has a name of its own', async () => {
  expect(await cookiesOf(text)).toEqual([expect.stringMatching(cookie)]);
  const several = await cookiesOf({ ...listOf(text), minItems: 3 });
  expect(several.length).toBeGreaterThanOrEqual(3);
  for (const one of several) expect(one).toMatch(cookie);
  expect(new Set(several.map((one) => one.split('=')[0])).size).toBe(several.length);
});

test('the default of a list, and the example of its lines, are the value', async () => {
  expect(await cookiesOf({ ...listOf(text), default: ['a=1', 'b=2, 3'] })).toEqual(['a=1', 'b=2, 3']);
  expect(await cookiesOf(listOf({ ...text, example: 'k=v; Secure' }))).toEqual(['k=v; Secure']);
});
