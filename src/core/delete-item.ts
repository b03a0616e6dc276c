/** What goes when an item goes: it, and all that is inside of it. */
import { type Collection, itemsInside } from './collection.ts';
import { joinScope, splitKey } from './scope.ts';
import type { Change, State } from './state.ts';

export const deletionOf = (
  state: Pick<State, 'collections'>,
  { spec }: Pick<Collection, 'spec'>,
  key: string,
): readonly Change[] => {
  const changes: Change[] = [{ type: 'delete', collection: spec.name, key }];
  const { parents, id } = splitKey(spec, key);
  const scope = joinScope(id === undefined ? parents : [...parents, id]);
  for (const name of spec.children) {
    const child = state.collections.get(name);
    // What is inside of nothing is told by no scope.
    if (child === undefined || scope === '') continue;
    for (const item of itemsInside(child, scope)) changes.push(...deletionOf(state, child, item.key));
  }
  return changes;
};
