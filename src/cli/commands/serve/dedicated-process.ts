/** A process that only serves, without a command beside the server: it outlives its output, and limits its memory. */
import type { Simulation } from '../../../simulation/simulation.ts';
import { releaseWhenIdle, watchHeap } from '../../terminal/watch-heap.ts';

/** Keeps serving if the log cannot be written: its reader goes away (`vivarium | head`, a closed terminal), or its disk is full. */
export const surviveLostOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => {});
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE')
      process.stderr.write(`The log cannot be written (${message}). The server goes on without it.\n`);
  });
};

/** Releases the memory that only the start needs, or a load that is over, and ends the growth of worlds before the process runs out of memory. */
export const limitMemory = ({ worlds }: Simulation): void => {
  releaseWhenIdle();
  watchHeap((isFull) => {
    worlds.isMemoryFull = isFull;
  });
};
