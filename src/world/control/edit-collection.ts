/** Edits the items of a world without a request, for the control API and the library. All input is checked against the document. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { maxStepsPerRequest, StepBudget } from '../../core/primitives/step-budget.ts';
import { nextId } from '../../core/resources/create-item.ts';
import { withDrawn, withTime } from '../../core/resources/item-steps.ts';
import { targetAt } from '../../core/resources/target.ts';
import type { CollectionSpec, Parent } from '../../core/service/collection-facts.ts';
import { type Collection, findItem, type KeyedItem, putItem } from '../../core/state/collection.ts';
import { deletionOf } from '../../core/state/delete-item.ts';
import { fromData, parentId, parentsOf, splitKey, toData, withAddresses } from '../../core/state/item-key.ts';
import { withReferences } from '../../core/state/referred-items.ts';
import { applyChanges, type Change, copyState, type State } from '../../core/state/state.ts';
import { checkItem, checkItems, missingParent } from '../../scenario/data/check-items.ts';
import {
  hasHiddenIds,
  idPropertyOf,
  prepareItems,
  withFirst,
  withParentProperties,
} from '../../scenario/data/item-data.ts';
import {
  type Checked,
  type DocumentPath,
  firstProblems,
  problemAt,
  type ScenarioProblem,
} from '../../scenario/document/document-path.ts';
import type { World } from '../world.ts';

/** Checks an item in the format of `data`. `world`: where its parent must exist. */
export const readKeyedItem = (spec: CollectionSpec, item: JsonObject, world?: World): Checked<KeyedItem> => {
  const problems = [...checkItem(spec, item, [])].map(nameWhole);
  const { key = '', value } = fromData(spec, withParentProperties(spec, item));
  if (problems.length === 0 && world !== undefined) {
    const { state } = world.decisions;
    problems.push(...orphansIn(state, state.collections.get(spec.name) as Collection, [key], []));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { key, value } };
};

/** The problems of items that the collection does not have yet, below a parent that does not exist: no client could reach them. */
const orphansIn = (
  state: State,
  collection: Collection,
  keys: readonly string[],
  path: DocumentPath,
): readonly ScenarioProblem[] =>
  keys.flatMap((key, index) => {
    const { spec } = collection;
    const { parents } = splitKey(spec, key);
    const isReached = findItem(collection, key) !== undefined || !('kind' in targetAt(state, collection, parents));
    const place = keys.length > 1 ? [...path, index] : path;
    return isReached ? [] : missingParent([...place, '$parent'], parents, spec.parentCollection as string);
  });

/** The item as the service has it: below the ids of its parents, and with the other items whose ids it has. */
export const asPlaced = (state: State, collection: Collection, item: JsonObject): JsonObject => {
  const { spec } = collection;
  const known = Object.hasOwn(item, '$parent') ? parentsOf(spec, item) : undefined;
  const target = known && targetAt(state, collection, known);
  const ids = target && 'parents' in target ? target.parents : [];
  const named = ids.map((id, at) => [spec.parents[at]?.name, parentId(spec.parents[at] as Parent, id)]);
  const absent = spec.relations().items.filter((one) => one.inside === undefined && !Object.hasOwn(item, one.property));
  return withReferences(state, absent, named.length > 0 ? { ...item, $parent: Object.fromEntries(named) } : item);
};

/** The message of a problem of the whole item has no property name, so it needs a subject. */
const nameWhole = (found: ScenarioProblem): ScenarioProblem =>
  found.path.length === 0 ? { ...found, message: `the item${found.message}` } : found;

/** The item as the service has it, with the next id of its collection, unless it has one. `state`: where its parents are. */
export const withNewId = (
  world: World,
  collection: Collection,
  given: JsonObject,
  state = world.decisions.state,
): JsonObject => {
  const item = asPlaced(state, collection, given);
  const idProperty = idPropertyOf(collection.spec);
  if (idProperty === undefined || getProperty(item, idProperty) !== undefined) return item;
  // An item without its parents is rejected when it is read.
  const parents = parentsOf(collection.spec, item) ?? [];
  return withAssigned(world, collection, withFirst(idProperty, newId(world, collection, parents), item));
};

/** The item with its second `id` and the required properties that no client sends, as the service would set them. */
export const withAssigned = (
  { decisions: { state }, clock }: World,
  { spec, highestId }: Collection,
  item: JsonObject,
): JsonObject => {
  const known = [spec.idProperty, ...spec.parents.map(({ property }) => property)];
  const missing = ['id', ...spec.readOnly].filter(
    (name) => spec.required.includes(name) && !known.includes(name) && !Object.hasOwn(item, name),
  );
  if (missing.length === 0) return item;
  const now = clock.now();
  const { created, updated } = spec.timestamps;
  const times = [...created, ...updated].filter(({ name }) => missing.includes(name));
  const addresses = spec.addresses.filter(({ property }) => missing.includes(property));
  const seed = seedFrom(state.seed, spec.localName, String(highestId + 1n));
  const generated = spec.generate({ seed, now, budget: new StepBudget(maxStepsPerRequest) });
  const timed = withTime(withDrawn(item, missing, generated), times, now);
  const { key } = fromData(spec, withParentProperties(spec, item));
  return key === undefined ? timed : withAddresses({ ...spec, addresses }, key, timed, item);
};

