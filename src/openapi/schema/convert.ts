/** Converts one schema of an OpenAPI document to JSON Schema 2020-12. */
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { impossibleIn, isNullBeside, nullIn } from '../../parts/dialects/index.ts';
import { closesOthers, type Family, isClosed, namingOf, tagsOf } from '../../parts/inheritance/index.ts';
import { maxBranches, tooMany } from '../document/schema-size.ts';
import { entriesAt, type Located, listIn, maxHops, pointerOf, type Source } from '../document/source.ts';
import {
  type Conversion,
  leafReaders,
  patternIn,
  type Reader,
  type SchemaDraft,
  type SchemaPosition,
} from './leaf-keywords.ts';
import type { Entry, Schema, SchemaView } from './schema.ts';

type Access = 'readOnly' | 'writeOnly';

/** The flag of the properties that a side does not send. */
const hidingOf = (view: SchemaView): Access => (view === 'request' ? 'readOnly' : 'writeOnly');

const accessOf = (raw: Json, pointer: string, source: Source, depth = 0, seen?: Set<Json>): Access | undefined => {
  if (!isJsonObject(raw) || depth > maxHops || seen?.has(raw)) return undefined;
  const isReference = typeof getProperty(raw, '$ref') === 'string';
  if (!isReference || !source.isOpenApi30) {
    if (getProperty(raw, 'readOnly') === true) return 'readOnly';
    if (getProperty(raw, 'writeOnly') === true) return 'writeOnly';
  }
  if (!isReference && !Object.hasOwn(raw, 'allOf')) return undefined;
  const visited = (seen ?? new Set()).add(raw);
  if (isReference) {
    const target = source.follow({ $ref: raw.$ref as Json }, pointer);
    return 'message' in target ? undefined : accessOf(target.value as Json, target.pointer, source, depth + 1, visited);
  }
  for (const part of listIn(raw, 'allOf')) {
    const access = accessOf(part, pointer, source, depth + 1, visited);
    if (access !== undefined) return access;
  }
  return undefined;
};

const declaring = ['properties', 'allOf', '$ref'];

/** The names of the properties that this view does not require, declared here or in a part of `allOf`. */
const hiddenProperties = (
  { value, pointer }: Located<Json>,
  view: SchemaView,
  source: Source,
  depth = 0,
  visited = new Set<Json>(),
): readonly string[] => {
  if (depth > maxHops || !declaring.some((name) => isJsonObject(value) && Object.hasOwn(value, name))) return [];
  const target = source.follow(value, pointer);
  if ('message' in target || !isJsonObject(target.value) || visited.has(target.value)) return [];
  visited.add(target.value);
  const hiding = hidingOf(view);
  const declared = entriesAt(getProperty(target.value, 'properties'), `${target.pointer}/properties`)
    .filter(([, property, propertyPointer]) => accessOf(property, propertyPointer, source) === hiding)
    .map(([name]) => name);
  const parts = listIn(target.value, 'allOf').flatMap((part) =>
    hiddenProperties({ value: part, pointer: target.pointer }, view, source, depth + 1, visited),
  );
  return [...declared, ...parts];
};

const none: ReadonlySet<string> = new Set();

const namesIn = (raw: Json): readonly string[] =>
  isJsonObject(raw) ? (listIn(raw, 'required') as readonly string[]) : [];

export const convertSchema = (entry: Entry, conversion: Conversion): Schema => {
  const { raw, pointer, variant } = entry;
  const isPart = variant === 'base' || variant === 'open';
  const hidden = variant === 'eased' ? new Set(namesIn(raw)) : none;
  const position: SchemaPosition = { pointer, entry, inPlace: true, isOpen: isPart, hidden };
  if (!isJsonObject(raw)) return convert(raw, position, conversion);
  const family = isPart || variant === 'eased' ? undefined : conversion.familyOf(pointer);
  if (family !== undefined) return convertFamily(raw, family, entry, conversion);
  return variant === 'whole'
    ? convert(raw, position, conversion)
    : convertPlain(raw, position, conversion, variant === 'base');
};

