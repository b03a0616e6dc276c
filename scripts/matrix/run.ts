/**
 * Proves where the package runs: packs it once, installs it in empty projects with the Node.js, the runners and the peers of `projects.ts`, and
 * runs a real test and a compilation in each. Prints a table.
 *
 * Usage: npm run test:matrix [-- --ends] [NAME...]. `--ends`: only the oldest and the newest of each, as CI does. A name selects projects.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CheckName, checks, type RunNode } from './checks.ts';
import { allProjects, newest, oldest, type Project } from './projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'vivarium-matrix-'));
/** Longer than any of them takes on a busy machine. */
const timeout = 240_000;

interface Row {
  readonly project: string;
  readonly node: string;
  readonly check: CheckName | 'install';
  /** The package that was tested, with its version. */
  readonly tested: string;
  readonly seconds: number;
  /** Undefined: it passed. */
  readonly failure: string | undefined;
}

/** The variables of a user: not those of npm, vitest and this checkout. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle)_|INIT_CWD|VITEST|NODE_COMPILE_CACHE)/.test(name),
  ),
);

const run = async (cwd: string, file: string, args: readonly string[], env = environment): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(file, args, { cwd, env, timeout, killSignal: 'SIGKILL' });
    return stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message.split('\n', 1)[0]}\n${stdout}\n${stderr}`.trim());
  }
};

/** npm is the one of this Node.js: the packages do not differ by it. */
const npm = (cwd: string, ...args: readonly string[]): Promise<string> => run(cwd, 'npm', args);

const pack = async (): Promise<string> => {
  await npm(root, 'run', '--silent', 'pack', '--', '--silent', '--pack-destination', temporary);
  const tarball = readdirSync(temporary).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm packed nothing.');
  return join(temporary, tarball);
};

const install = async (project: Project, tarball: string): Promise<string> => {
  const folder = join(temporary, project.name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  const devDependencies = { node: project.node, ...project.packages, vivarium: `file:${tarball}` };
  // The package `node` gets its program by a script.
  const manifest = { private: true, allowScripts: { node: true }, devDependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error');
  return folder;
};

const versionOf = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { readonly version: string })
    .version;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How long it took, and why it failed. */
const timed = async (work: () => Promise<unknown>): Promise<Pick<Row, 'seconds' | 'failure'>> => {
  const start = performance.now();
  const failure = await work().then(() => undefined, messageOf);
  return { seconds: (performance.now() - start) / 1000, failure };
};

const runProject = async (project: Project, tarball: string): Promise<readonly Row[]> => {
  let folder = '';
  const installed = await timed(async () => {
    folder = await install(project, tarball);
  });
  const tested = `vivarium beside ${Object.entries(project.packages)
    .map((entry) => entry.join(' '))
    .join(', ')}`;
  const rows: Row[] = [{ project: project.name, node: project.node, check: 'install', tested, ...installed }];
  if (installed.failure !== undefined) return rows;
  const program = join(folder, 'node_modules/.bin/node');
  const env = { ...environment, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const node: RunNode = (cwd, ...args) => run(cwd, program, args, env);
  for (const check of project.checks) {
    const { of, run: runCheck } = checks[check];
    const outcome = await timed(() => runCheck(folder, node));
    rows.push({
      project: project.name,
      node: versionOf(folder, 'node'),
      check,
      tested: `${of} ${versionOf(folder, of)}`,
      ...outcome,
    });
    print(rows.at(-1) as Row);
  }
  rmSync(folder, { recursive: true, force: true });
  return rows;
};

const print = (row: Row): void => {
  const { project, node, check, tested, seconds } = row;
  const verdict = verdictOf(row) === 'failed' ? 'FAILED' : verdictOf(row);
  console.log(
    [
      project.padEnd(18),
      `Node.js ${node}`.padEnd(16),
      check.padEnd(10),
      verdict,
      `${seconds.toFixed(1)} s`.padStart(7),
      tested,
    ].join('  '),
  );
};

/** A registry that cannot be reached, or has no such version, says nothing about the package. A conflict of versions does: `ERESOLVE`. */
const isWithoutPackages = ({ check, failure = '' }: Row): boolean =>
  check === 'install' &&
  /\b(?:E40[134]|E5\d\d|ETARGET|ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH)\b/.test(failure);

const verdictOf = (row: Row): 'passed' | 'failed' | 'skipped' => {
  if (row.failure === undefined) return 'passed';
  return isWithoutPackages(row) ? 'skipped' : 'failed';
};

/** In the form of vitest's report, which `.ci/sum.js` adds up. */
const report = (rows: readonly Row[]): void => {
  const assertionResults = rows.map((row) => ({
    fullName: `${row.project}: ${row.check} (${row.tested})`,
    status: verdictOf(row),
    failureMessages: row.failure === undefined ? [] : [row.failure],
  }));
  const count = (status: string): number => assertionResults.filter((result) => result.status === status).length;
  const numFailedTests = count('failed');
  const testResults = [{ name: 'test/matrix', status: numFailedTests > 0 ? 'failed' : 'passed', assertionResults }];
  mkdirSync(join(root, '.vitest'), { recursive: true });
  writeFileSync(
    join(root, '.vitest/report.json'),
    JSON.stringify({ numPassedTests: count('passed'), numFailedTests, numPendingTests: count('skipped'), testResults }),
  );
};

const given = process.argv.slice(2);
const names = given.filter((argument) => argument !== '--ends');
const projects = (given.includes('--ends') ? [oldest, newest] : allProjects).filter(
  ({ name }) => names.length === 0 || names.includes(name),
);
try {
  const tarball = await pack();
  const rows: Row[] = [];
  const queue = [...projects];
  const lane = async (): Promise<void> => {
    for (let project = queue.shift(); project !== undefined; project = queue.shift())
      rows.push(...(await runProject(project, tarball)));
  };
  // Two at once: an installation mostly waits.
  await Promise.all([lane(), lane()]);
  console.log('');
  for (const row of rows) print(row);
  for (const row of rows.filter(({ failure }) => failure !== undefined))
    console.log(`\n${verdictOf(row) === 'failed' ? 'FAILED' : 'skipped'} ${row.project}: ${row.check}\n${row.failure}`);
  report(rows);
  process.exitCode = rows.some((row) => verdictOf(row) === 'failed') ? 1 : 0;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
