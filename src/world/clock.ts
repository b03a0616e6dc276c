/** A world's time. The only place that reads real time: everything else asks a clock, or is told. */

export interface ClockStart {
  /** Milliseconds since the epoch; undefined: real time. */
  readonly at: number | undefined;
  readonly frozen: boolean;
}

export const realTime: ClockStart = { at: undefined, frozen: false };

export class Clock {
  /** World time less real time; 0 while the world lives in real time. */
  #offsetMs = 0;
  #frozenAt: number | undefined;

  constructor(start: ClockStart) {
    this.restart(start);
  }

  /** Milliseconds since the epoch, in world time. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offsetMs;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  restart(start: ClockStart): void {
    this.#frozenAt = undefined;
    this.#offsetMs = start.at === undefined ? 0 : start.at - Date.now();
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Moves the clock to a time, stops it, or lets it go on from where it stands. */
  set({ now, frozen = this.frozen }: { readonly now?: number | undefined; readonly frozen?: boolean | undefined }): void {
    const at = now ?? this.now();
    this.#offsetMs = at - Date.now();
    this.#frozenAt = frozen ? at : undefined;
  }
}

/** Starts a stopwatch; the function it answers tells the real milliseconds since. */
export const startStopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};
