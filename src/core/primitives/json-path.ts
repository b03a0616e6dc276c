/** Paths into a JSON value. */
import { escapePointer, type Json, setProperty } from './json.ts';

export type Token = string | number;

export const pointerTo = (tokens: readonly Token[]): string =>
  tokens.map((token) => `/${escapePointer(String(token))}`).join('');

/** A copy of the value with `after` at the path, or without the property if `after` is undefined. Only the parents are copied. */
export const replaceAt = (value: Json, [token, ...rest]: readonly Token[], after: Json | undefined): Json => {
  if (token === undefined) return after ?? null;
  if (Array.isArray(value)) {
    const items = [...(value as readonly Json[])];
    items[token as number] = replaceAt(items[token as number] as Json, rest, after);
    return items;
  }
  const copy: Record<string, Json> = { ...(value as Record<string, Json>) };
  if (rest.length === 0 && after === undefined) delete copy[token];
  else
    setProperty(copy, String(token), rest.length === 0 ? (after as Json) : replaceAt(copy[token] as Json, rest, after));
  return copy;
};
