/**
 * The drill tells the clients of examples/drill apart. The runs of a client share a thread, since processes start slowly: `run/run-command.test.ts`
 * tests those. The expected outcome of each client stands beside it: `npm exec -- vitest run test/parts/drill/zoo.test.ts -u` writes them anew.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { createVivarium, type DrillResult } from '../../../src/index.ts';
import { simulationOf } from '../../../src/library/simulation-of.ts';
import { planCases } from '../../../src/parts/drill/cases/cases.ts';
import { toResult } from '../../../src/parts/drill/drill-report.ts';
import { createCommandWork } from '../../../src/parts/drill/run/run-command.ts';
import { type ClientWork, runDrill } from '../../../src/parts/drill/run/run-drill.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import { root } from '../../cli/process.ts';

const folder = join(root, 'examples/drill');
const clients = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'animals.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** A client may load hundreds of modules, which takes longer than all that it does. One file for each, which can be run again. */
const bundles = join(root, '.vitest/drill-clients');
const bundleClient = async (client: string): Promise<void> => {
  const bundle = await rolldown({ input: join(folder, `${client}.ts`), platform: 'node', onLog: () => {} });
  await bundle.write({ file: join(bundles, `${client}.js`), codeSplitting: false });
  await bundle.close();
};
beforeAll(async () => {
  await Promise.all(clients.map(bundleClient));
});

const cases = [
  'listPets/rate-limited/once',
  'listPets/slow/once',
  'listPets/truncate/once',
  'listPets/hang/once',
  'listPets/401',
  'listPets/unknown-enum',
  'listPets/empty-list',
  'createPet/offline/once',
];

/** Runs the client of its file anew for each URL, and sends its exit code, unless the client ends the thread itself. */
const runner = `
  const { parentPort, workerData } = require('node:worker_threads');
  let runs = 0;
  parentPort.on('message', async (url) => {
    process.env.VIVARIUM_URL = url;
    process.exitCode = await import(workerData + '?' + runs++).then(() => 0, () => 1);
    setImmediate(() => parentPort.postMessage(process.exitCode));
  });
`;

/** A thread that is free again is used for the next run: to start one takes longer than most runs. */
const createThreadWork = (
  file: string,
  urlOf: (world: string) => string,
  onTestFinished: TestContext['onTestFinished'],
): ClientWork => {
  const free = new Set<Worker>();
  const start = (): Worker => {
    const thread = new Worker(runner, { eval: true, workerData: pathToFileURL(file).href, stdout: true, stderr: true });
    // It ends the thread with exit code 1.
    thread.on('error', () => {});
    thread.on('exit', () => free.delete(thread));
    onTestFinished(() => void thread.terminate());
    return thread;
  };
  return async ({ world, timeoutMs, signal }) => {
    const began = performance.now();
    const [thread = start()] = free;
    free.delete(thread);
    const exit = Promise.withResolvers<number>();
    thread.on('exit', exit.resolve);
    thread.once('message', (code) => {
      free.add(thread);
      exit.resolve(code);
    });
    let isLate = false;
    const end = (): unknown => thread.terminate();
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
    thread.postMessage(urlOf(world));
    const exitCode = await exit.promise;
    thread.off('exit', exit.resolve);
    clearTimeout(timer);
    return {
      exitCode: isLate ? null : exitCode,
      signal: null,
      isLate,
      durationMs: performance.now() - began,
      output: '',
    };
  };
};

/** A thread cannot abort its process. */
const needsProcess = ['exhaustive-switch'];

/** As the command does it, which `test/parts/drill/command/` tests. */
const drill = async (client: string, onTestFinished: TestContext['onTestFinished']): Promise<DrillResult> => {
  const vivarium = await createVivarium({
    document: join(root, 'spec/animal-store.yaml'),
    scenarios: join(root, 'scenarios'),
    scenario: 'default',
  });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const { worlds, redactFor } = simulationOf(vivarium) as Simulation;
  const file = join(bundles, `${client}.js`);
  const urlOf = (world: string): string => `${url}/~${world}/v1`;
  const drilled = await runDrill(worlds, {
    work: needsProcess.includes(client)
      ? createCommandWork([process.execPath, file], (world) => ({ VIVARIUM_URL: urlOf(world) }))
      : createThreadWork(file, urlOf, onTestFinished),
    plan: planCases(worlds.service, { cases }, String),
    reachRemedy: '',
    baseline: 1,
    timeoutMs: undefined,
    jobs: 1,
    signal: new AbortController().signal,
  });
  expect(drilled.unjudged).toBeUndefined();
  return toResult(drilled, { redact: redactFor(worlds.service), repeatOf: String });
};

const tableOf = ({ cases: results }: DrillResult): string => {
  const head = { case: 'case', outcome: 'outcome', attempts: 'attempts', findings: ['findings'] };
  const lines = [head, ...results].map((row) =>
    [row.case.padEnd(30), row.outcome.padEnd(9), String(row.attempts).padEnd(10), row.findings.join(', ')]
      .join('')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
};

test.concurrent.for(clients)('%s', async (client, { expect, onTestFinished }) => {
  await expect(tableOf(await drill(client, onTestFinished))).toMatchFileSnapshot(join(folder, `${client}.txt`));
});

test.concurrent.for([
  ['idempotency-key', 1],
  ['repeated-post', 2],
] as const)('%s adds %d after a response that was lost', async ([client, added], { expect, onTestFinished }) => {
  const vivarium = await createVivarium({ document: join(root, 'spec/animal-store.yaml'), scenario: {} });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const world = vivarium.world('lost');
  world.fault('offline', { on: { operation: 'createPet' }, when: { first: 1 } });
  const before = world.collection('pets').items().length;
  const work = createThreadWork(join(bundles, `${client}.js`), (name) => `${url}/~${name}/v1`, onTestFinished);
  await work({ world: 'lost', timeoutMs: 10_000, signal: new AbortController().signal });
  expect(world.collection('pets').items().length - before).toBe(added);
});

test('no two of them have the same outcome', () => {
  const tables = clients.map((client) => readFileSync(join(folder, `${client}.txt`), 'utf8'));
  expect(tables.length).toBeGreaterThanOrEqual(14);
  expect(new Set(tables).size).toBe(tables.length);
});
