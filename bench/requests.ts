/**
 * Measures the processor time of a request of the package as users install and start it, with its log, against a bare Express app with `res.json`
 * and node:http with a Map, which log nothing. All run in separate processes and get requests over loopback from the same client, in turns. Where the
 * system has `taskset`, they run on one processor and the client on the others. While the machine is busy, nothing is judged. Run with `npm run bench -- requests`,
 * or to look only, with fewer requests a round: `node bench/requests.ts 200`.
 */
import { createClient, type Work } from './client.ts';
import { usageOf } from './measured-process.ts';
import { median, startServer } from './measured-server.ts';
import { startPackage } from './packed.ts';
import { runApart, whyBusy, whyUneven } from './quiet.ts';
import { record } from './result.ts';

const perRound = Number(process.argv[2] ?? 2000);
/** V8 goes on compiling what requests use for some 40,000 of them. */
const warmUpRounds = 20;
const rounds = 25;
const connections = 16;

interface NamedWork extends Work {
  readonly name: string;
  /** Of bare Express. Default: there is no goal. */
  readonly max?: number;
  /** The paths in turns, in place of the one. */
  readonly paths?: readonly string[];
}

const works: readonly NamedWork[] = [
  { name: 'list', method: 'GET', path: '/v1/pets', max: 0.58 },
  { name: 'list, filtered', method: 'GET', path: '/v1/pets?status=sold&limit=5', max: 0.7 },
  { name: 'item', method: 'GET', path: '/v1/pets/7', max: 0.56 },
  {
    // More than are kept: each is decided anew, where the works above repeat one request.
    name: 'list, never repeated',
    method: 'GET',
    path: '/v1/pets',
    paths: Array.from({ length: 100 }, (_, at) => `/v1/pets?limit=${at + 1}`),
  },
  {
    name: 'creation',
    method: 'POST',
    path: '/v1/pets',
    body: '{"name":"Luna","categoryId":3,"status":"available"}',
    max: 0.9,
  },
];

const busy = await whyBusy();
const client = createClient(connections);

/** The log of the package is read by another process, as by the terminal of a client team. */
const servers = {
  express: await startServer('express'),
  node: await startServer('node'),
  vivarium: await startPackage(),
};
runApart(...Object.values(servers));
type Name = keyof typeof servers;
const names = Object.keys(servers) as Name[];

/** Microseconds of processor time for each request, of all threads: garbage collection counts. */
const measure = async (name: Name, work: NamedWork, count: number): Promise<number> => {
  const { url, pid } = servers[name];
  const before = usageOf(pid).cpu;
  const { paths = [work.path] } = work;
  let sent = 0;
  await client.repeat(count, () => client.send(url, { ...work, path: paths[sent++ % paths.length] as string }));
  return ((usageOf(pid).cpu - before) * 1000) / count;
};

console.log(`processor time per request, ${rounds} rounds of ${perRound} in turns, ${connections} connections`);
for (const work of works) {
  // In turns: a server that rests for seconds gives its memory back, and compiled code with it.
  for (let round = 0; round < warmUpRounds; round++) for (const name of names) await measure(name, work, perRound);
  const costs: Record<Name, number[]> = { express: [], node: [], vivarium: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of names) costs[name].push(await measure(name, work, perRound));
  const shown = names.map((name) => `${name} ${median(costs[name]).toFixed(1)} µs`);
  console.log(`${work.name}: ${shown.join(', ')}`);
  const ratiosTo = (other: Name): readonly number[] =>
    costs.vivarium.map((cost, round) => cost / (costs[other][round] as number));
  const unjudged = busy ?? whyUneven('bare Express', costs.express);
  if (unjudged !== undefined) console.log(`${work.name}: not judged, since ${unjudged}`);
  const isJudged = unjudged === undefined && work.max !== undefined;
  const goal = (max: number | undefined): object => (isJudged ? { max } : {});
  record({ what: `${work.name}, against bare Express`, values: ratiosTo('express'), ...goal(work.max) });
  record({ what: `${work.name}, against node:http with a Map`, values: ratiosTo('node'), ...goal(2) });
}
client.close();
for (const { stop } of Object.values(servers)) stop();
