/** Checks over several requests: what was written can be read, lists respect limits and filters, deleted items are gone. */

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
import {
  type Binding,
  type Filter,
  type ItemBinding,
  type ListBinding,
  showsItems,
} from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { type Operation, type Parameter, responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import { maxTriedValues } from './cases.ts';
import type { Expectation, Recorder, VerifyExchange } from './recorder.ts';
import { buildRequest, type Drawing, type RequestParts } from './requests.ts';

export interface ResourceContext {
  /** Records what the exercised operation does. */
  readonly recorder: Recorder;
  /** The operations that may be called. */
  readonly operations: readonly Operation[];
  readonly known: KnownItems;
  readonly drawing: Drawing;
}

/** Sends a request of the exercised operation, or of another one that looks at its effects. */
export const send = (
  { recorder, drawing }: Pick<ResourceContext, 'recorder' | 'drawing'>,
  label: string,
  expectation: Expectation,
  parts: RequestParts,
  operation = recorder.operation,
): Promise<VerifyExchange> => recorder.call(label, expectation, buildRequest(operation, drawing, parts));

/** Whether what an operation does is certain: what is only likely must not lead to a finding. */
export const isCertain = (operation: Operation): boolean => operation.confidence !== 'medium';

/** The operation on a collection that lists its items, or reads one. */
const listerOf = ({ operations }: ResourceContext, collection: CollectionSpec): BoundTo<ListBinding> | undefined =>
  operations.find((operation): operation is BoundTo<ListBinding> => isBound(operation, collection, 'list'));

const readerOf = ({ operations }: ResourceContext, collection: CollectionSpec): BoundTo<ItemBinding> | undefined =>
  operations.find(
    (operation): operation is BoundTo<ItemBinding> =>
      isBound(operation, collection, 'read') && 'key' in operation.binding && typeof operation.binding.key === 'number',
  );

type BoundTo<Kind> = Operation & { readonly binding: Kind };

const isBound = (
  operation: Operation,
  { name }: CollectionSpec,
  action: Binding['action'],
): operation is BoundTo<Binding> =>
  operation.binding?.action === action && operation.binding.collection.name === name && isCertain(operation);

/** Reads an item that was created or changed, and looks for it in the list. `sent`: the properties of the request. */
export const checkWritten = async (
  context: ResourceContext,
  written: VerifyExchange,
  item: KnownItem,
  sent: ReadonlyMap<string, Json>,
): Promise<void> => {
  const { recorder } = context;
  const { operation } = written.request;
  const { collection } = operation.binding as Binding;
  const label = operation.binding?.action === 'create' ? 'created' : 'changed';
  compare(recorder, `in the response of the request that ${label} it`, written, [written], sent);
  const reader = readerOf(context, collection);
  if (reader !== undefined) {
    const read = await readItem(context, `by a client that reads the ${label} item`, reader, item);
    if (read.status === 404 || read.status === 410)
      recorder.find('', `the ${label} item cannot be read`, [written, read]);
    else compare(recorder, `when the ${label} item is read`, read, [written, read], sent);
  }
  await checkListed(context, written, item, label);
};

const compare = (
  recorder: Recorder,
  label: string,
  shown: VerifyExchange,
  exchanges: readonly VerifyExchange[],
  sent: ReadonlyMap<string, Json>,
): void => {
  const { operation } = shown.request;
  const { binding } = operation;
  const { status, body } = shown;
  if (body === undefined || status === undefined || binding === undefined || binding.action === 'list') return;
  const item = shownItem(binding, body);
  if (item === undefined) return;
  for (const difference of differences(sent, { operation, status, body, item }))
    recorder.find(label, difference, exchanges);
};

const checkListed = async (
  context: ResourceContext,
  written: VerifyExchange,
  item: KnownItem,
  label: string,
): Promise<void> => {
  const { collection } = written.request.operation.binding as Binding;
  const lister = listerOf(context, collection);
  if (lister === undefined || lister.parameters.some(({ required, in: where }) => required && where !== 'path')) return;
  const { paging } = lister.binding;
  const most = paging?.size === undefined ? undefined : limitFor(lister, paging.size, 1e15);
  const values = new Map(context.known.valuesFor(lister));
  for (const [index, parameter] of (lister.binding.parentParameters ?? []).entries())
    if (item.parents[index] !== undefined) values.set(parameter, item.parents[index]);
  if (most !== undefined && paging?.size !== undefined) values.set(paging.size, most);
  const list = await send(context, `by a client that lists the ${label} item`, 'documented', { values }, lister);
  const items = listedItems(lister.binding, list.body);
  const ids = items?.map((each) => idOf(collection, each));
  // A full page may have a next one.
  const pageSize = most ?? paging?.defaultSize;
  const isWhole = paging === undefined || (typeof pageSize === 'number' && (items?.length ?? 0) < pageSize);
  if (ids === undefined || ids.includes(undefined) || !isWhole) return;
  if (!ids.some((id) => String(id) === String(item.id)))
    context.recorder.find('', `the ${label} item is not in the list`, [written, list]);
};

/** The service must not find the item any more. */
export const checkDeleted = async (
  context: ResourceContext,
  deleted: VerifyExchange,
  item: KnownItem,
): Promise<void> => {
  const reader = readerOf(context, (deleted.request.operation.binding as Binding).collection);
  if (reader === undefined) return;
  const read = await readItem(context, 'by a client that reads the deleted item', reader, item);
  if (read.status !== undefined && read.status < 300)
    context.recorder.find('', 'the deleted item can still be read', [deleted, read]);
};

/** A list has at most as many items as the client asked for. */
export const checkLimit = async (context: ResourceContext, binding: ListBinding): Promise<void> => {
  const { recorder } = context;
  const { operation } = recorder;
  const size = binding.paging?.size;
  const limit = size === undefined ? undefined : limitFor(operation, size, 1);
  if (size === undefined || typeof limit !== 'number') return;
  const values = new Map(context.known.valuesFor(operation)).set(size, limit);
  const label = `with ${(operation.parameters[size] as Parameter).name}=${limit}`;
  const listed = await send(context, label, 'documented', { values });
  const items = listedItems(binding, listed.body);
  if (items !== undefined && items.length > limit) recorder.find(label, `the list has ${items.length} items`, [listed]);
};

/** The allowed limit that is nearest to a number; undefined if the parameter is not a number. */
const limitFor = ({ parameters }: Operation, size: number, near: number): number | undefined => {
  const parameter = parameters[size] as Parameter;
  const limit = parameter.clamp(near);
  // Without a maximum, a thousand is enough to see everything.
  const bounded = typeof limit === 'number' ? Math.min(limit, 1000) : undefined;
  return bounded !== undefined && parameter.check(bounded).length === 0 ? bounded : undefined;
};

const readItem = (context: ResourceContext, label: string, reader: Operation, item: KnownItem) =>
  send(context, label, 'success-or-not-found', { values: context.known.valuesFor(reader, item) }, reader);

/** A value of each type that no item has. */
const strangeValues: readonly Json[] = ['vivarium-no-such-value', 987_654_321, '00000000-0000-4000-8000-000000000000'];

/** The values that the document lists, and both of a boolean; undefined if there are any others. */
export const listedValues = (parameter: Parameter): readonly Json[] | undefined =>
  parameter.values ?? (isBoolean(parameter) ? [true, false] : undefined);

const isBoolean = ({ check }: Parameter): boolean =>
  [true, false].every((value) => check(value).length === 0) && ['', 0].every((value) => check(value).length > 0);

/** Every item in a filtered list has the value of the filter. */
export const checkFilters = async (context: ResourceContext, binding: ListBinding): Promise<void> => {
  const { operation } = context.recorder;
  for (const filter of binding.filters) {
    // A list by POST is filtered by its body.
    if (operation.parameters[filter.parameter] === undefined) continue;
    if (filter.comparison !== 'equals' || filter.child !== undefined) continue;
    for (const value of filterValues(operation, context, binding, filter))
      await checkFilter(context, binding, filter, value);
  }
};

const checkFilter = async (
  context: ResourceContext,
  binding: ListBinding,
  filter: Filter,
  value: Json,
): Promise<void> => {
  const { recorder } = context;
  const { operation } = recorder;
  const { collection } = binding;
  const parameter = operation.parameters[filter.parameter] as Parameter;
  const values = new Map(context.known.valuesFor(operation)).set(filter.parameter, value);
  const label = `with ${parameter.name}=${cutText(String(value), 40)}`;
  // A value may refer to something else that does not exist, which the service may reject.
  const expectation = strangeValues.includes(value) ? 'no-failure' : 'documented';
  const listed = await send(context, label, expectation, { values });
  const items = listedItems(binding, listed.body);
  const other = items?.find((item) => !hasValue(item, filter.property, value));
  if (other !== undefined) {
    const actual = String(getProperty(other, filter.property));
    recorder.find(label, `the list has an item with ${filter.property} ${actual}`, [listed]);
  }
  const parents = context.known.parentsFor(collection) ?? [];
  const expected = context.known
    .of(collection)
    .find(
      (item) =>
        item.isOwn && equalsJson(item.parents, parents) && isEqual(getProperty(item.value, filter.property), value),
    );
  // A path that filters, too, may name another thing than the item does.
  const isNarrowed = binding.filters.some(({ parameter: index }) => operation.parameters[index]?.in === 'path');
  if (items?.length === 0 && expected !== undefined && !isNarrowed)
    recorder.find(label, `the list is empty, although item ${String(expected.id)} has this value`, [listed]);
};

const filterValues = (
  { parameters }: Operation,
  { known }: ResourceContext,
  { collection }: ListBinding,
  { parameter: index, property, matchAll }: Filter,
): readonly Json[] => {
  const parameter = parameters[index] as Parameter;
  const isUsable = (value: Json): boolean =>
    value !== null &&
    typeof value !== 'object' &&
    !matchAll.has(String(value).toLowerCase()) &&
    parameter.check(value).length === 0;
  const listed = listedValues(parameter);
  if (listed !== undefined) return listed.filter(isUsable).slice(0, maxTriedValues);
  const ofItems = known.of(collection).flatMap(({ value }) => getProperty(value, property) ?? []);
  // All items may have the same value: then only a value that none has shows that the filter is ignored.
  const strange = strangeValues.find((value) => !ofItems.includes(value) && isUsable(value)) ?? [];
  return [...[...new Set(ofItems)].filter(isUsable).slice(0, maxTriedValues), ...[strange].flat()];
};

const hasValue = (item: JsonObject, property: string, value: Json): boolean => {
  const actual = getProperty(item, property);
  // Not shown, or with several values.
  return actual === undefined || (typeof actual === 'object' && actual !== null) || isEqual(actual, value);
};

const isEqual = (actual: Json | undefined, value: Json): boolean =>
  actual !== undefined && String(actual).toLowerCase() === String(value).toLowerCase();

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
const isComparable = (value: Json): boolean =>
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
): boolean => {
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
