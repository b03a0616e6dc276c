/** Values of a source, which may have anything anywhere. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../core/primitives/json.ts';

const at = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getProperty(value, name) : undefined;

export const textAt = (value: Json | undefined, name: string): string | undefined => {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
};

export const numberAt = (value: Json | undefined, name: string): number | undefined => {
  const found = at(value, name);
  return typeof found === 'number' ? found : undefined;
};

export const listAt = (value: Json | undefined, name: string): readonly Json[] => {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
};

/** Empty if it is not an object. */
export const objectAt = (value: Json | undefined, name: string): JsonObject => {
  const found = at(value, name);
  return isJsonObject(found) ? found : {};
};

/** A text, or a number or a flag as text. */
export const valueTextAt = (value: Json | undefined, name: string): string | undefined => {
  const found = at(value, name);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : undefined;
};

/** False if it is not a flag. */
export const flagAt = (value: Json | undefined, name: string): boolean => at(value, name) === true;

/** What a text stands for in JSON, of a source that compares texts. */
export const scalarOf = (text: string): Json => {
  const parsed = /^(?:true|false|-?\d{1,15}(?:\.\d{1,10})?)$/.test(text) ? parseJson(text) : undefined;
  return parsed?.ok === true && stringifyJson(parsed.value) === text ? parsed.value : text;
};
