/**
 * Keeps the heap of the server close to what it holds.
 *
 * V8 enlarges its young generation, up to 64 MB, while objects survive its collections, as the exchanges of a journal do. A quarter of that is as
 * fast, and the process then takes a third less memory. Of its old generation, V8 collects nothing until it has grown several times, and most of
 * what grows are exchanges that have left the journal. See docs/decisions/0035-a-small-heap.md.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the young generation. */
const maxYoungBytes = 16 * 1_048_576;

/** A larger heap grows as V8 likes: each full collection walks all of it. */
const maxTightBytes = 96 * 1_048_576;

const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** V8 itself makes the young generation smaller when the server is idle. */
export const limitHeapGrowth = (): void => {
  const setYoung = setter((isFull) => `--semi-space-growth-factor=${isFull ? 1 : 2}`);
  const setOld = setter((isTight) => `--heap-growing-percent=${isTight ? 20 : 0}`);
  const adjust = (): void => {
    setYoung(youngGenerationBytes() >= maxYoungBytes);
    setOld(getHeapStatistics().used_heap_size < maxTightBytes);
  };
  adjust();
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
};

/** The limits themselves cannot be set in a running process; these flags are read at each collection. Their defaults are 2 and 0. */
const setter = (flagOf: (isOn: boolean) => string): ((isOn: boolean) => void) => {
  let current = false;
  return (isOn) => {
    if (isOn === current) return;
    current = isOn;
    setFlagsFromString(flagOf(isOn));
  };
};
