/**
 * The document's schemas as JSON Schema 2020-12, for the validator and the generator. A schema gets a key when it is
 * referred to, and is converted on first use, so that large documents start fast. What applies to one value is a schema,
 * the targets of its `$ref`s and its subschemas.
 */

import type { Json } from '../../core/primitives/json.ts';
import { type JsonType, typeOf } from '../../core/service/check.ts';
import { createShownTimes } from '../../parts/dialects/index.ts';
import { createFamilies } from '../../parts/inheritance/index.ts';
import { followReferences, maxHops, type Source } from '../document/source.ts';
import { convertSchema, isPlainReference } from './convert.ts';
import { type Reading, Readings, type ReadTypes, type Types } from './readings.ts';
import type { Entry, Schema, SchemaObject, SchemaView, Variant } from './schema.ts';
import { createReach, type Reach } from './schema-cycles.ts';

interface Converted {
  readonly entry: Entry;
  readonly schema: Schema;
}

export interface SchemaSet {
  /** The key of a schema of the document; references are followed first. */
  readonly keyOf: (raw: Json, pointer: string, view: SchemaView, variant?: Variant) => string;
  readonly get: (key: string) => Converted;
  /** The name of a schema in `components`; undefined for others, and for parts of schemas. */
  readonly nameOf: (key: string) => string | undefined;
  /** Whether a text is a key: a `$ref` in an example or a constant is a plain value. */
  readonly has: (key: string) => boolean;
  /** The key of a part of a converted schema, such as a property's schema. `owner` is the key of the schema that contains it. */
  readonly adopt: (schema: Schema, owner: string) => string;
  /** Converts every schema with a key and all schemas that they refer to, so that all their problems are reported. */
  readonly convertAll: () => void;
  readonly readings: Readings;
}

const createKeys = (source: Source, hasAccess: boolean) => {
  const keys = new Map<string, string>();
  const entries = new Map<string, Entry>();
  /** `name`: what the key is of. Default: a part of another schema. */
  const add = (entry: Entry, name?: string): string => {
    const key = `s${keys.size}`;
    keys.set(name ?? `adopted ${key}`, key);
    entries.set(key, entry);
    return key;
  };
  const keyOf: SchemaSet['keyOf'] = (raw, pointer, requestedView, variant = 'whole') => {
    // Without any readOnly and writeOnly, both views are the same.
    const view = hasAccess ? requestedView : 'response';
    const [value, targetPointer] = targetOf(raw, pointer, source);
    const name = `${view} ${variant} ${targetPointer}`;
    return keys.get(name) ?? add({ pointer: targetPointer, raw: value, view, variant }, name);
  };
  return { entries, add, keyOf, isAdopted: (key: string): boolean => keys.has(`adopted ${key}`) };
};

export const createSchemaSet = (source: Source, hasAccess: boolean): SchemaSet => {
  const { entries, add, keyOf, isAdopted } = createKeys(source, hasAccess);
  const converted = new Map<string, Converted>();
  const reach: Reach = createReach(source.document);
  const familyOf = createFamilies(source);
  const timesAt = createShownTimes(source.document);

  const get = (key: string): Converted => {
    const known = converted.get(key);
    if (known !== undefined) return known;
    const entry = entries.get(key) as Entry;
    const schema = convertSchema(entry, {
      source,
      reach,
      hasAccess,
      familyOf,
      timesAt,
      refer: (raw, pointer, variant) => keyOf(raw, pointer, entry.view, variant),
    });
    const result: Converted = { entry, schema };
    converted.set(key, result);
    return result;
  };

  const nameOf: SchemaSet['nameOf'] = (key) => {
    const pointer = isAdopted(key) ? undefined : entries.get(key)?.pointer;
    return pointer === undefined ? undefined : /\/components\/schemas\/([\w.-]+)$/.exec(pointer)?.[1];
  };

  const adopted = new WeakMap<SchemaObject, string>();
  const adopt: SchemaSet['adopt'] = (schema, owner) => {
    if (typeof schema === 'object') {
      const known = isReference(schema) ? schema.$ref : adopted.get(schema);
      if (known !== undefined) return known;
    }
    const entry = entries.get(owner) as Entry;
    const key = add(entry);
    converted.set(key, { entry, schema });
    if (typeof schema === 'object') adopted.set(schema, key);
    return key;
  };

  return {
    keyOf,
    get,
    nameOf,
    has: (key) => entries.has(key),
    adopt,
    convertAll: () => {
      // The iterator also visits keys that are added during the iteration.
      for (const key of entries.keys()) get(key);
    },
    readings: new Readings(source.report),
  };
};

/** The value at the end of plain references, with its pointer. */
const targetOf = (raw: Json, pointer: string, source: Source): readonly [value: Json, pointer: string] => {
  if (!isPlainReference(raw, source)) return [raw, pointer];
  const target = followReferences(source.document, raw, pointer);
  // The document scan has already reported a broken reference. Its schema allows any value.
  return 'message' in target ? [true, `${pointer}#broken`] : [target.value as Json, target.pointer];
};

/** Whether a schema is only a reference. */
export const isReference = (schema: Schema): schema is SchemaObject & { readonly $ref: string } =>
  typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1;

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
const single: Readonly<Record<JsonType, Types>> = {
  null: new Set(['null']),
  boolean: new Set(['boolean']),
  object: new Set(['object']),
  array: new Set(['array']),
  number: new Set(['number']),
  string: new Set(['string']),
  integer: new Set(['integer']),
};

const declaredTypes = ({ type, enum: values, const: only }: SchemaObject): Types => {
  if (typeof type === 'string') return single[type as JsonType];
  if (type !== undefined) return new Set(type as JsonType[]);
  if (values !== undefined) return new Set(values.map(typeOf));
  return only === undefined ? undefined : new Set([typeOf(only)]);
};

const narrow = (types: Types, allowed: Types): Types => {
  if (allowed === undefined) return types;
  return types === undefined ? allowed : intersect(types, allowed);
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
