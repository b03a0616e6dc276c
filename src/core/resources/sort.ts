/** Sorting: by the terms of the request, otherwise by creation order. */

import { versionKey, wordLists } from '../../parts/words/index.ts';
import { compare, getMember, isJsonObject, isNumeric, type Json, type Numeric, timeOf } from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';
import type { Sort, SortTerm } from '../service/binding.ts';
import type { ParameterValues } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';

/** The position of an item in a sorted list. It stays valid when other items are created or deleted. */
export interface SortPosition {
  readonly keys: readonly SortKey[];
  readonly order: number;
}

/** Numbers come before times, and times before texts. Absent values are last in both directions. */
type SortKey = readonly ['number' | 'time', Numeric] | readonly ['text', string] | readonly ['absent'];

const kinds = ['number', 'time', 'text', 'absent'] as const satisfies readonly SortKey[0][];

export const termsOf = (sort: Sort | undefined, parameters: ParameterValues): readonly SortTerm[] => {
  if (sort === undefined) return [];
  const sent = sort.direction === undefined ? undefined : parameters[sort.direction];
  const ways = directionsIn(sent, sort);
  const wayAt = (index: number): boolean => ways[Math.min(index, ways.length - 1)] ?? sort.isDescending ?? false;
  const by = sort.by === undefined ? undefined : parameters[sort.by];
  const each = (sort.each ?? []).map(([parameter, name]): Json | undefined => termFor(name, parameters[parameter]));
  const listed = isJsonObject(by) ? Object.entries(by).map(([name, way]) => termFor(name, way)) : by;
  const names = [...(Array.isArray(listed) ? listed : [listed]), ...each]
    .filter((value): value is string => typeof value === 'string')
    .join(',')
    .split(/,(?!\s*(?:asc|desc)(?:ending)?\s*(?:,|$))/i);
  // A repeated property has no effect, but would cost time and memory for each item.
  const terms = new Map<string | undefined, SortTerm>();
  for (const [index, name] of names.entries()) {
    const term = termOf(name, sort, wayAt(index));
    if (term !== undefined && !terms.has(term.property)) terms.set(term.property, term);
  }
  if (terms.size > 0) return [...terms.values()];
  if (ways.length > 0) return [{ property: sort.fallback, isDescending: wayAt(0), isTime: true }];
  return sort.usual === undefined ? [] : [sort.usual];
};

const directionsIn = (sent: Json | undefined, { flag }: Sort): readonly boolean[] => {
  if (sent === undefined || sent === null || sent === '') return [];
  if (flag !== undefined) return [/^(true|1)$/.test(String(sent)) === (flag === 'descending')];
  const texts = Array.isArray(sent) ? (sent as readonly Json[]).map(String) : String(sent).split(',');
  return texts.map((text) => text.trim().startsWith('-') || wordLists.latest.starts(text));
};

const termFor = (name: string, way: Json | undefined): string | undefined =>
  way === undefined ? undefined : `${name} ${String(way).replace(/^-1$/, 'desc').replace(/^1$/, 'asc')}`;

/** Reads `name`, `-name`, `name:desc`, `name desc`, `name,desc`, `name_desc` or `newest`; undefined for an unknown name. */
const termOf = (text: string, { properties, word: wordAt }: Sort, isDescending: boolean): SortTerm | undefined => {
  // The pattern matches any text.
  const [, sign, name] = /^\s*([+-]?)(.*)$/s.exec(text) as unknown as readonly [string, string, string];
  const find = (plain: string): SortTerm | undefined => {
    const property = properties.get(plain);
    const word = wordAt?.(plain);
    return property === undefined || property === word?.property ? word : { property, isDescending: false };
  };
  const exact = find(plainName(name));
  if (exact !== undefined) {
    const isReverse = exact.isDescending && !properties.has(plainName(name));
    return { ...exact, isDescending: sign === '' ? exact.isDescending || isDescending : isReverse !== (sign === '-') };
  }
  const [, stem = '', word = ''] = /^(.+?)(asc|desc)(?:ending)?\s*$/is.exec(name) ?? [];
  const found = find(plainName(stem));
  return found && { ...found, isDescending: word.toLowerCase() === 'desc' };
};

export const positionOf = (item: Item, terms: readonly SortTerm[]): SortPosition => ({
  keys: terms.map(({ property }) =>
    property === undefined ? ['number', item.order] : keyOf(getMember(item.value, property), property),
  ),
  order: item.order,
});

const keyOf = (value: Json | undefined, property: string): SortKey => {
  if (isNumeric(value)) return ['number', value];
  if (typeof value === 'boolean') return ['text', String(value)];
  if (typeof value !== 'string') return ['absent'];
  const version = versionKey(value, property);
  if (version !== undefined) return ['text', version];
  // Exact amounts are sent as texts. Whole numbers in texts are often codes, which services sort as texts.
  if (/^-?\d{1,40}\.\d+$/.test(value)) return ['number', Number(value)];
  const time = timeOf(value);
  return time === undefined ? ['text', value] : ['time', time];
};

/** Items with equal keys are in creation order; if the last key is a time, in its direction. */
export const comparePositions = (left: SortPosition, right: SortPosition, terms: readonly SortTerm[]): number => {
  for (let index = 0; index < terms.length; index++) {
    const order = compareKeys(left.keys[index] as SortKey, right.keys[index] as SortKey);
    if (order !== 0) return isAscending(left, right, index, terms) ? order : -order;
  }
  const last = terms.at(-1);
  return last?.isTime && last.isDescending ? right.order - left.order : left.order - right.order;
};

const isAscending = (left: SortPosition, right: SortPosition, index: number, terms: readonly SortTerm[]) =>
  !terms[index]?.isDescending || left.keys[index]?.[0] === 'absent' || right.keys[index]?.[0] === 'absent';

const compareKeys = (left: SortKey, right: SortKey): number =>
  left[0] === right[0]
    ? compare(left[1] as Numeric, right[1] as Numeric)
    : kinds.indexOf(left[0]) - kinds.indexOf(right[0]);

/** Reads a position from a cursor; undefined if it is not valid for this number of terms. */
export const readPosition = (
  keys: Json | undefined,
  order: Json | undefined,
  count: number,
): SortPosition | undefined => {
  if (!Number.isSafeInteger(order) || !Array.isArray(keys) || keys.length !== count || !keys.every(isKey))
    return undefined;
  return { keys: keys as readonly SortKey[], order: order as number };
};

const isKey = (key: Json) => {
  if (!Array.isArray(key)) return false;
  const [kind, value] = key as readonly Json[];
  if (kind === 'absent') return true;
  return kind === 'text' ? typeof value === 'string' : (kind === 'number' || kind === 'time') && isNumeric(value);
};
