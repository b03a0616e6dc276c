/** The bound on the work that one request may cause: counted in steps, so that it does not depend on the machine. */

/** Thrown where a budget is spent; whoever created the budget catches it. */
export class OutOfSteps extends Error {
  constructor() {
    super('the budget of steps is spent');
  }
}

/** What one request may cost: a fraction of a second. */
export const maxStepsPerRequest = 5_000_000;

/** A step is about as much work as one look at a small table. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws OutOfSteps */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new OutOfSteps();
  }
}
