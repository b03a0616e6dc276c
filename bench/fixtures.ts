/**
 * The cost of the fixture of `vivarium/vitest` for a test: 1000 tests that read the data of a world, 1000 that send a request to it, and 1000
 * without a world, in the same run. `npm run bench -- fixtures`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from './result.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.vitest', `bench-fixtures-${process.pid}`);
const tests = 1000;

const files: Readonly<Record<string, string>> = {
  plain: `import { expect, test } from 'vitest';
for (let at = 0; at < ${tests}; at++) test('test ' + at, async () => { expect(at).toBe(at); });`,
  opened: `import { expect } from 'vitest';
import { vivariumTest } from '${join(root, 'src/parts/testing/vitest.ts')}';
const test = vivariumTest();
for (let at = 0; at < ${tests}; at++) test('test ' + at, async ({ world }) => { expect(world.collection('pets').items()).toHaveLength(24); });`,
  called: `import { expect } from 'vitest';
import { vivariumTest } from '${join(root, 'src/parts/testing/vitest.ts')}';
const test = vivariumTest();
for (let at = 0; at < ${tests}; at++) test('test ' + at, async ({ world }) => {
  expect((await world.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } })).status).toBe(200);
});`,
};

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly duration: number }[];
  }[];
}

mkdirSync(folder, { recursive: true });
for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), code);
const report = join(folder, 'report.json');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
execFileSync(
  process.execPath,
  [vitest, 'run', '--root', folder, '--no-file-parallelism', '--reporter', 'json', '--outputFile', report],
  {
    cwd: root,
    stdio: 'inherit',
  },
);

/** The median in milliseconds: the first test of a file also loads the document. */
const medianOf = (name: string): number => {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const file = testResults.find((result) => result.name.endsWith(`${name}.test.ts`));
  const durations = (file?.assertionResults ?? [])
    .map(({ duration }) => duration)
    .toSorted((left, right) => left - right);
  return durations[Math.floor(durations.length / 2)] ?? Number.NaN;
};

const plain = medianOf('plain');
record({ what: 'a test with a world, beyond one without', values: [medianOf('opened') - plain], unit: 'ms', max: 2 });
record({
  what: 'a test with a world and a request, beyond one without',
  values: [medianOf('called') - plain],
  unit: 'ms',
});
rmSync(folder, { recursive: true, force: true });
