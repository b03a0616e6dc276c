/**
 * The data of worlds have no limit of their own, but a process whose heap is full ends, and all worlds with it. See
 * docs/decisions/0036-a-full-heap-rejects-writes.md.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The highest use in percent of V8's limit. The rest is for requests, and for V8's young generation. */
const maxUsedPercent = 50;

/** What V8's limit includes for its young generation, unless an option of Node.js makes it smaller: half of a small limit. */
const youngBytes = 192 * 1_048_576;

/** A quarter of the old generation of a small heap stays free. */
const maxUsed = (limit: number) =>
  Math.min((limit * maxUsedPercent) / 100, Math.max(limit / 4, (limit - youngBytes) * 0.75));

/** A full heap takes writes again below this share of the limit, so that it does not flicker. */
const resumeShare = 0.9;

/** A full heap is collected after this time, to find what was deleted: while nothing grows, V8 has no reason to collect. In milliseconds. */
const collectAfterMs = 10_000;

/** Calls back when more of the heap is in use than may be, and when that is over. */
export const watchHeap = (onChange: (isFull: boolean) => void): void => {
  let wasFull = false;
  const measure = () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const isFull = used > maxUsed(limit) * (wasFull ? resumeShare : 1);
    if (isFull !== wasFull) onChange(isFull);
    // The collection is observed as well, and measured here.
    if (isFull && !wasFull) retry = setInterval(collectGarbage, collectAfterMs, 'regular').unref();
    if (!isFull) clearInterval(retry);
    wasFull = isFull;
  };
  let retry: NodeJS.Timeout | undefined;
  // Only after full collections: between them, much of what is in use may be garbage. Near its limit, V8 collects many times in a second.
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isMajor)) measure();
  }).observe({ entryTypes: ['gc'] });
};

interface CollectOptions {
  readonly type: 'major';
  readonly execution: 'sync';
  /** `last-resort`: several collections, which also return memory to the system. */
  readonly flavor: 'regular' | 'last-resort';
}

/** A full collection. It blocks the process for a time that grows with what is in use. */
const collectGarbage = (flavor: CollectOptions['flavor']) => {
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

/**
 * Releases the memory of the start, or of a load that is over, in the pause after it. Each blocks the process for some 20 to 50 ms. See
 * decisions 14 and 35.
 */
export const releaseWhenIdle = ({ idleMs = 5000, grownBytes = 24 * 1_048_576 }: IdleOptions = {}): void => {
  let [released, used] = [0, 0];
  let left = looks;
  let spent = processorMs();
  const wait = () => void setTimeout(look, idleMs / looks).unref();
  const look = () => {
    const before = spent;
    spent = processorMs();
    left = spent - before > workMs ? looks : left - 1;
    if (left > 0) wait();
    else if (used <= maxUsedBytes && process.memoryUsage.rss() >= released + grownBytes) {
      collectGarbage('last-resort');
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
  wait();
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const isMajor = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }) =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
