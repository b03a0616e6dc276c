/**
 * Writes the doors for `require`, `dist/commonjs/`: the modules behind them are those for `import`, so that both have the same classes. Node
 * itself could require them; the sandbox of Jest cannot.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseSync } from 'rolldown/utils';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/**
 * Jest replaces `require` and, since 30, `process.getBuiltinModule` in its sandbox. A script of the main context sees those of Node
 * (https://nodejs.org/api/vm.html#vmruninthiscontextcode-options).
 */
const door = (entry: string): string => `'use strict';
const { runInThisContext } = require('node:vm');
const { createRequire } = runInThisContext('process').getBuiltinModule('node:module');
module.exports = createRequire(__filename)('../node/${entry}.js');
`;

const doors = ['index', 'vite', 'guard-msw'];

export const buildCommonJs = async (): Promise<void> => {
  const folder = join(dist, 'commonjs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const entry of doors) writeFileSync(join(folder, `${entry}.cjs`), door(entry));
  const bundle = await rolldown({
    cwd: root,
    input: 'src/parts/testing/msw.ts',
    platform: 'node',
    plugins: [requiredMsw],
  });
  // The guard imports no MSW, and its engine is outside of the sandbox.
  const outro = "exports.guard = (...given) => require('./guard-msw.cjs').guardMsw(...given);";
  await bundle.write({ file: join(folder, 'msw.cjs'), format: 'cjs', comments: false, outro });
  await bundle.close();
};

/** MSW of the sandbox: a second one, from outside, would intercept nothing. */
const requiredMsw = {
  name: 'required-msw',
  resolveId: (id: string, importer: string | undefined) => {
    if (id !== 'msw') return undefined;
    return importer === '\0msw' ? { id, external: true } : '\0msw';
  },
  load: (id: string) => (id === '\0msw' ? loadMsw : undefined),
};

const loadMsw = `
const load = () => {
  try {
    return require('msw');
  } catch (error) {
    throw new Error(
      'vivarium/msw cannot require MSW here: ' + error.message.split('\\n', 1)[0] + '. MSW 3 is ES modules only, which Jest does not require: install msw@2, or run Jest with ES modules. In Node.js, import or require of MSW 3 works.',
      { cause: error },
    );
  }
};
export const { http, HttpResponse, passthrough } = load();
`;

/**
 * A compiler takes declarations for ES modules or for CommonJS, as the manifest next to them says. Those for CommonJS name what is declared
 * in those of the ES modules, so that there is one of each.
 */
export const writeTypesForCommonJs = (entries: readonly string[]): void => {
  const folder = join(dist, 'types-commonjs');
  rmSync(folder, { recursive: true, force: true });
  for (const entry of entries) {
    const file = join(folder, relative(join(dist, 'types'), entry));
    mkdirSync(dirname(file), { recursive: true });
    const from = relative(dirname(file), entry).replace(/\.d\.ts$/, '.js');
    writeFileSync(
      file,
      `export type * from '${from}' with { 'resolution-mode': 'import' };\n${declareValues(entry, from)}`,
    );
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
};

const declareValues = (entry: string, from: string): string => {
  const text = readFileSync(entry, 'utf8');
  const imported = `import('${from}', { with: { 'resolution-mode': 'import' } })`;
  const passedOn = parseSync(entry, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, exportName: { name } }) => (isType || name === null ? [] : [name])),
  );
  // The parser takes what a declaration declares for types.
  const declared = [...text.matchAll(/^export declare (?:const|function|class) (\w+)/gm)].map(([, name = '']) => name);
  return [...passedOn, ...declared]
    .map((name) => {
      // A class is a type too.
      const type = /^[A-Z]/.test(name) ? `export type ${name} = ${imported}.${name};\n` : '';
      return `export declare const ${name}: typeof ${imported}.${name};\n${type}`;
    })
    .join('');
};
