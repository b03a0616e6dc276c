/**
 * What one world decides by. `simulate` reads it; `applyChanges` is the only writer. Collections are values that share
 * structure: opening a world copies a handful of references, whatever its scenario holds.
 */
import type { FaultCounts, FaultEntry } from './fault.ts';
import { noCounts } from './fault.ts';
import { getMember, type Json, type JsonObject } from './json.ts';
import type { Check, CollectionSpec, Problem } from './service.ts';
import { deleteFrom, emptySortedMap, getFrom, type SortedMap, setIn, sortedMapFrom } from './sorted-map.ts';

export interface State {
  /** The world's name. No part of any seed: worlds of the same seed answer the same. */
  readonly name: string;
  readonly seed: number;
  /** World time at which the world started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly rules: Rules;
  readonly collections: Map<string, Collection>;
  /** In the order in which they are considered; a built-in that was never switched is not among them. */
  readonly faults: Map<string, FaultEntry>;
  /** The enabled ones of `faults`: what a request has to look at. Kept by `applyChanges`. */
  active: readonly FaultEntry[];
  readonly counters: Counters;
}

export interface Counters {
  /** The number of the last exchange. */
  exchanges: number;
  /** Requests that matched each operation; those that matched none under the empty name. */
  readonly calls: Map<string, number>;
  readonly faults: Map<string, FaultCounts>;
}

/** What a scenario lays down beside data and faults. */
export interface Rules {
  readonly requests: 'refuse' | 'report';
  /** Undefined: any well-formed credential but the rejected ones. */
  readonly keys: readonly string[] | undefined;
  /** Patterns in which `*` stands for anything. */
  readonly rejected: readonly string[];
  /** By collection: members filled in on creation when the client leaves them out. */
  readonly defaults: ReadonlyMap<string, JsonObject>;
}

export const defaultRules: Rules = {
  requests: 'refuse',
  keys: undefined,
  rejected: ['invalid*', 'expired*', 'revoked*'],
  defaults: new Map(),
};

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

export const createMemo = (): ItemMemo => ({ text: undefined, byteLength: 0, problems: [], checkedBy: undefined });

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

/** One edit of a state. */
export type Change =
  /** Adds the item, or replaces the one with its key. */
  | {
      readonly type: 'put';
      readonly collection: string;
      readonly key: string;
      readonly value: JsonObject;
      /** Where the value was shown already. */
      readonly memo?: ItemMemo;
    }
  | { readonly type: 'delete'; readonly collection: string; readonly key: string }
  /** Makes a collection what is given, as a scenario's data would. */
  | { readonly type: 'fill'; readonly collection: string; readonly values: readonly JsonObject[] }
  /** A request was taken: it gets the next exchange number and counts as a call of its operation. */
  | { readonly type: 'call'; readonly operation: string }
  /** The fault matched a request, and shaped its answer or not. */
  | { readonly type: 'fault-counted'; readonly fault: string; readonly fired: boolean }
  /** Puts a fault in its place, or at the end when it is new; its counts start anew at this world time. */
  | { readonly type: 'fault-put'; readonly entry: FaultEntry; readonly at: number }
  | { readonly type: 'fault-removed'; readonly fault: string }
  | { readonly type: 'faults-disabled' };

export const applyChanges = (state: State, changes: readonly Change[]): void => {
  for (const change of changes) applyChange(state, change);
};

const applyChange = (state: State, change: Change): void => {
  const { collections, counters, faults } = state;
  switch (change.type) {
    case 'call':
      counters.exchanges++;
      counters.calls.set(change.operation, (counters.calls.get(change.operation) ?? 0) + 1);
      return;
    case 'put':
      collections.set(
        change.collection,
        putItem(collectionOf(state, change.collection), change.key, change.value, change.memo),
      );
      return;
    case 'delete':
      collections.set(change.collection, deleteItem(collectionOf(state, change.collection), change.key));
      return;
    case 'fill': {
      const { spec, highestId } = collectionOf(state, change.collection);
      collections.set(change.collection, createCollection(spec, change.values, highestId));
      return;
    }
    case 'fault-counted': {
      const counts = counters.faults.get(change.fault) ?? noCounts;
      counters.faults.set(change.fault, {
        seen: counts.seen + 1,
        fired: counts.fired + (change.fired ? 1 : 0),
        since: counts.since,
      });
      return;
    }
    case 'fault-put':
      faults.set(change.entry.fault.name, change.entry);
      counters.faults.set(change.entry.fault.name, { ...noCounts, since: change.at });
      break;
    case 'fault-removed':
      faults.delete(change.fault);
      counters.faults.delete(change.fault);
      break;
    case 'faults-disabled':
      for (const [name, entry] of faults) faults.set(name, { ...entry, enabled: false });
      break;
    default:
      change satisfies never;
  }
  state.active = [...faults.values()].filter((entry) => entry.enabled);
};

const collectionOf = (state: State, name: string): Collection => {
  const collection = state.collections.get(name);
  if (collection === undefined) throw new Error(`no collection "${name}"`);
  return collection;
};

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

const putItem = (collection: Collection, key: string, value: JsonObject, memo = createMemo()): Collection => {
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

const deleteItem = (collection: Collection, key: string): Collection => {
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
      const group = deleteFrom(getFrom(changed, from) ?? emptySortedMap<number, Item>(), before.order);
      changed = group.root === undefined ? deleteFrom(changed, from) : setIn(changed, from, group);
    }
    if (after !== undefined && to !== undefined) {
      changed = setIn(changed, to, setIn(getFrom(changed, to) ?? emptySortedMap<number, Item>(), after.order, after));
    }
    indexes.set(property, changed);
  }
  return indexes;
};
