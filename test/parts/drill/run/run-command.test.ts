/** Real processes: each is a script of Node. */
import crypto from 'node:crypto';
import fs, { existsSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Ending } from '../../../../src/parts/drill/judge/judge-case.ts';
import { createCommandWork } from '../../../../src/parts/drill/run/run-command.ts';
import { folderOf } from '../../../cli/process.ts';
import { waitFor } from '../../../wait-for.ts';

const run = (
  command: readonly string[],
  { timeoutMs = 60_000, signal = new AbortController().signal } = {},
): Promise<Ending> =>
  createCommandWork(command, (world) => ({ VIVARIUM_URL: `http://127.0.0.1/~${world}` }))({
    world: 'drill-1',
    timeoutMs,
    signal,
  });

const node = (script: string): readonly string[] => [process.execPath, '-e', script];

test('what a command has started is looked for five times', async () => {
  const none = 2 ** 30;
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('a-b-c-d-run');
  const listed = vi.spyOn(fs, 'readdirSync').mockReturnValue([`${none}`] as never);
  vi.spyOn(fs, 'readFileSync').mockReturnValue('A=1\0VIVARIUM_DRILL=a-b-c-d-run\0');
  syncBuiltinESMExports();
  try {
    await run(node('process.exit(1)'));
    expect(listed).toHaveBeenCalledTimes(5);
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A command that starts a child of its own, which ignores SIGTERM and keeps the output open; both wait for ever. `then`: what it does next. */
const family = (folder: string, then = '', { detached = false } = {}): readonly string[] =>
  node(`
    const { spawn } = require('node:child_process');
    const { writeFileSync } = require('node:fs');
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit', detached: ${detached} });
    child.on('spawn', () => {
      writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(child.pid));
      ${then}
    });
    setInterval(() => {}, 1000);
  `);

const pidIn = (folder: string): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

describe('a command', () => {
  test('gets its variables, no input and no shell, and its last lines are kept', async () => {
    const script = `
      process.stdin.on('data', () => {}).on('end', () => {
        for (let line = 1; line <= 30; line++) console.log('line ' + line);
        console.error('\\u001b[31m' + process.env.VIVARIUM_URL, process.argv[1] + '\\u001b[39m');
        process.exitCode = 3;
      })`;
    const ending = await run([...node(script), '$HOME; false']);
    expect(ending).toMatchObject({ exitCode: 3, signal: null, isLate: false });
    const lines = ending.output.split('\n');
    expect(lines).toHaveLength(20);
    expect(lines[0]).toBe('line 12');
    expect(lines.at(-1)).toBe('http://127.0.0.1/~drill-1 $HOME; false');
  });

  test('that is ended by a signal says by which one', async () => {
    expect(await run(node('process.kill(process.pid, "SIGKILL")'))).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
    });
  });

  test('is ended after the time limit, with its children', async () => {
    const folder = folderOf({});
    const ending = await run(family(folder), { timeoutMs: 1500 });
    expect(ending).toMatchObject({ exitCode: null, isLate: true });
    await waitFor(() => expect(isRunning(pidIn(folder))).toBe(false));
  });

  test('that ends leaves no child behind', async () => {
    const folder = folderOf({});
    const ending = await run(family(folder, 'process.exit(0);'));
    expect(ending).toMatchObject({ exitCode: 0, isLate: false });
    await waitFor(() => expect(isRunning(pidIn(folder))).toBe(false));
  });

  describe.skipIf(process.platform !== 'linux')('with a child in a group of its own', () => {
    test.each([
      ['is ended after the time limit', 'process.on("SIGTERM", () => {});'],
      ['fails', 'process.exit(1);'],
      ['crashes', 'process.kill(process.pid, "SIGKILL");'],
    ])('that %s leaves no child behind', async (_how, then) => {
      const folder = folderOf({});
      await run(family(folder, then, { detached: true }), { timeoutMs: 1500 });
      await waitFor(() => expect(isRunning(pidIn(folder))).toBe(false));
    });

    test('that passes has left it behind on purpose', async () => {
      const folder = folderOf({});
      expect((await run(family(folder, 'process.exit(0);', { detached: true }))).exitCode).toBe(0);
      const pid = pidIn(folder);
      expect(isRunning(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
    });
  });

  test('that writes megabytes is not kept waiting, and only the end is kept', async () => {
    const script = `
      process.stdout.write(('x'.repeat(99) + '\\n').repeat(200_000));
      process.stdout.write('y'.repeat(20_000_000) + '\\nthe end');
    `;
    const { exitCode, output } = await run(node(script));
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^y{63990,64000}\nthe end$/);
  });

  test('is ended within a second when the drill ends', async () => {
    const folder = folderOf({});
    const controller = new AbortController();
    const running = run(family(folder), { signal: controller.signal });
    await waitFor(() => expect(existsSync(join(folder, 'pid'))).toBe(true));
    const started = performance.now();
    controller.abort();
    expect((await running).isLate).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
    await waitFor(() => expect(isRunning(pidIn(folder))).toBe(false));
  });

  test.each<[readonly string[], string]>([
    [['no-such-command'], 'the command "no-such-command" does not exist. Install it, or write its path.'],
    [['npm test'], 'the command "npm test" does not exist. Write its words one by one: -- npm test.'],
    [['/'], 'the command "/" cannot be started (EACCES)'],
  ])('that cannot be started is a problem: %j', async (command, message) => {
    await expect(run(command)).rejects.toThrow(message);
    await expect(run(command)).rejects.toMatchObject({ problems: [{ code: 'VIV_COMMAND_INVALID' }] });
  });
});
