/** A part of the JSON of a body, as the conditions of faults have it. */
import {
  getProperty,
  isJsonObject,
  type Json,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';

/** An object that has the value at these names. */
export const nestedPart = ([name, ...rest]: readonly string[], value: Json): Json => {
  if (name === undefined) return value;
  const object: Record<string, Json> = {};
  setProperty(object, name, nestedPart(rest, value));
  return object;
};

/** Merges two parts; of a name that both have, the second counts. */
export const mergedParts = (
  left: { readonly [name: string]: Json },
  right: { readonly [name: string]: Json },
): Json => {
  const all: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const one = getProperty(left, name);
    const other = getProperty(right, name);
    const both = isJsonObject(one) && isJsonObject(other) ? mergedParts(one, other) : (other ?? one);
    setProperty(all, name, both as Json);
  }
  return all;
};

/** What a text stands for in JSON, of a source that compares texts. */
export const scalarOf = (text: string): Json => {
  const parsed = /^(?:true|false|-?\d{1,15}(?:\.\d{1,10})?)$/.test(text) ? parseJson(text) : undefined;
  return parsed?.ok === true && stringifyJson(parsed.value) === text ? parsed.value : text;
};
