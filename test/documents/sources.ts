/**
 * The locations of the documents for the tests in this folder. Each source is a group of documents: `own` is written for these
 * tests, `npm` comes with the development dependencies, `shared` is a folder beside the checkout, which may be missing, and `given` is
 * the folder that `DOCUMENTS_IN` names. `DOCUMENTS=shared,ordinary` selects sources; without it, the tests use `own`, `npm` and `shared`.
 * `OPERATIONS=all` has the suites drive every operation.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Source = 'own' | 'npm' | 'shared' | 'ordinary' | 'given';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { resolve } = createRequire(import.meta.url);

export const sharedFolder = here('../../../shared/specs');
const ordinaryFolder = here('../../../shared/specs-ordinary');

/** Its documents exist as JSON and as YAML, below `2.0`, `3.0` and `3.1`. */
const readmeFolder = dirname(resolve('@readme/oas-examples/package.json'));

/** Paths by names: a prefix and the path in the folder. */
const filesIn = (prefix: string, folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ya?ml|json)$/.test(file))
      .toSorted()
      .map((file) => [`${prefix}/${file}`, join(folder, file)]),
  );

const readme = (version: string): ReadonlyMap<string, string> =>
  new Map([...filesIn(`readme/${version}`, join(readmeFolder, version, 'json'))].map(shorten));

const hasAllOperations = process.env.OPERATIONS === 'all' || process.env.VITEST === undefined;

/** Forty kinds of things that are all described alike, with three operations each: the tests have six of them. */
const shorten = ([name, path]: readonly [string, string]): readonly [string, string] => {
  if (!name.endsWith('/star-trek.json') || hasAllOperations) return [name, path];
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const paths = Object.fromEntries(Object.entries(document.paths).slice(0, 12));
  const folder = here('../../.vitest/documents');
  const file = join(folder, 'star-trek.json');
  mkdirSync(folder, { recursive: true });
  // Another worker may be reading it: it is replaced at once.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...document, paths }));
  renameSync(draft, file);
  return [name, file];
};

/** They have no operations. */
const isEmpty = (name: string): boolean => /\/(title|webhooks)\.json$/.test(name);

const filesIfAny = (prefix: string, folder: string): ReadonlyMap<string, string> =>
  existsSync(folder) ? filesIn(prefix, folder) : new Map();

const filesOf: Readonly<Record<Source, () => ReadonlyMap<string, string>>> = {
  own: () => new Map([['own/animal-store.yaml', here('../../spec/animal-store.yaml')], ...filesIn('own', here('own'))]),
  npm: () =>
    new Map(
      [
        ['figma/openapi.yaml', resolve('@figma/rest-api-spec/openapi/openapi.yaml')] as const,
        ['scalar/galaxy.json', resolve('@scalar/galaxy/3.1.json')] as const,
        ...readme('3.0'),
        ...readme('3.1'),
      ].filter(([name]) => !isEmpty(name)),
    ),
  shared: () => filesIfAny('shared', sharedFolder),
  ordinary: () => filesIfAny('ordinary', ordinaryFolder),
  given: () => filesIfAny('given', process.env.DOCUMENTS_IN ?? ''),
};

const all = Object.keys(filesOf) as Source[];
const selected = (process.env.DOCUMENTS ?? 'own,npm,shared').split(',');
for (const name of selected)
  if (!all.some((source) => source === name)) throw new Error(`DOCUMENTS=${name}: the sources are ${all.join(', ')}`);

const files = new Map(all.map((source) => [source, filesOf[source]()]));

export const fileNamesOf = (source: Source): readonly string[] => [...(files.get(source)?.keys() ?? [])];

/** Those that exist. */
const existing: readonly Source[] = all.filter((source) => fileNamesOf(source).length > 0);

/** Those that exist and are selected. */
export const sources: readonly Source[] = existing.filter((source) => selected.includes(source));

export const fileNames: readonly string[] = sources.flatMap(fileNamesOf);

/** For suites that would take an hour with those of npm, unless `DOCUMENTS` names them. */
export const chosenFileNames: readonly string[] =
  process.env.DOCUMENTS === undefined ? [...fileNamesOf('own'), ...fileNamesOf('shared')] : fileNames;

/** Of all sources that exist. */
export const allFileNames: readonly string[] = existing.flatMap(fileNamesOf);

/** Documents of Swagger 2.0. */
export const swaggerFiles: readonly string[] = [...readme('2.0').values()];

/** Documents of npm that cannot be served, with the reason. */
export const unusableFiles: ReadonlyMap<string, string> = new Map([
  ...[...readme('3.0'), ...readme('3.1')]
    .filter(([name]) => isEmpty(name))
    .map(([, path]) => [path, 'no operation'] as const),
]);

/** @throws Error if no source has a document of this name. */
export const pathOf = (name: string): string => {
  for (const found of files.values()) {
    const path = found.get(name);
    if (path !== undefined) return path;
  }
  throw new Error(`no document is named ${name}`);
};

/** At most so many, not all from the beginning. `OPERATIONS=all` keeps all. */
export const spreadOver = <One>(list: readonly One[], most: number): readonly One[] => {
  const step = hasAllOperations ? 1 : Math.max(1, list.length / most);
  return list.filter((_one, index) => Math.floor(index % step) === 0);
};

/** Some operations of each method, on one item and on many: at an even distance, all of them might be of one method. */
export const someOfEachKind = <One extends { readonly method: string; readonly path: string }>(
  operations: readonly One[],
  most: number,
): readonly One[] => {
  const kinds = Map.groupBy(operations, ({ method, path }) => `${method} ${path.endsWith('}')}`);
  const chosen = new Set([...kinds.values()].flatMap((kind) => spreadOver(kind, Math.ceil(most / kinds.size))));
  return operations.filter((one) => chosen.has(one));
};

/** The names of the operations that a suite with hundreds of requests for each operation drives. */
export const drivenOf = (operations: readonly { readonly name: string }[], most = 4): readonly string[] =>
  spreadOver(operations, most).map(({ name }) => name);
