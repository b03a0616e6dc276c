/** What a team sees of worlds that two servers share. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshPrefix, hasStore, openTestStore } from '../support/redis-server.ts';
import { type Answer, type SharingServer, type StoreServerOptions, startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };

describe.skipIf(!hasStore)('two servers of one store', () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let prefix: string;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());
  beforeEach(() => {
    prefix = freshPrefix();
  });

  const start = (options: StoreServerOptions = {}): Promise<SharingServer> =>
    startServer({ url: store.url, prefix, ...options });
  const startTwo = (options: StoreServerOptions = {}) => Promise.all([start(options), start(options)]);
  const post = (server: SharingServer, name: string, world = 'default') =>
    server.call('POST', `/~${world}/v1/pets`, { name, categoryId: 3 }, demo);
  const list = async (server: SharingServer, world = 'default'): Promise<string> =>
    (await server.call('GET', `/~${world}/v1/pets?limit=100`, undefined, demo)).text;

  test('see the data of each other at once', async () => {
    const [one, two] = await startTwo();
    expect((await post(one, 'Maple')).status).toBe(201);
    expect(await list(two)).toContain('Maple');
    expect((await post(two, 'Olive')).json.id).toBe((await post(one, 'Juniper')).json.id - 1);
    expect(await list(one)).toBe(await list(two));
  });

  test('handle requests that change nothing but the journal side by side, in one round trip each', async () => {
    const servers = await startTwo();
    const [one, two] = servers;
    await one.api('PUT', '/worlds/alice', {});
    const get = (server: SharingServer) => server.call('GET', '/~alice/v1/pets?limit=1', undefined, demo);
    for (const server of servers) expect((await get(server)).status).toBe(200);
    const trips = (): number =>
      servers.reduce((sum, { simulation }) => sum + (simulation.store?.roundTrips() as number), 0);
    const before = trips();
    const rounds = 20;
    const answers: Answer[] = [];
    for (let round = 0; round < rounds; round++) answers.push(...(await Promise.all(servers.map(get))));
    expect(trips() - before).toBe(2 * rounds);
    const numbers = answers.map(({ headers }) => Number(headers.get('vivarium-exchange')));
    expect(numbers.toSorted((left, right) => left - right)).toEqual(numbers.map((_, index) => index + 3));
    // A creation is not disturbed either, and the next reader has it.
    const created = await Promise.all([post(one, 'Maple', 'alice'), get(two)]);
    expect(created.map(({ status }) => status)).toEqual([201, 200]);
    expect(await list(two, 'alice')).toContain('Maple');
    const journals = await Promise.all(
      servers.map(async (server) => (await server.api('GET', '/worlds/alice/exchanges?limit=100')).json),
    );
    expect(journals[0].items).toHaveLength(2 * rounds + 5);
    expect(journals[0].items.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)).toEqual(
      journals[0].items.map((_: unknown, index: number) => index + 1),
    );
    const lasting = (journal: { items: object[] }) => journal.items.map((item) => ({ ...item, durationMs: 0 }));
    expect(lasting(journals[1])).toEqual(lasting(journals[0]));
    for (const server of servers) {
      const { json } = await server.api('GET', `/worlds/alice/exchanges/${2 * rounds + 1}`);
      expect(JSON.stringify(json.response.headers)).toContain(`"${2 * rounds + 1}"`);
    }
  });

  test('ask for nothing of a world that another one serves, until somebody asks them', async () => {
    const [one, two] = await startTwo();
    await post(one, 'Maple');
    expect(await list(two)).toContain('Maple');
    const tripsOf = (server: SharingServer): number => server.simulation.store?.roundTrips() as number;
    const before = tripsOf(two);
    for (let count = 0; count < 20; count++) await post(one, `Olive ${count}`);
    expect(tripsOf(two)).toBe(before);
    expect(await list(two)).toContain('Olive 19');
    // One to learn of all twenty, and one to commit.
    expect(tripsOf(two)).toBe(before + 2);
  });

  test('keep no connection open on which a response may be lost, whoever switched the fault', async () => {
    const [one, two] = await startTwo();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const connectionOf = (method: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { ...demo, origin: 'http://a.example', 'access-control-request-method': 'POST' };
        request(`${two.url}/~kept/v1/pets`, { agent, method, headers }, (response) =>
          response.resume().once('end', () => resolve(response.headers.connection)),
        )
          .on('error', reject)
          .end();
      });
    // A preflight opens no world: nothing is known about it here.
    expect(await connectionOf('OPTIONS')).toBe('close');
    expect(await connectionOf('GET')).toBe('keep-alive');
    expect(await connectionOf('OPTIONS')).toBe('keep-alive');
    await one.api('PUT', '/worlds/kept/faults/reset', { on: { operation: 'createPet' } });
    expect(await connectionOf('GET')).toBe('close');
    expect(await connectionOf('OPTIONS')).toBe('close');
    agent.destroy();
  });

  test('share faults, the clock, the journal and its numbers', async () => {
    const [one, two] = await startTwo();
    await one.api('PUT', '/worlds/default/faults/unauthorized', {});
    expect((await two.call('GET', '/v1/pets')).status).toBe(401);
    await two.api('DELETE', '/worlds/default/faults');
    await one.api('PUT', '/worlds/default/clock', { now: '2030-06-01T00:00:00Z', frozen: true });
    expect((await two.api('GET', '/worlds/default/clock')).json).toEqual({
      now: '2030-06-01T00:00:00.000Z',
      frozen: true,
    });
    await post(one, 'Maple');
    await post(two, 'Olive');
    const ids = async (server: SharingServer) =>
      (await server.api('GET', '/worlds/default/exchanges')).json.items.map(
        ({ id, status }: { id: number; status: number }) => [id, status],
      );
    expect(await ids(one)).toEqual([
      [3, 201],
      [2, 201],
      [1, 401],
    ]);
    expect(await ids(two)).toEqual(await ids(one));
    const detail = async (server: SharingServer) => (await server.api('GET', '/worlds/default/exchanges/2')).json;
    expect({ ...(await detail(two)), durationMs: 0 }).toEqual({ ...(await detail(one)), durationMs: 0 });
    expect((await two.api('POST', '/worlds/default/exchanges/2/replay')).json.id).toBe(4);
    await one.api('DELETE', '/worlds/default/exchanges');
    expect(await ids(two)).toEqual([]);
    await post(two, 'Juniper');
    expect(await ids(one)).toEqual([[5, 201]]);
  });

  test('reset, restart and delete worlds for each other', async () => {
    const [one, two] = await startTwo();
    const initial = await list(one);
    await post(two, 'Maple');
    expect((await one.api('POST', '/worlds/default/reset')).json.exchanges).toBe(0);
    expect(await list(two)).toBe(initial);
    const inline = { data: { pets: [{ id: 7, name: 'Olive', categoryId: 3 }] }, seed: 9 };
    expect((await two.api('PUT', '/worlds/alice', { inline })).status).toBe(201);
    expect(await list(one, 'alice')).toContain('Olive');
    await post(one, 'Maple', 'alice');
    expect((await two.api('POST', '/worlds/alice/reset')).json.collections.pets).toBe(1);
    expect((await one.api('GET', '/worlds/alice/diff')).json.total).toBe(0);
    expect((await one.api('GET', '/worlds')).json.items.map(({ name }: { name: string }) => name).sort()).toEqual([
      'alice',
      'default',
    ]);
    expect((await one.api('DELETE', '/worlds/alice')).status).toBe(204);
    expect((await two.api('GET', '/worlds/alice')).status).toBe(404);
    expect((await two.api('GET', '/worlds')).json.total).toBe(1);
    // A world of the same name is another one.
    expect(await list(two, 'alice')).toBe(initial);
    expect((await one.api('GET', '/worlds/alice')).json.exchanges).toBe(1);
  });

  test('count coverage and findings together, also of deleted worlds', async () => {
    const [one, two] = await startTwo();
    await one.call('GET', '/v1/pets?pageSise=3', undefined, demo);
    await two.call('GET', '/v1/pets?pageSise=3', undefined, demo);
    await two.call('GET', '/~alice/v1/pets?limit=bad', undefined, demo);
    await one.call('GET', '/~alice/v1/pets?limit=bad', undefined, demo);
    await one.call('GET', '/~alice/v1/nowhere', undefined, demo);
    await two.api('DELETE', '/worlds/alice');
    const [gate, other] = [(await one.api('GET', '/gate')).json, (await two.api('GET', '/gate')).json];
    expect(gate).toEqual(other);
    expect(gate.violations).toMatchObject([
      { operation: 'listPets', side: 'request', pointer: '/limit', count: 2, world: 'alice', exchange: 1 },
    ]);
    expect(gate.unmatched).toMatchObject([{ method: 'GET', path: '/v1/nowhere', count: 1 }]);
    expect(gate.unknownParameters).toMatchObject([{ operation: 'listPets', name: 'pageSise', count: 2 }]);
    const row = gate.coverage.items.find(({ operation }: { operation: string }) => operation === 'listPets');
    expect(row).toMatchObject({ requests: 4, calls: 4, unknownParameters: { pageSise: 2 } });
    expect((await two.api('GET', '/coverage')).json).toEqual(gate.coverage);
    const ofWorld = (await two.api('GET', '/worlds/default/coverage')).json;
    expect(ofWorld.items.find(({ operation }: { operation: string }) => operation === 'listPets').statuses['200']).toBe(
      2,
    );
  });

  test('open no more worlds together than one of them may', async () => {
    const [one, two] = await startTwo({ maxWorlds: 2 });
    expect((await post(one, 'Maple', 'a')).status).toBe(201);
    const refused = await post(two, 'Maple', 'b');
    const reason = 'the maximum of 2 worlds is open. Unused for longest: \\"a\\". Delete one';
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(reason)]);
    expect((await two.api('PUT', '/worlds/b')).status).toBe(503);
    await two.api('DELETE', '/worlds/a');
    expect((await post(one, 'Maple', 'b')).status).toBe(201);
  });

  test('list their worlds in the same order, in parts', async () => {
    const [one, two] = await startTwo();
    for (const [server, name] of [
      [one, 'c'],
      [two, 'a'],
      [one, 'b'],
    ] as const)
      await server.api('PUT', `/worlds/${name}`);
    for (const server of [one, two]) {
      const { items, total } = (await server.api('GET', '/worlds?limit=2&offset=1')).json;
      expect([items.map(({ name }: { name: string }) => name), total]).toEqual([['b', 'c'], 4]);
    }
  });

  test('do not see the worlds of another prefix', async () => {
    const [one, other] = [await start(), await start({ prefix: freshPrefix() })];
    await post(one, 'Maple');
    expect(await list(other)).not.toContain('Maple');
  });

  test('tell the event streams of each other', async () => {
    const [one, two] = await startTwo();
    const abort = new AbortController();
    const stream = await fetch(`${two.url}/_vivarium/api/worlds/default/events`, { signal: abort.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream.body as ReadableStream<Uint8Array>) text += new TextDecoder().decode(chunk);
    })().catch(() => {});
    await post(one, 'Maple');
    await expect.poll(() => text, { timeout: 30_000 }).toContain('"operation":"createPet"');
    await one.api('PUT', '/worlds/default/faults/slow', {});
    await expect.poll(() => text, { timeout: 30_000 }).toContain('"faults":["slow"]');
    abort.abort();
    await reading;
  });

  test('release responses that the other one holds back', async () => {
    const [one, two] = await startTwo();
    await one.api('PUT', '/worlds/default/clock', { now: '2030-06-01T00:00:00Z', frozen: true });
    await one.api('PUT', '/worlds/default/faults/slow', { latency: '1h' });
    const moved = one.call('GET', '/v1/pets', undefined, demo);
    const held = async () => (await two.api('GET', '/worlds/default/held')).json.items;
    await expect.poll(held, { timeout: 30_000 }).toMatchObject([{ exchange: 1, due: '2030-06-01T01:00:00.000Z' }]);
    await two.api('PUT', '/worlds/default/clock', { advance: '2h' });
    expect((await moved).status).toBe(200);
    await expect.poll(held, { timeout: 30_000 }).toEqual([]);
    const released = one.call('GET', '/v1/pets', undefined, demo);
    await expect.poll(held, { timeout: 30_000 }).toMatchObject([{ exchange: 2 }]);
    expect((await two.api('DELETE', '/worlds/default/held/2')).status).toBe(204);
    expect((await released).status).toBe(200);
  });

  test('restore a world exactly from a snapshot', async () => {
    const options = { journal: 3, snapshotLength: 1 };
    const [one, two] = await startTwo(options);
    for (let index = 0; index < 30; index++) await post(index % 2 === 0 ? one : two, `Pet ${index}`);
    await one.call('DELETE', '/v1/pets/30', undefined, demo);
    await two.api('PUT', '/worlds/default/faults/slow', { latency: '1ms' });
    await two.api('PUT', '/worlds/default/clock', { now: '2030-06-01T00:00:00Z', frozen: true });
    for (let index = 0; index < 5; index++) await post(one, `Late ${index}`);
    const late = await start(options);
    const views = await Promise.all(
      [
        '/worlds/default',
        '/worlds/default/scenario',
        '/worlds/default/faults',
        '/worlds/default/coverage',
        '/worlds/default/diff',
      ].map(async (path) =>
        Promise.all([one, late].map(async (server) => ({ ...(await server.api('GET', path)).json, run: '' }))),
      ),
    );
    for (const [known, loaded] of views) expect(loaded).toEqual(known);
    const page = (server: SharingServer) => server.call('GET', '/v1/pets?limit=2&sort=-name', undefined, demo);
    const [first, second] = [await page(one), await page(late)];
    expect(second.text).toBe(first.text);
    expect((await late.api('GET', '/worlds/default/exchanges')).json.items.map(({ id }: { id: number }) => id)).toEqual(
      [38, 37, 36],
    );
  });

  test('respond as a server without a store, byte for byte', async () => {
    const scenario = {
      seed: 3,
      clock: { at: '2030-06-01T00:00:00Z', frozen: true },
      generate: { pets: 5 },
      faults: ['unavailable'],
    } as never;
    const [one, two] = await startTwo({ scenario });
    const reference = await startServer({ scenario });
    const run = async (servers: readonly SharingServer[]) => {
      const answers: unknown[] = [];
      for (let index = 0; index < 20; index++) {
        const server = servers[index % servers.length] as SharingServer;
        const { status, text, headers } = await (index % 3 === 0
          ? post(server, `Pet ${index}`)
          : server.call('GET', '/v1/pets?limit=4', undefined, { ...demo, host: 'example.com' }));
        answers.push([status, text.replaceAll(server.url, ''), headers.get('vivarium-exchange')]);
      }
      return answers;
    };
    expect(await run([one, two])).toEqual(await run([reference]));
  });

  test('forget a world that nobody uses', async () => {
    const one = await start({ keepMs: 400 });
    await post(one, 'Maple', 'alice');
    await expect
      .poll(async () => (await one.api('GET', '/worlds')).json.items.map(({ name }: { name: string }) => name), {
        timeout: 30_000,
      })
      .not.toContain('alice');
    expect(await list(one, 'alice')).not.toContain('Maple');
  });

  test('do not share a prefix with another document', async () => {
    await start();
    await expect(start({ document: 'test/documents/own/mailer.yaml' })).rejects.toThrow(/belong to another document/);
  });
});
