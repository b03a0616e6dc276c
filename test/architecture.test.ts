/** The layout: which folder may import which, and the purity of the core. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import {
  entriesOf,
  exportsOf,
  filesIn,
  type Import,
  importsOf,
  order,
  page,
  parts,
  root,
} from '../scripts/source-map.ts';
import { unitFolders } from '../vitest.config.ts';
import { listsIn } from './parts/words/words-in-code.ts';

/** Without the panel, which runs in a browser and is bundled. */
const sources = (folder: string): readonly string[] =>
  filesIn(folder).filter((file) => !file.startsWith(join('src', 'parts', 'panel')));

const parse = (file: string) => parseAst(stripTypeScriptTypes(readFileSync(`${root}${file}`, 'utf8')));

const imports = filesIn('.').flatMap(importsOf);

/** Top-level folders that must not import some of those above them in the order. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  // The words are data.
  core: ['core', 'parts/words'],
  text: ['core', 'text', 'parts/yaml'],
  openapi: [
    'core',
    'text',
    'files',
    'openapi',
    'parts/accounts',
    'parts/agreement',
    'parts/beside',
    'parts/counts',
    'parts/dialects',
    'parts/effects',
    'parts/downloads',
    'parts/explain',
    'parts/formats',
    'parts/hints',
    'parts/inheritance',
    'parts/jobs',
    'parts/many',
    'parts/names',
    'parts/orders',
    'parts/properties',
    'parts/sayings',
    'parts/lifecycles',
    'parts/bodies',
    'parts/bundle',
    'parts/overlays',
    'parts/paths',
    'parts/pydantic',
    'parts/locale',
    'parts/pictures',
    'parts/references',
    'parts/swagger',
    'parts/webhooks',
    'parts/words',
    'parts/yaml',
  ],
  scenario: [
    'core',
    'text',
    'files',
    'scenario',
    'parts/agreement',
    'parts/lifecycles',
    'parts/locale',
    'parts/login',
    'parts/originals',
    'parts/refusals',
    'parts/words',
  ],
  world: ['core', 'scenario', 'world'],
  'parts/resume': ['core', 'scenario', 'world', 'parts/resume'],
  'parts/save': ['core', 'files', 'scenario', 'world', 'parts/resume', 'parts/save'],
  'parts/store': [
    ...['core', 'files', 'scenario', 'world', 'simulation', 'server', 'cli'],
    ...['parts/store', 'parts/keys', 'parts/tls'],
  ],
  // It uses the rest only through the control API, whose responses have published types. Its form of a fault is that of the effects.
  'parts/panel': ['parts/panel'],
};

/** They have only types, so whoever imports them gets no code. */
const publishedTypes = ['src/library/exchange-view.ts', 'src/library/world-api.ts'];

const ofThePanel = [
  'src/core/primitives/json.ts',
  'src/core/faults/effects.ts',
  'src/core/faults/built-in-faults.ts',
  'src/core/primitives/did-you-mean.ts',
];

/** Of all doors of a part together. */
const maxNames = 15;

/** A part counts as a folder of its own. */
const topOf = (file: string): string => /^src\/(parts\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? 'root';
const folderOf = (file: string): string => {
  const path = file.slice('src/'.length);
  return order.includes(path) ? path : path.slice(0, path.lastIndexOf('/'));
};
const isOwn = ({ to }: Pick<Import, 'to'>): boolean => to.startsWith('src/');

/** An import of Node itself is listed by the types that it resolves to. */
const packageOf = (to: string): string =>
  to.startsWith('@') ? to.split('/', 2).join('/') : (to.split('/', 1)[0] as string);

test('the imports are those between files of the project, of packages and of Node', () => {
  expect(imports.filter(isOwn).length).toBeGreaterThan(50);
  expect(imports.some(({ to }) => to === 'express')).toBe(true);
  expect(imports.some(({ to }) => to.startsWith('node:'))).toBe(true);
});

test('every file has a place in the order', () => {
  expect(filesIn('.').filter((file) => !order.includes(folderOf(file)))).toEqual([]);
});

test('every place in the order exists', () => {
  expect(order.length).toBeGreaterThan(100);
  expect(order.filter((place) => !existsSync(`${root}src/${place}`))).toEqual([]);
});

test('imports between folders have one direction', () => {
  const upwards = imports
    .filter(isOwn)
    .filter(({ from, to }) => order.indexOf(folderOf(to)) > order.indexOf(folderOf(from)));
  expect(upwards).toEqual([]);
});

test.each(parts)('$folder is entered by its doors, from as many files as its row says', (part) => {
  const entries = entriesOf(part, imports);
  const isDoor = ({ to }: Import): boolean => part.doors.includes(to.slice(`src/${part.folder}/`.length));
  expect(entries.filter((one) => !isDoor(one))).toEqual([]);
  expect(new Set(entries.map(({ from }) => from)).size).toBe(part.enteredFrom);
  const used = new Set(entries.map(({ to }) => to));
  expect(part.doors.filter((door) => !used.has(`src/${part.folder}/${door}`))).toEqual([]);
});

test('every folder of src/parts has its row', () => {
  const folders = readdirSync(`${root}src/parts`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => `parts/${name}`).toSorted()).toEqual(
    parts
      .map(({ folder }) => folder)
      .filter((folder) => folder.startsWith('parts/'))
      .toSorted(),
  );
});

