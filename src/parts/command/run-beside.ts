/** Runs the command of `vivarium -- COMMAND` beside the server, which ends with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants as system } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createStops, type OnStop } from '../../cli/terminal/stop-on-signals.ts';
import { stopWithNpm } from '../../cli/terminal/stop-with-npm.ts';
import { isForeground } from '../../files/running-process.ts';
import { monotonicMs } from '../../world/clock.ts';
import { explainStart } from './explain-start.ts';

/** What the command has started may go on for this time after it. */
const graceMs = 5000;

/** The time between two looks for what goes on, in milliseconds. */
const intervalMs = 50;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface CommandBeside {
  readonly onStop: OnStop;
  /** Starts the command; once it has ended, the process ends too, with its exit code if it failed. */
  readonly start: (variables: Readonly<Record<string, string>>) => Promise<void>;
}

/** Takes the signals of this process: before the command runs, they end it; then they are for the command. */
export const createBeside = (command: readonly string[]): CommandBeside => {
  const { onStop, stop } = createStops();
  let child: ChildProcess | undefined;
  // On a terminal, the command stays in the process group, which gets Ctrl+C and may read keys.
  const isOwnGroup = !(process.stdin.isTTY === true && isForeground()) && process.platform !== 'win32';
  const passOn = (signal: NodeJS.Signals) => {
    if (child === undefined) stop();
    else if (isOwnGroup) sendTo(-(child.pid as number), signal);
    // The terminal has sent it to the command too.
    else if (signal !== 'SIGINT') child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  stopWithNpm(() => passOn('SIGTERM'), { readsInput: true });
  // Registered first, so that it runs last: after the gate.
  let failed = 0;
  onStop(() => {
    if (failed !== 0) process.exitCode = failed;
  });
  return {
    onStop,
    start: async (variables) => {
      const [file = '', ...args] = command;
      const started = spawn(file, args, {
        stdio: 'inherit',
        env: { ...process.env, ...variables },
        detached: isOwnGroup,
      });
      child = started;
      try {
        await once(started, 'spawn');
      } catch (error) {
        throw explainStart(command, error);
      }
      if (isOwnGroup) process.once('exit', () => sendTo(-(started.pid as number), 'SIGKILL'));
      started.once('exit', async (code, signal) => {
        failed = code ?? 128 + system.signals[signal as NodeJS.Signals];
        if (isOwnGroup) await groupEnds(started.pid as number);
        stop();
      });
    },
  };
};

/** Returns false if there is nobody to get it. */
const sendTo = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

/** Waits for what the command has started, and ends what outlives it for too long. */
const groupEnds = async (group: number) => {
  const late = monotonicMs() + graceMs;
  while (sendTo(-group, 0) && monotonicMs() < late) await wait(intervalMs);
};
