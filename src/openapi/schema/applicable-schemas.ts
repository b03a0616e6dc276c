/** Collects the schemas that apply to one value: a schema, the targets of its `$ref`s and its subschemas. */

import { type JsonType, typeOf } from '../../core/service/check.ts';
import { maxHops } from '../document/source.ts';
import type { Schema, SchemaObject } from './schema.ts';
import type { Reading, ReadTypes, SchemaSet, Types } from './schema-set.ts';

/** A schema with fewer parts is read again, which is as fast. */
const worthKeeping = 20;

/** The schema and the schemas that apply to the same value, each once. */
export const partsOf = (schemas: SchemaSet, schema: Schema, reading: Reading): readonly SchemaObject[] => {
  if (typeof schema === 'boolean') return [];
  // Nearly every schema of a property, and nearly every reference.
  if (!hasMoreParts(schema)) {
    if (schema.$ref === undefined) return [schema];
    const target = schemas.get(schema.$ref).schema;
    if (typeof target === 'boolean') return [schema];
    if (target.$ref === undefined && !hasMoreParts(target)) return [schema, target];
  }
  const known = schemas.readings.parts[reading];
  const found = known.get(schema);
  if (found !== undefined) return found;
  const parts = collectParts(schemas, schema, reading);
  if (parts.length > worthKeeping) known.set(schema, parts);
  return parts;
};

/** Iterative, because references can form long chains. */
const collectParts = (schemas: SchemaSet, schema: SchemaObject, reading: Reading): readonly SchemaObject[] => {
  const found = new Set<SchemaObject>();
  const pending: Schema[] = [schema];
  let pointer = '';
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'boolean' || found.has(part)) continue;
    if (found.size >= worthKeeping && !schemas.readings.take(1, pointer)) break;
    found.add(part);
    const next: Schema[] = [];
    if (part.$ref !== undefined) {
      const { entry, schema: target } = schemas.get(part.$ref);
      pointer ||= entry.pointer;
      next.push(target);
    }
    next.push(...(part.allOf ?? []));
    if (reading === 'some') {
      next.push(...(part.anyOf ?? []), ...(part.oneOf ?? []));
      for (const keyword of ['then', 'else']) if (part[keyword] !== undefined) next.push(part[keyword] as Schema);
    }
    pending.push(...next.reverse());
  }
  return [...found];
};

/** The types that a value may have. Undefined if the schema does not restrict them. */
export const typesOf = (schemas: SchemaSet, root: Schema): Types => {
  if (typeof root === 'boolean') return undefined;
  // Nearly every schema of a property.
  const target = behindReferences(schemas, root);
  if (typeof target === 'boolean') return undefined;
  if (!hasParts(target)) return declaredTypes(target);
  const { circular } = schemas.readings;
  const found = circular.get(root);
  if (found !== undefined) return found.types;
  const read = readTypes(schemas, root, 0, new Map());
  if (!read.isWhole && read.parts > worthKeeping) circular.set(root, read);
  return read.types;
};

export const mayBeNumber = (types: Types): boolean => types?.has('integer') === true || types?.has('number') === true;

/** Whether a value may be a number, and no text. */
export const isNumeric = (types: Types): boolean => mayBeNumber(types) && types?.has('string') === false;

export const typesOfAll = (schemas: SchemaSet, list: readonly Schema[]): Types => {
  let types: Types;
  for (const schema of list) types = narrow(types, typesOf(schemas, schema));
  return types;
};

/** The target of a schema that says nothing of its own about types; the schema itself if it does, or if the target is too far. */
const behindReferences = (schemas: SchemaSet, root: SchemaObject): Schema => {
  let schema: Schema = root;
  for (let hops = 0; hops < maxHops; hops++) {
    if (typeof schema === 'boolean' || schema.$ref === undefined) return schema;
    const { allOf, anyOf, oneOf } = schema;
    if (declaredTypes(schema) ?? allOf ?? anyOf ?? oneOf) return schema;
    schema = schemas.get(schema.$ref).schema;
  }
  return root;
};

const hasParts = ({ $ref, allOf, anyOf, oneOf }: SchemaObject): boolean =>
  $ref !== undefined || allOf !== undefined || anyOf !== undefined || oneOf !== undefined;

