/** Converts schemas. Those of Swagger 2.0 differ from those of OpenAPI 3.0 in a few keywords. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { entriesAt, listIn, maxDocumentDepth, objectIn, stringIn } from '../../openapi/document/source.ts';
import { mapValues, type SwaggerConversion, type Writable } from './conversion.ts';

const schemaMaps = new Set(['properties', 'patternProperties', 'definitions', '$defs']);
const subschemas = new Set(['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf']);

/** Extensions for what only OpenAPI 3 has. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['x-nullable', 'nullable'],
  ['x-oneOf', 'oneOf'],
  ['x-anyOf', 'anyOf'],
  ['x-not', 'not'],
  ['x-example', 'example'],
]);

export type ConvertSchema = (value: Json) => Json;

export const createConvertSchema = (conversion: SwaggerConversion): ConvertSchema => {
  // A parsed document may contain itself, or one object in many places.
  const known = new Map<JsonObject, Writable>();
  let depth = 0;
  const convert: ConvertSchema = (value) => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isJsonObject(value) || depth === maxDocumentDepth) return value;
    depth++;
    const converted = convertObject(value);
    depth--;
    return converted;
  };
  const convertObject = (value: JsonObject): Json => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const result: Writable = {};
    known.set(value, result);
    const { 'x-nullable': nullable, ...rest } = value;
    // Beside a reference, other keywords have no effect.
    if (nullable === true && typeof value.$ref === 'string')
      return Object.assign(result, { nullable, allOf: [convert(rest)] });
    for (const [name, property] of Object.entries(value)) convertKeyword(result, name, property);
    // OpenAPI 3.0 wants null among the listed values, which the extension does not.
    if (nullable === true && Array.isArray(value.enum) && !value.enum.includes(null))
      result.enum = [...(value.enum as readonly Json[]), null];
    return result;
  };
  const convertKeyword = (result: Writable, written: string, property: Json): void => {
    const name = extensions.get(written) ?? written;
    if (name === '$ref' && typeof property === 'string') conversion.refer(result, property);
    else if (name === 'discriminator' && typeof property === 'string')
      result.discriminator = { propertyName: property };
    else if (name === 'type' && property === 'file') Object.assign(result, { type: 'string', format: 'binary' });
    else if (schemaMaps.has(name)) setProperty(result, name, mapValues(property, '', convert));
    else if (name !== 'collectionFormat')
      setProperty(result, name, subschemas.has(name) ? convert(property) : property);
  };
  return convert;
};

/** Converts the definitions, and maps the values of discriminators that are not the names of their components. */
export const convertDefinitions = (conversion: SwaggerConversion, convert: ConvertSchema): Writable => {
  const result: Writable = {};
  const definitions = entriesAt(getProperty(conversion.source, 'definitions'), '/definitions');
  for (const [name, definition] of definitions)
    setProperty(result, conversion.nameOf('definitions', name), convert(definition));
  for (const [name, definition] of definitions) {
    if (!isJsonObject(definition)) continue;
    const component = conversion.nameOf('definitions', name);
    const value = stringIn(definition, 'x-ms-discriminator-value') ?? name;
    if (value !== component) mapInBases(conversion, convert, definition, [value, `#/components/schemas/${component}`]);
  }
  return result;
};

/** A base states the discriminator; it may be several levels above. */
const mapInBases = (
  conversion: SwaggerConversion,
  convert: ConvertSchema,
  definition: JsonObject,
  [value, reference]: readonly [string, string],
): void => {
  const bases = new Set([definition]);
  for (const base of bases) {
    const discriminator = objectIn(convert(base) as JsonObject, 'discriminator') as Writable | undefined;
    if (discriminator !== undefined) {
      discriminator.mapping ??= {};
      setProperty(discriminator.mapping as Writable, value, reference);
    }
    for (const part of listIn(base, 'allOf')) {
      const found = conversion.resolve(part, '');
      if (found !== undefined) bases.add(found.value);
    }
  }
};
