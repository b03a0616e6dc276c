/**
 * Compares the cost of a request among 100 and among 1,000,000 items, in one process and alternating: CPU time through
 * `world.fetch`. The ratios should stay near 1, except for what reads every item, a search or the saved scenario: the longest
 * time for which it blocks others is measured instead. Run with `npm run bench:lists`; `npm run bench:lists -- 100000` takes another number of items.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createVivarium, type Vivarium } from '../src/index.ts';
import { record } from './result.ts';

const rounds = 9;
/** Short rounds that alternate: a garbage collection of the million items falls into any of them. */
const requestRounds = 41;
const perRound = 2000;
const manyItems = Number(process.argv[2] ?? 1_000_000);

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema });
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        parameters: [query('status'), query('q'), query('limit', { type: 'integer', minimum: 1, default: 20 })],
        responses: { 200: { description: 'A page', ...json({ type: 'array', items: pet }) } },
      },
      post: { requestBody: json(pet), responses: { 201: { description: 'Created', ...json(pet) } } },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'The pet', ...json(pet) } } },
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
  },
};

const open = (count: number): Promise<Vivarium> => {
  const pets = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Entry ${index + 1}`,
    categoryId: (index % 7) + 1,
    // No item is pending. The search must not traverse all items.
    status: index % 2 === 0 ? 'available' : 'sold',
  }));
  return createVivarium({ document, scenario: { data: { pets } } });
};

interface Subject {
  readonly vivarium: Vivarium;
  readonly count: number;
}

const send = async ({ vivarium }: Subject, method: string, path: string, body?: string): Promise<void> => {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await vivarium.world().fetch(path, { method, headers, body: body ?? null });
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
};

const newPet = '{"name":"Luna","categoryId":3,"status":"available"}';
const create = (subject: Subject): Promise<void> => send(subject, 'POST', '/pets', newPet);

/** `before`: what a round needs that is not measured. Ids continue after those that earlier rounds used. */
interface Operation {
  readonly before?: (subject: Subject) => Promise<void>;
  readonly run: (subject: Subject, index: number) => Promise<void>;
}

const operations: Readonly<Record<string, Operation>> = {
  'list page': { run: (subject) => send(subject, 'GET', '/pets') },
  'filter, one in two matches': { run: (subject) => send(subject, 'GET', '/pets?status=sold') },
  'filter, none matches': { run: (subject) => send(subject, 'GET', '/pets?status=pending') },
  // A hundred items, spread over the collection: an item that is shown for the first time also costs its text.
  item: { run: (subject, index) => send(subject, 'GET', `/pets/${(index % 100) * (subject.count / 100) + 1}`) },
  creation: { run: create },
  deletion: {
    before: async (subject) => {
      subject.vivarium.world().reset();
      for (let index = 0; index < perRound; index++) await create(subject);
    },
    run: (subject, index) => send(subject, 'DELETE', `/pets/${subject.count + index + 1}`),
  },
};

const measure = async (subject: Subject, { before, run }: Operation): Promise<number> => {
  await before?.(subject);
  const start = process.cpuUsage();
  for (let index = 0; index < perRound; index++) await run(subject, index);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / perRound;
};

/** The longest time in milliseconds for which some work keeps others from their turn. */
const longestTurn = async (work: () => Promise<void>): Promise<number> => {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  tick();
  await work();
  isOver = true;
  tick();
  return longest;
};

const few: Subject = { vivarium: await open(100), count: 100 };
const many: Subject = { vivarium: await open(manyItems), count: manyItems };
const label = manyItems.toLocaleString('en');
for (const [name, operation] of Object.entries(operations)) {
  await measure(few, operation);
  await measure(many, operation);
  const ratios: number[] = [];
  for (let round = 0; round < requestRounds; round++) {
    const first = round % 2 === 0 ? few : many;
    const one = await measure(first, operation);
    const other = await measure(first === few ? many : few, operation);
    ratios.push(first === few ? other / one : one / other);
  }
  record({ what: `${name} among ${label} items, against 100`, values: ratios, max: 1.25 });
}
const { url } = await many.vivarium.listen({ port: 0 });
/** The client reads in another process, so that only the server is measured. */
const saveScenario = async (type: string): Promise<void> => {
  const args = ['--silent', '--fail', '--output', devNull, '--header', `Accept: ${type}`];
  const child = spawn('curl', [...args, `${url}/_vivarium/api/worlds/default/scenario`], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${code}`);
};
const long: Readonly<Record<string, (round: number) => Promise<void>>> = {
  'a search among': (round) => send(many, 'GET', `/pets?q=nothing${round}`),
  'saving the scenario of': () => saveScenario('application/json'),
  'saving the scenario as YAML of': () => saveScenario('application/yaml'),
};
for (const [name, work] of Object.entries(long)) {
  const turns: number[] = [];
  for (let round = 0; round < rounds; round++) turns.push(await longestTurn(() => work(round)));
  record({
    what: `the longest time for which ${name} ${label} items blocks others`,
    values: turns,
    unit: 'ms',
    max: 50,
  });
}
await few.vivarium.close();
await many.vivarium.close();
