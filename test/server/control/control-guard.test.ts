/** Who may call the paths below `/_vivarium`. */

import { createServer } from 'node:http';
import { createServer as createTlsServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { createCertificate } from '../../../src/parts/tls/create-certificate.ts';
import { type Answered, sendTo, startForTest, type TestServer, useServer } from './control-server.ts';

const fault = '/_vivarium/api/worlds/default/faults/server-error';
const worlds = '/_vivarium/api/worlds';
const reset = '/_vivarium/api/worlds/default/reset';
const on = { enabled: true };
const off = { enabled: false };
const health = '/_vivarium/api/health';
const paths = ['/_vivarium/', health, worlds, fault, '/_vivarium/api/nothing', '/_vivarium/metrics'];

const isOn = async (server: TestServer): Promise<boolean> =>
  (await server.api('GET', '/worlds/default/faults/server-error')).body.enabled;

const expectRefusal = ({ status, headers, body }: Answered, expected: number): void => {
  expect({ status, type: headers['content-type'] }).toEqual({ status: expected, type: 'application/problem+json' });
  expect(body).toMatchObject({ status: expected, detail: expect.any(String) });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
};

/** What a browser sends for a link on another site. */
const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('bound to loopback', async () => {
  const server = await useServer();

  test('a client on this machine needs no token', async () => {
    expect(server.token).toBeUndefined();
    for (const path of paths.slice(0, 4)) expect((await server.send('GET', path)).status, path).toBe(200);
    expect((await server.send('PUT', fault, { body: on })).status).toBe(200);
    await server.send('PUT', fault, { body: off });
  });

  test('the panel may call', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const headers = { origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await server.send('PUT', fault, { headers, body: off })).status).toBe(200);
    const local = { host: `LOCALHOST:${server.port}`, origin: `http://localhost:${server.port}` };
    expect((await server.send('GET', worlds, { headers: local })).status).toBe(200);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'file://',
    'http://127.0.0.1.evil.example',
    '',
  ])('a page of the origin "%s" may not', async (origin) => {
    for (const path of paths) expectRefusal(await server.send('GET', path, { headers: { origin } }), 403);
    expectRefusal(await server.send('PUT', fault, { headers: { origin }, body: on }), 403);
    expectRefusal(await server.send('DELETE', '/_vivarium/api/worlds/default', { headers: { origin } }), 403);
    expect(await isOn(server)).toBe(false);
  });

  const otherSites = ['cross-site', 'same-site', 'anything'];
  test.each(otherSites)('a page with the header %s may not, even without an origin', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    for (const path of paths) expectRefusal(await server.send('GET', path, { headers }), 403);
    expectRefusal(await server.send('POST', reset, { headers }), 403);
  });

  test.each(['none', 'same-origin'])('a browser with the header %s may', async (site) => {
    expect((await server.send('GET', worlds, { headers: { 'sec-fetch-site': site } })).status).toBe(200);
  });

  test('a link on any site opens the panel, but only as a navigation of the whole window', async () => {
    const headers = navigation;
    expect((await server.send('GET', '/_vivarium/', { headers })).status).toBe(200);
    expect((await server.send('GET', '/_vivarium', { headers })).status).toBe(303);
    expectRefusal(await server.send('GET', worlds, { headers }), 403);
    for (const other of [{ 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-mode': 'cors' }])
      expectRefusal(await server.send('GET', '/_vivarium/', { headers: { ...headers, ...other } }), 403);
    expectRefusal(await server.send('POST', '/_vivarium/', { headers }), 403);
  });

  test('a preflight is rejected without CORS headers', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    expectRefusal(await server.send('OPTIONS', fault, { headers }), 403);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/plain; application/json',
    '',
  ])('a body with the media type "%s" is rejected unread', async (type) => {
    expectRefusal(await server.send('PUT', fault, { headers: { 'content-type': type }, body: on }), 403);
    expectRefusal(await server.send('POST', reset, { headers: { 'content-type': type }, body: '{}' }), 403);
    expect(await isOn(server)).toBe(false);
  });

  test('a chunked body needs a media type too', async () => {
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' };
    expectRefusal(await server.send('DELETE', '/_vivarium/api/worlds/default/faults', { headers }), 403);
  });

  test('a charset in the media type, and a missing body, are accepted', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await server.send('PUT', fault, { headers, body: off })).status).toBe(200);
    expect((await server.send('DELETE', '/_vivarium/api/worlds/default/faults')).status).toBe(204);
    const empty = { 'content-type': 'text/plain', 'content-length': '0' };
    expect((await server.send('POST', reset, { headers: empty })).status).toBe(200);
  });

  const ownHosts = ['127.0.0.1', 'localhost', '127.1.2.3', '[::1]', 'vivarium.localhost'];
  test.each(ownHosts)('the host %s with the port of the server is accepted', async (host) => {
    const headers = { host: `${host}:${server.port}` };
    expect((await server.send('GET', health, { headers })).status).toBe(200);
  });

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.0.1',
    '0.0.0.0',
    'evil.example@127.0.0.1',
    '::1',
  ])('the host %s is rejected, even if it resolves to this machine', async (host) => {
    const named = { host: `${host}:${server.port}` };
    for (const path of paths) expectRefusal(await server.send('GET', path, { headers: named }), 403);
    const headers = { ...named, origin: `http://${host}:${server.port}` };
    expectRefusal(await server.send('PUT', fault, { headers, body: on }), 403);
    expect(await isOn(server)).toBe(false);
  });

  const otherPorts = ['localhost', '127.0.0.1', 'localhost:1', 'localhost:'];
  test.each(otherPorts)('the host "%s" is rejected: another port is another server', async (host) => {
    expectRefusal(await server.send('GET', worlds, { headers: { host } }), 403);
  });

  test('a rebound name does not open the panel either', async () => {
    const headers = { host: `evil.example:${server.port}`, ...navigation };
    expectRefusal(await server.send('GET', '/_vivarium/', { headers }), 403);
  });
});

