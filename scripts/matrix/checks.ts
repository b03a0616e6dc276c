/** What each project of the matrix runs: real tests with the installed package, and a compilation of its types. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as files from './files.ts';

/** Runs a program of the project with its own Node.js. It rejects with the output if the program fails. */
export type RunNode = (cwd: string, ...args: readonly string[]) => Promise<string>;

interface Check {
  /** The package whose version the table shows. */
  readonly of: string;
  readonly run: (project: string, node: RunNode) => Promise<void>;
}

/** A folder of the project, with its own files: what Jest and vitest find is only theirs. */
const place = (project: string, name: string, content: Readonly<Record<string, string>>): string => {
  const folder = join(project, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(content)) writeFileSync(join(folder, file), text);
  return folder;
};

const runJest = (name: string, test: string) => async (project: string, node: RunNode) => {
  // No configuration but an empty manifest.
  const folder = place(project, name, { 'package.json': '{}', 'client.test.js': test });
  await node(folder, join(project, 'node_modules/jest/bin/jest.js'));
};

const runScript = (name: string, script: string) => async (project: string, node: RunNode) => {
  await node(place(project, name, { 'package.json': '{ "type": "module" }', 'use.js': script }), 'use.js');
};

/** How a compiler reads modules: as ES modules and as CommonJS, in each resolution. */
const compilations = [
  { type: 'module', module: 'node16', moduleResolution: 'node16' },
  { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
  { type: 'module', module: 'esnext', moduleResolution: 'bundler' },
  { type: 'commonjs', module: 'node16', moduleResolution: 'node16' },
  { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext' },
  { type: 'commonjs', module: 'esnext', moduleResolution: 'bundler' },
];

const compile = async (project: string, node: RunNode): Promise<void> => {
  for (const { type, ...options } of compilations) {
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'], types: [], strict: true },
      ...{ noEmit: true, ...options },
    };
    // The types of vitest 3 and 4 declare the matchers in another way; those of the library need nothing.
    for (const [file, skipLibCheck] of Object.entries({ 'library.ts': false, 'peers.ts': true })) {
      const folder = place(project, `types-${type}-${options.moduleResolution}-${file.slice(0, -3)}`, {
        'package.json': JSON.stringify({ type }),
        [file]: files.types[file as keyof typeof files.types],
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck }, files: [file] }),
      });
      await node(folder, join(project, 'node_modules/typescript/bin/tsc'));
    }
  }
};

export const checks = {
  node: { of: 'node', run: runScript('node', files.node) },
  jest: { of: 'jest', run: runJest('jest', files.jest) },
  jestMsw: { of: 'msw', run: runJest('jest-msw', files.jestMsw) },
  jestMsw3: { of: 'msw', run: runJest('jest-msw', files.jestMsw3) },
  vitest: {
    of: 'vitest',
    run: async (project, node) => {
      const content = { 'package.json': '{ "type": "module" }', 'client.test.js': files.vitest };
      await node(place(project, 'vitest', content), join(project, 'node_modules/vitest/vitest.mjs'), 'run');
    },
  },
  msw: { of: 'msw', run: runScript('msw', files.msw) },
  vite: { of: 'vite', run: runScript('vite', files.vite) },
  playwright: {
    of: '@playwright/test',
    run: async (project, node) => {
      const folder = place(project, 'playwright', { 'package.json': '{}', 'page.spec.ts': files.playwright });
      await node(folder, join(project, 'node_modules/@playwright/test/cli.js'), 'test');
    },
  },
  network: { of: '@msw/playwright', run: runScript('network', files.network) },
  types: { of: 'typescript', run: compile },
  tooOld: { of: 'vivarium', run: runScript('too-old', files.tooOld) },
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;
