/** Whether forwarded writes of a world overlap with other requests: in which order an upstream handles those, nobody here knows. */

export interface WritesBefore {
  readonly started: number;
  readonly underway: number;
}

export class Overlaps {
  #started = 0;
  #underway = 0;

  get before(): WritesBefore {
    return { started: this.#started, underway: this.#underway };
  }

  begin(isWrite: boolean): void {
    if (!isWrite) return;
    this.#started++;
    this.#underway++;
  }

  end(isWrite: boolean): void {
    if (isWrite) this.#underway--;
  }

  /** Whether another write was under way since `before`. */
  since({ started, underway }: WritesBefore, isWrite: boolean): boolean {
    return underway > 0 || this.#started - started > (isWrite ? 1 : 0);
  }
}
