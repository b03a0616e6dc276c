import type { Clock } from './clock.ts';

/** Calls back when the clock of a world reaches a time. A frozen clock reaches it only when it is set. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #time = Number.POSITIVE_INFINITY;
  #setting: Clock['setting'] | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** World time; infinite: never. Must be called again when the clock was set. */
  setTo(time: number): void {
    if (time === this.#time && (time === Number.POSITIVE_INFINITY || this.#isSetAsBefore())) return;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#time = time;
    this.#setting = this.#clock.setting;
    const now = this.#clock.now();
    if (time === Number.POSITIVE_INFINITY || (this.#clock.frozen && time > now)) return;
    this.#cancel = this.#clock.hold(
      Math.max(0, time - now),
      () => {
        this.#cancel = undefined;
        this.#time = Number.POSITIVE_INFINITY;
        this.#ring();
      },
      time,
    );
  }

  #isSetAsBefore(): boolean {
    const { offsetMs, frozenAt } = this.#clock.setting;
    return this.#setting?.offsetMs === offsetMs && this.#setting.frozenAt === frozenAt;
  }
}
