/**
 * How the cost of a request grows with the work that a server holds: with items, worlds, operations of the document and faults. Processor time through
 * `world.fetch` of the package as users install it, in one process, the sizes in turns. What stays below 1.25 of the smallest size is flat; the table states
 * the slope of the rest: 1 is in proportion. Then the memory of items and worlds, and how long one request among a million items keeps others waiting.
 * Run with `npm run bench -- growth`, or to look only, with a hundredth of the items and worlds: `node bench/growth.ts 100`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import type { JsonObject, Vivarium, VivariumOptions } from '../src/index.ts';
import { median } from './measured-server.ts';
import { importPackage } from './packed.ts';
import { runApart, whyBusy } from './quiet.ts';
import { repeatDocument } from './repeat-document.ts';
import { record, recordTable } from './result.ts';

const divisor = Number(process.argv[2] ?? 1);
const rounds = 15;
const perRound = 300;
const maxFlat = 1.25;

const busy = await whyBusy();
runApart({ pid: process.pid });
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { createVivarium } = await importPackage();

/** Bytes on and off the heap, after a full garbage collection. */
const usedBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema });
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
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [query('status'), query('q'), query('limit', { type: 'integer', minimum: 1, default: 20 })],
        responses: { 200: { description: 'A page', ...json({ type: 'array', items: pet }) } },
      },
      post: {
        operationId: 'createPet',
        requestBody: json(pet),
        responses: { 201: { description: 'Created', ...json(pet) } },
      },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'readPet', responses: { 200: { description: 'The pet', ...json(pet) } } },
      delete: { operationId: 'deletePet', responses: { 204: { description: 'Deleted' } } },
    },
  },
};

/** No item is pending: a search for them must not read all. */
const petAt = (index: number): JsonObject => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 7) + 1,
  status: index % 2 === 0 ? 'available' : 'sold',
});
const petsOf = (count: number) => ({ pets: Array.from({ length: count }, (_, index) => petAt(index)) });

/** A server that holds work of one size. */
interface Subject {
  readonly size: number;
  readonly vivarium: Vivarium;
  /** The path of the collection. */
  readonly path: string;
  /** The items that it starts with. */
  readonly items: number;
  readonly worlds: number;
}

const newPet = '{"name":"Luna","categoryId":3,"status":"available"}';
const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

const send = async (
  { vivarium, path, worlds }: Subject,
  index: number,
  method: string,
  below: string,
  body?: string,
): Promise<Response> => {
  const world = vivarium.world(worlds === 1 ? 'default' : `w${index % worlds}`);
  const response = await world.fetch(`${path}${below}`, { method, headers, body: body ?? null });
  if (!response.ok) throw new Error(`${method} ${path}${below} answered ${response.status}: ${await response.text()}`);
  return response;
};

type Work = (subject: Subject, index: number) => Promise<unknown>;

/** A hundred sizes of pages in turn: a world decides a request that repeats one of its last ones only once. */
const sizeOf = (index: number, { worlds }: Subject): string =>
  `limit=${1 + ((index + Math.floor(index / worlds)) % 100)}`;
const list: Work = (subject, index) => send(subject, index, 'GET', `?${sizeOf(index, subject)}`);
/** A hundred items, spread over the collection: one that is shown for the first time also costs its text. */
const item: Work = (subject, index) => {
  const step = Math.max(1, Math.floor(subject.items / 100));
  return send(subject, index, 'GET', `/${((index * step) % subject.items) + 1}`);
};
const creation: Work = (subject, index) => send(subject, index, 'POST', '', newPet);
const usual = { list, item, creation };

