/** Paging: the part of a list that a request selects by size, offset, page number or cursor. */

import { decodeBase64Url, encodeBase64Url } from '../primitives/base64.ts';
import { type Json, type JsonObject, numberOf, parseJson, stringifyJson, valueAt } from '../primitives/json.ts';
import { rankOf, type SortedMap, sizeOf, takeValues, valuesOf } from '../primitives/sorted-map.ts';
import type { Paging, SortTerm } from '../service/binding.ts';
import type { ParameterValues } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';
import { createMemo } from '../state/item-memo.ts';
import { comparePositions, positionOf, readPosition, type SortPosition } from './sort.ts';

export interface Ordered {
  readonly size: number;
  readonly terms: readonly SortTerm[];
  readonly slice: (start: number, end: number) => readonly Item[];
  /** The map of the items, in creation order; undefined if they are in another order, or tested. */
  readonly source?: SortedMap<number, Item> | undefined;
  /** The number of items before the position; with `including`, the item at the position among them. */
  readonly countUpTo: (position: SortPosition, including?: 'including') => number;
}

export interface Page {
  readonly items: readonly Item[];
  /** The map of the items, which a change replaces; undefined if they are not shown as they are stored. */
  readonly source?: Ordered['source'];
  readonly start: number;
  /** The number of items on all pages. If it is not needed, it may be just large enough to know whether there is a next page. */
  readonly total: number;
  /** If it is undefined, it means one page with all items. */
  readonly size: number | undefined;
  readonly terms: readonly SortTerm[];
  /** The items whose ids are the cursors of the pages around it, if they are not those at its ends. */
  readonly around?: { readonly next: Item | undefined; readonly previous: Item | undefined } | undefined;
}

const noTerms: readonly SortTerm[] = [];

/** Items in creation order; only the requested ones are read. */
export const orderedMap = (map: SortedMap<number, Item>): Ordered => ({
  size: sizeOf(map),
  terms: noTerms,
  slice: (start, end) => {
    if (start === 0) return takeValues(map, end);
    return end > start ? [...valuesOf(map, start).take(end - start)] : [];
  },
  source: map,
  countUpTo: ({ order }, including) => rankOf(map, including ? order + 1 : order),
});

