/**
 * Where the time goes: the shares of the busy processor time of a server for a list, a filtered list, an item and a creation, and of
 * `world.fetch` for a list and an item. They are the reasons for the figures of `requests` and `in-process`. Run with `npm run bench -- profile`.
 */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { createVivarium } from '../src/index.ts';
import { createClient, type Work } from './client.ts';
import { startServer } from './measured-server.ts';
import { installedVariable } from './packed.ts';
import { record } from './result.ts';

const warmUp = 5000;
const count = 20_000;

const works: Readonly<Record<string, Work>> = {
  list: { method: 'GET', path: '/v1/pets' },
  'list, filtered': { method: 'GET', path: '/v1/pets?status=sold&limit=5' },
  item: { method: 'GET', path: '/v1/pets/7' },
  creation: { method: 'POST', path: '/v1/pets', body: '{"name":"Luna","categoryId":3,"status":"available"}' },
};

/** The first group whose pattern matches the function and its file. */
const groups: readonly (readonly [name: string, pattern: RegExp])[] = [
  // What the profiler itself takes is not the server's.
  ['waiting', /^\(idle\)| node:inspector/],
  ['garbage collection', /^\(garbage collector\)/],
  ['writing to the socket, in the system', /^(write\w*String|writeBuffer|writev) $/],
  ['Response and its stream, of Node.js', /undici|webstreams|webidl/],
  ['HTTP of Node.js', /node:_http|wasm/],
  ['streams, events and timers of Node.js', / node:/],
  ['Vivarium: the edge', /\/src\/server\//],
  ['Vivarium: the simulation', /\/src\/core\//],
  ['Vivarium: checks and generated values', /\/src\/openapi\//],
  ['Vivarium: the world and its records', /\/src\//],
  ['Node.js and the system, unnamed', /^/],
];

const groupOf = ({ callFrame: { functionName, url } }: Profiler.ProfileNode): string =>
  groups.find(([, pattern]) => pattern.test(`${functionName} ${url}`))?.[0] as string;

/** The share of each group in percent of the busy time. */
const sharesOf = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> => {
  const groupById = new Map(nodes.map((node) => [node.id, groupOf(node)]));
  const times = new Map(groups.map(([name]) => [name, 0]));
  for (const [index, id] of samples.entries()) {
    const name = groupById.get(id) as string;
    times.set(name, (times.get(name) as number) + (timeDeltas[index] as number));
  }
  times.delete('waiting');
  const busy = [...times.values()].reduce((sum, time) => sum + time);
  return new Map([...times].map(([name, time]) => [name, (100 * time) / busy]));
};

const recordShares = (name: string, profile: Profiler.Profile): void => {
  for (const [group, share] of sharesOf(profile))
    if (share > 0) record({ what: `${name}: ${group}`, values: [share], unit: '%' });
};

// The names of the source files tell the groups apart.
delete process.env[installedVariable];
const client = createClient(16);
for (const [name, work] of Object.entries(works)) {
  // A new process for each: what one has optimized does not count for the next.
  const server = await startServer('vivarium', { journal: 1000 });
  const send = (): Promise<string> => client.send(server.url, work);
  await client.repeat(warmUp, send);
  recordShares(name, await server.profile(() => client.repeat(count, send)));
  server.stop();
}
client.close();

const vivarium = await createVivarium();
const world = vivarium.world();
const headers = { authorization: 'Bearer demo' };
const repeatFetch = async (path: string, times: number): Promise<void> => {
  for (let index = 0; index < times; index++) await (await world.fetch(path, { headers })).text();
};
const session = new Session();
session.connect();
await session.post('Profiler.enable');
for (const [name, { path }] of Object.entries({ list: works.list, item: works.item }) as [string, Work][]) {
  await repeatFetch(path, warmUp);
  await session.post('Profiler.start');
  await repeatFetch(path, count);
  recordShares(`world.fetch, ${name}`, (await session.post('Profiler.stop')).profile);
}
session.disconnect();
await vivarium.close();
