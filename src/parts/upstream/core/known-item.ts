/** The items of a world that an upstream's response shows. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { valueAt } from '../../../core/primitives/json-path.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { findAddressed, findById, type Target, targetAt, targetWith } from '../../../core/resources/target.ts';
import type { Binding } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Collection, Item } from '../../../core/state/collection.ts';
import { idText, parentsOf } from '../../../core/state/item-key.ts';
import type { State } from '../../../core/state/state.ts';

/** Returns undefined if the body shows none, and is not a list either. */
export const itemsIn = (binding: Binding, body: Json | undefined): readonly JsonObject[] | undefined => {
  const found = body === undefined ? undefined : valueAt(body, binding.view.path);
  if (Array.isArray(found)) return (found as readonly Json[]).filter(isJsonObject);
  return isJsonObject(found) && binding.action !== 'list' ? [found] : undefined;
};

/** The ids of the parents in the path, outermost first. */
export const pathParents = ({ parentParameters = [] }: Binding, { parameters }: Input): readonly string[] =>
  parentParameters.flatMap((index) => idText(parameters[index]) ?? []);

/** The id of the item in the path. */
export const keyText = (binding: Binding, { parameters }: Input): string | undefined =>
  'key' in binding && typeof binding.key === 'number' && binding.bulk === undefined
    ? idText(parameters[binding.key])
    : undefined;

export const findShown = (target: Target, shown: JsonObject, text: string | undefined): Item | undefined => {
  const { spec } = target.collection;
  if (spec.kind === 'singleton') return findById(target, undefined);
  const id = idText(spec.idProperty === undefined ? undefined : getProperty(shown, spec.idProperty));
  if (id !== undefined) return findById(target, id);
  const named = spec.aliases.map((path) => idText(valueAt(shown, path.split('.')))).find((one) => one !== undefined);
  for (const one of [named, text]) {
    const found = one === undefined ? undefined : findAddressed(target, one);
    if (found !== undefined) return found;
  }
  return undefined;
};

type Placed =
  /** The ids of all parents, outermost first. */
  | { readonly parents: readonly string[] }
  /** The ids of some of them, and that of the item. */
  | { readonly within: readonly string[]; readonly id: string };

/** Where a shown item belongs; undefined if the response does not tell. */
export const placeOf = (binding: Binding, shown: JsonObject, input: Input): Placed | undefined => {
  const { collection: spec } = binding;
  const path = pathParents(binding, input);
  const parents = path.length === spec.parents.length ? path : parentsOf(spec, shown);
  if (parents !== undefined) return { parents };
  const id = idText(spec.idProperty === undefined ? undefined : getProperty(shown, spec.idProperty));
  return spec.isFoundAnywhere && id !== undefined ? { within: path, id } : undefined;
};

/** The id of the only parent, in the object that an item shows of it: `"project": { "id": 1 }`. */
export const shownParent = (spec: CollectionSpec, shown: JsonObject): readonly string[] | undefined => {
  if (spec.parents.length !== 1 || spec.parentCollection === undefined) return undefined;
  const reference = spec
    .relations()
    .items.find(({ collection, isList }) => collection === spec.parentCollection && !isList);
  const id = reference && idText(valueAt(shown, [reference.property, reference.idProperty]));
  return id === undefined ? undefined : [id];
};

/** The item of the world that is shown; undefined if there is none. */
export const knownItem = (state: State, binding: Binding, shown: JsonObject, input: Input): Item | undefined => {
  const collection = state.collections.get(binding.collection.name) as Collection;
  const placed = placeOf(binding, shown, input);
  if (placed === undefined) return undefined;
  const target =
    'parents' in placed
      ? targetAt(state, collection, placed.parents)
      : targetWith(collection, placed.within, placed.id);
  return target === undefined || 'kind' in target ? undefined : findShown(target, shown, keyText(binding, input));
};
