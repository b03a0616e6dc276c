/** The package as users install it: packed, installed in an empty folder, and used there. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, serve } from './cli/process.ts';
import { installImage, testContainerfile } from './containerfile.ts';
import { compilePages, typescriptOfPages } from './docs/compile-pages.ts';
import { testCopiedExample } from './parts/testing/copied-example.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-package-'));
const installed = join(folder, 'node_modules', 'vivarium');

/** The Node of the tests is first; the variables of the tests about this checkout are removed. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle)_|INIT_CWD|VITEST|NODE_COMPILE_CACHE)/.test(name),
    ),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  // For the compiler: see scripts/check.ts.
  GOGC: 'off',
};

const call = async (cwd: string, command: string, ...args: string[]): Promise<string> => {
  try {
    return (await promisify(execFile)(command, args, { cwd, env: environment, timeout: 170_000 })).stdout;
  } catch (error) {
    const { message, stdout } = error as { message: string; stdout: string };
    throw new Error(`${message}\n${stdout}`);
  }
};

/** The folder that stands for the image of the Containerfile, in which npm installs the package: once for all tests. */
const image = mkdtempSync(join(tmpdir(), 'vivarium-image-'));
/** What npm wrote to stderr when it installed the package. */
let warnings: string;

beforeAll(async () => {
  await call(root, 'npm', 'run', '--silent', 'pack', '--', '--silent', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  warnings = await installImage(image, join(folder, tarball), environment);
  // npx finds the command by its link.
  cpSync(join(image, 'opt/vivarium/node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = (directory: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

const filesOf = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(directory, file)).isFile(),
  );

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly files: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

test('it contains the listed files, and nothing else', () => {
  const entries = readdirSync(installed).filter((entry) => entry !== 'node_modules');
  const always = ['LICENSE', 'README.md', 'package.json'];
  expect(entries.toSorted()).toEqual([...manifest.files, ...always].toSorted());
  const files = filesOf(installed);
  for (const file of [
    'bin/vivarium.js',
    'dist/node/index.js',
    'dist/licenses.txt',
    'dist/sbom.json',
    'spec/animal-store.yaml',
    'spec/control.yaml',
    'scenarios/default.yaml',
    'docs/resources.md',
  ])
    expect(files).toContain(file);
  const schemaIn = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'schema/scenario.json'), 'utf8'));
  expect(schemaIn(installed)).toEqual(schemaIn(root));
  // Code is JavaScript, with declarations for the compiler. Examples are to be copied.
  expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith('examples/'))).toEqual([]);
});

test('it is small', () => {
  const bytes = filesOf(installed).reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
  expect(bytes).toBeLessThan(9_600_000);
  // With the client of the store, which the image has.
  const packages = readdirSync(join(image, 'opt/vivarium/node_modules')).filter((name) => !name.startsWith('.'));
  expect(packages).toEqual(['@redis', 'redis', 'vivarium']);
});

test('what a start loads is ASCII: another file would take twice the memory', () => {
  for (const name of ['cli', 'commands', 'serve', 'options', 'engine', 'en'])
    expect(readFileSync(join(installed, 'dist/node', `${name}.js`), 'utf8')).not.toMatch(/[\u0080-\uffff]/);
});

test('the functions of a start are compiled with their file: Node.js keeps no others', () => {
  expect(readFileSync(join(installed, 'dist/node/engine.js'), 'utf8')).toContain('const compileService = ((');
});

