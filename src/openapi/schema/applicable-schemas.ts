/** What a converted schema says about one value, gathered from the schemas that it refers to and is made of. */

import type { Schema, SchemaObject } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

/** `all`: what always applies. `some`: also the branches of unions. */
export type Reading = 'all' | 'some';

/** The schema and those that apply to the same value, each once. */
export const partsOf = (schemas: SchemaSet, schema: Schema, reading: Reading): readonly SchemaObject[] => {
  const found = new Set<SchemaObject>();
  const visit = (part: Schema): void => {
    if (typeof part === 'boolean' || found.has(part)) return;
    found.add(part);
    if (part.$ref !== undefined) visit(schemas.get(part.$ref).schema);
    for (const child of part.allOf ?? []) visit(child);
    if (reading === 'all') return;
    for (const child of [...(part.anyOf ?? []), ...(part.oneOf ?? [])]) visit(child);
    for (const keyword of ['then', 'else']) if (part[keyword] !== undefined) visit(part[keyword] as Schema);
  };
  visit(schema);
  return [...found];
};

export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** The types that a value may have; undefined where the schema does not say. */
export const typesOf = (schemas: SchemaSet, schema: Schema, depth = 0): ReadonlySet<TypeName> | undefined => {
  if (typeof schema === 'boolean' || depth > 20) return undefined;
  let types: ReadonlySet<TypeName> | undefined;
  const narrow = (other: ReadonlySet<TypeName> | undefined): void => {
    if (other !== undefined) types = types === undefined ? other : intersect(types, other);
  };
  if (schema.type !== undefined)
    narrow(new Set((typeof schema.type === 'string' ? [schema.type] : schema.type) as TypeName[]));
  else if (schema.enum !== undefined) narrow(new Set(schema.enum.map(typeOfValue)));
  else if (schema.const !== undefined) narrow(new Set([typeOfValue(schema.const)]));
  if (schema.$ref !== undefined) narrow(typesOf(schemas, schemas.get(schema.$ref).schema, depth + 1));
  for (const part of schema.allOf ?? []) narrow(typesOf(schemas, part, depth + 1));
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (union === undefined) continue;
    const branches = union.map((branch) => typesOf(schemas, branch, depth + 1));
    if (!branches.includes(undefined))
      narrow(new Set(branches.flatMap((branch) => [...(branch as ReadonlySet<TypeName>)])));
  }
  return types;
};

const intersect = (one: ReadonlySet<TypeName>, other: ReadonlySet<TypeName>): ReadonlySet<TypeName> => {
  const both = new Set([...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number'))));
  if (one.has('number') && other.has('integer')) both.add('integer');
  return both;
};

export const typeOfValue = (value: unknown): TypeName => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
};

/** The first thing that any part says under this keyword. */
export const firstOf = <Keyword extends keyof SchemaObject>(
  parts: readonly SchemaObject[],
  keyword: Keyword,
): SchemaObject[Keyword] | undefined => parts.find((part) => part[keyword] !== undefined)?.[keyword];

/** The schemas of each declared member; a name may be declared in several parts. */
export const propertiesOf = (parts: readonly SchemaObject[]): ReadonlyMap<string, readonly Schema[]> => {
  const declared = new Map<string, Schema[]>();
  for (const { properties } of parts) {
    if (properties === undefined) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = declared.get(name);
      if (known === undefined) declared.set(name, [schema]);
      else known.push(schema);
    }
  }
  return declared;
};
