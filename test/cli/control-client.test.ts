import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { callControl, readServerUrl } from '../../src/cli/control-client.ts';

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const call = (origin: string, timeoutMs?: number): Promise<string> =>
  callControl(origin, { path: '/coverage', token: undefined, ...(timeoutMs !== undefined && { timeoutMs }) });

test.each([
  ['never responds', () => {}],
  ['never ends its response', (_request, response) => void response.write('{')],
] satisfies [string, RequestListener][])('a server that %s is reported', async (_name, listener) => {
  const origin = await serve(listener);
  await expect(call(origin, 100)).rejects.toThrow(
    `${origin}/_vivarium/api/coverage did not respond completely within 0.1 seconds. Check that the server is running.`,
  );
});

test('an endless response is read up to its limit', async () => {
  let isClosed = (_value: unknown): void => {};
  const closed = new Promise((resolve) => {
    isClosed = resolve;
  });
  const origin = await serve((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const send = (): void => {
      while (response.write(chunk));
    };
    response.on('drain', send).on('close', isClosed);
    send();
  });
  await expect(call(origin)).rejects.toThrow(
    `the response of ${origin}/_vivarium/api/coverage is larger than 64 MiB. Check that the address is that of a Vivarium server.`,
  );
  await closed;
});

test.each([
  ['http://h:1', undefined],
  ['http://h:1/', undefined],
  ['http://h:1/_vivarium/?token=x', undefined],
  ['http://h:1/_vivarium/api/coverage', undefined],
  ['http://h:1/~alice', 'alice'],
  ['http://h:1/~alice/v1', 'alice'],
  ['http://h:1/_vivarium/api/worlds/alice/coverage', 'alice'],
])('the address %s names the world %s', (address, world) => {
  expect(readServerUrl(address)).toEqual({ origin: 'http://h:1', world });
});

test.each(['/nope', '/v1', '/_vivariums'])('an address with the path %s is rejected', (path) => {
  expect(() => readServerUrl(`http://h:1${path}`)).toThrow(
    `"http://h:1${path}" is not the address of a server: nothing is at ${path}. Write it as http://h:1.`,
  );
});

test('a server without TLS is reported as one, without the texts of OpenSSL', async () => {
  const origin = await serve((_request, response) => void response.end('{}'));
  await expect(call(origin.replace('http:', 'https:'))).rejects.toThrow(
    `cannot reach ${origin.replace('http:', 'https:')}/_vivarium/api/coverage: the server does not use TLS: its address begins with http://. Check that the server is running.`,
  );
});

test.each([
  ['localhost:4711', 'http://localhost:4711'],
  ['nowhere', 'http://127.0.0.1:4010'],
])('the address %s is not one; the remedy is %s', (address, remedy) => {
  expect(() => readServerUrl(address)).toThrow(`"${address}" is not the address of a server. Write it as ${remedy}.`);
});
