/** Collections: immutable values that share structure. A change returns a new collection; a copy is a reference. */

import { getMember, getProperty, type Json, type JsonObject } from '../primitives/json.ts';
import { getOrInsert } from '../primitives/lazy.ts';
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
import type { CollectionSpec, ItemCount, StatedValue } from '../service/collection-facts.ts';
import { withTag } from './entity-tag.ts';
import {
  fromData,
  isKeyOf,
  isSingleAnywhere,
  joinKey,
  parentId,
  parentKeyOf,
  parentsOf,
  splitKey,
} from './item-key.ts';
import { createMemo, type ItemMemo } from './item-memo.ts';

export interface Item {
  /** The id as text: 7 and "7" name the same item. */
  readonly key: string;
  /** Its position in creation order. */
  readonly order: number;
  readonly value: JsonObject;
  /** Which change of the collection made it so. Undefined: it is as at the start. */
  readonly version?: number | undefined;
  /** Cached results that are derived from the value; not part of the state. */
  readonly memo: ItemMemo;
  /** Its JSON text, where it was shown. */
  readonly text?: string | undefined;
}

export type KeyedItem = Pick<Item, 'key' | 'value'>;

/** Creates the memo when it is first used: most of many items are never shown. */
class StoredItem implements Item {
  readonly key: string;
  readonly order: number;
  readonly value: JsonObject;
  readonly version: number | undefined;
  #memo: ItemMemo | undefined;

  constructor({ key, order, value, version }: Omit<Item, 'memo'>) {
    this.key = key;
    this.order = order;
    this.value = value;
    this.version = version;
  }

  get memo(): ItemMemo {
    this.#memo ??= createMemo();
    return this.#memo;
  }

  get text(): string | undefined {
    return this.#memo?.text;
  }
}

export interface Collection {
  readonly spec: CollectionSpec;
  readonly items: SortedMap<number, Item>;
  readonly orders: SortedMap<string, number>;
  /** For each indexed property and each of its values (as text), the items with that value. */
  readonly indexes: ReadonlyMap<string, SortedMap<string, SortedMap<number, Item>>>;
  /** The highest integer id ever used, 0 at first; for text ids, the number of items that ever existed. */
  readonly highestId: bigint;
  /** No integer id below it is free. Only used if `highestId` is not a safe integer. */
  readonly lowestFreeId: number;
  readonly nextOrder: number;
  readonly nextVersion: number;
  /** The keys of items with documented ids, as long as nobody changes them: the example of a creation replaces such an item. */
  readonly replaceable: ReadonlySet<string>;
  /** The keys of deleted singletons under parents that no collection holds. All others are present, stored or not. */
  readonly deleted: SortedMap<string, string>;
  /** A cache of sorted lists; not part of the state. A changed collection begins with the lists that it was changed from. */
  readonly sorted: { lists: ReadonlyMap<string, SortedList> };
}

export interface SortedList {
  /** The items that were sorted: those of the collection at that time, or of one index. `items` may be some of them. */
  readonly source: SortedMap<number, Item>;
  readonly items: readonly Item[];
}

/** The name of the index by parents. It exists if the collection has parents. */
export const parentIndex = '$parent';

/** A collection with these items, in the format of `data`, with unique keys and parents. `highestUsed`: the highest id of deleted items. O(n log n). */
export const createCollection = (
  spec: CollectionSpec,
  values: readonly JsonObject[],
  highestUsed = BigInt((spec.firstId ?? 1) - 1),
  replaceable: Collection['replaceable'] = noKeys,
  version = 0,
): Collection => {
  const keyedValues = values.map((data) => fromData(spec, data));
  const usedKeys = new Set(keyedValues.map(({ key }) => key));
  const items = keyedValues.map(({ key, value }, order): Item => {
    const own = key ?? hiddenKey(spec, values, order, usedKeys);
    return new StoredItem({ key: own, order, value: withTag(spec, own, value, version), version });
  });
  return collectionOf(spec, items, {
    highestId: items.reduce((highest, item) => higherId(highest, spec, item), textIds(spec, items.length, highestUsed)),
    lowestFreeId: 1,
    nextOrder: items.length,
    nextVersion: version + 1,
    replaceable,
    deleted: emptySortedMap(),
  });
};

const noKeys: ReadonlySet<string> = new Set();

/** The ids and the positions of further items follow from these. */
type CollectionCounters = Omit<Collection, 'spec' | 'items' | 'orders' | 'indexes' | 'sorted'>;

/** A collection exactly as it was; the items are in creation order. */
export const restoreCollection = (
  spec: CollectionSpec,
  items: readonly Pick<Item, 'key' | 'order' | 'value' | 'version'>[],
  counters: CollectionCounters,
): Collection =>
  collectionOf(
    spec,
    items.map((item) => new StoredItem(item)),
    counters,
  );

