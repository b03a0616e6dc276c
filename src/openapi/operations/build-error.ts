/** Builds an error body from its schema if the document has no example. The names of the properties determine their values. */

import { statusText } from '../../core/http/status-text.ts';
import type { Json } from '../../core/primitives/json.ts';
import { type JsonPath, setAt } from '../../core/primitives/json-path.ts';
import type { Generators } from '../generate/generate.ts';
import { mergeSchemas } from '../schema/merged-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { fillError, findErrorProperties, isErrorProperty, objectsIn } from './error-properties.ts';

export const buildError = (key: string, status: number, schemas: SchemaSet, generators: Generators): Json => {
  const plain = generators.plainValue(key, isErrorProperty);
  const text = statusText(status);
  const errorPaths = findErrorProperties(plain, (path) => valuesAt(schemas, key, path) === undefined);
  let body = fillError(plain, errorPaths, { message: text, status });
  for (const { path, value } of objectsIn(plain)) {
    for (const [name, before] of Object.entries(value)) {
      const propertyPath = [...path, name];
      const proposed = valueFor(name, before, status, text);
      if (proposed === undefined) continue;
      const allowed = valuesAt(schemas, key, propertyPath);
      const chosen =
        allowed === undefined ? proposed : allowed.find((candidate) => comparable(candidate) === comparable(proposed));
      if (chosen !== undefined) body = setAt(body, propertyPath, chosen);
    }
  }
  return body;
};

/** The value of a property of an error, by its name. Undefined if the name is not known. */
const valueFor = (name: string, before: Json, status: number, text: string): Json | undefined => {
  if (typeof before === 'number') return /^(status|http)?_?(code|status(_?code)?)$/i.test(name) ? status : undefined;
  if (typeof before !== 'string') return undefined;
  // RFC 9457: `about:blank` is the type of a problem that its status describes completely.
  if (name === 'type') return /^\w+:/.test(before) ? 'about:blank' : undefined;
  if (/^(error_?)?code$/i.test(name)) return text.toLowerCase().replace(/[^a-z]+/g, '_');
  return name === 'title' || name === 'error' ? text : undefined;
};

/** The key for comparing codes: `NOT_FOUND`, `NotFound` and `not-found` are equal. */
const comparable = (value: Json): string =>
  String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The allowed values of a property, if its schema lists them. */
export const valuesAt = (schemas: SchemaSet, key: string, path: JsonPath): readonly Json[] | undefined => {
  let list: readonly Schema[] = [{ $ref: key }];
  for (const token of path) {
    const merged = mergeSchemas(schemas, list);
    list = typeof token === 'number' ? merged.items : (merged.properties.get(token) ?? []);
  }
  return mergeSchemas(schemas, list).values;
};
