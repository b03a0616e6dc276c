/** Handlers from files, and the places of their errors. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { importFresh } from '../../../src/simulation/handlers/import-fresh.ts';
import { loadHandlers } from '../../../src/simulation/handlers/load-handlers.ts';
import { HandlersError } from '../../../src/simulation/handlers/read-handlers.ts';
import { folderOf, write } from '../../cli/process.ts';

const define = "import { defineHandlers } from 'vivarium';\n";
const call = async (folder: string, file: string): Promise<unknown> => {
  const { named } = await loadHandlers(join(folder, file));
  return named.get('login')?.({} as never);
};

describe('a file of handlers', () => {
  test.each<[string, string]>([
    [
      'handlers.ts',
      `${define}const status: number = 201;\nexport default defineHandlers({ login: () => ({ status }) });`,
    ],
    ['handlers.js', `${define}export default defineHandlers({ login: () => ({ status: 201 }) });`],
    ['handlers.mts', `${define}export default defineHandlers({ login: (): object => ({ status: 201 }) });`],
    [
      'handlers.cjs',
      "const { defineHandlers } = require('vivarium');\nmodule.exports = defineHandlers({ login: () => ({ status: 201 }) });",
    ],
    ['handlers.cts', 'const status: number = 201;\nmodule.exports = { login: () => ({ status }) };'],
    ['awaited.mjs', 'const status = await Promise.resolve(201);\nexport default { login: () => ({ status }) };'],
  ])('%s', async (file, text) => {
    const folder = folderOf({ [file]: text, 'package.json': '{}' });
    expect(await call(folder, file)).toEqual({ status: 201 });
    const loaded = await loadHandlers(pathToFileURL(join(folder, file)).href);
    expect([[...loaded.named.keys()], loaded.files]).toEqual([['login'], [join(folder, file)]]);
  });

  test('is read anew each time, with the files that it imports', async () => {
    const folder = folderOf({
      'handlers.ts':
        "import { status } from './lib/status.ts';\nimport data from './data.json' with { type: 'json' };\nimport old from './old.cjs';\nexport default { login: () => [status, data, old] };",
      'lib/status.ts': "import type { Json } from './types.ts';\nexport const status: number = 1;",
      'data.json': '1',
      'old.cjs': 'module.exports = 1;',
    });
    expect(await call(folder, 'handlers.ts')).toEqual([1, 1, 1]);
    write(folder, 'lib/status.ts', 'export const status = 2;');
    write(folder, 'data.json', '2');
    write(folder, 'old.cjs', 'module.exports = 2;');
    expect(await call(folder, 'handlers.ts')).toEqual([2, 2, 2]);
    const { files } = await loadHandlers(join(folder, 'handlers.ts'));
    const names = ['data.json', 'handlers.ts', 'lib/status.ts', 'old.cjs'];
    expect([...files].toSorted()).toEqual(names.map((name) => join(folder, name)));
  });

  test('in CommonJS is read anew with the files that it requires', async () => {
    const folder = folderOf({
      'handlers.cjs': "const status = require('./status.cjs');\nmodule.exports = { login: () => status };",
      'status.cjs': 'module.exports = 1;',
    });
    expect(await call(folder, 'handlers.cjs')).toBe(1);
    write(folder, 'status.cjs', 'module.exports = 2;');
    expect(await call(folder, 'handlers.cjs')).toBe(2);
  });

  test('imports packages as usual, and only once', async () => {
    const folder = folderOf({
      'handlers.mjs': "import { count } from 'counter';\nexport default { login: () => count() };",
      'node_modules/counter/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/counter/index.js': 'let counted = 0;\nexport const count = () => ++counted;',
    });
    expect(await call(folder, 'handlers.mjs')).toBe(1);
    expect(await call(folder, 'handlers.mjs')).toBe(2);
    const { files } = await loadHandlers(join(folder, 'handlers.mjs'));
    expect(files).toEqual([join(folder, 'handlers.mjs')]);
  });

  test('has the place of each handler', async () => {
    const folder = folderOf({
      'handlers.ts': "import { more } from './more.ts';\nexport default { ...more, login: () => {} };",
      'more.ts': 'export const more = {\n  logout: () => {},\n};',
    });
    const { locate } = await loadHandlers(join(folder, 'handlers.ts'));
    expect(locate('login')).toMatchObject({ file: join(folder, 'handlers.ts'), line: 2, column: 27 });
    expect(locate('logout')).toMatchObject({ file: join(folder, 'more.ts'), line: 2, column: 3 });
    expect(locate('other')).toMatchObject({ file: join(folder, 'handlers.ts'), line: undefined });
  });
});

test.each(['commonjs', 'module', undefined])(
  'the syntax of a module works in a package of the type %s',
  async (type) => {
    const folder = folderOf({
      'package.json': JSON.stringify({ name: 'app', type }),
      'handlers.js': "import { one } from './one.ts';\nexport default { login: () => one };",
      'one.ts': 'export const one: number = 1;',
    });
    expect(await call(folder, 'handlers.js')).toBe(1);
  },
);

test('a CommonJS file is run as such, whatever it says in its comments', async () => {
  const folder = folderOf({
    'package.json': '{ "type": "commonjs" }',
    'handlers.js': "/*\nimport and export\n*/\nmodule.exports = { login: () => require('./one.js') };",
    'one.js': 'module.exports = 1;',
  });
  expect(await call(folder, 'handlers.js')).toBe(1);
});

