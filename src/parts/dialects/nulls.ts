/** Null beside what a schema describes, in the words of other versions of OpenAPI and of converters. */
import { getProperty, type JsonObject } from '../../core/primitives/json.ts';

/** The keyword of another version by which a schema allows null, or `own`; undefined: it does not. */
export const nullIn = (raw: JsonObject, isOpenApi30: boolean): 'own' | 'nullable' | 'x-nullable' | undefined => {
  if (isNullBeside(raw)) return 'own';
  if (getProperty(raw, 'nullable') !== true) return getProperty(raw, 'x-nullable') === true ? 'x-nullable' : undefined;
  if (!isOpenApi30) return 'nullable';
  // OpenAPI 3.0.3: an enum must list null itself.
  const listed = getProperty(raw, 'enum');
  return !Array.isArray(listed) || listed.includes(null) ? 'own' : undefined;
};

/** Whether null is beside the alternatives: a type that none has is one more. */
export const isNullBeside = (raw: JsonObject): boolean =>
  getProperty(raw, 'type') === 'null' && ['oneOf', 'anyOf', 'allOf', '$ref'].some((name) => Object.hasOwn(raw, name));
