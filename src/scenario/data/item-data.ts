/** Items as `data` and the control API give them, made ready to be held: where each is, and what says so in it. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { idText, parentId } from '../../core/state/item-key.ts';

/** The ids of an item's parents as texts, outermost first; empty where it stands alone. */
export type Scope = readonly string[];

/** Ready to be held: the members that name parents are there, and where no member is the id, the hidden one is. */
export const placeItems = (spec: CollectionSpec, items: readonly JsonObject[]): readonly JsonObject[] =>
  withHiddenIds(
    spec,
    items.map((item) => withParentProperties(spec, item)),
  );

/** What `$parent` says, an item's own members say too; what they say already is left as it is. */
export const withParentProperties = (spec: CollectionSpec, item: JsonObject): JsonObject => {
  const named = spec.parents.length === 0 ? undefined : getProperty(item, '$parent');
  if (!isJsonObject(named)) return item;
  let whole: Record<string, Json> | undefined;
  for (const parent of spec.parents) {
    const text = idText(getProperty(named, parent.name));
    if (parent.property === undefined || text === undefined || getProperty(item, parent.property) !== undefined)
      continue;
    whole ??= { ...item };
    setProperty(whole, parent.property, parentId(parent, text));
  }
  return whole ?? item;
};

/** A new item in a scope: whatever its members said of its parents, they name these. */
export const placeIn = (spec: CollectionSpec, scope: Scope, value: JsonObject): JsonObject => {
  if (spec.parents.length === 0) return value;
  const named: Record<string, Json> = {};
  const item: Record<string, Json> = { $parent: named, ...value };
  for (const [at, parent] of spec.parents.entries()) {
    const id = parentId(parent, scope[at] as string);
    setProperty(named, parent.name, id);
    if (parent.property !== undefined) setProperty(item, parent.property, id);
  }
  return item;
};

/** Counted, as far as the ids are free; what has an id of its own keeps it. */
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

/** Whether its items are known by an id that is no member of theirs. */
export const hasHiddenIds = ({ kind, idProperty }: CollectionSpec): boolean =>
  kind === 'list' && idProperty === undefined;

/** Where an item's id stands; undefined for a singleton, which has none. */
export const idPropertyOf = (spec: CollectionSpec): string | undefined =>
  spec.kind === 'singleton' ? undefined : (spec.idProperty ?? '$id');

/** The id that a text stands for; a text that is no integer stays one, for the check to find. */
export const typedId = ({ idType, idProperty }: CollectionSpec, text: string): Json =>
  idProperty === undefined ? text : parentId({ type: idType }, text);

/** The member comes first, whether it was there or not. */
export const withFirst = (name: string, value: Json, item: JsonObject): JsonObject => {
  const whole: Record<string, Json> = {};
  setProperty(whole, name, value);
  for (const [other, own] of Object.entries(item)) if (other !== name) setProperty(whole, other, own);
  return whole;
};
