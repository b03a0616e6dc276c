/** The steps that an item takes before it is stored. What cannot be shown is replaced once, so that every response shows the same item. */

import { wordLists } from '../../parts/words/index.ts';
import {
  filterProperties,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  valueAt,
} from '../primitives/json.ts';
import { perObject } from '../primitives/lazy.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { sizeOf, valuesOf } from '../primitives/sorted-map.ts';
import { maxStepsToFit, StepBudget } from '../primitives/step-budget.ts';
import { timeIn } from '../primitives/time-notation.ts';
import { countProblems } from '../service/check.ts';
import type { CollectionSpec, CopiedText, Projection, Timestamp } from '../service/collection-facts.ts';
import { type Collection, findItem, itemsWith, parentIndex } from '../state/collection.ts';
import { withTag } from '../state/entity-tag.ts';
import { idText, joinParents, splitKey, withAddresses, withJoined, withParents } from '../state/item-key.ts';
import { checkOnce, createMemo } from '../state/item-memo.ts';
import { mergeAccepted } from '../state/merge-accepted.ts';
import { keepId, project } from '../state/projection.ts';
import { withReferences } from '../state/referred-items.ts';
import type { State } from '../state/state.ts';
import type { ResultItem } from './action-result.ts';
import { beginLifecycles } from './apply-effects.ts';

export interface Moment {
  readonly state: State;
  readonly now: number;
  /** The remaining steps to make items fit, if the request writes several. Default: those of one item. */
  readonly fitting?: StepBudget | undefined;
}

export interface Unfitted {
  readonly key: string;
  readonly value: JsonObject;
  /** Identifies the item in the seed of generated values. */
  readonly identity: () => string;
  /** The item before a change: its properties replace those that are missing or cannot be kept. */
  readonly before?: JsonObject;
  /** What names an item that a request creates; `id` undefined: that of a singleton. */
  readonly created?: { readonly id: Json | undefined; readonly shownParents: readonly string[] };
}

export type ItemStep = (value: JsonObject, item: Unfitted, moment: Moment) => JsonObject;

/** A collection whose items follow from their lines. */
export interface Following extends CollectionSpec {
  readonly follow?: (texts: readonly CopiedText[]) => ItemStep | undefined;
}

/** Lists what is done to each item of a collection, in order, without what never changes one. */
const stepsOf = perObject((spec: CollectionSpec) => {
  const { parents, addresses, timestamps, filledLists, tagProperty, joined, numbered } = spec;
  const times = [...timestamps.created, ...timestamps.updated.filter(({ name }) => !wordLists.edited.has(name))];
  const { texts, items } = spec.relations();
  const initial = spec.initial();
  const usual = spec.usual?.() ?? {};
  const follow: ItemStep = (spec as Following).follow?.(texts) ?? ((value) => value);
  const only = (isNeeded: boolean, step: ItemStep): readonly ItemStep[] => (isNeeded ? [step] : []);
  const naming: readonly ItemStep[] = [
    ...only(idNameOf(spec) !== undefined, (value, { created }) => withId(spec, created?.id, value)),
    ...only(innerIdPath(spec) !== undefined, (value, { created }) => withInnerId(spec, created?.id, value)),
    ...only(parents.length > 0, (value, { created }) => withParents(spec, created?.shownParents ?? [], value)),
    (value, _, { state, now }) => beginLifecycles(state, spec, value, now),
    (value, _, { state }) => withScenarioDefaults(state, spec, value),
    ...only(addresses.length > 0, (value, { key }) => withAddresses(spec, key, value)),
    ...only(times.length > 0, (value, _, { now }) => {
      const missing = times.filter(({ name }) => valueAt(value, pathOfTime(name)) === undefined);
      return withTime(value, missing, now);
    }),
    (value, _, moment) => withDefaults(moment, spec, value),
  ];
  const referring = [
    ...only(texts.length > 0, (value, { before }, { state }) => withCopies(state, texts, value, before)),
    ...only(items.length > 0, (value, { before }, { state }) => withReferences(state, items, value, before)),
  ];
  const filling = [
    ...only(Object.keys(initial).length > 0, (value) => withMissing(value, initial)),
    ...only(filledLists.length > 0, (value, { identity }, moment) => withFilledLists(moment, spec, value, identity)),
  ];
  const tagging = only(tagProperty !== undefined, (value, { key }, { state }) =>
    withTag(spec, key, value, state.collections.get(spec.name)?.nextVersion),
  );
  const numbering = only(numbered !== undefined, (value, { key }, { state }) => {
    const collection = Object.hasOwn(value, numbered as string) ? undefined : state.collections.get(spec.name);
    return collection ? { ...value, [numbered as string]: nextNumber(collection, splitKey(spec, key).parents) } : value;
  });
  return {
    created: [
      ...naming,
      ...referring,
      ...only(joined !== undefined, (value) => ({ ...withJoined(spec, value), ...value })),
      ...numbering,
      ...filling,
      ...only(Object.keys(usual).length > 0, (value) => withMissing(value, usual)),
      ...[follow, ...tagging],
    ],
    new: [...referring, ...filling, ...tagging],
    changed: [...referring, follow, ...tagging],
    follow,
  };
});

