/** How scalar values compare, for filters and for sorting. */
import { isNumeric, type Json, type Numeric } from './json.ts';

/** A date or a date and a time, as RFC 3339 writes them or near it. */
const datePattern =
  /^\d{4}-\d{2}-\d{2}(?:(?<separator>[Tt ])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?<zone>[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since the epoch; undefined for what is no date. A time without a zone is UTC, wherever this runs. */
export const timeOf = (text: string): number | undefined => {
  // Most texts are told apart by their first character.
  const first = text.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39)) return undefined;
  const groups = datePattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const isZoned = groups.separator === undefined || groups.zone !== undefined;
  const time = Date.parse(`${text.replace(' ', 'T')}${isZoned ? '' : 'Z'}`.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
};

/** The number that a text writes; undefined where it writes none. */
export const numberOf = (value: Json | undefined): Numeric | undefined => {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,40}(\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return value.includes('.') || Number.isSafeInteger(number) ? number : BigInt(value);
};

/** Less than, equal to or more than 0. */
export const compare = <Value extends Numeric | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
