/**
 * Runs every bench in turn, and writes their figures to `bench/RESULTS.md`, with what `notes.md` says about them, and three lines to README.md. Takes about twenty minutes on a
 * quiet machine; a bench that hangs is ended. Run with
 * `npm run bench`, or name some of them, which replaces their sections: `npm run bench -- requests lists`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedVariable, installPackage } from './packed.ts';
import {
  formatGoal,
  formatMedian,
  formatSpread,
  isReached,
  type Result,
  type Row,
  rowsVariable,
  type Table,
} from './result.ts';

const benches = [
  'requests',
  'rate',
  'growth',
  'profile',
  'install',
  'start',
  'first-response',
  'resident',
  'memory',
  'due',
  'in-process',
  'guard',
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
const unknown = chosen.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}: ${benches.join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'));
const file = join(folder, 'rows.jsonl');
writeFileSync(file, '');

const launcher = installPackage();

const failed: string[] = [];
for (const bench of chosen) {
  console.log(`\n== ${bench}`);
  const child = spawn(process.execPath, ['--no-warnings', join(root, 'bench', `${bench}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, [rowsVariable]: file, [installedVariable]: launcher },
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

const verdict = (row: Result): string => {
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

const markdown = ({ header, rows }: Table): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Of the figures that have a row each. */
const figures = (results: readonly Result[]): Table => ({
  header: ['figure', 'median', 'spread', 'goal', 'reached'],
  rows: results.map((row) => [
    row.what,
    formatMedian(row),
    row.values.length === 1 ? '' : formatSpread(row),
    formatGoal(row),
    verdict(row),
  ]),
});

const sectionOf = (bench: string): string => {
  const found = rows.filter((row) => row.bench === bench);
  const tables = found.flatMap((row) => ('header' in row ? [row] : []));
  const results = found.flatMap((row) => ('header' in row ? [] : [row]));
  const all = [...tables, ...(results.length === 0 ? [] : [figures(results)])];
  return [
    ...all.flatMap((table) => [
      markdown(table),
      ...(table.note === undefined ? [] : [`These figures say little: ${table.note}.`]),
    ]),
    ...(failed.includes(bench) ? [`This bench failed, or took longer than ${maxMinutes} minutes.`] : []),
    ...[notes.get(bench) ?? []].flat(),
  ].join('\n\n');
};

const sections = benches.flatMap((bench) => {
  const section = chosen.includes(bench) ? sectionOf(bench) : earlier.get(bench);
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

const said = rows.flatMap((row) => ('header' in row ? (row.readme ?? []) : []));
if (said.length > 0) {
  const file = join(root, 'README.md');
  const text = said.map((line) => `- ${line}\n`).join('');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^(## How fast it is\n)[^#]*/m, `$1\n${text}\n`));
}
console.log(`\nbench/RESULTS.md is written${failed.length === 0 ? '' : `; failed: ${failed.join(', ')}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;
