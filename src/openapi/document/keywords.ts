/** What stands where in a document, told by the names of members alone: so that it can be walked without being understood. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';

/** Members whose own members are named by the document's author: no keyword stands there. */
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'requestBodies',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'mediaTypes',
  'paths',
  'webhooks',
  'content',
  'encoding',
  'variables',
  'mapping',
]);
/** Members that hold plain data, in which a `$ref` is only a name. */
const data = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue', 'mapping', 'scopes']);

/** Whether a member holds plain data. `examples` is a list of values in a schema, a map of Example Objects elsewhere. */
export const isData = (name: string, property: Json): boolean =>
  data.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(property));

/** Whether a member's own members bear names that the author chose. */
export const isMap = (name: string, property: Json): boolean =>
  (maps.has(name) || name === 'examples') && isJsonObject(property);
