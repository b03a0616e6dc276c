/** Paths into a JSON value, and values changed at a path: only what leads there is copied. */
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
  unescapePointer,
} from './json.ts';

/** A property's name, or the index of an item as a number or in digits. */
export type Token = string | number;
export type JsonPath = readonly Token[];

/** The JSON Pointer (RFC 6901) of a path. */
export const pointerTo = (path: JsonPath): string => path.map((token) => `/${escapePointer(String(token))}`).join('');

export const pathTo = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescapePointer);

/** Returns undefined if there is no value at the path. */
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

/** The index of a token; undefined if it is not an index. */
export const indexOf = (token: Token): number | undefined =>
  typeof token === 'number' || /^(0|[1-9]\d{0,14})$/.test(token) ? Number(token) : undefined;

/**
 * The value with another one at the path, or with none there where `update` returns undefined. A path that leads nowhere
 * changes nothing; its last property may be new.
 */
export const updateAt = (
  value: Json,
  [token, ...rest]: JsonPath,
  update: (before: Json | undefined) => Json | undefined,
): Json => {
  if (token === undefined) return update(value) ?? null;
  const before = childOf(value, token);
  if (before === undefined && (rest.length > 0 || !isJsonObject(value))) return value;
  const after = rest.length === 0 ? update(before) : updateAt(before as Json, rest, update);
  return after === before ? value : withChild(value as Parent, token, after);
};

/** The value with another one at the path, or with none there; objects that should lead to a new value are created. */
export const setAt = (value: Json, path: JsonPath, after: Json | undefined): Json => {
  const [token, ...rest] = path;
  if (token === undefined) return after ?? null;
  const before = childOf(value, token);
  const parent = before !== undefined || isJsonObject(value) ? (value as Parent) : {};
  if (after === undefined) return updateAt(parent, path, () => undefined);
  return withChild(parent, token, setAt(before ?? null, rest, after));
};

type Parent = readonly Json[] | JsonObject;

/** The index of an item is one that there is. */
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