export const orderedItems = (items: readonly Item[], terms: readonly SortTerm[]): Ordered => ({
  size: items.length,
  terms,
  slice: (start, end) => items.slice(start, Math.max(start, end)),
  countUpTo: (position, including) => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = comparePositions(positionOf(items[middle] as Item, terms), position, terms);
      if (order < 0 || (including && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  },
});

/** The way in which a request selects a page; `sent`: what it has of the parameters, without defaults. */
export const pagingOf = (
  paging: Paging | undefined,
  parameters: ParameterValues,
  sent: readonly unknown[],
): Paging | undefined => {
  const isSent = (index: number | undefined) =>
    index !== undefined && (index < sent.length ? sent : parameters)[index] !== undefined;
  const isUsed = ({ from, before, end }: Paging) => isSent(from) || isSent(before) || isSent(end?.parameter);
  let used = paging;
  while (used !== undefined && !isUsed(used)) used = used.beside;
  const chosen = used ?? paging;
  const isNumbered = used?.style === 'page';
  return chosen?.isWhole === true && !isNumbered ? { ...chosen, defaultSize: undefined } : chosen;
};

/** The items whose ids select the pages around a window, in a list whose cursors are ids that a page begins with, or nothing but ids. */
export const aroundOf = (
  paging: Paging | undefined,
  { start, end }: Window,
  { slice }: Pick<Ordered, 'slice'>,
  size: number | undefined,
): Page['around'] => {
  if (paging?.style !== 'cursor' || (!paging.isInclusive && !paging.isIdOnly)) return undefined;
  const shift = paging.isInclusive ? 0 : 1;
  const at = (index: number): Item | undefined => (index < 0 ? undefined : slice(index, index + 1)[0]);
  return { next: at(end - shift), previous: at(start - (size ?? start) - shift) };
};

/** The maximum number of items on a page; undefined: no limit. */
export const sizeOfPage = (paging: Paging | undefined, parameters: ParameterValues): number | undefined => {
  const end = paging?.end === undefined ? undefined : numberAt(parameters, paging.end.parameter);
  if (end !== undefined)
    return Math.max(
      0,
      end +
        (paging?.end?.isInclusive ? 1 : 0) -
        (paging?.firstOffset ?? 0) -
        startOfPage(paging, parameters, undefined),
    );
  const sent = paging?.size === undefined ? undefined : numberAt(parameters, paging.size);
  if (sent === undefined) return paging?.defaultSize;
  // `-1` asks for all.
  return sent < 0 ? undefined : sent;
};

/** The number of items before the page, for offsets and page numbers; otherwise 0. */
export const startOfPage = (
  paging: Paging | undefined,
  parameters: ParameterValues,
  size: number | undefined,
): number => {
  if (paging?.from === undefined || paging.style === 'none' || paging.style === 'cursor') return 0;
  const from = numberAt(parameters, paging.from);
  if (from === undefined) return 0;
  if (paging.style === 'offset') return Math.max(0, from - (paging.firstOffset ?? 0));
  const before = Math.max(0, from - paging.firstPage);
  // Without a size the first page contains all items.
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

/** Finds an item by its id, a text, or by its position in creation order, a number; undefined if there is no such item. */
export type FindItem = (cursor: string | number) => Item | undefined;

/** The range between the cursors in the request, or the index of the parameter with an invalid cursor. */
export const windowOf = (
  { from, before, firstCursors, cursor: kind, isInclusive = false }: Paging,
  parameters: ParameterValues,
  size: number,
  ordered: Ordered,
  findItem: FindItem,
): Window | { readonly unknown: number } => {
  let [low, high] = [0, ordered.size];
  let isFromEnd = false;
  for (const parameterIndex of [from, before]) {
    const text = parameterIndex === undefined ? undefined : cursorText(parameters[parameterIndex]);
    if (parameterIndex === undefined || text === undefined) continue;
    const cursor = kind === 'order' ? orderCursor(text, ordered, findItem) : readCursor(text, ordered.terms.length);
    const position = cursor?.position ?? (kind === 'order' ? undefined : positionAt(text, ordered, findItem));
    const isFirst = firstCursors === 'any' || firstCursors.has(text) || (kind === 'order' && Number(text) <= 0);
    if (position === undefined && isFirst) continue;
    if (position === undefined) return { unknown: parameterIndex };
    if (parameterIndex === before || cursor?.isBefore) {
      high = ordered.countUpTo(position);
      isFromEnd = true;
    } else low = ordered.countUpTo(position, isInclusive ? undefined : 'including');
  }
  const start = isFromEnd && low === 0 ? Math.max(0, high - size) : low;
  return { start, end: Math.min(high, start + size) };
};

const positionAt = (cursor: string | number, { terms }: Ordered, findItem: FindItem): SortPosition | undefined => {
  const item = findItem(cursor);
  return item && positionOf(item, terms);
};

const orderCursor = (text: string, ordered: Ordered, findItem: FindItem): Cursor | undefined => {
  const found = Number(text) > 0 ? readOrderCursor(text) : undefined;
  if (found === undefined) return undefined;
  const { order, isBefore } = found;
  // A sorted list is continued at an item; in creation order, the item may have been deleted.
  const position = ordered.terms.length === 0 ? { order, keys: [] } : positionAt(order, ordered, findItem);
  return position && { position, isBefore };
};

/** The text of a cursor; undefined for an empty one, with which clients request the first page. */
const cursorText = (value: Json | undefined): string | undefined =>
  value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);

/** A list may contain any values, not only objects. */
export const toItem =
  (idProperty: string) =>
  (value: Json, index: number): Item => ({
    key: idIn(value, idProperty) ?? String(index + 1),
    value: value as JsonObject,
    order: index + 1,
    memo: createMemo(),
  });

export const idIn = (value: Json | undefined, idProperty: string): string | undefined => {
  const id = value === undefined ? undefined : valueAt(value, [idProperty]);
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : undefined;
};

interface Cursor {
  readonly position: SortPosition;
  /** Whether the page ends before the position instead of beginning after it. */
  readonly isBefore: boolean;
}

export const writeCursor = ({ position, isBefore }: Cursor): string => {
  const json = stringifyJson([isBefore ? 'before' : 'after', position.order, position.keys as unknown as Json]);
  return encodeBase64Url(json);
};

/** Returns undefined if the text is not an encoded cursor, or if it belongs to a list with another number of sort terms. */
export const readCursor = (text: string, terms: number): Cursor | undefined => {
  const json = /^[\w-]+$/.test(text) ? decodeBase64Url(text) : undefined;
  const parsed = json === undefined ? undefined : parseJson(json);
  if (parsed === undefined || !parsed.ok || !Array.isArray(parsed.value)) return undefined;
  const [side, order, keys] = parsed.value as readonly Json[];
  const position = readPosition(keys, order, terms);
  if (position === undefined || (side !== 'before' && side !== 'after')) return undefined;
  return { position, isBefore: side === 'before' };
};

/** Even: the page after the item; odd: the page before it. Not 0, with which clients request the first page. */
export const writeOrderCursor = (order: number, isBefore: boolean): number => 2 * (order + 1) + (isBefore ? 1 : 0);

/** Returns undefined if it is not the number of an item. */
export const readOrderCursor = (text: string): (Pick<SortPosition, 'order'> & Pick<Cursor, 'isBefore'>) | undefined => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) return undefined;
  const order = Math.floor(number / 2) - 1;
  return { order, isBefore: number % 2 === 1 };
};
