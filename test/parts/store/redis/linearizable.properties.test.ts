/** Any interleaving of requests over several servers equals some sequence of them, also while the store and the network fail. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../../src/core/exchange.ts';
import type { World } from '../../../../src/world/world.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { type Answer, type SharingServer, startServer } from './store-servers.ts';

const scenario = { seed: 7, clock: { at: '2030-06-01T00:00:00Z', frozen: true }, generate: { pets: 6 } } as const;

const requests = ['POST', 'POST', 'PUT', 'DELETE', 'GET', 'GET'] as const;

/** Requests that are sent at the same time: to which server, which one, and on which of the first items. */
const wave = fc.array(fc.record({ server: fc.nat(2), method: fc.constantFrom(...requests), item: fc.nat(9) }), {
  minLength: 1,
  maxLength: 12,
});

const disturbance = fc.constantFrom('none', 'none', 'none', 'cut', 'drop-answer', 'drop-command', 'pause', 'restart');

interface Sent {
  readonly mark: string;
  readonly answer: Answer | undefined;
}

describe.skipIf(!canStartStore)('requests over servers that share a store', () => {
  let store: StoreServer;
  let proxy: FaultProxy;
  beforeAll(async () => {
    store = await startStoreServer();
    proxy = await startFaultProxy(store.port);
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
  });

  const disturb = (kind: string): void => {
    if (kind === 'cut') proxy.cut();
    else if (kind === 'drop-answer') void proxy.dropAnswerOf('append');
    else if (kind === 'drop-command') void proxy.dropCommand('append');
    else if (kind === 'pause') {
      store.pause();
      setTimeout(() => store.resume(), 50);
    }
  };

  const send = async (server: SharingServer, method: string, item: number, mark: string): Promise<Sent> => {
    const body = method === 'POST' || method === 'PUT' ? { name: mark, categoryId: 3 } : undefined;
    const path =
      method === 'POST' ? '/v1/pets' : method === 'GET' && item > 5 ? '/v1/pets?limit=3' : `/v1/pets/${item + 1}`;
    try {
      return {
        mark,
        answer: await server.call(method, `${path}`, body, { authorization: 'Bearer demo', 'x-mark': mark }),
      };
    } catch {
      return { mark, answer: undefined };
    }
  };

  test('have the responses of some sequence, byte for byte', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(disturbance, wave), { minLength: 1, maxLength: 12 }), async (waves) => {
        const prefix = freshPrefix();
        const servers = await Promise.all(
          // The last one reaches the store without the proxy.
          [proxy.urlFor(store.url), proxy.urlFor(store.url), store.url].map((url) =>
            startServer({ url, prefix, scenario, snapshotLength: 3000 }),
          ),
        );
        const reference = await startServer({ scenario });
        try {
          const sent: Sent[] = [];
          let number = 0;
          for (const [kind, calls] of waves) {
            disturb(kind);
            const sending = calls.map(({ server, method, item }) =>
              send(servers[server] as SharingServer, method, item, `mark-${++number}`),
            );
            if (kind === 'restart') await store.restart();
            sent.push(...(await Promise.all(sending)));
          }
          // One more, which knows nothing yet.
          servers.push(await startServer({ url: store.url, prefix, scenario }));
          await check(servers, reference, sent);
        } finally {
          await Promise.all([...servers, reference].map((server) => server.close()));
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 8) },
    );
  });
});

const check = async (
  servers: readonly SharingServer[],
  reference: SharingServer,
  sent: readonly Sent[],
): Promise<void> => {
  for (const server of servers) await settled(server);
  const journals = servers.map((server) => exchangesOf(worldOf(server)));
  const [journal = []] = journals;
  const markOf = ({ request }: Exchange): string => String(request.headers['x-mark']);
  for (const other of journals) expect(other.map(markOf)).toEqual(journal.map(markOf));
  expect(journal.map(({ id }) => id)).toEqual(journal.map((_, index) => index + 1));
  // Nothing happened twice.
  expect(new Set(journal.map(markOf)).size).toBe(journal.length);
  const world = worldOf(reference);
  const replayed = new Map(
    journal.map((exchange) => [markOf(exchange), world.handle(exchange.request).reply.response]),
  );
  for (const { mark, answer } of sent) {
    if (answer === undefined || answer.status === 503) continue;
    const expected = replayed.get(mark);
    // Nothing that was acknowledged is lost.
    expect(expected, `${mark} ${answer.status}`).toBeDefined();
    expect([answer.status, answer.text]).toEqual([expected?.status, expected?.body ?? '']);
    expect(headersOf(answer)).toEqual(pairsOf(expected?.headers ?? []));
  }
  const stateOf = async (server: SharingServer): Promise<string> =>
    (await server.api('GET', '/worlds/default/scenario')).text;
  const states = await Promise.all([...servers, reference].map(stateOf));
  expect(new Set(states).size).toBe(1);
};

/** Waits until the server reaches the store. */
const settled = async (server: SharingServer): Promise<void> => {
  await expect.poll(async () => (await server.api('GET', '/worlds/default')).status, { timeout: 30_000 }).toBe(200);
};

const worldOf = ({ simulation }: SharingServer): World => simulation.worlds.get('default') as World;

const exchangesOf = ({ journal }: World): readonly Exchange[] => [...journal.newestFirst()].reverse();

const ofConnection = ['connection', 'keep-alive'];

const headersOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)));

const pairsOf = (headers: readonly string[]): Record<string, string> => {
  const all = new Headers();
  for (let index = 0; index < headers.length; index += 2)
    all.append(headers[index] as string, headers[index + 1] as string);
  return Object.fromEntries(all);
};
