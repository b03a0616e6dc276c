import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRunners, type RunningProcess } from '../../../src/cli/terminal/stop-with-npm.ts';
import { waitFor } from '../../wait-for.ts';
import { builtLauncher, folderOf } from '../process.ts';

const scripts = { start: 'vivarium', mock: 'vivarium', nested: 'npm run mock' };

/** A project with Vivarium as its dependency. The process prints its id, to be ended if the test fails. */
const createProject = (): string => {
  const cwd = folderOf({
    'package.json': JSON.stringify({ name: 'project', scripts }),
    'node_modules/.bin/vivarium': `#!/bin/sh\necho "pid $$"\nexec '${process.execPath}' '${builtLauncher}' "$@"\n`,
  });
  chmodSync(join(cwd, 'node_modules/.bin/vivarium'), 0o755);
  return cwd;
};

interface Options extends Pick<SpawnOptions, 'stdio' | 'env'> {
  /** What is done with standard input before the server has started. */
  readonly input?: (stdin: ChildProcess['stdin']) => void;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves when nothing holds the output any more: the server has ended too. */
  readonly ended: Promise<{ readonly stderr: string }>;
}

const start = async (
  [program = '', ...args]: readonly string[],
  { stdio = ['ignore', 'pipe', 'pipe'], env, input = () => {} }: Options = {},
): Promise<Started> => {
  const child = spawn(program, args, {
    cwd: createProject(),
    stdio,
    env: { ...process.env, VIVARIUM_PORT: '0', VIVARIUM_LOG: 'json', VIVARIUM_WATCH: 'false', ...env },
  });
  input(child.stdin);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  const ended = once(child, 'close').then(() => output);
  onTestFinished(async () => {
    const pid = Number(/^pid (\d+)$/m.exec(output.stdout)?.[1] ?? child.pid);
    for (const each of [pid, child.pid])
      try {
        process.kill(each as number, 'SIGKILL');
      } catch {}
    await ended;
  });
  const url = await waitFor(() => {
    const [found] = output.stdout.match(/(?<="url":")[^"]+/) ?? [];
    expect(found).toBeDefined();
    return found as string;
  });
  return { child, url, ended };
};

const stopped = 'npm has ended: the server stops.\n';

test.each([
  ['npx vivarium', 'SIGTERM'],
  ['npx vivarium', 'SIGKILL'],
  ['npm start', 'SIGTERM'],
  ['npm run nested', 'SIGTERM'],
] as const)('a server that was started by "%s" ends when this gets %s', async (command, signal) => {
  const { child, ended } = await start(command.split(' '));
  child.kill(signal);
  expect((await ended).stderr).toContain(stopped);
});

const server = [process.execPath, builtLauncher];
const inNpm = { npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' };

test('a server that was started through npm ends when its standard input is closed', async () => {
  const { child, ended } = await start(server, { stdio: 'pipe', env: inNpm });
  child.stdin?.end();
  expect((await ended).stderr).toBe('Standard input was closed: the server stops.\n');
});

test.each<readonly [input: string, options: Options]>([
  ['was a pipe that nobody writes to', { env: inNpm, input: (stdin) => stdin?.end() }],
  ['had data', { env: inNpm, input: (stdin) => stdin?.end('echo next\n') }],
  ['was /dev/null', { env: inNpm, stdio: ['ignore', 'pipe', 'pipe'] }],
  ['was a pipe, but npm did not start it', { env: { npm_execpath: undefined } }],
])('a server goes on when its standard input %s', async (_input, options) => {
  const { child, url, ended } = await start(server, { stdio: 'pipe', ...options });
  child.stdin?.end();
  expect((await fetch(`${url}/_vivarium/api/health`)).status).toBe(200);
  child.kill();
  expect(await ended).toMatchObject({ stderr: '' });
});

type Row = readonly [parent: number, command: string, isLeader?: boolean];

const findIn =
  (rows: Readonly<Record<number, Row>>) =>
  (pid: number): RunningProcess | undefined => {
    const row = rows[pid];
    return row && { parent: row[0], command: row[1], isLeader: row[2] === true };
  };

const own: Row = [8, 'node /project/node_modules/.bin/vivarium'];
test.each<readonly [string, Readonly<Record<number, Row>>, readonly number[]]>([
  ['npx', { 9: own, 8: [7, 'sh -c vivarium'], 7: [6, 'npm exec vivarium   '], 6: [1, 'bash'] }, [7]],
  ['pnpm, which Node runs', { 9: own, 8: [1, '/usr/bin/node /usr/lib/pnpm/bin/pnpm.cjs exec vivarium'] }, [8]],
  ['yarn', { 9: own, 8: [7, '/bin/sh -c vivarium'], 7: [1, 'node .yarn/releases/yarn-4.9.1.cjs mock'] }, [7]],
  [
    'a script of a script',
    { 9: own, 8: [7, 'npm run mock'], 7: [6, 'sh -c npm run mock'], 6: [1, 'npm start'] },
    [8, 6],
  ],
  ['a test runner', { 9: own, 8: [7, 'node /project/node_modules/.bin/vitest'], 7: [1, 'npm test'] }, [7]],
  ['a shell', { 9: own, 8: [7, '-bash'], 7: [1, 'sshd'] }, []],
  ['a script that detaches it', { 9: [8, own[1], true], 8: [7, 'sh -c setsid vivarium'], 7: [1, 'npm start'] }, []],
  ['a daemon', { 9: own, 8: [7, 'node daemon', true], 7: [1, 'npm start'] }, []],
  ['npm that has ended', { 9: [1, own[1]], 1: [0, '/sbin/init', true] }, []],
])('the npm above a server is found: %s', (_name, rows, expected) => {
  expect(findRunners(findIn(rows), 9)).toEqual(expected);
});
