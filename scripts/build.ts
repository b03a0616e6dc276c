/** Compiles the sources to `dist/`, which the package ships. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBrowser } from './build-browser.ts';
import { buildPanel } from './build-panel.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** In two steps: only the declarations need their comments, which editors show. */
const compile = (): number => run('--removeComments') || run('--declaration', '--emitDeclarationOnly');

const run = (...options: readonly string[]): number => {
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...options], {
    stdio: 'inherit',
  });
  return status ?? 1;
};

/** The declarations that `exports` of package.json names, and their imports. */
const publishedDeclarations = (): ReadonlySet<string> => {
  const { exports } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.types));
  const found = new Set(entries.map((entry) => join(dist, '..', entry)));
  for (const file of found) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g))
      found.add(join(dirname(file), target.replace(/\.[jt]s$/, '.d.ts')));
  }
  return found;
};

/** Removes declarations of internals, which no user can import. They would be a fifth of the package. */
const removeInternalDeclarations = (): void => {
  const needed = publishedDeclarations();
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name);
    if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
  }
};

/** Keeps the panel until it is replaced, because a server of this checkout may be serving it. */
const clean = (): void => {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist).filter((entry) => entry !== 'panel'))
    rmSync(join(dist, name), { recursive: true, force: true });
};

clean();
process.exitCode = compile();
if (process.exitCode === 0) {
  removeInternalDeclarations();
  await buildPanel();
  await buildBrowser();
}
