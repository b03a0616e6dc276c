/** A world's time. The only place that reads real time: everything else asks a clock, or is told. */
import type { ClockStart } from '../scenario/document/scenario.ts';
import { latestTime } from '../scenario/document/timestamp.ts';

/** Node's timers take no more (24.8 days): a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Something held back until a time, by whichever comes first: real time, or the world's clock moved there. */
interface HeldCallback {
  /** World time in milliseconds. */
  readonly due: number;
  readonly release: () => void;
  /** The exchange whose response it is part of; undefined where nobody asks for it by that. */
  readonly owner: object | undefined;
}

export class Clock {
  /** World time less real time; 0 while the world lives in real time. */
  #offsetMs = 0;
  #frozenAt: number | undefined;
  readonly #held = new Set<HeldCallback>();

  constructor(start: ClockStart) {
    this.restart(start);
  }

  /** Milliseconds since the epoch, in world time. */
  now(): number {
    // A clock that runs on must not leave what can be written down.
    return this.#frozenAt ?? Math.min(Date.now() + this.#offsetMs, latestTime);
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Whether the world lives in real time. */
  get isReal(): boolean {
    return this.#offsetMs === 0 && this.#frozenAt === undefined;
  }

  restart(start: ClockStart): void {
    this.#frozenAt = undefined;
    this.#offsetMs = start.at === undefined ? 0 : start.at - Date.now();
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Moves the clock to a time (a writable one), stops it, or lets it go on from where it stands. */
  set({
    now,
    frozen = this.frozen,
  }: {
    readonly now?: number | undefined;
    readonly frozen?: boolean | undefined;
  }): void {
    const real = Date.now();
    const at = now ?? this.#frozenAt ?? Math.min(real + this.#offsetMs, latestTime);
    this.#offsetMs = at - real;
    this.#frozenAt = frozen ? at : undefined;
    this.#releaseUntil(at);
  }

  /** In the order of their time, as real time would have it. What is released may hold something anew. */
  #releaseUntil(at: number): void {
    for (;;) {
      let next: HeldCallback | undefined;
      for (const held of this.#held) if (held.due <= at && (next === undefined || held.due < next.due)) next = held;
      if (next === undefined) return;
      next.release();
    }
  }

  /** When what is held back for an owner goes out next, in world time; undefined where nothing is. */
  dueOf(owner: object): number | undefined {
    for (const held of this.#held) if (held.owner === owner) return held.due;
    return undefined;
  }

  /** Releases all that is held back for an owner, whatever the time; also what that holds back in turn. */
  release(owner: object): void {
    for (;;) {
      const next = [...this.#held].find((held) => held.owner === owner);
      if (next === undefined) return;
      next.release();
    }
  }

  /**
   * Calls back once the delay has passed in real time (a frozen clock holds nothing back), or as soon as the clock is
   * moved to or past `due` (world time; the delay's end, unless it is one of several in a row). Answers how to give up
   * waiting.
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

/** Starts a stopwatch; the function it answers tells the real milliseconds since. */
export const startStopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};
