/** Reads the responses of the control API. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';

/** The objects of a list of the control API, or of another property. */
export const objectsOf = (value: Json | undefined, name = 'items'): readonly JsonObject[] => {
  const list = value !== undefined && isJsonObject(value) ? getProperty(value, name) : undefined;
  return Array.isArray(list) ? (list as readonly Json[]).filter(isJsonObject) : [];
};

export const totalOf = (value: Json): number => {
  const total = isJsonObject(value) ? getProperty(value, 'total') : undefined;
  return typeof total === 'number' ? total : objectsOf(value).length;
};

export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

export const textProperty = (value: JsonObject, name: string): string | undefined => {
  const text = getProperty(value, name);
  return typeof text === 'string' ? text : undefined;
};

export const withProperties = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = getProperty(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
