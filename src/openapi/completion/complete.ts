/** Completes values: a value that does not match its schema is changed where it does not match, and nowhere else. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { maxStepsToFit, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import {
  type Check,
  type Complete,
  type CompleteContext,
  countProblems,
  type Generate,
  isOverlap,
  type WithDefaults,
} from '../../core/service/check.ts';
import { mergeAccepted } from '../../core/state/merge-accepted.ts';
import type { DrawWith, Generators } from '../generate/generate.ts';
import { hintFor } from '../generate/name-hint.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Checks } from '../validation/checks.ts';
import { PatternNotEvaluated, Run } from '../validation/evaluation.ts';
import { createPlans, type Place, type Plan } from './plan.ts';
import { ValueCompletion } from './value-completion.ts';

export interface Completers {
  readonly completerFor: (list: readonly Schema[], options: CompleterOptions) => Complete;
  /** `requests`: the schemas of what clients send to create the value. `except`: properties that have no default. */
  readonly defaultsFor: (
    list: readonly [item: Schema, ...requests: readonly Schema[]],
    options: Pick<CompleterOptions, 'check' | 'name'> & { readonly except: readonly string[] },
  ) => WithDefaults;
}

interface CompleterOptions {
  /** The check of the whole value, and generated whole values: their parts fill the gaps of a value. */
  readonly check: Check;
  readonly generate: Generate;
  /** The name of the value, as a hint for its text. */
  readonly name: string;
}

export const createCompleters = (
  schemas: SchemaSet,
  { testFor }: Checks,
  { drawFor, drawWith }: Generators,
): Completers => {
  const planFor = createPlans(schemas, testFor, drawFor);
  return {
    completerFor: (list, { check, generate, name }) => {
      const find = (): Plan => planFor(list, hintFor(name, ''));
      return (value, context) => complete(value, context, { find, check, generate, drawWith });
    },
    defaultsFor: (list, { name, ...options }) => {
      const plans = lazily(
        () => list.map((schema) => planFor([schema], hintFor(name, ''))) as readonly Plan[] as PlannedValue,
      );
      return (value, budget) => withDocumentDefaults(value, plans(), { ...options, budget });
    },
  };
};

interface Parts extends Pick<CompleterOptions, 'check' | 'generate'> {
  readonly find: () => Plan;
  readonly drawWith: DrawWith;
}

const complete = (value: Json, context: CompleteContext, { find, check, generate, drawWith }: Parts): Json => {
  const { budget = new StepBudget(maxStepsToFit) } = context;
  const completion = new ValueCompletion(context, drawWith, budget);
  const whole = lazily(() => generate({ ...context, called: statedIn(value, find(), completion) }));
  const count = (candidate: Json): number => countProblems(check, candidate, budget);
  return ifEvaluated(value, () => {
    const place: Place = { pointer: '', before: context.before, template: whole };
    const fitted = completion.fit(find(), value, place) ?? completion.closest(find(), value, place);
    // What fits several alternatives of a `oneOf` loses nothing: the check says so.
    if (fitted !== undefined && check(fitted, budget).every(isOverlap)) return fitted;
    const shared = withShared(fitted ?? value, generate(context), count);
    return fewestProblems([value, ...(fitted === undefined ? [] : [fitted]), shared], count);
  });
};

/** Returns the value itself if its schema cannot be evaluated in bounded time. */
const ifEvaluated = <Value>(value: Value, change: () => Value): Value => {
  try {
    return change();
  } catch (error) {
    if (error instanceof OutOfSteps || error instanceof PatternNotEvaluated) return value;
    throw error;
  }
};

/** What a value states and its schema takes: the address and the picture of a person follow the name, a duration both times, a total the lines. */
const statedIn = (value: Json, plan: Plan, completion: ValueCompletion): JsonObject | undefined => {
  if (!isJsonObject(value)) return undefined;
  const names = [...new Set([...Object.keys(value), ...plan.merged().required])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const property = plan.property(name);
      if (property === undefined) return [];
      const own = Object.hasOwn(value, name) ? value[name] : completion.initial(property);
      return own === undefined || isJsonObject(own) || !completion.matches(property, own) ? [] : [[name, own] as const];
    }),
  );
};

type CountProblems = (candidate: Json) => number;

const fewestProblems = (candidates: readonly Json[], countOf: CountProblems): Json => {
  const counted = candidates.map((candidate) => ({ candidate, count: countOf(candidate) }));
  return counted.reduce((best, next) => (next.count < best.count ? next : best)).candidate;
};

/** The generated value with those properties of the given value that cause no further problem. */
const withShared = (value: Json, generated: Json, count: CountProblems): Json => {
  if (!isJsonObject(value) || !isJsonObject(generated)) return generated;
  let problems = count(generated);
  return mergeAccepted(generated, value, Object.keys(value), (candidate) => {
    const remaining = count(candidate);
    const isAccepted = remaining <= problems && remaining < Number.POSITIVE_INFINITY;
    problems = Math.min(problems, remaining);
    return isAccepted;
  });
};

/** The schemas of one value: that of the item, and those of the requests that create it. */
type PlannedValue = readonly [item: Plan, ...requests: readonly Plan[]];

/** The value with the defaults, those of the request first; the same value if it matches only without them. */
const withDocumentDefaults = (
  value: JsonObject,
  plans: PlannedValue,
  { check, except, budget }: { readonly check: Check; readonly except: readonly string[]; readonly budget: StepBudget },
): JsonObject =>
  ifEvaluated(value, () => {
    const filled = fill(plans, value, new Run(budget), except);
    const isWorse = filled !== value && countProblems(check, filled, budget) > countProblems(check, value, budget);
    return isWorse ? value : (filled as JsonObject);
  });

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
            .map((plan) => plan.merged().fallback)
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
