/** Compiles the sources to `dist/`, which the package ships. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
const compiler = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname;
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
