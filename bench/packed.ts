/** The package as users install it: built, packed and unpacked in an empty folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds and packs the package into the folder. Returns the path of the tarball. */
export const packPackage = (folder: string): string => {
  const args = ['run', '--silent', 'pack', '--', '--silent', '--pack-destination', folder];
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
};

/** The launcher of the package. The folder is removed when the process exits. */
export const installPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['-xzf', packPackage(folder)], { cwd: folder });
  const installed = join(folder, 'node_modules', 'vivarium');
  cpSync(join(folder, 'package'), installed, { recursive: true });
  return join(installed, 'bin', 'vivarium.js');
};
