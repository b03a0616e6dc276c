/** Worlds of a store that are damaged, or that a newer version has written. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type SharingServer, startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };

describe.skipIf(!canStartStore)('a world that cannot be read', () => {
  let store: StoreServer;
  let prefix: string;
  beforeAll(async () => {
    store = await startStoreServer();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());
  beforeEach(() => {
    prefix = freshPrefix();
  });

  const start = (): Promise<SharingServer> => startServer({ url: store.url, prefix });
  const key = (name: string): string => `{${prefix}}:${name}`;
  const post = (server: SharingServer, name: string, world: string) =>
    server.call('POST', `/~${world}/v1/pets`, { name, categoryId: 3 }, demo);
  const append = async (entry: string): Promise<void> => {
    await store.command('XADD', key('log:alice'), '9-1', 'e', entry);
    await store.command('HSET', key('world:alice'), 'last', '9-1');
  };
  const damages: readonly (readonly [string, RegExp, () => Promise<unknown>])[] = [
    ['is not JSON', /not valid JSON/, () => append('garbage')],
    ['has an unknown command', /teleported/, () => append('[["teleported",1]]')],
    [
      'does not fit the document',
      /no collection "nowhere"/,
      () => append('[["changed",[{"type":"put","collection":"nowhere","key":"1","value":{}}]]]'),
    ],
    ['has no log', /begin with a start/, () => store.command('DEL', key('log:alice'))],
    ['has no beginning', /begin with a start/, () => store.command('XTRIM', key('log:alice'), 'MAXLEN', '1')],
    [
      'has a broken snapshot',
      /not valid JSON/,
      async () => {
        await store.command('HSET', key('world:alice'), 'snapshot', '1');
        await store.command('SET', key('snapshot:alice'), '{');
      },
    ],
  ];

  test.each(damages)(
    'because it %s is reported once, leaves the others alone, and can be deleted',
    async (_how, reason, damage) => {
      const one = await start();
      await post(one, 'Maple', 'alice');
      await post(one, 'Olive', 'alice');
      await post(one, 'Juniper', 'bob');
      await damage();
      const late = await start();
      for (let index = 0; index < 2; index++) {
        const refused = await post(late, 'Lost', 'alice');
        expect([refused.status, refused.json.message]).toEqual([
          503,
          'The world "alice" cannot be read from the store. The log of the server states why.',
        ]);
      }
      expect((await late.api('GET', '/worlds/alice')).status).toBe(503);
      expect((await late.api('PUT', '/worlds/alice/faults/slow', {})).status).toBe(503);
      expect((await post(late, 'Hazel', 'bob')).status).toBe(201);
      const names = (await late.api('GET', '/worlds')).json.items.map(({ name }: { name: string }) => name);
      expect(names.sort()).toEqual(['bob', 'default']);
      expect((await late.api('GET', '/health')).json.store).toBe('ok');
      expect(late.log).toEqual([expect.stringMatching(reason)]);
      expect(late.log[0]).toContain('DELETE /_vivarium/api/worlds/alice removes it');
      expect((await late.api('DELETE', '/worlds/alice')).status).toBe(204);
      expect((await late.api('DELETE', '/worlds/alice')).status).toBe(404);
      expect((await post(late, 'Anew', 'alice')).status).toBe(201);
      expect((await one.call('GET', '/~alice/v1/pets?limit=100', undefined, demo)).text).toContain('Anew');
    },
  );
});
