/** Runs a command in a process group of its own, which ends with it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { maxShownRows } from '../../../core/primitives/units.ts';
import { elapsedSince, monotonicMs } from '../../../world/clock.ts';
import { explainStart } from '../../command/explain-start.ts';
import type { Ending } from '../judge/judge-case.ts';
import type { ClientWork, WorkCall } from './run-drill.ts';

/** The time between asking processes to end and ending them. */
const graceMs = 300;

/** The time for output that the command has written and this process has not read. */
const drainMs = 100;

/** `environmentOf`: the variables for a world, in addition to those of this process. */
export const createCommandWork = (
  command: readonly string[],
  environmentOf: (world: string) => Readonly<Record<string, string>>,
): ClientWork => {
  const running = new Set<() => void>();
  // However this process ends.
  const endAll = () => {
    for (const end of running) end();
  };
  return async (call) => {
    const run = randomUUID();
    const child = start(command, { ...environmentOf(call.world), [runVariable]: run });
    const endAtOnce = () => {
      endGroup(child, 'SIGKILL');
      endStrays(run);
    };
    if (running.size === 0) process.on('exit', endAll);
    running.add(endAtOnce);
    try {
      return await follow(child, call, endAtOnce);
    } catch (error) {
      throw explainStart(command, error);
    } finally {
      running.delete(endAtOnce);
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

/** `endAtOnce`: ends the command and all that it has started. */
const follow = async (child: ChildProcess, { timeoutMs, signal }: WorkCall, endAtOnce: () => void): Promise<Ending> => {
  const started = monotonicMs();
  const decoder = new StringDecoder('utf8');
  let output = '';
  const read = (bytes: Buffer) => {
    output = (output + decoder.write(bytes)).slice(-maxCharacters);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isLate = false;
  let grace: NodeJS.Timeout | undefined;
  const end = () => {
    endGroup(child, 'SIGTERM');
    grace ??= setTimeout(endAtOnce, graceMs);
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
    // Its own children would keep the output open. A command that passes has left the others behind on purpose.
    if (exitCode === 0 && !isLate) endGroup(child, 'SIGKILL');
    else endAtOnce();
    await Promise.race([closed, wait(drainMs, undefined, { ref: false })]);
    return { exitCode: isLate ? null : exitCode, signal: exitSignal, isLate, durationMs, output: lastLines(output) };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal.removeEventListener('abort', end);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
};

/** The characters that are kept of a line, or of lines without an end. */
const maxCharacters = 64_000;

/** The last lines, without colours. */
const lastLines = (text: string) =>
  stripVTControlCharacters(text).trimEnd().split(/\r?\n/).slice(-maxShownRows).join('\n');

/** A variable with another value for each run. A process keeps it, and those that it starts have it too. */
const runVariable = 'VIVARIUM_DRILL';

/** Ends the group of the command: the processes that it started, but for those that have left the group. */
const endGroup = ({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals) => {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  // A negative number names the group of a process (kill(2)).
  send(-pid, signal);
};

/**
 * Ends the processes of a run in whatever group. A test runner starts servers in groups of their own, and cannot end them if it is ended
 * itself. On Linux only.
 */
const endStrays = (run: string) => {
  if (process.platform !== 'linux') return;
  // A process may start another one while they are read.
  for (let round = 0; round < maxRounds; round++) {
    const strays = processesOf(run);
    if (strays.length === 0) return;
    for (const pid of strays) send(pid, 'SIGKILL');
  }
};

const maxRounds = 5;

const processesOf = (run: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`${runVariable}=${run}`)
        ? [Number(name)]
        : [];
    } catch {
      // It has ended, or is that of another user.
      return [];
    }
  });

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};
