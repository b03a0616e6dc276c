/**
 * Collections: immutable values that share structure. What is changed answers a new one; a copy of one is a reference.
 */

import { getProperty, type Json, type JsonObject } from '../primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  rankOf,
  type SortedMap,
  setIn,
  sortedMapFrom,
  valuesOf,
} from '../primitives/sorted-map.ts';
import type { CollectionSpec, Projection } from '../service/binding.ts';
import type { Check, Problem } from '../service/check.ts';
import { fromData, joinKey, parentId, parentsOf, scopeOf, splitKey } from './item-key.ts';

export interface Item {
  /** The id as text: 7 and "7" name the same item. */
  readonly key: string;
  /** Its place in creation order. */
  readonly order: number;
  readonly value: JsonObject;
  /** What was found out about the value when it was first shown. It follows from the value: a memo, no state. */
  readonly memo: ItemMemo;
}

export interface ItemMemo {
  /** The JSON text. */
  text: string | undefined;
  /** Of the text, in UTF-8. */
  byteLength: number;
  /** What `checkedBy` found. */
  problems: readonly Problem[];
  checkedBy: Check | undefined;
  /** What operations that show another schema of it show. */
  projected: WeakMap<Projection, Projected> | undefined;
}

/** What is shown of an item under a projection. */
export interface Projected {
  readonly value: Json;
  readonly memo: ItemMemo;
  /** Of what was generated for it: another world may share the item and not the seed. */
  readonly seed: number;
  readonly now: number;
}

export const createMemo = (): ItemMemo => ({
  text: undefined,
  byteLength: 0,
  problems: noProblems,
  checkedBy: undefined,
  projected: undefined,
});

const noProblems: readonly Problem[] = [];

export interface Collection {
  readonly spec: CollectionSpec;
  readonly items: SortedMap<number, Item>;
  readonly orders: SortedMap<string, number>;
  /** For each indexed property, for each value (as text), the items that have it. */
  readonly indexes: ReadonlyMap<string, SortedMap<string, SortedMap<number, Item>>>;
  /** The highest integer id ever used, 0 before the first; where ids are texts, how many items there ever were. */
  readonly highestId: bigint;
  /** No integer id below it is free; only looked at once `highestId` leaves the safe integers. */
  readonly lowestFreeId: number;
  /** The order that the next new item gets. */
  readonly nextOrder: number;
  /** Of items that were listed in other orders: those, by what they are sorted by. A memo, as that of an item. */
  readonly sorted: WeakMap<SortedMap<number, Item>, Map<string, readonly Item[]>>;
}

/** The index by scope: of each scope the items that lie in it. Kept where a collection has parents. */
export const scopeIndex = '$parent';

/**
 * A collection that holds these items, in this order, as `data` and the control API give them; no two have the same key,
 * and each names its parents.
 * O(n log n). `highestUsed` is the highest integer id of items that are no longer there.
 */
export const createCollection = (spec: CollectionSpec, values: readonly JsonObject[], highestUsed = 0n): Collection => {
  const found = values.map((data) => fromData(spec, data));
  const taken = new Set(found.map(({ key }) => key));
  const items = found.map(({ key, value }, order): Item => {
    const hidden = (): string =>
      hiddenKey(spec, parentsOf(spec, values[order] as JsonObject) as readonly string[], order, values.length, taken);
    return { key: key ?? hidden(), order, value, memo: createMemo() };
  });
  const byKey = items.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return {
    spec,
    items: sortedMapFrom(
      items.map((item) => item.order),
      items,
    ),
    orders: sortedMapFrom(
      byKey.map((item) => item.key),
      byKey.map((item) => item.order),
    ),
    indexes: new Map(indexesOf(spec).map((property) => [property, createIndex(spec, items, property)])),
    highestId: items.reduce((highest, item) => higher(highest, spec, item), textIds(spec, items.length, highestUsed)),
    lowestFreeId: 1,
    nextOrder: items.length,
    sorted: new WeakMap(),
  };
};

const indexesOf = ({ indexed, parents }: CollectionSpec): readonly string[] =>
  parents.length > 0 ? [...indexed, scopeIndex] : indexed;

/** Items without an id of their own are counted; in steps of all that there are past the ids that others have. */
const hiddenKey = (
  spec: CollectionSpec,
  parents: readonly string[],
  order: number,
  count: number,
  taken: ReadonlySet<string | undefined>,
): string => {
  let id = order + 1;
  const keyOf = (): string => joinKey(spec, { parents, id: String(id) });
  while (taken.has(keyOf())) id += count;
  return keyOf();
};

/**
 * What a collection can hold: items with an id of their own. A checked scenario has no others; after a document changed
 * under it, the rest must still serve.
 */