/** The schema with those that extend it as alternatives, each with the values that name it. */
const convertFamily = (raw: JsonObject, family: Family, entry: Entry, conversion: Conversion): Schema => {
  const { pointer, variant } = entry;
  if (variant === 'whole' && nullIn(raw, conversion.source.isOpenApi30) === 'own')
    return { anyOf: [{ $ref: conversion.refer(raw, pointer, 'plain') }, { type: 'null' }] };
  const { propertyName, members } = family;
  // Alternatives of its own already are those that the discriminator names.
  const isUnion = Object.hasOwn(raw, 'oneOf') || Object.hasOwn(raw, 'anyOf');
  if (isUnion) return convertPlain(raw, { pointer, entry, inPlace: true, isOpen: false, hidden: none }, conversion);
  const branchOf = (member: Family['members'][number]): Schema => ({
    $ref: conversion.refer(member.value, member.pointer, 'open'),
    ...tagged(propertyName, member.tags),
    ...(isClosed(conversion.source, member) && { unevaluatedProperties: false }),
    ...(member.isBase && { isBase: true }),
  });
  const [own] = members;
  if (own !== undefined && members.length === 1) return branchOf(own);
  return {
    $ref: conversion.refer(raw, pointer, 'open'),
    anyOf: members.map(branchOf),
    discriminator: { propertyName, tags: members.map(({ tags }) => tags) },
  };
};

/** The first name is the default: a new item has it without having been sent one. */
const tagged = (propertyName: string, tags: readonly Json[]): { readonly properties: Record<string, Schema> } => ({
  properties: { [propertyName]: { enum: tags, default: tags[0] as Json } },
});

const convert = (raw: Json, position: SchemaPosition, conversion: Conversion): Schema => {
  if (typeof raw === 'boolean') return raw;
  if (!isJsonObject(raw)) {
    conversion.source.report(position.pointer, 'a schema must be an object');
    return true;
  }
  const found = nullIn(raw, conversion.source.isOpenApi30);
  return found === 'own'
    ? convertNullable(raw, position, conversion)
    : acceptingNull(found, convertPlain(raw, position, conversion), position.pointer, conversion.source);
};

/** Where null is allowed in the words of another version, it is accepted, but not drawn: who reads by the letter refuses it. */
const acceptingNull = (found: ReturnType<typeof nullIn>, schema: Schema, pointer: string, source: Source): Schema => {
  if (found === undefined || found === 'own' || typeof schema === 'boolean') return schema;
  source.report(`${pointer}/${found}`, 'null is accepted all the same');
  return { ...schema, acceptsNull: true };
};

const convertNullable = (raw: JsonObject, position: SchemaPosition, conversion: Conversion): Schema => {
  const type = getProperty(raw, 'type');
  const isSimple =
    typeof type === 'string' &&
    ['$ref', 'enum', 'allOf', 'anyOf', 'oneOf', 'not'].every((name) => !Object.hasOwn(raw, name));
  if (!isSimple) {
    const nonNull = Object.hasOwn(raw, '$ref')
      ? reference(raw, position, conversion, 'any')
      : { $ref: conversion.refer(raw, position.pointer, 'plain') };
    return { anyOf: [nonNull, { type: 'null' }] };
  }
  const plain = convertPlain(raw, position, conversion);
  return typeof plain === 'object' && typeof plain.type === 'string' ? { ...plain, type: [plain.type, 'null'] } : plain;
};

const convertPlain = (raw: JsonObject, position: SchemaPosition, conversion: Conversion, omitUnion = false): Schema => {
  const draft: SchemaDraft = {};
  if (typeof getProperty(raw, '$ref') === 'string') {
    const target = reference(raw, position, conversion, 'all');
    if (conversion.source.isOpenApi30) return target;
    if (typeof target === 'object') Object.assign(draft, target);
  }
  const requires = Object.hasOwn(raw, 'required') || Object.hasOwn(raw, 'allOf');
  const own =
    conversion.hasAccess && requires
      ? hiddenProperties({ value: raw, pointer: position.pointer }, position.entry.view, conversion.source)
      : [];
  const hidden = own.length === 0 ? position.hidden : new Set([...position.hidden, ...own]);
  const isClosedByPart = !position.isOpen && closesOthers(conversion.source, { value: raw, pointer: position.pointer });
  const inner = { ...position, isOpen: position.isOpen || isClosedByPart, hidden };
  const isOther = isNullBeside(raw);
  for (const keyword of Object.keys(raw)) {
    const value = raw[keyword] as Json;
    if (isOther && keyword === 'type') continue;
    if (omitUnion && (keyword === 'oneOf' || keyword === 'anyOf')) continue;
    if (inner.isOpen && keyword === 'additionalProperties' && value === false) continue;
    const reader = readers.get(keyword);
    if (reader === undefined) continue;
    inner.pointer = `${position.pointer}/${keyword}`;
    reader(draft, value, inner, conversion, raw);
  }
  for (const [keyword, reason] of impossibleIn(draft)) {
    conversion.source.report(`${position.pointer}/${keyword}`, `${reason}; ${keyword} is ignored`);
    delete draft[keyword];
  }
  if (isClosedByPart) draft.unevaluatedProperties = false;
  if (!omitUnion) nameBranches(draft, raw, position.pointer, conversion);
  return draft as Schema;
};

