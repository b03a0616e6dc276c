/** The handlers for MSW, in Node: the client uses the global `fetch`. The service worker is tested in test/browser/. */

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { handlers } from '../../../src/parts/testing/msw.ts';
import { serveForTest } from '../../serve-for-test.ts';

const vivarium = await createVivarium();
const world = vivarium.world('msw');
const server = setupServer();
server.listen({ onUnhandledFrame: 'bypass' });
afterAll(() => server.close());
beforeEach(() => {
  world.reset();
  server.resetHandlers(...handlers(world));
});

const api = 'https://api.example.com/v1';
const headers = { authorization: 'Bearer demo' };
const add = (body: object): Promise<Response> =>
  fetch(`${api}/pets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a world answers the requests of the client, and keeps what it writes', async () => {
  const added = await add({ name: 'Maple', categoryId: 3 });
  expect(added.status).toBe(201);
  expect(await (await fetch(`${api}/pets/25`, { headers })).json()).toEqual({ id: 25, name: 'Maple', categoryId: 3 });
  expect((await fetch(`${api}/pets?limit=2&status=available`, { headers })).status).toBe(200);
  expect(world.exchanges().map(({ method, query }) => `${method} ${query}`)).toEqual([
    'GET limit=2&status=available',
    'GET ',
    'POST ',
  ]);
});

test('a request that breaks the interface is rejected and recorded', async () => {
  expect((await add({})).status).toBe(400);
  expect(() => world.assertNoViolations()).toThrow('body.name is required');
});

describe('a fault', () => {
  test.each(['reset', 'empty', 'garbage'] as const)('%s is a network error', async (transport) => {
    world.fault(transport);
    await expect(fetch(`${api}/pets`, { headers })).rejects.toThrow(TypeError);
    expect(world.exchanges()).toHaveLength(1);
  });

  test('truncate is an error at the latest when the body is read', async () => {
    world.fault('truncate');
    await expect(fetch(`${api}/pets`, { headers }).then((response) => response.text())).rejects.toThrow(TypeError);
  });

  test('timeout never responds: the client aborts, and nothing is logged', async () => {
    world.fault('timeout');
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const abort = new AbortController();
    const response = fetch(`${api}/pets`, { headers, signal: abort.signal });
    await world.waitForExchange({}, { timeoutMs: 60_000 });
    abort.abort();
    await expect(response).rejects.toThrow('abort');
    // MSW logs an error of a handler before it starts with the next request.
    world.clearFaults();
    expect((await fetch(`${api}/pets`, { headers })).status).toBe(200);
    expect(log).not.toHaveBeenCalled();
  });

  test('status and latency work as over a socket', async () => {
    world.fault('rate-limited');
    expect((await fetch(`${api}/pets`, { headers })).status).toBe(429);
    world.clearFaults();
    world.fault('slow', { latency: '1h' });
    const response = fetch(`${api}/pets`, { headers });
    await world.waitForExchange({ status: 200 }, { timeoutMs: 60_000 });
    world.clock.advance('1h');
    expect((await response).status).toBe(200);
  });
});

test.each([new Error('a bug'), new TypeError('a bug')])(
  'another error than a lost response is a bug: %s',
  async (bug) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const broken = { serves: () => true, basePath: '', fetch: () => Promise.reject(bug) };
    server.resetHandlers(...handlers(broken));
    const response = await fetch(`${api}/pets`);
    expect([response.status, await response.json()]).toMatchObject([500, { message: 'a bug' }]);
  },
);

describe('which requests it handles', () => {
  test('a path of the service on any origin; others are left to the next handlers', async () => {
    server.use(http.get('https://cdn.example.com/logo', () => HttpResponse.text('a logo')));
    expect(await (await fetch('https://cdn.example.com/logo')).text()).toBe('a logo');
    expect((await fetch('http://localhost:3000/v1/pets', { headers })).status).toBe(200);
    expect((await fetch(`${api}/none`, { headers })).status).toBe(404);
    const real = await serveForTest((_request, response) => response.end('the real one'));
    expect(await (await fetch(`${real}/main.js`)).text()).toBe('the real one');
  });

  test('with a base URL, what is below it, under the base path of the document', async () => {
    server.resetHandlers(...handlers(world, { baseUrl: 'https://api.example.com/shop/v7/' }));
    expect((await fetch('https://api.example.com/shop/v7/pets/1?x=1', { headers })).status).toBe(200);
    expect(world.exchanges()).toMatchObject([{ path: '/v1/pets/1', query: 'x=1' }]);
    const real = await serveForTest((_request, response) => response.end('the real one'));
    expect(await (await fetch(`${real}/v1/pets`)).text()).toBe('the real one');
  });

  test('a base URL may be a path of the page', async () => {
    vi.stubGlobal('location', { href: 'http://localhost:5173/animals' });
    onTestFinished(() => void vi.unstubAllGlobals());
    server.resetHandlers(...handlers(world, { baseUrl: '/api' }));
    expect((await fetch('http://localhost:5173/api/pets/1', { headers })).status).toBe(200);
  });

  test('another request is unhandled, so that MSW can report it', async () => {
    const strict = setupServer(...handlers(world));
    server.close();
    strict.listen({ onUnhandledFrame: 'error' });
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      strict.close();
      server.listen({ onUnhandledFrame: 'bypass' });
      log.mockRestore();
    });
    const real = await serveForTest((_request, response) => response.end('the real one'));
    await expect(fetch(`${real}/users`)).rejects.toThrow();
    expect(log.mock.calls.join()).toContain('without a matching request handler');
  });
});

test('a request that is forwarded reaches the real service, and not the world again', async () => {
  const real = await createVivarium({ seed: 9 });
  const { url } = await real.listen({ port: 0 });
  const forwarding = await createVivarium({ upstream: url });
  onTestFinished(async () => {
    await forwarding.close();
    await real.close();
  });
  server.resetHandlers(...handlers(forwarding.world()));
  const response = await fetch(`${api}/pets?limit=1`, { headers });
  expect([response.status, response.headers.get('vivarium-origin')]).toEqual([200, 'upstream']);
  expect(real.world().exchanges()).toHaveLength(1);
});

test('a mistake is an error at once, which states the remedy', () => {
  expect(() => handlers(vivarium as never)).toThrow('handlers takes a world: handlers(vivarium.world())');
  expect(() => handlers(undefined as never)).toThrow('handlers takes a world');
  expect(() => handlers(world, { baseUrl: '/api' })).toThrow(
    'baseUrl is not a URL: "/api". Write it as https://api.example.com/v2.',
  );
  // A URL whose scheme is `localhost:`, below which no request is.
  expect(() => handlers(world, { baseUrl: 'localhost:3000/v1' })).toThrow('baseUrl is not a URL: "localhost:3000/v1".');
  expect(() => handlers(world, { baseURL: 'https://api.example.com' } as never)).toThrow(
    'unknown property "baseURL" of the options of handlers. Did you mean "baseUrl"?',
  );
});
