/** Calls that must be rejected: forwarded ones, embedded ones, and invalid requests. */
import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../src/server/edge/caller.ts';
import { startForTest } from '../server/control/control-server.ts';
import { openRaw } from '../server/raw-client.ts';

describe('a call that a proxy forwarded', () => {
  const forwarding: [string, string][] = [
    ['forwarded', 'for=1.2.3.4'],
    ['x-forwarded-for', '1.2.3.4'],
    ['x-forwarded-host', 'public.example'],
    ['x-forwarded-proto', 'https'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '1.2.3.4'],
  ];

  test.each(forwarding)(
    'with %s is rejected if no token is set, and the message names the option',
    async (name, value) => {
      const { send } = await startForTest();
      const { status, body } = await send('GET', '/_vivarium/api/worlds', { headers: { [name]: value } });
      expect(status).toBe(403);
      expect(body.detail).toContain('token');
      expect((await send('GET', '/_vivarium/api/health', { headers: { [name]: value } })).status).toBe(200);
      expect((await send('GET', '/_vivarium/api/worlds')).status).toBe(200);
    },
  );

  test.each(forwarding)('with %s is accepted only with the token', async (name, value) => {
    const { send } = await startForTest({ token: 'secret' });
    const call = async (authorization?: string): Promise<number> => {
      const headers = { [name]: value, ...(authorization !== undefined && { authorization }) };
      return (await send('GET', '/_vivarium/api/worlds', { headers })).status;
    };
    expect(await call()).toBe(401);
    expect(await call('Bearer wrong')).toBe(401);
    expect(await call('Bearer secret')).toBe(200);
    expect((await send('GET', '/_vivarium/api/worlds')).status).toBe(200);
  });
});

describe('a request that is embedded in a page of another site', () => {
  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

  test('opens no world', async () => {
    const { api, call } = await startForTest();
    const { status, headers } = await call('GET', '/~planted/v1/pets', undefined, embedded);
    expect(status).toBe(403);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await api('GET', '/worlds/planted')).status).toBe(404);
  });

  test('is served by an open world', async () => {
    const { call } = await startForTest();
    expect((await call('GET', '/v1/pets', undefined, embedded)).status).toBe(200);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  ])('does not have the headers %j', async (headers) => {
    const { call } = await startForTest();
    expect((await call('GET', '/~app/v1/pets', undefined, headers)).status).toBe(200);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['LOCALHOST', true],
  ['127.0.0.256', false],
  ['127.0.0.1.example.com', false],
  ['127.1', false],
  ['127.0.0.01', false],
  ['128.0.0.1', false],
  ['localhost.example.com', false],
])('%s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

describe('on the wire', () => {
  test.each([
    ['two hosts', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two hosts in other letters', 'GET /v1/pets HTTP/1.1\r\nHOST: a\r\nhost: a\r\n\r\n'],
    ['a broken absolute URL', 'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target without a slash', 'GET v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s get 400 and no warning', async (_what, text) => {
    const { port } = await startForTest();
    const { socket, ended } = openRaw(port);
    socket.end(text);
    const { answers } = await ended;
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });
});
