/** Responses as handlers write them: `{ status?, headers?, body? }`. */

import { isHeaderValue, isToken } from '../http/http.ts';
import { didYouMean } from '../primitives/did-you-mean.ts';
import type { Json } from '../primitives/json.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import { copyJson, copyProperties, isPlainObject, typeInWords } from './json-copy.ts';

export interface HandlerResponse {
  readonly status: number | undefined;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Json | undefined;
}

/** The response that `next` changes, and the item's properties; undefined ones are removed. */
export interface Override extends HandlerResponse {
  readonly item: Readonly<Record<string, Json | undefined>> | undefined;
}

/** @throws Error if the value is not a response. */
export const readResponse = (value: unknown): HandlerResponse => {
  if (isThenable(value)) {
    ignoreRejection(value);
    throw new TypeError('it returned a promise; handlers are synchronous');
  }
  return readParts(value, ['status', 'headers', 'body'], 'it returned', 'the response');
};

/** @throws Error if the value is not what `next` takes. */
export const readOverride = (value: unknown): Override => {
  if (value === undefined) return { item: undefined, status: undefined, headers: [], body: undefined };
  const parts = readParts(value, ['item', 'status', 'headers', 'body'], 'next() was called with', 'next()');
  const { item } = value as { readonly item?: unknown };
  return { ...parts, item: item === undefined ? undefined : copyProperties(item, 'the item of next()') };
};

/** Keeps the rejection of a promise that nobody awaits from ending the process. */
const ignoreRejection = (promise: PromiseLike<unknown>) => {
  const ignore = () => {};
  try {
    promise.then(ignore, ignore);
  } catch {
    // It is not a real promise.
  }
};

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { readonly then?: unknown }).then === 'function';

const readParts = (value: unknown, names: readonly string[], beginning: string, subject: string): HandlerResponse => {
  const expected = `{ ${names.map((name) => `${name}?`).join(', ')} }`;
  if (!isPlainObject(value)) throw new TypeError(`${beginning} ${typeInWords(value)}, not ${expected}`);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, names);
    throw new TypeError(
      `${beginning} an unknown property "${unknown}", not ${expected}${hint === undefined ? '' : `. ${hint}`}`,
    );
  }
  const { status, headers, body } = value;
  return {
    status: readStatus(status, subject),
    headers: readHeaders(headers, subject),
    body: body === undefined ? undefined : copyJson(body, 'body'),
  };
};

const readStatus = (status: unknown, subject: string): number | undefined => {
  if (status === undefined) return undefined;
  if (Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599) return status as number;
  throw new RangeError(`the status of ${subject} must be a whole number from 200 to 599, not ${typeInWords(status)}`);
};

const readHeaders = (headers: unknown, subject: string): readonly string[] => {
  if (headers === undefined) return [];
  return Object.entries(copyProperties(headers, `the headers of ${subject}`)).flatMap(([name, value]) => {
    if (!isToken(name)) throw new TypeError(`${JSON.stringify(name)} is not a valid header name`);
    const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return values.flatMap((each) => (each === undefined ? [] : [name, readHeaderValue(name, each)]));
  });
};

const readHeaderValue = (name: string, value: Json): string => {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text === 'string' && isHeaderValue(text)) return text;
  throw new TypeError(`the header ${name} must be a text without control characters, a number, or a list of these`);
};

/** Headers by their names, in their first spelling. A header that is set several times has a list. */
export const headersByName = (headers: readonly string[]): Readonly<Record<string, string | readonly string[]>> => {
  const values = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = headers.slice(index, index + 2) as [string, string];
    getOrInsert(values, name.toLowerCase(), () => ({ name, values: [] })).values.push(value);
  }
  const named = [...values.values()].map((header) => [header.name, toValue(header.values)] as const);
  return Object.freeze(Object.fromEntries(named));
};

const toValue = (values: readonly string[]): string | readonly string[] =>
  values.length === 1 ? (values[0] as string) : Object.freeze(values);
