/** Deletion of an item and of everything below it. */
import { type Collection, itemsBelow } from '../state/collection.ts';
import { joinParents, splitKey } from '../state/item-key.ts';
import type { Change, State } from '../state/state.ts';

/** The item's own deletion first. */
export const deletionOf = (state: State, { spec }: Collection, key: string): readonly Change[] => {
  const { parents, id } = splitKey(spec, key);
  const all = id === undefined ? parents : [...parents, id];
  // A collection has at most one parent collection, so nothing is deleted twice.
  const below = spec.children.flatMap((name) => {
    const child = state.collections.get(name) as Collection;
    return [...itemsBelow(child, joinParents(all.slice(-child.spec.parents.length)))].flatMap((item) =>
      deletionOf(state, child, item.key),
    );
  });
  return [{ type: 'delete', collection: spec.name, key }, ...below];
};
