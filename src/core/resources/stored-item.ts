/**
 * Items as they are stored. A value that cannot be shown is replaced here, once, so that every response shows the same item.
 */

import { isJsonObject, type JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsToFit, StepBudget } from '../primitives/step-budget.ts';
import { countProblems } from '../service/check.ts';
import type { CollectionSpec, Projection } from '../service/collection-facts.ts';
import { checkOnce, createMemo } from '../state/item-memo.ts';
import { mergeAccepted } from '../state/merge-accepted.ts';
import { keepId, project } from '../state/projection.ts';
import type { State } from '../state/state.ts';
import type { ResultItem } from './action-result.ts';
import { type Moment, takeSteps, type Unfitted } from './item-steps.ts';

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
  const own = keepId(completed, value, spec.kind === 'list' ? spec.idProperty : undefined);
  return agreeWithViews(state, spec, { key, value: own as JsonObject, memo: createMemo() }, budget);
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