const takeSteps = (moment: Moment, spec: CollectionSpec, item: Unfitted): JsonObject => {
  const steps = stepsOf(spec);
  const others = item.before === undefined ? steps.new : steps.changed;
  const own = item.created === undefined ? others : steps.created;
  return own.reduce((value, step) => step(value, item, moment), item.value);
};

/** The property with the id; undefined for a singleton, whose id is an ordinary property. */
export const idNameOf = ({ kind, idProperty }: CollectionSpec): string | undefined =>
  kind === 'list' ? idProperty : undefined;

/** The path to the id in an object about the item: `metadata.name`, if no property of the item itself is its id. */
export const innerIdPath = ({ kind, idProperty, aliases }: CollectionSpec): string | undefined =>
  kind === 'list' && idProperty === undefined ? aliases[0] : undefined;

/** Sets the id as the first property, unless the item already has it. */
export const withId = (spec: CollectionSpec, id: Json | undefined, value: JsonObject): JsonObject => {
  const name = idNameOf(spec);
  if (name === undefined || id === undefined || getProperty(value, name) === id) return value;
  return { [name]: id, ...value, [name]: id };
};

/** Sets the id in the object about the item, if a client has sent this object without an id. */
const withInnerId = (spec: CollectionSpec, id: Json | undefined, value: JsonObject): JsonObject => {
  const path = innerIdPath(spec)?.split('.') ?? [];
  const [outer] = path;
  const about = outer === undefined ? undefined : getProperty(value, outer);
  const isMissing = id !== undefined && isJsonObject(about) && getMember(value, path.join('.')) === undefined;
  return isMissing ? (setAt(value, path, id) as JsonObject) : value;
};

/** The value, and behind its properties those that it does not have. */
const withMissing = (value: JsonObject, more: JsonObject | undefined): JsonObject =>
  more === undefined ? value : { ...value, ...more, ...value };

export const withDefaults = ({ fitting }: Moment, spec: CollectionSpec, value: JsonObject): JsonObject =>
  spec.withDefaults(value, fitting ?? new StepBudget(maxStepsToFit));

export const withScenarioDefaults = ({ rules }: State, { name }: CollectionSpec, value: JsonObject): JsonObject =>
  withMissing(value, rules.defaults.get(name));

export const withTime = (value: JsonObject, timestamps: readonly Timestamp[], now: number): JsonObject =>
  timestamps.reduce((done, { name, form }) => setAt(done, pathOfTime(name), timeIn(form, now)) as JsonObject, value);

/** `attributes.createdAt`, and `created.at` as one name. */
const pathOfTime = (name: string): readonly string[] => name.split(/(?<=^attributes)\./);