/** Gives each branch of a union with a discriminator the values that name it, unless it states them itself. */
const nameBranches = (draft: SchemaDraft, raw: JsonObject, pointer: string, { source }: Conversion) => {
  const keyword = draft.oneOf === undefined ? 'anyOf' : 'oneOf';
  const naming = draft[keyword] === undefined ? undefined : namingOf(source, { value: raw, pointer });
  if (naming === undefined) return;
  const { propertyName, otherwise } = naming;
  const written = getProperty(raw, keyword) as readonly Json[];
  const tags = written.map((value, index) =>
    tagsOf(source, naming, { value, pointer: `${pointer}/${keyword}/${index}` }),
  );
  const isOther = (value: Json) => isJsonObject(value) && pointerOf(String(value.$ref)) === otherwise;
  draft[keyword] = (draft[keyword] as readonly Schema[]).map((schema, index): Schema => {
    const own = tags[index] as readonly Json[];
    if (typeof schema === 'boolean' || own.length === 0) return schema;
    if (!isOther(written[index] as Json)) return { ...schema, ...tagged(propertyName, own) };
    const others = tags.flatMap((names, other) => (other === index ? [] : names));
    return { ...schema, properties: { [propertyName]: { not: { enum: others } } } };
  });
  draft.discriminator = { propertyName, tags };
};

/** A reference, unless it leads back to this schema for the same value: see schema-cycles.ts. */
const reference = (raw: JsonObject, position: SchemaPosition, conversion: Conversion, edge: 'all' | 'any'): Schema => {
  const { source, reach, refer } = conversion;
  const target = source.follow({ $ref: getProperty(raw, '$ref') as Json }, position.pointer);
  if ('message' in target) return true;
  const { pointer: ownPointer } = position.entry;
  const value = target.value as Json;
  if (position.inPlace && edge === 'any' && reach(target.pointer, ownPointer, 'any')) return false;
  if (position.inPlace && edge === 'all' && reach(target.pointer, ownPointer, 'both')) {
    const isUnion =
      isJsonObject(target.value) && (Object.hasOwn(target.value, 'oneOf') || Object.hasOwn(target.value, 'anyOf'));
    if (isUnion && !reach(target.pointer, ownPointer, 'all')) return { $ref: refer(value, target.pointer, 'base') };
    if (reach(target.pointer, ownPointer, 'all')) {
      source.report(
        position.pointer,
        `"${getProperty(raw, '$ref') as string}" refers to the schema that contains it; it is ignored`,
      );
      return true;
    }
  }
  // Another part of the `allOf` makes readOnly what this one requires.
  const { hidden, entry } = position;
  const required = edge === 'all' && hidden.size > 0 ? namesIn(value) : [];
  const own = required.length > 0 ? hiddenProperties({ value, pointer: target.pointer }, entry.view, source) : [];
  if (required.some((name) => hidden.has(name) && !own.includes(name)))
    return {
      $ref: refer(value, target.pointer, 'eased'),
      required: required.filter((name) => !hidden.has(name)),
    };
  // A part of an open schema neither is closed nor stands for those that extend it.
  const isOpenPart =
    position.inPlace &&
    edge === 'all' &&
    position.isOpen &&
    (conversion.familyOf(target.pointer) !== undefined || isClosed(source, { value, pointer: target.pointer }));
  return { $ref: refer(value, target.pointer, isOpenPart ? 'open' : 'whole') };
};

/** The position of the schema of a property or an item. */
const within = ({ pointer: own, entry }: SchemaPosition, pointer = own): SchemaPosition => ({
  pointer,
  entry,
  inPlace: false,
  isOpen: false,
  hidden: none,
});

const child =
  (keyword: string): Reader =>
  (draft, value, position, conversion) => {
    draft[keyword] = convert(value, within(position), conversion);
  };

/** A schema that may apply to the same value. It is converted separately, so that its errors can be distinguished. */
const branch = (value: Json, position: SchemaPosition, conversion: Conversion): Schema => {
  if (typeof value === 'boolean') return value;
  if (isJsonObject(value) && isPlainReference(value, conversion.source))
    return reference(value, position, conversion, 'any');
  return { $ref: conversion.refer(value, position.pointer) };
};

const single =
  (keyword: string): Reader =>
  (draft, value, position, conversion) => {
    draft[keyword] = branch(value, position, conversion);
  };