describe('bound to every address', async () => {
  const server = await useServer({}, '0.0.0.0');

  test('a token is generated by default', () => {
    expect(server.token).toMatch(/^.{20,}$/);
  });

  test('every call except health needs the token, also through 127.0.0.1', async () => {
    for (const path of paths.filter((path) => !path.endsWith('/health'))) {
      const answer = await server.send('GET', path);
      expectRefusal(answer, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expectRefusal(await server.send('PUT', fault, { body: on }), 401);
    expect((await server.send('GET', health)).status).toBe(200);
  });
});

describe('with a token', async () => {
  let cookie = '';
  const token = 'sesame-0123456789';
  const server = await useServer({ token }, '0.0.0.0');

  test('the token is accepted', async () => {
    for (const authorization of [`Bearer ${token}`, `bearer  ${token}`]) {
      expect((await server.send('GET', worlds, { headers: { authorization } })).status).toBe(200);
    }
  });

  test.each(['Bearer wrong', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token, 'Bearer', ''])(
    '"%s" is rejected',
    async (authorization) => {
      expectRefusal(await server.send('GET', worlds, { headers: { authorization } }), 401);
    },
  );

  test('in the query the token is accepted only for the panel', async () => {
    expectRefusal(await server.send('GET', `/_vivarium/api/worlds?token=${token}`), 401);
    expectRefusal(await server.send('POST', `/_vivarium/?token=${token}`), 401);
  });

  test('any name of this machine is accepted as host, and the panel may call', async () => {
    const headers = { authorization: `Bearer ${token}`, host: 'mock.dev.example', origin: 'https://mock.dev.example' };
    expect((await server.send('GET', worlds, { headers })).status).toBe(200);
  });

  test.each([
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=192.0.2.1;proto=https'],
  ])('a page that came without TLS may not call through a proxy with TLS (%s)', async (name, value) => {
    const headers = { authorization: `Bearer ${token}`, host: 'mock.dev.example', [name]: value };
    const statusFor = async (origin: string): Promise<number> =>
      (await server.send('GET', worlds, { headers: { ...headers, origin } })).status;
    expect(await statusFor('https://mock.dev.example')).toBe(200);
    expect(await statusFor('http://mock.dev.example')).toBe(403);
  });

  test('the token is rejected from a page of another origin', async () => {
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' };
    expectRefusal(await server.send('GET', worlds, { headers }), 403);
    const plain = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    expectRefusal(await server.send('PUT', fault, { headers: plain, body: on }), 403);
  });

  test('the panel stores the token of the address in a cookie, and removes it from the address', async () => {
    const { status, headers, text } = await server.send('GET', `/_vivarium/?token=${token}`);
    expect({ status, location: headers.location, text }).toEqual({ status: 303, location: '/_vivarium/', text: '' });
    const [set] = headers['set-cookie'] as string[];
    expect(set).toBe(`vivarium-token-${server.port}=${token}; Path=/_vivarium; HttpOnly; SameSite=Strict`);
    cookie = (set as string).split(';')[0] as string;
    expect((await server.send('GET', `/_vivarium?token=${token}`)).headers.location).toBe('/_vivarium/');
    expect((await server.send('GET', '/_vivarium/', { headers: { cookie } })).status).toBe(200);
    expect((await server.send('PUT', fault, { headers: { cookie }, body: off })).status).toBe(200);
  });

  test('the cookie is accepted, also beside a credential for a proxy', async () => {
    const headers = { cookie, authorization: 'Basic cHJveHk6eA==' };
    expect((await server.send('GET', '/_vivarium/', { headers })).status).toBe(200);
  });

  test('a wrong token in the address or the cookie gets 401 and no cookie', async () => {
    const { status, headers } = await server.send('GET', '/_vivarium/?token=wrong');
    expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 401, cookie: undefined });
    expectRefusal(await server.send('GET', '/_vivarium/', { headers: { cookie: `${cookie}x` } }), 401);
  });

  test('the cookie is rejected from a page of another origin', async () => {
    const headers = { cookie, origin: 'https://evil.example' };
    expectRefusal(await server.send('PUT', fault, { headers, body: on }), 403);
    expectRefusal(await server.send('GET', worlds, { headers: { cookie, 'sec-fetch-site': 'same-site' } }), 403);
  });

  test('a token may have any characters in the cookie', async () => {
    const own = await startForTest({ token: 'a b;c="ö"%' }, '0.0.0.0');
    const utf8 = Buffer.from('Bearer a b;c="ö"%').toString('latin1');
    expect((await own.send('GET', worlds, { headers: { authorization: utf8 } })).status).toBe(200);
    const { headers } = await own.send('GET', `/_vivarium/?token=${encodeURIComponent('a b;c="ö"%')}`);
    const kept = (headers['set-cookie'] as string[])[0]?.split(';')[0] as string;
    expect((await own.send('GET', '/_vivarium/', { headers: { cookie: kept } })).status).toBe(200);
  });
});

