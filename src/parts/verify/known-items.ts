/** The items that verify knows, how responses show them, and whether they are as they were sent. */

import { isJsonType } from '../../core/http/http.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  stringifyJson,
  valueAt,
} from '../../core/primitives/json.ts';
import { cutText } from '../../core/primitives/units.ts';
import { type Binding, type ListBinding, showsItems } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { type Operation, responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';

type ItemOperationBinding = Exclude<Binding, ListBinding>;

/** The item's properties that a request sets to a scalar value, without its id and those that are `readOnly`, which the service may choose. */
export const sentProperties = (
  { collection, mapping }: ItemOperationBinding,
  body: Json,
): ReadonlyMap<string, Json> => {
  const sent = valueAt(body, mapping.path);
  const properties = new Map<string, Json>();
  const own = new Set([collection.idProperty, ...collection.readOnly]);
  if (mapping.isPatchList || !isJsonObject(sent)) return properties;
  for (const [name, value] of Object.entries(sent)) {
    const property = mapping.names.get(name) ?? (mapping.isOpen ? name : undefined);
    if (property !== undefined && !own.has(property) && isComparable(value)) properties.set(property, value);
  }
  return properties;
};

/** Whether a value comes back as it was sent: a service may normalize times, and the spaces around a text. */
const isComparable = (value: Json) =>
  typeof value === 'string'
    ? !/^\d{4}-\d\d-\d\d|^\s|\s$/.test(value) && value !== ''
    : value !== null && typeof value !== 'object';

/**
 * The properties whose value in the item differs from the one that was sent. A property that the item does not show is not
 * compared, nor is a value that the document does not allow in this response.
 */
export const differences = (
  sent: ReadonlyMap<string, Json>,
  shown: { readonly operation: Operation; readonly status: number; readonly body: Json; readonly item: JsonObject },
): readonly string[] =>
  [...sent].flatMap(([name, value]) => {
    const actual = getProperty(shown.item, name);
    if (actual === undefined || equalsJson(actual, value) || !isAllowed(shown, name, value)) return [];
    return [`${name} was sent as ${show(value)}, and is ${show(actual)}`];
  });

const isAllowed = (
  { operation, status, body }: { readonly operation: Operation; readonly status: number; readonly body: Json },
  name: string,
  value: Json,
) => {
  const { binding } = operation;
  if (binding === undefined || binding.action === 'list') return false;
  const { path, isInList } = binding.view;
  const content = responseFor(operation, status)?.contents.find(({ mediaType }) => isJsonType(mediaType));
  const changed = setAt(body, [...path, ...(isInList ? [0] : []), name], value);
  return content !== undefined && content.check(changed).length <= content.check(body).length;
};

const show = (value: Json): string => cutText(stringifyJson(value), 60);

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
  readonly #collections: Service['collections'];

  constructor({ operations, collections }: Pick<Service, 'operations' | 'collections'>) {
    this.#collections = collections;
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
  valuesFor(operation: Operation, item?: KnownItem): ReadonlyMap<number, Json> {
    const values = new Map<number, Json>();
    for (const [index, { in: where, name }] of operation.parameters.entries()) {
      const known = this.#byParameter.get(name);
      if (where === 'path' && known !== undefined) values.set(index, known);
    }
    const { binding } = operation;
    if (binding === undefined) return values;
    const parents = item?.parents ?? this.parentsFor(binding.collection);
    for (const [index, parameter] of (binding.parentParameters ?? []).entries()) {
      const parent = parents?.[index];
      if (parent !== undefined) values.set(parameter, parent);
    }
    if ('key' in binding && typeof binding.key === 'number' && item !== undefined) values.set(binding.key, item.id);
    return values;
  }

  /** The ids of an existing parent, with those of its own parents; undefined if none is known. */
  parentsFor({ parents, parentCollection = '' }: CollectionSpec): readonly Json[] | undefined {
    if (parents.length === 0) return [];
    const parent = this.#collections.get(parentCollection);
    const item = parent && this.example(parent);
    return item && [...item.parents, item.id];
  }
}

/** The item in a response to an operation on one item. */
export const shownItem = (binding: ItemOperationBinding, body: Json | undefined): JsonObject | undefined => {
  if (body === undefined || !showsItems(binding)) return undefined;
  const { path, isInList } = binding.view;
  const found = valueAt(body, path);
  const item = isInList && Array.isArray(found) ? found[0] : found;
  return isJsonObject(item) ? item : undefined;
};

/** The items in the response to a list; undefined if there is no list. */
export const listedItems = (binding: ListBinding, body: Json | undefined): readonly JsonObject[] | undefined => {
  const found = body === undefined ? undefined : valueAt(body, binding.view.path);
  return Array.isArray(found) ? found.filter(isJsonObject) : undefined;
};

export const idOf = ({ idProperty }: CollectionSpec, item: JsonObject): Json | undefined => {
  const id = idProperty === undefined ? undefined : getProperty(item, idProperty);
  return typeof id === 'object' ? undefined : id;
};
