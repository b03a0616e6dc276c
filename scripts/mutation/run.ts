/**
 * Mutation testing: `npm run test:mutation -- [--workers N] [--sample N] [--summary] [--tests PATH]... [PATH]...` changes the sources below the
 * paths, one small change at a time, and reports each change that no test notices; `--summary`: only the scores of the folders. See docs/mutation-testing.md.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStalePanel } from '../build-panel.ts';
import { findRejected } from './compile-check.ts';
import { type EquivalentMutant, equivalentMutants } from './equivalent-mutants.ts';
import type { PlacedMutant } from './mutants.ts';
import { readSources } from './sources.ts';
import { type TrialStatus, tryMutants } from './try-mutants.ts';

/** The folders with a score, and the tests that must notice the mutants of each. */
const folders = [
  'src/core',
  'src/openapi/resources',
  'src/scenario',
  'src/world',
  'src/parts/save',
  'src/library',
  'src/parts/testing',
  'src/parts/verify',
  'src/parts/panel',
  'src/server',
];

/** Sources that are tested in processes of their own or in a browser, and tests that stop servers, count what is in the memory, or take too long. */
const untried = [
  'src/parts/panel/parts/shortcuts.ts',
  'src/parts/panel/parts/use-resource.ts',
  'src/parts/store/redis/',
  'src/parts/testing/playwright.ts',
  'src/parts/testing/vitest.ts',
  'test/server/edge/deliver-memory',
  'test/server/edge/edge-full-memory',
  'test/server/edge/edge-long-search',
  'test/server/listener.properties',
  'test/parts/store/redis/',
  'test/parts/store/support/',
  'test/parts/testing/playwright',
  'test/parts/testing/vitest',
];

/** Tests of a folder's code in other folders: of what only they mount. */
const testsElsewhere: Readonly<Record<string, readonly string[]>> = {
  'src/server': [
    'parts/agents',
    'middleware.test.ts',
    'parts/upstream/delivery.test.ts',
    'parts/upstream/on-the-way.test.ts',
  ].map((path) => `test/${path}`),
};

const isTried = (path: string): boolean => !untried.some((one) => path.startsWith(one));

interface Known extends PlacedMutant {
  readonly file: string;
  readonly id: number;
}

type Outcome = TrialStatus | 'rejected' | 'equivalent';

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`).filter(isTried).toSorted() : [path];

const testsBelow = (path: string): readonly string[] =>
  path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`).filter(isTried).toSorted();

/** The tests of the same area: `test/core/faults` for `src/core/faults/fault.ts`. */
const testsNear = (source: string): readonly string[] => {
  const area = dirname(source).split('/').slice(0, 3).join('/').replace(/^src/, 'test');
  return testsBelow(area);
};

const describes = (one: EquivalentMutant, { file, line, original, replacement }: Known): boolean =>
  one.file === file &&
  one.original === original &&
  (one.replacement === undefined || one.replacement === replacement) &&
  (one.line === undefined || readFileSync(file, 'utf8').split('\n')[line - 1]?.includes(one.line) === true);

const isEquivalent = (mutant: Known): boolean => equivalentMutants.some((one) => describes(one, mutant));

