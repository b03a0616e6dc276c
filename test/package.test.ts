/** The package as users install it: packed, installed in an empty folder, and used there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, serve } from './cli/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-package-'));
const installed = join(folder, 'node_modules', 'vivarium');

/** The Node of the tests is first; the variables of `npm test` about this checkout are removed. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(package|lifecycle)_|INIT_CWD|VITEST)/.test(name)),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

const call = async (cwd: string, command: string, ...args: string[]): Promise<string> => {
  try {
    return (await promisify(execFile)(command, args, { cwd, env: environment, timeout: 170_000 })).stdout;
  } catch (error) {
    const { message, stdout } = error as { message: string; stdout: string };
    throw new Error(`${message}\n${stdout}`);
  }
};

beforeAll(async () => {
  await call(root, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await call(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(directory, file)).isFile(),
  );

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly files: readonly string[];
};

test('it contains the listed files, and nothing else', () => {
  const entries = readdirSync(installed).filter((entry) => entry !== 'node_modules');
  const always = ['LICENSE', 'README.md', 'package.json'];
  expect(entries.toSorted()).toEqual([...manifest.files, ...always].toSorted());
  const files = filesOf(installed);
  for (const file of [
    'bin/vivarium.js',
    'dist/index.js',
    'spec/animal-store.yaml',
    'spec/control.yaml',
    'scenarios/default.yaml',
    'docs/resources.md',
  ])
    expect(files).toContain(file);
  expect(readFileSync(join(installed, 'schema/scenario.json'), 'utf8')).toBe(
    readFileSync(join(root, 'schema/scenario.json'), 'utf8'),
  );
  // Code is JavaScript, with declarations for the compiler.
  expect(files.filter((file) => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([]);
});

test('it is small', () => {
  const bytes = filesOf(installed).reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
  expect(bytes).toBeLessThan(3_000_000);
  const packages = filesOf(join(folder, 'node_modules')).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  );
  expect(packages.length).toBeLessThan(130);
});

test('publint reports nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('npx runs it', async () => {
  expect(await call(folder, 'npx', 'vivarium', '--version')).toBe(`${manifest.version}\n`);
});

test('it serves the shipped example from its folder', async () => {
  const server = await serve([], { cwd: folder, launcher: join(installed, 'bin', 'vivarium.js') });
  const response = await server.call('/pets/1');
  expect(await response.json()).toEqual({ id: 1, name: 'Luna', categoryId: 1, status: 'available' });
  expect((await (await server.api('/health')).json()).version).toBe(manifest.version);
  expect((await server.stop()).code).toBe(0);
});

test('JavaScript imports it', async () => {
  writeFileSync(
    join(folder, 'use.js'),
    `import { ConfigError, createVivarium } from 'vivarium';
     const vivarium = await createVivarium({ scenario: 'empty' });
     const response = await vivarium.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
     console.log(response.status, await response.text(), typeof ConfigError);
     console.log(await createVivarium({ document: 'none.yaml' }).catch((error) => error instanceof ConfigError));`,
  );
  expect(await call(folder, process.execPath, 'use.js')).toBe('200 [] function\ntrue\n');
});

test('its types are its own: no dependency, no Node, no global', () => {
  const declarations = filesOf(join(installed, 'dist')).filter((file) => file.endsWith('.d.ts'));
  expect(declarations).toContain('library/api.d.ts');
  expect(declarations.length).toBeLessThan(16);
  // A fixture has the types of its test runner, which is an optional peer dependency.
  for (const file of declarations.filter((declaration) => !declaration.startsWith('testing'))) {
    const text = readFileSync(join(installed, 'dist', file), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)].map(([, name]) => name);
    expect(
      imported.filter((name) => !name?.startsWith('.')),
      file,
    ).toEqual([]);
    expect(text).not.toMatch(/declare global|reference types|reference lib/);
  }
});

/** Every name that the package exports as a type, in a project of its own. */
const exportedTypes = [
  ...readFileSync(join(root, 'src/index.ts'), 'utf8').matchAll(/export type \{([^}]*)\}/g),
].flatMap(([, names = '']) => names.split(',').flatMap((name) => name.trim() || []));

test.each([
  ['with the types of the browser', { lib: ['es2024', 'dom', 'dom.iterable'], types: [] }],
  ['with the types of Node', { lib: ['es2024'], types: ['node'] }],
])('TypeScript reads its types, %s, without skipLibCheck', async (_name, options) => {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { ConfigError, type ConfigProblemCode, createVivarium, type ScenarioDocument, type VivariumWorld } from 'vivarium';
     import type { ${exportedTypes.filter((name) => !['ScenarioDocument', 'VivariumWorld'].includes(name)).join(', ')} } from 'vivarium';
     const code = (error: unknown): ConfigProblemCode | undefined =>
       error instanceof ConfigError ? error.problems[0]?.code : undefined;
     const filter: ExchangeFilter = { status: '4xx' };
     const violations: readonly Violation[] = [];
     const custom: FaultName = 'my-own-fault';
     const logger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
     // @ts-expect-error importing the package does not change the types of JSON
     JSON.rawJSON('1');
     const scenario: ScenarioDocument = { seed: 1, faults: ['slow', { use: 'flaky', when: { chance: 0.5 } }] };
     const vivarium = await createVivarium({ scenario, logger, document: new URL('file:///api.yaml') });
     const world: VivariumWorld = vivarium.world('typed');
     const statuses: number[] = world.exchanges(filter).map((exchange) => exchange.status);
     // @ts-expect-error a seed is a number
     await createVivarium({ seed: 'one' });
     // @ts-expect-error no such key
     const wrong: ScenarioDocument = { falts: ['slow'] };
     // @ts-expect-error it takes three arguments, and is not just anything
     vivarium.middleware()();
     export { code, custom, statuses, violations, wrong };\n`,
  );
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    ...options,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await call(folder, process.execPath, compiler)).toBe('');
});
