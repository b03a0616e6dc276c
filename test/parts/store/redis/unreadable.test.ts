/** Parts of what a store holds are missing, changed, or of a newer version. What is served is complete, or it is not served. */
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type Answer, type SharingServer, type StoreServerOptions, startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };

const post = (server: SharingServer, name: string, world: string) =>
  server.call('POST', `/~${world}/v1/pets`, { name, categoryId: 3 }, demo);
const list = (server: SharingServer, world: string) =>
  server.call('GET', `/~${world}/v1/pets?limit=100`, undefined, demo);
const namesOfWorlds = async (server: SharingServer): Promise<readonly string[]> => {
  const { status, json } = await server.api('GET', '/worlds');
  expect(status).toBe(200);
  return json.items.map(({ name }: { name: string }) => name).sort();
};

describe.skipIf(!canStartStore)('a store', () => {
  let store: StoreServer;
  let prefix: string;
  let servers: Readonly<Record<'maker' | 'behind' | 'one' | 'late', SharingServer>>;
  let shared: string;
  const start = (options: StoreServerOptions = {}): Promise<SharingServer> =>
    startServer({ url: store.url, prefix, ...options });
  beforeAll(async () => {
    store = await startStoreServer();
    shared = prefix = freshPrefix();
    // The log of a world of the first is soon trimmed to a snapshot.
    servers = {
      maker: await start({ journal: 1, snapshotLength: 1, isKept: true }),
      behind: await start({ isKept: true }),
      one: await start({ isKept: true }),
      late: await start({ isKept: true }),
    };
  });
  afterAll(async () => {
    for (const server of Object.values(servers ?? {})) await server.close();
    await store?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    prefix = freshPrefix();
  });

  const key = (name: string): string => `{${prefix}}:${name}`;
  const run = async <Result = string>(...words: readonly string[]): Promise<Result> =>
    (await store.command(...words)) as Result;
  const fieldOf = (world: string, name: string) => run<string>('HGET', key(`world:${world}`), name);
  type Entry = readonly [id: string, fields: readonly string[]];
  const entriesOf = (world: string) => run<readonly Entry[]>('XRANGE', key(`log:${world}`), '-', '+');
  /** The same log with other entries. */
  const rewrite = async (world: string, change: (entry: Entry) => Entry): Promise<void> => {
    const changed = (await entriesOf(world)).map(change);
    await run('DEL', key(`log:${world}`));
    for (const [id, fields] of changed) await run('XADD', key(`log:${world}`), id, ...fields);
  };
  /** As a server writes it. */
  const append = async (world: string, text: string): Promise<void> => {
    const id = `${Number.parseInt(await fieldOf(world, 'last'), 10) + 1}-1`;
    const place = `${await run('GET', key('service'))} ${await fieldOf(world, 'id')} ${id} `;
    await run('XADD', key(`log:${world}`), id, 'e', text, 's', String(crc32(text, crc32(place))));
    await run('HSET', key(`world:${world}`), 'last', id);
  };
  const retype = async (name: string): Promise<void> => {
    await run('DEL', key(name));
    await run('RPUSH', key(name), 'other');
  };
  const makeTrimmed = async (maker: SharingServer, world: string): Promise<void> => {
    await post(maker, 'Maple', world);
    await expect.poll(() => fieldOf(world, 'snapshot'), { timeout: 10_000 }).toBe('1');
    // Its entry is longer than this snapshot.
    await post(maker, 'x'.repeat(20_000), world);
    await expect.poll(() => fieldOf(world, 'snapshot'), { timeout: 10_000 }).toBe('2');
    expect([Number.parseInt(await fieldOf(world, 'last'), 10), await fieldOf(world, 'trimmed')]).toEqual([2, '1']);
  };
  const expectRejected = ({ status, json }: Answer, world: string, parts: string): void => {
    expect(status).toBe(503);
    expect(json.message).toMatch(
      new RegExp(`^The world "${world}" cannot be read from the store: .*The log of the server states why\\.$`),
    );
    expect(json.message).toMatch(new RegExp(`\\{${prefix}\\}:(${parts}) `));
  };

  type Damage = (world: string) => Promise<unknown>;
  const inMeta =
    (...fields: readonly string[]): Damage =>
    (world) =>
      run('HSET', key(`world:${world}`), ...fields);
  const notInMeta =
    (name: string): Damage =>
    (world) =>
      run('HDEL', key(`world:${world}`), name);
  const without =
    (...parts: readonly string[]): Damage =>
    (world) =>
      run('DEL', ...parts.map((part) => key(part === 'worlds' ? part : `${part}:${world}`)));
  const withoutEntry =
    (index: number): Damage =>
    async (world) =>
      run('XDEL', key(`log:${world}`), (await entriesOf(world)).at(index)?.[0] as string);

  /** `named`: the keys of which one is named. */
  const damages: readonly (readonly [how: string, named: string, damage: Damage])[] = [
    ['its meta is missing', 'world', without('world')],
    ['its meta is of another type', 'world', (world) => retype(`world:${world}`)],
    ['its id is missing', 'world', notInMeta('id')],
    ['its id is another one', 'log', inMeta('id', 'other')],
    ['its last entry is not named', 'log', notInMeta('last')],
    ['its last entry is an earlier one', 'log', inMeta('last', '2-1')],
    ['its last entry is a later one', 'log', inMeta('last', '999-1')],
    ['its last entry is another one', 'log|world', inMeta('last', '4-7')],
    ['its last entry is no entry', 'log', inMeta('last', 'x')],
    ['its last change is not named', 'world', notInMeta('changed')],
    ['the number of its exchanges is missing', 'world', notInMeta('exchanges')],
    ['the number of its exchanges is no number', 'world', inMeta('exchanges', 'x')],
    ['its snapshot is not named', 'world', notInMeta('snapshot')],
    ['its snapshot is an earlier one', 'snapshot', inMeta('snapshot', '1')],
    ['its snapshot is a later one', 'snapshot', inMeta('snapshot', '4')],
    ['its snapshot is no number', 'snapshot', inMeta('snapshot', 'x')],
    ['its snapshot has no checksum', 'snapshot', notInMeta('sum')],
    ['its snapshot has another checksum', 'snapshot', inMeta('sum', '1')],
    ['the number of removed entries is missing', 'log', notInMeta('trimmed')],
    ['the number of removed entries is no number', 'log', inMeta('trimmed', 'x')],
    ['its log is missing', 'log', without('log')],
    ['its log is of another type', 'log', (world) => retype(`log:${world}`)],
    ['its log is trimmed', 'log', (world) => run('XTRIM', key(`log:${world}`), 'MAXLEN', '1')],
    ['its first entry is missing', 'log', withoutEntry(0)],
    ['an entry is missing', 'log', withoutEntry(1)],
    ['its last entry is missing', 'log', withoutEntry(-1)],
    ['it has an entry too many', 'log', (world) => run('XADD', key(`log:${world}`), '999-1', 'e', '[]', 's', '0')],
    ['an entry has another id', 'log', (world) => rewrite(world, ([id, fields]) => [id.replace('-', '-9'), fields])],
    ['an entry has no checksum', 'log', (world) => rewrite(world, ([id, fields]) => [id, fields.slice(0, 2)])],
    ['an entry has no text', 'log', (world) => rewrite(world, ([id]) => [id, ['x', 'y']])],
    ['an entry is not JSON', 'log', (world) => append(world, 'garbage')],
    ['an entry has an unknown command', 'log', (world) => append(world, '[["teleported",1]]')],
    [
      'an entry does not fit the document',
      'log',
      (world) => append(world, '[["changed",[{"type":"put","collection":"nowhere","key":"1","value":{}}]]]'),
    ],
    ['its snapshot is missing', 'snapshot', without('snapshot')],
    ['its snapshot is empty', 'snapshot', (world) => run('SET', key(`snapshot:${world}`), '')],
    ['its snapshot is of another type', 'snapshot', (world) => retype(`snapshot:${world}`)],
    [
      'its snapshot is that of another world',
      'snapshot',
      async (world) => {
        await makeTrimmed(servers.maker, 'bob');
        await run('COPY', key('snapshot:bob'), key(`snapshot:${world}`), 'REPLACE');
      },
    ],
    ['only its name is left', 'world', without('world', 'log', 'snapshot')],
    ['only its log is left', 'world', without('world', 'snapshot', 'worlds')],
    [
      'nothing of it is left, and the list of the worlds is missing',
      'worlds',
      without('world', 'log', 'snapshot', 'worlds'),
    ],
  ];

  test.each(damages.map((damage, index) => [...damage, `alice-${index}`] as const))(
    'has a world that is complete or rejected, by all servers, when %s',
    async (_how, named, damage, world) => {
      prefix = shared;
      const { maker, behind, one, late } = servers;
      await makeTrimmed(maker, world);
      await list(behind, world);
      for (const name of ['Olive', 'Last']) await post(one, name, world);
      const whole = (await list(one, world)).text;
      const logged = late.log.length;
      await damage(world);
      const parts = named === 'worlds' ? named : named.replaceAll(/\w+/g, `$&:${world}`);
      for (let again = 0; again < 2; again++) expectRejected(await list(late, world), world, parts);
      const calls = [late.api('GET', `/worlds/${world}`), late.api('PUT', `/worlds/${world}/faults/slow`, {})];
      for (const { status, json } of await Promise.all(calls)) {
        expectRejected({ status, json: { message: json.detail } } as Answer, world, parts);
      }
      expect((await late.api('GET', '/health')).json.store).toBe('ok');
      expect(await namesOfWorlds(late)).not.toContain(world);
      expect(late.log.slice(logged)).toEqual([expect.stringMatching(new RegExp(parts))]);
      expect(late.log.at(-1)).toContain(`DELETE /_vivarium/api/worlds/${world} removes it`);
      for (const server of [one, behind]) {
        const answer = await list(server, world);
        if (answer.status === 200) expect(answer.text).toBe(whole);
        else expectRejected(answer, world, parts);
      }
      expect((await post(late, 'Hazel', 'default')).status).toBe(201);
      expect((await late.api('DELETE', `/worlds/${world}`)).status).toBe(204);
      expect((await late.api('DELETE', `/worlds/${world}`)).status).toBe(404);
      expect((await post(late, 'Anew', world)).status).toBe(201);
      expect((await list(one, world)).text).toContain('Anew');
    },
  );

  /** Each with other values, one at a time. */
  function* changesOf(value: unknown): Generator<unknown> {
    if (typeof value !== 'object' || value === null) {
      for (const other of [null, 'x', -1e300, {}, []]) if (other !== value) yield other;
      return;
    }
    for (const [name, part] of Object.entries(value))
      for (const changed of changesOf(part)) {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        (copy as Record<string, unknown>)[name] = changed;
        yield copy;
      }
  }

  test('has a world that is rejected whichever value of it was changed, and the list of the worlds is as before', async () => {
    const scenario = { seed: 3, clock: { at: '2030-06-01T00:00:00Z' }, generate: { pets: 1 } } as never;
    const maker = await start({ scenario, journal: 1, snapshotLength: 1 });
    await makeTrimmed(maker, 'alice');
    await maker.api('PUT', '/worlds/alice/clock', { now: '2031-01-01T00:00:00Z' });
    await maker.api('PUT', '/worlds/alice/faults/slow', { latency: '1ms', when: { first: 3 } });
    const late = await start({ scenario });
    const snapshot = await run('GET', key('snapshot:alice'));
    const entries = await entriesOf('alice');
    const isRejected = async (): Promise<void> => {
      expectRejected(await list(late, 'alice'), 'alice', 'log:alice|snapshot:alice');
      expect(await namesOfWorlds(late)).toEqual(['default']);
    };
    let count = 0;
    for (const { 1: text = '' } of entries.map(([, fields]) => fields))
      for (const changed of changesOf(JSON.parse(text))) {
        if (count++ % 10 > 0) continue;
        await rewrite('alice', ([id, [e = '', old = '', ...rest]]) => [
          id,
          [e, old === text ? JSON.stringify(changed) : old, ...rest],
        ]);
        await isRejected();
        const ids = new Map(entries);
        await rewrite('alice', ([id]) => [id, ids.get(id) as readonly string[]]);
      }
    for (const changed of changesOf(JSON.parse(snapshot))) {
      if (count++ % 10 > 0) continue;
      await run('SET', key('snapshot:alice'), JSON.stringify(changed));
      await isRejected();
    }
    expect(count).toBeGreaterThan(500);
    await run('SET', key('snapshot:alice'), snapshot);
    expect((await list(late, 'alice')).text).toContain('Maple');
  });

  const changeScenario = async (): Promise<unknown> => {
    const [hash = ''] = await run<readonly string[]>('HKEYS', key('scenarios'));
    return run('HSET', key('scenarios'), hash, '{}');
  };
  const scenarioDamages: readonly (readonly [how: string, damage: () => Promise<unknown>])[] = [
    ['missing', () => run('DEL', key('scenarios'))],
    ['of another type', () => retype('scenarios')],
    ['another one', changeScenario],
  ];
  test.each(scenarioDamages)(
    'has a world that is rejected by a server for which its scenario is %s',
    async (_how, damage) => {
      const one = await start();
      await post(one, 'Maple', 'alice');
      await damage();
      // It does not know the scenario.
      const late = await start({ seed: 9 });
      expectRejected(await list(late, 'alice'), 'alice', 'scenarios');
      expect((await list(one, 'alice')).text).toContain('Maple');
    },
  );

  test.each(['worlds', 'service', 'probe'])('has the same worlds without the key %s', async (name) => {
    const one = await start();
    await post(one, 'Maple', 'alice');
    await run('DEL', key(name));
    expect(await namesOfWorlds(one)).toEqual(['alice', 'default']);
    const late = await start();
    expect((await list(late, 'alice')).text).toContain('Maple');
    expect(await namesOfWorlds(late)).toEqual(['alice', 'default']);
    await expect(start({ document: 'test/documents/own/mailer.yaml' })).rejects.toThrow(/belong to another document/);
    expect(late.log).toEqual([]);
  });

  test.each(['worlds', 'service'])('is away while the key %s is of another type', async (name) => {
    const one = await start();
    await post(one, 'Maple', 'alice');
    await retype(name);
    expect((await list(one, 'alice')).status).toBe(503);
    expect((await one.api('GET', '/health')).json.store).toBe('away');
    expect(one.log).toEqual([expect.stringMatching(`WRONGTYPE {${prefix}}:${name} has another type.*delete this key`)]);
    await run('DEL', key(name));
    await expect.poll(async () => (await list(one, 'alice')).status).toBe(200);
    expect((await list(one, 'alice')).text).toContain('Maple');
  });

  const hashDamages = (name: string): readonly (readonly [string, () => Promise<unknown>])[] => [
    [`${name} is missing`, () => run('DEL', key(name))],
    [`${name} is of another type`, () => retype(name)],
    [`${name} is of another run`, () => run('HSET', key(name), 'run', 'other')],
    [`${name} has no run`, () => run('HDEL', key(name), 'run')],
  ];
  const finding = async (): Promise<string> =>
    (await run<readonly string[]>('HKEYS', key('findings'))).find((name) => name !== 'run') as string;
  const evidenceDamages: readonly (readonly [string, () => Promise<unknown>])[] = [
    ...hashDamages('counts'),
    ...hashDamages('findings'),
    ['a count is no number', () => run('HSET', key('counts'), '["listPets","requests",""]', 'x')],
    ['a count is negative', () => run('HSET', key('counts'), '["listPets","requests",""]', '-1')],
    ['a count has no name', () => run('HSET', key('counts'), '[', '1')],
    ['a finding is missing', async () => run('HDEL', key('findings'), await finding())],
    ['a finding is not counted', async () => run('HDEL', key('counts'), `row ${await finding()}`)],
    ['a finding is not JSON', async () => run('HSET', key('findings'), await finding(), '[')],
    [
      'a finding was changed',
      async () => {
        const row = await run('HGET', key('findings'), await finding());
        return run('HSET', key('findings'), await finding(), row.replace('"count":1', '"count":null'));
      },
    ],
  ];
  test.each(evidenceDamages)('serves its worlds but gives no verdict when %s', async (_how, damage) => {
    const one = await start();
    await one.call('GET', '/v1/pets?limit=x', undefined, demo);
    await damage();
    for (let again = 0; again < 2; again++)
      for (const path of ['/gate', '/coverage']) {
        const { status, json } = await one.api('GET', path);
        expect(status).toBe(503);
        expect(json.detail).toContain(`{${prefix}}:counts or {${prefix}}:findings is missing or damaged`);
      }
    expect((await one.call('GET', '/v1/pets?limit=x', undefined, demo)).status).toBe(400);
    expect((await one.api('GET', '/health')).json.store).toBe('ok');
    expect(one.log).toEqual([expect.stringContaining('To count anew, delete both keys.')]);
    await run('DEL', key('counts'), key('findings'));
    expect((await one.api('GET', '/gate')).json.violations).toEqual([]);
  });

  test.each(['allkeys-lru', 'allkeys-random', 'volatile-ttl'])(
    'gives no id twice when it evicts keys by %s',
    async (policy) => {
      const evicting = await startStoreServer();
      try {
        const servers = await Promise.all([1, 2].map(() => start({ url: evicting.url })));
        await evicting.command('CONFIG', 'SET', 'maxmemory-policy', policy);
        await evicting.command('CONFIG', 'SET', 'maxmemory', '6mb');
        const ids: number[] = [];
        let rejected: Answer | undefined;
        for (let index = 0; index < 200 && (rejected === undefined || index % 10 > 0); index++) {
          const answer = await post(servers[index % 2] as SharingServer, 'x'.repeat(20_000), 'alice');
          if (answer.status === 201) ids.push(answer.json.id);
          else rejected = answer;
        }
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThan(10);
        expect(rejected?.json.message).toMatch(
          /^The world "alice" cannot be read from the store: {.*}:\S+ is (missing|incomplete)\./,
        );
        // A server that starts later does not take what is left for an empty store.
        const evicted = ['worlds', 'service', 'world:alice', 'log:alice', 'snapshot:alice'].map(key);
        await evicting.command('DEL', ...evicted, ...evicted.map((name) => name.replace('alice', 'default')));
        await evicting.command('HSET', key('counts'), 'run', 'left');
        const late = await start({ url: evicting.url });
        expectRejected(await list(late, 'alice'), 'alice', 'worlds');
        expect((await late.api('DELETE', '/worlds/alice')).status).toBe(204);
        expect((await list(late, 'alice')).status).toBe(200);
      } finally {
        await evicting[Symbol.asyncDispose]();
      }
    },
  );
});
