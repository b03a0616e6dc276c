/** The workflow and the job of docs/ci.md, run as GitHub and GitLab would run them, and the inputs of the action. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtLauncher, folderOf, ordersDocument } from '../cli/process.ts';
import { blocksIn, codeIn, readPage, rowsBelow } from './markdown.ts';

interface Step {
  readonly run?: string;
}

const page = readPage('docs/ci.md');

const codeOf = (file: string): string => blocksIn(page).find((block) => block.file === file)?.code ?? '';

/** A project with Vivarium as a dependency. `tests`: its test script. */
const createProject = (tests: string): string => {
  const folder = folderOf({
    'openapi.yaml': ordersDocument(),
    'package.json': JSON.stringify({ scripts: { test: tests } }),
  });
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'vivarium'), `#!/bin/sh\nexec "${process.execPath}" "${builtLauncher}" "$@"\n`);
  chmodSync(join(bin, 'vivarium'), 0o755);
  return folder;
};

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs lines of a shell as a runner does: the first that fails ends them. */
const runLines = async (folder: string, lines: readonly string[]): Promise<Ended> => {
  const bin = join(folder, 'node_modules/.bin');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines.join('\n')], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

const isOwn = (line: string | undefined): line is string => line !== undefined && line !== 'npm ci';

const runWorkflow = (folder: string): Promise<Ended> => {
  const { steps } = parse(codeOf('.github/workflows/contract.yml')).jobs.contract as {
    readonly steps: readonly Step[];
  };
  return runLines(folder, steps.map(({ run }) => run).filter(isOwn));
};

const runGitLab = (folder: string): Promise<Ended> => {
  const { contract } = parse(codeOf('.gitlab-ci.yml')) as { readonly contract: { readonly script: readonly string[] } };
  return runLines(folder, contract.script.filter(isOwn));
};

const call = (world: string, path: string): string => `curl -sf "$VIVARIUM_URL/~${world}${path}"`;

test.each([
  ['the workflow', runWorkflow],
  ['the job for GitLab', runGitLab],
])('%s passes, fails with the gate, and fails with the tests', async (_name, runRecipe) => {
  const good = createProject(`${call('a', '/orders')} & ${call('b', '/orders')} & wait`);
  expect(await runRecipe(good)).toMatchObject({ code: 0 });
  expect(readFileSync(join(good, 'reports/gate.xml'), 'utf8')).toContain('failures="0"');
  expect(existsSync(join(good, 'reports/gate.html'))).toBe(true);
  const careless = createProject(`${call('a', '/nothing')}; ${call('a', '/orders')}`);
  expect(await runRecipe(careless)).toMatchObject({ code: 1, output: expect.stringContaining('/nothing') });
  const failing = createProject(`${call('a', '/orders')}; exit 7`);
  expect((await runRecipe(failing)).code).toBe(7);
  expect(existsSync(join(failing, 'reports/gate.html'))).toBe(true);
});

test('a mock that does not start shows the reason, and runs no test', async () => {
  const folder = createProject('echo "tests ran"');
  writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
  const { code, output } = await runWorkflow(folder);
  expect(code).toBe(2);
  expect(output).toContain('openapi.yaml');
  expect(output).not.toContain('tests ran');
});

test('the page lists the inputs of the action with their defaults', () => {
  const { inputs } = parse(readPage('action.yml')) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  };
  const rows = rowsBelow(page, 'A workflow');
  expect(rows.map(([input = '']) => codeIn(input)[0])).toEqual(Object.keys(inputs));
  for (const [input = '', shown = ''] of rows) {
    const { default: value, required } = inputs[codeIn(input)[0] as string] ?? {};
    if (required) expect(shown).toBe('required');
    else if (value !== '') expect(codeIn(shown)).toEqual([value]);
  }
});
