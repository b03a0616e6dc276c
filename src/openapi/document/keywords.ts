/** Classifies the properties of a document by name, so that it can be traversed without being interpreted. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';

/** Properties whose child names are chosen by the document's author, so that they are not keywords. */
const maps = new Set(
  (
    'properties patternProperties $defs definitions dependentSchemas schemas parameters responses headers ' +
    'requestBodies securitySchemes links callbacks pathItems mediaTypes paths webhooks content encoding ' +
    'variables mapping'
  ).split(' '),
);
/** Properties that contain plain data, in which a `$ref` is not a reference. */
const data = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue', 'mapping', 'scopes']);

/** Whether a property contains plain data. `examples` is a list of values in a schema, a map of Example Objects elsewhere. */
export const isData = (name: string, property: Json): boolean =>
  data.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(property));

/** Whether the author chose the names of a property's children. */
export const isMap = (name: string, property: Json): boolean =>
  (maps.has(name) || name === 'examples') && isJsonObject(property);
