/** The package as users install it: built, packed and unpacked in an empty folder; and servers that are started from it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { originOf } from './measured-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where `npm run bench` has installed it, for all benches that it runs. */
export const installedVariable = 'VIVARIUM_BENCH_PACKAGE';

/** Builds and packs the package into the folder. Returns the path of the tarball. */
export const packPackage = (folder: string): string => {
  const args = ['run', '--silent', 'pack', '--', '--silent', '--pack-destination', folder];
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
};

/** The launcher of the package. The folder is removed when the process exits. */
export const installPackage = (): string => {
  const installed = process.env[installedVariable];
  if (installed !== undefined) return installed;
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['-xzf', packPackage(folder)], { cwd: folder });
  const own = join(folder, 'node_modules', 'vivarium');
  cpSync(join(folder, 'package'), own, { recursive: true });
  return join(own, 'bin', 'vivarium.js');
};

/** The library of the package, with the types of the sources. */
export const importPackage = async (launcher = installPackage()): Promise<typeof import('../src/index.ts')> =>
  import(pathToFileURL(join(dirname(launcher), '../dist/node/index.js')).href);

export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/** Starts a program that prints its address. Its output is read, as by the terminal of a user. */
export const startProgram = async (args: readonly string[], cwd = tmpdir()): Promise<StartedServer> => {
  const child: ChildProcess = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  return { url: await originOf(child), pid: child.pid as number, stop: () => void child.kill() };
};

/** Starts the package as a user does, in an empty folder. */
export const startPackage = (...args: readonly string[]): Promise<StartedServer> =>
  startProgram([installPackage(), '--port', '0', ...args]);
