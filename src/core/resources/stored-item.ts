/**
 * Items as they are stored. A value that cannot be shown is replaced here, once, so that every response shows the same item.
 */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsToFit, StepBudget } from '../primitives/step-budget.ts';
import { countProblems } from '../service/check.ts';
import type { CollectionSpec, Projection } from '../service/collection-facts.ts';
import { withCopies } from '../state/copies.ts';
import { withTag } from '../state/entity-tag.ts';
import { checkOnce, createMemo } from '../state/item-memo.ts';
import { mergeAccepted } from '../state/merge-accepted.ts';
import { keepId, project } from '../state/projection.ts';
import { withReferences } from '../state/references.ts';
import type { State } from '../state/state.ts';
import type { ResultItem } from './action-result.ts';

/** The state of the world and the world time of a request. */
export interface Moment {
  readonly state: State;
  readonly now: number;
  /** The remaining steps to make items fit, if the request writes several. Default: those of one item. */
  readonly fitting?: StepBudget | undefined;
}

interface Unfitted {
  readonly key: string;
  readonly value: JsonObject;
  /** Identifies the item in the seed of generated values. */
  readonly identity: () => string;
  /** The item before a change: its properties replace those that are missing or cannot be kept. */
  readonly before?: JsonObject;
}

/** The item, changed only where it does not match its schema or that of a response. */
export const storedItem = (
  moment: Moment,
  spec: CollectionSpec,
  { key, value: given, identity, before }: Unfitted,
): ResultItem => {
  const { state, now, fitting } = moment;
  const budget = fitting ?? new StepBudget(maxStepsToFit);
  const copying = withCopies(state, spec.copies?.() ?? [], given, before);
  const referring = withReferences(state, spec.references(), copying, before);
  const value =
    before === undefined ? withFilledLists(moment, spec, withInitial(spec, referring), identity) : referring;
  const version = state.collections.get(spec.name)?.nextVersion;
  const item: ResultItem = { key, value: withTag(spec, key, value, version), memo: createMemo() };
  const isComplete = spec.required.every((name) => Object.hasOwn(value, name));
  if (isComplete && checkOnce(item.memo, item.value, spec.checkValue, fitting).length === 0)
    return agreeWithViews(state, spec, item, budget);
  const seed = seedFrom(state.seed, spec.localName, identity());
  const completed = spec.complete(item.value, { seed, now, before, isNew: before === undefined, budget });
  const own = keepId(completed, value, spec.kind === 'list' ? spec.idProperty : undefined);
  return agreeWithViews(state, spec, { key, value: own as JsonObject, memo: createMemo() }, budget);
};

/** With what a new item has that was not sent, behind what was. */
const withInitial = ({ initial }: CollectionSpec, value: JsonObject): JsonObject => {
  const missing = Object.entries(initial()).filter(([name]) => !Object.hasOwn(value, name));
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
};

/** A new item with the lists that it must have and that no request can set. */
const withFilledLists = (
  { state, now }: Moment,
  { filledLists, generate, localName }: CollectionSpec,
  value: JsonObject,
  identity: () => string,
): JsonObject => {
  const missing = filledLists.filter((name) => !Object.hasOwn(value, name));
  if (missing.length === 0) return value;
  const drawn = generate({ seed: seedFrom(state.seed, localName, identity()), now });
  const filled: Record<string, Json> = { ...value };
  for (const name of missing) {
    const list = isJsonObject(drawn) ? getProperty(drawn, name) : undefined;
    if (list !== undefined) setProperty(filled, name, list);
  }
  return filled;
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
