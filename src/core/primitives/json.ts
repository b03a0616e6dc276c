/** JSON values: read, written, compared, found and changed at a path. Only what leads to a change is copied. */
import { cutText, maxRecordedLength } from './units.ts';

/** A JSON value. An integer beyond the safe integers is a bigint, so that an int64 keeps every digit from request to response. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [property: string]: Json;
}

/** The empty list that all share. */
export const nothing: readonly never[] = [];

export type Numeric = number | bigint;

export const isNumeric = (value: Json | undefined): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint';

export const isWhole = (value: Json): boolean => typeof value === 'bigint' || Number.isInteger(value);

/** `JSON` with the parts of ES2026 that TypeScript does not declare yet. `declare global` would be part of the published types. */
interface JsonWithSource {
  /** Browsers before 2025 do not have it. */
  rawJSON?(text: string): unknown;
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
}

const jsonWithSource: JsonWithSource = JSON as unknown as JsonWithSource;

/** Deeper bodies are rejected: a reviver, a validator and a client all recurse. */
export const maxJsonDepth = 100;

/** The levels of a body, or of its schema, in which something is looked for: an item, a list, a message. */
export const maxSearchedDepth = 4;

export type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string; readonly syntax?: 'JSON' };

/** Whether numbers may lose digits as doubles: those with sixteen or more, with or without a decimal point. */
export const mayBeUnsafeJson = (text: string): boolean => /(?:^|[\s:,[{+-])(?:\d{16}|\d[\d.]{15}\d)/.test(text);
/** No real number format needs more digits; converting a longer one would only cost time. */
export const maxIntegerDigits = 40;

const integerOf = (text: string): bigint | undefined => {
  const { sign = '', whole, fraction = '', exponent = 0 } = numberParts.exec(text)?.groups ?? {};
  if (whole === undefined || text.length > maxIntegerDigits) return undefined;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (shift >= 0) return BigInt(sign + digits + '0'.repeat(shift));
  return /^0*$/.test(digits.slice(shift)) ? BigInt(sign + digits.slice(0, shift)) : undefined;
};

const numberParts = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

/** The double for a number's text, or the exact integer if a double would lose digits, also for `9.007199254740993e15`. */
export const exactNumber = (text: string, double = Number(text)): number | bigint => {
  if (Number.isSafeInteger(double) || !Number.isInteger(double)) return double;
  // Tests this number only: the rest of a JSON text must not decide how the number is written again.
  if (!mayBeUnsafeJson(text)) return double;
  // From 1e21 doubles are written with an exponent (ECMA-262, 6.1.6.1.20). No integer format is that large.
  const isDouble = Math.abs(double) >= 1e21 && !/^-?\d+$/.test(text);
  return isDouble ? double : (integerOf(text) ?? double);
};

const reviveExactIntegers = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined ? exactNumber(source, value) : value;

/** Parses JSON text, keeping integers exact. Nesting deeper than `maxDepth` is an error, not a stack overflow. */
export const parseJson = (text: string, maxDepth = maxJsonDepth): Parsed => {
  if (isDeeperThan(text, maxDepth)) return { ok: false, reason: `is nested deeper than ${maxDepth} levels` };
  try {
    const value = mayBeUnsafeJson(text) ? jsonWithSource.parse(text, reviveExactIntegers) : JSON.parse(text);
    return { ok: true, value: value as Json };
  } catch (error) {
    return { ok: false, syntax: 'JSON', reason: `is not valid JSON (${withoutExcerpt((error as Error).message)})` };
  }
};

/** V8 quotes the text around the error, in which there may be a secret. */
const withoutExcerpt = (message: string) => message.replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '');

export const isDeeperThan = (text: string, limit: number): boolean => {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      // Brackets in a string do not count. Skip the character after a backslash.
      for (index++; index < text.length && text.charCodeAt(index) !== 0x22; index++)
        if (text.charCodeAt(index) === 0x5c) index++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
};

const writeExactIntegers = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? (jsonWithSource.rawJSON?.(value.toString()) ?? value.toString()) : value;

/** Writes JSON as `JSON.stringify` does, and a bigint as its digits. */
export const stringifyJson = (value: Json, space?: number): string => {
  try {
    // A replacer makes the call five times slower. Bigints are rare, and only they make the plain call throw.
    return JSON.stringify(value, undefined, space);
  } catch {
    return JSON.stringify(value, writeExactIntegers, space);
  }
};

/** A value that `JSON.stringify` writes as {@link stringifyJson} does, for code that is not ours. */
export const rawJson = (value: Json): unknown => {
  if (typeof value === 'bigint') return writeExactIntegers('', value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(rawJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rawJson(inner)]));
};

/** Parses JSON; returns a text that is not JSON as it is. */
export const jsonOr = (text: string): Json => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

export const plainText = (value: Json): string =>
  typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object's own property, or undefined: inherited ones such as `constructor` and `__proto__` do not count. */
export const getProperty = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** The property of this name, else the one at this path of names: `attributes.status`. */
export const getMember = (value: JsonObject, path: string): Json | undefined => {
  const own = getProperty(value, path);
  if (own !== undefined || !path.includes('.')) return own;
  return path
    .split('.')
    .reduce<Json | undefined>((inner, name) => (isJsonObject(inner) ? getProperty(inner, name) : undefined), value);
};

export const filterProperties = (value: JsonObject, keeps: (name: string, inner: Json) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name, inner]) => keeps(name, inner)));

