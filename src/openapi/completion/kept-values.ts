/** How much of a value another one keeps. */

import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';

export const childOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The number of values that a value consists of, itself included. */
export const countValues = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const children = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value);
  return children.reduce<number>((count, child) => count + countValues(child), 1);
};

/** The number of scalars of the value that another value has at the same place, also in another type. @throws OutOfSteps */
export const countKept = (value: Json, other: Json | undefined, budget: StepBudget): number => {
  budget.spend(1);
  if (other === undefined) return 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const others = Array.isArray(other) ? (other as readonly Json[]) : [];
    return items.reduce<number>((count, item, index) => count + countKept(item, others[index], budget), 0);
  }
  if (isJsonObject(value))
    return Object.keys(value).reduce(
      (count, name) => count + countKept(value[name] as Json, childOf(other, name), budget),
      0,
    );
  return String(value) === String(other) ? 1 : 0;
};