/** Microseconds of processor time for each request: the median of each subject. */
const costsOf = async (subjects: readonly Subject[], work: Work, count = perRound): Promise<readonly number[]> => {
  const costs = subjects.map((): number[] => []);
  for (let round = -3; round < rounds; round++) {
    // In another order each round: else, the collections of garbage may all fall to one of them.
    for (const step of subjects.keys()) {
      const at = (step + round + 3) % subjects.length;
      const subject = subjects[at] as Subject;
      const start = process.cpuUsage();
      for (let index = 0; index < count; index++) await work(subject, index);
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) costs[at]?.push((user + system) / count);
    }
  }
  return costs.map(median);
};

const rows: (readonly string[])[] = [];

const shortNumber = (value: number): string =>
  value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/** Adds a row to the table: how a figure grows with the size. */
const compare = (
  what: string,
  figure: string,
  sizes: readonly number[],
  values: readonly number[],
  unit: string,
): void => {
  const [first, last] = [values[0] as number, values.at(-1) as number];
  const [least, most] = [sizes[0] as number, sizes.at(-1) as number];
  const ratio = last / first;
  const cells = values.map((value, at) => `${sizes[at]?.toLocaleString('en')}: ${shortNumber(value)} ${unit}`);
  const slope = (Math.log(ratio) / Math.log(most / Math.max(1, least))).toFixed(2);
  const each = `${Number(((last - first) / (most - least)).toPrecision(2))} ${unit} for each`;
  const growth = ratio <= maxFlat ? 'flat' : `${ratio.toFixed(1)} times: slope ${slope}, ${each}`;
  console.log(`${what}, ${figure}: ${cells.join(', ')}: ${growth}`);
  rows.push([what, figure, cells.join('; '), growth]);
};

const compareWorks = async (
  what: string,
  subjects: readonly Subject[],
  works: Readonly<Record<string, Work>>,
  count?: number,
): Promise<void> => {
  const sizes = subjects.map(({ size }) => size);
  for (const [name, work] of Object.entries(works))
    compare(what, name, sizes, await costsOf(subjects, work, count), 'µs');
};

const closeAll = (subjects: readonly Subject[]): Promise<unknown> =>
  Promise.all(subjects.map(({ vivarium }) => vivarium.close()));

const open = (options: VivariumOptions): Promise<Vivarium> => createVivarium({ document, ...options });

// Items.
const many = 1_000_000 / divisor;
const itemSubjects: Subject[] = [];
for (const size of [10, 1000, 100_000 / divisor, many]) {
  const before = usedBytes();
  const vivarium = await open({ scenario: { data: petsOf(size) } });
  const subject = { size, vivarium, path: '/pets', items: size, worlds: 1 };
  await list(subject, 0);
  const bytes = usedBytes() - before;
  itemSubjects.push(subject);
  if (size !== many) continue;
  const ofJson = Array.from({ length: size }, (_, index) => JSON.stringify(petAt(index)).length);
  const beyond = (bytes - ofJson.reduce((sum, length) => sum + length)) / size;
  record({
    what: `an item among ${size.toLocaleString('en')}, beyond its JSON`,
    values: [beyond],
    unit: 'bytes',
    max: 350,
  });
}
await compareWorks('items', itemSubjects, {
  ...usual,
  'filtered list, half of all match': (subject, index) =>
    send(subject, index, 'GET', `?status=sold&${sizeOf(index, subject)}`),
  'filtered list, none matches': (subject, index) =>
    send(subject, index, 'GET', `?status=pending&${sizeOf(index, subject)}`),
  'creation and deletion': async (subject, index) => {
    const created = (await (await send(subject, index, 'POST', '', newPet)).json()) as { readonly id: number };
    await send(subject, index, 'DELETE', `/${created.id}`);
  },
});
await compareWorks(
  'items',
  itemSubjects,
  { 'search that reads all': (subject, index) => send(subject, index, 'GET', `?q=nothing${performance.now()}`) },
  3,
);