test('the doors of a part export few names', () => {
  const counts = parts.map(({ folder, doors }) => {
    const names = doors.flatMap((door) => exportsOf(`src/${folder}/${door}`));
    return { folder, names: names.length };
  });
  expect(counts.filter(({ names }) => names > maxNames)).toEqual([]);
});

test('what finds resources imports no part with rules, but what openapi/rules.ts lists', () => {
  const finders = /^src\/openapi\/(resources\/|compile-operations\.ts$)/;
  const named = imports.filter(({ from, to }) => finders.test(from) && to.startsWith('src/parts/'));
  // The words, and what descriptions say.
  expect(new Set(named.map(({ to }) => to))).toEqual(
    new Set(['words', 'sayings'].map((part) => `src/parts/${part}/index.ts`)),
  );
});

test('the control API imports no routes of parts, but what simulation/routes.ts lists', () => {
  const routes = imports.filter(({ to }) => /^src\/parts\/(har\/|.*routes\.ts$)/.test(to));
  const named = routes.filter(({ from, to }) => to.split('/')[2] !== from.split('/')[2]);
  expect(new Set(named.map(({ from }) => from))).toEqual(new Set(['src/simulation/routes.ts']));
});

test('what a load.ts has is loaded late', () => {
  const late = imports.filter(({ to }) => to.startsWith('src/parts/') && to.endsWith('/load.ts'));
  expect(late.filter(({ isStatic }) => isStatic)).toEqual([]);
});

test.each(Object.entries(mayImport))('%s imports only %j', (top, allowed) => {
  const strays = imports.filter(
    ({ from, to }) =>
      topOf(from) === top &&
      isOwn({ to }) &&
      !allowed.includes(topOf(to)) &&
      !publishedTypes.includes(to) &&
      !(top === 'parts/panel' && ofThePanel.includes(to)),
  );
  expect(strays).toEqual([]);
});

test('a docstring stands before what it describes, not before another one', () => {
  const doubled = sources('.').filter((file) => {
    const [, ...declared] = readFileSync(`${root}${file}`, 'utf8').split(
      /^(?=import |export |const |type |interface )/m,
    );
    return declared.some((text) => /\*\/\s*\/\*\*/.test(text));
  });
  expect(doubled).toEqual([]);
});

interface ParsedNode {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string } | null;
}

const maxLines = 60;

/** The names of functions with more lines than a screen, blank lines and comments included. */
const longFunctionsIn = (file: string): readonly string[] => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const linesIn = (start: number, end: number): number => text.slice(start, end).split('\n').length;
  // Only what is longer at the margin needs a parser.
  const blocks = text.split(/^(?=[^\s})\]])/m);
  if (blocks.every((block) => block.split('\n').length <= maxLines)) return [];
  const found: string[] = [];
  const visit = (node: ParsedNode, name: string): void => {
    const own = node.id?.name ?? node.key?.name ?? name;
    // What is shorter has no longer function in it.
    if (node.type !== undefined && linesIn(node.start, node.end) <= maxLines) return;
    if (node.type?.endsWith('FunctionExpression') || node.type === 'FunctionDeclaration') found.push(`${file}: ${own}`);
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) visit(child, own);
  };
  visit(parseSync(file, text).program.body as unknown as ParsedNode, '');
  return found;
};

test('a function fits on a screen, but for a few', () => {
  const found = filesIn('.').flatMap(longFunctionsIn);
  // It may only fall.
  if (found.length > 5) expect(found).toEqual([]);
});

test('the published types of responses come without code', () => {
  for (const file of publishedTypes) expect(parse(file).body, file).toEqual([]);
});

