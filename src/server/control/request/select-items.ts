/** Searches, sorts and pages the items of a collection. */

import { z } from 'zod';
import { getProperty, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../../core/primitives/sorted-map.ts';
import { type Steps, sortInSteps } from '../../../core/primitives/steps.ts';
import type { Collection, Item } from '../../../core/state/collection.ts';
import { toData } from '../../../core/state/item-key.ts';
import { finishInTurns } from '../../../world/turns.ts';
import { pageQuery } from './control-schemas.ts';

export const collectionQuery = pageQuery.extend({
  sort: z
    .string()
    .regex(/^-?[^-]/, { error: 'the name of a property, with "-" before it for descending order' })
    .optional(),
  q: z.string().optional(),
});

type CollectionQuery = z.output<typeof collectionQuery>;

/** `total`: the number of matching items, before `offset` and `limit`. */
export const selectItems = async (
  { spec, items }: Collection,
  { limit, offset, sort, q }: CollectionQuery,
): Promise<{ readonly items: Iterable<JsonObject>; readonly total: number }> => {
  const show = ({ key, value }: Item): JsonObject => toData(spec, key, value);
  const end = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  if (sort === undefined && q === undefined) {
    // In creation order, only the items of the page are read.
    const count = Math.max(0, Math.min(end, sizeOf(items)) - offset);
    return { items: valuesOf(items, offset).take(count).map(show), total: sizeOf(items) };
  }
  const found = await finishInTurns(findItems(valuesOf(items).map(show), q?.toLowerCase() ?? '', sort));
  return { items: found.slice(offset, end), total: found.length };
};

function* findItems(
  values: Iterable<JsonObject>,
  text: string,
  sort: string | undefined,
): Steps<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const value of values) {
    if (text === '' || contains(value, text)) found.push(value);
    yield;
  }
  return sort === undefined ? found : yield* sortBy(found, sort);
}

/** The property in `sort` if neither the schema nor any item has it. */
export const unknownProperty = ({ spec, items }: Collection, { sort }: CollectionQuery): string | undefined => {
  if (sort === undefined) return undefined;
  const name = propertyOf(sort);
  // Items may have properties that the schema allows without declaring them.
  const isKnown = spec.properties.has(name) || valuesOf(items).some(({ value }) => Object.hasOwn(value, name));
  return isKnown ? undefined : name;
};

const propertyOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort);

/** Whether any value, at any depth, contains the text. Property names are not searched. */
const contains = (value: Json, text: string): boolean => {
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().includes(text);
  return Object.values(value as JsonObject).some((property) => contains(property, text));
};

/** Items without the property, or with a value that has no order, come last in both directions. */
const sortBy = (values: readonly JsonObject[], sort: string): Steps<readonly JsonObject[]> => {
  const name = propertyOf(sort);
  const direction = sort.startsWith('-') ? -1 : 1;
  const propertyIn = (item: JsonObject): Json | undefined => getProperty(item, name);
  return sortInSteps(values, propertyIn, (left, right) => {
    const [leftRank, rightRank] = [rankOf(left), rankOf(right)];
    if (leftRank !== rightRank)
      return leftRank === unordered || rightRank === unordered
        ? leftRank - rightRank
        : direction * (leftRank - rightRank);
    if (leftRank === unordered || left === right) return 0;
    return direction * ((left as string) < (right as string) ? -1 : 1);
  });
};

const unordered = 3;
const ranks: Readonly<Record<string, number>> = { boolean: 0, number: 1, bigint: 1, string: 2 };
const rankOf = (value: Json | undefined): number => ranks[typeof value] ?? unordered;
