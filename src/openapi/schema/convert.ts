/** One schema of an OpenAPI document to JSON Schema 2020-12. */
import { escapePointer, getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, followReferences } from '../document/source.ts';
import { createPattern } from '../pattern/pattern.ts';
import { type Conversion, leafReaders, type Reader, type SchemaDraft, type SchemaPosition } from './leaf-keywords.ts';
import { isPlainReference } from './plain-reference.ts';
import { accessOf, hiddenProperties } from './read-write-only.ts';
import type { Entry, Schema } from './schema.ts';

export const convertSchema = (entry: Entry, conversion: Conversion): Schema => {
  const { raw, pointer, variant } = entry;
  const place: SchemaPosition = { pointer, entry, inPlace: true, hidden: new Set() };
  if (variant === 'whole') return convert(raw, place, conversion);
  return isJsonObject(raw) ? convertPlain(raw, place, conversion, variant === 'base') : convert(raw, place, conversion);
};

const convert = (raw: Json, place: SchemaPosition, conversion: Conversion): Schema => {
  if (typeof raw === 'boolean') return raw;
  if (!isJsonObject(raw)) {
    conversion.source.report(place.pointer, 'a schema must be an object');
    return true;
  }
  if (!conversion.source.isOpenApi30 || getProperty(raw, 'nullable') !== true)
    return convertPlain(raw, place, conversion, false);
  return convertNullable(raw, place, conversion);
};

const convertNullable = (raw: JsonObject, place: SchemaPosition, conversion: Conversion): Schema => {
  const type = getProperty(raw, 'type');
  const isSimple =
    typeof type === 'string' &&
    ['$ref', 'enum', 'allOf', 'anyOf', 'oneOf', 'not'].every((name) => !Object.hasOwn(raw, name));
  if (!isSimple) {
    const whole = Object.hasOwn(raw, '$ref')
      ? reference(raw, place, conversion, 'any')
      : { $ref: conversion.refer(raw, place.pointer, 'plain') };
    return { anyOf: [whole, { type: 'null' }] };
  }
  const plain = convertPlain(raw, place, conversion, false);
  return typeof plain === 'object' && typeof plain.type === 'string' ? { ...plain, type: [plain.type, 'null'] } : plain;
};

const convertPlain = (raw: JsonObject, place: SchemaPosition, conversion: Conversion, isBase: boolean): Schema => {
  const draft: SchemaDraft = {};
  if (typeof getProperty(raw, '$ref') === 'string') {
    const target = reference(raw, place, conversion, 'all');
    if (conversion.source.isOpenApi30) return target;
    if (typeof target === 'object') Object.assign(draft, target);
  }
  const hidden = conversion.hasAccess
    ? new Set([...place.hidden, ...hiddenProperties(raw, place.pointer, place.entry.view, conversion.source)])
    : place.hidden;
  const here: SchemaPosition = { ...place, hidden };
  for (const [keyword, value] of Object.entries(raw)) {
    if (isBase && (keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'discriminator')) continue;
    const reader = readers.get(keyword);
    if (reader !== undefined)
      reader(draft, value, { ...here, pointer: `${place.pointer}/${escapePointer(keyword)}` }, conversion, raw);
  }
  return draft as Schema;
};

/** A reference, unless it leads back here for the same value: see in-place.ts. */
const reference = (raw: JsonObject, place: SchemaPosition, conversion: Conversion, edge: 'all' | 'any'): Schema => {
  const { source, reach, refer } = conversion;
  const target = followReferences(source.document, { $ref: getProperty(raw, '$ref') as Json }, place.pointer);
  if ('message' in target) return true;
  const { pointer: owner } = place.entry;
  if (place.inPlace && edge === 'any' && reach(target.pointer, owner, 'any')) return false;
  if (place.inPlace && edge === 'all' && reach(target.pointer, owner, 'both')) {
    const isUnion =
      isJsonObject(target.value) && (Object.hasOwn(target.value, 'oneOf') || Object.hasOwn(target.value, 'anyOf'));
    if (isUnion && !reach(target.pointer, owner, 'all'))
      return { $ref: refer(target.value as Json, target.pointer, 'base') };
    if (reach(target.pointer, owner, 'all')) {
      source.report(
        place.pointer,
        `"${getProperty(raw, '$ref') as string}" refers to the schema that contains it; it is ignored`,
      );
      return true;
    }
  }
  return { $ref: refer(target.value as Json, target.pointer) };
};