export const uniqueItems = (spec: CollectionSpec, values: readonly JsonObject[]): readonly JsonObject[] => {
  const keys = new Set<string>();
  return values.filter((data) => {
    const { key } = fromData(spec, data);
    if (key === undefined || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
};

export const findItem = (collection: Collection, key: string): Item | undefined => {
  const order = getFrom(collection.orders, key);
  return order === undefined ? undefined : getFrom(collection.items, order);
};

/** The items whose property has this value (compared as text), in creation order; the property must be indexed. */
export const itemsWith = (collection: Collection, property: string, text: string): SortedMap<number, Item> =>
  getFrom(indexOf(collection, property), text) ?? emptySortedMap();

/** The items that lie in this scope or in one inside it. */
export function* itemsInside(collection: Collection, scope: string): Generator<Item> {
  const index = indexOf(collection, scopeIndex);
  yield* valuesOf(itemsWith(collection, scopeIndex, scope));
  for (const group of valuesOf(index, rankOf(index, `${scope},`))) {
    for (const item of valuesOf(group)) {
      if (!scopeOf(collection.spec, item.key).startsWith(`${scope},`)) return;
      yield item;
    }
  }
}

const indexOf = (collection: Collection, property: string): SortedMap<string, SortedMap<number, Item>> => {
  const index = collection.indexes.get(property);
  if (index === undefined) throw new Error(`"${property}" of "${collection.spec.name}" is not indexed`);
  return index;
};

/**
 * The next id: after the highest ever used in any scope, or the lowest free one of this scope where that would leave the
 * safe integers.
 */
export const nextIntegerId = (collection: Collection, parents: readonly string[] = []): number => {
  const next = collection.highestId + 1n;
  if (next <= highestSafeId) return Number(next);
  if (parents.length === 0) return lowestFree(collection.orders, collection.lowestFreeId);
  let free = 1;
  while (findItem(collection, joinKey(collection.spec, { parents, id: String(free) })) !== undefined) free++;
  return free;
};

const highestSafeId = BigInt(Number.MAX_SAFE_INTEGER);

const lowestFree = (orders: Collection['orders'], from: number): number => {
  let free = from;
  while (getFrom(orders, String(free)) !== undefined) free++;
  return free;
};

/** What an index finds an item by. */
const indexTextOf = (spec: CollectionSpec, key: string, value: JsonObject, property: string): string | undefined =>
  property === scopeIndex ? scopeOf(spec, key) : indexText(getProperty(value, property));

/** How a value is found in an index: every scalar by its text, so that 7 and "7" meet. */
export const indexText = (value: Json | undefined): string | undefined =>
  value === undefined || (typeof value === 'object' && value !== null) ? undefined : String(value);

const createIndex = (
  spec: CollectionSpec,
  items: readonly Item[],
  property: string,
): SortedMap<string, SortedMap<number, Item>> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const text = indexTextOf(spec, item.key, item.value, property);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [item]);
    else group.push(item);
  }
  const texts = [...groups.keys()].sort();
  return sortedMapFrom(
    texts,
    texts.map((text) => {
      const group = groups.get(text) as Item[];
      return sortedMapFrom(
        group.map((item) => item.order),
        group,
      );
    }),
  );
};

const textIds = (spec: CollectionSpec, count: number, highestUsed: bigint): bigint =>
  spec.idType === 'string' && BigInt(count) > highestUsed ? BigInt(count) : highestUsed;

const higher = (highest: bigint, spec: CollectionSpec, { key, value }: Pick<Item, 'key' | 'value'>): bigint => {
  if (spec.idType === 'string' || spec.kind === 'singleton') return highest;
  const id =
    spec.idProperty === undefined
      ? parentId({ type: 'integer' }, splitKey(spec, key).id as string)
      : getProperty(value, spec.idProperty);
  if (typeof id !== 'bigint' && !Number.isSafeInteger(id)) return highest;
  const used = BigInt(id as number | bigint);
  return used > highest ? used : highest;
};

/** Adds the item at the end, or replaces the one with its key in its place. */
export const putItem = (collection: Collection, key: string, value: JsonObject, memo = createMemo()): Collection => {
  const before = findItem(collection, key);
  const item: Item = { key, order: before?.order ?? collection.nextOrder, value, memo };
  const { spec } = collection;
  const added = before === undefined && spec.idType === 'string' ? 1n : 0n;
  const highestId = higher(collection.highestId, spec, item) + added;
  const orders = before === undefined ? setIn(collection.orders, key, item.order) : collection.orders;
  return {
    spec,
    items: setIn(collection.items, item.order, item),
    orders,
    indexes: reindex(collection, before, item),
    highestId,
    // Moved on with each addition, so that looking for a free id does not begin anew each time.
    lowestFreeId: highestId < highestSafeId ? 1 : lowestFree(orders, collection.lowestFreeId),
    nextOrder: before === undefined ? item.order + 1 : collection.nextOrder,
    sorted: collection.sorted,
  };
};

export const deleteItem = (collection: Collection, key: string): Collection => {
  const before = findItem(collection, key);
  if (before === undefined) return collection;
  const id = Number(key);
  return {
    ...collection,
    items: deleteFrom(collection.items, before.order),
    orders: deleteFrom(collection.orders, key),
    indexes: reindex(collection, before, undefined),
    lowestFreeId: id >= 1 && id < collection.lowestFreeId ? id : collection.lowestFreeId,
  };
};

const reindex = (collection: Collection, before: Item | undefined, after: Item | undefined): Collection['indexes'] => {
  if (collection.indexes.size === 0) return collection.indexes;
  const indexes = new Map(collection.indexes);
  const { spec } = collection;
  for (const [property, index] of indexes) {
    const from = before && indexTextOf(spec, before.key, before.value, property);
    const to = after && indexTextOf(spec, after.key, after.value, property);
    let changed = index;
    if (before !== undefined && from !== undefined && from !== to) {
      const group = deleteFrom(getFrom(changed, from) as SortedMap<number, Item>, before.order);
      changed = group.root === undefined ? deleteFrom(changed, from) : setIn(changed, from, group);
    }
    if (after !== undefined && to !== undefined) {
      changed = setIn(changed, to, setIn(getFrom(changed, to) ?? emptySortedMap<number, Item>(), after.order, after));
    }
    indexes.set(property, changed);
  }
  return indexes;
};
