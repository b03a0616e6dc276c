/**
 * Mutation testing: `npm run test:mutation -- [--workers N] [--tests PATH]... [PATH]...` changes the sources below the paths, one
 * small change at a time, and reports each change that no test notices. See docs/testing.md.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { equivalentMutants } from './equivalent-mutants.ts';
import type { Mutant } from './mutants.ts';
import type { Result, WorkerInput } from './protocol.ts';
import { readSources } from './sources.ts';

/** The folders with a score, and the tests that must notice the mutants of each. */
const folders = ['src/core', 'src/openapi/resources'];

/** A worker that reports nothing for so long is stuck in its mutant, which counts as noticed. */
const maxSilenceMs = 120_000;

interface Known extends Mutant {
  readonly file: string;
  readonly id: number;
}

type Outcome = 'killed' | 'stuck' | 'survived' | 'uncovered' | 'equivalent';

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`).toSorted() : [path];

const testsBelow = (path: string): readonly string[] =>
  path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`).toSorted();

/** The tests of the same area: `test/core/faults` for `src/core/faults/fault.ts`. */
const testsNear = (source: string): readonly string[] => {
  const area = dirname(source).split('/').slice(0, 3).join('/').replace(/^src/, 'test');
  return testsBelow(area);
};

const isEquivalent = ({ file, original, replacement }: Known): boolean =>
  equivalentMutants.some(
    (one) =>
      one.file === file &&
      one.original === original &&
      (one.replacement === undefined || one.replacement === replacement),
  );

/** Tries the mutants in one process after another, until none is left: a stuck process is replaced. */
const tryMutants = async (
  input: WorkerInput,
  onResult: (id: number, outcome: Outcome, by: string | undefined) => void,
): Promise<void> => {
  let left = [...input.session.mutants];
  while (left.length > 0) {
    const { results } = input.session;
    writeFileSync(results, '');
    const session = { ...input.session, mutants: left };
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'worker.ts'), JSON.stringify({ ...input, session })],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: true,
      },
    );
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const done = new Set<number>();
    let read = 0;
    let lastProgress = Date.now();
    let trying: number | undefined;
    const readResults = (): void => {
      const text = readFileSync(results, 'utf8');
      const end = text.lastIndexOf('\n') + 1;
      for (const line of text.slice(read, end).split('\n').filter(Boolean)) {
        lastProgress = Date.now();
        const result = JSON.parse(line) as Result;
        if (result.type === 'trying') trying = result.mutant;
        if (result.type !== 'done') continue;
        done.add(result.mutant);
        trying = undefined;
        onResult(result.mutant, result.status, result.by);
      }
      read = end;
    };
    const timer = setInterval(() => {
      readResults();
      if (Date.now() - lastProgress > maxSilenceMs) process.kill(-(child.pid as number), 'SIGKILL');
    }, 200);
    await exited;
    clearInterval(timer);
    readResults();
    if (trying !== undefined) {
      done.add(trying);
      onResult(trying, 'stuck', undefined);
    }
    if (done.size === 0) throw new Error('The tests cannot be run. Do they pass?');
    left = left.filter((id) => !done.has(id));
  }
};

const show = ({ file, line, kind, original, replacement }: Known): string => {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line} ${kind}: ${short(original)} -> ${short(replacement) || '(nothing)'}`;
};

const runFolder = async (folder: string, paths: readonly string[], tests: readonly string[], workers: number) => {
  const files = [...new Set(paths.flatMap(filesBelow))];
  const sources = readSources(files);
  const known = sources.flatMap(({ file, mutants, firstId }) =>
    mutants.map((mutant, index): Known => ({ ...mutant, file, id: firstId + index })),
  );
  const outcomes = new Map<number, Outcome>(known.filter(isEquivalent).map(({ id }) => [id, 'equivalent']));
  const wanted = known.filter(({ id }) => !outcomes.has(id)).map(({ id }) => id);
  const absolute = (path: string): string => join(process.cwd(), path);
  const testFiles = (tests.length > 0 ? tests : [folder.replace(/^src/, 'test')]).flatMap(testsBelow).map(absolute);
  const near = sources.map(({ file, firstId }) => ({ firstId, near: testsNear(file).map(absolute) }));
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-mutation-'));
  const start = Date.now();
  let count = 0;
  try {
    await Promise.all(
      Array.from({ length: workers }, (_, worker) => {
        const mutants = wanted.filter((_, index) => index % workers === worker);
        const results = join(directory, `${worker}.jsonl`);
        return tryMutants(
          { sources: files, session: { testFiles, sources: near, mutants, total: known.length, results } },
          (id, outcome) => {
            outcomes.set(id, outcome);
            count++;
            const one = known[id] as Known;
            if (outcome === 'survived' || outcome === 'uncovered') console.log(`${outcome} ${show(one)}`);
            if (count % 200 === 0)
              console.log(`${count} of ${wanted.length} after ${Math.round((Date.now() - start) / 1000)} s`);
          },
        );
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  for (const path of new Set([...(files.length > 1 ? [...files.map(dirname), ...files] : files), folder])) {
    const own = known
      .filter(({ file }) => file === path || file.startsWith(`${path}/`))
      .map(({ id }) => outcomes.get(id));
    const of = (...names: readonly Outcome[]): number =>
      own.filter((outcome) => names.includes(outcome as Outcome)).length;
    const killed = of('killed', 'stuck');
    const all = own.length - of('equivalent');
    const share = all === 0 ? 100 : (killed / all) * 100;
    console.log(
      `${share.toFixed(1).padStart(5)} %  ${path}: ${killed} of ${all} killed, ${of('survived')} survived, ${of('uncovered')} uncovered, ${of('equivalent')} equivalent`,
    );
  }
  console.log(`${Math.round((Date.now() - start) / 1000)} s`);
};

const { values, positionals } = parseArgs({
  options: { workers: { type: 'string', default: '1' }, tests: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
for (const folder of folders) {
  const paths = positionals.length === 0 ? [folder] : positionals.filter((path) => path.startsWith(folder));
  if (paths.length > 0) await runFolder(folder, paths, values.tests, Number(values.workers));
}
