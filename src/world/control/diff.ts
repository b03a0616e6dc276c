/** The differences between a world's data and its initial data; items in the format of the control API. */

import { equalsJson, getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { emptySortedMap, unsharedValues } from '../../core/primitives/sorted-map.ts';
import type { Collection, Item } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import type { World } from '../world.ts';

interface Difference {
  readonly collection: string;
  readonly key: string;
  /** Undefined: the item was added. */
  readonly before: JsonObject | undefined;
  /** Undefined: the item was deleted. */
  readonly after: JsonObject | undefined;
}

/** A difference in the format of the control API. */
export interface ItemDifference {
  readonly collection: string;
  /** The item's id; for a nested item, its key. */
  readonly id: Json;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

export const describeDifferences = (world: World): readonly ItemDifference[] =>
  diffWorld(world).map(({ collection, key, before = null, after = null }) => {
    const { idProperty = '', parents = [] } = world.service.collections.get(collection) ?? {};
    const id = parents.length === 0 ? getProperty(before ?? after ?? {}, idProperty) : undefined;
    return { collection, id: id ?? key, before, after };
  });

/** Per collection: first the initial items, then the added ones, each in creation order. */
const diffWorld = ({ start, state }: World): readonly Difference[] => {
  // The current collection shares most nodes with the initial one; shared nodes are skipped.
  const { collections } = start.createState(state.name, state.startedAt);
  return [...state.collections].flatMap(([name, after]) => diffCollection(name, collections.get(name), after));
};

type Items = Collection['items'];

const diffCollection = (collection: string, before: Collection | undefined, after: Collection): Difference[] => {
  const items: Items = before?.items ?? emptySortedMap();
  const then = byKey(items, after.items);
  const now = byKey(after.items, items);
  const show = ({ key, value }: Item): JsonObject => toData(after.spec, key, value);
  const differences: Difference[] = [];
  for (const [key, item] of then) {
    const after = now.get(key);
    if (after === item || (after !== undefined && equalsJson(item.value, after.value))) continue;
    differences.push({ collection, key, before: show(item), after: after && show(after) });
  }
  for (const [key, item] of now)
    if (!then.has(key)) differences.push({ collection, key, before: undefined, after: show(item) });
  return differences;
};

const byKey = (items: Items, others: Items): ReadonlyMap<string, Item> =>
  new Map([...unsharedValues(items, others)].map((item) => [item.key, item]));
