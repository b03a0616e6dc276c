/** Schemas outside of operations, as the rules for resources read them. */
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createSource } from '../../../src/openapi/document/source.ts';
import type { Compilation } from '../../../src/openapi/operations/compilation.ts';
import { createDescribe } from '../../../src/openapi/resources/describe/item-schema.ts';
import { createShapes } from '../../../src/openapi/resources/describe/locate-items.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';

/** `named`: the shared schemas of the document. */
export const readSchemas = (named: object = {}) => {
  const document = { openapi: '3.1.0', components: { schemas: named } } as JsonObject;
  const schemas = new SchemaSet(createSource(document), false);
  const describe = createDescribe({ schemas } as Compilation);
  let count = 0;
  const keyOf = (schema: object): string => schemas.keyOf(schema as Json, `/paths/${count++}`, 'response');
  return {
    schemas,
    describe,
    shapes: createShapes(schemas, describe, { isAroundList: () => false, isItem: () => false }),
    keyOf,
  };
};