/** Whether a schema has parts beside its reference. */
const hasMoreParts = ({ allOf, anyOf, oneOf, then, else: otherwise }: SchemaObject): boolean =>
  allOf !== undefined || anyOf !== undefined || oneOf !== undefined || then !== undefined || otherwise !== undefined;

const unrestricted: ReadTypes = { types: undefined, parts: 0, height: 0, isWhole: true };
const cut: ReadTypes = { ...unrestricted, isWhole: false };

/** `read`: the schemas that were read before, from the same root. */
const readTypes = (
  schemas: SchemaSet,
  schema: Schema,
  depth: number,
  read: Map<SchemaObject, ReadTypes>,
): ReadTypes => {
  if (typeof schema === 'boolean') return unrestricted;
  if (depth > maxHops) return cut;
  const { whole } = schemas.readings;
  const known = whole.get(schema);
  if (known !== undefined && depth + known.height <= maxHops) return known;
  const found = read.get(schema);
  if (found !== undefined) return found;
  // A schema that refers to itself adds no restriction.
  read.set(schema, cut);
  let [parts, height, isWhole] = [1, 0, true];
  const visit = (part: Schema): Types => {
    const inner = readTypes(schemas, part, depth + 1, read);
    parts += inner.parts;
    height = Math.max(height, inner.height + 1);
    isWhole &&= inner.isWhole;
    return inner.types;
  };
  let types = declaredTypes(schema);
  if (schema.$ref !== undefined) types = narrow(types, visit(schemas.get(schema.$ref).schema));
  for (const part of schema.allOf ?? []) types = narrow(types, visit(part));
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (union === undefined) continue;
    const branches = union.map(visit);
    if (!branches.includes(undefined))
      types = narrow(types, new Set(branches.flatMap((branch) => [...(branch as ReadonlySet<JsonType>)])));
  }
  const result = { types, parts, height, isWhole };
  read.set(schema, result);
  if (isWhole && parts > worthKeeping) whole.set(schema, result);
  return result;
};

/** A set for each type, because most schemas have one type, which is asked for thousands of times. */
const single: ReadonlyMap<string, Types> = new Map(
  (['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const).map((type) => [
    type,
    new Set([type]),
  ]),
);

const declaredTypes = ({ type, enum: values, const: only }: SchemaObject): Types => {
  if (typeof type === 'string') return single.get(type);
  if (type !== undefined) return new Set(type as JsonType[]);
  if (values !== undefined) return new Set(values.map(typeOf));
  return only === undefined ? undefined : new Set([typeOf(only)]);
};

/** What two schemas allow together. */
const narrow = (left: Types, right: Types): Types => {
  if (left === undefined || right === undefined) return left ?? right;
  const common = new Set([...left].filter((type) => right.has(type) || (type === 'integer' && right.has('number'))));
  if (left.has('number') && right.has('integer')) common.add('integer');
  return common;
};

/** The value of this keyword in the first part that has it. */
export const firstOf = <Keyword extends keyof SchemaObject>(
  parts: readonly SchemaObject[],
  keyword: Keyword,
): SchemaObject[Keyword] | undefined => parts.find((part) => part[keyword] !== undefined)?.[keyword];

/** The schema of the elements of a list; undefined if nothing is said of them. */
export const elementsOf = (schemas: SchemaSet, schema: Schema): Schema | undefined =>
  firstOf(partsOf(schemas, schema, 'some'), 'items');

/** Whether a property has no name, as swagger-php writes it for one that the code forgets to name: what is declared is not all. */
export const hasNameless = ({ properties }: SchemaObject): boolean =>
  properties !== undefined && Object.hasOwn(properties, '');

/** The schemas of each declared property. Several parts may declare the same name. */
export const propertiesOf = (
  schemas: SchemaSet,
  parts: readonly SchemaObject[],
): ReadonlyMap<string, readonly Schema[]> => {
  const declared = new Map<string, Schema[]>();
  for (const { properties } of parts) {
    if (properties === undefined) continue;
    const entries = Object.entries(properties);
    if (declared.size >= worthKeeping && !schemas.readings.take(entries.length)) break;
    for (const [name, schema] of entries) {
      const known = declared.get(name);
      if (known === undefined) declared.set(name, [schema]);
      else known.push(schema);
    }
  }
  return declared;
};
