/** What `serve` does with a process that only serves. */
import type { Simulation } from '../../../simulation/simulation.ts';
import { limitHeapGrowth } from '../../terminal/limit-heap-growth.ts';
import { releaseMemory } from '../../terminal/release-memory.ts';
import { watchHeap } from '../../terminal/watch-heap.ts';

/** Keeps serving if the reader of the log goes away (`vivarium | head`, a closed terminal). */
export const surviveClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
};

/** Releases the memory that only the start needs, and ends the growth of worlds before the process runs out of memory. */
export const limitMemory = ({ worlds }: Simulation): void => {
  releaseMemory();
  limitHeapGrowth();
  watchHeap((isFull) => {
    worlds.isMemoryFull = isFull;
  });
};
