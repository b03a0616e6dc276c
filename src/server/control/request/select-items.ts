/** Which items of a collection a list shows, and in which order. */

import { getProperty, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../../core/primitives/sorted-map.ts';
import type { Collection, Item } from '../../../core/state/collection.ts';
import { toData } from '../../../core/state/item-key.ts';
import type { CollectionQuery } from './schemas.ts';

export interface Selection {
  readonly items: readonly JsonObject[];
  /** How many match, before `offset` and `limit`. */
  readonly total: number;
}

export const selectItems = ({ spec, items }: Collection, { limit, offset, sort, q }: CollectionQuery): Selection => {
  const show = ({ key, value }: Item): JsonObject => toData(spec, key, value);
  const end = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  if (sort === undefined && q === undefined) {
    // In creation order: only the page itself is looked at.
    const count = Math.max(0, Math.min(end, sizeOf(items)) - offset);
    return {
      items: [...valuesOf(items, offset).take(count).map(show)],
      total: sizeOf(items),
    };
  }
  const text = q?.toLowerCase() ?? '';
  const found = [...valuesOf(items).map(show)].filter((value) => text === '' || contains(value, text));
  const ordered = sort === undefined ? found : sortBy(found, sort);
  return { items: ordered.slice(offset, end), total: found.length };
};

/** The member that a list is to be sorted by, where neither the document nor any item knows it. */
export const unknownProperty = ({ spec, items }: Collection, { sort }: CollectionQuery): string | undefined => {
  if (sort === undefined) return undefined;
  const name = propertyOf(sort);
  // The schema may leave room for members that it does not declare.
  const isKnown = spec.properties.includes(name) || valuesOf(items).some(({ value }) => Object.hasOwn(value, name));
  return isKnown ? undefined : name;
};

const propertyOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort);

/** Whether some value in it has the text in it; the names of members do not count. */
const contains = (value: Json, text: string): boolean => {
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().includes(text);
  return Object.values(value as JsonObject).some((property) => contains(property, text));
};

/** What has no such member, or nothing that has an order in it, comes last either way. */
const sortBy = (values: readonly JsonObject[], sort: string): readonly JsonObject[] => {
  const name = propertyOf(sort);
  const direction = sort.startsWith('-') ? -1 : 1;
  return values.toSorted((one, other) => {
    const [left, right] = [getProperty(one, name), getProperty(other, name)];
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

const rankOf = (value: Json | undefined): number => {
  switch (typeof value) {
    case 'boolean':
      return 0;
    case 'number':
    case 'bigint':
      return 1;
    case 'string':
      return 2;
    default:
      return unordered;
  }
};