const show = ({ file, line, kind, original, replacement }: Known): string => {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line} ${kind}: ${short(original)} -> ${short(replacement) || '(nothing)'}`;
};

const runFolder = async (
  folder: string,
  paths: readonly string[],
  tests: readonly string[],
  { workers, sample, summary }: { readonly workers: number; readonly sample: number; readonly summary: boolean },
) => {
  const files = [...new Set(paths.flatMap(filesBelow))];
  const sources = readSources(files);
  const known = sources.flatMap(({ file, mutants, firstId }) =>
    mutants.map((mutant, index): Known => ({ ...mutant, file, id: firstId + index })),
  );
  const outcomes = new Map<number, Outcome>(known.filter(isEquivalent).map(({ id }) => [id, 'equivalent']));
  for (const one of equivalentMutants)
    if (files.includes(one.file) && !known.some((mutant) => describes(one, mutant)))
      console.log(
        `equivalent-mutants.ts describes no mutant of ${one.file}: ${one.original} -> ${one.replacement ?? ''}`,
      );
  const candidates = known.filter(({ id }) => !outcomes.has(id) && id % sample === 0);
  for (const id of findRejected(candidates)) outcomes.set(id, 'rejected');
  const wanted = candidates.filter(({ id }) => !outcomes.has(id)).map(({ id }) => id);
  const absolute = (path: string): string => join(process.cwd(), path);
  const ownTests = [folder.replace(/^src/, 'test'), ...(testsElsewhere[folder] ?? [])];
  const testFiles = (tests.length > 0 ? tests : ownTests).flatMap(testsBelow).map(absolute);
  const sourceTests = sources.map(({ file, firstId }) => ({
    firstId,
    own: absolute(file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')),
    near: testsNear(file).map(absolute),
  }));
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-mutation-'));
  const leftOut = new Map<string, string>();
  const start = Date.now();
  let count = 0;
  try {
    await Promise.all(
      Array.from({ length: workers }, (_, worker) => {
        const mutants = wanted.filter((_, index) => index % workers === worker);
        const results = join(directory, `${worker}.jsonl`);
        return tryMutants(
          { sources: files, session: { testFiles, sources: sourceTests, mutants, total: known.length, results } },
          (id, status) => {
            outcomes.set(id, status);
            count++;
            if (count % 200 === 0)
              console.log(`${count} of ${wanted.length} after ${Math.round((Date.now() - start) / 1000)} s`);
          },
          (file, reason) => leftOut.set(relative(process.cwd(), file), reason),
        );
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  for (const [file, reason] of leftOut) console.log(`left out ${file}: ${reason.split('\n', 1)[0]}`);
  if (summary) summarize(folder, files, known, outcomes);
  else report(folder, files, known, outcomes);
  console.log(`${Math.round((Date.now() - start) / 1000)} s`);
};

/** The outcomes of the mutants in a file or below a folder. */
const scoreOf = (path: string, known: readonly Known[], outcomes: ReadonlyMap<number, Outcome>) => {
  const own = known
    .filter(({ file }) => file === path || file.startsWith(`${path}/`))
    .map(({ id }) => outcomes.get(id));
  const of = (...names: readonly Outcome[]): number =>
    own.filter((outcome) => names.includes(outcome as Outcome)).length;
  const killed = of('killed', 'stuck');
  const all = killed + of('survived', 'uncovered');
  return { of, killed, all, share: all === 0 ? 100 : (killed / all) * 100 };
};

/** The rows of the table in docs/mutation-testing.md: the whole, then its folders. */
const summarize = (
  folder: string,
  files: readonly string[],
  known: readonly Known[],
  outcomes: ReadonlyMap<number, Outcome>,
): void => {
  for (const path of [...new Set([folder, ...files.map(dirname)])].toSorted()) {
    const { all, share } = scoreOf(path, known, outcomes);
    console.log(`| \`${path}\` | ${Math.floor(share)} % | ${all} |`);
  }
};

/** The surviving mutants, then the scores of the folders and files. */
const report = (
  folder: string,
  files: readonly string[],
  known: readonly Known[],
  outcomes: ReadonlyMap<number, Outcome>,
): void => {
  for (const one of known) {
    const outcome = outcomes.get(one.id);
    if (outcome === 'survived' || outcome === 'uncovered') console.log(`${outcome} ${show(one)}`);
  }
  for (const path of new Set([...(files.length > 1 ? [...files.map(dirname), ...files] : files), folder])) {
    const { of, killed, all, share } = scoreOf(path, known, outcomes);
    console.log(
      `${share.toFixed(1).padStart(5)} %  ${path}: ${killed} of ${all} killed, ${of('survived')} survived, ${of('uncovered')} uncovered, ${of('rejected')} rejected by the compiler, ${of('equivalent')} equivalent`,
    );
  }
};

const { values, positionals } = parseArgs({
  options: {
    workers: { type: 'string', default: '1' },
    sample: { type: 'string', default: '1' },
    summary: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
// Tests of the server ask for its page.
await buildStalePanel();
for (const folder of folders) {
  const paths = positionals.length === 0 ? [folder] : positionals.filter((path) => path.startsWith(folder));
  if (paths.length > 0)
    await runFolder(folder, paths, values.tests, {
      workers: Number(values.workers),
      sample: Number(values.sample),
      summary: values.summary,
    });
}
