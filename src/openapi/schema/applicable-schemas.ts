/** Collects the schemas that apply to one value: a schema, the targets of its `$ref`s and its subschemas. */

import { type JsonType, typeOf } from '../../core/service/schema-facts.ts';
import type { Schema, SchemaObject } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

/** `all`: the schemas that always apply. `some`: also the branches of unions and conditions. */
export type Reading = 'all' | 'some';

/** The schema and the schemas that apply to the same value, each once. Iterative, because references can form long chains. */
export const partsOf = (schemas: SchemaSet, schema: Schema, reading: Reading): readonly SchemaObject[] => {
  const found = new Set<SchemaObject>();
  const pending: Schema[] = [schema];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'boolean' || found.has(part)) continue;
    found.add(part);
    const next: Schema[] = part.$ref === undefined ? [] : [schemas.get(part.$ref).schema];
    next.push(...(part.allOf ?? []));
    if (reading === 'some') {
      next.push(...(part.anyOf ?? []), ...(part.oneOf ?? []));
      for (const keyword of ['then', 'else']) if (part[keyword] !== undefined) next.push(part[keyword] as Schema);
    }
    pending.push(...next.reverse());
  }
  return [...found];
};

type Types = ReadonlySet<JsonType> | undefined;

/** Longer chains of references are ignored. */
const maxDepth = 50;

/** The types that a value may have. Undefined if the schema does not restrict them. */
export const typesOf = (schemas: SchemaSet, root: Schema): Types => {
  if (typeof root === 'boolean') return undefined;
  // Nearly every schema of a property.
  return hasParts(root) ? narrowedTypes(schemas, root, 0, new Map()) : declaredTypes(root);
};

const hasParts = ({ $ref, allOf, anyOf, oneOf }: SchemaObject): boolean =>
  $ref !== undefined || allOf !== undefined || anyOf !== undefined || oneOf !== undefined;

/** `known`: the types of the schemas that were read before. */
const narrowedTypes = (schemas: SchemaSet, schema: Schema, depth: number, known: Map<SchemaObject, Types>): Types => {
  if (typeof schema === 'boolean' || depth > maxDepth) return undefined;
  if (known.has(schema)) return known.get(schema);
  // A schema that refers to itself adds no restriction.
  known.set(schema, undefined);
  const visit = (part: Schema): Types => narrowedTypes(schemas, part, depth + 1, known);
  let types = declaredTypes(schema);
  const narrow = (allowed: Types): void => {
    if (allowed !== undefined) types = types === undefined ? allowed : intersect(types, allowed);
  };
  if (schema.$ref !== undefined) narrow(visit(schemas.get(schema.$ref).schema));
  for (const part of schema.allOf ?? []) narrow(visit(part));
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (union === undefined) continue;
    const branches = union.map(visit);
    if (!branches.includes(undefined))
      narrow(new Set(branches.flatMap((branch) => [...(branch as ReadonlySet<JsonType>)])));
  }
  known.set(schema, types);
  return types;
};

const declaredTypes = ({ type, enum: values, const: only }: SchemaObject): Types => {
  if (type !== undefined) return new Set((typeof type === 'string' ? [type] : type) as JsonType[]);
  if (values !== undefined) return new Set(values.map(typeOf));
  return only === undefined ? undefined : new Set([typeOf(only)]);
};

const intersect = (left: ReadonlySet<JsonType>, right: ReadonlySet<JsonType>): ReadonlySet<JsonType> => {
  const common = new Set([...left].filter((type) => right.has(type) || (type === 'integer' && right.has('number'))));
  if (left.has('number') && right.has('integer')) common.add('integer');
  return common;
};

/** The value of this keyword in the first part that has it. */
export const firstOf = <Keyword extends keyof SchemaObject>(
  parts: readonly SchemaObject[],
  keyword: Keyword,
): SchemaObject[Keyword] | undefined => parts.find((part) => part[keyword] !== undefined)?.[keyword];

/** The schemas of each declared property. Several parts may declare the same name. */
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
