/** The worlds of earlier versions, as a server with the format 6 wrote them in `older/format-6.json`. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentChange, presentHead } from '../../../../src/parts/store/redis/encoding.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type SharingServer, startServer } from './store-servers.ts';

const folder = 'test/parts/store/redis/older';
const commands: readonly (readonly string[])[] = JSON.parse(readFileSync(`${folder}/format-6.json`, 'utf8'));

describe.skipIf(!canStartStore)('a store of an earlier version', () => {
  let store: StoreServer;
  let prefix: string;
  beforeAll(async () => {
    store = await startStoreServer();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    prefix = freshPrefix();
    for (const [name = '', key = '', ...values] of commands)
      await store.command(name, key.replace('{older}', `{${prefix}}`), ...values);
  });
  const start = (): Promise<SharingServer> =>
    startServer({ url: store.url, prefix, document: `${folder}/notes.yaml`, upstream: 'http://127.0.0.1:9' });
  const idsIn = async (server: SharingServer, world: string): Promise<readonly number[]> => {
    const { json } = await server.api('GET', `/worlds/${world}/collections/notes`);
    return json.items.map(({ id }: { id: number }) => id);
  };
  const upstreamOf = async (server: SharingServer, world: string) =>
    (await server.api('GET', `/worlds/${world}/upstream`)).json;

  test('has its worlds, from logs and snapshots', async () => {
    const server = await start();
    expect(await idsIn(server, 'log')).toEqual([2, 3]);
    expect(await idsIn(server, 'snapshot')).toEqual([1, 70, 71]);
    expect(await idsIn(server, 'shown')).toEqual([1, 70]);
  });

  test('knows what was chosen for the upstream', async () => {
    const server = await start();
    expect(await upstreamOf(server, 'snapshot')).toMatchObject({ forward: 'none' });
    expect(await upstreamOf(server, 'log')).toMatchObject({ forward: 'all' });
  });

  test('goes on, and other servers of this version follow', async () => {
    const one = await start();
    const two = await start();
    const added = await one.call('POST', '/~snapshot/notes', { text: 'now' });
    expect([added.status, added.json.id]).toEqual([201, 72]);
    expect(await idsIn(two, 'snapshot')).toEqual([1, 70, 71, 72]);
  });

  test('belongs to the servers of this version from then on', async () => {
    const key = `{${prefix}}:service`;
    const before = await store.command('GET', key);
    await start();
    expect(await store.command('GET', key)).not.toBe(before);
  });

  test('is refused if its document is another one', async () => {
    await store.command('SET', `{${prefix}}:service`, 'of another document');
    await expect(start()).rejects.toMatchObject({ problems: [{ code: 'VIV_STORE_OTHER_DOCUMENT' }] });
  });
});

test('the changes of earlier versions are those of parts', () => {
  expect(
    [
      { type: 'granted', grant: { type: 'used', id: 'a' } } as const,
      { type: 'upstream-chosen', service: 'shop', choice: { record: true } } as const,
      { type: 'item-shown', collection: 'notes', key: '1' } as const,
      { type: 'call', operation: 'listNotes' } as const,
    ].map(presentChange),
  ).toEqual([
    { type: 'part', part: 'login', change: { type: 'used', id: 'a' } },
    { type: 'part', part: 'upstreams', change: { service: 'shop', choice: { record: true } } },
    { type: 'part', part: 'shown', change: { collection: 'notes', key: '1' } },
    { type: 'call', operation: 'listNotes' },
  ]);
});

test('the snapshots of earlier versions have what parts remember', () => {
  const older = {
    rules: { requests: 'report' },
    grants: { used: ['a'] },
    upstreams: [
      ['', { forward: 'none' }],
      ['shop', { record: true }],
    ] as const,
    shown: { items: [], removed: ['notes 1'] },
  };
  expect(presentHead<object>(older)).toMatchObject({
    rules: { requests: 'report', upstream: { forward: 'none' } },
    parts: { login: { used: ['a'] }, upstreams: { shop: { record: true } }, shown: { removed: ['notes 1'] } },
  });
  expect(presentHead<object>({ rules: {}, parts: { rates: [] } })).toMatchObject({ rules: {}, parts: { rates: [] } });
});
