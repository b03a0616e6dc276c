/** Whether a service keeps what a client sent. */
import { isJsonType } from '../../core/http/media-type.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { setAt, valueAt } from '../../core/primitives/json-path.ts';
import { cutText } from '../../core/primitives/units.ts';
import type { Binding } from '../../core/service/binding.ts';
import { type Operation, responseFor } from '../../core/service/operation.ts';

type ItemOperationBinding = Exclude<Binding, { action: 'list' }>;

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

/** A service may normalize times, and the spaces around a text. */
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
