/** Converts parameters of the path, the query and the headers, and header objects. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { stringIn } from '../../openapi/document/source.ts';
import type { SwaggerConversion, Writable } from './conversion.ts';
import type { ConvertSchema } from './swagger-schemas.ts';

/** Keywords of the parameter itself. The others describe its value. */
const ownKeywords = new Set(['name', 'in', 'description', 'required', 'allowEmptyValue', 'deprecated', 'example']);

const valueExtensions = new Set(['x-nullable', 'x-oneOf', 'x-anyOf', 'x-not']);

interface ParameterParts {
  /** The keywords of the parameter itself. */
  readonly own: Writable;
  readonly schema: Json;
  /** How a list is written; empty for other values. */
  readonly style: JsonObject;
}

/** @param place Where the value is: `query`, `formData`, `path` or `header`. */
export const splitParameter = (
  conversion: SwaggerConversion,
  convert: ConvertSchema,
  parameter: JsonObject,
  place: string,
  pointer: string,
): ParameterParts => {
  const own: Writable = {};
  const rest: Writable = {};
  for (const [name, value] of Object.entries(parameter)) {
    if (name === 'x-example') own.example = value;
    else if (ownKeywords.has(name) || (name.startsWith('x-') && !valueExtensions.has(name)))
      setProperty(own, name, value);
    else if (name !== 'schema' && name !== 'collectionFormat') setProperty(rest, name, value);
  }
  // Not allowed, but often written.
  const { schema: stated } = parameter;
  const schema = convert(isJsonObject(stated) ? { ...rest, ...stated } : rest);
  const isList = isJsonObject(schema) && schema.type === 'array';
  if (isJsonObject(rest.items) && rest.items.type === 'array')
    conversion.report(pointer, 'OpenAPI 3 has no separator for the values of lists in a list');
  return { own, schema, style: isList ? styleOf(conversion, parameter, place, pointer) : {} };
};

export const convertParameter = (
  conversion: SwaggerConversion,
  convert: ConvertSchema,
  parameter: JsonObject,
  pointer: string,
): JsonObject => {
  const { own, schema, style } = splitParameter(
    conversion,
    convert,
    parameter,
    stringIn(parameter, 'in') ?? '',
    pointer,
  );
  return { ...own, ...style, schema };
};

const delimited: ReadonlyMap<string, string> = new Map([
  ['csv', 'form'],
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** Lists are separated by commas where nothing else is stated. In OpenAPI 3, a query and a form repeat the parameter. */
const styleOf = (conversion: SwaggerConversion, parameter: JsonObject, place: string, pointer: string): JsonObject => {
  const format = stringIn(parameter, 'collectionFormat') ?? 'csv';
  const isRepeated = place === 'query' || place === 'formData';
  if (isRepeated && format === 'multi') return { style: 'form', explode: true };
  const style = isRepeated ? delimited.get(format) : format === 'csv' && 'simple';
  if (!style)
    conversion.report(
      pointer,
      `collectionFormat "${format}" of a ${place} parameter does not exist in OpenAPI 3: its values are separated by commas`,
    );
  return { style: style || (isRepeated ? 'form' : 'simple'), explode: false };
};