/** A copy that shares its texts: structuredClone copies them too. */
export const copyOf = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const [name, child] of Object.entries(value)) setProperty(copy, name, copyOf(child));
  return copy;
};

/** Sets a property, also one named `__proto__`, for which an assignment would set the prototype. */
export const setProperty = <Value>(target: Record<string, Value>, name: string, value: NoInfer<Value>): void => {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  else target[name] = value;
};

/** Merges two objects: an object in both has the properties of both, and else the later value counts. */
export const mergeObjects = (before: JsonObject, later: JsonObject): JsonObject => {
  const merged: Record<string, Json> = { ...before };
  for (const name of Object.keys(later)) {
    const [old, value] = [getProperty(before, name), later[name] as Json];
    setProperty(merged, name, isJsonObject(old) && isJsonObject(value) ? mergeObjects(old, value) : value);
  }
  return merged;
};

/** True if both are the same JSON value. The order of properties does not count, and 1 equals 1n. */
export const equalsJson = (left: Json, right: Json): boolean => {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value, index) => equalsJson(value, right[index] as Json))
    );
  }
  if (isJsonObject(left)) {
    if (!isJsonObject(right)) return false;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && equalsJson(left[name] as Json, right[name] as Json))
    );
  }
  return isNumeric(left) && isNumeric(right) && String(left) === String(right);
};

/** The length of the JSON text, without escapes, up to about `max`: shared parts can make it longer than any string. */
export const jsonLength = (value: Json, max = Number.POSITIVE_INFINITY): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let length = 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && length <= max; index++)
      length += jsonLength(value[index] as Json, max - length) + 1;
    return length;
  }
  for (const name of Object.keys(value)) {
    if (length > max) break;
    // The quotes, the colon and the comma.
    length += name.length + 4;
    length += jsonLength((value as JsonObject)[name] as Json, max - length);
  }
  return length;
};

/** Escapes one reference token of a JSON Pointer (RFC 6901). */
export const escapePointer = (token: string): string =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
export const unescapePointer = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;

/** A JSON Pointer in JavaScript notation, for messages: `/items/0/name` is `.items[0].name`. A long one is cut. */
export const propertyPath = (pointer: string): string =>
  cutText(
    pointer
      .slice(0, 2 * maxRecordedLength)
      .split('/')
      .slice(1)
      .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${unescapePointer(token)}`))
      .join(''),
    maxRecordedLength,
  );

/** A property's name, or the index of an item as a number or in digits. */
export type Token = string | number;
export type JsonPath = readonly Token[];

export const pointerTo = (path: JsonPath): string => path.map((token) => `/${escapePointer(String(token))}`).join('');

export const pathTo = (pointer: string): readonly string[] => {
  const path = pointer.split('/').slice(1);
  return pointer.includes('~') ? path.map(unescapePointer) : path;
};

export const valueAt = (value: Json, path: JsonPath): Json | undefined => {
  let found: Json | undefined = value;
  for (const token of path) {
    if (found === undefined) return undefined;
    found = childOf(found, token);
  }
  return found;
};

export const childOf = (value: Json, token: Token): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[])[indexOf(token) ?? -1];
  return isJsonObject(value) ? getProperty(value, String(token)) : undefined;
};

export const indexOf = (token: Token): number | undefined =>
  typeof token === 'number' || /^(0|[1-9]\d{0,14})$/.test(token) ? Number(token) : undefined;

/** Changes each value, or removes it for undefined. Returns the owner itself if all stay. */
export const mapValuesOf = <Owner extends readonly Json[] | JsonObject>(
  owner: Owner,
  change: (value: Json, name: string) => Json | undefined,
): Owner => {
  const names = Object.keys(owner);
  const before = owner as JsonObject;
  const after = names.map((name) => change(before[name] as Json, name));
  if (names.every((name, index) => after[index] === before[name])) return owner;
  if (Array.isArray(owner)) return after.filter((value) => value !== undefined) as never;
  return Object.fromEntries(
    names.map((name, index) => [name, after[index]]).filter(([, value]) => value !== undefined),
  );
};

/** The value with another one at the path, or with none there; objects that should lead to a new value are created. */
export const setAt = (value: Json, path: JsonPath, after: Json | undefined): Json => {
  const [token, ...rest] = path;
  if (token === undefined) return after ?? null;
  const before = childOf(value, token);
  if (after === undefined && before === undefined) return value;
  const child = rest.length === 0 ? after : setAt(before ?? null, rest, after);
  if (child === before) return value;
  return withChild(before !== undefined || isJsonObject(value) ? (value as Parent) : {}, token, child);
};

type Parent = readonly Json[] | JsonObject;

/** Expects an index that the list has. */
const withChild = (parent: Parent, token: Token, after: Json | undefined): Json => {
  if (Array.isArray(parent)) {
    const items = parent as readonly Json[];
    const index = Number(token);
    return after === undefined ? items.toSpliced(index, 1) : items.with(index, after);
  }
  const copy: Record<string, Json> = { ...(parent as JsonObject) };
  if (after === undefined) delete copy[token];
  else setProperty(copy, String(token), after);
  return copy;
};

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

/** The value as a number; undefined if it is neither a number nor the text of one. */
export const numberOf = (value: Json | undefined): Numeric | undefined => {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,40}(\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return value.includes('.') || Number.isSafeInteger(number) ? number : BigInt(value);
};

export const compare = <Value extends Numeric | string>(left: Value, right: Value): number =>
  left < right ? -1 : left > right ? 1 : 0;
