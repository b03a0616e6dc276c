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

/** The modules that were left out: a module that has moved would be in the bundle again. */
const leftOut = new Set<string>();

/**
 * Leaves out code that no page reaches, as the bundler cannot know: there are no handlers, no webhooks, no upstream and no control API, nothing writes YAML
 * or the JSON Schemas of zod, and nothing compiles zod's schemas.
 */
const withoutUnreached = {
  name: 'without-unreached',
  load(id: string): { code: string; moduleSideEffects: true } | undefined {
    const path = id.replace(/^.*\/node_modules\/|^\0/, '').replace(root, '');
    const code = unreached[path];
    if (code !== undefined) leftOut.add(path);
    return code === undefined ? undefined : { code, moduleSideEffects: true };
  },
};

/** Leaves out the options of `serve` that the library does not have, and what calls of the control API have that a page answers none of. */
const withoutServer = (code: string, id: string): string =>
  id.endsWith('/simulation/options.ts')
    ? code
        .replaceAll(
          /^ {2}(?:watch|log|store|prefix|workers|why|open|tls|tlsCert|tlsKey|failOn|minCoverage|report): [\s\S]*?(?=^ {2}(?:\w|\/\/)|^\})/gm,
          '',
        )
        .replaceAll(/\n {2}\.omit\(\{[^}]*\}\)/g, '')
        .replaceAll(/^(?:export )?const (?:gateSchema|listenSchema|findingKind|expectedFindings) = .*;\n/gm, '')
    : id.endsWith('/control-schemas.ts')
      ? code.replaceAll(/^export const (?:noQuery|pageQuery|allExchangesFilterSchema) = [\s\S]*?;\n/gm, '')
      : code;

/**
 * Leaves out what only the JSON Schemas have, which editors show, and the texts of effects for the
 * form of the panel and for the report of a drill.
 */
const withoutDescriptions = {
  name: 'without-descriptions',
  enforce: 'pre',
  transform: (code: string, id: string): string | undefined => {
    if (/src\/core\/faults\/effects\.ts$/.test(id))
      return code
        .replaceAll(/\blabel: '[^'\n]*',\s+description:\s+(['"])(?:(?!\1).)*\1,?/g, '')
        .replaceAll(/\b(?:hint|initial|title): '[^'\n]*',/g, '')
        .replaceAll(/\bmet: (?:'[^'\n]*',?|\(.*\) =>.*,$)/gm, '');
    // No other server has a response to a page.
    if (id.endsWith('/world/underway.ts'))
      return code.replace(
        /(?<=class HeldElsewhere )\{[\s\S]*?\n\}/,
        '{ add() {} dueOf() {} remove() { return false; } clear() {} noteClock() {} noteRelease() {} takeLost() { return []; } }',
      );
    // No page has a handler or an upstream.
    if (id.endsWith('/core/exchange.ts'))
      return code.replaceAll(/^ {2}(?:handler|forwarded|compared|kept|'sent-already'): \([\s\S]*?(?=^ {2}\S)/gm, '');
    if (id.endsWith('/parts/words/index.ts'))
      return code.replaceAll(/^ {2}(?:hookUrls|eventNames|hookEvents): list\([^)]*\),\n/gm, '');
    // Only `explain` shows why an operation is bound or not.
    if (
      /src\/(?:openapi\/resources\/(?:bind\/|find\/|find-resources)|parts\/(?:accounts|beside|bodies|effects|hints|jobs|many|paths|properties)\/|parts\/lifecycles\/document\/)/.test(
        id,
      )
    )
      return (
        code
          .replaceAll(/(?<=\b(?:reason(?:: | = )|abstain\(\w+, ))(?:`[^`]*`|'[^'\n]*')/g, "''")
          // The table of roles is printed by the pages of the documentation alone.
          .replaceAll(/\b(?:example|provided|name):\s+'[^'\n]* [^'\n]*',/g, '')
          // Only `check` and the log of `serve` tell of names of collections.
          .replaceAll(/^ {4}reportUnknown\(.*\n/gm, '')
          // A whole sentence is a part of a reason.
          .replaceAll(/(?<=[ ([])(?:`(?:[A-Z]|\$)[^`\n]* [^`\n]*\.`|'[A-Z][^'\n]* [^'\n]*\.')/g, "''")
      );
    // A page drafts no document from a recording.
    if (id.endsWith('/parts/words/phrases.ts'))
      return code.replaceAll(/^ {2}(?:ownHeaders|trackers|plumbing):\s+\/.*\/\w*,\n/gm, '');
    return /src\/(?:scenario\/document\/|simulation\/|server\/control\/request\/|parts\/\w+\/(?:section|stated)\.)/.test(
      id,
    )
      ? withoutServer(code, id)
          .replaceAll(/\.meta\(\{[^{}]*\}\)/g, '')
          .replaceAll(/\.describe\(\s*(['`"])(?:(?!\1)[^\\]|\\.)*\1,?\s*\)/g, '')
      : undefined;
  },
} as const;

/**
 * Leaves out methods of zod's schemas that no option and no scenario uses, with the classes and functions that only they lead to: the
 * checks of formats, some kinds of schemas, and ways to parse. Nothing is compiled (see `doc` below), so neither is an object.
 */
const withoutUnusedMethods = {
  name: 'without-unused-methods',
  transform: (code: string, id: string): string | undefined =>
    id.endsWith('zod/v4/classic/schemas.js')
      ? code
          .replace(/(?<=\("ZodString", [\s\S]*?\n\}, )\{[\s\S]*?\n\}\);/, '{});')
          .replaceAll(
            /^ {4}(?:async )?(\w+)(?:: (?:async )?function \w+)?\([^)]*\) \{\n.*\n {4}\},\n/gm,
            (method, name) => (unusedMethods.has(name) ? '' : method),
          )
          .replaceAll(/^ {4}(?:get|set) (?:spa|description)\([^)]*\) \{\n.*\n {4}\},\n/gm, '')
          .replace('$ZodObjectJIT', '$ZodObject')
      : id.endsWith('zod/v4/classic/errors.js')
        ? // Its issues are read one by one.
          code.replace(/^ {4}const proto = [\s\S]*?(?=^\};\nexport)/m, '')
        : undefined,
};

