/** Servers while their store is away, slow, full, read-only or restarted. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type Answer, type SharingServer, startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };
const patient = { timeout: 30_000 };

describe.skipIf(!canStartStore)('a server with a store', () => {
  let store: StoreServer;
  let proxy: FaultProxy;
  beforeEach(async () => {
    // By default, a store may acknowledge what it writes to its file a second later.
    store = await startStoreServer({ args: ['--appendfsync', 'always'] });
    proxy = await startFaultProxy(store.port);
  });
  afterEach(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
  });

  const start = (url = store.url): Promise<SharingServer> => startServer({ url, prefix: freshPrefix() });
  const post = (server: SharingServer, name = 'Maple'): Promise<Answer> =>
    server.call('POST', '/v1/pets', { name, categoryId: 3 }, demo);
  const list = async (server: SharingServer): Promise<string> =>
    (await server.call('GET', '/v1/pets?limit=100', undefined, demo)).text;
  const health = async (server: SharingServer) => (await server.api('GET', '/health')).json;

  /** Requests fail while it lasts, and succeed afterwards, with everything that was acknowledged. */
  test.each<[what: string, begin: () => unknown, end: () => unknown, rest?: { readsWork?: true; isProxied?: true }]>([
    ['a restart of the store', () => store.kill(), () => store.restart()],
    ['a store that stands still', () => store.pause(), () => store.resume()],
    ['a store that is full', () => store.setFull(true), () => store.setFull(false), { readsWork: true }],
    [
      'a store that only reads, as after a failover',
      () => store.setReadOnly(true),
      () => store.setReadOnly(false),
      { readsWork: true },
    ],
    [
      'a network without answers',
      () => proxy.setStalled(true),
      () => {
        proxy.setStalled(false);
        proxy.cut();
      },
      { isProxied: true },
    ],
    [
      'a network that ends every connection',
      () => proxy.setDown(true),
      () => proxy.setDown(false),
      { isProxied: true },
    ],
  ])('survives %s', async (_what, begin, end, { readsWork = false, isProxied = false } = {}) => {
    const server = await start(isProxied ? proxy.urlFor(store.url) : store.url);
    expect((await post(server, 'Before')).status).toBe(201);
    await begin();
    const refused = await post(server, 'During');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.json).toMatchObject({ message: expect.stringContaining('store') });
    const change = await server.api('PUT', '/worlds/default/faults/slow', { latency: '1ms' });
    expect([change.status, change.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    if (!readsWork) expect((await server.api('GET', '/worlds')).status).toBe(503);
    expect(await health(server)).toMatchObject({ status: 'ok', store: 'away' });
    expect(server.log.filter((line) => line.includes('is not available'))).toHaveLength(1);
    await end();
    await expect.poll(async () => (await post(server, 'After')).status, patient).toBe(201);
    expect(await health(server)).toMatchObject({ store: 'ok' });
    expect(await list(server)).toContain('Before');
    await expect.poll(() => server.log.at(-1), patient).toContain('available again');
  });

  test.each([
    ['is full', 'setFull', 'Raise its maxmemory'],
    ['only reads', 'setReadOnly', 'the primary'],
  ] as const)(
    'reports once that its store %s, and notices without a request that it no longer does',
    async (_how, set, remedy) => {
      const server = await start();
      expect((await post(server)).status).toBe(201);
      await store[set](true);
      const rejections = async (): Promise<number> => {
        expect((await post(server)).status).toBe(503);
        const calls = /cmdstat_evalsha:.*failed_calls=(\d+)/.exec(String(await store.command('INFO', 'commandstats')));
        return Number(calls?.[1] ?? 0);
      };
      // A connection that leads to a replica is replaced each time.
      await expect.poll(rejections, patient).toBeGreaterThan(4);
      expect(await health(server)).toMatchObject({ store: 'away' });
      const lines = server.log.filter((line) => line.includes('available'));
      expect(lines).toEqual([expect.stringContaining(remedy)]);
      expect(lines.join()).not.toMatch(/user_script|\.\./);
      await store[set](false);
      await expect.poll(() => health(server), patient).toMatchObject({ store: 'ok' });
      expect(server.log.filter((line) => line.includes('available'))).toHaveLength(2);
    },
  );

  test('reports that it is not told what other servers do', async () => {
    await store.command('ACL', 'SETUSER', 'deaf', 'on', '>secret', '~*', '&*', '+@all', '-subscribe');
    const server = await start(`redis://deaf:secret@127.0.0.1:${store.port}`);
    expect((await post(server)).status).toBe(201);
    const abort = new AbortController();
    await fetch(`${server.url}/_vivarium/api/worlds/default/events`, { signal: abort.signal });
    await expect.poll(() => server.log.join('\n'), patient).toMatch(/NOPERM.*event streams.*Allow its user SUBSCRIBE/);
    abort.abort();
  });

  test('reports an outage once that several connections notice', async () => {
    const prefix = freshPrefix();
    await post(await startServer({ url: store.url, prefix }));
    const second = await startServer({ url: store.url, prefix });
    // It loads the world over a connection of its own.
    await list(second);
    await store.kill();
    await expect.poll(async () => (await post(second)).status, patient).toBe(503);
    await store.restart();
    await expect.poll(async () => (await post(second)).status, patient).toBe(201);
    expect(second.log.filter((line) => line.includes('is not available'))).toHaveLength(1);
    expect(second.log.filter((line) => line.includes('available again'))).toHaveLength(1);
  });

  test('serves when the store is slow, and gives up when it is too slow', async () => {
    const server = await start(proxy.urlFor(store.url));
    proxy.setDelay(100);
    expect((await post(server)).status).toBe(201);
    proxy.setDelay(2000);
    expect((await post(server)).status).toBe(503);
    proxy.setDelay(0);
    await expect.poll(async () => (await post(server)).status, patient).toBe(201);
  });

  test('executes a request once whose answer is lost', async () => {
    const server = await start(proxy.urlFor(store.url));
    await post(server, 'Maple');
    const lost = proxy.dropAnswerOf('Olive');
    expect((await post(server, 'Olive')).status).toBe(503);
    await lost;
    await expect.poll(async () => (await post(server, 'Juniper')).status, patient).toBe(201);
    expect((await list(server)).split('Olive')).toHaveLength(2);
  });

  test('waits for a store that is away at its start', async () => {
    await store.stop();
    const server = await start();
    expect((await post(server)).status).toBe(503);
    expect(await health(server)).toMatchObject({ store: 'away' });
    await store.restart();
    await expect.poll(async () => (await post(server)).status, patient).toBe(201);
    expect((await server.api('GET', '/worlds')).json.total).toBe(1);
  });

  test('opens new worlds when somebody empties the store', async () => {
    const server = await start();
    await post(server, 'Maple');
    await store.command('FLUSHALL');
    expect((await post(server, 'Olive')).status).toBe(201);
    expect(await list(server)).not.toContain('Maple');
    expect((await server.api('POST', '/worlds/default/reset')).status).toBe(200);
  });
});

describe.skipIf(!canStartStore)('the credentials of a store', () => {
  test('appear in no message', async () => {
    const store = await startStoreServer({ password: 'hunter2' });
    onTestFinished(() => store[Symbol.asyncDispose]());
    const server = await startServer({ url: store.url, prefix: freshPrefix() });
    expect((await server.call('GET', '/v1/pets', undefined, demo)).status).toBe(200);
    await store.kill();
    const refused = await server.call('GET', '/v1/pets', undefined, demo);
    const wrong = await startServer({ url: store.url.replace('hunter2', 'hunter3'), prefix: freshPrefix() });
    await store.restart();
    await expect.poll(() => wrong.log.join(), patient).toContain('not available');
    const shown = [...server.log, ...wrong.log, refused.text, (await wrong.api('GET', '/health')).text].join('\n');
    expect(shown).toContain(`redis://127.0.0.1:${store.port}`);
    expect(shown).not.toContain('hunter');
  });
});
