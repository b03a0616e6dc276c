/** Prepares items in the format of `data` and the control API for a collection: parents and hidden ids. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import { maxExamples } from '../../core/primitives/units.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { anyParent, fromData, idText, joinParents, parentId, splitKey } from '../../core/state/item-key.ts';

/** The ids of an item's parents as texts, outermost first; empty if it has none. */
export type ParentIds = readonly string[];

/** Adds the properties that refer to parents, and hidden ids if no property is the id. */
export const prepareItems = (spec: CollectionSpec, items: readonly JsonObject[]): readonly JsonObject[] =>
  withHiddenIds(
    spec,
    items.map((item) => withParentProperties(spec, item)),
  );

/** Copies the ids in `$parent` to the item's own properties, unless they are set. */
export const withParentProperties = (spec: CollectionSpec, item: JsonObject): JsonObject => {
  const named = spec.parents.length === 0 ? undefined : getProperty(item, '$parent');
  if (!isJsonObject(named)) return item;
  let result = item;
  for (const parent of spec.parents) {
    const text = idText(getProperty(named, parent.name));
    const isGiven = parent.property === undefined || getProperty(item, parent.property) !== undefined;
    if (isGiven || text === undefined || text === anyParent) continue;
    result = { ...result, [parent.property]: parentId(parent, text) };
  }
  return result;
};

/** Puts a new item below parents: replaces all references to its parents. */
export const putBelow = (spec: CollectionSpec, parentIds: ParentIds, value: JsonObject): JsonObject => {
  if (spec.parents.length === 0) return value;
  const named: Record<string, Json> = {};
  const item: Record<string, Json> = { ...value, $parent: named };
  for (const [index, parent] of spec.parents.entries()) {
    const id = parentId(parent, parentIds[index] as string);
    setProperty(named, parent.name, id);
    if (parent.property !== undefined && id !== anyParent) setProperty(item, parent.property, id);
  }
  return item;
};

/** Numbers the items without an id, skipping used ids. */
const withHiddenIds = (spec: CollectionSpec, items: readonly JsonObject[]): readonly JsonObject[] => {
  if (!hasHiddenIds(spec)) return items;
  const used = new Set(items.map((item) => idText(getProperty(item, '$id'))));
  let next = 0;
  return items.map((item) => {
    if (idText(getProperty(item, '$id')) !== undefined) return item;
    do next++;
    while (used.has(String(next)));
    return { ...item, $id: String(next) };
  });
};

/** Whether an item in the format of `data` fits the document, besides its id and its parents. */
export const isValidItem = (spec: CollectionSpec, item: JsonObject, budget: StepBudget): boolean =>
  spec.check(fromData(spec, item).value, budget).length === 0;

/** Whether the id of an item is not one of its properties. */
export const hasHiddenIds = ({ kind, idProperty }: CollectionSpec): boolean =>
  kind === 'list' && idProperty === undefined;

/** The property with an item's id; undefined for a singleton, which has none. */
export const idPropertyOf = (spec: CollectionSpec): string | undefined =>
  spec.kind === 'singleton' ? undefined : (spec.idProperty ?? '$id');

/** Sets a property and moves it to the first position. */
export const withFirst = (name: string, value: Json, item: JsonObject): JsonObject => ({
  [name]: value,
  ...item,
  [name]: value,
});

type Collections = ReadonlyMap<string, CollectionSpec>;

/** The collections in an order in which parents come before their children. */
export const parentsFirst = (collections: Collections): readonly CollectionSpec[] => {
  const ordered = new Set<CollectionSpec>();
  const underway = new Set<CollectionSpec>();
  const add = (spec: CollectionSpec): void => {
    if (ordered.has(spec) || underway.has(spec)) return;
    underway.add(spec);
    const parent = parentOf(spec, collections);
    if (parent !== undefined) add(parent);
    ordered.add(spec);
  };
  for (const spec of collections.values()) add(spec);
  return [...ordered];
};

export const parentOf = ({ parentCollection }: CollectionSpec, collections: Collections): CollectionSpec | undefined =>
  parentCollection === undefined ? undefined : collections.get(parentCollection);

/** The ids of all existing parents, in their order. */
export const parentIdsOf = (
  spec: CollectionSpec,
  collections: Collections,
  itemsOf: (parent: CollectionSpec) => readonly JsonObject[],
): readonly ParentIds[] => {
  if (spec.parents.length === 0) return [[]];
  const parent = parentOf(spec, collections);
  if (parent === undefined) return listedParents(spec);
  const found = new Map<string, ParentIds>();
  for (const item of itemsOf(parent)) {
    const { key } = fromData(parent, item);
    if (key === undefined) continue;
    const parentIds = parentIdsBelow(spec, parent, key);
    found.set(joinParents(parentIds), parentIds);
  }
  return [...found.values()];
};

/** Parents that no collection holds: those that the path lists (`/objects/{kind}`), if it lists all of them, else any. */
export const listedParents = ({ parents }: CollectionSpec): readonly ParentIds[] => {
  let found: readonly ParentIds[] = [[]];
  for (const { values = [] } of parents) {
    const texts = values.flatMap((value) => idText(value) ?? []);
    if (texts.length * found.length > maxExamples) return [parents.map(() => anyParent)];
    found = found.flatMap((ids) => texts.map((text) => [...ids, text]));
  }
  return found.length > 0 ? found : [parents.map(() => anyParent)];
};

/** The parent ids of the children of the item with this key. */
export const parentIdsBelow = (spec: CollectionSpec, parent: CollectionSpec, key: string): ParentIds => {
  const { parents, id } = splitKey(parent, key);
  const parts = [...parents, ...(id === undefined ? [] : [id])];
  // If the path has more ids than the parent's key, the rest comes from the document.
  const missing = exampleParentIds(spec).slice(0, Math.max(0, spec.parents.length - parts.length));
  return [...missing, ...parts].slice(-spec.parents.length);
};

/** The document's examples of the parents' ids, or 1, or a text with the name. */
export const exampleParentIds = ({ parents }: CollectionSpec): ParentIds =>
  parents.map(({ name, type, example }) => idText(example) ?? (type === 'integer' ? '1' : `${name}-1`));

/**
 * The parents of a documented item or id: those in its own properties, or those in the document's examples; undefined if
 * they do not exist.
 */
export const documentedParents = (
  { parents }: CollectionSpec,
  item: JsonObject,
  candidates: readonly ParentIds[],
): ParentIds | undefined => {
  const documented = parents.map(
    ({ property, example }) => (property && idText(getProperty(item, property))) ?? idText(example),
  );
  if (documented.every((text) => text === undefined)) return undefined;
  return candidates.find((parentIds) =>
    documented.every((text, index) => text === undefined || [text, anyParent].includes(parentIds[index] as string)),
  );
};