/** One schema, of a member or an item: another value than the one its parent applies to. */
const child =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    draft[keyword] = convert(value, { ...place, inPlace: false, hidden: new Set() }, conversion);
  };

/** A schema for the same value that need not hold: converted on its own, so that its errors can be told apart. */
const branch = (value: Json, place: SchemaPosition, conversion: Conversion): Schema => {
  if (typeof value === 'boolean') return value;
  if (isJsonObject(value) && isPlainReference(value, conversion.source))
    return reference(value, place, conversion, 'any');
  return { $ref: conversion.refer(value, place.pointer) };
};

const single =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    draft[keyword] = branch(value, place, conversion);
  };

const branches =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    if (!Array.isArray(value) || value.length === 0) {
      conversion.source.report(place.pointer, `${keyword} must be a list of schemas; it is ignored`);
      return;
    }
    const schemas = value.map((item: Json, at) =>
      branch(item, { ...place, pointer: `${place.pointer}/${at}` }, conversion),
    );
    // A union of nothing but itself says nothing.
    if (schemas.some((schema) => schema !== false) || value.includes(false)) draft[keyword] = schemas;
    else conversion.source.report(place.pointer, `${keyword} refers to the schema that contains it; it is ignored`);
  };

const named =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    const schemas: Record<string, Schema> = {};
    for (const [name, property, pointer] of entriesAt(value, place.pointer)) {
      if (keyword === 'patternProperties' && createPattern(name) === undefined) {
        conversion.source.report(pointer, 'the pattern is not a JavaScript regular expression; it is ignored');
        continue;
      }
      const schema = convertProperty(property, { ...place, pointer, inPlace: false, hidden: new Set() }, conversion);
      Object.defineProperty(schemas, name, { value: schema, writable: true, enumerable: true, configurable: true });
    }
    draft[keyword] = schemas;
  };

/** Marks members that only one side sends, so that what reads the schema need not look behind references. */
const convertProperty = (property: Json, place: SchemaPosition, conversion: Conversion): Schema => {
  const schema = convert(property, place, conversion);
  if (!conversion.hasAccess || typeof schema === 'boolean') return schema;
  const access = accessOf(property, place.pointer, conversion.source);
  if (access === undefined) return schema;
  // What a client sends there is ignored, so that it may be anything.
  if (access === 'readOnly' && place.entry.view === 'request') return { readOnly: true };
  return { ...schema, [access]: true };
};

const readAllOf: Reader = (draft, value, place, conversion) => {
  if (!Array.isArray(value)) {
    conversion.source.report(place.pointer, 'allOf must be a list of schemas; it is ignored');
    return;
  }
  draft.allOf = value.map((item: Json, at) =>
    convert(item, { ...place, pointer: `${place.pointer}/${at}` }, conversion),
  );
};

const readItems: Reader = (draft, value, place, conversion) => {
  if (Array.isArray(value)) readPrefixItems(draft, value as Json, place, conversion, {});
  else child('items')(draft, value, place, conversion, {});
};

const readPrefixItems: Reader = (draft, value, place, conversion) => {
  if (!Array.isArray(value)) return;
  draft.prefixItems = value.map((item: Json, at) =>
    convert(item, { ...place, pointer: `${place.pointer}/${at}`, inPlace: false, hidden: new Set() }, conversion),
  );
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...leafReaders,
  ['allOf', readAllOf],
  ['anyOf', branches('anyOf')],
  ['oneOf', branches('oneOf')],
  ...['not', 'if', 'then', 'else'].map((keyword): [string, Reader] => [keyword, single(keyword)]),
  ['properties', named('properties')],
  ['patternProperties', named('patternProperties')],
  ['dependentSchemas', named('dependentSchemas')],
  ['items', readItems],
  ['prefixItems', readPrefixItems],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'propertyNames'].map(
    (keyword): [string, Reader] => [keyword, child(keyword)],
  ),
]);