const unusedMethods: ReadonlySet<string> = new Set([
  ...['exactOptional', 'nonoptional', 'and', 'prefault', 'catch', 'readonly', 'overwrite', 'exactPartial', 'partial'],
  ...['required', 'merge', 'safeExtend', 'passthrough', 'loose', 'keyof', 'catchall', 'nonempty', 'unwrap'],
  ...['gt', 'gte', 'lt', 'lte', 'safe', 'negative', 'nonpositive', 'multipleOf', 'step', 'finite', 'endsWith'],
  ...['lowercase', 'uppercase', 'normalize', 'slugify', 'parseAsync', 'safeParseAsync', 'validate', 'validateAsync'],
  ...[
    'length',
    'startsWith',
    'nonnegative',
    'brand',
    'isNullable',
    'isOptional',
    'nullish',
    'or',
    'rest',
    'properties',
  ],

  ...['encode', 'decode', 'safeEncode', 'safeDecode'].flatMap((name) => [name, `${name}Async`]),
]);

/** Leaves out methods that only servers call: those for worlds that several servers share, and for requests that come over a socket. */
const withoutServerMethods = {
  name: 'without-server-methods',
  enforce: 'pre',
  transform: (code: string, id: string): string | undefined => {
    const names = serverMethods[id.replace(root, '')];
    return (
      names
        ?.reduce((rest, name) => {
          const shorter = rest.replace(new RegExp(`^ {2}(?:async |get )?${name}\\([\\s\\S]*?\\n {2}\\}\\n`, 'm'), '');
          if (shorter === rest) throw new Error(`no method ${name} is left out of ${id}: where has it moved?`);
          return shorter;
        }, code)
        // What these methods set is never there.
        .replaceAll(/this\.#(?:shared|draft)\b/g, 'undefined')
    );
  },
} as const;

const serverMethods: Readonly<Record<string, readonly string[]>> = {
  'src/world/world.ts': [
    ...['applyAsTime', 'beginDraft', 'takeDraft', 'commitDraft', 'commitLate', 'whenCertain', 'rewind', 'inTurn'],
    ...['clearJournal', 'noteDelivered', 'probe', 'isInUse'],
  ],
  'src/world/records.ts': ['recall', 'announceSent'],
  'src/world/worlds.ts': ['createReplica', 'serveAt', 'onExchange', 'share', 'store', 'refuse'],
  'src/world/decisions.ts': ['detach'],
  'src/world/evidence/coverage.ts': ['addCounts'],
  'src/core/faults/active-faults.ts': ['tokenFlaws'],
};

/**
 * States that what js-yaml creates at its start has no effect: the tags of YAML 1.1 and the styles for writing are left out. So are the
 * functions of tags that write, and its errors: a text with one is read by the package `yaml`, which says what is wrong.
 */
const withoutUnusedTags = {
  name: 'without-unused-tags',
  transform: (code: string, id: string): string | undefined =>
    id.endsWith('js-yaml.mjs')
      ? code
          .replaceAll(/(?<=^(?:var \w+ =|\tscalarStyleRules:) )(?=[\w.]+\(|new )/gm, '/*@__PURE__*/ ')
          .replace(
            /(?<=var YAMLException = )class YAMLException[\s\S]*?\n\};/,
            'class extends Error { static throwAt() { throw new this(); } };',
          )
          .replaceAll(/(?<=throwError(?:\$1)?\(state, )(?:"[^"]*"|`[^`]*`)(?=\))/g, '')
          .replaceAll(/^\t+(?:identify|represent(?:TagName)?): .*[^{]$/gm, '')
          // A text with a tag or a directive is read by the other package.
          .replace(/(?<=^function readTagProperty\(.*\n.*33\) return false;\n)[\s\S]*?(?=^\})/m, 'throwError(state);')
          .replace(/(?<=^function readDirective\(.*\n.*37\) return false;\n)[\s\S]*?(?=^\})/m, 'throwError(state);')
          .replace(/^function tagNameFull\([\s\S]*?^\}/m, 'function tagNameFull() {}')
      : undefined,
};

/** Leaves out the frames of the errors of YAML and of JSONPath, as ours have their places, and how numbers and flags become text. */
const withoutPrettyErrors = {
  name: 'without-pretty-errors',
  transform: (code: string, id: string): string | undefined =>
    /yaml\/browser\/dist\/(?:doc\/Document|nodes\/Collection)\.js$/.test(id)
      ? // What is read is neither changed nor written.
        code.replaceAll(
          /^ {4}(?:clone|createAlias|createPair|addIn|deleteIn|hasIn|setIn|toString)\([\s\S]*?^ {4}\}\n/gm,
          '',
        )
      : id.endsWith('yaml/browser/dist/errors.js')
        ? code.replace(/(?<=const prettifyError = )[\s\S]*?\n\};/, 'undefined;')
        : /yaml\/browser\/dist\/schema\/core\//.test(id)
          ? code.replaceAll(/^ {4}(?:identify: .*|stringify: .*|stringify\([\s\S]*?\n {4}\})/gm, '')
          : id.endsWith('jsonpath-rfc9535/dist/esm/parser/parser.js')
            ? code
                .replace(
                  /^function peg\$subclass[\s\S]*?(?=^peg\$SyntaxError\.buildMessage)/m,
                  'class peg$SyntaxError extends Error {}\n',
                )
                .replace(
                  /^ {4}function peg\$computePosDetails[\s\S]*?(?=^ {4}function peg\$fail)/m,
                  'function peg$computeLocation() {}\n',
                )
                // What was expected in its place is a list of all that a JSONPath may have.
                .replaceAll(/^ {4}var peg\$e\d+ = .*;\n/gm, '')
                .replaceAll(/peg\$fail\(peg\$e\d+\)/g, 'peg$fail()')
                .replace(
                  /(?<=^peg\$SyntaxError\.buildMessage = function \(expected, found\) \{\n)[\s\S]*?(?=^\};\n)/m,
                  'return "unexpected " + (found || "end");',
                )
            : undefined,
};

/**
 * Leaves out the messages of exceptions that only a wrong use of zod and YAML throws (what is wrong in a text is told by other means),
 * what Faker says of wrong arguments, of the data of other languages and of what will be removed, its source of chance, and other alphabets.
 */
const withoutMessagesForProgrammers = {
  name: 'without-messages-for-programmers',
  transform: (code: string, id: string): string | undefined =>
    /zod\/v4\/(?:core|classic)\/|yaml\/browser\/dist\/(?:doc|nodes)\//.test(id)
      ? code
          .replaceAll(
            /(?<=\bnew (?:Type|Reference)?Error\()(?:(["'])(?:(?!\1).)*\1|`[^`$]*(?:\$\{[^{}`]*\}[^`$]*)*`)(?=\))/g,
            "''",
          )
          .replaceAll(/(?<=\bsuper\(|\blogLevel, )(["'`])(?:Encountered|Keys with) (?:(?!\1).)*\1(?=[,)])/g, "''")
      : /@faker-js\/faker\/dist\/base-/.test(id)
        ? code
            .replaceAll(/`The locale data for '\$\{\w+\.join\(`\.`\)\}'[^`]*`/g, "''")
            .replaceAll(/(?<=throw new \w+\()`[^`$]*(?:\$\{[^{}]*\}[^`$]*)*`(?=\))/g, "''")
            // Names of people in English are in Latin letters.
            .replaceAll(/Object\.fromEntries\(\[\[`[\u0370-\uffff]`,.*?\]\]\)/g, '{}')
            // Every instance has a random sequence of ours (see `faker.ts`).
            .replace(
              /const \w=2567483615[\s\S]*?var (\w)=class\{states;[\s\S]*?seed\(\w\)\{this\.states=.*?\}\}(?=;)/,
              'var $1=class{nextF53=Math.random;seed(){}}',
            )
            .replace(/(?<=proposed:\w+\}=\w+),\w+=`\[@faker-js\/faker\][^;]*?;.*?console\.warn\(`[^`]*`\)/, '')
        : undefined,
};

/** Leaves out most emoji, media types of few, and most entries of each long list of names and words that only an `x-faker` draws. Together they take 30 KB. */
const withoutLongLists = {
  name: 'without-long-lists',
  transform: (code: string, id: string): string | undefined =>
    /@faker-js\/faker\/dist\/(?:base|en)-/.test(id)
      ? code
          // Middle names are drawn from the first names.
          .replace(/(?<=\bmiddle_name:)\{[^{}]*\}/, '{generic:[`Lee`]}')
          .replaceAll(
            /"\w+\/(?:vnd\.|x-|java|epub|rtf|ld\+|mp2t|3gpp|ogg|calendar)[^"]*":\{extensions:\[[^\]]*\]\},/g,
            '',
          )
          .replaceAll(
            /(?<=\b(?:(\w+):|\w+=)`)([^`]*)(?=`\.split\(`(.)`\))/g,
            (all, name: string, _names, separator: string) =>
              drawnLists.has(name) ? all : (all.split(separator)[0] as string),
          )
          .replaceAll(/(?<=\b(?:success|redirection|clientError|serverError):\[\d+)(?:,\d+)+/g, '')
          .replaceAll(/(?<=`[3-6][^`]*L`)(?:,`[3-6][^`]*L`)+/g, '')
          // One sentence of each kind.
          .replaceAll(
            /(?<=\b(?:(?:transaction_)?description_pattern|phrase|product_description):\[`[^`]*`)(?:,`[^`]*`)+/g,
            '',
          )
          .replaceAll(/(?<=\b(\w+):\[)(?:(?:`[^`]*`|\{[^{}]*\}),?){7,}(?=\])/g, (all, name: string) =>
            drawnLists.has(name) ? all : (all.match(/`[^`]*`|\{[^{}]*\}/)?.[0] ?? all),
          )
      : undefined,
};

/** The lists that generated data draws from without an `x-faker`: a page shows the same values as Node. */
const drawnLists: ReadonlySet<string> = new Set([
  ...['female', 'male', 'generic', 'job_area', 'job_descriptor', 'job_type', 'iso3166'],
  ...['pattern10', 'pattern100'],
]);

/** A type of YAML that is read as the collection that it consists of, or as text, with an error. */
const unsupportedTag = (name: string, collection?: string): string =>
  `export const ${name} = { tag: 'tag:yaml.org,2002:${name}', collection: ${JSON.stringify(collection)}, resolve: (node, onError) => { onError('!!${name} is not supported'); return node; } };`;

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
  'yaml/browser/dist/stringify/stringify.js':
    'export const createStringifyContext = () => ({}), stringify = undefined;',
  'yaml/browser/dist/stringify/stringifyDocument.js': `export const stringifyDocument = () => '';`,
  // Only a mapping or a list as a key of a mapping is written, and neither is a name in any document.
  'yaml/browser/dist/stringify/stringifyString.js': `export const stringifyString = () => '?';`,
  'yaml/browser/dist/stringify/stringifyPair.js': `export const stringifyPair = () => '?';`,
  'yaml/browser/dist/stringify/stringifyCollection.js': `export const stringifyCollection = () => '?';`,
  // No value becomes a node, and none is revived.
  'yaml/browser/dist/doc/createNode.js': 'export const createNode = undefined;',
  'yaml/browser/dist/doc/applyReviver.js': 'export const applyReviver = undefined;',
  // No JSON corresponds to these types.
  'yaml/browser/dist/schema/yaml-1.1/omap.js': unsupportedTag('omap', 'seq'),
  'yaml/browser/dist/schema/yaml-1.1/pairs.js': unsupportedTag('pairs', 'seq'),
  'yaml/browser/dist/schema/yaml-1.1/set.js': unsupportedTag('set', 'map'),
  'yaml/browser/dist/schema/yaml-1.1/binary.js': unsupportedTag('binary'),
  'yaml/browser/dist/schema/yaml-1.1/timestamp.js': `${unsupportedTag('timestamp')} export const intTime = undefined, floatTime = undefined;`,
  // Nothing visits tokens.
  'yaml/browser/dist/parse/cst-visit.js': 'export const visit = undefined;',
  // Documents and scenarios are read with the core schema of YAML 1.2, whatever their first line states.
  'yaml/browser/dist/schema/json/schema.js': 'export const schema = [];',
  'yaml/browser/dist/schema/yaml-1.1/schema.js': 'export const schema = [];',
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
    'export const listRows = () => [], orderWebhook = undefined, retryRow = undefined;',
  'src/world/body-stream.ts': 'export const paced = undefined;',
  // A page has neither webhooks nor an issuer, and its faults are those of its code.
  'src/parts/lifecycles/idle-fault.ts': 'export const whyIdle = () => undefined;',
  // Its worlds end with it.
  'src/world/unused-worlds.ts':
    'export class UnusedWorlds { oldest = []; isDue() { return false; } look() { return []; } } export const endedMessage = undefined;',
  'src/world/explain-full.ts': `export const explainFull = ({ options: { maxWorlds } }, nameOf, hint) => ({ reason: 'the maximum of ' + maxWorlds + ' worlds is open', hint: hint + '.' });`,
  'src/world/control/recorded-latency.ts': 'export const withRecordedLatency = ({ state }) => state.faults;',
  'src/world/evidence/drift.ts':
    'export class Drift { isEmpty = true; rows = []; dropped = 0; add() {} clear() {} } export const describeDifference = undefined, driftKey = undefined;',
  'src/world/overlaps.ts': 'export const Overlaps = Object;',
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
    plugins: [
      withoutUnreached,
      withoutDescriptions,
      withoutUnusedMethods,
      withoutServerMethods,
      withoutUnusedTags,
      withoutPrettyErrors,
      withoutMessagesForProgrammers,
      withoutLongLists,
    ],
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
                test: /src\/|vite|js-yaml/,
              },
              // What few documents need is one file, with the parser that it needs.
              {
                name: 'page-parts',
                test: /parts\/(?:references|web\/page-parts)/,
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
  const kept = Object.keys(unreached).filter((path) => !leftOut.has(path));
  if (kept.length > 0) throw new Error(`no module is left out as ${kept.join(', ')}: where has it moved?`);
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
