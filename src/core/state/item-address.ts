/** The properties of an item that contain its own path. */
import { encodePercent } from '../http/http.ts';
import { getProperty, type JsonObject } from '../primitives/json.ts';
import { setAt } from '../primitives/json-path.ts';
import type { CollectionSpec, ItemAddress } from '../service/collection-facts.ts';
import { anyParent, splitKey } from './item-key.ts';

/** Sets those that `given` does not have to the path of the item with this key. */
export const withAddresses = (
  spec: CollectionSpec,
  key: string,
  value: JsonObject,
  given: JsonObject = value,
): JsonObject => {
  if (spec.addresses.length === 0) return value;
  const { parents, id } = splitKey(spec, key);
  const ids = [...parents, id];
  let result = value;
  for (const { property, inner = [], parts } of spec.addresses) {
    if (Object.hasOwn(given, property)) continue;
    const isKnown = parts.every((part) => typeof part === 'string' || (ids[part] ?? anyParent) !== anyParent);
    if (!isKnown) continue;
    const address = addressWith(parts, ids);
    const whole = inner.length > 0 ? (getProperty(value, property) ?? {}) : null;
    result = { ...result, [property]: setAt(whole, inner, address) };
  }
  return result;
};

export const addressWith = (parts: ItemAddress['parts'], ids: readonly (string | undefined)[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : encodePercent(ids[part] as string))).join('');
