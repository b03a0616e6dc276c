/**
 * V8 allocates much memory while the server starts (generated and compiled code) and while it is under load, and returns little of it by
 * itself. One full collection returns it. See docs/decisions/0014-memory-after-starting.md and 0035-memory-is-given-back.md.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
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

interface IdleOptions {
  /** The time in which the process hardly works. */
  readonly idleMs?: number;
  /** The growth of the process since the last release from which another one is worth its pause. */
  readonly grownBytes?: number;
}

/** The looks at the process in the idle time. */
const looks = 5;

/** The processor time between two looks from which the process works: some thirty requests. Rare requests collect no garbage for many seconds. */
const workMs = 2;

/** A collection walks all that is in use, a tenth of a second for this. Of more, V8 gives back by itself, some seconds later. */
const maxUsedBytes = 128 * 1_048_576;

/** Releases the memory of a load that is over, in the pause after it. */
export const releaseWhenIdle = ({ idleMs = 5000, grownBytes = 24 * 1_048_576 }: IdleOptions = {}): void => {
  let released = process.memoryUsage.rss();
  let used = getHeapStatistics().used_heap_size;
  let left = 0;
  let spent = processorMs();
  const wait = (): void => void setTimeout(look, idleMs / looks).unref();
  const look = (): void => {
    const before = spent;
    spent = processorMs();
    left = spent - before > workMs ? looks : left - 1;
    if (left > 0) wait();
    else if (used <= maxUsedBytes && process.memoryUsage.rss() >= released + grownBytes) {
      releaseMemory();
      released = process.memoryUsage.rss();
    }
  };
  new PerformanceObserver((list) => {
    // What is in use between full collections may be garbage.
    if (list.getEntries().some(isMajor)) used = getHeapStatistics().used_heap_size;
    // Only allocations cause collections, so nothing is released without one.
    if (left <= 0) wait();
    left = looks;
  }).observe({ entryTypes: ['gc'] });
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Whether an entry is a full collection. */
export const isMajor = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
