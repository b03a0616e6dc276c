/**
 * The drill tells the clients of examples/drill apart: each is a process, and the drill runs in this one. The expected outcome of each stands
 * beside it: `npm exec -- vitest run test/drill/zoo.test.ts -u` writes them anew.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { planCases } from '../../src/drill/cases/choose-cases.ts';
import { toResult } from '../../src/drill/drill-result.ts';
import { createCommandWork } from '../../src/drill/run/run-command.ts';
import { runDrill } from '../../src/drill/run/run-drill.ts';
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
  const command = [process.execPath, join(bundles, `${client}.js`)];
  const drilled = await runDrill(worlds, {
    work: createCommandWork(command, (world) => ({ VIVARIUM_URL: `${url}/~${world}/v1` })),
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
