/** Completes one value and its parts: what matches is kept, what is missing is taken from the earlier value or generated. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import { plainName } from '../../core/primitives/words.ts';
import { type CompleteContext, typeOf } from '../../core/service/check.ts';
import { slugFrom } from '../../core/service/id-names.ts';
import { lengthIn } from '../../parts/agreement/index.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { DrawWith } from '../generate/generate.ts';
import { englishOf } from '../generate/name-hint.ts';
import type { Merged } from '../schema/merged-schema.ts';
import { CanonicalValues } from '../validation/canonical.ts';
import { Run } from '../validation/evaluation.ts';
import { initialObject, initialValues } from './initial-values.ts';
import type { Place, Plan, PlannedBranch } from './plan.ts';

/** The closest form first. An object or a list of another form may still have to be completed. */
const formsOf = (value: Json, merged: Merged): readonly Json[] => {
  if (value === null) return [];
  const scalars = scalarForms(value, merged);
  const isList = Array.isArray(value);
  const lists = allows(merged, 'array') && !isList ? [value, ...scalars].map((form) => [form]) : [];
  const [only] = isList ? (value as readonly Json[]) : [];
  const inner =
    isList && (value as readonly Json[]).length === 1 ? [only as Json, ...formsOf(only as Json, merged)] : [];
  return [...scalars, ...lists, ...inner, ...references(value, merged)];
};

const allows = ({ types }: Merged, type: 'array' | 'object') => types?.has(type) === true;

const scalarForms = (value: Json, merged: Merged): readonly Json[] => {
  switch (typeof value) {
    case 'boolean':
      return [String(value), Number(value)];
    case 'number':
      return [...numberForms(value, merged), String(value), ...(value === 0 || value === 1 ? [value === 1] : [])];
    case 'bigint':
      return [String(value)];
    case 'string':
      return textForms(value, merged);
    default:
      return [];
  }
};

/** The closest number within the limits. */
const numberForms = (value: number, { low, high, step, types }: Merged): readonly number[] => {
  const limited = Math.min(Math.max(value, low), high);
  const unit = step ?? (types?.has('integer') && !types.has('number') ? 1 : undefined);
  const forms = unit === undefined ? [limited] : [Math.round(limited / unit) * unit, Math.floor(limited / unit) * unit];
  return forms.filter((form) => form !== value && Number.isFinite(form));
};

const textForms = (value: string, merged: Merged): readonly Json[] => {
  const forms: Json[] = [];
  if (value === 'true' || value === 'false') forms.push(value === 'true');
  if (value !== '' && String(Number(value)) === value && Number.isFinite(Number(value))) forms.push(Number(value));
  const other = merged.values?.find((listed) => typeof listed === 'string' && plainName(listed) === plainName(value));
  if (other !== undefined && plainName(value) !== '') forms.push(other);
  forms.push(...dateForms(value, merged));
  const length = [...value].length;
  if (length > merged.maxLength) forms.push([...value].slice(0, merged.maxLength).join(''));
  return forms;
};

const dateForms = (value: string, { format, types }: Merged): readonly Json[] => {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value);
  const isTime = /^\d{4}-\d\d-\d\dt/i.test(value) && !Number.isNaN(Date.parse(value));
  if (format === 'date-time' && isDate) return [`${value}T00:00:00Z`];
  if (format === 'date' && isTime) return [value.slice(0, 10)];
  if (isTime && types?.has('string') === false) return [Math.floor(Date.parse(value) / 1000)];
  return [];
};

const referred = (): readonly string[] => [...wordLists.ids.all, ...wordLists.givenNames.all];

/** The id for an object, and an object with only an id for its id. */
const references = (value: Json, merged: Merged): readonly Json[] => {
  if (typeof value !== 'object') {
    if (!allows(merged, 'object')) return [];
    return referred()
      .filter((name) => merged.properties.has(name))
      .map((name) => ({ [name]: value }));
  }
  if (!isJsonObject(value) || allows(merged, 'object')) return [];
  return referred().flatMap((name) => getProperty(value, name) ?? []);
};