/** The longest time in milliseconds for which some work keeps others from their turn. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
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

const largest = itemSubjects.at(-1) as Subject;
const { url } = await largest.vivarium.listen({ port: 0 });
/** The client reads in another process, so that only the server is measured. */
const saveScenario = async (type: string): Promise<void> => {
  const args = ['--silent', '--fail', '--output', devNull, '--header', `Accept: ${type}`];
  const child = spawn('curl', [...args, `${url}/_vivarium/api/worlds/default/scenario`], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${code}`);
};
for (const [name, work] of Object.entries<(round: number) => Promise<unknown>>({
  'a search': (round) => send(largest, 0, 'GET', `?q=nothing${round}`),
  'the scenario': () => saveScenario('application/json'),
  'the scenario as YAML': () => saveScenario('application/yaml'),
})) {
  const values: number[] = [];
  for (let round = 0; round < 5; round++) values.push(await longestTurn(() => work(round)));
  const what = `the longest time for which ${name} of ${many.toLocaleString('en')} items keeps others waiting`;
  record({ what, values, unit: 'ms', ...(busy === undefined && { max: 50 }) });
}
await closeAll(itemSubjects);

// Worlds, whose items are the same until they are changed.
const worldSubjects: Subject[] = [];
const idle: number[] = [];
for (const worlds of [1, 100, 10_000 / divisor]) {
  const vivarium = await open({ scenario: { data: petsOf(100) }, maxWorlds: worlds + 1 });
  const subject = { size: worlds, vivarium, path: '/pets', items: 100, worlds };
  await list(subject, 0);
  const before = usedBytes();
  for (let index = 0; index < worlds; index++) vivarium.world(`w${index}`).exchanges();
  idle.push((usedBytes() - before) / worlds / 1000);
  for (let index = 0; index < worlds; index++) await creation(subject, index);
  worldSubjects.push(subject);
}
record({ what: 'an idle world among many', values: [idle.at(-1) as number], unit: 'kB', max: 20 });
await compareWorks('worlds', worldSubjects, usual);
await closeAll(worldSubjects);

// Operations.
const spec = parse(readFileSync(new URL('../spec/animal-store.yaml', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, object>>;
};
const operationsIn = Object.values(spec.paths)
  .flatMap((path) => Object.keys(path))
  .filter((name) => /^(get|post|put|patch|delete)$/.test(name));
const documentSubjects: Subject[] = [];
const starts: number[] = [];
const operationCounts = [10, 100, 1000];
for (const size of operationCounts) {
  const copies = Math.ceil(size / operationsIn.length);
  const start = process.cpuUsage();
  const copy = `copy${copies - 1}`;
  const vivarium = await createVivarium({
    document: repeatDocument(spec as unknown as Record<string, unknown>, copies),
    scenario: { data: { [`${copy}.pets`]: petsOf(20).pets } },
  });
  const subject = { size, vivarium, path: `/v1/${copy}/pets`, items: 20, worlds: 1 };
  await list(subject, 0);
  const { user, system } = process.cpuUsage(start);
  starts.push((user + system) / 1000);
  documentSubjects.push(subject);
}
compare('operations', 'start to the first response', operationCounts, starts, 'ms');
await compareWorks('operations', documentSubjects, usual);
await closeAll(documentSubjects);

// Faults that another operation has, and such that every request is counted for.
for (const [what, on] of [
  ['faults of another operation', { operation: 'deletePet' }],
  ['faults of each operation', {}],
] as const) {
  const subjects: Subject[] = [];
  for (const size of [0, 10, 1000]) {
    const faults = Array.from({ length: size }, (_, index) => ({
      name: `fault-${index}`,
      on,
      when: { after: 1_000_000_000 },
      status: 503,
    }));
    const vivarium = await open({ scenario: { data: petsOf(100), faults } as never });
    subjects.push({ size, vivarium, path: '/pets', items: 100, worlds: 1 });
  }
  await compareWorks(what, subjects, usual);
  await closeAll(subjects);
}

recordTable({ header: ['what grows', 'figure', 'at each size', 'growth'], rows, note: busy });
