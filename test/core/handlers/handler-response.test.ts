/** The headers of a handler. */
import { expect, test } from 'vitest';
import { headersByName } from '../../../src/core/handlers/handler-response.ts';
import { overrideHeaders } from '../../../src/core/http/http.ts';
import { openShop } from './shop.ts';

test('a header that is set several times has a list, in the first spelling of its name', () => {
  const headers = headersByName(['Set-Cookie', 'a=1', 'X-One', '1', 'set-cookie', 'b=2']);
  expect(headers).toEqual({ 'Set-Cookie': ['a=1', 'b=2'], 'X-One': '1' });
  expect(Object.isFrozen(headers['Set-Cookie'])).toBe(true);
});

test('a header replaces all of its name, in any spelling, and the others are kept', () => {
  const headers = ['Link', '</a>', 'X-One', '1', 'link', '</b>'];
  expect(overrideHeaders(headers, ['LINK', '</c>'])).toEqual(['X-One', '1', 'LINK', '</c>']);
  expect(overrideHeaders(headers, [])).toBe(headers);
  // The value of a header is not a name.
  expect(overrideHeaders(headers, ['Vary', 'Link'])).toEqual([...headers, 'Vary', 'Link']);
});

test('a header without a value is omitted, and a list sets it several times', async () => {
  const shop = await openShop({
    quote: () => ({ status: 204, headers: { 'X-None': undefined, 'X-All': ['a', 2, 3n] } }),
  });
  const { headers } = shop.send('GET', '/quote').reply.response;
  expect(headers).not.toContain('X-None');
  expect(headersByName(headers)).toMatchObject({ 'X-All': ['a', '2', '3'] });
});
