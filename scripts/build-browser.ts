/**
 * Bundles the engine for browsers, `dist/browser/vivarium.js`: a page without a bundler can import it. The library for generated
 * data and the parser are chunks of their own, which are loaded with the first document.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
export const browserOutput = join(root, 'dist/browser');

export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
  readonly compressedBytes: number;
  /** The paths of its modules. */
  readonly modules: readonly string[];
}

/** What is left out of the code of modules. The build fails if it is in none of them: it has moved, or has another name now. */
interface Cut {
  /** Matches the paths of the modules, as they are loaded. */
  readonly of: RegExp;
  readonly what: RegExp;
  /** Stands in its place; nothing by default. */
  readonly by?: string | ((match: string, ...groups: string[]) => string);
}

const scenarios =
  /src\/(?:scenario\/document\/|simulation\/|server\/control\/request\/|parts\/\w+\/(?:section|stated)\.)/;

/** What finds resources. Only `explain` shows why an operation is bound or not. */
const finders =
  /src\/(?:openapi\/resources\/(?:bind\/|find\/|find-resources)|parts\/(?:accounts|beside|bodies|effects|flags|hints|jobs|many|paths|properties)\/|parts\/lifecycles\/document\/)/;

/** Descriptions, which editors show; the texts of effects for the form of the panel and for the report of a drill; reasons. */
const descriptions: readonly Cut[] = [
  { of: scenarios, what: /\.describe\(\s*(['`"])(?:(?!\1)[^\\]|\\.)*\1,?\s*\)/g },
  ...[
    /\blabel: '[^'\n]*',\s+description:\s+(['"])(?:(?!\1).)*\1,?/g,
    /\bhint: '[^'\n]*',/g,
    /\btitle: '[^'\n]*',/g,
    /\bmet: (?:'[^'\n]*',?|\(.*\) =>.*,$)/gm,
  ].map((what) => ({ of: /src\/core\/faults\/effects\.ts$/, what })),
  {
    of: finders,
    what: /(?<=\b(?:reason(?:: | = )|abstain\(\w+, ))(?:`[^`]*`|'[^'\n]*')/g,
    by: "''",
  },
  // The table of roles is printed by the pages of the documentation alone.
  { of: finders, what: /\b(?:example|provided|name):\s+'[^'\n]* [^'\n]*',/g },
  // A whole sentence is a part of a reason.
  { of: finders, what: /(?<=[ ([])(?:`(?:[A-Z]|\$)[^`\n]* [^`\n]*\.`|'[A-Z][^'\n]* [^'\n]*\.')/g, by: "''" },
];

const schemasOfZod = /zod\/v4\/classic\/schemas\.js$/;

/** What no option and no scenario uses of zod's schemas: formats of texts, and objects that are compiled (see `doc` below). Their issues are read one by one. */
const ofZod: readonly Cut[] = [
  { of: schemasOfZod, what: /(?<=\("ZodString", [\s\S]*?\n\}, )\{[\s\S]*?\n\}\);/, by: '{});' },
  { of: schemasOfZod, what: /(?<=^ {4})and\(arg\) \{\n.*\n {4}\},\n/m },
  { of: schemasOfZod, what: /\$ZodObjectJIT/, by: () => '$ZodObject' },
  { of: /zod\/v4\/classic\/errors\.js$/, what: /^ {4}const proto = [\s\S]*?(?=^\};\nexport)/m },
];

const jsYaml = /js-yaml\.mjs$/;
const jsonPath = /jsonpath-rfc9535\/dist\/esm\/parser\/parser\.js$/;

/** What reads YAML and JSONPath without what writes them, and without the frames of their errors, as ours have their places. */
const ofParsers: readonly Cut[] = [
  // What js-yaml creates at its start has no effect: the tags of YAML 1.1 and the styles for writing are left out.
  {
    of: jsYaml,
    what: /(?<=^(?:var \w+ =|\tscalarStyleRules:) )(?=[\w.]+\(|new )/gm,
    by: '/*@__PURE__*/ ',
  },
  // The frames of our errors are our own.
  { of: jsYaml, what: /(?<=^function makeSnippet\(.*\{\n)[\s\S]*?(?=^\})/m },
  {
    of: jsonPath,
    what: /^function peg\$subclass[\s\S]*?(?=^peg\$SyntaxError\.buildMessage)/m,
    by: () => 'class peg$SyntaxError extends Error {}\n',
  },
  {
    of: jsonPath,
    what: /^ {4}function peg\$computePosDetails[\s\S]*?(?=^ {4}function peg\$fail)/m,
    by: () => 'function peg$computeLocation() {}\n',
  },
  // What was expected in its place is a list of all that a JSONPath may have.
  { of: jsonPath, what: /(?<=peg\$fail\()peg\$e\d+(?=\))/g },
  {
    of: jsonPath,
    what: /(?<=^peg\$SyntaxError\.buildMessage = function \(expected, found\) \{\n)[\s\S]*?(?=^\};\n)/m,
    by: 'return "unexpected " + (found || "end");',
  },
];

const thrower = /zod\/v4\/(?:core|classic)\//;
const faker = /@faker-js\/faker\/dist\/base-/;
const dataOfFaker = /@faker-js\/faker\/dist\/(?:base|en)-/;

/**
 * The messages of exceptions that only a wrong use of zod throws (what is wrong in a text is told by other means), what Faker says of wrong
 * arguments, its source of chance, and other alphabets.
 */
const messagesForProgrammers: readonly Cut[] = [
  {
    of: thrower,
    what: /(?<=\bnew (?:Type|Reference)?Error\()(?:(["'])(?:(?!\1).)*\1|`[^`$]*(?:\$\{[^{}`]*\}[^`$]*)*`)(?=\))/g,
    by: "''",
  },
  { of: faker, what: /(?<=throw new \w+\()`[^`$]*(?:\$\{[^{}]*\}[^`$]*)*`(?=\))/g, by: "''" },
  // Names of people in English are in Latin letters.
  { of: faker, what: /Object\.fromEntries\(\[\[`[\u0370-\uffff]`,.*?\]\]\)/g, by: '{}' },
  // Every instance has a random sequence of ours (see `faker.ts`).
  {
    of: faker,
    what: /const \w=2567483615[\s\S]*?var (\w)=class\{states;[\s\S]*?seed\(\w\)\{this\.states=.*?\}\}(?=;)/,
    by: 'var $1=class{nextF53=Math.random;seed(){}}',
  },
];

/** Most emoji, media types of few, and most entries of each long list of names and words that only an `x-faker` draws. Together they take 30 KB. */
const longLists: readonly Cut[] = [
  // Middle names are drawn from the first names.
  { of: dataOfFaker, what: /(?<=\bmiddle_name:)\{[^{}]*\}/, by: '{generic:[`Lee`]}' },
  {
    of: dataOfFaker,
    what: /"(?:font|\w+)\/(?:vnd\.|x-|java|epub|rtf|ld\+|mp2t|3gpp|ogg|calendar|otf|ttf|woff|aac|midi|opus|xhtml|tiff|avif)[^"]*":\{extensions:\[[^\]]*\]\},/g,
  },
  {
    of: dataOfFaker,
    what: /(?<=\b(?:(\w+):|\w+=)`)([^`]*)(?=`\.split\(`(.)`\))/g,
    by: (all, name, _names, separator) =>
      drawnLists.has(name ?? '') ? all : (all.split(separator ?? '')[0] as string),
  },
  {
    of: dataOfFaker,
    what: /(?<=\b(\w+):\[)(?:(?:`[^`]*`|\{[^{}]*\}),?){7,}(?=\])/g,
    by: (all, name) => (drawnLists.has(name ?? '') ? all : (all.match(/`[^`]*`|\{[^{}]*\}/)?.[0] ?? all)),
  },
  // Names of people and codes of countries are sorted.
  {
    of: dataOfFaker,
    what: /`([^`\d]{600,})`\.split\(`(.)`\)/g,
    by: (_all, names, separator) => `(${unpacked})(\`${packed((names ?? '').split(separator ?? ''))}\`)`,
  },
];

/** Sorted names, each as the number of characters that it shares with the one before, and the others. */
const packed = (names: readonly string[]): string =>
  names
    .map((name, index) => {
      const before = names[index - 1] ?? '';
      const shared = [...name.slice(0, 9)].findIndex((character, at) => character !== before[at]);
      const length = shared === -1 ? Math.min(name.length, 9) : shared;
      return `${length}${name.slice(length)}`;
    })
    .join('');

const unpacked = "(all,last='')=>all.match(/\\d\\D*/g).map(one=>last=last.slice(0,one[0])+one.slice(1))";

const cuts: readonly Cut[] = [...descriptions, ...ofZod, ...ofParsers, ...messagesForProgrammers, ...longLists];

/**
 * Leaves out code that no page reaches, as the bundler cannot know: there are no handlers, no webhooks, no upstream and no control API, nothing writes YAML
 * or the JSON Schemas of zod, and nothing compiles zod's schemas.
 */
export const withoutUnreached = (cuts: readonly Cut[], modules = unreached) => {
  const missing = new Set<Cut | string>([...cuts, ...Object.keys(modules)]);
  return {
    name: 'without-unreached',
    enforce: 'pre',
    load: (id: string): { code: string; moduleSideEffects: true } | undefined => {
      const path = id.replace(/^.*\/node_modules\/|^\0/, '').replace(root, '');
      const code = modules[path];
      if (code === undefined) return undefined;
      missing.delete(path);
      return { code, moduleSideEffects: true };
    },
    transform: (code: string, id: string): string =>
      cuts.reduce((rest, cut) => {
        if (!cut.of.test(id)) return rest;
        const shorter = rest.replace(cut.what, (cut.by ?? '') as string);
        if (shorter !== rest) missing.delete(cut);
        return shorter;
      }, code),
    buildEnd: (error?: Error): void => {
      if (error !== undefined || missing.size === 0) return;
      const names = [...missing].map((one) => (typeof one === 'string' ? one : `${one.what} in ${one.of}`));
      throw new Error(`nothing is left out as ${names.join(', ')}: where has it moved?`);
    },
  } as const;
};

/** The lists that generated data draws from without an `x-faker`: a page shows the same values as Node. */
const drawnLists: ReadonlySet<string> = new Set([
  ...['female', 'male', 'generic', 'job_area', 'job_descriptor', 'job_type', 'iso3166'],
  ...['pattern10', 'pattern100'],
]);

/** The replacement of a module, by its path in a package or in the project. Every schema of zod calls the first two functions. */
const unreached: Readonly<Record<string, string>> = {
  'zod/v4/core/to-json-schema.js':
    'export const createToJSONSchemaMethod = () => {}, createStandardJSONSchemaMethod = () => {};',
  'zod/v4/core/json-schema-processors.js': 'export const toJSONSchema = undefined;',
  'zod/v4/core/json-schema-generator.js': 'export const JSONSchemaGenerator = undefined;',
  // It writes the text of compiled schemas, which a page need not allow (Content-Security-Policy).
  'zod/v4/core/doc.js': `import { config } from './core.js'; config({ jitless: true }); export const Doc = undefined;`,
  // For schemas that refer to themselves. None does.
  'zod/v4/core/memoizer.js':
    'export const memoizer = () => undefined, $ZodCyclicError = Error, isRecursiveSchema = undefined, isBackEdge = undefined;',
  // Every schema has messages of its own.
  'zod/v4/locales/en.js': 'export default () => ({});',
  // There are no style sheets to wait for.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
  'src/core/handlers/run-handler.ts': 'export const runHandler = undefined;',
  'src/core/handlers/override-item.ts': 'export const overrideItem = undefined, showOverride = undefined;',
  // A page has no upstream.
  'src/parts/upstream/index.ts':
    "export const viewUpstreams = () => ({ url: null, forward: 'none', record: false, compare: false }), chooseUpstreams = undefined, readPutUpstream = () => ({ type: 'none', services: [] });",
  // A page sends no webhooks.
  'src/parts/webhooks/core/follow-webhooks.ts': 'export const createWebhooks = undefined, subscribersIn = undefined;',
  'src/parts/webhooks/document/read-webhooks.ts': 'export const readSent = () => ({});',
  'src/parts/webhooks/webhook-evidence.ts':
    'export const takeTried = () => undefined, orderWebhook = undefined, retryRow = undefined;',
  // A page has neither webhooks nor an issuer, and its faults are those of its code.
  'src/parts/lifecycles/idle-fault.ts': 'export const whyIdle = () => undefined;',
  // Its worlds end with it.
  'src/world/unused-worlds.ts':
    'export class UnusedWorlds { oldest = []; isDue() { return false; } look() { return []; } } export const endedMessage = undefined;',
  'src/world/control/recorded-latency.ts': 'export const withRecordedLatency = ({ state }) => state.faults;',
  'src/world/evidence/drift.ts':
    'export class Drift { isEmpty = true; rows = []; dropped = 0; addFrom() {} clear() {} } export const describeDifference = undefined, driftKey = undefined;',
  // Only `explain` shows them.
  'src/parts/explain/reasons/index.ts':
    'export const createDoubts = () => () => undefined, explainFound = () => undefined;',
  // A page has no packages to load.
  'src/parts/locale/find-locale.ts':
    "export const problemWithLocale = () => ({ message: 'a page has no locales', hint: 'Omit locale.' }), proseOf = () => undefined, loadLocale = () => { throw new TypeError('a page has no locales: omit locale'); };",
  'src/world/gate/gate-evidence.ts': 'export class GateEvidence { add() {} adopt() {} }',
};

/** Builds `vivarium/msw` for a page beside the engine, of which it takes the guard. */
const buildMsw = async (folder: string): Promise<void> => {
  const bundle = await rolldown({
    input: join(root, 'src/parts/testing/msw-browser.ts'),
    platform: 'browser',
    external: (id) => id === 'msw' || id.endsWith('/web/index.ts'),
  });
  await bundle.write({
    file: join(folder, 'msw.js'),
    format: 'esm',
    minify: true,
    paths: (id) => (id === 'msw' ? id : './vivarium.js'),
  });
  await bundle.close();
};

/** Builds the bundle in a folder. */
export const buildBrowser = async (folder = browserOutput): Promise<readonly BuiltFile[]> => {
  const { build } = await import('vite');
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [withoutUnreached(cuts)],
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      minify: true,
      rollupOptions: {
        input: join(root, 'src/parts/web/index.ts'),
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        // Without it, the entry would have no exports.
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: 'vivarium.js',
          chunkFileNames: '[name].js',
          // Else modules that the same chunks share are a file, however small.
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                minShareCount: 2,
                test: /src\/(?!openapi\/load\/parse-document)|vite/,
              },
              // It has most of what the conversion needs.
              {
                name: 'page-document',
                test: /web\/page-document|parts\/swagger|load\/parse-document|js-yaml/,
              },
              {
                name: 'keep-worlds',
                test: /web\/(?:keep-worlds|page-control)/,
              },
              // What few documents need is one file, with the parser that it needs.
              {
                name: 'page-parts',
                test: /parts\/(?:references|web\/page-parts)|jsonpath/,
              },
            ],
          },
        },
      },
    },
  });
  const chunks = (Array.isArray(result) ? result : [result])
    .flatMap((bundle) => ('output' in bundle ? bundle.output : []))
    .filter((file) => file.type === 'chunk');
  rmSync(folder, { recursive: true, force: true });
  await buildMsw(folder);
  return chunks.map(({ fileName, code, moduleIds }) => {
    const file = join(folder, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return {
      name: fileName,
      bytes: code.length,
      compressedBytes: gzipSync(code, { level: 9 }).length,
      modules: moduleIds,
    };
  });
};

if (import.meta.main)
  for (const { name, bytes, compressedBytes } of await buildBrowser())
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} KB, ${(compressedBytes / 1000).toFixed(1)} KB compressed`);
