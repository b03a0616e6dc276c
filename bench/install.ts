/** What `npm install` adds to a project: packages, and their size. Run with `npm run bench -- install`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from './packed.ts';
import { record } from './result.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...flags, packPackage(folder)], { cwd: folder, stdio: 'inherit' });
  const modules = join(folder, 'node_modules');
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { readonly packages: object };
  record({ what: 'installed packages', values: [Object.keys(lock.packages).length], unit: 'packages', max: 80 });
  record({ what: 'installed, all together', values: [bytes / 1e6], unit: 'MB', max: 30 });
} finally {
  rmSync(folder, { recursive: true });
}
