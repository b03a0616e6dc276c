/** The items of the service that are known from its responses. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { valueAt } from '../../core/primitives/json-path.ts';
import { type Binding, showsItems } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';

export interface KnownItem {
  readonly id: Json;
  /** The ids of its parents, outermost first. */
  readonly parents: readonly Json[];
  readonly value: JsonObject;
  /** Whether `verify` created it. */
  readonly isOwn: boolean;
}

/** Items of a collection that are remembered. */
const maxKnown = 50;

export class KnownItems {
  readonly #items = new Map<string, KnownItem[]>();
  /** The ids of items by the names of path parameters, for operations without a collection. */
  readonly #parameterNames = new Map<string, Set<string>>();
  readonly #byParameter = new Map<string, Json>();

  constructor(operations: readonly Operation[]) {
    for (const { binding, parameters } of operations) {
      if (binding === undefined || !('key' in binding) || typeof binding.key !== 'number') continue;
      const names = this.#parameterNames.get(binding.collection.name) ?? new Set();
      this.#parameterNames.set(binding.collection.name, names.add(parameters[binding.key]?.name ?? ''));
    }
  }

  of(collection: CollectionSpec): readonly KnownItem[] {
    return this.#items.get(collection.name) ?? [];
  }

  /** An item that may be changed: one that was created, if there is one. */
  example(collection: CollectionSpec): KnownItem | undefined {
    const items = this.of(collection);
    return items.find(({ isOwn }) => isOwn) ?? items[0];
  }

  add(collection: CollectionSpec, item: KnownItem): void {
    const known = this.of(collection);
    // A list shows those that were created, too.
    if (!item.isOwn && known.some(({ id }) => id === item.id)) return;
    const items = known.filter(({ id }) => id !== item.id);
    if (items.length >= maxKnown) return;
    // The newest first among those that were created.
    this.#items.set(collection.name, item.isOwn ? [item, ...items] : [...items, item]);
    for (const name of this.#parameterNames.get(collection.name) ?? [])
      if (item.isOwn || !this.#byParameter.has(name)) this.#byParameter.set(name, item.id);
  }

  remove(collection: CollectionSpec, item: KnownItem): void {
    this.#items.set(
      collection.name,
      this.of(collection).filter(({ id }) => id !== item.id),
    );
  }

  /** The values of the path parameters of an operation, by index. `item`: the one that the operation is about. */
  valuesFor(operation: Operation, item: KnownItem | undefined, parentOf: ParentOf): ReadonlyMap<number, Json> {
    const values = new Map<number, Json>();
    for (const [index, { in: where, name }] of operation.parameters.entries()) {
      const known = this.#byParameter.get(name);
      if (where === 'path' && known !== undefined) values.set(index, known);
    }
    const { binding } = operation;
    if (binding === undefined) return values;
    const parents = item?.parents ?? this.parentsFor(binding.collection, parentOf);
    for (const [index, parameter] of (binding.parentParameters ?? []).entries()) {
      const parent = parents?.[index];
      if (parent !== undefined) values.set(parameter, parent);
    }
    if ('key' in binding && typeof binding.key === 'number' && item !== undefined) values.set(binding.key, item.id);
    return values;
  }

  /** The ids of an existing parent, with those of its own parents; undefined if none is known. */
  parentsFor(collection: CollectionSpec, parentOf: ParentOf): readonly Json[] | undefined {
    if (collection.parents.length === 0) return [];
    const parent = parentOf(collection);
    const item = parent && this.example(parent);
    return item && [...item.parents, item.id];
  }
}

/** The collection of the parents; undefined if no collection holds them. */
export type ParentOf = (collection: CollectionSpec) => CollectionSpec | undefined;

/** The item in a response to an operation on one item. */
export const shownItem = (binding: Exclude<Binding, { action: 'list' }>, body: Json): JsonObject | undefined => {
  if (!showsItems(binding)) return undefined;
  const { path, isInList } = binding.view;
  const found = valueAt(body, path);
  const item = isInList && Array.isArray(found) ? found[0] : found;
  return isJsonObject(item) ? item : undefined;
};

/** The items in the response to a list; undefined if there is no list. */
export const listedItems = (
  binding: Extract<Binding, { action: 'list' }>,
  body: Json,
): readonly JsonObject[] | undefined => {
  const found = valueAt(body, binding.view.path);
  return Array.isArray(found) ? found.filter(isJsonObject) : undefined;
};

export const idOf = ({ idProperty }: CollectionSpec, item: JsonObject): Json | undefined => {
  const id = idProperty === undefined ? undefined : getProperty(item, idProperty);
  return typeof id === 'object' ? undefined : id;
};
