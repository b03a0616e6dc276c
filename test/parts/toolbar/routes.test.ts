/** `/_vivarium/toolbar` and `/_vivarium/toolbar.js`: who may embed them, and which origins may change worlds. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startForTest, useServer } from '../../server/control/control-server.ts';

const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
const asScript = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' };

describe('without a token', async () => {
  const server = await useServer({ allowOrigin: ['https://app.example'] });

  test('the frame is the page of the panel, for pages of this machine and of an allowed origin', async () => {
    const { status, headers, text } = await server.send('GET', '/_vivarium/toolbar', { headers: embedded });
    expect([status, text]).toEqual([200, (await server.send('GET', '/_vivarium/')).text]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /frame-ancestors 'self' http:\/\/localhost:\* .*http:\/\/127\.0\.0\.1:\* .*https:\/\/app\.example$/,
    );
    expect(policy).not.toMatch(/ancestors.*( \*|http:\/\/\*:)/);
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  test('the script is for pages of each origin, and at most 12 KB compressed', async () => {
    const { status, headers, text } = await server.send('GET', '/_vivarium/toolbar.js', { headers: asScript });
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(gzipSync(text).length).toBeLessThan(12_000);
  });

  test.each([
    ['/_vivarium/', embedded],
    ['/_vivarium/api/worlds', asScript],
    ['/_vivarium/toolbar', asScript],
    ['/_vivarium/toolbar', { ...embedded, 'sec-fetch-dest': 'object' }],
    ['/_vivarium/toolbar.js', embedded],
  ])('%s cannot be embedded as %j', async (path, headers) => {
    expect((await server.send('GET', path, { headers })).status).toBe(403);
  });

  test('an origin of this machine, or an allowed one, is confirmed, and no other', async () => {
    const confirm = async (origin: string) => (await server.api('POST', '/toolbar/origins', { origin })).status;
    expect(await confirm('http://localhost:5173')).toBe(204);
    expect(await confirm('https://app.example')).toBe(204);
    expect(await confirm('https://attacker.example')).toBe(403);
    for (const wrong of ['localhost:5173', 'http://localhost:5173/path', 'null'])
      expect(await confirm(wrong)).toBe(400);
    expect((await server.api('GET', '/toolbar/origins')).body).toEqual({
      items: ['http://localhost:5173', 'https://app.example'],
      total: 2,
    });
  });
});

test('with a token, both are for the own origin alone: other ports of this machine would send the cookie', async () => {
  const server = await startForTest({ token: 'secret' }, '0.0.0.0');
  const authorization = 'Bearer secret';
  for (const [path, headers] of [
    ['/_vivarium/toolbar', embedded],
    ['/_vivarium/toolbar.js', asScript],
  ] as const) {
    const from = async (site: string) =>
      (await server.send('GET', path, { headers: { ...headers, authorization, 'sec-fetch-site': site } })).status;
    expect([await from('same-site'), await from('same-origin')]).toEqual([403, 200]);
  }
  const { headers } = await server.send('GET', '/_vivarium/toolbar', { headers: { authorization } });
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
});
