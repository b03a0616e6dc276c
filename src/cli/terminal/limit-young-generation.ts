/**
 * V8 enlarges its young generation, up to 64 MB, while objects survive its collections, as the exchanges of a journal do. A quarter of that is as
 * fast, and the process then takes a third less memory. See docs/decisions/0035-a-small-young-generation.md.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the young generation. */
const maxBytes = 16 * 1_048_576;

const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** From now on, V8 enlarges the young generation only while it is below the limit. V8 itself makes it smaller when the server is idle. */
export const limitYoungGeneration = (): void => {
  let isLimited = false;
  const adjust = (): void => {
    const isFull = youngGenerationBytes() >= maxBytes;
    if (isFull === isLimited) return;
    isLimited = isFull;
    // The limit itself cannot be set in a running process. 2 is the default.
    setFlagsFromString(`--semi-space-growth-factor=${isFull ? 1 : 2}`);
  };
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
};
