/** What else ends when an item is deleted: what is inside of it, and what is inside of that. */
import { type Collection, type Item, itemsWith, scopeIndex } from './collection.ts';
import { joinScope, splitKey } from './scope.ts';
import { valuesOf } from './sorted-map.ts';
import type { Change, State } from './state.ts';

/** The item's own deletion first. */
export const deletionOf = ({ collections }: State, collection: Collection, key: string): readonly Change[] => {
  const deleted = new Map<string, Change>();
  const end = ({ spec }: Collection, ended: string): void => {
    const name = JSON.stringify([spec.name, ended]);
    if (deleted.has(name)) return;
    deleted.set(name, { type: 'delete', collection: spec.name, key: ended });
    const { parents, id } = splitKey(spec, ended);
    const scope = id === undefined ? parents : [...parents, id];
    for (const child of spec.children) {
      const held = collections.get(child);
      if (held !== undefined) for (const item of itemsInside(held, scope)) end(held, item.key);
    }
  };
  end(collection, key);
  return [...deleted.values()];
};

const itemsInside = (collection: Collection, scope: readonly string[]): Iterable<Item> => {
  const { items, spec } = collection;
  if (spec.parents.length === scope.length) return valuesOf(itemsWith(collection, scopeIndex, joinScope(scope)));
  // What lies between them is held nowhere.
  return valuesOf(items).filter(({ key }) => {
    const { parents } = splitKey(spec, key);
    return scope.every((part, at) => part === parents[at]);
  });
};
