/** Deletion of an item and of everything below it. */
import { type Collection, itemsBelow } from './collection.ts';
import { joinParents, splitKey } from './item-key.ts';
import type { StateCollections } from './state-collections.ts';

export interface ItemDeletion {
  readonly type: 'delete';
  readonly collection: string;
  readonly key: string;
}

/** The item's own deletion first. */
export const deletionOf = (
  state: { readonly collections: Pick<StateCollections, 'get'> },
  { spec }: Collection,
  key: string,
): readonly ItemDeletion[] => {
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
