/**
 * Assembles the package that is published, `.package/`, from a checkout that is built. Its manifest is its own: what concerns only the
 * checkout (scripts, development dependencies) is not in it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.package');

const published = [
  ...['name', 'version', 'description', 'keywords', 'license', 'repository', 'vivarium', 'type', 'engines', 'bin'],
  ...['exports', 'files', 'peerDependencies', 'peerDependenciesMeta'],
] as const;

type Manifest = Readonly<Record<(typeof published)[number], unknown>> & { readonly files: readonly string[] };

/** What has effects when it is imported. In the checkout, sources and examples have too. */
const sideEffects = ['./bin/*', './dist/node/*', './dist/panel/*', './examples/**'];

/** npm proves the origin of a package only for the repository that its manifest names. GitHub sets the variable. */
const repositoryOf = (name: string | undefined): object =>
  name === undefined ? {} : { repository: { type: 'git', url: `git+https://github.com/${name}.git` } };

export const assemblePackage = (): void => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const manifest = Object.fromEntries(
    published.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]] as const])),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of [...own.files, 'LICENSE', 'README.md'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  // Only editors read them.
  for (const path of readdirSync(join(folder, 'schema')).map((name) => join(folder, 'schema', name)))
    writeFileSync(path, `${JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))}\n`);
  const text = JSON.stringify(
    { ...manifest, sideEffects, ...repositoryOf(process.env.GITHUB_REPOSITORY) },
    undefined,
    2,
  );
  writeFileSync(join(folder, 'package.json'), `${text}\n`);
};
