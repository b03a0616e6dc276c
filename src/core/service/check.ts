/** Checks and generators of values, as the compiled document provides them. */
import type { Json } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';

/** Where a rule was broken in a value: a JSON Pointer and what was expected, ready to follow the member's name. */
export interface Problem {
  readonly pointer: string;
  /** The JSON Schema keyword, or a word of our own such as `syntax` or `duplicate`. */
  readonly rule: string;
  /** Follows the member's name: `is required`, `must be at least 1`. */
  readonly message: string;
}

/** The rule of a problem that is none of the value: it could not be evaluated within the bounds. */
export const notEvaluated = 'not-evaluated';

/** The problems of a value; none where it fits. `budget`: what is left for the request that the value belongs to. */
export type Check = (value: Json, budget?: StepBudget) => readonly Problem[];

/** What a generated value may depend on; the same context gives the same value. */
export interface GenerateContext {
  readonly seed: number;
  /** World time in milliseconds, that generated dates refer to. */
  readonly now: number;
}

export type Generate = (context: GenerateContext) => Json;
