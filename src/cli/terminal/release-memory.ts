/**
 * V8 allocates much memory while the server starts (generated and compiled code), and never returns it by itself. One full
 * collection returns about a fifth of the process's memory. See docs/decisions/0014-memory-after-starting.md.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface CollectOptions {
  readonly type: 'major';
  readonly execution: 'sync';
  /** `last-resort`: several collections, which also return memory to the system. */
  readonly flavor: 'regular' | 'last-resort';
}

/** Blocks the process for about 20 to 50 ms, so call it before the first request. */
export const releaseMemory = (): void => collectGarbage('last-resort');

/** A full collection. It blocks the process for a time that grows with what is in use. */
export const collectGarbage = (flavor: CollectOptions['flavor']): void => {
  setFlagsFromString('--expose-gc');
  // Without the function, the process only uses more memory.
  const collect = runInNewContext('globalThis.gc') as ((options: CollectOptions) => void) | undefined;
  collect?.({ type: 'major', execution: 'sync', flavor });
};
