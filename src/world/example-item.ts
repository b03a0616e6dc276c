/** Which of a world's items a request can name: an item that is there, or for a new one where it can be. */

import { getProperty, type Json, type JsonObject, setProperty } from '../core/primitives/json.ts';
import { valuesOf } from '../core/primitives/sorted-map.ts';
import type { Binding, CollectionSpec } from '../core/service/binding.ts';
import type { Collection } from '../core/state/collection.ts';
import { parentId, splitKey } from '../core/state/item-key.ts';
import type { State } from '../core/state/state.ts';
import { idPropertyOf, type Scope } from '../scenario/data/item-data.ts';
import { scopeInside } from '../scenario/data/scopes.ts';

export interface Example {
  /** By the operation's parameters. */
  readonly parameters: ReadonlyMap<number, Json>;
  /** As `$parent` has them. */
  readonly parents: JsonObject;
  /** Undefined where the operation is about no item that is there. */
  readonly id: Json | undefined;
}

/** Undefined where there is nothing to name. */
export const exampleFor = (binding: Binding | undefined, state: State | undefined): Example | undefined => {
  const collection = binding && state?.collections.get(binding.collection.name);
  if (binding === undefined || state === undefined || collection === undefined) return undefined;
  const { spec } = collection;
  const item = binding.action === 'create' ? undefined : firstOf(collection);
  const scope = item === undefined ? firstScope(collection, state) : splitKey(spec, item.key).parents;
  const parameters = new Map<number, Json>();
  const parents: Record<string, Json> = {};
  for (const [at, parent] of spec.parents.entries()) {
    const text = scope?.[at];
    if (text === undefined) continue;
    const id = parentId(parent, text);
    setProperty(parents, parent.name, id);
    const parameter = binding.scope?.[at];
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

/** Inside of a parent that is there, else where another item is. */
const firstScope = (collection: Collection, { collections }: State): Scope | undefined => {
  const { spec } = collection;
  const parent = collections.get(spec.parentCollection ?? '');
  const first = parent && firstOf(parent);
  if (parent !== undefined && first !== undefined) return scopeInside(spec, parent.spec, first.key);
  const sibling = firstOf(collection);
  return sibling && splitKey(spec, sibling.key).parents;
};
