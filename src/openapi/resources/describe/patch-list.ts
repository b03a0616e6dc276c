/** Recognises a patch in a request schema. */

import { elementsOf, partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';

/** Whether a body is a list of operations of JSON Patch (RFC 6902): each has an `op` and a `path`. */
export const isPatchList = (key: string, schemas: SchemaSet): boolean => {
  const schema = { $ref: key };
  if (!typesOf(schemas, schema)?.has('array')) return false;
  const items = elementsOf(schemas, schema);
  if (items === undefined) return false;
  const properties = propertiesOf(schemas, partsOf(schemas, items, 'some'));
  return properties.has('op') && properties.has('path');
};
