/**
 * Measures the CPU time of a server per request with a store against that of a server in memory: for many worlds, and for one that
 * two servers change at the same time. All run in separate processes, and get requests in turns. Run with `npm run bench -- store`.
 */
import { freshPrefix, hasStore, openTestStore } from '../test/parts/store/support/redis-server.ts';
import { createClient, type Work } from './client.ts';
import { cpuMs, type MeasuredServer, median, startServer } from './measured-server.ts';
import { record } from './result.ts';

const connections = 64;
const perRound = Number(process.env.PER_ROUND ?? 12_000);
const rounds = Number(process.env.ROUNDS ?? 5);

const works: readonly Work[] = [
  { method: 'GET', path: '/v1/pets' },
  { method: 'GET', path: '/v1/pets/7' },
  { method: 'POST', path: '/v1/pets', body: '{"name":"Luna","categoryId":3,"status":"available"}' },
];

interface Measured {
  readonly name: string;
  readonly servers: readonly MeasuredServer[];
  /** The world of the n-th request. */
  readonly worldOf: (number: number) => string;
}

const client = createClient(connections);

const drive = async ({ servers, worldOf }: Measured, count: number): Promise<void> => {
  let sent = 0;
  await client.repeat(count, () => {
    const number = sent++;
    const server = servers[number % servers.length] as MeasuredServer;
    return client.send(server.url, { ...(works[number % works.length] as Work), world: worldOf(number) });
  });
};

/** Microseconds of CPU, and round trips, for each request. */
const measure = async (measured: Measured): Promise<{ readonly cpu: number; readonly roundTrips: number }> => {
  const before = await Promise.all(measured.servers.map((server) => server.usage('gc')));
  await drive(measured, perRound);
  const after = await Promise.all(measured.servers.map((server) => server.usage()));
  const sum = (figure: (index: number) => number): number =>
    measured.servers.reduce((total, _server, index) => total + figure(index), 0) / perRound;
  return {
    cpu: 1000 * sum((index) => cpuMs(before[index] as never, after[index] as never)),
    roundTrips: sum((index) => (after[index]?.roundTrips ?? 0) - (before[index]?.roundTrips ?? 0)),
  };
};

if (!hasStore) {
  console.log('skipped: there is no redis-server or valkey-server on the PATH');
  process.exit(0);
}

const store = await openTestStore();
const start = (prefix: string): Promise<MeasuredServer> => startServer('sharing', { url: store.url, prefix });
const prefixes = { many: freshPrefix(), hot: freshPrefix(), spread: freshPrefix() };
const one = (): string => 'hot';
const perConnection = (number: number): string => `world-${number % connections}`;
const perPair = (number: number): string => `world-${(number >> 1) % connections}`;
const inMemory = await startServer('sharing');
const cases: readonly (Measured & { readonly reference: Measured; readonly max?: number })[] = [
  {
    name: 'many worlds, one server',
    servers: [await start(prefixes.many)],
    worldOf: perConnection,
    reference: { name: '', servers: [inMemory], worldOf: perConnection },
    max: 2.5,
  },
  {
    name: 'many worlds, each on two servers',
    servers: await Promise.all([start(prefixes.spread), start(prefixes.spread)]),
    worldOf: perPair,
    reference: { name: '', servers: [inMemory], worldOf: perPair },
  },
  {
    name: 'one world on two servers',
    servers: await Promise.all([start(prefixes.hot), start(prefixes.hot)]),
    worldOf: one,
    reference: { name: '', servers: [inMemory], worldOf: one },
    max: 4,
  },
];
console.log(
  `server CPU per request against a server in memory, ${rounds} rounds of ${perRound} in turns, ${connections} connections`,
);
for (const measured of cases) {
  for (const warmed of [measured, measured.reference]) await drive(warmed, perRound / 2);
  const [ratios, trips, costs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const base = await measure(measured.reference);
    const shared = await measure(measured);
    ratios.push(shared.cpu / base.cpu);
    trips.push(shared.roundTrips);
    costs.push(shared.cpu);
  }
  console.log(`${measured.name}: ${median(costs).toFixed(1)} µs`);
  record({
    what: `${measured.name}, CPU against memory`,
    values: ratios,
    ...(measured.max !== undefined && { max: measured.max }),
  });
  record({
    what: `${measured.name}, round trips per request`,
    values: trips,
    ...(measured.worldOf === one && { max: 1 }),
  });
}
client.close();
for (const { servers } of cases) for (const server of servers) server.stop();
inMemory.stop();
await store[Symbol.asyncDispose]();
