/** The package as others install it: packed, put into an empty folder, and used from there. */
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

/** The Node that runs the tests comes first; what `npm test` says of this checkout is left out. */
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

test('it holds what it says, and nothing else', () => {
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
  // What is run is JavaScript, and what is for the compiler are declarations.
  expect(files.filter((file) => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([]);
});

test('it is small', () => {
  const bytes = filesOf(installed).reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
  expect(bytes).toBeLessThan(2_000_000);
  const packages = filesOf(join(folder, 'node_modules')).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  );
  expect(packages.length).toBeLessThan(130);
});

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('npx runs it', async () => {
  expect(await call(folder, 'npx', 'vivarium', '--version')).toBe(`${manifest.version}\n`);
});

test('it serves the shipped example from where it is installed', async () => {
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

test('TypeScript knows its types, without skipping what it cannot read', async () => {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createVivarium, type ScenarioDocument, type VivariumWorld } from 'vivarium';
     const scenario: ScenarioDocument = { seed: 1, faults: ['slow', { use: 'flaky', when: { chance: 0.5 } }] };
     const vivarium = await createVivarium({ scenario });
     const world: VivariumWorld = vivarium.world('typed');
     const statuses: number[] = world.exchanges({ status: '4xx' }).map((exchange) => exchange.status);
     // @ts-expect-error a seed is a number
     await createVivarium({ seed: 'one' });
     // @ts-expect-error no such key
     const wrong: ScenarioDocument = { falts: ['slow'] };
     // @ts-expect-error it takes three arguments, and is not just anything
     vivarium.middleware()();
     export { statuses, wrong };\n`,
  );
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await call(folder, process.execPath, compiler)).toBe('');
});
