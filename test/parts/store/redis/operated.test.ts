/** Stores as they are operated: behind a Sentinel, in a cluster, and with settings that put worlds at risk. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  canStartStore,
  freshPrefix,
  type StoreServer,
  type StoreServerOptions,
  startStoreServer,
} from '../support/redis-server.ts';
import { startSentinel } from '../support/sentinel.ts';
import { type SharingServer, startServer } from './store-servers.ts';

const patient = { timeout: 30_000, interval: 50 };
const headers = { authorization: 'Bearer demo' };

const startStore = async (options?: StoreServerOptions) => {
  const store = await startStoreServer(options);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
};

const add = (server: SharingServer, name: string) => server.call('POST', '/v1/pets', { name, categoryId: 1 }, headers);
const list = async (server: SharingServer): Promise<string> =>
  (await server.call('GET', '/v1/pets?limit=100', undefined, headers)).text;

describe.skipIf(!canStartStore)('a store behind Sentinels', () => {
  const startWatched = async () => {
    const [primary, replica] = [await startStore(), await startStore()];
    await replica.command('REPLICAOF', '127.0.0.1', String(primary.port));
    const sentinel = await startSentinel(primary.port, 'mymaster');
    onTestFinished(() => sentinel[Symbol.asyncDispose]());
    await expect.poll(() => replica.command('INFO', 'replication'), patient).toContain('master_link_status:up');
    return { primary, replica, sentinel };
  };

  test('is found by the name of the primary, and after a failover the other one is', async () => {
    const { primary, sentinel } = await startWatched();
    // The first address is that of a Sentinel that is away.
    const url = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/mymaster`;
    const prefix = freshPrefix();
    const [one, two] = [await startServer({ url, prefix }), await startServer({ url, prefix })];
    expect((await add(one, 'Maple')).status).toBe(201);
    expect(await list(two)).toContain('Maple');
    const known = async () => String(await sentinel.command('SENTINEL', 'REPLICAS', 'mymaster'));
    await expect.poll(known, patient).toContain('127.0.0.1');
    await primary.kill();
    await expect.poll(async () => (await add(one, 'Olive')).status, patient).toBe(201);
    await expect.poll(() => list(two), patient).toContain('Olive');
    expect(await list(two)).toContain('Maple');
  });

  test('is not found under another name, or without its scheme, and the log says what to write', async () => {
    const { sentinel } = await startWatched();
    const address = `127.0.0.1:${sentinel.port}`;
    const unknown = await startServer({ url: `redis+sentinel://${address}/other`, prefix: freshPrefix() });
    const direct = await startServer({ url: `redis://${address}`, prefix: freshPrefix() });
    await expect
      .poll(() => unknown.log.join(), patient)
      .toMatch(/watches no primary with the name "other".* Correct the name of the primary/);
    await expect
      .poll(() => direct.log.join(), patient)
      .toMatch(/it is a Sentinel, of mymaster, and stores nothing.* Write redis\+sentinel:/);
    expect((await direct.call('GET', '/v1/pets', undefined, headers)).status).toBe(503);
  });
});

describe.skipIf(!canStartStore)('a cluster', () => {
  const slots = 16_384;

  /** As `redis-cli --cluster reshard` does it. */
  const move = async (slot: number, from: StoreServer, to: StoreServer): Promise<void> => {
    const [source, target] = [
      String(await from.command('CLUSTER', 'MYID')),
      String(await to.command('CLUSTER', 'MYID')),
    ];
    await to.command('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', source);
    await from.command('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', target);
    const keys = (await from.command('CLUSTER', 'GETKEYSINSLOT', String(slot), '1000')) as readonly string[];
    await from.command('MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...keys);
    for (const node of [to, from]) await node.command('CLUSTER', 'SETSLOT', String(slot), 'NODE', target);
  };

  test('is served from any of its nodes, also after slots have moved', async () => {
    const args = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'];
    const nodes = [await startStore({ args }), await startStore({ args })] as const;
    const [first, second] = nodes;
    await first.command('CLUSTER', 'MEET', '127.0.0.1', String(second.port));
    await first.command('CLUSTER', 'ADDSLOTSRANGE', '0', String(slots / 2 - 1));
    await second.command('CLUSTER', 'ADDSLOTSRANGE', String(slots / 2), String(slots - 1));
    for (const node of nodes)
      await expect.poll(() => node.command('CLUSTER', 'INFO'), patient).toContain('cluster_state:ok');
    const prefixes = Array.from({ length: 8 }, freshPrefix);
    const owners = new Set<boolean>();
    for (const prefix of prefixes) {
      const slot = Number(await first.command('CLUSTER', 'KEYSLOT', `{${prefix}}`));
      if (owners.has(slot < slots / 2)) continue;
      owners.add(slot < slots / 2);
      const [one, two] = [
        await startServer({ url: first.url, prefix }),
        await startServer({ url: `${second.url.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1')}`, prefix }),
      ];
      expect((await add(one, 'Maple')).status).toBe(201);
      await expect.poll(() => list(two), patient).toContain('Maple');
      expect(one.log.join()).not.toContain('not available');
      await move(slot, ...(slot < slots / 2 ? ([first, second] as const) : ([second, first] as const)));
      await expect.poll(async () => (await add(one, 'Olive')).status, patient).toBe(201);
      expect(await list(one)).toContain('Maple');
      await expect.poll(() => list(two), patient).toContain('Olive');
    }
    expect(owners.size).toBe(2);
  });
});

