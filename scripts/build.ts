/** Builds `dist/`, and from it the package, `.package/`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemblePackage } from './assemble-package.ts';
import { buildBrowser } from './build-browser.ts';
import { buildCommonJs, writeTypesForCommonJs } from './build-commonjs.ts';
import { buildNode } from './build-node.ts';
import { buildPanel } from './build-panel.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { describeLicenses, type PackageManifest, packagesOf } from './licenses.ts';
import { describeBundle } from './sbom.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types = join(dist, 'types');
const manifest = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as PackageManifest & {
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly types: string } }>>;
};

/** Keeps the panel until it is replaced, because a server of this checkout may be serving it. */
const clean = (): void => {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist).filter((entry) => entry !== 'panel'))
    rmSync(join(dist, name), { recursive: true, force: true });
};

const buildTypes = async (): Promise<void> => {
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--checkers', '1'], {
    stdio: 'inherit',
    // It ends before there is garbage worth collecting.
    env: { ...process.env, GOGC: 'off' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The declarations are not built.');
  removeInternalDeclarations();
};

/** The declarations that `exports` of package.json names. */
const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : join(dist, '..', entry.import.types),
);

/** Those of the entries, and their imports. */
const publishedDeclarations = (): ReadonlySet<string> => {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g))
      found.add(join(dirname(file), target.replace(/\.[jt]s$/, '.d.ts')));
  }
  return found;
};

/** Removes declarations of internals, which no user can import. They would be a fifth of the package. */
const removeInternalDeclarations = (): void => {
  const needed = publishedDeclarations();
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    const file = join(types, name);
    if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
  }
};

clean();
const [modules, browser, panel] = await Promise.all([
  buildNode(),
  buildBrowser(),
  buildPanel(),
  buildTypes(),
  buildCommonJs(),
]);
writeTypesForCommonJs(entries);
const packages = packagesOf([...modules, ...panel.modules, ...browser.flatMap((file) => file.modules)]);
writeFileSync(join(dist, 'licenses.txt'), describeLicenses(packages));
writeFileSync(join(dist, 'sbom.json'), describeBundle(manifest, packages));
await compileEagerly(join(dist, 'node'));
assemblePackage();
