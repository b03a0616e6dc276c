/** Long work in parts: after each, everything else that waits has its turn. */

import type { Steps } from '../core/primitives/steps.ts';
import { type Scan, ScanPaused } from '../core/state/scan.ts';
import { inLaterTurn, startTurn } from './clock.ts';
import type { WorldJob } from './shared-worlds.ts';

class ScanInTurns implements Scan {
  sorting: Scan['sorting'] = undefined;
  /** Whether the present turn should end. Nearly no job asks. */
  #isTurnOver: (() => boolean) | undefined;
  #parts: Scan['parts'] | undefined;

  startTurn(): void {
    this.#isTurnOver = startTurn();
  }

  isDue(): boolean {
    this.#isTurnOver ??= startTurn();
    return this.#isTurnOver();
  }

  get parts(): Scan['parts'] {
    this.#parts ??= new WeakMap();
    return this.#parts;
  }
}

/** Belongs to the process, as the event loop does: several at once must not add up to one long turn. */
const waiting: (() => void)[] = [];

const takeTurn = () => {
  waiting.shift()?.();
  if (waiting.length > 0) inLaterTurn(takeTurn);
};

/** Resolves when other work has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) inLaterTurn(takeTurn);
  });

export const finishInTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  let isDue = startTurn();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!isDue()) continue;
    await nextTurn();
    isDue = startTurn();
  }
};

/** Runs a job of a world in memory: at once, but a list that tests or sorts many items lets others have their turn. Then it is a promise. */
export const runInTurns = <Result>(job: WorldJob<Result>, scan = new ScanInTurns()): Result | Promise<Result> => {
  try {
    return job.run(scan);
  } catch (error) {
    if (!(error instanceof ScanPaused)) throw error;
  }
  return nextTurn().then(() => {
    scan.startTurn();
    return runInTurns(job, scan);
  });
};