test('it contains the licences of the packages that it bundles', () => {
  const text = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8');
  const [, ...sections] = text.split(`\n${'-'.repeat(80)}\n\n`);
  const listed = sections.map((section) => /^(\S+) [\d.]+ \([\w.-]+\)\n\n.{20}/ms.exec(section)?.[1]);
  expect(listed).not.toContain(undefined);
  const sources = filesOf(join(root, 'src')).map((file) => readFileSync(join(root, 'src', file), 'utf8'));
  const imported = new Set(
    sources.flatMap((source) => source.match(/(?<=from '|import\(')(@[\w-]+\/)?[\w.-]+(?=[/'])/g) ?? []),
  );
  const { devDependencies, peerDependencies } = manifest;
  const bundled = Object.keys(devDependencies).filter((name) => imported.has(name) && !(name in peerDependencies));
  expect(bundled.length).toBeGreaterThan(8);
  // With those that these packages use.
  expect(listed).toEqual(expect.arrayContaining([...bundled, 'body-parser', 'preact']));
});

test('its manifest is its own: no script, and nothing that only the checkout needs', () => {
  // The sources and examples of the checkout have effects when they are imported.
  const { scripts, devDependencies, allowScripts, private: isPrivate, sideEffects, ...own } = manifestOf(installed);
  expect(sideEffects).toContain('./dist/node/*');
  expect([scripts, devDependencies, allowScripts, isPrivate]).toEqual([undefined, undefined, undefined, undefined]);
  expect(manifestOf(root)).toMatchObject({ ...own, private: true });
  // npm would warn about scripts that it may have to run.
  expect(warnings.split('\n').filter((line) => line.includes('vivarium'))).toEqual([]);
});

test('vivarium --sbom lists the packages that it bundles, as CycloneDX', async () => {
  const text = await call(folder, process.execPath, join(installed, 'bin/vivarium.js'), '--sbom');
  const { bomFormat, specVersion, components, metadata } = JSON.parse(text);
  expect([bomFormat, specVersion, metadata.component.purl]).toEqual([
    'CycloneDX',
    '1.6',
    `pkg:npm/vivarium@${manifest.version}`,
  ]);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const express = { type: 'library', name: 'express', version: lock['node_modules/express'].version };
  expect(components).toContainEqual(expect.objectContaining({ ...express, licenses: [{ license: { id: 'MIT' } }] }));
  const sections = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8').matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm);
  expect(components.map(({ purl }: { readonly purl: string }) => purl)).toEqual(
    [...sections].map(([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`),
  );
});

test('publint reports nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('npx runs it', async () => {
  expect(await call(folder, 'npx', 'vivarium', '--version')).toBe(`${manifest.version}\n`);
});

test('it serves the shipped example from its folder, and keeps compiled code there', async () => {
  const server = await serve([], { cwd: folder, launcher: join(installed, 'bin', 'vivarium.js') });
  const response = await server.call('/pets/1');
  expect(await response.json()).toEqual({ id: 1, name: 'Luna', categoryId: 1, status: 'available' });
  expect((await (await server.api('/health')).json()).version).toBe(manifest.version);
  expect((await server.stop()).code).toBe(0);
  expect(filesOf(join(installed, '.cache')).length).toBeGreaterThan(2);
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
  const declarations = filesOf(join(installed, 'dist/types')).filter((file) => file.endsWith('.d.ts'));
  expect(declarations).toContain('library/api.d.ts');
  // Beside those of the entries, the types of the core that they are made of. One import of the engine would bring hundreds.
  const entries = Object.values<{ import?: { types: string } }>(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports,
  );
  expect(declarations.length).toBeLessThan(29 + entries.filter((entry) => entry.import !== undefined).length);
  // A fixture has the types of its test runner, which is an optional peer dependency.
  for (const file of declarations.filter(
    (one) => !one.startsWith('parts/testing') && one !== 'parts/guard/guard-playwright.d.ts',
  )) {
    const text = readFileSync(join(installed, 'dist/types', file), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)].map(([, name]) => name);
    expect(
      imported.filter((name) => !name?.startsWith('.')),
      file,
    ).toEqual([]);
    expect(text).not.toMatch(/declare global|reference types|reference lib/);
  }
});

describe('the fixtures', () => {
  /** As the user has installed them. */
  beforeAll(() => {
    for (const name of ['vitest', 'msw', '@playwright'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  });

  test('vivarium/vitest and vivarium/msw work in a new project', async () => {
    writeFileSync(
      join(folder, 'client.test.js'),
      `import { setupServer } from 'msw/node';
       import { handlers } from 'vivarium/msw';
       import { vivariumTest } from 'vivarium/vitest';
       import { expect } from 'vitest';
       const test = vivariumTest();
       test('the client lists the animals', async ({ world }) => {
         const server = setupServer(...handlers(world));
         server.listen({ onUnhandledFrame: 'error' });
         const response = await fetch('https://api.example.com/v1/pets', { headers: { authorization: 'Bearer demo' } });
         server.close();
         expect(await response.json()).toHaveLength(20);
         expect(world).toHaveNoViolations();
       });`,
    );
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const output = await call(folder, process.execPath, vitest, 'run', '--root', folder, '--reporter', 'default');
    expect(stripVTControlCharacters(output)).toContain('1 passed');
  });

  test('vivarium/vitest names no module for a bundler, which fails on it in a linked package', () => {
    const text = readFileSync(join(installed, 'dist/node/vitest.js'), 'utf8');
    expect(text).not.toMatch(/["'`]vitest\/suite["'`]/);
  });

  test('vivarium/playwright works in a new project', async () => {
    writeFileSync(
      join(folder, 'page.spec.js'),
      `import { expect } from '@playwright/test';
       import { vivariumTest } from 'vivarium/playwright';
       const test = vivariumTest();
       test('the animals are listed', async ({ request }) => {
         const response = await request.get('/v1/pets', { headers: { authorization: 'Bearer demo' } });
         expect(await response.json()).toHaveLength(20);
       });`,
    );
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    expect(await call(folder, process.execPath, cli, 'test', 'page.spec.js')).toContain('1 passed');
  });

  test('vivarium/browser imports nothing but its own files', async () => {
    writeFileSync(
      join(folder, 'tab.js'),
      `import { createVivarium } from 'vivarium/browser';
       const document = { openapi: '3.1.0', info: { title: 'Ping' }, paths: { '/ping': { get: { responses: { 204: {} } } } } };
       const vivarium = await createVivarium({ document });
       console.log((await vivarium.world().fetch('/ping')).status);`,
    );
    expect(await call(folder, process.execPath, 'tab.js')).toBe('204\n');
  });

  test('their types are read with those of the test runners', async () => {
    const uses = {
      'fixtures.ts': `import { setupServer } from 'msw/node';
        import { createVivarium } from 'vivarium/browser';
        import { handlers } from 'vivarium/msw';
        import { vivariumTest } from 'vivarium/vitest';
        import { vivariumTest as pageTest } from 'vivarium/playwright';
        import { expect } from 'vitest';
        const test = vivariumTest({ seed: 1 });
        test('typed', async ({ world, serviceUrl }) => {
          const address: string = serviceUrl;
          setupServer(...handlers(world, { baseUrl: address }));
          expect(world).toHaveNoViolations();
          // @ts-expect-error no such matcher
          expect(world).toHaveNoViolation();
          // @ts-expect-error no such fault
          world.fault('slwo');
          // @ts-expect-error no such unit
          world.fault('slow', { latency: '3 seconds' });
          await using other = (await createVivarium({ document: new Blob([]) })).world('other');
          const name: string = other.name;
          // @ts-expect-error no such fault
          other.fault('slwo');
          // @ts-expect-error no such unit
          await createVivarium({ document: '', maxBody: '1 megabyte', scenario: { faults: ['slow'] } });
          // @ts-expect-error no such fault
          await createVivarium({ document: '', scenarios: { outage: { faults: ['slwo'] } } });
          return expect(name).toBe('other');
        });
        const inPage = pageTest();
        inPage('typed', async ({ page, world, server }) => {
          world.fault('slow');
          await page.goto(server.url);
          // @ts-expect-error no such unit
          world.clock.advance('1 day');
        });
        // @ts-expect-error no such fault
        pageTest({ fault: ['slwo'] });
        // @ts-expect-error no such fault
        vivariumTest({ fault: ['slwo@listPets'] });\n`,
    };
    for (const [name, text] of Object.entries(uses)) writeFileSync(join(folder, name), text);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(uses) }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await call(folder, process.execPath, compiler, '--checkers', '1')).toBe('');
  });
});

describe('the container', () => testContainerfile(image));

describe('examples/react', () => testCopiedExample({ folder, call }));

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
     // @ts-expect-error an unknown name
     const unknown: FaultName = 'slwo';
     const custom: FaultName = 'my-own-fault';
     const logger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
     // @ts-expect-error importing the package does not change the types of JSON
     JSON.rawJSON('1');
     const scenario: ScenarioDocument = { seed: 1, faults: ['slow', { use: 'flaky', when: { chance: 0.5 } }] };
     const vivarium = await createVivarium({ scenario, logger, document: new URL('file:///api.yaml') });
     const world: VivariumWorld = vivarium.world('typed');
     const statuses: number[] = world.exchanges(filter).map((exchange) => exchange.status);
     // @ts-expect-error no such fault
     world.fault('slwo');
     world.fault('my-own-fault');
     // @ts-expect-error no such unit
     world.clock.advance('1 day');
     declare module 'vivarium' { interface CustomFaults { 'my-own-fault': true } }
     // @ts-expect-error a seed is a number
     await createVivarium({ seed: 'one' });
     // @ts-expect-error no such key
     const wrong: ScenarioDocument = { falts: ['slow'] };
     // @ts-expect-error it takes three arguments, and is not just anything
     vivarium.middleware()();
     export { code, custom, unknown, statuses, violations, wrong };\n`,
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
  expect(await call(folder, process.execPath, compiler, '--checkers', '1')).toBe('');
});

test('the TypeScript of all pages compiles, and docs/library.md lists every property and method of the published types', async () => {
  expect(Object.keys(typescriptOfPages()).length).toBeGreaterThan(5);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await compilePages((pages) => call(pages, process.execPath, compiler, '--checkers', '1'))).toBe('');
});
