/** Runs a function in place of a command. */

import { inspect } from 'node:util';
import { maxShownRows } from '../../core/primitives/units.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import type { Ending } from '../judge/judge-case.ts';
import type { ClientWork } from './trial.ts';

/** `run` is called with the name of the world. After the time limit it is not waited for. */
export const createFunctionWork =
  (run: (world: string) => unknown): ClientWork =>
  async ({ world, timeoutMs, signal }) => {
    const started = monotonicMs();
    const endedBy = Promise.withResolvers<Omit<Ending, 'durationMs'>>();
    const end = (isLate: boolean): void => endedBy.resolve({ exitCode: null, signal: null, isLate, output: '' });
    const timer = setTimeout(() => end(true), timeoutMs);
    const onAbort = (): void => end(false);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const ending = await Promise.race([settle(run, world), endedBy.promise]);
      return { ...ending, durationMs: elapsedSince(started) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };

const settle = async (run: (world: string) => unknown, world: string): Promise<Omit<Ending, 'durationMs'>> => {
  const base = { signal: null, isLate: false };
  try {
    await run(world);
    return { ...base, exitCode: 0, output: '' };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
    return { ...base, exitCode: 1, output: text.split('\n').slice(0, maxShownRows).join('\n') };
  }
};