test('an import names a file that exists, with its extension', () => {
  expect(imports.filter((one) => isOwn(one) && !existsSync(`${root}${one.to}`))).toEqual([]);
});

/** The core itself, and what parts have of their own that is as pure. */
const isPure = (file: string): boolean => /^src\/(?:core|parts\/[^/]+\/core)\//.test(file);

test('the core imports no package', () => {
  expect(imports.filter((one) => isPure(one.from) && !isOwn(one))).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  const ofFile = Map.groupBy(
    // A file may read the types of what it exports.
    imports.filter((one) => isOwn(one) && one.from !== one.to),
    ({ from }) => from,
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    done.add(file);
    for (const { to } of ofFile.get(file) ?? []) visit(to, [...path, file]);
  };
  for (const file of ofFile.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test('an exported type has one meaning', () => {
  // The published types are written by hand, beside those that they describe. The panel knows the server by its API.
  const isDescription = (file: string): boolean => /^src\/(library|parts\/(?:panel|testing|web))\//.test(file);
  const declared = sources('.')
    .filter((file) => !isDescription(file))
    .flatMap((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(
        ([, name]) => ({
          name,
          file,
        }),
      ),
    );
  const repeated = [...Map.groupBy(declared, ({ name }) => name)].filter(([, { length }]) => length > 1);
  expect(repeated.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
});

/** Where a document is understood, and where values and responses are made. */
const understanding =
  /^src\/(openapi|scenario\/data|core\/(?!faults|handlers|http|primitives)\w+|parts\/(accounts|agreement|beside|bodies|dialects|effects|explain|flags|formats|hints|jobs|lifecycles|locale|many|orders|paths|pictures|properties|pydantic|refusals|webhooks|import\/draft|foreign))\//;

/** How many lists of words a file has that are no words of a service, and what they are. */
const otherLists: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'core/request/precondition.ts': [1, 'headers of HTTP'],
  'core/request/prefer.ts': [1, 'preferences of this project'],
  'core/resources/list-items.ts': [1, 'facts of a page, as bindings name them'],
  'core/resources/preconditions.ts': [2, 'the table of the dialects of queries'],
  'core/response/cors.ts': [3, 'headers of HTTP'],
  'core/response/executable-content.ts': [1, 'media types'],
  'core/response/response-headers.ts': [1, 'headers of HTTP'],
  'core/response/write-response.ts': [1, 'headers of HTTP'],
  'core/service/login-facts.ts': [1, 'endpoints of OpenID Connect'],
  'core/service/redact-text.ts': [1, 'schemes of HTTP'],
  'core/service/secret-facts.ts': [1, 'what is redacted, whatever it means'],
  'core/simulate/rate-headers.ts': [2, 'headers of HTTP'],
  'core/state/referred-items.ts': [1, 'keys of Strapi'],
  'openapi/document/as-meant.ts': [1, 'the booleans of YAML'],
  'openapi/generate/vocabulary.ts': [15, 'what is drawn: no name is read by it'],
  'openapi/load/inner-address.ts': [1, 'domains that are reserved'],
  'openapi/operations/parameters.ts': [1, 'headers of HTTP'],
  'openapi/operations/responses.ts': [1, 'media types'],
  'openapi/operations/security.ts': [1, 'the registry of schemes of HTTP'],
  'openapi/resources/describe/filters.ts': [1, 'comparisons, as bindings name them'],
  'openapi/resources/describe/unbound-operation.ts': [1, 'endings of files'],
  'openapi/resources/describe/sent-parameters.ts': [1, 'the parameters of LoopBack'],
  'parts/effects/action-rows.ts': [1, 'values of a feature'],
  'parts/dialects/index.ts': [1, 'the words of regular expressions'],
  'parts/dialects/media-types.ts': [4, 'media types'],
  'parts/dialects/types.ts': [1, 'formats of JSON Schema, as other languages call them'],
  'parts/foreign/foreign-formats.ts': [2, 'keys of files of other tools'],
  'parts/formats/index.ts': [5, 'media types, and the table of usual headers'],
  'parts/import/draft/draft-document.ts': [1, 'media types'],
  'parts/lifecycles/core/read-lifecycle.ts': [1, 'keys of scenario files'],
  'parts/locale/index.ts': [1, 'a dictionary'],
  'parts/many/index.ts': [1, 'values of a feature'],
  'scenario/data/check-scenario.ts': [1, 'keys of scenario files'],
  'scenario/data/reference-targets.ts': [1, 'one word, in each spelling'],
};

test('words by which a service is understood stand in parts/words and parts/names alone', () => {
  const counts = sources('.')
    .filter((file) => understanding.test(file))
    .map((file) => [file.slice('src/'.length), listsIn(`${root}${file}`)] as const);
  expect(counts.length).toBeGreaterThan(300);
  const wrong = counts.filter(([file, found]) => found.length !== (otherLists[file]?.[0] ?? 0));
  expect(wrong).toEqual([]);
  const stray = Object.keys(otherLists).filter((file) => !counts.some(([known]) => known === file));
  expect(stray).toEqual([]);
});

/** Tests of more than one source file. */
const crossCutting: readonly string[] = [
  // A session of an agent, with all tools.
  'parts/agents/session',
  // One file for each group of options, errors or signals: the real command in a process of its own.
  'cli/commands',
  'cli/documents',
  'cli/errors',
  'cli/https',
  'cli/launcher',
  'cli/options',
  'cli/watch',
  // The clients of examples/drill.
  'parts/drill/zoo',
  // Ten thousand stubs, in the slow suite.
  'parts/import/readers/wiremock/many-stubs',
  'library/logger',
  'library/types',
  // What is done at a limit, and beyond it.
  'openapi/limits',
  // What a reader would notice in generated data.
  'openapi/generate/readable-text',
  // The interpretations of whole documents.
  'openapi/resources/interpretations',
  'parts/beside/writes-apart',
  // A service with webhooks, and its receivers.
  'parts/webhooks/webhooks',
  // Loading, worlds and faults, with two services.
  'simulation/loaded-modules',
  'simulation/several-services',
  // `--save` in processes that are stopped and killed.
  'simulation/save',
  // `--store` in processes that are killed.
  'simulation/store',
  // The same tests for every place where worlds live.
  'parts/store/conformance',
  // The harness with which the tests of a store disturb it.
  'parts/store/redis/consistency',
  'parts/store/redis/forwarding',
  'parts/store/redis/limits',
  'parts/store/redis/linearizable.properties',
  'parts/store/redis/operated',
  'parts/store/redis/outages',
  'parts/store/redis/sharing',
  'parts/store/redis/unreadable',
  'parts/store/support/redis-server',
  // What a world records of a real service, and how it differs, over sockets.
  'parts/upstream/bad-days',
  'parts/upstream/compare',
  'parts/upstream/compare.properties',
  'parts/upstream/delivery',
  'parts/upstream/express',
  'parts/upstream/json-server',
  'parts/upstream/on-the-way',
  'parts/upstream/record',
];

const isTop = (folder: string): boolean => order.some((place) => place.split('/')[0] === folder);

const testFiles: readonly string[] = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length));

test('the unit project has the tests of all folders below the server', () => {
  const above = order.slice(0, order.indexOf('server/edge')).filter((folder) => !folder.startsWith('parts/'));
  const below = above.map((folder) => folder.split('/')[0]);
  expect(unitFolders).toEqual([...new Set(below)]);
});

test('docs/architecture.md names every folder of tests that mirrors no folder of sources', () => {
  const folders = readdirSync(`${root}test`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const suites = folders.map(({ name }) => name).filter((name) => !isTop(name));
  expect(suites).toContain('properties');
  expect(suites.filter((name) => !page.includes(`\`test/${name}/\``))).toEqual([]);
});

test('a test is at the path of its source file, or is listed as a test of several', () => {
  const mirrored = testFiles.filter((file) => isTop(file.split('/')[0] as string) && file.includes('/'));
  const sourceNames = filesIn('.').map((file) => file.slice('src/'.length).replace(/\.tsx?$/, ''));
  // An aspect may follow the name: `fetch-delivery.test.ts`, `extreme.properties.test.ts`.
  const isMirror = (file: string): boolean =>
    sourceNames.some((name) => file === name || (/^[-.]/.test(file.slice(name.length)) && file.startsWith(name)));
  expect(mirrored.filter((file) => !isMirror(file)).toSorted()).toEqual(crossCutting.toSorted());
});

test('each third-party library is used in one folder', () => {
  const homes: Readonly<Record<string, readonly string[]>> = {
    '@faker-js/faker': ['src/openapi/', 'src/parts/locale/'],
    '@redocly/openapi-core': ['src/openapi/', 'src/parts/check/lint/'],
    redis: ['src/parts/store/redis/'],
    undici: ['src/parts/upstream/send/'],
    yaml: ['src/scenario/', 'src/parts/import/import-command.ts'],
    'js-yaml': ['src/text/', 'src/openapi/load/', 'src/scenario/file/'],
    'jsonpath-rfc9535': ['src/parts/overlays/'],
    express: ['src/server/', 'src/parts/toolbar/pages.ts'],
    '@modelcontextprotocol/server': ['src/parts/agents/'],
    zod: [
      'src/parts/agents/',
      'src/scenario/',
      'src/server/control/',
      'src/simulation/option-values.ts',
      'src/simulation/options.ts',
      'src/parts/configuration/',
      'src/parts/toolbar/routes.ts',
      'src/parts/upstream/world-upstream.ts',
      'src/parts/webhooks/load.ts',
    ],
    commander: ['src/cli/main.ts', 'src/cli/program/'],
    vitest: ['src/parts/testing/vitest.ts'],
    msw: ['src/parts/testing/msw.ts'],
    vite: ['src/parts/vite/plugin.ts'],
    '@playwright/test': ['src/parts/testing/playwright.ts', 'src/parts/guard/guard-playwright.ts'],
    preact: ['src/parts/panel/'],
    'lean-qr': ['src/parts/panel/demo/qr-code.ts'],
    '@preact/signals': ['src/parts/panel/'],
  };
  const strays = imports
    .filter((one) => !isOwn(one) && !one.to.startsWith('node:') && !one.to.endsWith('.css'))
    .filter(({ from, to }) => !(homes[packageOf(to)] ?? []).some((home) => from.startsWith(home)));
  expect(strays).toEqual([]);
});

test('code that must run in a browser imports nothing from Node', () => {
  const loaders = ['src/files/', 'src/openapi/load/', 'src/scenario/file/load', 'src/scenario/file/check-file'];
  const inBrowser = (file: string): boolean =>
    ['core', 'text', 'world', 'openapi', 'scenario'].includes(topOf(file)) &&
    !loaders.some((loader) => file.startsWith(loader));
  const strays = imports.filter(
    ({ from, to }) => inBrowser(from) && (to.startsWith('node:') || loaders.some((loader) => to.startsWith(loader))),
  );
  expect(strays).toEqual([]);
});

test('the entries for a browser reach no import of Node', () => {
  const ofFile = Map.groupBy(imports, ({ from }) => from);
  const reached = new Set(['src/parts/web/index.ts', 'src/parts/testing/msw.ts']);
  for (const file of reached) for (const { to } of ofFile.get(file) ?? []) if (to.startsWith('src/')) reached.add(to);
  expect(reached.size).toBeGreaterThan(100);
  expect(imports.filter(({ from, to }) => reached.has(from) && to.startsWith('node:'))).toEqual([]);
});

/** Code that depends on more than a function's arguments, or does not return at once. */
const impurities = (file: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, ...rest } = node as { type: string } & Record<string, unknown>;
    if (type === 'AwaitExpression') found.push('await');
    if (rest.async === true) found.push('async');
    if (type === 'ImportExpression') found.push('import()');
    if (type === 'MemberExpression') {
      const { object, property } = rest as { object: { name?: string }; property: { name?: string } };
      const path = `${object.name}.${property.name}`;
      if (['Date.now', 'Math.random', 'performance.now'].includes(path)) found.push(path);
    }
    if (type === 'NewExpression') {
      const { callee, arguments: args } = rest as { callee: { name?: string }; arguments: unknown[] };
      if (callee.name === 'Date' && args.length === 0) found.push('new Date()');
    }
    const ambient = [
      'process',
      'globalThis',
      'crypto',
      'fetch',
      'console',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'Promise',
    ];
    if (type === 'Identifier' && ambient.includes(String(rest.name))) found.push(String(rest.name));
    for (const child of Object.values(rest)) visit(child);
  };
  visit(parse(file));
  return found;
};

test.each(sources('.').filter(isPure))('%s reads no clock, uses no randomness and awaits nothing', (file) => {
  expect(impurities(file)).toEqual([]);
});

test('no code outside the clock reads the time', () => {
  const mention = (file: string): boolean => /Date|performance/.test(readFileSync(`${root}${file}`, 'utf8'));
  const readers = sources('.').filter(
    (file) => mention(file) && impurities(file).some((found) => /Date|performance/.test(found)),
  );
  expect(readers).toEqual(['src/world/clock.ts']);
});

test('no line of the engine mentions the subject of the example', () => {
  const mentions = filesIn('.').flatMap((file) =>
    readFileSync(`${root}${file}`, 'utf8')
      .split('\n')
      .filter((line) => /\b(pets?|animals?)\b/i.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(mentions).toEqual([]);
});