describe('in an Express app', () => {
  const serve = async (host: string, control: boolean, token?: string) => {
    const vivarium = await createVivarium({ token });
    const server = createServer(express().use(vivarium.middleware({ control })));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return { port: (server.address() as AddressInfo).port, close: () => server.close() };
  };

  test('the control API exists only with the option for it', async () => {
    const plain = await serve('127.0.0.1', false);
    expect((await sendTo(plain.port, 'GET', health)).status).toBe(404);
    plain.close();
    const controlled = await serve('127.0.0.1', true);
    expect((await sendTo(controlled.port, 'GET', worlds)).status).toBe(200);
    const evil = await sendTo(controlled.port, 'GET', worlds, { headers: { host: 'evil.example' } });
    expect(evil.status).toBe(403);
    controlled.close();
  });

  test('behind TLS, a page that came without TLS may not call', async () => {
    const vivarium = await createVivarium();
    const app = express().use(vivarium.middleware({ control: true }));
    const server = createTlsServer(createCertificate(['localhost'], Date.now()), app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const statusFor = (origin: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const options = { port, host: '127.0.0.1', path: fault, headers: { origin }, rejectUnauthorized: false };
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await statusFor(`https://127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor(`http://127.0.0.1:${port}`)).toBe(403);
    server.closeAllConnections();
    server.close();
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

  test.skipIf(outside === undefined)('a connection from another machine is rejected without a token', async () => {
    const { port, close } = await serve('0.0.0.0', true);
    const answer = await fetch(`http://${outside}:${port}${worlds}`);
    expect(answer.status).toBe(403);
    expect((await fetch(`http://${outside}:${port}${health}`)).status).toBe(200);
    close();
  });

  test.skipIf(outside === undefined)('a connection from another machine needs the token, if there is one', async () => {
    const { port, close } = await serve('0.0.0.0', true, 'secret');
    const statusOf = async (host: string | undefined, headers: Record<string, string>): Promise<number> =>
      (await fetch(`http://${host}:${port}${worlds}`, { headers })).status;
    expect(await statusOf(outside, { authorization: 'Bearer secret' })).toBe(200);
    expect(await statusOf(outside, { authorization: 'Bearer other' })).toBe(401);
    expect(await statusOf(outside, {})).toBe(401);
    expect(await statusOf('127.0.0.1', {})).toBe(200);
    close();
  });
});