export const usualIdOf = (value: JsonObject): Json | undefined => {
  const name = wordLists.ids.all.slice(0, 9).find((candidate) => Object.hasOwn(value, candidate));
  return name === undefined ? undefined : value[name];
};

/** The number of unions of one value in which several branches are compared. In others, the most likely branch is taken. */
const maxComparedUnions = 64;
/** The number of seeds with which a missing value is drawn. */
const drawAttempts = 4;

/** The cost of looking at a value, apart from tests. */
const stepsPerFit = 3;
const stepsPerDraw = 5;
const stepsPerDrawnValue = 10;

/** The completion of one value, whose properties, items and branches are completed in the same way, and share it. */
export class ValueCompletion {
  readonly #context: CompleteContext;
  readonly #drawWith: DrawWith;
  /** A value that fits several alternatives of a `oneOf` keeps what it has: to fit one alone, it would lose the rest. */
  readonly #run: Run;
  readonly #runOfDrawn: Run;
  /** Schemas of which no drawn value matches: another attempt would take as long. */
  readonly #undrawable = new Set<Plan>();
  #comparedUnions = 0;

  constructor(context: CompleteContext, drawWith: DrawWith, budget: StepBudget) {
    this.#run = new Run(budget, { allowsOverlap: true });
    this.#runOfDrawn = new Run(budget);
    this.#context = context;
    this.#drawWith = drawWith;
  }

  /** The closest matching value; undefined if nothing of the value can be kept. */
  fit(plan: Plan, value: Json, place: Place): Json | undefined {
    this.budget.spend(stepsPerFit);
    if (this.matches(plan, value)) return value;
    const own = this.#fitAsIs(plan, value, place);
    if (own !== undefined) return own;
    for (const form of formsOf(value, plan.merged())) {
      if (this.matches(plan, form)) return form;
      const fitted = typeof form === 'object' ? this.#fitAsIs(plan, form, place) : undefined;
      // A candidate that keeps nothing of the value is not a form of it.
      if (fitted !== undefined && countKept(form, fitted, this.budget) > 0) return fitted;
    }
    return undefined;
  }

  /** The value with each of its properties completed, even if the whole does not match. */
  closest(plan: Plan, value: Json, place: Place): Json | undefined {
    return isJsonObject(value) && plan.merged().union === undefined ? fitObject(this, plan, value, place) : undefined;
  }

  get budget(): StepBudget {
    return this.#run.budget;
  }

  /** Whether the branches of one more union are compared. Otherwise, the most likely one is taken. */
  mayCompareBranches(): boolean {
    return ++this.#comparedUnions <= maxComparedUnions;
  }

  matches(plan: Plan, value: Json): boolean {
    return plan.test(value, this.#run);
  }

  #fitAsIs(plan: Plan, value: Json, place: Place): Json | undefined {
    const { types, values, union } = plan.merged();
    if (values !== undefined) return undefined;
    if (union !== undefined) return fitUnion(this, plan, value, place);
    if (types !== undefined && !types.has(typeOf(value))) return undefined;
    const fitted = Array.isArray(value)
      ? fitList(this, plan, value as readonly Json[], place)
      : isJsonObject(value)
        ? fitObject(this, plan, value, place)
        : undefined;
    return fitted !== undefined && this.matches(plan, fitted) ? fitted : undefined;
  }

  /** The earlier value at this place, if it still matches. */
  earlier(plan: Plan, { before }: Place): Json | undefined {
    return before !== undefined && this.matches(plan, before) ? before : undefined;
  }

  /** A value for a missing part: the earlier one, else a generated one. */
  missing(plan: Plan, place: Place): Json | undefined {
    const earlier = this.earlier(plan, place);
    if (earlier !== undefined) return earlier;
    const isNew = place.isNew ?? this.#context.isNew;
    const initial = this.initial(plan, isNew);
    if (initial !== undefined) return initial;
    const generated = this.#generated(plan, place);
    if (!isNew || !isJsonObject(generated)) return generated;
    return initialObject(plan, generated, (part, value) => this.matches(part, value));
  }