const collectionOf = (spec: CollectionSpec, items: readonly Item[], counters: CollectionCounters): Collection => {
  const byKey = items.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return {
    ...counters,
    spec,
    items: byOrder(items),
    orders: sortedMapFrom(
      byKey.map((item) => item.key),
      byKey.map((item) => item.order),
    ),
    indexes: new Map(indexesOf(spec).map((property) => [property, createIndex(spec, items, property)])),
    sorted: { lists: new Map() },
  };
};

/** The items are in creation order. */
export const byOrder = (items: readonly Item[]): SortedMap<number, Item> =>
  sortedMapFrom(
    items.map(({ order }) => order),
    items,
  );

const indexesOf = ({ indexed, parents, countedBy }: CollectionSpec): readonly string[] => [
  ...indexed,
  ...(parents.length > 0 ? [parentIndex] : []),
  ...new Set(countedBy.flatMap((count) => (count.where === undefined ? [] : [countedIndex(count)]))),
];

/** The name of the index by owners: of all items, or of those of which the count states something. */
export const countedIndex = ({ by = parentIndex, where }: ItemCount): string =>
  where === undefined ? by : `${by} where ${where.property} is ${where.value}`;

export const hasStated = (where: StatedValue | undefined, value: JsonObject): boolean =>
  where === undefined || (getMember(value, where.property) ?? false) === (where.value ?? false);

/** A key for an item without an id: its number, increased in steps of the number of all items until the key is free. */
const hiddenKey = (
  spec: CollectionSpec,
  values: readonly JsonObject[],
  order: number,
  usedKeys: ReadonlySet<string | undefined>,
): string => {
  const parents = parentsOf(spec, values[order] as JsonObject) as readonly string[];
  let id = order + 1;
  const keyOf = (): string => joinKey(spec, { parents, id: String(id) });
  while (usedKeys.has(keyOf())) id += values.length;
  return keyOf();
};

/** The items with a unique id: in a checked scenario all, but after a change of the document some may be dropped. */
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

/** The items whose property has this value (compared as text), in creation order. The property must be indexed. */
export const itemsWith = (collection: Collection, property: string, text: string): SortedMap<number, Item> =>
  getFrom(indexOf(collection, property), text) ?? emptySortedMap();

/** The item, under any parent, that a path without parents would find by this id. */
export const findElsewhere = (collection: Collection, id: string | undefined): Item | undefined => {
  if (!collection.spec.isFoundAnywhere) return undefined;
  const [found] = valuesOf(itemsWith(collection, collection.spec.idProperty as string, id as string));
  return found;
};

/** The items whose parents are these, or begin with these. */
export function* itemsBelow(collection: Collection, parentKey: string): Generator<Item> {
  const index = indexOf(collection, parentIndex);
  yield* valuesOf(itemsWith(collection, parentIndex, parentKey));
  for (const group of valuesOf(index, rankOf(index, `${parentKey},`))) {
    for (const item of valuesOf(group)) {
      if (!parentKeyOf(collection.spec, item.key).startsWith(`${parentKey},`)) return;
      yield item;
    }
  }
}

const indexOf = (collection: Collection, property: string): SortedMap<string, SortedMap<number, Item>> => {
  const index = collection.indexes.get(property);
  if (index === undefined) throw new Error(`"${property}" of "${collection.spec.name}" is not indexed`);
  return index;
};

/** The next id: one more than the highest ever used, or if that is not a safe integer, the lowest free one below these parents. */
export const nextIntegerId = (collection: Collection, parents: readonly string[] = []): number => {
  const next = collection.highestId + 1n;
  if (next <= highestSafeId) return Number(next);
  const from = parents.length === 0 ? collection.lowestFreeId : 1;
  return lowestFree(collection.orders, from, (id) => joinKey(collection.spec, { parents, id }));
};

const highestSafeId = BigInt(Number.MAX_SAFE_INTEGER);

const lowestFree = (orders: Collection['orders'], from: number, keyOf = (id: string) => id): number => {
  let free = from;
  while (getFrom(orders, keyOf(String(free))) !== undefined) free++;
  return free;
};

const indexTextOf = (spec: CollectionSpec, key: string, value: JsonObject, property: string): string | undefined => {
  if (property === parentIndex) return parentKeyOf(spec, key);
  const count = spec.countedBy.find((one) => one.where !== undefined && countedIndex(one) === property);
  if (count === undefined) return indexText(getMember(value, property));
  return hasStated(count.where, value) ? indexTextOf(spec, key, value, count.by ?? parentIndex) : undefined;
};

/** The text under which an index stores a value: 7 and "7" are the same. Undefined if the value is not a scalar. */
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
    if (text !== undefined) getOrInsert(groups, text, () => []).push(item);
  }
  const texts = [...groups.keys()].sort();
  return sortedMapFrom(
    texts,
    texts.map((text) => byOrder(groups.get(text) as Item[])),
  );
};

