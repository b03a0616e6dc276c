import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import {
  type ClientOptions,
  createClient,
  UnsentRequest,
  type VerifyRequest,
} from '../../../src/parts/verify/requests.ts';
import { loadAnimalStore } from '../../core/helpers.ts';
import { serveForTest } from '../../serve-for-test.ts';

const list = (await loadAnimalStore()).operations.find(({ name }) => name === 'listPets') as Operation;

const requestOf = (path = '/pets'): VerifyRequest => ({
  operation: list,
  path,
  query: ['a=1'],
  headers: [['x-one', '1']],
  cookies: [],
  body: undefined,
  credential: 'valid',
});

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl,
    credentials: { key: 'sesame', headers: [['X-Tenant', 'acme']] },
    timeoutMs: 60_000,
    rate: undefined,
    ...options,
  });

test('a request has its query, its headers and its credential', async () => {
  const url = await serveForTest(({ url: path, headers }, response) => {
    response.end(JSON.stringify([path, headers.authorization, headers['x-one'], headers['x-tenant']]));
  });
  expect(await clientOf(`${url}/v1`)(requestOf())).toMatchObject({
    type: 'response',
    status: 200,
    text: '["/v1/pets?a=1","Bearer sesame","1","acme"]',
  });
});

test('a request that is not sent says why, and nothing about the address', async () => {
  const fetch = () => Promise.reject(new UnsentRequest('no base path is above it'));
  expect(await clientOf('http://127.0.0.1:1', { fetch })(requestOf())).toEqual({
    ...{ type: 'failed', reason: 'no base path is above it', unsent: true },
  });
});

test('a redirect is a response', async () => {
  const url = await serveForTest((_request, response) =>
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  );
  expect(await clientOf(url)(requestOf())).toMatchObject({ type: 'response', status: 302 });
});

test('a response that does not end, and one that is too large, are failures', async () => {
  const url = await serveForTest(({ url: path = '' }, response) => {
    if (path.startsWith('/large')) response.end(Buffer.alloc(10 * 1_048_576 + 1));
    else if (path.startsWith('/slow')) response.write('[');
    else response.end('[]');
  });
  expect(await clientOf(url)(requestOf('/large'))).toEqual({
    type: 'failed',
    reason: 'the body is larger than 10 MiB',
  });
  const send = clientOf(url, { timeoutMs: 1000 });
  expect(await send(requestOf())).toMatchObject({ status: 200 });
  expect(await send(requestOf('/slow'))).toEqual({ type: 'failed', reason: 'no complete response within 1000 ms' });
});

test('a lost connection is a failure, and nothing at the address is an error', async () => {
  const url = await serveForTest(({ url: path, socket }, response) => {
    if (path?.startsWith('/pets')) socket.destroy();
    else response.end();
  });
  expect(await clientOf(url)(requestOf())).toMatchObject({ type: 'failed' });
  await expect(clientOf('http://127.0.0.1:1')(requestOf())).rejects.toMatchObject({
    problems: [{ code: 'VIV_SERVER_UNREACHABLE' }],
  });
});

test('the rate limits the requests of a second', async () => {
  let last = 0;
  const url = await serveForTest((_request, response) => {
    last = performance.now();
    response.end();
  });
  const send = clientOf(url, { rate: 20 });
  // From before the first one is sent, since it may arrive late.
  const start = performance.now();
  for (let count = 0; count < 4; count++) await send(requestOf());
  expect(last - start).toBeGreaterThan(140);
});

test.each([
  ['query', '/pets?a=1&k%2Fy=a%20%26b', undefined],
  ['cookie', '/pets?a=1', 'a=1; k/y=a &b'],
] as const)('a credential in the %s joins what is there', async (place, target, cookie) => {
  const scheme = { type: 'api-key', in: place, name: 'k/y', challenge: '', scheme: 'key' } as const;
  const seen: unknown[] = [];
  const answer: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    seen.push(url, headers.get('cookie'), headers.get('accept'));
    return new Response('é');
  };
  const send = clientOf('http://a.test', { fetch: answer, credentials: { key: 'a &b', headers: [] } });
  const cookies = place === 'cookie' ? ['a=1'] : [];
  const answered = await send({ ...requestOf(), operation: { ...list, security: [[scheme]] }, cookies });
  expect(seen).toEqual([`http://a.test${target}`, cookie ?? null, '*/*']);
  expect(answered).toMatchObject({ type: 'response', text: 'é' });
});

test('one lost response is a failure if there was a response before, or is one at the address now', async () => {
  const answers: readonly (Response | undefined)[] = [undefined, new Response(), undefined, undefined];
  let count = 0;
  const answer: typeof fetch = async () => {
    const next = answers[count++];
    if (next === undefined) throw new TypeError('terminated');
    return next;
  };
  const send = clientOf('http://a.test', { fetch: answer });
  for (const calls of [2, 3, 4]) {
    expect(await send(requestOf())).toMatchObject({ type: 'failed' });
    expect(count).toBe(calls);
  }
});
