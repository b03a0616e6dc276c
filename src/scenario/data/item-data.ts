/** Items as `data` and the control API give them, made ready to be held: where each is, and what says so in it. */

import { getMember, isJsonObject, type Json, type JsonObject, setMember } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { idText, parentId } from '../../core/state/item-key.ts';

/** The ids of an item's parents as texts, outermost first; empty where it stands alone. */
export type Scope = readonly string[];

/** Ready to be held: the members that name parents are there, and where no member is the id, the hidden one is. */
export const placeItems = (spec: CollectionSpec, items: readonly JsonObject[]): readonly JsonObject[] =>
  withHiddenIds(
    spec,
    items.map((item) => withParentMembers(spec, item)),
  );

/** What `$parent` says, an item's own members say too; what they say already is left as it is. */
export const withParentMembers = (spec: CollectionSpec, item: JsonObject): JsonObject => {
  const named = spec.parents.length === 0 ? undefined : getMember(item, '$parent');
  if (!isJsonObject(named)) return item;
  let whole: Record<string, Json> | undefined;
  for (const parent of spec.parents) {
    const text = idText(getMember(named, parent.name));
    if (parent.property === undefined || text === undefined || getMember(item, parent.property) !== undefined) continue;
    whole ??= { ...item };
    setMember(whole, parent.property, parentId(parent, text));
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
    setMember(named, parent.name, id);
    if (parent.property !== undefined) setMember(item, parent.property, id);
  }
  return item;
};

/** Counted, as far as the ids are free; what has an id of its own keeps it. */
const withHiddenIds = (spec: CollectionSpec, items: readonly JsonObject[]): readonly JsonObject[] => {
  if (!hasHiddenIds(spec)) return items;
  const used = new Set(items.map((item) => idText(getMember(item, '$id'))));
  let next = 0;
  return items.map((item) => {
    if (idText(getMember(item, '$id')) !== undefined) return item;
    do next++;
    while (used.has(String(next)));
    return { ...item, $id: String(next) };
  });
};

/** Whether its items are known by an id that is no member of theirs. */
export const hasHiddenIds = ({ kind, idProperty }: CollectionSpec): boolean =>
  kind === 'list' && idProperty === undefined;

/** Where an item's id stands; undefined for a singleton, which has none. */
export const idMemberOf = (spec: CollectionSpec): string | undefined =>
  spec.kind === 'singleton' ? undefined : (spec.idProperty ?? '$id');

/** The id that a text stands for; a text that is no integer stays one, for the check to find. */
export const typedId = ({ idType, idProperty }: CollectionSpec, text: string): Json =>
  idProperty === undefined ? text : parentId({ type: idType }, text);

/** The member comes first, whether it was there or not. */
export const withFirst = (name: string, value: Json, item: JsonObject): JsonObject => {
  const whole: Record<string, Json> = {};
  setMember(whole, name, value);
  for (const [other, own] of Object.entries(item)) if (other !== name) setMember(whole, other, own);
  return whole;
};
