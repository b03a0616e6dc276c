/** Item keys: the ids of an item and its parents. Scenarios and the control API have parents in `$parent`, and an id that is no property in `$id`. */

import { encodePercent } from '../http/http.ts';
import {
  filterProperties,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  valueAt,
} from '../primitives/json.ts';
import type { CollectionSpec, ItemAddress, Parent } from '../service/collection-facts.ts';

/** Ids as texts: 7 and "7" name the same item. */
interface KeyParts {
  /** Outermost first. */
  readonly parents: readonly string[];
  /** A singleton has none. */
  readonly id: string | undefined;
}

/** The key of the item of a singleton without parents. */
const selfKey = 'self';

/** The part of a key that stands for every parent. */
export const anyParent = '*';

/** Whether no collection holds the parents. Then any parent exists. */
export const hasAnyParent = ({
  parents,
  parentCollection,
}: Pick<CollectionSpec, 'parentCollection'> & { readonly parents: readonly unknown[] }): boolean =>
  parents.length > 0 && parentCollection === undefined;

/** Whether a collection is a singleton that is present under every parent, until it is deleted there. */
export const isSingleAnywhere = (spec: CollectionSpec): boolean => isSingle(spec) && hasAnyParent(spec);

const isSingle = ({ kind }: CollectionSpec) => kind === 'singleton';

/** The parents' ids and the item's own, percent-encoded and joined by `,`; without parents, the id itself. */
export const joinKey = (spec: CollectionSpec, { parents, id }: KeyParts): string => {
  if (parents.length === 0) return isSingle(spec) ? selfKey : (id as string);
  return [...parents, ...(isSingle(spec) ? [] : [id as string])].map(encodePercent).join(',');
};

export const splitKey = (spec: CollectionSpec, key: string): KeyParts => {
  if (spec.parents.length === 0) return { parents: [], id: isSingle(spec) ? undefined : key };
  const parts = key.split(',').map(decodeURIComponent);
  return { parents: parts.slice(0, spec.parents.length), id: parts[spec.parents.length] };
};

/** Whether a text is a key as {@link joinKey} writes it. */
export const isKeyOf = (spec: CollectionSpec, text: string): boolean => {
  try {
    return joinKey(spec, splitKey(spec, text)) === text;
  } catch {
    // Its percent-encoding is invalid.
    return false;
  }
};

/** The parents' ids of a key, joined as in the key; empty if there are none. */
export const parentKeyOf = (spec: CollectionSpec, key: string): string => joinParents(splitKey(spec, key).parents);

export const joinParents = (parents: readonly string[]): string => parents.map(encodePercent).join(',');

/** An id as a text that can be part of a path; undefined if the value is not a scalar. */
export const idText = (id: Json | undefined): string | undefined =>
  id === undefined || typeof id === 'object' ? undefined : String(id).toWellFormed();

/** Reads an item in the format of `data` and the control API. Its key is missing if its id or that of a parent is. */
export const fromData = (
  spec: CollectionSpec,
  data: JsonObject,
): { readonly key: string | undefined; readonly value: JsonObject } => {
  const parents = parentsOf(spec, data);
  const value = withParents(spec, parents ?? [], withoutDollarNames(spec, data));
  const id = idText(spec.idProperty === undefined ? getProperty(data, '$id') : getProperty(value, spec.idProperty));
  const isKnown = parents !== undefined && (isSingle(spec) || id !== undefined);
  return { key: isKnown ? joinKey(spec, { parents, id }) : undefined, value };
};

/** Writes an item in the format of `data` and the control API. */
export const toData = (spec: CollectionSpec, key: string, value: JsonObject): JsonObject => {
  if (spec.parents.length === 0 && (spec.idProperty !== undefined || isSingle(spec))) return value;
  const { parents, id } = splitKey(spec, key);
  const named = spec.parents.map((parent, index) => [parent.name, parentId(parent, parents[index] as string)]);
  const own = parents.length > 0 && { $parent: Object.fromEntries(named) };
  // A property of the document may have the name `$parent` too.
  return { ...own, ...(spec.idProperty === undefined && id !== undefined && { $id: id }), ...value, ...own };
};

