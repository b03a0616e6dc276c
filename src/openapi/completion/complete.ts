/**
 * Completes values: a value that does not match its schema is changed where it does not match, and nowhere else. What the
 * schema requires is added, what it does not accept is converted, replaced or removed.
 */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import type { Check, Complete, CompleteContext, Generate } from '../../core/service/check.ts';
import { mergeAccepted } from '../../core/service/merge-accepted.ts';
import { typeOf } from '../../core/service/schema-facts.ts';
import type { DrawWith, Generators } from '../generate/generate.ts';
import { hintFor } from '../generate/name-hint.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { CanonicalValues } from '../validation/canonical.ts';
import type { Checks } from '../validation/checks.ts';
import { PatternNotEvaluated, Run } from '../validation/evaluation.ts';
import { formsOf, identityOf } from './forms.ts';
import { initialValues } from './initial-values.ts';
import { createPlans, type Plan, type PlannedBranch } from './plan.ts';

export interface Completers {
  readonly completerFor: (list: readonly Schema[], options: CompleterOptions) => Complete;
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
  };
};

interface Parts extends Pick<CompleterOptions, 'check' | 'generate'> {
  readonly find: () => Plan;
  readonly drawWith: DrawWith;
}

const complete = (value: Json, context: CompleteContext, { find, check, generate, drawWith }: Parts): Json => {
  const whole = lazily(() => generate(context));
  try {
    const completion = new Completion(context, drawWith);
    const place: Place = { pointer: '', before: context.before, template: whole };
    const fitted = completion.fit(find(), value, place) ?? completion.closest(find(), value, place);
    if (fitted !== undefined && check(fitted).length === 0) return fitted;
    const candidates = [...(fitted === undefined ? [] : [fitted]), withShared(fitted ?? value, whole(), check)];
    return fewestProblems([value, ...candidates], check);
  } catch (error) {
    // A schema that cannot be evaluated in bounded time.
    if (error instanceof OutOfSteps || error instanceof PatternNotEvaluated) return value;
    throw error;
  }
};

const fewestProblems = (candidates: readonly Json[], check: Check): Json => {
  const counted = candidates.map((candidate) => ({ candidate, count: check(candidate).length }));
  return counted.reduce((best, next) => (next.count < best.count ? next : best)).candidate;
};

/** The generated value with those properties of the given value that cause no further problem. */
const withShared = (value: Json, generated: Json, check: Check): Json => {
  if (!isJsonObject(value) || !isJsonObject(generated)) return generated;
  let problems = check(generated).length;
  return mergeAccepted(generated, value, Object.keys(value), (candidate) => {
    const remaining = check(candidate).length;
    const isAccepted = remaining <= problems;
    problems = Math.min(problems, remaining);
    return isAccepted;
  });
};

/** A part of the value that is completed. */
interface Place {
  readonly pointer: string;
  /** The earlier value at this place. */
  readonly before: Json | undefined;
  /** A generated value at this place. */
  readonly template: () => Json | undefined;
}

/** The number of unions of one value in which several branches are compared. In others, the most likely branch is taken. */
const maxComparedUnions = 64;
/** The number of branches that are compared. */
const maxComparedBranches = 6;
/** The number of seeds with which a missing value is drawn. */
const drawAttempts = 4;

class Completion {
  readonly #context: CompleteContext;
  readonly #drawWith: DrawWith;
  readonly #run = new Run(new StepBudget(maxStepsPerRequest));
  #comparedUnions = 0;

  constructor(context: CompleteContext, drawWith: DrawWith) {
    this.#context = context;
    this.#drawWith = drawWith;
  }

