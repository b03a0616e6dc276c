/** In which order a list shows its items: as the request says, else as they were created. */

import { compare, timeOf } from '../primitives/compare-scalars.ts';
import { getProperty, isNumeric, type Json, type Numeric } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import type { Sort } from '../service/binding.ts';
import type { ParameterValues } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';

export interface SortTerm {
  /** Undefined: the order of creation. */
  readonly property: string | undefined;
  readonly isDescending: boolean;
}

/** Where an item stands among all: a place stays what it is when items come and go. */
export interface SortPlace {
  /** For each term, by what it is sorted. */
  readonly keys: readonly SortKey[];
  readonly order: number;
}

/** Values of one kind before those of the next; what is absent last, whatever the direction. */
export type SortKey = readonly ['number' | 'time', Numeric] | readonly ['text', string] | readonly ['absent'];

const kinds = ['number', 'time', 'text', 'absent'] as const satisfies readonly SortKey[0][];

export const termsOf = (sort: Sort | undefined, parameters: ParameterValues): readonly SortTerm[] => {
  if (sort === undefined) return [];
  const direction = sort.direction === undefined ? undefined : parameters[sort.direction];
  const isDescending = typeof direction === 'string' && /^-|^desc/i.test(direction.trim());
  const by = sort.by === undefined ? undefined : parameters[sort.by];
  const names = (Array.isArray(by) ? by : [by])
    .filter((value): value is string => typeof value === 'string')
    .flatMap((text) => text.split(','));
  // What a property decides it decides where it is first named: named again it costs time and memory for each item.
  const terms = new Map<string | undefined, SortTerm>();
  for (const name of names) {
    const term = termOf(name, sort, isDescending);
    if (term !== undefined && !terms.has(term.property)) terms.set(term.property, term);
  }
  if (terms.size > 0 || typeof direction !== 'string') return [...terms.values()];
  return [{ property: sort.fallback, isDescending }];
};

/** `name`, `-name`, `name:desc`, `name desc`, `name_desc`; undefined for a name that means nothing here. */
const termOf = (text: string, { properties }: Sort, isDescending: boolean): SortTerm | undefined => {
  // The pattern takes any text.
  const [, sign, name] = /^\s*([+-]?)(.*)$/s.exec(text) as unknown as readonly [string, string, string];
  const whole = properties.get(plainName(name));
  if (whole !== undefined) return { property: whole, isDescending: sign === '' ? isDescending : sign === '-' };
  const [, stem = '', word = ''] = /^(.+?)(asc|desc)(?:ending)?\s*$/is.exec(name) ?? [];
  const property = properties.get(plainName(stem));
  return property === undefined ? undefined : { property, isDescending: word.toLowerCase() === 'desc' };
};

export const placeOf = (item: Item, terms: readonly SortTerm[]): SortPlace => ({
  keys: terms.map(({ property }) =>
    property === undefined ? ['number', item.order] : keyOf(getProperty(item.value, property)),
  ),
  order: item.order,
});

const keyOf = (value: Json | undefined): SortKey => {
  if (isNumeric(value)) return ['number', value];
  if (typeof value === 'boolean') return ['text', String(value)];
  if (typeof value !== 'string') return ['absent'];
  const time = timeOf(value);
  return time === undefined ? ['text', value] : ['time', time];
};

/** Items of equal keys stay in the order of their creation. */
export const comparePlaces = (one: SortPlace, other: SortPlace, terms: readonly SortTerm[]): number => {
  for (let at = 0; at < terms.length; at++) {
    const order = compareKeys(one.keys[at] as SortKey, other.keys[at] as SortKey);
    if (order !== 0) return isAscending(one, other, at, terms) ? order : -order;
  }
  return one.order - other.order;
};

const isAscending = (one: SortPlace, other: SortPlace, at: number, terms: readonly SortTerm[]): boolean =>
  !terms[at]?.isDescending || one.keys[at]?.[0] === 'absent' || other.keys[at]?.[0] === 'absent';

const compareKeys = (one: SortKey, other: SortKey): number =>
  one[0] === other[0]
    ? compare(one[1] as Numeric, other[1] as Numeric)
    : kinds.indexOf(one[0]) - kinds.indexOf(other[0]);

export const sortItems = (items: readonly Item[], terms: readonly SortTerm[]): readonly Item[] =>
  items
    .map((item) => ({ item, place: placeOf(item, terms) }))
    .sort((one, other) => comparePlaces(one.place, other.place, terms))
    .map(({ item }) => item);

/** A place as it was written into a text that came back; undefined for what is none under these terms. */
export const readPlace = (keys: Json | undefined, order: Json | undefined, count: number): SortPlace | undefined => {
  if (!Number.isSafeInteger(order) || !Array.isArray(keys) || keys.length !== count || !keys.every(isKey))
    return undefined;
  return { keys: keys as readonly SortKey[], order: order as number };
};

const isKey = (key: Json): boolean => {
  if (!Array.isArray(key)) return false;
  const [kind, value] = key as readonly Json[];
  if (kind === 'absent') return true;
  return kind === 'text' ? typeof value === 'string' : (kind === 'number' || kind === 'time') && isNumeric(value);
};
