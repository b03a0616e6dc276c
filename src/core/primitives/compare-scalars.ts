/** Comparison of scalar values, for filters and for sorting. */
import type { Json } from './json.ts';

/** A date, or a date and a time, in RFC 3339 format or close to it. */
const datePattern =
  /^\d{4}-\d{2}-\d{2}(?:(?<separator>[Tt ])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?<zone>[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since the epoch; undefined if the text is not a date. A time without a zone is UTC, regardless of the machine's zone. */
export const timeOf = (text: string): number | undefined => {
  // The first character rules out most texts without running the pattern.
  const first = text.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39)) return undefined;
  const groups = datePattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const isZoned = groups.separator === undefined || groups.zone !== undefined;
  const time = Date.parse(`${text.replace(' ', 'T')}${isZoned ? '' : 'Z'}`.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
};

export type Numeric = number | bigint;

export const isNumeric = (value: Json | undefined): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint';

/** The value as a number; undefined if it is neither a number nor the text of one. */
export const numberOf = (value: Json | undefined): Numeric | undefined => {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,40}(\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return value.includes('.') || Number.isSafeInteger(number) ? number : BigInt(value);
};

/** Negative, 0 or positive, as `Array.prototype.sort` expects. */
export const compare = <Value extends Numeric | string>(left: Value, right: Value): number =>
  left < right ? -1 : left > right ? 1 : 0;
