/** Runs a command in a process group of its own, which ends with it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { configError } from '../../core/primitives/config-error.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import type { Ending } from '../judge/judge-case.ts';
import { Tail } from './tail.ts';
import type { ClientWork, WorkCall } from './trial.ts';

/** The time between asking processes to end and ending them. */
const graceMs = 300;

/** The time for output that the command has written and this process has not read. */
const drainMs = 100;

/** `environmentOf`: the variables for a world, in addition to those of this process. */
export const createCommandWork = (
  command: readonly string[],
  environmentOf: (world: string) => Readonly<Record<string, string>>,
): ClientWork => {
  const running = new Set<ChildProcess>();
  // However this process ends.
  const endAll = (): void => {
    for (const child of running) endGroup(child, 'SIGKILL');
  };
  return async (call) => {
    const child = start(command, environmentOf(call.world));
    if (running.size === 0) process.on('exit', endAll);
    running.add(child);
    try {
      return await follow(child, call);
    } catch (error) {
      throw explainStart(command, error);
    } finally {
      running.delete(child);
      if (running.size === 0) process.removeListener('exit', endAll);
    }
  };
};

const start = ([file = '', ...args]: readonly string[], variables: Readonly<Record<string, string>>): ChildProcess =>
  spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
    detached: true,
    windowsHide: true,
  });

const follow = async (child: ChildProcess, { timeoutMs, signal }: WorkCall): Promise<Ending> => {
  const started = monotonicMs();
  const output = new Tail();
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.add(bytes));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isLate = false;
  let grace: NodeJS.Timeout | undefined;
  const end = (): void => {
    endGroup(child, 'SIGTERM');
    grace = setTimeout(() => endGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) end();
    const [exitCode, exitSignal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const durationMs = elapsedSince(started);
    // Its own children would keep the output open.
    endGroup(child, 'SIGKILL');
    await Promise.race([closed, wait(drainMs, undefined, { ref: false })]);
    return { exitCode: isLate ? null : exitCode, signal: exitSignal, isLate, durationMs, output: output.text };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal.removeEventListener('abort', end);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
};

/** A negative number names the group of a process (kill(2)). */
const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of its processes have ended.
  }
};

const explainStart = ([file = '']: readonly string[], error: unknown): unknown => {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (!syscall.startsWith('spawn')) return error;
  const shown = JSON.stringify(file);
  if (code === 'ENOENT')
    return configError(
      'VIV_COMMAND_INVALID',
      `the command ${shown} does not exist`,
      /\s/.test(file)
        ? `Write its words one by one: -- ${file}.`
        : 'Install it, or write its path. No shell runs it: for a builtin or a pipe, write -- sh -c "...".',
    );
  return configError(
    'VIV_COMMAND_INVALID',
    `the command ${shown} cannot be started (${code})`,
    'Name another program.',
  );
};
