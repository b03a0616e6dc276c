/**
 * Collections: immutable values that share structure. What is changed answers a new one; a copy of one is a reference.
 */
import { getMember, type Json, type JsonObject } from './json.ts';
import type { Check, CollectionSpec, Problem } from './service.ts';
import { deleteFrom, emptySortedMap, getFrom, type SortedMap, setIn, sortedMapFrom } from './sorted-map.ts';

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
}

export const createMemo = (): ItemMemo => ({
  text: undefined,
  byteLength: 0,
  problems: noProblems,
  checkedBy: undefined,
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
}

/** The item's id as text; undefined when it has none. */
export const keyOf = (spec: CollectionSpec, value: JsonObject): string | undefined => {
  const id = getMember(value, spec.idProperty);
  return id === undefined || id === null || typeof id === 'object' ? undefined : String(id);
};

/**
 * A collection that holds these items, in this order; each has an id, no two the same. O(n log n). `highestUsed` is the
 * highest integer id of items that are no longer there.
 */
export const createCollection = (spec: CollectionSpec, values: readonly JsonObject[], highestUsed = 0n): Collection => {
  const items = values.map(
    (value, order): Item => ({ key: keyOf(spec, value) as string, order, value, memo: createMemo() }),
  );
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
    indexes: new Map(spec.indexed.map((property) => [property, createIndex(items, property)])),
    highestId: items.reduce(
      (highest, item) => higher(highest, spec, item.value),
      textIds(spec, items.length, highestUsed),
    ),
    lowestFreeId: 1,
    nextOrder: items.length,
  };
};

/**
 * What a collection can hold: items with an id of their own. A checked scenario has no others; after a document changed
 * under it, the rest must still serve.
 */
export const uniqueItems = (spec: CollectionSpec, values: readonly JsonObject[]): readonly JsonObject[] => {
  const keys = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(spec, value);
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

const indexOf = (collection: Collection, property: string): SortedMap<string, SortedMap<number, Item>> => {
  const index = collection.indexes.get(property);
  if (index === undefined) throw new Error(`"${property}" of "${collection.spec.name}" is not indexed`);
  return index;
};

/** The next id: after the highest ever used, or the lowest free one where that would leave the safe integers. */
export const nextIntegerId = (collection: Collection): number => {
  const next = collection.highestId + 1n;
  return next <= highestSafeId ? Number(next) : lowestFree(collection.orders, collection.lowestFreeId);
};

const highestSafeId = BigInt(Number.MAX_SAFE_INTEGER);

const lowestFree = (orders: Collection['orders'], from: number): number => {
  let free = from;
  while (getFrom(orders, String(free)) !== undefined) free++;
  return free;
};

/** How a value is found in an index: every scalar by its text, so that 7 and "7" meet. */
export const indexText = (value: Json | undefined): string | undefined =>
  value === undefined || (typeof value === 'object' && value !== null) ? undefined : String(value);

const createIndex = (items: readonly Item[], property: string): SortedMap<string, SortedMap<number, Item>> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const text = indexText(getMember(item.value, property));
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

const higher = (highest: bigint, spec: CollectionSpec, value: JsonObject): bigint => {
  if (spec.idType === 'string') return highest;
  const id = getMember(value, spec.idProperty);
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
  const highestId = higher(collection.highestId, spec, value) + added;
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
  for (const [property, index] of indexes) {
    const from = before && indexText(getMember(before.value, property));
    const to = after && indexText(getMember(after.value, property));
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
