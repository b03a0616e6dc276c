/** The steps of action.yml, run as GitHub would run them. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtLauncher, folderOf, ordersDocument, root } from '../../cli/process.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const [step] = action.runs.steps;

let folder = '';
beforeEach(() => {
  folder = folderOf({ 'openapi.yaml': ordersDocument() });
  // A space in its path, and a launcher like npx: the mock is its child.
  const launcher = join(folder, 'vivarium.sh');
  writeFileSync(launcher, `#!/bin/sh\n"${process.execPath}" "${builtLauncher}" "$@"\n`);
  chmodSync(launcher, 0o755);
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Expressions are replaced as a runner replaces them. */
const runAction = (
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const inputOf = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? '';
  const variables = Object.entries(step?.env ?? {}).map(([name, text]) => [
    name,
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, input: string) => inputOf(input)),
  ]);
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''],
      {
        cwd: join(folder, inputOf('working-directory')),
        env: { PATH: process.env.PATH ?? '', GITHUB_ACTION_PATH: root, ...env, ...Object.fromEntries(variables) },
      },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
};

const command = './vivarium.sh';
const list = 'curl -sf -o /dev/null "$VIVARIUM_SERVICE_URL/orders"';

const isStopped = async (url: string): Promise<boolean> => {
  try {
    await fetch(url);
    return false;
  } catch {
    return true;
  }
};

test('every input is passed on as a variable', () => {
  const used = Object.values(step?.env ?? {}).map((text) => /inputs\.([\w-]+)/.exec(text)?.[1]);
  expect([...used, 'working-directory'].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
});

test('tests that keep to the interface pass: the reports are written, and the mock is stopped', async () => {
  const output = join(folder, 'output');
  const parallel = `for world in a b c; do curl -sf -H "Vivarium-World: $world" "$VIVARIUM_SERVICE_URL/orders" & done; wait`;
  const ran = await runAction({ command, run: parallel }, { GITHUB_OUTPUT: output });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  for (const file of ['gate.xml', 'gate.md', 'gate.json', 'gate.html'])
    expect(existsSync(join(folder, 'vivarium-reports', file)), file).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, 'vivarium-reports/gate.json'), 'utf8')).coverage.items).toMatchObject([
    { requests: 3 },
    { requests: 0 },
  ]);
  const [, url = ''] = /^url=(http\S+)$/m.exec(readFileSync(output, 'utf8')) ?? [];
  expect(await isStopped(url)).toBe(true);
});

test('a document with a base path is served: the action knows the origin and the base URL', async () => {
  const run =
    'curl -sf -H "Authorization: Bearer demo" -o /dev/null "$VIVARIUM_SERVICE_URL/pets" && echo "$VIVARIUM_URL $VIVARIUM_SERVICE_URL"';
  for (const document of ['spec/animal-store.yaml', 'spec/animal-store.yaml other.yaml']) {
    writeFileSync(join(folder, 'other.yaml'), ordersDocument());
    const args = document
      .split(' ')
      .slice(1)
      .map((name) => join(folder, name))
      .join(' ');
    const ran = await runAction({ command, run, args, document: join(root, 'spec/animal-store.yaml') });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(/^(http:\/\/127\.0\.0\.1:\d+) \1\/v1$/m);
  }
});

test('as a runner calls it: in another directory of the checkout, with an output and a summary', async () => {
  const files = { output: join(folder, 'output'), summary: join(folder, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  mkdirSync(join(folder, 'packages/client'), { recursive: true });
  const ran = await runAction(
    {
      command: '../../vivarium.sh',
      run: `${list} && pwd > where`,
      document: '../../openapi.yaml',
      'working-directory': 'packages/client',
    },
    { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: files.output, GITHUB_STEP_SUMMARY: files.summary, CI: 'true' },
  );
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'packages/client/where'), 'utf8')).toContain('packages/client');
  expect(existsSync(join(folder, 'packages/client/vivarium-reports/gate.html'))).toBe(true);
  expect(readFileSync(files.summary, 'utf8')).toContain('Vivarium gate');
  // The value of the output `url`, as the action names it.
  expect(readFileSync(files.output, 'utf8')).toMatch(/^url=http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('tests that pass although they break the interface fail', async () => {
  const run = `${list}; curl -s "$VIVARIUM_URL/nothing"; exit 0`;
  const ran = await runAction(
    {
      command,
      run,
      'fail-on': 'unmatched',
      reports: 'out/here',
      document: 'openapi.yaml',
      args: '--seed 3 --max-worlds 5',
    },
    { GITHUB_ACTIONS: 'true' },
  );
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('::error title=Vivarium gate::') });
  expect(existsSync(join(folder, 'out/here/gate.xml'))).toBe(true);
});

test('failing tests fail with their own code, and coverage below the minimum fails', async () => {
  expect(await runAction({ command, run: `${list}; exit 7` })).toMatchObject({ code: 7 });
  expect(await runAction({ command, run: list, 'min-coverage': '100' })).toMatchObject({ code: 1 });
});

test('the first line that fails ends the tests', async () => {
  const ran = await runAction({ command, run: `${list}\nfalse\necho "went on"` });
  expect(ran).toMatchObject({ code: 1, stdout: expect.not.stringContaining('went on') });
  expect((await runAction({ command, run: `${list}; exit 3 | cat` })).code).toBe(3);
});

test('a mock that does not start fails with its message', async () => {
  const ran = await runAction({ command, run: 'echo "tests ran"', document: 'nowhere.yaml' });
  expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nowhere.yaml') });
});
