/** Times that the examples of a document show in other notations than their format asks for: `2026-01-17T12:34:00.000+0000`. */

import { isJsonObject, type Json, type JsonObject, pathTo, valueAt } from '../../core/primitives/json.ts';

/** The times that examples show for what the schema at a pointer describes: a property, a parameter or the items of one. */
export type ShownTimes = (pointer: string) => readonly string[];

/** The examples are read when the first time is met. */
export const createShownTimes = (document: Json): ShownTimes => {
  let byName: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (pointer) => {
    byName ??= timesIn(document);
    return [...(byName.get(nameAt(document, pointer) ?? '') ?? [])];
  };
};

const nameAt = (document: Json, pointer: string): string | undefined => {
  const at = pathTo(pointer.replace(/(?:\/(?:items|(?:all|any|one)Of\/\d+))+$/, ''));
  if (at.at(-2) === 'properties') return at.at(-1);
  const name = at.at(-1) === 'schema' ? valueAt(document, [...at.slice(0, -1), 'name']) : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** A time of a property that has as many notations is none. */
const maxNotations = 20;
const maxDepth = 250;

interface Place {
  /** The property whose value it is; the items of a list have it too. */
  readonly name: string;
  /** Whether it is within an example. */
  readonly isShown: boolean;
  readonly depth: number;
}

/** A name that some property has whose value may be any text says nothing of times. */
const timesIn = (document: Json): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const namesOfTexts = new Set<string>();
  const add = (name: string, value: Json): void => {
    if (typeof value !== 'string' || value.length > 64 || !/\d\d/.test(value)) return;
    const times = found.get(name) ?? new Set();
    found.set(name, times);
    if (times.size < maxNotations) times.add(value);
  };
  const walk = (value: Json, place: Place): void => {
    if (place.depth > maxDepth) return;
    if (isJsonObject(value)) walkObject(value, place);
    else if (Array.isArray(value)) {
      const inside = { ...place, depth: place.depth + 1 };
      for (const item of value as readonly Json[]) walk(item, inside);
    } else if (place.isShown) add(place.name, value);
  };
  const walkObject = (value: JsonObject, { name, isShown, depth }: Place): void => {
    // The example of a parameter is a value of its name.
    const own = typeof value.name === 'string' && typeof value.in === 'string' ? value.name : name;
    if (!isShown && isJsonObject(value.properties))
      for (const [of, schema] of Object.entries(value.properties)) if (isText(schema)) namesOfTexts.add(of);
    for (const [key, inner] of Object.entries(value))
      if (typeof inner === 'object' || isShown || isExample(key))
        walk(inner, { name: isShown ? key : own, isShown: isShown || isExample(key), depth: depth + 1 });
  };
  walk(document, { name: '', isShown: false, depth: 0 });
  for (const name of namesOfTexts) found.delete(name);
  return found;
};

const isText = (schema: Json | undefined): boolean =>
  isJsonObject(schema) && schema.type === 'string' && schema.format === undefined;

const isExample = (key: string): boolean => key === 'example' || key === 'examples';
