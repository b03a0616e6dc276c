/** What a new item has where the client sends nothing and the document states a default; also in the objects that were sent. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { OutOfSteps, type StepBudget } from '../../core/primitives/step-budget.ts';
import { type Check, countProblems } from '../../core/service/check.ts';
import { PatternNotEvaluated, Run } from '../validation/evaluation.ts';
import type { Plan } from './plan.ts';

/** The schemas of one value: that of the item, and those of the requests that create it. */
export type PlannedValue = readonly [item: Plan, ...requests: readonly Plan[]];

/**
 * The value with the defaults, those of the request first. The same value if none is missing, or if with them it does not match
 * where it does without: what was sent is never changed for what was not.
 */
export const withDocumentDefaults = (
  value: JsonObject,
  plans: PlannedValue,
  { check, except, budget }: { readonly check: Check; readonly except: readonly string[]; readonly budget: StepBudget },
): JsonObject => {
  try {
    const filled = fill(plans, value, new Run(budget), except);
    const isWorse = filled !== value && countProblems(check, filled, budget) > countProblems(check, value, budget);
    return isWorse ? value : (filled as JsonObject);
  } catch (error) {
    // A schema that cannot be evaluated in bounded time.
    if (error instanceof OutOfSteps || error instanceof PatternNotEvaluated) return value;
    throw error;
  }
};

const fill = (plans: PlannedValue, value: Json, run: Run, except: readonly string[] = []): Json => {
  run.budget.spend(1);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item, index) =>
      fill(eachOf(plans, (plan) => plan.item(index)) as PlannedValue, item, run),
    );
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let filled: Record<string, Json> | undefined;
  for (const name of plans[0].merged().properties.keys()) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own !== undefined ? typeof own !== 'object' || own === null : except.includes(name)) continue;
    const inner = eachOf(plans, (plan) => (plan.merged().properties.has(name) ? plan.property(name) : undefined));
    const [property] = inner;
    if (property === undefined) continue;
    const next =
      own === undefined
        ? inner
            .toReversed()
            .map(defaultOf)
            .find((one) => one !== undefined && property.test(one, run))
        : fill(inner as PlannedValue, own, run);
    if (next === undefined || next === own) continue;
    filled ??= { ...value };
    setProperty(filled, name, next);
  }
  return filled ?? value;
};

const eachOf = (plans: PlannedValue, find: (plan: Plan) => Plan | undefined): readonly Plan[] => {
  const [item, ...requests] = plans;
  const own = find(item);
  return own === undefined ? [] : [own, ...requests.flatMap((plan) => find(plan) ?? [])];
};

const defaultOf = (plan: Plan): Json | undefined => plan.merged().fallback;