const textIds = (spec: CollectionSpec, count: number, highestUsed: bigint): bigint =>
  spec.idType === 'string' && BigInt(count) > highestUsed ? BigInt(count) : highestUsed;

const higherId = (highest: bigint, spec: CollectionSpec, { key, value }: KeyedItem): bigint => {
  if (spec.idType === 'string' || spec.kind === 'singleton') return highest;
  const id =
    spec.idProperty === undefined || spec.idType === 'integer-text'
      ? parentId({ type: 'integer' }, splitKey(spec, key).id as string)
      : getProperty(value, spec.idProperty);
  if (typeof id !== 'bigint' && !Number.isSafeInteger(id)) return highest;
  const used = BigInt(id as number | bigint);
  return used > highest ? used : highest;
};

/** Appends the item, or replaces the item with the same key at its position. */
export const putItem = (
  collection: Collection,
  key: string,
  value: JsonObject,
  version = collection.nextVersion,
): Collection => {
  const before = findItem(collection, key);
  const order = before?.order ?? collection.nextOrder;
  const { spec } = collection;
  const item = new StoredItem({ key, order, value: withTag(spec, key, value, version), version });
  const added = before === undefined && spec.idType === 'string' ? 1n : 0n;
  const highestId = higherId(collection.highestId, spec, item) + added;
  const orders = before === undefined ? setIn(collection.orders, key, item.order) : collection.orders;
  return {
    spec,
    items: setIn(collection.items, item.order, item),
    orders,
    indexes: reindex(collection, before, item),
    highestId,
    // Advanced with each addition, so that the search for a free id does not start at 1 each time.
    lowestFreeId: highestId < highestSafeId ? 1 : lowestFree(orders, collection.lowestFreeId),
    nextOrder: before === undefined ? item.order + 1 : collection.nextOrder,
    nextVersion: collection.nextVersion + 1,
    replaceable: withoutKey(collection.replaceable, key),
    deleted: isDeleted(collection, key) ? deleteFrom(collection.deleted, key) : collection.deleted,
    sorted: { ...collection.sorted },
  };
};

export const isDeleted = ({ deleted }: Collection, key: string): boolean => getFrom(deleted, key) !== undefined;

/** The keys may be in any order, and those of a file may be anything. Only singletons under unknown parents have such keys. */
export const withDeleted = (collection: Collection, keys: readonly string[]): Collection => {
  const { spec } = collection;
  if (!isSingleAnywhere(spec)) return collection;
  const sorted = [...new Set(keys)].filter((key) => isKeyOf(spec, key)).sort();
  return { ...collection, deleted: sortedMapFrom(sorted, sorted) };
};

export const deleteItem = (collection: Collection, key: string): Collection => {
  const deleted = isSingleAnywhere(collection.spec) ? setIn(collection.deleted, key, key) : collection.deleted;
  const before = findItem(collection, key);
  if (before === undefined) return deleted === collection.deleted ? collection : { ...collection, deleted };
  const id = Number(key);
  return {
    ...collection,
    deleted,
    items: deleteFrom(collection.items, before.order),
    orders: deleteFrom(collection.orders, key),
    indexes: reindex(collection, before, undefined),
    lowestFreeId: id >= 1 && id < collection.lowestFreeId ? id : collection.lowestFreeId,
    replaceable: withoutKey(collection.replaceable, key),
    sorted: { ...collection.sorted },
  };
};

/** The same items with other values; the value of an unchanged item must be the same object. */
export const setValues = (collection: Collection, changed: (item: Item) => JsonObject): Collection => {
  const items = [...valuesOf(collection.items)];
  const values = items.map(changed);
  if (items.every(({ value }, index) => value === values[index])) return collection;
  return restoreCollection(
    collection.spec,
    items.map(({ key, order, version }, index) => ({ key, order, version, value: values[index] as JsonObject })),
    collection,
  );
};

const withoutKey = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : keys;

const reindex = (collection: Collection, before: Item | undefined, after: Item | undefined): Collection['indexes'] => {
  if (collection.indexes.size === 0) return collection.indexes;
  const indexes = new Map(collection.indexes);
  const { spec } = collection;
  for (const [property, index] of indexes) {
    const oldText = before && indexTextOf(spec, before.key, before.value, property);
    const newText = after && indexTextOf(spec, after.key, after.value, property);
    let changed = index;
    if (before !== undefined && oldText !== undefined && oldText !== newText) {
      const group = deleteFrom(getFrom(changed, oldText) as SortedMap<number, Item>, before.order);
      changed = group.root === undefined ? deleteFrom(changed, oldText) : setIn(changed, oldText, group);
    }
    if (after !== undefined && newText !== undefined) {
      const group = getFrom(changed, newText) ?? emptySortedMap<number, Item>();
      changed = setIn(changed, newText, setIn(group, after.order, after));
    }
    indexes.set(property, changed);
  }
  return indexes;
};
