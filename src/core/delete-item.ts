/** What ends when an item is deleted: it, what is inside of it, and what is inside of that. */
import { type Collection, itemsInside } from './collection.ts';
import { joinScope, splitKey } from './scope.ts';
import type { Change, State } from './state.ts';

/** The item's own deletion first. */
export const deletionOf = ({ collections }: State, collection: Collection, key: string): readonly Change[] => {
  const deleted = new Map<string, Change>();
  const end = ({ spec }: Collection, ended: string): void => {
    // What is inside of two that end ends once.
    const name = JSON.stringify([spec.name, ended]);
    if (deleted.has(name)) return;
    deleted.set(name, { type: 'delete', collection: spec.name, key: ended });
    const { parents, id } = splitKey(spec, ended);
    const scope = joinScope(id === undefined ? parents : [...parents, id]);
    for (const child of spec.children) {
      const held = collections.get(child);
      if (held !== undefined) for (const item of itemsInside(held, scope)) end(held, item.key);
    }
  };
  end(collection, key);
  return [...deleted.values()];
};
