/** Properties with the number of items below their item: `taskCount` of a project. An index has the number, so it costs the same for any. */

import { getProperty, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { sizeOf } from '../primitives/sorted-map.ts';
import type { ItemCount } from '../service/binding.ts';
import { type Collection, findItem, type Item, indexText, itemsWith, parentIndex } from './collection.ts';
import { joinParents, splitKey } from './item-key.ts';

/** The key of the item to which an item belongs; undefined if there is none, and if the item does not exist. */
export const ownerOf = ({ by }: ItemCount, counted: Collection, key: string): string | undefined => {
  const item = findItem(counted, key);
  if (item === undefined) return undefined;
  if (by !== undefined) return indexText(getProperty(item.value, by));
  const { parents } = splitKey(counted.spec, key);
  // The key of an item without parents is its id as it is.
  return parents.length === 1 ? parents[0] : joinParents(parents);
};

/** The item with the number of items that belong to it. The item itself if it has this number. */
export const withCount = (
  { property, by }: ItemCount,
  counted: Collection,
  { key, value }: Pick<Item, 'key' | 'value'>,
): JsonObject => {
  const text = by === undefined && counted.spec.parents.length === 1 ? joinParents([key]) : key;
  const count = sizeOf(itemsWith(counted, by ?? parentIndex, text));
  if (getProperty(value, property) === count) return value;
  const counting: Record<string, Json> = { ...value };
  setProperty(counting, property, count);
  return counting;
};