const newId = ({ decisions: { state }, clock }: World, collection: Collection, parents: readonly string[]): Json => {
  const { spec, highestId } = collection;
  // If all ids are in use, the item is rejected when it is read.
  if (!hasHiddenIds(spec)) return nextId(state, collection, clock.now(), parents) ?? null;
  const used = new Set([...valuesOf(collection.items)].map(({ key }) => splitKey(spec, key).id));
  let number = highestId + 1n;
  while (used.has(String(number))) number++;
  return String(number);
};

/** Checks items that are added or replaced together. Each that has no id gets the next one. `state`: with those that are added before. */
export const readKeyedItems = (
  world: World,
  collection: Collection,
  items: readonly Json[],
  state = world.decisions.state,
): Checked<readonly KeyedItem[]> => {
  const values: KeyedItem[] = [];
  const problems: ScenarioProblem[] = [];
  let after = collection;
  for (const [index, item] of items.entries()) {
    const read = isJsonObject(item)
      ? readKeyedItem(collection.spec, withAssigned(world, after, withNewId(world, after, item, state)))
      : ({ ok: false, problems: [problemAt('VIV_ITEM_INVALID', [], 'it must be a JSON object')] } as const);
    if (read.ok) {
      const { key, value } = read.value;
      values.push(read.value);
      after = putItem(after, key, value);
    } else
      for (const found of read.problems) problems.push({ ...found, message: `item ${index + 1}: ${found.message}` });
  }
  return problems.length === 0 ? { ok: true, value: values } : { ok: false, problems: firstProblems(problems) };
};

/** Adds or replaces items of several collections: all or none. Returns them by collection, in the format of `data`. */
export const storeItems = (
  world: World,
  given: readonly (readonly [collection: Collection, items: readonly Json[]])[],
): Checked<JsonObject> => {
  // A parent may be one of them, and comes before what is below it.
  const after = copyState(world.decisions.state);
  const ordered = given.toSorted(([one], [other]) => one.spec.parents.length - other.spec.parents.length);
  const sets: (readonly [Collection, readonly KeyedItem[]])[] = [];
  for (const [collection, items] of ordered) {
    const read = readKeyedItems(world, collection, items, after);
    const { name } = collection.spec;
    if (!read.ok)
      return { ok: false, problems: read.problems.map((one) => ({ ...one, message: `${name}: ${one.message}` })) };
    sets.push([collection, read.value]);
    applyChanges(after, putsOf(name, read.value));
  }
  const orphans = sets.flatMap(([collection, items]) => {
    const keys = items.map(({ key }) => key);
    return orphansIn(after, collection, keys, [collection.spec.name]);
  });
  if (orphans.length > 0) return { ok: false, problems: orphans };
  world.apply(sets.flatMap(([{ spec }, items]) => putsOf(spec.name, items)));
  const stored = sets.map(([{ spec }, items]) => [spec.name, items.map(({ key, value }) => toData(spec, key, value))]);
  return { ok: true, value: Object.fromEntries(stored) };
};

const putsOf = (collection: string, items: readonly KeyedItem[]): readonly Change[] =>
  items.map(({ key, value }) => ({ type: 'put', collection, key, value }));

/** Adds or replaces the item. Returns it in the format of `data`. */
export const storeItem = (world: World, spec: CollectionSpec, { key, value }: KeyedItem): JsonObject => {
  world.apply([{ type: 'put', collection: spec.name, key, value }]);
  return toData(spec, key, value);
};

export const removeItem = (world: World, collection: Collection, key: string): void =>
  world.apply(deletionOf(world.decisions.state, collection, key));

/**
 * Replaces all items of a collection, unless one is invalid. Items below an item that is not kept are deleted.
 * Returns the first problems: each item of a large list may have a hundred.
 */
export const replaceItems = (
  world: World,
  collection: Collection,
  sent: readonly JsonObject[],
): readonly ScenarioProblem[] => {
  const { spec } = collection;
  const items = sent.map((item) => (isJsonObject(item) ? asPlaced(world.decisions.state, collection, item) : item));
  const problems = firstProblems(checkItems(spec, items, []));
  if (problems.length > 0) return problems;
  const values = prepareItems(spec, items);
  const kept = new Set(values.map((value) => fromData(spec, value).key as string));
  const fill: Change = { type: 'fill', collection: spec.name, values };
  const orphans = orphansIn(world.decisions.state, collection, [...kept], []);
  if (orphans.length === 0) world.apply([...descendantDeletions(world, collection, kept), fill]);
  return orphans;
};

const descendantDeletions = (
  { decisions: { state } }: World,
  collection: Collection,
  kept: ReadonlySet<string>,
): readonly Change[] => {
  if (collection.spec.children.length === 0) return [];
  const removed = [...valuesOf(collection.items)].filter(({ key }) => !kept.has(key));
  return removed.flatMap(({ key }) => deletionOf(state, collection, key).slice(1));
};
