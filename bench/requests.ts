/**
 * Measures the server's CPU time per request against a bare Express app with `res.json`. Both run in separate processes and
 * get requests over loopback from the same client, alternating. Run with `npm run bench:requests`.
 */
import { createClient, type Work } from './client.ts';
import { cpuMs, type MeasuredServer, median, startServer } from './measured-server.ts';

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

const servers = { express: await startServer('express'), vivarium: await startServer('vivarium', { journal: 1000 }) };
console.log(`server CPU per request, ${rounds} rounds of ${perRound} in turns, ${connections} connections`);
for (const work of works) {
  await drive(servers.express, work, warmUp);
  await drive(servers.vivarium, work, warmUp);
  const ratios: number[] = [];
  const costs = { express: [] as number[], vivarium: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const express = await measure(servers.express, work);
    const vivarium = await measure(servers.vivarium, work);
    costs.express.push(express);
    costs.vivarium.push(vivarium);
    ratios.push(vivarium / express);
  }
  const [express, vivarium] = [median(costs.express).toFixed(1), median(costs.vivarium).toFixed(1)];
  console.log(
    `${work.name.padEnd(16)} express ${express} µs   vivarium ${vivarium} µs   ratio ${median(ratios).toFixed(2)}`,
  );
}
client.close();
for (const server of Object.values(servers)) server.stop();
