/** A limit on the work for one request, counted in steps so that it does not depend on the machine. */

/** Thrown when a budget is used up. The creator of the budget catches it. */
export class OutOfSteps extends Error {
  constructor() {
    super('the budget of steps is spent');
  }
}

/**
 * The budget of one request with a body of up to 1 MiB: a second at most, since a step takes up to half a microsecond. Bodies of that size
 * in real documents take up to 420,000 steps.
 */
export const maxStepsPerRequest = 1_500_000;

/** The budget to make what a request has sent fit a schema of its response, and to find what of it the schema accepts. */
export const maxStepsToFit = 3_000_000;

/** The budget to generate the items of one collection, shared with as many others as it has parents. */
export const maxStepsPerCollection = 2_000_000;

/** The budget to generate and check the values of all operations of a document, before what each adds. */
export const maxStepsToProbe = 10_000_000;

/** What each item of a collection or a list, and each operation of a document, adds to the budget of all. */
export const maxStepsPerItem = 20_000;

/** The budget for a list of items: one that all share, so that a list costs little more than its most expensive item. */
export const budgetForItems = (count: number, steps = maxStepsPerRequest): StepBudget =>
  new StepBudget(steps + count * maxStepsPerItem);

/** The budget to check a request. The caller may allow longer bodies, which then take longer. */
export const budgetForBody = (bytes: number): StepBudget =>
  new StepBudget(Math.round(maxStepsPerRequest * Math.max(1, bytes / 1_048_576)));

/** One step is about the cost of one lookup in a small table. */
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

  /** Takes steps for work that is done. If they were not left, the next {@link spend} fails. */
  charge(steps: number): void {
    this.#left -= steps;
  }
}