export const withParents = (spec: CollectionSpec, parents: readonly string[], value: JsonObject): JsonObject => {
  let named = value;
  for (const [index, text] of parents.entries()) {
    const parent = spec.parents[index] as Parent;
    const { property } = parent;
    if (text === anyParent) continue;
    const id = parentId(parent, text);
    if (property === undefined || getMember(value, property) === id) continue;
    named = setAt(named, spec.properties.has(property) ? [property] : property.split('.'), id) as JsonObject;
  }
  return named === value ? value : withJoined(spec, named);
};

/** Joins what the item says of its owner and its name. */
export const withJoined = ({ joined }: CollectionSpec, value: JsonObject): JsonObject => {
  const texts = joined?.from.map((path) => getMember(value, path)) ?? [''];
  return texts.every((text) => text) ? { ...value, [joined?.property as string]: texts.join('/') } : value;
};

/** The id of an item in the type of its property. A text that is not an integer is kept. */
export const typedId = ({ idType }: Pick<CollectionSpec, 'idType'>, text: string): Json =>
  parentId({ type: idType === 'integer' ? 'integer' : 'string' }, text);

/** A parent's id in the type of the item's property. */
export const parentId = ({ type }: Pick<Parent, 'type'>, text: string): Json => {
  if (type !== 'integer' || !/^(0|-?[1-9]\d{0,39})$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
};

/** Removes `$parent` and `$id` where they have a meaning: other items may have properties of these names. */
const withoutDollarNames = (spec: CollectionSpec, data: JsonObject): JsonObject => {
  const isDollarName = (name: string) =>
    (name === '$parent' && spec.parents.length > 0) ||
    (name === '$id' && spec.idProperty === undefined && !isSingle(spec));
  return Object.keys(data).some(isDollarName) ? filterProperties(data, (name) => !isDollarName(name)) : data;
};

/** The parents' ids from `$parent` or the item's own properties; any, if it names none and no collection holds them. Undefined if one is missing. */
export const parentsOf = (spec: CollectionSpec, data: JsonObject): readonly string[] | undefined => {
  const named = getProperty(data, '$parent');
  const found = spec.parents.map(
    ({ name, property }) =>
      idText(isJsonObject(named) ? getProperty(named, name) : undefined) ??
      (property === undefined ? undefined : idText(getProperty(data, property))),
  );
  if (found.every((text) => text !== undefined)) return found;
  const isUnnamed = named === undefined && found.every((text) => text === undefined);
  return isUnnamed && hasAnyParent(spec) ? spec.parents.map(() => anyParent) : undefined;
};

/** Sets those that `given` does not have to the path of the item with this key. */
export const withAddresses = (
  spec: CollectionSpec,
  key: string,
  value: JsonObject,
  given: JsonObject = value,
): JsonObject => {
  if (spec.addresses.length === 0) return value;
  const { parents, id } = splitKey(spec, key);
  const ids = [...parents, id];
  let result = value;
  for (const { property, inner = [], parts } of spec.addresses) {
    // Deeper ones are those of what an item has already, and nobody sends them.
    const isDeep = inner.length > 2;
    const around = isDeep ? valueAt(value, [property, ...inner.slice(0, -1)]) : undefined;
    if (isDeep ? around === undefined : Object.hasOwn(given, property)) continue;
    const isKnown = parts.every((part) => typeof part === 'string' || (ids[part] ?? anyParent) !== anyParent);
    if (!isKnown) continue;
    const address = addressWith(parts, ids);
    const whole = inner.length > 0 ? (getProperty(result, property) ?? {}) : null;
    result = { ...result, [property]: setAt(whole, inner, address) };
  }
  return result;
};

export const addressWith = (parts: ItemAddress['parts'], ids: readonly (string | undefined)[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : encodePercent(ids[part] as string))).join('');
