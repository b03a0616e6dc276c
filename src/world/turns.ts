/** Long work in parts: after each, everything else that waits has its turn. */

import type { HttpRequest } from '../core/http/http.ts';
import type { Steps } from '../core/primitives/steps.ts';
import { type Scan, ScanPaused } from '../core/state/scan.ts';
import { monotonicMs } from './clock.ts';
import type { HandledRequest } from './command.ts';
import type { World } from './world.ts';

/** Long enough that pausing costs little, and too short to be noticed. */
const turnMs = 10;

/** Whether the turn that begins now should end. */
export const startTurn = (): (() => boolean) => {
  const end = monotonicMs() + turnMs;
  return () => monotonicMs() >= end;
};

/** The progress of a request, over its turns. */
class ScanInTurns implements Scan {
  sorting: Scan['sorting'] = undefined;
  #end: number;
  #parts: Scan['parts'] | undefined;

  constructor(started: number) {
    this.#end = started + turnMs;
  }

  startTurn(): void {
    this.#end = monotonicMs() + turnMs;
  }

  isDue(): boolean {
    return monotonicMs() >= this.#end;
  }

  /** Nearly no request needs it. */
  get parts(): Scan['parts'] {
    this.#parts ??= new WeakMap();
    return this.#parts;
  }
}

/** Belongs to the process, as the event loop does: several at once must not add up to one long turn. */
const waiting: (() => void)[] = [];

const takeTurn = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(takeTurn, 0);
};

/** Resolves when other work has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(takeTurn, 0);
  });

/** The result of work in steps. */
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

/** Handles a request as {@link World.handle} does, but a list that tests or sorts many items lets others have their turn: then it is a promise. */
export const handleInTurns = (world: World, request: HttpRequest): HandledRequest | Promise<HandledRequest> => {
  const started = monotonicMs();
  const scan = new ScanInTurns(started);
  try {
    return world.handle(request, started, scan);
  } catch (error) {
    if (!(error instanceof ScanPaused)) throw error;
    return handleLater(world, request, started, scan);
  }
};

const handleLater = async (
  world: World,
  request: HttpRequest,
  started: number,
  scan: ScanInTurns,
): Promise<HandledRequest> => {
  for (;;) {
    await nextTurn();
    scan.startTurn();
    try {
      return world.handle(request, started, scan);
    } catch (error) {
      if (!(error instanceof ScanPaused)) throw error;
    }
  }
};
