/** A request that gives an item another id: `PATCH /labels/{name}` with `new_name`. */
import { getProperty, type Json, type JsonObject } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import type { ItemBinding } from '../service/binding.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { type Collection, itemsBelow } from '../state/collection.ts';
import { idText, joinParents, splitKey, withParents } from '../state/item-key.ts';
import type { Change, State } from '../state/state.ts';
import { idNameOf } from './item-steps.ts';

/** The id that it gives; undefined if it gives none, the same, or one that the item cannot have. */
export const newIdIn = (
  { mapping, collection }: ItemBinding,
  before: JsonObject,
  requested: JsonObject | undefined,
): Json | undefined => {
  const name = idNameOf(collection);
  if (name === undefined || requested === undefined) return undefined;
  const isSent = [...mapping.names].some(([sent, to]) => to === name && plainName(sent) === `new${plainName(name)}`);
  const id = isSent ? getProperty(requested, name) : undefined;
  const isOther = id !== undefined && idText(id) !== idText(getProperty(before, name));
  return isOther && collection.acceptsId(id) ? id : undefined;
};

/** The old item is deleted, and everything below it moves below the new one. */
export const renamingOf = (state: State, { spec }: Collection, from: string, to: string): readonly Change[] => [
  { type: 'delete', collection: spec.name, key: from },
  ...movesBelow(state, spec, parentKeyFor(spec, from), parentKeyFor(spec, to)),
];

const parentKeyFor = (spec: CollectionSpec, key: string): string => {
  const { parents, id } = splitKey(spec, key);
  return joinParents([...parents, id as string]);
};

const movesBelow = (state: State, { children }: CollectionSpec, from: string, to: string): readonly Change[] =>
  children.flatMap((name): readonly Change[] => {
    const child = state.collections.get(name) as Collection;
    const moves = [...itemsBelow(child, from)].flatMap(({ key, value }): readonly Change[] => {
      const moved = to + key.slice(from.length);
      const { parents } = splitKey(child.spec, moved);
      return [
        { type: 'delete', collection: name, key },
        { type: 'put', collection: name, key: moved, value: withParents(child.spec, parents, value) },
      ];
    });
    return [...moves, ...movesBelow(state, child.spec, from, to)];
  });
