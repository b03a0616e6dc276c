/**
 * Throughput against the number of servers with one store, for many worlds and for one: a simulation (`scale-model.ts`) with costs
 * that are measured first, where there is a Redis or Valkey, and with stated ones elsewhere. Run with `npm run bench -- scale`.
 */
import {
  canStartStore,
  freshPrefix,
  type StoreServer,
  startStoreServer,
} from '../test/parts/store/support/redis-server.ts';
import { createClient, type Work } from './client.ts';
import { cpuMs, type MeasuredServer, startServer } from './measured-server.ts';
import { record } from './result.ts';
import { type Costs, type Outcome, simulate } from './scale-model.ts';

/** Between two machines of one zone. On one machine it is a tenth of that. */
const roundTrip = 500;

/** For machines without a store. They give the tables of docs/scale.md; `commit` and `encode` are fitted to them. */
const stated: Costs = {
  http: 182,
  decide: 78,
  commit: 148,
  encode: 2,
  follow: 78,
  store: 53,
  storeEntry: 21,
  roundTrip,
};

const works: readonly Work[] = [
  { method: 'GET', path: '/v1/pets?limit=20' },
  { method: 'GET', path: '/v1/pets/7' },
  { method: 'POST', path: '/v1/pets', body: '{"name":"Luna","categoryId":3,"status":"available"}' },
];
const perRound = 3000;
const rounds = 5;

interface Used {
  /** Microseconds of the processor of the server, for each request. */
  readonly server: number;
  /** Microseconds of the processor of the store, for each round trip. */
  readonly store: number;
  readonly roundTrips: number;
}

const storeCpu = async (store: StoreServer): Promise<number> => {
  const info = String(await store.command('INFO', 'cpu'));
  const seconds = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
    Number(new RegExp(`^${name}:(.*)`, 'm').exec(info)?.[1]),
  );
  return 1e6 * seconds.reduce((sum, value) => sum + value, 0);
};

/** With as many connections as worlds, nothing is grouped; with many connections and one world, almost everything. */
const use = async (server: MeasuredServer, store: StoreServer, connections: number, worlds: number): Promise<Used> => {
  const client = createClient(connections);
  const drive = (count: number): Promise<void> => {
    let sent = 0;
    return client.repeat(count, () => {
      const number = sent++;
      return client.send(server.url, { ...(works[number % works.length] as Work), world: `w${number % worlds}` });
    });
  };
  await drive(perRound / 2);
  const before = { server: await server.usage('gc'), store: await storeCpu(store) };
  await drive(perRound);
  const after = { server: await server.usage(), store: await storeCpu(store) };
  client.close();
  const roundTrips = (after.server.roundTrips ?? 0) - (before.server.roundTrips ?? 0);
  return {
    server: (cpuMs(before.server, after.server) * 1000) / perRound,
    store: (after.store - before.store) / Math.max(1, roundTrips),
    roundTrips: roundTrips / perRound,
  };
};

/** The shares of the steps that are not measured apart, of the processor time of a request in memory. */
const shares = { decide: 0.3, follow: 0.3 };

/** The least of all rounds: other programs on the machine only add to it. */
const least = (all: readonly Used[]): Used => ({
  server: Math.min(...all.map(({ server }) => server)),
  store: Math.min(...all.map(({ store }) => store)),
  roundTrips: Math.min(...all.map(({ roundTrips }) => roundTrips)),
});

const measureCosts = async (): Promise<Costs> => {
  await using store = await startStoreServer();
  const memory = await startServer('sharing');
  const shared = await startServer('sharing', { url: store.url, prefix: freshPrefix() });
  const used = { plain: [] as Used[], single: [] as Used[], plainGroups: [] as Used[], groups: [] as Used[] };
  for (let round = 0; round < rounds; round++) {
    used.plain.push(await use(memory, store, 16, 16));
    used.single.push(await use(shared, store, 16, 16));
    used.plainGroups.push(await use(memory, store, 64, 1));
    used.groups.push(await use(shared, store, 64, 1));
  }
  for (const server of [memory, shared]) server.stop();
  return costsOf(least(used.plain), least(used.single), least(used.plainGroups), least(used.groups));
};

/** A commit of n requests costs the server `commit + n * encode`, and the store `store + n * storeEntry`. */
const costsOf = (plain: Used, single: Used, plainGroups: Used, groups: Used): Costs => {
  const batch = 1 / groups.roundTrips;
  const encode = Math.max(
    0,
    (groups.server - plainGroups.server - (single.server - plain.server) / batch) / (1 - 1 / batch),
  );
  const storeEntry = Math.max(0, (groups.store - single.store) / (batch - 1));
  const show = (value: number): string => `${value.toFixed(0)} µs`;
  console.log(
    `measured: a request takes ${show(plain.server)} in memory, ${show(single.server)} with a commit of its own, and ${show(groups.server)} in groups of ${batch.toFixed(1)}; a commit takes the store ${show(single.store)}, and ${show(groups.store)} in groups`,
  );
  const decide = plain.server * shares.decide;
  return {
    http: plain.server - decide,
    decide,
    commit: Math.max(0, single.server - plain.server - encode),
    encode,
    follow: plain.server * shares.follow,
    store: Math.max(0, single.store - storeEntry),
    storeEntry,
    roundTrip,
  };
};

const costs = canStartStore ? await measureCosts() : stated;
if (!canStartStore) console.log('without a Redis or Valkey on the PATH, the stated costs are used');
const shown = Object.entries(costs).map(([name, value]) => `${name} ${value.toFixed(0)} µs`);
console.log(`costs: ${shown.join(', ')}`);

const clientsPerServer = 64;
const run = (servers: number, worlds: number): Outcome =>
  simulate({ servers, worlds, clients: clientsPerServer * servers, duration: 2e6, costs, seed: 'scale' });

for (const [name, worlds] of [
  ['many worlds', 10_000],
  ['200 worlds', 200],
  ['one world', 1],
] as const) {
  console.log(`\n${name}, ${clientsPerServer} clients for each server`);
  for (const servers of [1, 2, 4, 8, 16, 32]) {
    const { perSecond, roundTripsPerRequest, conflicts, storeBusy, serverBusy, p50, p99 } = run(servers, worlds);
    const percent = (share: number): string => `${Math.round(share * 100)} %`;
    console.log(
      `  ${String(servers).padStart(2)} servers: ${Math.round(perSecond)} requests/s, ${p50.toFixed(1)} ms (p99 ${p99.toFixed(1)} ms), ${roundTripsPerRequest.toFixed(2)} round trips a request, conflicts ${percent(conflicts)}, servers ${percent(serverBusy)} busy, store ${percent(storeBusy)}`,
    );
    if (servers === 8) record({ what: `${name}, 8 servers against 1`, values: [perSecond / run(1, worlds).perSecond] });
  }
}
process.exit(0);