  /** What a part of a new value is before anything happens to it; undefined if there is nothing usual. */
  initial(plan: Plan, isNew = this.#context.isNew): Json | undefined {
    return isNew ? initialValues(plan).find((value) => this.matches(plan, value)) : undefined;
  }

  #generated(plan: Plan, place: Place): Json | undefined {
    const { seed, now } = this.#context;
    const template = place.template();
    if (template !== undefined && this.matches(plan, template)) return template;
    if (this.#undrawable.has(plan)) return undefined;
    let overlapping: Json | undefined;
    for (let attempt = 0; attempt <= drawAttempts; attempt++) {
      const drawn = this.#drawWith(
        plan.draw(),
        { seed: seedFrom(seed, place.pointer, attempt), now, budget: this.budget },
        attempt === drawAttempts,
      );
      this.budget.spend(stepsPerDraw + stepsPerDrawnValue * countValues(drawn));
      if (plan.test(drawn, this.#runOfDrawn)) return drawn;
      if (this.matches(plan, drawn)) overlapping ??= drawn;
    }
    if (overlapping === undefined) this.#undrawable.add(plan);
    return overlapping;
  }
}

/** The list with each of its items completed, and with as many as its schema requires. */
const fitList = (completion: ValueCompletion, plan: Plan, values: readonly Json[], place: Place): Json => {
  const { minItems, maxItems, unique } = plan.merged();
  const earlier = byIdentity(place.before);
  const placeOf = (index: number, value: Json | undefined): Place => {
    const id = isJsonObject(value) ? usualIdOf(value) : undefined;
    return {
      pointer: `${place.pointer}/${index}`,
      before: id === undefined ? undefined : earlier.get(id),
      template: () => undefined,
      ...(id !== undefined && !earlier.has(id) && { isNew: true }),
    };
  };
  const fitted: Json[] = [];
  const canonical = new CanonicalValues();
  const seen = new Set<number>();
  const isRepeated = (item: Json) => {
    const number = canonical.numberOf(item, completion.budget);
    return seen.size === seen.add(number).size;
  };
  for (const [index, value] of values.entries()) {
    if (fitted.length >= maxItems) break;
    const kept = completion.fit(plan.item(index), value, placeOf(index, value));
    if (kept !== undefined && !(unique && isRepeated(kept))) fitted.push(kept);
  }
  while (fitted.length < minItems) {
    const added = completion.missing(plan.item(fitted.length), placeOf(fitted.length, undefined));
    if (added === undefined) break;
    fitted.push(added);
  }
  return fitted;
};

/** The objects of an earlier list by their ids; the first of several with the same one. */
const byIdentity = (before: Json | undefined): ReadonlyMap<Json, JsonObject> => {
  const items = new Map<Json, JsonObject>();
  if (!Array.isArray(before)) return items;
  for (const item of before as readonly Json[]) {
    const id = isJsonObject(item) ? usualIdOf(item) : undefined;
    if (id !== undefined && !items.has(id)) items.set(id, item as JsonObject);
  }
  return items;
};

/** The object with each of its properties completed, and with those that its schema requires. */
const fitObject = (completion: ValueCompletion, plan: Plan, value: JsonObject, place: Place): JsonObject => {
  const { required, parts } = plan.merged();
  const before = earlierObject(value, place.before);
  const fitted: Record<string, Json> = {};
  const placeOf = (name: string): Place => ({
    ...place,
    pointer: `${place.pointer}/${name}`,
    before: childOf(before, name),
    template: () => childOf(place.template(), name),
  });
  for (const name of Object.keys(value)) {
    const property = plan.property(name);
    const sent = value[name] as Json;
    if (property === undefined) continue;
    const own = completion.fit(property, sent, placeOf(name));
    // Null removes an optional property.
    const isRemoved = sent === null && !required.has(name);
    const kept = own !== undefined || isRemoved ? own : completion.earlier(property, placeOf(name));
    if (kept !== undefined) setProperty(fitted, name, kept);
  }
  const add = (name: string) => {
    const property = Object.hasOwn(fitted, name) ? undefined : plan.property(name);
    if (property === undefined) return;
    const place = placeOf(name);
    const follows =
      place.before === undefined ? (slugFrom(name, fitted) ?? lengthIn(fitted, name, englishOf)) : undefined;
    const isKnown = follows !== undefined && completion.matches(property, follows);
    const added = isKnown ? follows : completion.missing(property, place);
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
};

/** The earlier object, unless the new one has another id: then it is another object. */
const earlierObject = (value: JsonObject, before: Json | undefined): JsonObject | undefined => {
  if (!isJsonObject(before)) return undefined;
  const id = usualIdOf(value);
  return id === undefined || String(id) === String(usualIdOf(before)) ? before : undefined;
};

/** The cost of comparing a value with a branch, before that of its properties. */
const stepsPerRank = 3;

/** The value as the branch that keeps most of it; undefined if no branch can. */
const fitUnion = (completion: ValueCompletion, plan: Plan, value: Json, place: Place): Json | undefined => {
  const branches = rankBranches(completion, plan.branches(), value, place.before);
  let best: { readonly fitted: Json; readonly kept: number } | undefined;
  for (const { plan: branch } of completion.mayCompareBranches() ? branches : branches.slice(0, 1)) {
    const fitted = completion.fit(branch, value, place);
    if (fitted === undefined || !completion.matches(plan, fitted)) continue;
    const kept = countDeclared(branch, value, fitted) * 1000 + countKept(value, fitted, completion.budget);
    if (best === undefined || kept > best.kept) best = { fitted, kept };
  }
  return best?.fitted;
};

/** The branch that the discriminator names alone, else all of them, the most likely first. */
const rankBranches = (
  completion: ValueCompletion,
  branches: readonly PlannedBranch[],
  value: Json,
  before: Json | undefined,
): readonly PlannedBranch[] => {
  const tagged = branches.find(({ tag }) => tag?.values.includes(childOf(value, tag.property) as Json) === true);
  if (tagged !== undefined) return [tagged];
  const previous = before === undefined ? undefined : branches.find(({ plan }) => completion.matches(plan, before));
  return branches
    .map((branch) => ({ branch, rank: rankOf(completion, branch, value) + (branch === previous ? 1000 : 0) }))
    .toSorted((left, right) => right.rank - left.rank)
    .map(({ branch }) => branch);
};

const rankOf = (completion: ValueCompletion, { plan }: PlannedBranch, value: Json): number => {
  const { types, properties, required, additional } = plan.merged();
  completion.budget.spend(stepsPerRank);
  if (types !== undefined && !types.has(typeOf(value))) return -1000;
  if (!isJsonObject(value)) return 0;
  completion.budget.spend(Object.keys(value).length + required.size);
  let rank = 0;
  for (const name of Object.keys(value)) {
    const property = properties.has(name) ? plan.property(name) : undefined;
    if (property === undefined) rank -= additional === false ? 1 : 0;
    else if (completion.matches(property, value[name] as Json)) rank += 2;
    else rank -= property.merged().values === undefined ? 1 : 3;
  }
  for (const name of required) if (!Object.hasOwn(value, name)) rank -= 0.1;
  return rank;
};

/** The number of properties of the value that the branch declares and the other value has. */
const countDeclared = (plan: Plan, value: Json, other: Json): number =>
  isJsonObject(value) && isJsonObject(other)
    ? Object.keys(value).filter((name) => plan.merged().properties.has(name) && Object.hasOwn(other, name)).length
    : 0;

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getProperty(value, name) : undefined;

/** The number of values that a value consists of, itself included. */
const countValues = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const children = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value);
  return children.reduce<number>((count, child) => count + countValues(child), 1);
};

/** The number of scalars of the value that another value has at the same place, also in another type. @throws OutOfSteps */
const countKept = (value: Json, other: Json | undefined, budget: StepBudget): number => {
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
