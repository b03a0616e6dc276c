/** Shows once what every worker prints: that a file was reloaded, or that the store is away. */
import { startStopwatch } from '../../../world/clock.ts';

interface Shown {
  /** How often it was shown. */
  count: number;
  /** How often each worker printed it. */
  readonly byWorker: Map<number, number>;
  readonly atMs: number;
}

/** The workers notice the same thing within this time. */
const togetherMs = 10_000;
const maxLines = 1000;

export class SharedLines {
  readonly #shown = new Map<string, Shown>();
  readonly #elapsed: () => number;

  constructor(elapsed = startStopwatch()) {
    this.#elapsed = elapsed;
  }

  /** Whether a line is shown: the second one of a worker, but not the same one of another worker. */
  isNew(worker: number, line: string): boolean {
    const atMs = this.#elapsed();
    const before = this.#shown.get(line);
    if (before === undefined || atMs - before.atMs > togetherMs) {
      if (this.#shown.size >= maxLines) this.#shown.clear();
      this.#shown.set(line, { count: 1, byWorker: new Map([[worker, 1]]), atMs });
      return true;
    }
    const count = (before.byWorker.get(worker) ?? 0) + 1;
    before.byWorker.set(worker, count);
    if (count <= before.count) return false;
    before.count = count;
    return true;
  }
}
