/** One schema and all that it refers to, as json-schema-faker takes it. */
import type { Schema } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

/** The library expands references; a schema that grows beyond this many nodes is not given to it. */
const maxExpandedNodes = 10_000;

/** Larger sizes are not generated; the library would fill them. */
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

/** Undefined if the expanded schema would be too large, or has a pattern: the library's time for a pattern is not bounded. */
export const bundleSchema = (key: string, schemas: SchemaSet): object | undefined => {
  const definitions = new Map<string, Schema>();
  if (expandedSize(key, schemas, definitions) > maxExpandedNodes) return undefined;
  let hasPattern = false;
  const tame = (name: string, value: unknown): unknown => {
    if (name === 'pattern' || name === 'patternProperties') hasPattern = true;
    if (name === '$ref' && typeof value === 'string') return `#/$defs/${value}`;
    if (sizes.has(name) && typeof value === 'number') return Math.min(value, maxSize);
    return typeof value === 'bigint' ? Number(value) : value;
  };
  const $defs = JSON.parse(JSON.stringify(Object.fromEntries(definitions), tame)) as object;
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
