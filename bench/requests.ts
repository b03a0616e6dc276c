/**
 * Measures the server's CPU time per request against a bare Express app with `res.json`, and against node:http with a Map. All run
 * in separate processes and get requests over loopback from the same client, alternating. Run with `npm run bench:requests`.
 */
import { createClient, type Work } from './client.ts';
import { cpuMs, type MeasuredServer, median, startServer } from './measured-server.ts';
import { record } from './result.ts';

const warmUp = 5000;
const perRound = 10_000;
const rounds = 7;
const connections = 16;

interface NamedWork extends Work {
  readonly name: string;
}

const works: readonly NamedWork[] = [
  { name: 'list', method: 'GET', path: '/v1/pets' },
  { name: 'list, filtered', method: 'GET', path: '/v1/pets?status=sold&limit=5' },
  { name: 'item', method: 'GET', path: '/v1/pets/7' },
  { name: 'creation', method: 'POST', path: '/v1/pets', body: '{"name":"Luna","categoryId":3,"status":"available"}' },
];

const client = createClient(connections);

const drive = (server: MeasuredServer, work: Work, count: number): Promise<void> =>
  client.repeat(count, () => client.send(server.url, work));

const measure = async (server: MeasuredServer, work: Work): Promise<number> => {
  const before = await server.usage('gc');
  await drive(server, work, perRound);
  return (cpuMs(before, await server.usage()) * 1000) / perRound;
};

const servers = {
  express: await startServer('express'),
  node: await startServer('node'),
  vivarium: await startServer('vivarium', { journal: 1000 }),
};
type Name = keyof typeof servers;
const names = Object.keys(servers) as Name[];
console.log(`server CPU per request, ${rounds} rounds of ${perRound} in turns, ${connections} connections`);
for (const work of works) {
  for (const name of names) await drive(servers[name], work, warmUp);
  const costs: Record<Name, number[]> = { express: [], node: [], vivarium: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of names) costs[name].push(await measure(servers[name], work));
  const shown = names.map((name) => `${name} ${median(costs[name]).toFixed(1)} µs`);
  console.log(`${work.name}: ${shown.join(', ')}`);
  const ratiosTo = (other: Name): readonly number[] =>
    costs.vivarium.map((cost, round) => cost / (costs[other][round] as number));
  record({ what: `${work.name}, against bare Express`, values: ratiosTo('express'), max: 0.7 });
  record({ what: `${work.name}, against node:http with a Map`, values: ratiosTo('node'), max: 2 });
}
client.close();
for (const server of Object.values(servers)) server.stop();
