/** The context of one completion: all parts of the value share it. */
import type { Json } from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { Plan } from './plan.ts';

/** A part of the value that is completed. */
export interface Place {
  readonly pointer: string;
  /** The earlier value at this place. */
  readonly before: Json | undefined;
  /** A generated value at this place. */
  readonly template: () => Json | undefined;
}

export interface Completion {
  readonly budget: StepBudget;
  readonly matches: (plan: Plan, value: Json) => boolean;
  /** The closest matching value; undefined if nothing of the value can be kept. */
  readonly fit: (plan: Plan, value: Json, place: Place) => Json | undefined;
  /** The earlier value at this place, if it still matches. */
  readonly earlier: (plan: Plan, place: Place) => Json | undefined;
  /** A value for a missing part: the earlier one, else a generated one. */
  readonly missing: (plan: Plan, place: Place) => Json | undefined;
  /** Whether the branches of one more union are compared. Otherwise, the most likely one is taken. */
  readonly mayCompareBranches: () => boolean;
}
