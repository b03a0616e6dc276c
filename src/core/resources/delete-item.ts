/** What ends when an item is deleted: it, what is inside of it, and what is inside of that. */
import { type Collection, itemsInside } from '../state/collection.ts';
import { joinScope, splitKey } from '../state/item-key.ts';
import type { Change, State } from '../state/state.ts';

/** The item's own deletion first. */
export const deletionOf = (state: State, { spec }: Collection, key: string): readonly Change[] => {
  const { parents, id } = splitKey(spec, key);
  const scope = joinScope(id === undefined ? parents : [...parents, id]);
  // Each collection is inside of one at most, so that nothing ends twice.
  const inside = spec.children.flatMap((name) => {
    const child = state.collections.get(name) as Collection;
    return [...itemsInside(child, scope)].flatMap((item) => deletionOf(state, child, item.key));
  });
  return [{ type: 'delete', collection: spec.name, key }, ...inside];
};
