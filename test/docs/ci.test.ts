/** The workflow of docs/ci.md, run step by step as GitHub would run it, and the inputs of the action. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtLauncher, folderOf, freePort, ordersDocument } from '../cli/process.ts';
import { blocksIn, codeIn, readPage, rowsBelow } from './markdown.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
}

const page = readPage('docs/ci.md');

const workflow = (port: string): { readonly env: Record<string, string>; readonly steps: readonly Step[] } => {
  const block = blocksIn(page).find(({ file }) => file?.startsWith('.github/workflows/'));
  return parse((block?.code ?? '').replaceAll('4010', port)).jobs.contract;
};

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

/** Runs the steps; a step behind a failed one runs only if it says so. Returns the names of the failed ones. */
const runSteps = async (folder: string): Promise<readonly string[]> => {
  const port = await freePort();
  const { env, steps } = workflow(port);
  const failed: string[] = [];
  for (const { name = '', run, if: condition } of steps) {
    if (run === undefined || run === 'npm ci' || (failed.length > 0 && condition === undefined)) continue;
    const child: ChildProcess = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: { ...process.env, ...env, VIVARIUM_PORT: port },
      stdio: 'ignore',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) failed.push(name);
  }
  // It finishes the requests in flight first.
  await expect.poll(() => isServed(`http://127.0.0.1:${port}`), { timeout: 20_000 }).toBe(false);
  return failed;
};

const isServed = async (url: string): Promise<boolean> => {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
};

const call = (world: string, path: string): string => `curl -sf "$VIVARIUM_URL/~${world}${path}"`;

test('the workflow passes for tests in parallel that keep to the interface', async () => {
  const folder = createProject(`${call('a', '/orders')} & ${call('b', '/orders')} & wait`);
  expect(await runSteps(folder)).toEqual([]);
  expect(readFileSync(join(folder, 'reports/gate.xml'), 'utf8')).toContain('failures="0"');
  expect(existsSync(join(folder, 'reports/gate.html'))).toBe(true);
});

test('a mock that does not start shows the reason', async () => {
  const folder = createProject('true');
  writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
  const port = await freePort();
  const { env, steps } = workflow(port);
  const { run = '' } = steps.find(({ name }) => name === 'Start the mock') ?? {};
  // The mock has ended before it is waited for, so that one attempt is enough.
  const script = run.replace('curl ', 'wait $! || true\ncurl ').replace('--retry 60', '--retry 0');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env, VIVARIUM_PORT: port },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output).toContain('openapi.yaml');
});

test('the workflow fails for tests that pass although they break the interface', async () => {
  const folder = createProject(`${call('a', '/nothing')}; true`);
  expect(await runSteps(folder)).toEqual(['Judge what the tests sent']);
});

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly after_script: readonly string[];
}

const codeOf = (file: string): string => blocksIn(page).find((block) => block.file === file)?.code ?? '';

/** Returns the exit code, and waits for the mock to end. */
const runShell = async (folder: string, port: string, command: readonly string[], env = {}): Promise<number> => {
  const [program = '', ...args] = command;
  const variables = { ...process.env, VIVARIUM_PORT: port, ...env };
  const child = spawn(program, args, { cwd: folder, env: variables, stdio: 'ignore' });
  return (await once(child, 'exit'))[0];
};

/** As a GitLab runner does: the lines are one script, which the first failure ends; then the other one, which decides nothing. */
const runGitLab = async (folder: string): Promise<number> => {
  const port = await freePort();
  const { contract } = parse(codeOf('.gitlab-ci.yml').replaceAll('4010', port)) as { readonly contract: Job };
  const lines = contract.script.filter((line) => line !== 'npm ci');
  const shell = (script: readonly string[]) =>
    runShell(folder, port, ['bash', '-eo', 'pipefail', '-c', script.join('\n')], contract.variables);
  const code = await shell(lines);
  await shell(contract.after_script);
  await expect.poll(() => isServed(`http://127.0.0.1:${port}`), { timeout: 20_000 }).toBe(false);
  return code;
};

const runScript = async (folder: string): Promise<number> => {
  const port = await freePort();
  writeFileSync(join(folder, 'contract.sh'), codeOf('contract.sh').replaceAll('4010', port));
  const code = await runShell(folder, port, ['sh', 'contract.sh']);
  expect(await isServed(`http://127.0.0.1:${port}`)).toBe(false);
  return code;
};

test.each([
  ['the job for GitLab', runGitLab, 1, 7],
  ['the script', runScript, 1, 7],
])('%s passes, fails with the gate, and fails with the tests', async (_name, runRecipe, ofGate, ofTests) => {
  const good = createProject(call('a', '/orders'));
  expect(await runRecipe(good)).toBe(0);
  expect(readFileSync(join(good, 'reports/gate.xml'), 'utf8')).toContain('failures="0"');
  expect(await runRecipe(createProject(`${call('a', '/nothing')}; ${call('a', '/orders')}`))).toBe(ofGate);
  const failing = createProject(`${call('a', '/orders')}; exit 7`);
  expect(await runRecipe(failing)).toBe(ofTests);
  expect(existsSync(join(failing, 'reports/gate.html'))).toBe(true);
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
