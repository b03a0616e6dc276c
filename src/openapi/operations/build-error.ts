/** An error body built from its schema, where the document gives no example: what its members are called says what belongs there. */

import { statusText } from '../../core/http/status-text.ts';
import type { Json } from '../../core/primitives/json.ts';
import { type JsonPath, setAt } from '../../core/primitives/json-path.ts';
import type { Generators } from '../generate/generate.ts';
import { mergeSchemas } from '../schema/merged-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { fillError, findPlaces, isErrorProperty, objectsIn } from './error-properties.ts';

export const buildError = (key: string, status: number, schemas: SchemaSet, generators: Generators): Json => {
  const plain = generators.plainValue(key, isErrorProperty);
  const text = statusText(status);
  const places = findPlaces(plain, (path) => valuesAt(schemas, key, path) === undefined);
  let body = fillError(plain, places, { message: text, status });
  for (const { path, value } of objectsIn(plain)) {
    for (const [name, before] of Object.entries(value)) {
      const place = [...path, name];
      const meant = valueFor(name, before, status, text);
      if (meant === undefined) continue;
      const listed = valuesAt(schemas, key, place);
      const chosen = listed === undefined ? meant : listed.find((one) => likeness(one) === likeness(meant));
      if (chosen !== undefined) body = setAt(body, place, chosen);
    }
  }
  return body;
};

/** Undefined: the name says nothing. */
const valueFor = (name: string, before: Json, status: number, text: string): Json | undefined => {
  if (typeof before === 'number') return /^(status|http)?_?(code|status(_?code)?)$/i.test(name) ? status : undefined;
  if (typeof before !== 'string') return undefined;
  // RFC 9457: a problem that its status tells all about is of no type of its own.
  if (name === 'type') return /^\w+:/.test(before) ? 'about:blank' : undefined;
  if (/^(error_?)?code$/i.test(name)) return text.toLowerCase().replace(/[^a-z]+/g, '_');
  return name === 'title' || name === 'error' ? text : undefined;
};

/** `NOT_FOUND`, `NotFound` and `not-found` mean the same. */
const likeness = (value: Json): string =>
  String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The values that a member may have, where its schema lists them. */
export const valuesAt = (schemas: SchemaSet, key: string, path: JsonPath): readonly Json[] | undefined => {
  let list: readonly Schema[] = [{ $ref: key }];
  for (const token of path) {
    const merged = mergeSchemas(schemas, list);
    list = typeof token === 'number' ? merged.items : (merged.properties.get(token) ?? []);
  }
  return mergeSchemas(schemas, list).values;
};
