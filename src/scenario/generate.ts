/** Items that a scenario asks to generate. */

import type { CollectionSpec } from '../core/binding.ts';
import { createCollection, keyOf, nextIntegerId } from '../core/collection.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { seedFrom } from '../core/random.ts';

export interface GenerateOptions {
  /** The world's. */
  readonly seed: number;
  readonly now: number;
  /** The highest integer id ever used, beside those of the items there are. */
  readonly highestUsed: bigint;
}

/** Each item follows from the seed, the collection and its id alone; none has an id of `existing`. */
export const generateItems = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  options: GenerateOptions,
): readonly JsonObject[] =>
  spec.idType === 'integer'
    ? withNextIds(spec, existing, count, options)
    : withUniqueIds(spec, existing, count, options);

const withNextIds = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  { seed, now, highestUsed }: GenerateOptions,
): readonly JsonObject[] => {
  const before = createCollection(spec, existing, highestUsed);
  const used = new Set(existing.map((item) => keyOf(spec, item)));
  let id = nextIntegerId(before);
  return Array.from({ length: count }, () => {
    // Beyond the highest all are free; from the lowest free one on (where that leaves the safe integers) not all are.
    while (used.has(String(id))) id++;
    const item = generateItem(spec, { seed: seedFrom(seed, spec.name, id), now }, id);
    id++;
    return item;
  });
};

const withUniqueIds = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  { seed, now }: GenerateOptions,
): readonly JsonObject[] => {
  const used = new Set(existing.map((item) => keyOf(spec, item)));
  return Array.from({ length: count }, (_, at) => {
    const context = { seed: seedFrom(seed, spec.name, existing.length + at + 1), now };
    const item = generateItem(spec, context, undefined);
    const own = keyOf(spec, item);
    const key = own === undefined || used.has(own) ? freeKey(own, context.seed, used) : own;
    used.add(key);
    return key === own ? item : { [spec.idProperty]: key, ...item, [spec.idProperty]: key };
  });
};

const generateItem = (
  spec: CollectionSpec,
  context: { readonly seed: number; readonly now: number },
  id: number | undefined,
): JsonObject => {
  const value = spec.generate(context);
  const item = isJsonObject(value) ? value : {};
  // The id stands first, as in items that clients create.
  return id === undefined ? item : { [spec.idProperty]: id, ...item, [spec.idProperty]: id };
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A documented example gives every item the same id: a UUID gets other digits, any other text a number. */
const freeKey = (own: string | undefined, seed: number, used: ReadonlySet<string | undefined>): string => {
  for (let attempt = 1; ; attempt++) {
    const digits = [0, 1, 2, 3].map((part) => seedFrom(seed, attempt, part).toString(16).padStart(8, '0')).join('');
    const key =
      own !== undefined && uuid.test(own) ? asUuid(digits) : `${own ?? 'item'}-${digits.slice(0, 4 + attempt)}`;
    if (!used.has(key)) return key;
  }
};

/** RFC 9562, version 4. */
const asUuid = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
