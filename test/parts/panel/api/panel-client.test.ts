import { describe, expect, test } from 'vitest';
import { openPage, page, server, takeCalls } from '../fake-browser.ts';

openPage();
const { ApiError, apiUrl, call, getExchanges, getText, isConnected } = await import(
  '../../../../src/parts/panel/api/panel-client.ts'
);
const { isObject, tryParse, writeJson } = await import('../../../../src/parts/panel/api/panel-client.ts');

const failureOf = async (answer: unknown): Promise<unknown> => {
  server.answer = () => answer;
  const error = await call('PUT', '/worlds/a', {}).catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) return error;
  return [error.status, error.message, error.problems];
};

test('a call is sent to the sibling path of the page, with JSON if it has a body', async () => {
  expect(apiUrl('/worlds')).toBe('/_vivarium/api/worlds');
  await call('GET', '/worlds');
  await call('PUT', '/worlds/a', { seed: 12345678901234567890n });
  await getText('/har', 'text/plain');
  expect(takeCalls()).toEqual([
    { method: 'GET', path: '/worlds', headers: { Accept: 'application/json' }, body: undefined },
    {
      method: 'PUT',
      path: '/worlds/a',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{"seed":12345678901234567890}',
    },
    { method: 'GET', path: '/har', headers: { Accept: 'text/plain' }, body: undefined },
  ]);
});

test('a response may have no body, and the epoch of the exchanges is in a header', async () => {
  server.answer = () => new Response('');
  expect(await call('DELETE', '/worlds/a')).toBeUndefined();
  server.answer = () => Response.json({ items: [1] }, { headers: { 'Vivarium-Epoch': 'aa' } });
  expect(await getExchanges('/x')).toEqual({ items: [1], epoch: 'aa' });
  server.answer = () => Response.json({ items: [] });
  expect(await getExchanges('/x')).toEqual({ items: [], epoch: undefined });
});

describe('a failure', () => {
  test.each([
    [
      'has the message and the problems of the server',
      Response.json({ detail: 'No.', problems: [{ pointer: '/a', message: 'b' }] }, { status: 400 }),
      [400, 'No.', [{ pointer: '/a', message: 'b' }]],
    ],
    ['may have no message', Response.json({}, { status: 404, statusText: 'Not Found' }), [404, 'Not Found', []]],
    ['may be text', new Response('Bad', { status: 502, statusText: 'Bad Gateway' }), [502, 'Bad', []]],
    ['may be empty', new Response('', { status: 502, statusText: 'Bad Gateway' }), [502, 'Bad Gateway', []]],
    ['may be a response that is not JSON', new Response('<p>'), [200, 'The response is not JSON.', []]],
    ['may be one of the connection', new TypeError('x'), [0, 'The server does not respond.', []]],
  ])('%s', async (_what, answer, expected) => {
    expect(await failureOf(answer)).toEqual(expected);
  });

  test('of the connection is over with the next response', async () => {
    await failureOf(new TypeError('x'));
    expect(isConnected.value).toBe(false);
    await failureOf(Response.json({}, { status: 404 }));
    expect(isConnected.value).toBe(true);
  });

  test('of the credential alone loads the page again, which asks for the token', async () => {
    page.location.reload.mockClear();
    await failureOf(Response.json({}, { status: 404 }));
    expect(page.location.reload).not.toHaveBeenCalled();
    await failureOf(Response.json({}, { status: 401 }));
    expect(page.location.reload).toHaveBeenCalledOnce();
  });
});

test.each([
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['9007199254740991', 9007199254740991],
  ['1234567890123456.5', 1234567890123456.5],
  ['1e300', 1e300],
  ['{"a":[12345678901234567890,"12345678901234567890"]}', { a: [12345678901234567890n, '12345678901234567890'] }],
])('%s keeps every digit', (text, value) => {
  expect(tryParse(text)).toEqual(value);
});

test('JSON is written with every digit, and indented if wanted', () => {
  expect(writeJson({ a: 9007199254740993n, b: [1] }, 1)).toBe('{\n "a": 9007199254740993,\n "b": [\n  1\n ]\n}');
  expect([{}, [], null, 'a'].map(isObject)).toEqual([true, false, false, false]);
});