describe.skipIf(!canStartStore)('at the start', () => {
  test('settings that put worlds at risk are named', async () => {
    const store = await startStore({ args: ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'] });
    const server = await startServer({ url: store.url, prefix: freshPrefix() });
    await expect.poll(() => server.log.join('\n'), patient).toContain('its eviction policy is allkeys-lru');
    expect(server.log.join('\n')).toMatch(/it has no persistence .* Set appendonly yes\./);
    await store.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await store.command('CONFIG', 'SET', 'appendonly', 'yes');
    const safe = await startServer({ url: store.url, prefix: freshPrefix() });
    expect((await add(safe, 'Maple')).status).toBe(201);
    expect(safe.log).toEqual([]);
  });

  test('a server with another scenario or seed is noticed, and one with the same is not', async () => {
    const store = await startStore();
    const prefix = freshPrefix();
    const start = (options: { readonly seed?: number; readonly scenario?: object } = {}) =>
      startServer({ url: store.url, prefix, ...options });
    const [first, same] = [await start(), await start()];
    const seeded = await start({ seed: 7 });
    await expect.poll(() => seeded.log.join(), patient).toContain('another start scenario or seed');
    const other = await start({ seed: 7, scenario: { data: {} } });
    await expect.poll(() => other.log.join(), patient).toContain('--scenario, --scenarios, --seed, --fault');
    expect([...first.log, ...same.log]).toEqual([]);
  });

  test('a wrong password is an error', async () => {
    const store = await startStore({ password: 'hunter2' });
    for (const url of [store.url.replace('hunter2', 'hunter3'), store.url.replace(':hunter2@', '')]) {
      const failed = startServer({ url, prefix: freshPrefix() });
      await expect(failed).rejects.toThrow(/the store rejects the user or the password: .*Correct them in the URL/);
      await expect(failed).rejects.not.toThrow(/hunter/);
    }
  });

  test('a port with TLS is named as such', async () => {
    const store = await startStore({ tls: true });
    const server = await startServer({ url: store.url.replace('rediss:', 'redis:'), prefix: freshPrefix() });
    await expect
      .poll(() => server.log.join(), patient)
      .toMatch(/it speaks TLS .* Its URL must begin with rediss: instead of redis:\./);
  });
});