/** The number after those of the items below the parents; of very many, after those of the last. */
export const nextNumber = (collection: Collection, parents: readonly string[]): number => {
  const others = parents.length > 0 ? itemsWith(collection, parentIndex, joinParents(parents)) : collection.items;
  const count = sizeOf(others);
  const name = collection.spec.numbered as string;
  const last = [...valuesOf(others, Math.max(0, count - maxNumbered))];
  const numbers = last.map((one) => Number(getProperty(one.value, name)));
  return Math.max(count, ...numbers.filter(Number.isSafeInteger)) + 1;
};

const maxNumbered = 1000;

/** A new item with the lists that it must have and that no request can set. */
const withFilledLists = (
  { state, now }: Moment,
  { filledLists, generate, localName }: CollectionSpec,
  value: JsonObject,
  identity: () => string,
): JsonObject => {
  if (filledLists.every((name) => Object.hasOwn(value, name))) return value;
  return withDrawn(value, filledLists, generate({ seed: seedFrom(state.seed, localName, identity()), now }));
};

export const withDrawn = (value: JsonObject, names: readonly string[], drawn: Json | undefined): JsonObject =>
  drawn !== undefined && isJsonObject(drawn)
    ? withMissing(
        value,
        filterProperties(drawn, (name) => names.includes(name)),
      )
    : value;

/** The item with the texts of the items that it names. What a client sends stays as it is. */
export const withCopies = (
  state: State,
  copies: readonly CopiedText[],
  value: JsonObject,
  before?: JsonObject,
): JsonObject => {
  let result = value;
  for (const { property, by, collection, source } of copies) {
    const own = getProperty(value, property);
    const isNewId = before === undefined || getProperty(before, by) !== getProperty(value, by);
    const isSent = own !== undefined && (before === undefined || own !== getProperty(before, property));
    const id = isNewId && !isSent ? idText(getProperty(value, by)) : undefined;
    const target = id === undefined ? undefined : state.collections.get(collection);
    const text = target && getProperty(findItem(target, id as string)?.value ?? {}, source);
    if (typeof text === 'string' || (typeof text === 'number' && source === property))
      result = { ...result, [property]: text };
  }
  return result;
};

/** The item, changed only where it does not match its schema or that of a response. */
export const storedItem = (moment: Moment, spec: CollectionSpec, unfitted: Unfitted): ResultItem => {
  const { state, now, fitting } = moment;
  const { key, identity, before } = unfitted;
  const budget = fitting ?? new StepBudget(maxStepsToFit);
  const item: ResultItem = { key, value: takeSteps(moment, spec, unfitted), memo: createMemo() };
  const { value } = item;
  const isComplete = spec.required.every((name) => Object.hasOwn(value, name));
  if (isComplete && checkOnce(item.memo, value, spec.checkValue, fitting).length === 0)
    return agreeWithViews(state, spec, item, budget);
  const seed = seedFrom(state.seed, spec.localName, identity());
  const completed = spec.complete(value, { seed, now, before, isNew: before === undefined, budget });
  const kept = keepId(completed, value, spec.kind === 'list' ? spec.idProperty : undefined) as JsonObject;
  // A price may be new.
  const own = stepsOf(spec).follow(kept, unfitted, moment);
  return agreeWithViews(state, spec, { key, value: own, memo: createMemo() }, budget);
};

/** The item with the values that a response would show in place of its own, if its schema accepts them. */
const agreeWithViews = (state: State, spec: CollectionSpec, item: ResultItem, budget: StepBudget): ResultItem =>
  spec.views.reduce((stored, view) => agreeWith(state, spec, stored, view, budget), item);

const agreeWith = (
  state: State,
  spec: CollectionSpec,
  item: ResultItem,
  view: Projection,
  budget: StepBudget,
): ResultItem => {
  const { value: shown } = project(state, spec.localName, item, view, budget);
  if (shown === item.value || !isJsonObject(shown)) return item;
  const names = Object.keys(shown).filter(
    (name) => shown[name] !== item.value[name] && name !== spec.idProperty && spec.properties.has(name),
  );
  const value = mergeAccepted(
    item.value,
    shown,
    names,
    (candidate) => countProblems(spec.checkValue, candidate, budget) === 0,
  );
  return value === item.value ? item : { key: item.key, value, memo: createMemo() };
};
