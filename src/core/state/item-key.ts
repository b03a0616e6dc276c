/**
 * How an item is known: by its own id, and where it is inside of others, by theirs too. A world knows it by one key; a
 * scenario and the control API name its parents under `$parent`, and an id that is no member of it as `$id`.
 */

import { encodePercent } from '../http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import type { CollectionSpec, Parent } from '../service/binding.ts';

/** Ids as texts: 7 and "7" name the same item. */
export interface KeyParts {
  /** Outermost first. */
  readonly parents: readonly string[];
  /** Undefined for a singleton. */
  readonly id: string | undefined;
}

/** The key of the one item of a singleton that stands alone. */
const selfKey = 'self';

const isSingle = ({ kind }: CollectionSpec): boolean => kind === 'singleton';

/** The parents' ids and its own, percent-encoded and joined by `,`; alone, an id is its own key. */
export const joinKey = (spec: CollectionSpec, { parents, id }: KeyParts): string => {
  if (parents.length === 0) return isSingle(spec) ? selfKey : (id as string);
  return [...parents, ...(isSingle(spec) ? [] : [id as string])].map(encodePercent).join(',');
};

export const splitKey = (spec: CollectionSpec, key: string): KeyParts => {
  if (spec.parents.length === 0) return { parents: [], id: isSingle(spec) ? undefined : key };
  const parts = key.split(',').map(decodeURIComponent);
  const parents = parts.slice(0, spec.parents.length);
  return { parents, id: isSingle(spec) ? undefined : (parts[spec.parents.length] as string) };
};

/** The scope that a key lies in: its parents' ids, joined as in the key; empty where there are none. */
export const scopeOf = (spec: CollectionSpec, key: string): string => joinScope(splitKey(spec, key).parents);

export const joinScope = (parents: readonly string[]): string => parents.map(encodePercent).join(',');

/** An id as text, as a path can name it; undefined for what cannot be one. */
export const idText = (id: Json | undefined): string | undefined =>
  id === undefined || id === null || typeof id === 'object' ? undefined : String(id).toWellFormed();

/** An item as a world keeps it. */
export interface KeyedValue {
  /** Undefined where the id, or a parent's, is missing. */
  readonly key: string | undefined;
  readonly value: JsonObject;
}

/** Reads an item as `data` and the control API give it. */
export const fromData = (spec: CollectionSpec, data: JsonObject): KeyedValue => {
  const parents = parentsOf(spec, data);
  const value = withParents(spec, parents ?? [], withoutOwnNames(spec, data));
  const id = isSingle(spec)
    ? undefined
    : idText(spec.idProperty === undefined ? getProperty(data, '$id') : getProperty(value, spec.idProperty));
  const isKnown = parents !== undefined && (isSingle(spec) || id !== undefined);
  return { key: isKnown ? joinKey(spec, { parents, id }) : undefined, value };
};

/** Writes an item as `data` and the control API show it. */
export const toData = (spec: CollectionSpec, key: string, value: JsonObject): JsonObject => {
  if (spec.parents.length === 0 && (spec.idProperty !== undefined || isSingle(spec))) return value;
  const { parents, id } = splitKey(spec, key);
  const data: Record<string, Json> = {};
  if (parents.length > 0) {
    const named: Record<string, Json> = {};
    for (const [at, parent] of spec.parents.entries())
      setProperty(named, parent.name, parentId(parent, parents[at] as string));
    data.$parent = named;
  }
  if (spec.idProperty === undefined && id !== undefined) data.$id = id;
  for (const name of Object.keys(value)) setProperty(data, name, value[name] as Json);
  return data;
};

/** The item with the members that name its parents saying these. */
export const withParents = (spec: CollectionSpec, parents: readonly string[], value: JsonObject): JsonObject => {
  let named: Record<string, Json> | undefined;
  for (const [at, text] of parents.entries()) {
    const parent = spec.parents[at] as Parent;
    const { property } = parent;
    const id = parentId(parent, text);
    if (property === undefined || getProperty(value, property) === id) continue;
    named ??= { ...value };
    setProperty(named, property, id);
  }
  return named ?? value;
};

/** A parent's id as the item's own member says it. */
export const parentId = ({ type }: Pick<Parent, 'type'>, text: string): Json => {
  if (type !== 'integer' || !/^(0|-?[1-9]\d{0,39})$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
};

/** Only where they mean something: an item that stands alone may have a member of such a name. */
const withoutOwnNames = (spec: CollectionSpec, data: JsonObject): JsonObject => {
  const names = [
    ...(spec.parents.length > 0 ? ['$parent'] : []),
    ...(spec.idProperty === undefined && !isSingle(spec) ? ['$id'] : []),
  ].filter((name) => Object.hasOwn(data, name));
  if (names.length === 0) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
};

/** From `$parent`, else from the item's own members; undefined where one is missing. */
export const parentsOf = (spec: CollectionSpec, data: JsonObject): readonly string[] | undefined => {
  const named = getProperty(data, '$parent');
  const found: string[] = [];
  for (const { name, property } of spec.parents) {
    const text =
      idText(isJsonObject(named) ? getProperty(named, name) : undefined) ??
      (property === undefined ? undefined : idText(getProperty(data, property)));
    if (text === undefined) return undefined;
    found.push(text);
  }
  return found;
};
