/** Example items for sample requests: an existing item, or the parents of a new one. */

import { getProperty, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Collection } from '../../core/state/collection.ts';
import { anyParent, parentId, splitKey } from '../../core/state/item-key.ts';
import type { State } from '../../core/state/state.ts';
import { idPropertyOf, type ParentIds } from '../../scenario/data/item-data.ts';
import { exampleParentIds, parentIdsBelow } from '../../scenario/data/parents.ts';

export interface Example {
  /** The values by index in the operation's parameters. */
  readonly parameters: ReadonlyMap<number, Json>;
  /** The parents as in `$parent`. */
  readonly parents: JsonObject;
  /** It is undefined if the operation does not need an existing item. */
  readonly id: Json | undefined;
}

/** Returns undefined if there is no suitable item. */
export const exampleFor = (binding: Binding | undefined, state: State | undefined): Example | undefined => {
  const collection = binding && state?.collections.get(binding.collection.name);
  if (binding === undefined || state === undefined || collection === undefined) return undefined;
  const { spec } = collection;
  const item = binding.action === 'create' ? undefined : firstOf(collection);
  const parentIds = item === undefined ? firstParents(collection, state) : splitKey(spec, item.key).parents;
  const parameters = new Map<number, Json>();
  const parents: Record<string, Json> = {};
  for (const [index, parent] of spec.parents.entries()) {
    const text = parentIds?.[index] === anyParent ? exampleParentIds(spec)[index] : parentIds?.[index];
    if (text === undefined) continue;
    const id = parentId(parent, text);
    setProperty(parents, parent.name, id);
    const parameter = binding.parentParameters?.[index];
    if (parameter !== undefined) parameters.set(parameter, id);
  }
  const id = item && idOf(spec, item);
  if ('key' in binding && typeof binding.key === 'number' && id !== undefined) parameters.set(binding.key, id);
  return { parameters, parents, id };
};

type Held = { readonly key: string; readonly value: JsonObject };

const firstOf = ({ items }: Collection): Held | undefined => valuesOf(items).next().value;

const idOf = (spec: CollectionSpec, { key, value }: Held): Json | undefined =>
  (spec.idProperty === undefined ? undefined : getProperty(value, spec.idProperty)) ??
  (idPropertyOf(spec) === undefined ? undefined : splitKey(spec, key).id);

/** An existing parent, or else the parents of another item. */
const firstParents = (collection: Collection, { collections }: State): ParentIds | undefined => {
  const { spec } = collection;
  const parent = collections.get(spec.parentCollection ?? '');
  const first = parent && firstOf(parent);
  if (parent !== undefined && first !== undefined) return parentIdsBelow(spec, parent.spec, first.key);
  const sibling = firstOf(collection);
  return sibling && splitKey(spec, sibling.key).parents;
};
