/**
 * Runs every bench in turn, and writes their figures to `bench/RESULTS.md`, with what `notes.md` says about them. Takes about twenty minutes on a
 * quiet machine; a bench that hangs is ended. Run with
 * `npm run bench`, or name some of them, which replaces their sections: `npm run bench -- requests lists`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatGoal, formatMedian, formatSpread, isReached, type Row, rowsVariable } from './result.ts';

const benches = [
  'requests',
  'rate',
  'profile',
  'install',
  'start',
  'first-response',
  'resident',
  'memory',
  'items',
  'worlds',
  'due',
  'lists',
  'in-process',
  'load',
  'fixtures',
  'services',
  'forwarding',
  'store',
  'scale',
];
/** The longest takes four on a quiet machine. */
const maxMinutes = 8;

const compared = ['express', 'msw', '@stoplight/prism-cli', 'vitest'];

const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : benches;
const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'));
const file = join(folder, 'rows.jsonl');
writeFileSync(file, '');

const failed: string[] = [];
for (const bench of chosen) {
  console.log(`\n== ${bench}`);
  const child = spawn(process.execPath, ['--no-warnings', join(root, 'bench', `${bench}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, [rowsVariable]: file },
    // A group of processes, so that the end of a bench is that of its servers too.
    detached: true,
  });
  const end = (): boolean => process.kill(-(child.pid as number));
  const timer = setTimeout(end, maxMinutes * 60_000);
  process.once('SIGINT', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  process.off('SIGINT', end);
  if (code !== 0) failed.push(bench);
}
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);
rmSync(folder, { recursive: true });

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

const verdict = (row: Row): string => {
  const reached = isReached(row);
  if (reached === undefined) return '';
  return reached ? 'yes' : '**no**';
};

/** The sections of a page by their headings. */
const sectionsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section): readonly [string, string] => {
        const end = section.indexOf('\n');
        return [section.slice(0, end).trim(), section.slice(end).trim()];
      }),
  );

/** What `notes.md` says about each bench: why a goal is missed. */
const notes = sectionsOf(readFileSync(join(root, 'bench', 'notes.md'), 'utf8'));

const resultsFile = join(root, 'bench', 'RESULTS.md');
const earlier = existsSync(resultsFile) ? sectionsOf(readFileSync(resultsFile, 'utf8')) : new Map<string, string>();

const tableOf = (bench: string): string => {
  const ofBench = rows.filter((row) => row.bench === bench);
  const lines = ofBench.map(
    (row) =>
      `| ${row.what} | ${formatMedian(row)} | ${row.values.length === 1 ? '' : formatSpread(row)} | ${formatGoal(row)} | ${verdict(row)} |`,
  );
  const table = ['| figure | median | spread | goal | reached |', '| --- | --- | --- | --- | --- |', ...lines];
  const note = notes.get(bench);
  const end = failed.includes(bench) ? ['', `This bench failed, or took longer than ${maxMinutes} minutes.`] : [];
  return [...(ofBench.length === 0 ? [] : table), ...end, ...(note === undefined ? [] : ['', note])].join('\n');
};

const sections = benches.flatMap((bench) => {
  const section = chosen.includes(bench) ? tableOf(bench) : earlier.get(bench);
  return section === undefined ? [] : [`## ${bench}\n\n${section}\n`];
});

const versions = compared.map((name) => `${name} ${versionOf(name)}`).join(', ');
const page = `# Results

Written by \`npm run bench\`. Each figure is a ratio within one run, unless it has a unit: times and sizes depend on the machine.

- Commit ${commit}, ${new Date().toISOString().slice(0, 10)}. A bench that was not run then has its figures of an earlier run.
- Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}
- ${versions}

${sections.join('\n')}`;
writeFileSync(resultsFile, page);
console.log(`\nbench/RESULTS.md is written${failed.length === 0 ? '' : `; failed: ${failed.join(', ')}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;