  /** The closest matching value; undefined if nothing of the value can be kept. */
  fit(plan: Plan, value: Json, place: Place): Json | undefined {
    if (this.#matches(plan, value)) return value;
    const own = this.#fitAsIs(plan, value, place);
    if (own !== undefined) return own;
    for (const form of formsOf(value, plan.merged())) {
      if (this.#matches(plan, form)) return form;
      const fitted = typeof form === 'object' ? this.#fitAsIs(plan, form, place) : undefined;
      // What keeps nothing of the value is not a form of it.
      if (fitted !== undefined && countKept(form, fitted) > 0) return fitted;
    }
    return undefined;
  }

  /** The value with each of its properties completed, even if the whole does not match. */
  closest(plan: Plan, value: Json, place: Place): Json | undefined {
    return isJsonObject(value) && plan.merged().union === undefined ? this.#fitObject(plan, value, place) : undefined;
  }

  #matches(plan: Plan, value: Json): boolean {
    return plan.test(value, this.#run);
  }

  #fitAsIs(plan: Plan, value: Json, place: Place): Json | undefined {
    const { types, values, union } = plan.merged();
    if (values !== undefined) return undefined;
    if (union !== undefined) return this.#fitUnion(plan, value, place);
    if (types !== undefined && !types.has(typeOf(value))) return undefined;
    const fitted = Array.isArray(value)
      ? this.#fitList(plan, value as readonly Json[], place)
      : isJsonObject(value)
        ? this.#fitObject(plan, value, place)
        : undefined;
    return fitted !== undefined && this.#matches(plan, fitted) ? fitted : undefined;
  }

  #fitUnion(plan: Plan, value: Json, place: Place): Json | undefined {
    const branches = this.#ranked(plan.branches(), value, place.before);
    const isCompared = ++this.#comparedUnions <= maxComparedUnions;
    let best: { readonly fitted: Json; readonly kept: number } | undefined;
    for (const { plan: branch } of branches.slice(0, isCompared ? maxComparedBranches : 1)) {
      const fitted = this.fit(branch, value, place);
      if (fitted === undefined || !this.#matches(plan, fitted)) continue;
      const kept = countDeclared(branch, value, fitted) * 1000 + countKept(value, fitted);
      if (best === undefined || kept > best.kept) best = { fitted, kept };
    }
    return best?.fitted;
  }

  /** The branch that the discriminator names alone, else all of them, the most likely first. */
  #ranked(branches: readonly PlannedBranch[], value: Json, before: Json | undefined): readonly PlannedBranch[] {
    const tagged = branches.find(({ tag }) => tag !== undefined && childOf(value, tag.property) === tag.value);
    if (tagged !== undefined) return [tagged];
    const previous = before === undefined ? undefined : branches.find(({ plan }) => this.#matches(plan, before));
    return branches
      .map((branch) => ({ branch, rank: this.#rank(branch, value) + (branch === previous ? 1000 : 0) }))
      .toSorted((left, right) => right.rank - left.rank)
      .map(({ branch }) => branch);
  }

  #rank({ plan }: PlannedBranch, value: Json): number {
    const { types, properties, required, additional } = plan.merged();
    if (types !== undefined && !types.has(typeOf(value))) return -1000;
    if (!isJsonObject(value)) return 0;
    let rank = 0;
    for (const name of Object.keys(value)) {
      const property = properties.has(name) ? plan.property(name) : undefined;
      if (property === undefined) rank -= additional === false ? 1 : 0;
      else if (this.#matches(property, value[name] as Json)) rank += 2;
      else rank -= property.merged().values === undefined ? 1 : 3;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) rank -= 0.1;
    return rank;
  }

  #fitObject(plan: Plan, value: JsonObject, place: Place): Json {
    const { required, parts } = plan.merged();
    const before = earlierObject(value, place.before);
    const fitted: Record<string, Json> = {};
    const placeOf = (name: string): Place => ({
      pointer: `${place.pointer}/${name}`,
      before: childOf(before, name),
      template: () => childOf(place.template(), name),
    });
    for (const name of Object.keys(value)) {
      const property = plan.property(name);
      const sent = value[name] as Json;
      const kept = property && this.#keep(property, sent, placeOf(name), required.has(name));
      if (kept !== undefined) setProperty(fitted, name, kept);
    }
    const add = (name: string): void => {
      const property = Object.hasOwn(fitted, name) ? undefined : plan.property(name);
      const added = property && this.#missing(property, placeOf(name));
      if (added !== undefined) setProperty(fitted, name, added);
    };
    for (const name of required) {
      add(name);
      // No value matches.
      if (!Object.hasOwn(fitted, name) && Object.hasOwn(value, name)) setProperty(fitted, name, value[name] as Json);
    }
    for (const [name, names] of parts.flatMap((part) => Object.entries(part.dependentRequired ?? {})))
      if (Object.hasOwn(fitted, name)) for (const dependent of names) add(dependent);
    return fitted;
  }

  /** The closest value, else the earlier one. Null removes an optional property. */
  #keep(plan: Plan, sent: Json, place: Place, isRequired: boolean): Json | undefined {
    const fitted = this.fit(plan, sent, place);
    if (fitted !== undefined || (sent === null && !isRequired)) return fitted;
    return this.#earlier(plan, place);
  }

  #fitList(plan: Plan, values: readonly Json[], place: Place): Json {
    const { minItems, maxItems, unique } = plan.merged();
    const earlier = byIdentity(place.before);
    const placeOf = (index: number, value: Json | undefined): Place => {
      const id = isJsonObject(value) ? identityOf(value) : undefined;
      return {
        pointer: `${place.pointer}/${index}`,
        before: id === undefined ? undefined : earlier.get(id),
        template: () => undefined,
      };
    };
    const fitted: Json[] = [];
    const canonical = new CanonicalValues();
    const seen = new Set<number>();
    const isRepeated = (item: Json): boolean => {
      const number = canonical.numberOf(item, this.#run.budget);
      return seen.size === seen.add(number).size;
    };
    for (const [index, value] of values.entries()) {
      if (fitted.length >= maxItems) break;
      const kept = this.fit(plan.item(index), value, placeOf(index, value));
      if (kept !== undefined && !(unique && isRepeated(kept))) fitted.push(kept);
    }
    const target = Math.min(minItems, maxAddedItems);
    while (fitted.length < target) {
      const added = this.#missing(plan.item(fitted.length), placeOf(fitted.length, undefined));
      if (added === undefined) break;
      fitted.push(added);
    }
    return fitted;
  }

  /** The earlier value, if it still matches. */
  #earlier(plan: Plan, { before }: Place): Json | undefined {
    return before !== undefined && this.#matches(plan, before) ? before : undefined;
  }

  /** A value for a missing part: the earlier one, else a generated one. */
  #missing(plan: Plan, place: Place): Json | undefined {
    const earlier = this.#earlier(plan, place);
    if (earlier !== undefined) return earlier;
    const { seed, now, isNew = false } = this.#context;
    const initial = isNew ? initialValues(plan).find((value) => this.#matches(plan, value)) : undefined;
    if (initial !== undefined) return initial;
    const template = place.template();
    if (template !== undefined && this.#matches(plan, template)) return template;
    for (let attempt = 0; attempt <= drawAttempts; attempt++) {
      const drawn = this.#drawWith(
        plan.draw(),
        { seed: seedFrom(seed, place.pointer, attempt), now },
        attempt === drawAttempts,
      );
      if (this.#matches(plan, drawn)) return drawn;
    }
    return undefined;
  }
}

/** The number of items that are added to a list with too few. */
const maxAddedItems = 100;

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The objects of an earlier list by their ids; the first of several with the same one. */
const byIdentity = (before: Json | undefined): ReadonlyMap<Json, JsonObject> => {
  const items = new Map<Json, JsonObject>();
  if (!Array.isArray(before)) return items;
  for (const item of before as readonly Json[]) {
    const id = isJsonObject(item) ? identityOf(item) : undefined;
    if (id !== undefined && !items.has(id)) items.set(id, item as JsonObject);
  }
  return items;
};

/** The earlier object, unless the new one has another id: then it is another object. */
const earlierObject = (value: JsonObject, before: Json | undefined): JsonObject | undefined => {
  if (before === undefined || !isJsonObject(before)) return undefined;
  const id = identityOf(value);
  return id === undefined || String(id) === String(identityOf(before)) ? before : undefined;
};

/** The number of properties of the value that the branch declares and the other value has. */
const countDeclared = (plan: Plan, value: Json, other: Json): number =>
  isJsonObject(value) && isJsonObject(other)
    ? Object.keys(value).filter((name) => plan.merged().properties.has(name) && Object.hasOwn(other, name)).length
    : 0;

/** The number of scalars of the value that another value has at the same place, also in another type. */
const countKept = (value: Json, other: Json | undefined): number => {
  if (other === undefined) return 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const others = Array.isArray(other) ? (other as readonly Json[]) : [];
    return items.reduce<number>((count, item, index) => count + countKept(item, others[index]), 0);
  }
  if (isJsonObject(value))
    return Object.keys(value).reduce((count, name) => count + countKept(value[name] as Json, childOf(other, name)), 0);
  return String(value) === String(other) ? 1 : 0;
};
