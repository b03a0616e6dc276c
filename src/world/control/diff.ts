/** The differences between a world's data and its initial data; items in the format of the control API. */

import { equalsJson, getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { emptySortedMap, unsharedValues } from '../../core/primitives/sorted-map.ts';
import { presentItem } from '../../core/resources/target.ts';
import { type Collection, findItem, type Item } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import type { State } from '../../core/state/state.ts';
import type { World } from '../world.ts';

/** A difference in the format of the control API. */
export interface ItemDifference {
  readonly collection: string;
  /** The item's id; for a nested item, its key. */
  readonly id: Json;
  /** Null: the item was added. */
  readonly before: JsonObject | null;
  /** Null: the item was deleted. */
  readonly after: JsonObject | null;
}

type Difference = Pick<ItemDifference, 'before' | 'after'> & { readonly key: string };

/** Yields per collection first the initial items, then the added ones, each in creation order, then what was deleted unstored. */
export function* differencesOf({ decisions: { start, state, service } }: World): Generator<ItemDifference> {
  // The current collection shares most nodes with the initial one; shared nodes are skipped.
  const initial = start.createState(state.name, state.startedAt);
  // Requests may change the world while the differences are read.
  for (const [name, after] of [...state.collections]) {
    const { idProperty = '', parents = [] } = service.collections.get(name) ?? {};
    for (const { key, ...items } of diffCollection(initial, initial.collections.get(name), after)) {
      const id = parents.length === 0 ? getProperty(items.before ?? items.after ?? {}, idProperty) : undefined;
      yield { collection: name, id: id ?? key, ...items };
    }
  }
}

function* diffCollection(initial: State, before: Collection | undefined, after: Collection): Generator<Difference> {
  const items: Collection['items'] = before?.items ?? emptySortedMap();
  const show = ({ key, value }: Item): JsonObject => toData(after.spec, key, value);
  for (const item of unsharedValues(items, after.items)) {
    const now = findItem(after, item.key);
    if (now === item || (now !== undefined && equalsJson(item.value, now.value))) continue;
    yield { key: item.key, before: show(item), after: now === undefined ? null : show(now) };
  }
  for (const item of unsharedValues(after.items, items))
    if (before === undefined || findItem(before, item.key) === undefined)
      yield { key: item.key, before: null, after: show(item) };
  // What was present without being stored.
  if (before === undefined) return;
  for (const key of unsharedValues(after.deleted, before.deleted)) {
    const item = findItem(before, key) === undefined ? presentItem(initial, before, key) : undefined;
    if (item !== undefined) yield { key, before: show(item), after: null };
  }
}
