/** Properties with the number of items below their item (`taskCount` of a project), which an index has, or with these items (`tasks`). */

import { equalsJson, getProperty, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { type SortedMap, sizeOf, valuesOf } from '../primitives/sorted-map.ts';
import type { CollectionSpec, ItemCount } from '../service/collection-facts.ts';
import {
  type Collection,
  countedIndex,
  findItem,
  hasStated,
  type Item,
  indexText,
  itemsWith,
  type KeyedItem,
} from './collection.ts';
import { idText, joinKey, joinParents, splitKey, withParents } from './item-key.ts';
import { writeOnce } from './item-memo.ts';

/** The key of the item that counts an item; undefined if there is none, and if the item does not exist. */
export const ownerOf = ({ by, where }: ItemCount, counted: Collection, key: string): string | undefined => {
  const item = findItem(counted, key);
  if (item === undefined || !hasStated(where, item.value)) return undefined;
  if (by !== undefined) return indexText(getProperty(item.value, by));
  const { parents } = splitKey(counted.spec, key);
  // The key of an item without parents is its id as it is.
  return parents.length === 1 ? parents[0] : joinParents(parents);
};

/** The bytes of the items that an item shows, unless a client sent more: each change of one of them writes all of them. */
const maxShownBytes = 262_144;

/** The item with the number of items that belong to it, these items, or the last one. The parts of a number together are not above it. */
export const withCount = (found: ItemCount, counted: Collection, { key, value }: KeyedItem): JsonObject => {
  const { property, by, isList, isLast, isPlaced, isShallow, averaged, parts = [] } = found;
  const own = isShallow ? decodeURIComponent(key.slice(key.lastIndexOf(',') + 1)) : key;
  const text = by === undefined && counted.spec.parents.length === 1 ? joinParents([own]) : own;
  const items = itemsWith(counted, countedIndex(found), text);
  const [last] = isLast ? valuesOf(items, Math.max(sizeOf(items) - 1, 0)) : [];
  const before = getProperty(value, property);
  const least = isPlaced && Array.isArray(before) ? before.length : 0;
  const shown = isList ? shownOf(valuesOf(items), least) : isLast ? (last?.value ?? null) : sizeOf(items);
  const count = averaged === undefined ? shown : averageOf(items, averaged);
  if (count === null && isLast === 'absent') {
    const { [property]: gone, ...rest } = value;
    return gone === undefined ? value : rest;
  }
  const isSame = before === count || (before !== undefined && equalsJson(before, count));
  let left = Number(count);
  const lowered = parts.flatMap((name): readonly (readonly [string, Json])[] => {
    const [part, most] = [Number(getProperty(value, name) ?? 0), left];
    left -= Math.min(part, most);
    return part > most ? [[name, most]] : [];
  });
  if (isSame && lowered.length === 0) return value;
  return { ...value, [property]: count, ...Object.fromEntries(lowered) };
};

const averageOf = (items: SortedMap<number, Item>, { property, none }: NonNullable<ItemCount['averaged']>): Json => {
  let sum = 0;
  for (const { value } of valuesOf(items)) sum += Number(getProperty(value, property) ?? 0);
  const size = sizeOf(items);
  return size > 0 ? Math.round((sum / size) * 100) / 100 : none;
};

const shownOf = (items: Iterable<Item>, least: number): readonly Json[] => {
  const shown: Json[] = [];
  let left = maxShownBytes;
  for (const { memo, value } of items) {
    left -= writeOnce(memo, value).byteLength;
    if (left < 0 && shown.length >= least) break;
    shown.push(value);
  }
  return shown;
};

/** The items below an item that its list has, each with its key; undefined: the list has something else. */
export const listedBelow = (
  { property, isPlaced }: ItemCount,
  owner: CollectionSpec,
  below: CollectionSpec,
  { key, value }: KeyedItem,
): readonly KeyedItem[] | undefined => {
  const list = isPlaced ? getProperty(value, property) : undefined;
  const parents = parentsBelow(owner, below, key);
  const found = (Array.isArray(list) ? (list as readonly Json[]) : [null]).flatMap((one) => {
    const id = isJsonObject(one) ? idText(getProperty(one, below.idProperty as string)) : undefined;
    return id === undefined
      ? []
      : [{ key: joinKey(below, { parents, id }), value: withParents(below, parents, one as JsonObject) }];
  });
  return Array.isArray(list) && found.length === list.length ? found : undefined;
};

/** The ids of the parents of what is below an item. */
export const parentsBelow = (owner: CollectionSpec, below: CollectionSpec, key: string): readonly string[] => {
  const { parents, id } = splitKey(owner, key);
  return [...parents, id as string].slice(-below.parents.length);
};