test('a file that never ends loading is an error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = folderOf({ 'handlers.ts': 'await new Promise(() => {});\nexport default {};' });
  const loading = loadHandlers(join(folder, 'handlers.ts'));
  const failure = expect(loading).rejects.toThrow(/handlers\.ts: loading it takes longer than 10 seconds: an await/);
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
});

test('modules of others are not affected', async () => {
  const folder = folderOf({ 'a.mjs': 'export default 1;' });
  await importFresh(join(folder, 'a.mjs'));
  const address = pathToFileURL(join(folder, 'a.mjs')).href;
  const first = await import(/* @vite-ignore */ address);
  expect(await import(/* @vite-ignore */ address)).toBe(first);
});

describe('an error has its place', () => {
  const fine = 'export const fine = 1;';
  test.each<[name: string, text: string, message: RegExp, place: readonly [string, number?, number?]]>([
    ['in TypeScript', 'const a: number = 1;\nexport default { login: () => { return }', /./, ['handlers.ts', 2]],
    [
      'in TypeScript that Node does not run',
      '\nenum A { B }\nexport default {};',
      /enum is not supported .*: Node.js removes types, and runs the rest as JavaScript$/,
      ['handlers.ts', 2, 1],
    ],
    [
      'in JavaScript',
      "import './bad.js';\nexport default {};",
      /^syntax error: Unexpected identifier 'rn'$/,
      ['bad.js', 2, 6],
    ],
    [
      'at the end of a file',
      "import './open.js';\nexport default {};",
      /^syntax error: Unexpected end of input$/,
      ['open.js', 1, 17],
    ],
    [
      'that is only found by the compiler',
      'export let a = 1;\nlet a: number = 2;',
      /already been declared/,
      ['handlers.ts', 2, 5],
    ],
    [
      'in an import',
      "import { none } from './fine.ts';\nexport default {};",
      /does not provide an export named 'none'/,
      ['handlers.ts', 1, 10],
    ],
    ['of a missing file', "\nimport './none.ts';\nexport default {};", /Cannot find module/, ['handlers.ts', 2, 9]],
    [
      'of a missing package',
      "import 'no-such-package';\nexport default {};",
      /Cannot find package/,
      ['handlers.ts', 1, 9],
    ],
    [
      'when it is run',
      'export default { login: none };',
      /^loading it failed: ReferenceError: none is not defined$/,
      ['handlers.ts', 1, 25],
    ],
    ['when it throws a text', 'throw "no"; export default {};', /^it threw no$/, ['handlers.ts']],
    [
      'of a value',
      'export default {\n  login: 7,\n};',
      /"login" must be a function, not a number/,
      ['handlers.ts', 2, 3],
    ],
    ['without a default export', 'export const login = 1;', /^the default export must be an object/, ['handlers.ts']],
    ['with a list', 'export default [];', /^the default export must be an object/, ['handlers.ts']],
  ])('%s', async (_name, text, message, [file, line, column]) => {
    const folder = folderOf({
      'handlers.ts': text,
      'fine.ts': fine,
      'bad.js': '// It is wrong.\nretu rn;\nexport {};',
      'open.js': 'export default {',
      'package.json': '{"type":"module"}',
    });
    const error = await loadHandlers(join(folder, 'handlers.ts')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HandlersError);
    const { problems, files } = error as HandlersError;
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: join(folder, file), message: expect.stringMatching(message) });
    if (line !== undefined) expect(problems[0]?.line).toBe(line);
    if (column !== undefined) expect(problems[0]?.column).toBe(column);
    expect(problems[0]?.message).not.toContain('vivarium-load');
    expect(files).toContain(join(folder, 'handlers.ts'));
  });

  test('of a file that does not exist, or is a directory', async () => {
    const folder = folderOf({ 'a/b.ts': '' });
    await expect(loadHandlers(join(folder, 'none.ts'))).rejects.toThrow('none.ts: there is no such file');
    await expect(loadHandlers(join(folder, 'a'))).rejects.toThrow(
      'a: this is a directory, not a file: name a file in it',
    );
  });

  test('a missing import is watched until it exists', async () => {
    const folder = folderOf({ 'handlers.ts': "import './later.ts';\nexport default { login: () => 1 };" });
    const error = await loadHandlers(join(folder, 'handlers.ts')).catch((thrown: unknown) => thrown);
    expect((error as HandlersError).files).toContain(join(folder, 'later.ts'));
    write(folder, 'later.ts', '');
    expect(await call(folder, 'handlers.ts')).toBe(1);
  });
});
