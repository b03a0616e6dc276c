/**
 * JSON values as the simulation holds them. An integer that a double cannot hold exactly is a bigint, so that an int64
 * keeps every digit from request to response.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [property: string]: Json;
}

/**
 * `JSON` with the parts of ES2026 that TypeScript does not declare yet. An ambient declaration (`declare global`) would be
 * part of the published types, and change the type of `JSON` in every project that imports them.
 */
interface JsonWithSource {
  rawJSON(text: string): unknown;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}

const jsonWithSource: JsonWithSource = JSON as unknown as JsonWithSource;

/** Deeper bodies are refused: a reviver, a validator and a client all recurse. */
export const maxJsonDepth = 100;

export type Parsed = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** Only a number of sixteen digits or more may not fit a double; a point may stand among them. */
const mayBeUnsafe = /\d{16}|\d[\d.]{15}\d/;
/** No real number format needs more digits; a longer run would only cost time to convert. */
const maxIntegerDigits = 40;

/** The integer that a number's text means; undefined where it means none. */
const integerOf = (text: string): bigint | undefined => {
  const [, sign, whole = '', fraction = '', exponent = '0'] = numberParts.exec(text) ?? [];
  if (sign === undefined || text.length > maxIntegerDigits) return undefined;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (shift >= 0) return BigInt(sign + digits + '0'.repeat(shift));
  return /^0*$/.test(digits.slice(shift)) ? BigInt(sign + digits.slice(0, shift)) : undefined;
};

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The double that a number's text means, or its exact integer where that has more digits than a double keeps: also
 * where it is written as `9007199254740993.0` or `9.007199254740993e15`.
 */
export const exactNumber = (text: string, double = Number(text)): number | bigint => {
  if (Number.isSafeInteger(double) || !Number.isInteger(double)) return double;
  // By its own digits alone: what else stands in a text must not decide how a number is written again.
  if (!mayBeUnsafe.test(text)) return double;
  // From here on doubles are written with an exponent (ECMA-262, 6.1.6.1.20), and no format of integers reaches so far.
  const isDouble = Math.abs(double) >= 1e21 && !/^-?\d+$/.test(text);
  return isDouble ? double : (integerOf(text) ?? double);
};

const reviveExactIntegers = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined ? exactNumber(source, value) : value;

/** Parses JSON text, keeping integers exact. Nesting deeper than {@link maxJsonDepth} is an error, not a stack overflow. */
export const parseJson = (text: string): Parsed => {
  if (isDeeperThan(text, maxJsonDepth)) return { ok: false, reason: `is nested deeper than ${maxJsonDepth} levels` };
  try {
    const value = mayBeUnsafe.test(text) ? jsonWithSource.parse(text, reviveExactIntegers) : JSON.parse(text);
    return { ok: true, value: value as Json };
  } catch (error) {
    return { ok: false, reason: `is not valid JSON (${(error as Error).message})` };
  }
};

const isDeeperThan = (text: string, limit: number): boolean => {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      // A string: its brackets are text. An escape takes the character after it along.
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
};

const writeExactIntegers = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? jsonWithSource.rawJSON(value.toString()) : value;

/** Writes JSON text; a bigint as its digits. `space` as in `JSON.stringify`. */
export const stringifyJson = (value: Json, space?: number): string => {
  try {
    // A replacer costs five times the plain call, and bigints are rare: only they make the plain call throw.
    return JSON.stringify(value, undefined, space);
  } catch {
    return JSON.stringify(value, writeExactIntegers, space);
  }
};

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member, or undefined: also for `constructor` and `__proto__`, which every object inherits. */
export const getProperty = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** Sets a member, also one named `__proto__`, for which assignment would set the prototype. */
export const setProperty = (target: Record<string, Json>, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  else target[name] = value;
};

/** True when both are the same JSON value; member order does not count, and 1 equals 1n. */
export const equalsJson = (one: Json, other: Json): boolean => {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => equalsJson(value, other[at] as Json))
    );
  }
  if (isJsonObject(one)) {
    if (!isJsonObject(other)) return false;
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && equalsJson(one[name] as Json, other[name] as Json))
    );
  }
  return isNumeric(one) && isNumeric(other) && String(one) === String(other);
};

const isNumeric = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';

/** One reference token of a JSON Pointer (RFC 6901). */
export const escapePointer = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');
export const unescapePointer = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** A pointer as people write members: `/items/0/name` is `.items[0].name`. */
export const propertyPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${unescapePointer(token)}`))
    .join('');
