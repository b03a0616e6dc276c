/**
 * The data of worlds have no limit of their own, but a process whose heap is full ends, and all worlds with it. See
 * docs/decisions/0036-a-full-heap-rejects-writes.md.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectGarbage, isMajor } from './release-memory.ts';

/** The highest use in percent of V8's limit. The rest is for requests, and for V8's young generation. */
const maxUsedPercent = 50;

/** What V8's limit includes for its young generation, unless an option of Node.js makes it smaller: half of a small limit. */
const youngBytes = 192 * 1_048_576;

/** A quarter of the old generation of a small heap stays free. */
const maxUsed = (limit: number): number =>
  Math.min((limit * maxUsedPercent) / 100, Math.max(limit / 4, (limit - youngBytes) * 0.75));

/** A full heap takes writes again below this share of it: what is refused comes and goes. */
const resumeShare = 0.9;

/** A full heap is collected after this time, to find what was deleted: while nothing grows, V8 has no reason to collect. In milliseconds. */
const collectAfterMs = 10_000;

/** Calls back when more of the heap is in use than may be, and when that is over. */
export const watchHeap = (onChange: (isFull: boolean) => void): void => {
  let wasFull = false;
  const measure = (): void => {
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
