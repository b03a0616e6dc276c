/**
 * The drill tells the clients of examples/drill apart. The expected outcome of each stands beside it: `npm exec -- vitest run
 * test/drill/zoo.test.ts -u` writes them anew.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DrillResult } from '../../src/index.ts';
import { root, run } from '../cli/process.ts';

const folder = join(root, 'examples/drill');
const clients = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'animals.ts')
  .map((file) => file.slice(0, -'.ts'.length));

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

const reports = mkdtempSync(join(tmpdir(), 'vivarium-zoo-'));
afterAll(() => rmSync(reports, { recursive: true }));

const tableOf = ({ cases: results }: DrillResult): string => {
  const head = { case: 'case', outcome: 'outcome', attempts: 'attempts', findings: ['findings'] };
  const lines = [head, ...results].map((row) =>
    [row.case.padEnd(30), row.outcome.padEnd(9), String(row.attempts).padEnd(10), row.findings.join(', ')]
      .join('')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
};

test.concurrent.for(clients)('%s', async (client, { expect }) => {
  const report = join(reports, `${client}.json`);
  const options = ['--case', cases.join(','), '--baseline', '1', '--jobs', '1', '--report', `json=${report}`];
  const command = [process.execPath, join(folder, `${client}.ts`)];
  // The runs of a client share its compiled code.
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const { stderr } = await run(['drill', join(root, 'spec/animal-store.yaml'), ...options, '--', ...command], {
    env: { NODE_COMPILE_CACHE },
  });
  expect(stderr).not.toContain('Nothing could be judged');
  const result = JSON.parse(readFileSync(report, 'utf8')) as DrillResult;
  await expect(tableOf(result)).toMatchFileSnapshot(join(folder, `${client}.txt`));
});

test('no two of them have the same outcome', () => {
  const tables = clients.map((client) => readFileSync(join(folder, `${client}.txt`), 'utf8'));
  expect(tables.length).toBeGreaterThanOrEqual(14);
  expect(new Set(tables).size).toBe(tables.length);
});
