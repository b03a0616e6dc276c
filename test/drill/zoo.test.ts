/**
 * The drill tells the clients of examples/drill apart. Each run is a thread, which starts faster than a process: `run/run-command.test.ts`
 * tests those. The expected outcome of each client stands beside it: `npm exec -- vitest run test/drill/zoo.test.ts -u` writes them anew.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { planCases } from '../../src/drill/cases/choose-cases.ts';
import { toResult } from '../../src/drill/drill-result.ts';
import { createCommandWork } from '../../src/drill/run/run-command.ts';
import { runDrill } from '../../src/drill/run/run-drill.ts';
import type { ClientWork } from '../../src/drill/run/trial.ts';
import { createVivarium, type DrillResult } from '../../src/index.ts';
import { simulationOf } from '../../src/library/simulation-of.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { root } from '../cli/process.ts';

const folder = join(root, 'examples/drill');
const clients = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'animals.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** A client may load hundreds of modules, which takes longer than all that it does. */
const bundles = join(root, '.vitest/drill-clients');
beforeAll(async () => {
  const bundle = await rolldown({
    input: Object.fromEntries(clients.map((client) => [client, join(folder, `${client}.ts`)])),
    platform: 'node',
    onLog: () => {},
  });
  await bundle.write({ dir: bundles });
  await bundle.close();
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

const createThreadWork =
  (file: string, environmentOf: (world: string) => Readonly<Record<string, string>>): ClientWork =>
  async ({ world, timeoutMs, signal }) => {
    const started = performance.now();
    const thread = new Worker(file, { env: { ...process.env, ...environmentOf(world) }, stdout: true, stderr: true });
    // It ends the thread with exit code 1.
    thread.on('error', () => {});
    let isLate = false;
    const end = (): unknown => thread.terminate();
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
    const exitCode = await new Promise<number>((resolve) => thread.on('exit', resolve));
    clearTimeout(timer);
    return {
      exitCode: isLate ? null : exitCode,
      signal: null,
      isLate,
      durationMs: performance.now() - started,
      output: '',
    };
  };

/** A thread cannot abort its process. */
const needsProcess = ['exhaustive-switch'];

/** As the command does it, which `test/cli/commands/drill/` tests. */
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
  const environmentOf = (world: string) => ({ VIVARIUM_URL: `${url}/~${world}/v1` });
  const drilled = await runDrill(worlds, {
    work: needsProcess.includes(client)
      ? createCommandWork([process.execPath, file], environmentOf)
      : createThreadWork(file, environmentOf),
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

test('no two of them have the same outcome', () => {
  const tables = clients.map((client) => readFileSync(join(folder, `${client}.txt`), 'utf8'));
  expect(tables.length).toBeGreaterThanOrEqual(14);
  expect(new Set(tables).size).toBe(tables.length);
});
