/** Reads parts of JSON. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';

export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

export const withProperties = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = getProperty(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
