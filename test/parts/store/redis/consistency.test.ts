/** What a store holds stays consistent: over a failover, with servers that are set up differently, and with what was left behind. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type SharingServer, type StoreServerOptions, startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };

describe.skipIf(!canStartStore)('a store', () => {
  let store: StoreServer;
  let prefix: string;
  beforeAll(async () => {
    store = await startStoreServer();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());
  beforeEach(() => {
    prefix = freshPrefix();
  });

  const start = (options: StoreServerOptions = {}): Promise<SharingServer> =>
    startServer({ url: store.url, prefix, ...options });
  const key = (name: string): string => `{${prefix}}:${name}`;
  const post = (server: SharingServer, name: string, world = 'default') =>
    server.call('POST', `/~${world}/v1/pets`, { name, categoryId: 3 }, demo);
  const list = async (server: SharingServer, world = 'default'): Promise<string> =>
    (await server.call('GET', `/~${world}/v1/pets?limit=100`, undefined, demo)).text;
  const lastEntry = async (): Promise<string> => {
    const [[id]] = (await store.command('XREVRANGE', key('log:default'), '+', '-', 'COUNT', '1')) as [[string]];
    return id;
  };

  test('that has lost an entry in a failover is the same for all servers', async () => {
    const [one, two] = [await start(), await start()];
    await post(one, 'Maple');
    await list(two);
    const kept = await lastEntry();
    await post(one, 'Lost');
    // The replica that takes over never had this entry.
    await store.command('XDEL', key('log:default'), await lastEntry());
    await store.command('XSETID', key('log:default'), kept);
    await store.command('HSET', key('world:default'), 'last', kept);
    await post(two, 'Olive');
    const [first, second] = [await list(one), await list(two)];
    expect(first).toBe(second);
    expect(first).toContain('Maple');
    expect(first).toContain('Olive');
    expect(first).not.toContain('Lost');
    // The next entry has the number of one that a server knows.
    await post(one, 'Juniper');
    expect(await list(two)).toBe(await list(one));
  });

  test('keeps what all worlds share for as long as the server that keeps its worlds longest', async () => {
    const one = await start({ keepMs: 3_600_000 });
    await post(one, 'Maple');
    const two = await start({ keepMs: 2000 });
    await post(two, 'Olive', 'brief');
    for (const shared of ['worlds', 'service', 'scenarios', 'counts'])
      expect(await store.command('PTTL', key(shared)), shared).toBeGreaterThan(1_800_000);
    expect(await store.command('PTTL', key('world:brief'))).toBeLessThanOrEqual(2125);
    expect(await store.command('PTTL', key('world:default'))).toBeGreaterThan(1_800_000);
  });

  test('keeps `default`, and worlds with an open event stream, as long as a server runs', async () => {
    const one = await start();
    for (const name of ['watched', 'unused']) await post(one, 'Maple', name);
    one.simulation.worlds.get('watched')?.subscribe(() => {});
    for (const name of ['default', 'watched', 'unused']) await store.command('PEXPIRE', key(`world:${name}`), '60000');
    one.simulation.worlds.endUnused();
    const left = (name: string) => store.command('PTTL', key(`world:${name}`));
    for (const name of ['default', 'watched']) await expect.poll(() => left(name)).toBeGreaterThan(3_600_000);
    expect(await left('unused')).toBeLessThanOrEqual(60_000);
  });

  test('lets the snapshot of a world expire with the world', async () => {
    const one = await start({ snapshotLength: 1 });
    await post(one, 'Maple');
    await expect
      .poll(async () => (await post(one, 'Olive')).status === 201 && store.command('EXISTS', key('snapshot:default')), {
        timeout: 30_000,
      })
      .toBe(1);
    const expiry = (name: string) => store.command('PEXPIRETIME', key(name));
    expect(await expiry('snapshot:default')).toBe(await expiry('world:default'));
  });

  test('changes nothing if its user may not announce the change', async () => {
    const { port } = store;
    await store.command('ACL', 'SETUSER', 'mute', 'on', '>secret', '~*', 'resetchannels', '+@all');
    const one = await start();
    await post(one, 'Maple');
    const before = await lastEntry();
    const mute = await start({ url: `redis://mute:secret@127.0.0.1:${port}` });
    expect((await post(mute, 'Olive')).status).toBe(503);
    expect(await lastEntry()).toBe(before);
    expect(await list(one)).not.toContain('Olive');
  });

  test('needs no more of its user than the documentation states', async () => {
    const [, allowed = ''] =
      /needs `~\{shop\}:\* &\{shop\}:\* ([^`]+)`/.exec(readFileSync('docs/sharing.md', 'utf8')) ?? [];
    const rules = [`~{${prefix}}:*`, `&{${prefix}}:*`, ...allowed.split(' ')];
    await store.command('ACL', 'SETUSER', 'modest', 'on', '>secret', 'resetkeys', 'resetchannels', ...rules);
    const options = { url: `redis://modest:secret@127.0.0.1:${store.port}`, snapshotLength: 1 };
    const [one, two] = [await start(options), await start(options)];
    const abort = new AbortController();
    await fetch(`${two.url}/_vivarium/api/worlds/default/events`, { signal: abort.signal });
    for (let index = 0; index < 5; index++) expect((await post(one, `Pet ${index}`)).status).toBe(201);
    expect(await list(two)).toContain('Pet 4');
    for (const path of ['/worlds', '/coverage', '/gate', '/exchanges'])
      expect((await two.api('GET', path)).status).toBe(200);
    expect((await two.api('DELETE', '/worlds/default')).status).toBe(204);
    abort.abort();
    expect([...one.log, ...two.log]).toEqual([]);
  });

  test('that another document has taken over is not used', async () => {
    const one = await start();
    await post(one, 'Maple');
    await store.command('FLUSHALL');
    const other = await start({ document: 'test/documents/own/mailer.yaml' });
    const worlds = async () => (await other.api('GET', '/worlds/default/collections')).text;
    const before = await worlds();
    for (let index = 0; index < 3; index++) expect((await post(one, 'Olive')).status).toBe(503);
    expect((await one.api('DELETE', '/worlds/default')).status).toBe(503);
    expect((await one.api('GET', '/health')).json.store).toBe('away');
    expect(one.log.filter((line) => line.includes('another document'))).toHaveLength(1);
    expect(await worlds()).toBe(before);
    await store.command('FLUSHALL');
    await expect.poll(async () => (await post(one, 'Juniper')).status, { timeout: 30_000 }).toBe(201);
    await expect.poll(async () => (await one.api('GET', '/health')).json.store, { timeout: 30_000 }).toBe('ok');
  });
});
