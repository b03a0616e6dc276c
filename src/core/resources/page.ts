/** Which part of a list a request asks for: by size, offset, page number or cursor. */

import { numberOf } from '../primitives/compare-scalars.ts';
import type { Json } from '../primitives/json.ts';
import { rankOf, type SortedMap, sizeOf, takeValues, valuesOf } from '../primitives/sorted-map.ts';
import type { Paging } from '../service/binding.ts';
import type { ParameterValues } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';
import { readCursor } from './cursor.ts';
import { comparePlaces, placeOf, type SortPlace, type SortTerm } from './sort.ts';

/** All items of a list, in its order. */
export interface Ordered {
  readonly size: number;
  readonly terms: readonly SortTerm[];
  readonly slice: (start: number, end: number) => readonly Item[];
  /** How many come before the place; with `isInclusive`, the one that stands there too. */
  readonly countUpTo: (place: SortPlace, isInclusive: boolean) => number;
}

export interface Page {
  readonly items: readonly Item[];
  /** How many items come before. */
  readonly start: number;
  /** How many there are on all pages; where nobody asks for it, perhaps only enough to know whether more follow. */
  readonly total: number;
  /** Undefined: all on one page. */
  readonly size: number | undefined;
  readonly terms: readonly SortTerm[];
}

const all = (): boolean => true;

/** In the order of their creation, without looking at more than what is asked for. */
export const orderedMap = (map: SortedMap<number, Item>): Ordered => ({
  size: sizeOf(map),
  terms: [],
  slice: (start, end) => (start === 0 ? takeValues(map, end, all) : takeFrom(map, start, end)),
  countUpTo: ({ order }, isInclusive) => rankOf(map, isInclusive ? order + 1 : order),
});

const takeFrom = (map: SortedMap<number, Item>, start: number, end: number): readonly Item[] => {
  const items: Item[] = [];
  if (end <= start) return items;
  for (const item of valuesOf(map, start)) {
    items.push(item);
    if (start + items.length >= end) break;
  }
  return items;
};

/** Items that are in their order already. */
export const orderedItems = (items: readonly Item[], terms: readonly SortTerm[]): Ordered => ({
  size: items.length,
  terms,
  slice: (start, end) => items.slice(start, Math.max(start, end)),
  countUpTo: (place, isInclusive) => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = comparePlaces(placeOf(items[middle] as Item, terms), place, terms);
      if (order < 0 || (isInclusive && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  },
});

/** The number of items that a page holds at most; undefined: there is no limit. */
export const sizeOfPage = (paging: Paging | undefined, parameters: ParameterValues): number | undefined => {
  const sent = paging?.size === undefined ? undefined : numberAt(parameters, paging.size);
  return sent === undefined ? paging?.defaultSize : Math.max(0, sent);
};

/** How many come before the page where it is named by an offset or a number. */
export const startOfPage = (
  paging: Paging | undefined,
  parameters: ParameterValues,
  size: number | undefined,
): number => {
  if (paging?.from === undefined || paging.style === 'none' || paging.style === 'cursor') return 0;
  const from = numberAt(parameters, paging.from);
  if (from === undefined) return 0;
  if (paging.style === 'offset') return Math.max(0, from);
  const before = Math.max(0, from - paging.firstPage);
  // Without a size the first page holds all.
  return before === 0 ? 0 : before * (size ?? Number.MAX_SAFE_INTEGER);
};

const numberAt = (parameters: ParameterValues, position: number): number | undefined => {
  const number = numberOf(parameters[position]);
  return number === undefined ? undefined : Math.trunc(Number(number));
};

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** What a cursor that was sent names; undefined for one that names nothing. */
export type FindPlace = (text: string) => SortPlace | undefined;

/** The items between the cursors that were sent; else the position of the one that names nothing. */
export const windowOf = (
  { from, before, firstCursors }: Paging,
  parameters: ParameterValues,
  size: number,
  ordered: Ordered,
  findPlace: FindPlace,
): Window | { readonly unknown: number } => {
  let [low, high] = [0, ordered.size];
  let isFromEnd = false;
  for (const position of [from, before]) {
    const text = position === undefined ? undefined : cursorText(parameters[position]);
    if (position === undefined || text === undefined) continue;
    const own = readCursor(text, ordered.terms.length);
    const place = own?.place ?? findPlace(text);
    if (place === undefined && firstCursors.has(text)) continue;
    if (place === undefined) return { unknown: position };
    if (position === before || own?.isBefore) {
      high = ordered.countUpTo(place, false);
      isFromEnd = true;
    } else low = ordered.countUpTo(place, true);
  }
  const start = isFromEnd && low === 0 ? Math.max(0, high - size) : low;
  return { start, end: Math.min(high, start + size) };
};

/** An empty cursor is how clients ask for the first page. */
const cursorText = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);
