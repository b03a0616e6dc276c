/** Items that were made for an earlier version of the document. */
import { getProperty, isJsonObject, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { budgetForItems, type StepBudget } from '../../core/primitives/step-budget.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { fromData, idText, parentsOf, typedId } from '../../core/state/item-key.ts';
import { keepId } from '../../core/state/projection.ts';
import { prepareItems } from './item-data.ts';

interface Fitting {
  /** The seed of the world, for what is generated. */
  readonly seed: number;
  /** World time. */
  readonly now: number;
  readonly budget: StepBudget;
  /** The id of an item without one, if they count up. */
  readonly nextId: () => bigint;
}

/** An item of `data`, completed and corrected where it does not fit. Undefined if it has no parent, or no value fits. */
const fitItem = (spec: CollectionSpec, item: JsonObject, fitting: Fitting): JsonObject | undefined => {
  if (!isJsonObject(item) || parentsOf(spec, item) === undefined) return undefined;
  const { key, value } = fromData(spec, item);
  if (key !== undefined && spec.check(value).length === 0) return item;
  const { seed, now, budget, nextId } = fitting;
  const { idProperty, idType } = spec;
  const id = spec.kind === 'list' ? idProperty : undefined;
  const isNumbered = id !== undefined && idType !== 'string' && getProperty(value, id) === undefined;
  const named = isNumbered ? { ...value, [id]: typedId(spec, String(nextId())) } : value;
  const context = { seed: seedFrom(seed, spec.localName, key ?? stringifyJson(item)), now, budget };
  const completed = spec.complete(named, context);
  const fits = [keepId(completed, named, id), completed].find(
    (one) => isJsonObject(one) && spec.check(one).length === 0,
  );
  if (!isJsonObject(fits)) return undefined;
  const { $parent, $id } = item;
  return { ...fits, ...($parent !== undefined && { $parent }), ...($id !== undefined && { $id }) };
};

interface FittedItems {
  readonly kept: readonly JsonObject[];
  /** How many of them were completed. */
  readonly completed: number;
  /** What cannot be an item, or has the key of one before it. */
  readonly aside: readonly JsonObject[];
}

/** `highestId`: no new id that counts up is below it. */
export const fitItems = (
  spec: CollectionSpec,
  items: readonly JsonObject[],
  {
    seed,
    now,
    highestId = highestOf(spec, items),
  }: { readonly seed: number; readonly now: number; readonly highestId?: bigint },
): FittedItems => {
  let last = highestId;
  const fitting = { seed, now, budget: budgetForItems(items.length), nextId: () => ++last };
  const kept = new Map<string, JsonObject>();
  const aside: JsonObject[] = [];
  let completed = 0;
  for (const item of prepareItems(spec, items)) {
    const fitted = fitItem(spec, item, fitting);
    const key = fitted && fromData(spec, fitted).key;
    if (key === undefined || kept.has(key)) aside.push(item);
    else {
      kept.set(key, fitted as JsonObject);
      if (fitted !== item) completed++;
    }
  }
  return { kept: [...kept.values()], completed, aside };
};

const highestOf = ({ idProperty = '' }: CollectionSpec, items: readonly JsonObject[]): bigint =>
  items.reduce((highest, item) => {
    const text = idText(getProperty(item, idProperty)) ?? '';
    return /^\d{1,40}$/.test(text) && BigInt(text) > highest ? BigInt(text) : highest;
  }, 0n);
