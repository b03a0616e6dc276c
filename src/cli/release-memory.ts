/**
 * Starting leaves a lot behind: V8 makes room for what is generated and compiled, and keeps that room for good. Asked once,
 * it hands back about a fifth of the process's memory. See docs/decisions/0014-memory-after-starting.md.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface CollectOptions {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

/** Holds everything up for about 20 to 50 ms: to be called before there is anything to hold up. */
export const releaseMemory = (): void => {
  setFlagsFromString('--expose-gc');
  // A V8 that no longer has it costs memory, and nothing else.
  const collect = runInNewContext('globalThis.gc') as ((options: CollectOptions) => void) | undefined;
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
