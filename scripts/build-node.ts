/**
 * Bundles the command line and the library with the packages that they use, `dist/node/`: a start then reads a few files. What only
 * some commands need is in chunks of their own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { packageOf } from './licenses.ts';

const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/** The published entries, and their files in `dist/node/`. */
const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  vitest: 'src/parts/testing/vitest.ts',
  playwright: 'src/parts/testing/playwright.ts',
  msw: 'src/parts/testing/msw-node.ts',
  'guard-msw': 'src/parts/guard/index.ts',
  vite: 'src/parts/vite/plugin.ts',
};

/** What takes the place of packages, or parts of them, that Vivarium does not use. */
const shims = { '@modelcontextprotocol/server/_shims': 'scripts/mcp-shims.js', graphql: 'scripts/graphql-shims.js' };

/** The peer dependencies, which the user has installed. */
const external = [/^node:/, /^vitest(\/|$)/, 'msw', '@playwright/test', 'redis'];

export interface NodeBuild {
  /** The checkout. The bundle is the same in every folder. */
  readonly root?: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
}

/** Builds the bundle. Returns the paths of its modules. */
export const buildNode = async (
  folder = join(ownRoot, 'dist/node'),
  { root = ownRoot, input = entries, plugins = [] }: NodeBuild = {},
): Promise<readonly string[]> => {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external,
    // Where npm has linked a folder, its name is the one below the checkout.
    resolve: {
      symlinks: false,
      alias: Object.fromEntries(Object.entries(shims).map(([name, file]) => [name, join(root, file)])),
    },
    // The way in which undici leaves out its second parser. Syntax that the oldest Node.js of the package does not know is rewritten.
    transform: { define: { esbuildDetection: '1' }, target: 'node22' },
    plugins: [...plugins, oneCopyOfEachPackage(root), withoutHints, withoutImportsOfNode, inAscii],
    onLog: (_level, { code, message }) => {
      // An import that only the bundle for browsers needs to be dynamic.
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    cleanDir: true,
    chunkFileNames: '[name].js',
    // Names and lines stay, so that stacks are readable.
    minify: false,
    comments: false,
    codeSplitting: {
      groups: [
        { name: 'commands', test: /\/src\/cli\/main\.ts$/, priority: 3 },
        { name: 'options', test: /\/src\/cli\/terminal\/given-options\.ts$/, priority: 2 },
        { name: 'engine', test: /\/src\/index\.ts$/, priority: 1 },
      ],
    },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
};

/** npm installs one version of a package in several places. The bundle has the first of the lockfile, whichever is resolved first. */
const oneCopyOfEachPackage = (root: string): Plugin => {
  const places = readPlaces(root);
  return {
    name: 'one-copy-of-each-package',
    resolveId: {
      filter: { id: /^[^./\\]/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        const own = found === null || found.external ? undefined : packageOf(found.id);
        if (found === null || own === undefined) return found;
        const place = places.get(`${own.manifest.name}@${own.manifest.version}`);
        if (place === undefined) throw new Error(`${own.folder} is not in package-lock.json. Run npm ci.`);
        return { ...found, id: join(root, place, found.id.slice(own.folder.length)) };
      },
    },
  };
};

/** Of each version of a package. */
const readPlaces = (root: string): ReadonlyMap<string, string> => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>;
  };
  const places = new Map<string, string>();
  for (const [place, { name = place.split('node_modules/').at(-1), version }] of Object.entries(packages)) {
    const key = `${name}@${version}`;
    if (!places.has(key)) places.set(key, place);
  }
  return places;
};

/**
 * Nothing bundles the bundle: what tells bundlers which functions have no effects is left out, also in packages. So are the names of
 * the files of packages, which `comments: false` keeps: 44 KB.
 */
const withoutHints: Plugin = {
  name: 'without-hints',
  renderChunk: (code) =>
    code.replaceAll('/* @__PURE__ */ ', '').replaceAll(/^\/\/ (?:node_modules\/.*|@__NO_SIDE_EFFECTS__)\n/gm, ''),
};

/** An `import` reads every export of a module of Node, and many load further modules when they are read. This reads the used ones. */
const withoutImportsOfNode: Plugin = {
  name: 'without-imports-of-node',
  renderChunk: (code) =>
    code.replaceAll(
      /^import (?:\* as )?(?:([\w$]+)(?:, )?)?(\{[^}]*\})? from "(node:[\w/]+)";$/gm,
      (_line, whole: string | undefined, names: string | undefined, module: string) =>
        [whole, names?.replaceAll(' as ', ': ')]
          .filter((name) => name !== undefined)
          .map((name) => `const ${name} = process.getBuiltinModule("${module}");`)
          .join(' '),
    ),
};

/**
 * A file with a single other character is kept in memory with two bytes for each of its characters. A table of other characters would
 * be longer in escapes.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  renderChunk: (code) => {
    const isTable = (code.match(others)?.length ?? 0) > code.length / 20;
    if (isTable) return null;
    // Where an escape would mean something else.
    const [unsafe] = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code) ?? [];
    if (unsafe !== undefined) throw new Error(`${unsafe} cannot be written in ASCII.`);
    return code.replaceAll(others, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};

const others = /[\u0080-\uffff]/g;
