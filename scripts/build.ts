/** Compiles the sources to what the package ships. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPanel } from './build-panel.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

mkdirSync(dist, { recursive: true });
// Only the panel stays until it is replaced: a server of this checkout may be showing it.
for (const entry of readdirSync(dist, { withFileTypes: true }).filter(({ name }) => name !== 'panel'))
  rmSync(join(dist, entry.name), { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  cwd: root,
});
if (status === 0) await buildPanel();
process.exitCode = status ?? 1;
