/** The part of a scenario, and of the items of a world, that a changed document still allows. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { budgetForItems, type StepBudget } from '../../core/primitives/step-budget.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { fromData, idText, parentsOf, typedId } from '../../core/state/item-key.ts';
import { keepId } from '../../core/state/projection.ts';
import { checkFaultNames, type NamedParts } from '../../scenario/data/check-scenario.ts';
import { prepareItems } from '../../scenario/data/item-data.ts';
import { findCollection } from '../../scenario/data/resolve-names.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';

type Conditions = Parameters<typeof checkFaultNames>[0];

/** The conditions without the operations that do not exist; undefined: a fault with these conditions has none left. */
export const fitConditions = <On extends Conditions>(on: On, service: NamedParts): On | undefined => {
  const fits = (conditions: Conditions) => checkFaultNames(conditions, [], service).next().done === true;
  if (fits(on) || on === null || on === undefined) return on;
  const named = typeof on.operation === 'string' ? [on.operation] : (on.operation ?? []);
  const operation = named.filter((name) => fits({ ...on, operation: name }));
  return operation.length === 0 ? undefined : { ...on, operation };
};

/** The collections, defaults, faults and recorded responses that fit, and the items, completed where they do not. `now`: world time. */
export const fitDocument = (document: ScenarioDocument, service: NamedParts, now: number): ScenarioDocument => {
  const { seed = 1, data = {}, generate = {}, defaults = {}, faults = [] } = document;
  const specOf = (name: string) => {
    const lookup = findCollection(name, service.collections);
    return lookup.type === 'found' ? lookup.value : undefined;
  };
  const keptData: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data)) {
    const spec = specOf(name);
    if (spec === undefined) continue;
    const items = isJsonObject(value) ? [value] : value;
    const kept = fitItems(spec, items, { seed, now }).kept;
    if (!isJsonObject(value)) setProperty(keptData, name, kept);
    else if (kept[0] !== undefined) setProperty(keptData, name, kept[0]);
  }
  const keep = <Value>(byCollection: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byCollection).filter(([name]) => specOf(name) !== undefined));
  const keptFaults = faults.flatMap((fault) => {
    if (typeof fault === 'string' || fault.on === undefined) return [fault];
    const on = fitConditions(fault.on, service);
    return on === undefined ? [] : [{ ...fault, on }];
  });
  return {
    ...document,
    data: keptData as ScenarioDocument['data'],
    ...(document.generate !== undefined && { generate: keep(generate) }),
    ...(document.defaults !== undefined && { defaults: keep(defaults) }),
    ...(document.responses !== undefined && {
      responses: document.responses.filter(({ operation }) => fitConditions({ operation }, service) !== undefined),
    }),
    ...(document.faults !== undefined && { faults: keptFaults as ScenarioDocument['faults'] }),
  };
};

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
