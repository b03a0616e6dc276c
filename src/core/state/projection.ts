/** The representation of an item in an operation whose schema differs from the collection's, or hides properties. */

import { filterProperties, getProperty, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsToFit, StepBudget } from '../primitives/step-budget.ts';
import type { Projection, Reference } from '../service/collection-facts.ts';
import { idText } from './item-key.ts';
import { createMemo, type ItemMemo, type Projected } from './item-memo.ts';
import { referredCollections, withReferences } from './referred-items.ts';
import type { State } from './state.ts';

/** The result is stable as long as the item does not change: generated dates are relative to the start of the world. */
export const project = (
  state: State,
  collection: string,
  item: { readonly key: string; readonly value: JsonObject; readonly memo: ItemMemo },
  projection: Projection,
  budget = new StepBudget(maxStepsToFit),
): Projected => {
  const { memo } = item;
  const seed = seedFrom(state.seed, collection, item.key);
  const now = state.startedAt;
  memo.projected ??= new WeakMap();
  const cached = memo.projected.get(projection);
  const references = projection.references?.() ?? noReferences;
  const referred = references.length === 0 ? none : referredCollections(state, references);
  if (cached !== undefined && cached.seed === seed && cached.now === now && isEach(cached.referred, referred))
    return cached;
  const shown = references.length === 0 ? item.value : withReferences(state, references, item.value);
  const value = projectValue(shown, projection, { seed, now, budget });
  const projected: Projected = { value, memo: value === item.value ? memo : createMemo(), seed, now, referred };
  memo.projected.set(projection, projected);
  return projected;
};

const none: readonly unknown[] = [];
const noReferences: readonly Reference[] = [];

const isEach = (left: readonly unknown[], right: readonly unknown[]) =>
  left.every((one, index) => one === right[index]);

const projectValue = (
  stored: JsonObject,
  { properties, isOpen, required, idProperty, idAlias, strip, check, complete }: Projection,
  context: { readonly seed: number; readonly now: number; readonly budget: StepBudget },
): Json => {
  const value = strip === undefined ? stored : (strip(stored) as JsonObject);
  const isWhole = isOpen || Object.keys(value).every((name) => properties.has(name));
  const own = isWhole ? value : filterProperties(value, (name) => properties.has(name));
  const picked = idAlias === undefined ? own : withAlias(own, value, idAlias, idProperty as string);
  const isComplete =
    required.every((name) => Object.hasOwn(picked, name)) && check(picked, context.budget).length === 0;
  return isComplete ? picked : keepId(complete(picked, context), value, idProperty);
};

const withAlias = (picked: JsonObject, value: JsonObject, alias: string, idProperty: string): JsonObject => {
  const id = getProperty(value, idProperty);
  return id === undefined ? picked : { ...picked, [alias]: id };
};

/** The completed value with the id of the item: another id would refer to another item. */
export const keepId = (completed: Json, value: JsonObject, idProperty: string | undefined): Json => {
  const id = idProperty === undefined ? undefined : getProperty(value, idProperty);
  if (id === undefined || !isJsonObject(completed) || !Object.hasOwn(completed, idProperty as string)) return completed;
  // The id may have another type in a response: "7" for 7.
  if (idText(getProperty(completed, idProperty as string)) === idText(id)) return completed;
  return { ...completed, [idProperty as string]: id };
};
