/** The clock of a world. Only this file reads real time; all other code gets the time from a clock or as an argument. */
import type { ClockStart } from '../scenario/document/scenario.ts';
import { latestTime } from '../scenario/document/timestamp.ts';

/** The limit of `setTimeout` (24.8 days): a longer delay would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/** A delayed callback. It is released by real time or by the world's clock, whichever comes first. */
interface HeldCallback {
  /** World time in milliseconds. */
  readonly due: number;
  readonly release: () => void;
  /** The exchange of the delayed response, for lookups; undefined if there is none. */
  readonly owner: object | undefined;
}

export class Clock {
  /** World time minus real time; 0 while the clock follows real time. */
  #offsetMs = 0;
  #frozenAt: number | undefined;
  readonly #held = new Set<HeldCallback>();

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

  restart(start: ClockStart): void {
    this.#frozenAt = undefined;
    this.#offsetMs = start.at === undefined ? 0 : start.at - Date.now();
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Sets the clock to a time that can be formatted, freezes it, or lets it run. */
  set({
    now,
    frozen = this.frozen,
  }: {
    readonly now?: number | undefined;
    readonly frozen?: boolean | undefined;
  }): void {
    const real = Date.now();
    const reference = now ?? this.#frozenAt ?? Math.min(real + this.#offsetMs, latestTime);
    this.#offsetMs = reference - real;
    this.#frozenAt = frozen ? reference : undefined;
    this.#releaseUntil(reference);
  }

  /** Releases callbacks in the order of their times. A released callback may delay another one. */
  #releaseUntil(limit: number): void {
    for (;;) {
      let next: HeldCallback | undefined;
      for (const held of this.#held) if (held.due <= limit && (next === undefined || held.due < next.due)) next = held;
      if (next === undefined) return;
      next.release();
    }
  }

  /** World time of the next release for an owner; undefined if nothing is delayed for it. */
  dueOf(owner: object): number | undefined {
    for (const held of this.#held) if (held.owner === owner) return held.due;
    return undefined;
  }

  /** Releases everything that is delayed for an owner, regardless of the time, including further delays that result. */
  release(owner: object): void {
    for (;;) {
      const next = [...this.#held].find((held) => held.owner === owner);
      if (next === undefined) return;
      next.release();
    }
  }

  /**
   * Calls back once the delay has passed in real time (also if the clock is frozen), or as soon as the clock is set to or
   * past `due` (world time; by default the end of the delay). Returns a function that cancels the callback.
   */
  hold(delayMs: number, callback: () => void, due = this.now() + delayMs, owner?: object | undefined): () => void {
    const cancel = (): void => {
      clearTimeout(timer);
      this.#held.delete(held);
    };
    const release = (): void => {
      cancel();
      callback();
    };
    const held: HeldCallback = { due, release, owner };
    const timer = setTimeout(release, due <= this.now() ? 0 : Math.min(delayMs, maxTimerMs));
    this.#held.add(held);
    return cancel;
  }
}

/** Starts a stopwatch. The returned function returns the elapsed real milliseconds. */
export const startStopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};
