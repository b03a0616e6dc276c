/** Recognises a patch in a request schema. */

import type { SchemaSet } from '../../schema/schema-set.ts';

/** Whether a body is a list of operations of JSON Patch (RFC 6902): each has an `op` and a `path`. */
export const isPatchList = (key: string, schemas: SchemaSet): boolean => {
  const schema = { $ref: key };
  if (!schemas.typesOf(schema)?.has('array')) return false;
  const items = schemas.elementsOf(schema);
  if (items === undefined) return false;
  const properties = schemas.propertiesIn(schemas.partsOf(items, 'some'));
  return properties.has('op') && properties.has('path');
};
