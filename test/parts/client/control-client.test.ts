import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { reachServer, readServerUrl } from '../../../src/parts/client/control-client.ts';
import { coverage } from '../../../src/parts/client/coverage-client.ts';
import { fault } from '../../../src/parts/client/fault-client.ts';
import { gate } from '../../../src/parts/gate/gate-command.ts';
import { verify } from '../../../src/parts/verify/command/verify-command.ts';
import { serveForTest } from '../../serve-for-test.ts';

/** As far as its health goes, it is a Vivarium. */
const pretend = (listener: RequestListener): Promise<string> =>
  serveForTest((request, response) => {
    if (request.url !== '/_vivarium/api/health') return listener(request, response);
    return response.end('{"status":"ok","version":"1.0.0","uptimeMs":1}');
  });

const call = async (origin: string, timeoutMs?: number): Promise<string> =>
  (await reachServer(origin, undefined, timeoutMs))({ path: '/coverage' });

const commands: readonly (readonly [name: string, run: (url: string) => Promise<number>])[] = [
  ['gate', (url) => gate([url], { token: 'secret' })],
  ['coverage', (url) => coverage([url], { token: 'secret' })],
  ['fault', (url) => fault('slow', 'on', { url, token: 'secret' })],
];

test.each(commands)('%s follows no redirect', async (_name, run) => {
  let reached = 0;
  const target = await serveForTest((_request, response) => {
    reached++;
    response.end('{}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const redirect: RequestListener = ({ url = '' }, response) =>
      void response.writeHead(status, { location: target + url }).end();
    for (const origin of [await serveForTest(redirect), await pretend(redirect)])
      await expect(run(origin)).rejects.toThrow(
        `responded with ${status}, a redirect, which is not followed. Give the address of the Vivarium server itself.`,
      );
  }
  expect(reached).toBe(0);
});

test.each(commands)(
  '%s recognises what is not a Vivarium, which gets neither the token nor a change',
  async (_name, run) => {
    for (const body of ['{}', '<html></html>', '', '{"enabled":true}', '{"status":"ok"}']) {
      const calls: string[] = [];
      const origin = await serveForTest(({ method, headers }, response) => {
        calls.push(`${method} ${headers.authorization}`);
        response.end(body);
      });
      await expect(run(origin)).rejects.toThrow(
        `${origin} is not a Vivarium server. Check that the address is that of a Vivarium server.`,
      );
      expect(calls).toEqual(['GET undefined']);
    }
    // Something in between: the response is not that of the control API.
    await expect(run(await pretend((_request, response) => response.end('{}')))).rejects.toThrow(
      /that of a Vivarium server|is not a coverage report/,
    );
  },
);

test.each([...commands, ['verify', (url: string) => verify(url, undefined, {})] as const])(
  '%s shows no credential of an address',
  async (_name, run) => {
    for (const address of [
      'http://user:s3cret@127.0.0.1:1/nope',
      'http://user:s3/cret@127.0.0.1:1',
      'http://127.0.0.1:1/nope?token=s3cret',
      'ftp://user:s3cret@127.0.0.1:1',
      'user:s3cret@127.0.0.1:1',
      'http://user:s3cret@127.0.0.1:1',
    ]) {
      const error: Error = await run(address).catch((reason) => reason);
      expect(error.message).not.toMatch(/s3|cret/);
      expect(error.message).toMatch(/127\.0\.0\.1|must not contain a user name/);
    }
  },
);

test.each([
  ['never responds', () => {}],
  ['never ends its response', (_request, response) => void response.write('{')],
] satisfies [string, RequestListener][])('a server that %s is reported', async (_name, listener) => {
  const origin = await pretend(listener);
  await expect(call(origin, 100)).rejects.toThrow(
    `${origin}/_vivarium/api/coverage did not respond completely within 0.1 seconds. Check that the server is running.`,
  );
});

test('an endless response is read up to its limit', async () => {
  let isClosed = (_value: unknown): void => {};
  const closed = new Promise((resolve) => {
    isClosed = resolve;
  });
  const origin = await pretend((_request, response) => {
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
  const origin = await serveForTest((_request, response) => void response.end('{}'));
  await expect(call(origin.replace('http:', 'https:'))).rejects.toThrow(
    `cannot reach ${origin.replace('http:', 'https:')}/_vivarium/api/health: the server does not use TLS: its address begins with http://. Check that the server is running.`,
  );
});

test.each([
  ['localhost:4711', 'http://localhost:4711'],
  ['nowhere', 'http://127.0.0.1:4010'],
])('the address %s is not one; the remedy is %s', (address, remedy) => {
  expect(() => readServerUrl(address)).toThrow(`"${address}" is not the address of a server. Write it as ${remedy}.`);
});
