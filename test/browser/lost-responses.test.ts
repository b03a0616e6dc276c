/** A browser repeats a request, and tells nobody, if a connection of its pool ends without a response. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { createCertificate } from '../../src/parts/tls/create-certificate.ts';
import { startServer } from '../cli/process.ts';
import { canStartStore, freshPrefix, startStoreServer } from '../parts/store/support/redis-server.ts';

interface Running {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}

const start = {
  'the server': async (): Promise<Running> => {
    const vivarium = await createVivarium();
    const { url } = await vivarium.listen({ port: 0 });
    return { origin: url, stop: () => vivarium.close() };
  },
  'the middleware': () => startApp('http'),
  'the middleware behind TLS': () => startApp('https'),
  'workers with TLS': async (): Promise<Running> => {
    const store = await startStoreServer();
    const options = ['--workers', '2', '--tls', '--store', store.url, '--prefix', freshPrefix()];
    const server = await startServer(options, {});
    return { origin: server.listening.url, stop: () => server.stop().then(() => store[Symbol.asyncDispose]()) };
  },
};

const startApp = async (scheme: 'http' | 'https'): Promise<Running> => {
  const vivarium = await createVivarium();
  const app = express().use(vivarium.middleware({ control: true }));
  const server =
    scheme === 'http' ? createServer(app) : createTlsServer(createCertificate(['127.0.0.1'], Date.now()), app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await vivarium.close();
  };
  return { origin: `${scheme}://127.0.0.1:${port}`, stop };
};

/** A page of another origin, as the client of an API is. */
const stranger = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><title>Client</title>');
});
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  browser = await chromium.connect(inject('browser'));
});
afterAll(async () => {
  await browser.close();
  stranger.closeAllConnections();
  stranger.close();
});

const openPage = async (url: string): Promise<Page> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly prefer?: string;
}

/** Fetches in the page, and returns the bodies, or what failed. */
const fetchAll = (page: Page, base: string, requests: readonly Sent[]): Promise<readonly string[]> =>
  page.evaluate(
    ([base, requests]) =>
      Promise.all(
        requests.map(async ({ method = 'GET', path = '/pets/1', prefer }) => {
          const headers: Record<string, string> = { Authorization: 'Bearer demo' };
          if (prefer !== undefined) headers.Prefer = prefer;
          if (method === 'POST') headers['Content-Type'] = 'application/json';
          const body = method === 'POST' ? '{"name":"Ghost","categoryId":1}' : null;
          try {
            return await fetch(base + path, { method, headers, body }).then((response) => response.text());
          } catch {
            return 'lost';
          }
        }),
      ),
    [base, requests] as const,
  );

const create: Sent = { method: 'POST', path: '/pets' };

describe.each(Object.keys(start) as readonly (keyof typeof start)[])('over %s, one fetch is one exchange', (name) => {
  const isPossible = name !== 'workers with TLS' || canStartStore;
  let running: Running;
  let own: Page;
  let other: Page;
  let count = 0;
  beforeAll(async () => {
    if (!isPossible) return;
    running = await start[name]();
    [own, other] = await Promise.all([
      openPage(`${running.origin}/_vivarium/api/health`),
      openPage(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`),
    ]);
  });
  afterAll(async () => {
    for (const page of [own, other]) await page?.context().close();
    await running?.stop();
  });

  /** The control API is called from its own page, over connections of the same browser. */
  const control = (path: string, method = 'GET', body?: unknown): Promise<{ readonly items: readonly unknown[] }> =>
    own.evaluate(
      ([path, method, body]) =>
        fetch(`/_vivarium/api/worlds/${path}`, { method, body, headers: { 'Content-Type': 'application/json' } }).then(
          (response) => response.json(),
        ),
      [path, method, body === undefined ? null : JSON.stringify(body)] as const,
    );

  const setUp = async (): Promise<{ readonly world: string; readonly base: string }> => {
    const world = `lost-${++count}`;
    const base = `${running.origin}/~${world}/v1`;
    // Connections that stay open, more than there are workers.
    for (const page of [own, other]) await fetchAll(page, base, Array(4).fill({}));
    return { world, base };
  };

  const createdIn = async (world: string): Promise<number> =>
    (await control(`${world}/exchanges?method=POST`)).items.length;

  test.runIf(isPossible).each(['reset', 'empty', 'truncate', 'offline'])('with %s', async (fault) => {
    const { world, base } = await setUp();
    for (const page of [other, own])
      expect(await fetchAll(page, base, [{ ...create, prefer: `fault=${fault}` }])).toEqual(['lost']);
    expect(await createdIn(world)).toBe(2);
    await fetchAll(other, base, Array(3).fill({}));
    await control(`${world}/faults/${fault}`, 'PUT', { on: { method: ['POST', 'HEAD'] } });
    expect(await fetchAll(other, base, [create])).toEqual(['lost']);
    expect(await createdIn(world)).toBe(3);
    // Over connections that were opened since.
    await fetchAll(other, base, Array(3).fill({}));
    expect(await fetchAll(other, base, [create, create])).toEqual(['lost', 'lost']);
    expect(await createdIn(world)).toBe(5);
    expect(await fetchAll(own, base, [create])).toEqual(['lost']);
    expect(await createdIn(world)).toBe(6);
    // Its response has no body, and no byte of it is sent by `truncate`.
    expect(await fetchAll(other, base, [{ method: 'HEAD' }])).toEqual(['lost']);
    expect((await control(`${world}/exchanges?method=HEAD`)).items).toHaveLength(1);
  });
});
