/** Bundles a schema with the schemas that it refers to, in the format of json-schema-faker. */
import type { Schema } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

/** json-schema-faker expands references. A schema that expands to more nodes is not passed to it. */
const maxExpandedNodes = 10_000;

/** Larger sizes are reduced to this one, because json-schema-faker would fill them. */
const maxSize = 200;
const sizes = new Set([
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'minContains',
  'maxContains',
]);

/** Undefined if the expanded schema would be too large, or has a pattern: the time that json-schema-faker takes for a pattern is not bounded. */
export const bundleSchema = (key: string, schemas: SchemaSet): object | undefined => {
  const definitions = new Map<string, Schema>();
  if (expandedSize(key, schemas, definitions) > maxExpandedNodes) return undefined;
  let hasPattern = false;
  const adapt = (name: string, value: unknown): unknown => {
    if (name === 'pattern' || name === 'patternProperties') hasPattern = true;
    if (name === '$ref' && typeof value === 'string') return `#/$defs/${value}`;
    if (sizes.has(name) && typeof value === 'number') return Math.min(value, maxSize);
    return typeof value === 'bigint' ? Number(value) : value;
  };
  const $defs = JSON.parse(JSON.stringify(Object.fromEntries(definitions), adapt)) as object;
  return hasPattern ? undefined : { $ref: `#/$defs/${key}`, $defs };
};

/** Collects the definitions. Counts nodes with every reference replaced by its schema; a reference back to a schema that is being expanded counts once. */
const expandedSize = (root: string, schemas: SchemaSet, definitions: Map<string, Schema>): number => {
  const known = new Map<string, number>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    let size = 1;
    for (const [name, child] of Object.entries(value)) {
      size += name === '$ref' && typeof child === 'string' ? sizeOfKey(child) : sizeOf(child);
      if (size > maxExpandedNodes) return size;
    }
    return size;
  };
  const sizeOfKey = (key: string): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, 1);
    const { schema } = schemas.get(key);
    definitions.set(key, schema);
    const size = sizeOf(schema);
    known.set(key, size);
    return size;
  };
  return sizeOfKey(root);
};
