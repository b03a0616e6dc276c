import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { createCertificate } from '../../src/parts/tls/create-certificate.ts';
import { type Deadlines, listen } from '../../src/server/listen.ts';
import { silentLogger } from '../../src/world/logger.ts';

const listenWith = async (deadlines?: Partial<Deadlines>) => {
  const vivarium = await createVivarium();
  const app = express().use(vivarium.middleware());
  const { url, close } = await listen(app, {
    port: 0,
    host: '127.0.0.1',
    nameOf: String,
    logger: silentLogger,
    ...(deadlines && {
      deadlines: { headersMs: 60_000, requestMs: 60_000, checkMs: 50, idleMs: 60_000, ...deadlines },
    }),
  });
  onTestFinished(async () => {
    await close();
    await vivarium.close();
  });
  return { url, close, port: Number(new URL(url).port), world: vivarium.world() };
};

/** Sends a byte every few milliseconds until the connection ends; returns everything that was received. */
const drip = async (socket: Socket, start: string): Promise<string> => {
  let received = '';
  socket
    .setEncoding('latin1')
    .on('data', (chunk: string) => {
      received += chunk;
    })
    .on('error', () => {});
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), 10);
  await once(socket, 'close');
  clearInterval(timer);
  return received;
};

const head = 'POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\n';

test.each([
  // The deadline of the other part would end it too late.
  ['headers', `${head}X-Slow: `, { headersMs: 300, requestMs: 600_000 }],
  [
    'body',
    `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"`,
    { headersMs: 300, requestMs: 300 },
  ],
])('a client that sends the %s byte by byte gets 408, and its connection ends', async (_, start, deadlines) => {
  const { port, url, world } = await listenWith(deadlines);
  const slow = drip(connect(port, '127.0.0.1'), start);
  const others = fetch(`${url}/v1/pets/1`, { headers: { authorization: 'Bearer demo' } });
  expect((await others).status).toBe(200);
  const received = await slow;
  expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(received).toContain('Connection: close\r\n');
  expect(received).toContain('The request was not complete in time.');
  expect(world.exchanges({ method: 'POST', status: '2xx' })).toEqual([]);
});

test('a connection without a request stays open for longer than clients keep one, and then ends', async () => {
  const { url } = await listenWith();
  const response = await fetch(`${url}/v1/pets/1`, { headers: { authorization: 'Bearer demo' } });
  expect(response.headers.get('keep-alive')).toBe('timeout=72');
  const short = await listenWith({ idleMs: 50 });
  const socket = connect(short.port, '127.0.0.1').resume();
  socket.write('GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\n\r\n');
  await once(socket, 'close');
});

test('a response may take longer than the deadlines of a request', async () => {
  const { url } = await listenWith({ headersMs: 100, requestMs: 100, checkMs: 20 });
  const headers = { authorization: 'Bearer demo', prefer: 'delay=500ms' };
  expect((await fetch(`${url}/v1/pets/1`, { headers })).status).toBe(200);
});

test('a stop waits for the requests in flight, but not for their connections', async () => {
  const { url, port, close, world } = await listenWith();
  const idle = connect(port, '127.0.0.1').resume();
  idle.write('GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\n\r\n');
  const unused = connect(port, '127.0.0.1').resume();
  await once(unused, 'connect');
  const delayed = fetch(`${url}/v1/pets/2`, { headers: { authorization: 'Bearer demo', prefer: 'delay=1h' } });
  await expect.poll(() => world.exchanges().length).toBe(2);
  // Longer than the time limit of the test.
  const closed = close(600_000);
  await Promise.all([once(idle, 'close'), once(unused, 'close')]);
  world.clock.advance('2h');
  expect((await delayed).status).toBe(200);
  await closed;
});

test('a stop waits for no client that rejected the certificate, or whose handshake is not complete', async () => {
  const tls = createCertificate(['127.0.0.1'], Date.now());
  const { url, close } = await listen(() => {}, {
    port: 0,
    host: '127.0.0.1',
    nameOf: String,
    logger: silentLogger,
    tls,
  });
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: expect.stringMatching(/CERT/) } });
  const begun = connect(Number(new URL(url).port), '127.0.0.1').resume();
  await once(begun, 'connect');
  // The server may reset the connection.
  begun.on('error', () => {});
  const closed = new Promise((resolve) => begun.on('close', resolve));
  // The beginning of a ClientHello (RFC 8446, section 5.1).
  begun.write(Buffer.from([22, 3, 1, 2, 0, 1]));
  await Promise.all([close(), closed]);
});

test.each([
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
])('a server that listens on %s is called at an address of this machine', async (host, expected) => {
  const { url, close } = await listen((_request, response) => response.end('here'), {
    ...{ port: 0, host, nameOf: String, logger: silentLogger },
  });
  onTestFinished(() => close());
  expect(url).toMatch(expected);
  expect(await (await fetch(url)).text()).toBe('here');
});

test('an error of a server that listens is logged, and it keeps listening', async () => {
  const logged: string[] = [];
  const logger = { ...silentLogger, error: (text: string) => void logged.push(text) };
  let server: Server | undefined;
  const app = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    server = (socket as Socket & { readonly server: Server }).server;
    response.end('here');
  };
  const { url, close } = await listen(app, { port: 0, host: '127.0.0.1', nameOf: String, logger });
  onTestFinished(() => close());
  await fetch(url);
  server?.emit('error', new Error('no file descriptor left'));
  expect(logged).toEqual(['The server reports an error and keeps listening.']);
  expect(await (await fetch(url)).text()).toBe('here');
});
