/**
 * V8 allocates much memory while the server starts (generated and compiled code) and while it is under load, and returns little of it by
 * itself. One full collection returns it. See docs/decisions/0014-memory-after-starting.md and 0035-memory-is-given-back.md.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { monotonicMs } from '../../world/clock.ts';

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
  /** The time without a collection of the young generation, which only allocations cause. */
  readonly idleMs?: number;
  /** The growth of the process since the last release from which another one is worth its pause. */
  readonly grownBytes?: number;
}

/** A collection walks all that is in use, a tenth of a second for this. Of more, V8 gives back by itself, some seconds later. */
const maxUsedBytes = 128 * 1_048_576;

/** Releases the memory of a load that is over, in the pause after it. */
export const releaseWhenIdle = ({ idleMs = 5000, grownBytes = 24 * 1_048_576 }: IdleOptions = {}): void => {
  let lastMinor = 0;
  let released = process.memoryUsage.rss();
  let used = getHeapStatistics().used_heap_size;
  let isWaiting = false;
  const wait = (ms: number): void => {
    isWaiting = true;
    setTimeout(release, ms).unref();
  };
  const release = (): void => {
    const left = Math.ceil(lastMinor + idleMs - monotonicMs());
    if (left > 0) {
      wait(left);
      return;
    }
    isWaiting = false;
    if (used > maxUsedBytes || process.memoryUsage.rss() < released + grownBytes) return;
    releaseMemory();
    released = process.memoryUsage.rss();
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (kindOf(entry) === constants.NODE_PERFORMANCE_GC_MINOR) lastMinor = monotonicMs();
      // What is in use between full collections may be garbage.
      else if (kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR) used = getHeapStatistics().used_heap_size;
    if (lastMinor > 0 && !isWaiting) wait(idleMs);
  }).observe({ entryTypes: ['gc'] });
};

const kindOf = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): number | undefined =>
  entry.detail?.kind;
