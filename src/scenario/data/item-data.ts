/** Prepares items in the format of `data` and the control API for a collection: parents and hidden ids. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { anyParent, idText, parentId } from '../../core/state/item-key.ts';

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
    result = { ...result, [parent.property as string]: parentId(parent, text) };
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
