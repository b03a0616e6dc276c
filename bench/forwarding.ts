/**
 * Measures the server's CPU time per forwarded request against a bare proxy with node:http, with the same service behind both; then
 * the heap over 100,000 forwarded requests. Run with `npm run bench -- forwarding`.
 */
import { createClient, type Work } from './client.ts';
import { cpuMs, type MeasuredServer, median, startServer } from './measured-server.ts';
import { record } from './result.ts';

/** The optimizing compiler is done after it, also with the servers that run more code. */
const warmUp = 15_000;
const perRound = 1500;
const rounds = 15;
const connections = 16;
const marks = [20_000, 100_000];

const works: readonly (Work & { readonly name: string })[] = [
  { name: 'item', method: 'GET', path: '/v1/pets/7' },
  { name: 'list', method: 'GET', path: '/v1/pets' },
];

const client = createClient(connections);
const real = await startServer('node');
const forwarding = { upstream: real.url, scenario: {}, journal: 1000 };
const servers = {
  proxy: await startServer('proxy', { upstream: real.url }),
  forwarding: await startServer('vivarium', forwarding),
  recording: await startServer('vivarium', { ...forwarding, record: true }),
  comparing: await startServer('vivarium', { ...forwarding, compare: true }),
};
type Name = keyof typeof servers;
const names = Object.keys(servers) as Name[];

const measure = async (server: MeasuredServer, work: Work): Promise<number> => {
  const before = await server.usage('gc');
  await client.repeat(perRound, () => client.send(server.url, work));
  return (cpuMs(before, await server.usage()) * 1000) / perRound;
};

console.log(`server CPU per forwarded request, ${rounds} rounds of ${perRound} in turns, ${connections} connections`);
for (const work of works) {
  for (const name of names) await client.repeat(warmUp, () => client.send(servers[name].url, work));
  const costs: Record<Name, number[]> = { proxy: [], forwarding: [], recording: [], comparing: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of names) costs[name].push(await measure(servers[name], work));
  const above = (name: Name): string =>
    median(costs[name].map((cost, round) => cost - (costs.proxy[round] as number))).toFixed(0);
  const shown = names.map((name) => `${name} ${median(costs[name]).toFixed(0)} µs (+${above(name)})`);
  console.log(`${work.name}: ${shown.join(', ')}`);
  for (const name of names)
    if (name !== 'proxy')
      record({
        what: `${work.name}, ${name}, against a bare proxy`,
        values: costs[name].map((cost, round) => cost / (costs.proxy[round] as number)),
        ...(name === 'forwarding' && { max: 1.4 }),
      });
}
const heaps: number[] = [];
let done = 0;
const fresh = await startServer('vivarium', { ...forwarding, compare: true });
for (const mark of marks) {
  await client.repeat(mark - done, () => client.send(fresh.url, works[done++ % works.length] as Work));
  done = mark;
  heaps.push((await fresh.usage('gc')).memory.heapUsed / 1e6);
}
console.log(`heap: ${heaps.map((heap, index) => `${heap.toFixed(1)} MB after ${marks[index]}`).join(', ')}`);
record({
  what: 'heap after 100,000 compared requests, against that after 20,000',
  values: [(heaps[1] as number) / (heaps[0] as number)],
  max: 1.1,
});
client.close();
for (const server of [real, fresh, ...Object.values(servers)]) server.stop();
