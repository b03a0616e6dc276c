/** The clock of a world. Only this file reads real time; all other code gets the time from a clock or as an argument. */

import { maxTimerMs } from '../core/primitives/units.ts';
import type { ClockStart } from '../scenario/document/read-scenario.ts';
import { latestTime } from '../scenario/document/timestamp.ts';

/** A delayed callback. It is released by real time or by the world's clock, whichever comes first. */
interface HeldCallback {
  /** World time in milliseconds. */
  readonly due: number;
  readonly order: number;
  readonly release: () => void;
}

/** The time of a clock follows from its setting. */
export interface ClockSetting {
  /** World time minus real time. */
  readonly offsetMs: number;
  /** World time; undefined: the clock runs. */
  readonly frozenAt: number | undefined;
}

const byDue = (left: HeldCallback, right: HeldCallback): number => left.due - right.due || left.order - right.order;

export interface ClockChange {
  readonly now?: number | undefined;
  readonly frozen?: boolean | undefined;
}

export class Clock {
  /** World time minus real time; 0 while the clock follows real time. */
  #offsetMs = 0;
  #frozenAt: number | undefined;
  /** The held responses by their owner: the exchange of the delayed response. */
  readonly #held = new Map<object, Set<HeldCallback>>();
  #nextOrder = 0;
  /** The callbacks that {@link releaseDue} has yet to release, the next one last. Several lists, if a callback sets the clock. */
  readonly #queues = new Set<HeldCallback[]>();

  constructor(start: ClockStart) {
    this.restart(start);
  }

  /** Milliseconds since the epoch, in world time. */
  now(): number {
    // A running clock must not pass the last time that can be formatted.
    return this.#frozenAt ?? Math.min(Date.now() + this.#offsetMs, latestTime);
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Whether the clock follows real time. */
  get isReal(): boolean {
    return this.#offsetMs === 0 && this.#frozenAt === undefined;
  }

  get setting(): ClockSetting {
    return { offsetMs: this.#offsetMs, frozenAt: this.#frozenAt };
  }

  /** Releases nothing: {@link releaseDue} must follow. */
  set setting({ offsetMs, frozenAt }: ClockSetting) {
    this.#offsetMs = offsetMs;
    this.#frozenAt = frozenAt;
  }

  restart(start: ClockStart): void {
    this.#frozenAt = undefined;
    this.#offsetMs = start.at === undefined ? 0 : start.at - Date.now();
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Sets the clock to a time that can be formatted, freezes it, or lets it run. Releases nothing: {@link releaseDue} must follow. */
  adjust({ now, frozen = this.frozen }: ClockChange): void {
    const real = Date.now();
    const reference = now ?? this.#frozenAt ?? Math.min(real + this.#offsetMs, latestTime);
    this.#offsetMs = reference - real;
    this.#frozenAt = frozen ? reference : undefined;
  }

  /** Releases callbacks in the order of their times. A released callback may delay another one, or cancel one. */
  releaseDue(): void {
    const limit = this.now();
    const queue = [...this.#held.values()].flatMap((callbacks) => [...callbacks].filter(({ due }) => due <= limit));
    queue.sort((left, right) => byDue(right, left));
    this.#queues.add(queue);
    try {
      for (let next = queue.pop(); next !== undefined && next.due <= limit; next = queue.pop()) next.release();
    } finally {
      this.#queues.delete(queue);
    }
  }

  /** World time of the next release for an owner; undefined if nothing is delayed for it. */
  dueOf(owner: object): number | undefined {
    for (const held of this.#held.get(owner) ?? []) return held.due;
    return undefined;
  }

  /** Releases everything that is delayed for an owner, regardless of the time, including further delays that result. */
  release(owner: object): void {
    for (;;) {
      const [next] = this.#held.get(owner) ?? [];
      if (next === undefined) return;
      next.release();
    }
  }

  /**
   * Calls back once the delay has passed in real time (also if the clock is frozen), or as soon as the clock is set to or
   * past `due` (world time; by default the end of the delay). Returns a function that cancels the callback.
   */
  hold(delayMs: number, callback: () => void, due = this.now() + delayMs, owner: object = {}): () => void {
    const callbacks = this.#held.get(owner) ?? new Set();
    let isHeld = true;
    const cancel = () => {
      isHeld = false;
      clearTimeout(timer);
      callbacks.delete(held);
      if (callbacks.size === 0 && this.#held.get(owner) === callbacks) this.#held.delete(owner);
    };
    const release = () => {
      if (!isHeld) return;
      cancel();
      callback();
    };
    const held: HeldCallback = { due, order: this.#nextOrder++, release };
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (delayMs <= 0 || due <= this.now()) inLaterTurn(release);
    else timer = setTimeout(release, Math.min(delayMs, maxTimerMs));
    callbacks.add(held);
    this.#held.set(owner, callbacks);
    // Most are due soon, so the place is near the end.
    for (const queue of this.#queues) queue.splice(queue.findLastIndex((other) => byDue(other, held) > 0) + 1, 0, held);
    return cancel;
  }
}

/** The real milliseconds since a time of {@link monotonicMs}, to the microsecond. */
export const elapsedSince = (start: number): number => Math.round((monotonicMs() - start) * 1000) / 1000;

/** Starts a stopwatch. The returned function returns the elapsed real milliseconds, to the microsecond. */
export const startStopwatch = (): (() => number) => {
  const start = monotonicMs();
  return () => elapsedSince(start);
};

/** Calls back in a later turn of the event loop, also while a test mocks the timers. */
export const inLaterTurn: (work: () => void) => void = (() => {
  const timers = globalThis.process?.getBuiltinModule?.('node:timers/promises');
  const throwAlone = (error: unknown) =>
    process.nextTick(() => {
      throw error;
    });
  if (timers !== undefined) return (work) => void timers.scheduler.yield().then(work).catch(throwAlone);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (work) => {
    waiting.push(work);
    port2.postMessage(undefined);
  };
})();

/** Real time, in milliseconds since the epoch. */
export const realTime = (): number => Date.now();

/** Real milliseconds since some moment before. In Node, the first use of `performance` loads 20 modules, a twentieth of a start. */
export const monotonicMs: () => number =
  globalThis.process?.hrtime === undefined
    ? () => performance.now()
    : () => {
        const [seconds, nanoseconds] = process.hrtime();
        return seconds * 1e3 + nanoseconds / 1e6;
      };

/** Long enough that pausing costs little, and too short to be noticed. */
const turnMs = 10;

/** Whether the turn that begins now should end. */
export const startTurn = (lengthMs = turnMs): (() => boolean) => {
  const end = monotonicMs() + lengthMs;
  return () => monotonicMs() >= end;
};