const branches =
  (keyword: string): Reader =>
  (draft, value, position, conversion) => {
    if (!Array.isArray(value) || value.length === 0) {
      conversion.source.report(position.pointer, `${keyword} must be a list of schemas; it is ignored`);
      return;
    }
    if (value.length > maxBranches) {
      // With only some of its branches, a union would reject valid values.
      conversion.source.report(
        position.pointer,
        `${tooMany(keyword, value.length, maxBranches, 'schemas')}; it is ignored. Describe the values with fewer schemas`,
      );
      return;
    }
    const schemas = value.map((item: Json, index) =>
      branch(item, { ...position, pointer: `${position.pointer}/${index}` }, conversion),
    );
    // A union that contains only itself adds no restriction.
    if (schemas.some((schema) => schema !== false) || value.includes(false)) draft[keyword] = schemas;
    else conversion.source.report(position.pointer, `${keyword} refers to the schema that contains it; it is ignored`);
  };

const named =
  (keyword: string): Reader =>
  (draft, value, position, conversion) => {
    const schemas: Record<string, Schema> = {};
    for (const [written, property, pointer] of entriesAt(value, position.pointer)) {
      const name = keyword === 'patternProperties' ? patternIn(written, pointer, conversion) : written;
      if (name === undefined) continue;
      setProperty(schemas, name, convertProperty(property, within(position, pointer), conversion));
    }
    draft[keyword] = schemas;
  };

/** Copies `readOnly` and `writeOnly` to the property's schema, so that nobody follows references for them, and hides what this side does not send. */
const convertProperty = (property: Json, position: SchemaPosition, conversion: Conversion): Schema => {
  const schema = convert(property, position, conversion);
  if (!conversion.hasAccess || typeof schema === 'boolean') return schema;
  const access = accessOf(property, position.pointer, conversion.source);
  if (access === undefined) return schema;
  const isHidden = access === hidingOf(position.entry.view);
  // The value from a client is ignored, so it may be anything.
  return { ...(isHidden && access === 'readOnly' ? {} : schema), [access]: true, ...(isHidden && { isHidden }) };
};

const readAllOf: Reader = (draft, value, position, conversion) => {
  if (!Array.isArray(value)) {
    conversion.source.report(position.pointer, 'allOf must be a list of schemas; it is ignored');
    return;
  }
  if (value.length > maxBranches)
    conversion.source.report(
      position.pointer,
      `${tooMany('allOf', value.length, maxBranches, 'schemas')}; those after the first ${maxBranches.toLocaleString('en')} are ignored. Combine them into fewer schemas`,
    );
  const parts = value
    .slice(0, maxBranches)
    .map((item: Json, index) => convert(item, { ...position, pointer: `${position.pointer}/${index}` }, conversion));
  addParts(draft, parts);
};

const addParts = (draft: SchemaDraft, parts: readonly Schema[]) => {
  draft.allOf = [...((draft.allOf as readonly Schema[] | undefined) ?? []), ...parts];
};

/** What applies beside a property is what applies if it is required. Earlier drafts of JSON Schema state names, too. */
const readDependentSchemas: Reader = (draft, value, position, conversion) => {
  const parts = entriesAt(value, position.pointer).map(([name, schema, pointer]) => ({
    if: { type: 'object', required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: Array.isArray(schema)
      ? { required: schema as readonly string[] }
      : convert(schema, { ...position, pointer }, conversion),
  }));
  addParts(draft, parts);
};

const readItems: Reader = (draft, value, position, conversion) => {
  if (Array.isArray(value)) readPrefixItems(draft, value as Json, position, conversion, {});
  else child('items')(draft, value, position, conversion, {});
};

const readPrefixItems: Reader = (draft, value, position, conversion) => {
  if (!Array.isArray(value)) return;
  draft.prefixItems = value.map((item: Json, index) =>
    convert(item, within(position, `${position.pointer}/${index}`), conversion),
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
  ['dependentSchemas', readDependentSchemas],
  ['dependencies', readDependentSchemas],
  ['items', readItems],
  ['prefixItems', readPrefixItems],
  ...'additionalProperties unevaluatedProperties unevaluatedItems contains propertyNames contentSchema'
    .split(' ')
    .map((keyword): [string, Reader] => [keyword, child(keyword)]),
]);

/** Whether a schema is only a reference. OpenAPI 3.0 ignores the siblings of a `$ref` (except `nullable`); since 3.1 they count, except for annotations. */
export const isPlainReference = (raw: Json, source: Source): boolean => {
  if (!isJsonObject(raw) || typeof getProperty(raw, '$ref') !== 'string') return false;
  if (source.isOpenApi30) return nullIn(raw, true) === undefined;
  return Object.keys(raw).every((name) => annotations.has(name));
};

const annotations = new Set(['$ref', 'description', 'summary', 'title', 'deprecated']);
