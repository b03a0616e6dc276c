/** Recognises a patch in a request schema. */
import { partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';

/** A list of operations of JSON Patch (RFC 6902): each has an `op` and a `path`. */
export const isPatchList = (key: string, schemas: SchemaSet): boolean => {
  const schema = { $ref: key };
  return isListOfOperations(schema, schemas, ['op', 'path']);
};

const isListOfOperations = (schema: Schema, schemas: SchemaSet, wanted: readonly string[]): boolean => {
  if (!typesOf(schemas, schema)?.has('array')) return false;
  const items = partsOf(schemas, schema, 'some').find((part) => part.items !== undefined)?.items;
  if (items === undefined) return false;
  const properties = propertiesOf(schemas, partsOf(schemas, items, 'some'));
  return wanted.every((name) => properties.has(name));
};
