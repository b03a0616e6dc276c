/** One schema of an OpenAPI document to JSON Schema 2020-12. */
import { escapePointer, getMember, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { accessOf, hiddenMembers } from './access.ts';
import { toDoubles } from './doubles.ts';
import type { Reach } from './in-place.ts';
import type { Entry, Schema, Variant } from './schema.ts';
import { entriesAt, followReferences, pointerOf, type Source } from './source.ts';

export interface Conversion {
  readonly source: Source;
  readonly reach: Reach;
  readonly hasAccess: boolean;
  /** The key of a schema that is converted on its own. */
  readonly refer: (raw: Json, pointer: string, variant?: Variant) => string;
}

/** A schema being written; `Schema` is what it is read as. */
type Draft = Record<string, unknown>;

interface Place {
  readonly pointer: string;
  readonly entry: Entry;
  /** Whether it applies to the same value as the entry's schema: then a reference back to the entry must be cut. */
  readonly inPlace: boolean;
  /** Members that this view does not require although the schema lists them. */
  readonly hidden: ReadonlySet<string>;
}

export const convertSchema = (entry: Entry, conversion: Conversion): Schema => {
  const { raw, pointer, variant } = entry;
  const place: Place = { pointer, entry, inPlace: true, hidden: new Set() };
  if (variant === 'whole') return convert(raw, place, conversion);
  return isJsonObject(raw) ? convertPlain(raw, place, conversion, variant === 'base') : convert(raw, place, conversion);
};

const convert = (raw: Json, place: Place, conversion: Conversion): Schema => {
  if (typeof raw === 'boolean') return raw;
  if (!isJsonObject(raw)) {
    conversion.source.report(place.pointer, 'a schema must be an object');
    return true;
  }
  if (!conversion.source.isOld || getMember(raw, 'nullable') !== true) return convertPlain(raw, place, conversion, false);
  return convertNullable(raw, place, conversion);
};

const convertNullable = (raw: JsonObject, place: Place, conversion: Conversion): Schema => {
  const type = getMember(raw, 'type');
  const isSimple = typeof type === 'string' && ['$ref', 'enum', 'allOf', 'anyOf', 'oneOf', 'not'].every((name) => !Object.hasOwn(raw, name));
  if (!isSimple) {
    const whole = Object.hasOwn(raw, '$ref')
      ? reference(raw, place, conversion, 'any')
      : { $ref: conversion.refer(raw, place.pointer, 'plain') };
    return { anyOf: [whole, { type: 'null' }] };
  }
  const plain = convertPlain(raw, place, conversion, false);
  return typeof plain === 'object' && typeof plain.type === 'string' ? { ...plain, type: [plain.type, 'null'] } : plain;
};

const convertPlain = (raw: JsonObject, place: Place, conversion: Conversion, isBase: boolean): Schema => {
  const draft: Draft = {};
  if (typeof getMember(raw, '$ref') === 'string') {
    const target = reference(raw, place, conversion, 'all');
    if (conversion.source.isOld) return target;
    if (typeof target === 'object') Object.assign(draft, target);
  }
  const hidden = conversion.hasAccess
    ? new Set([...place.hidden, ...hiddenMembers(raw, place.pointer, place.entry.view, conversion.source)])
    : place.hidden;
  const here: Place = { ...place, hidden };
  for (const [keyword, value] of Object.entries(raw)) {
    if (isBase && (keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'discriminator')) continue;
    const reader = readers.get(keyword);
    if (reader !== undefined) reader(draft, value, { ...here, pointer: `${place.pointer}/${escapePointer(keyword)}` }, conversion, raw);
  }
  return draft as Schema;
};

/** A reference, unless it leads back here for the same value: see in-place.ts. */
const reference = (raw: JsonObject, place: Place, conversion: Conversion, edge: 'all' | 'any'): Schema => {
  const { source, reach, refer } = conversion;
  const target = followReferences(source.document, { $ref: getMember(raw, '$ref') as Json }, place.pointer);
  if ('message' in target) return true;
  const { pointer: owner } = place.entry;
  if (place.inPlace && edge === 'any' && reach(target.pointer, owner, 'any')) return false;
  if (place.inPlace && edge === 'all' && reach(target.pointer, owner, 'both')) {
    const isUnion = isJsonObject(target.value) && (Object.hasOwn(target.value, 'oneOf') || Object.hasOwn(target.value, 'anyOf'));
    if (isUnion && !reach(target.pointer, owner, 'all')) return { $ref: refer(target.value as Json, target.pointer, 'base') };
    if (reach(target.pointer, owner, 'all')) {
      source.report(place.pointer, `"${getMember(raw, '$ref') as string}" leads back to the schema it stands in; it is left out`);
      return true;
    }
  }
  return { $ref: refer(target.value as Json, target.pointer) };
};

type Reader = (draft: Draft, value: Json, place: Place, conversion: Conversion, raw: JsonObject) => void;

const keep =
  (keyword: string, isWell: (value: Json) => boolean, expected: string): Reader =>
  (draft, value, place, { source }) => {
    if (isWell(value)) draft[keyword] = toDoubles(value);
    else source.report(place.pointer, `${keyword} must be ${expected}; it is left out`);
  };

const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';
const isCount = (value: Json): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isNames = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
const anything = (): boolean => true;

/** One schema, of a member or an item: another value than the one its parent applies to. */
const child =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    draft[keyword] = convert(value, { ...place, inPlace: false, hidden: new Set() }, conversion);
  };

/** A schema for the same value that need not hold: converted on its own, so that its errors can be told apart. */
const branch = (value: Json, place: Place, conversion: Conversion): Schema => {
  if (typeof value === 'boolean') return value;
  if (isJsonObject(value) && typeof getMember(value, '$ref') === 'string' && conversion.source.isOld && getMember(value, 'nullable') !== true) {
    return reference(value, place, conversion, 'any');
  }
  if (isJsonObject(value) && Object.keys(value).length === 1 && typeof getMember(value, '$ref') === 'string') {
    return reference(value, place, conversion, 'any');
  }
  return { $ref: conversion.refer(value, place.pointer) };
};

const branches =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    if (!Array.isArray(value) || value.length === 0) {
      conversion.source.report(place.pointer, `${keyword} must be a list of schemas; it is left out`);
      return;
    }
    const schemas = value.map((item: Json, at) => branch(item, { ...place, pointer: `${place.pointer}/${at}` }, conversion));
    // A union of nothing but itself says nothing.
    if (schemas.some((schema) => schema !== false) || value.includes(false)) draft[keyword] = schemas;
    else conversion.source.report(place.pointer, `${keyword} leads back to the schema it stands in; it is left out`);
  };

const named =
  (keyword: string): Reader =>
  (draft, value, place, conversion) => {
    const schemas: Record<string, Schema> = {};
    for (const [name, member, pointer] of entriesAt(value, place.pointer)) {
      if (keyword === 'patternProperties' && patternOf(name) === undefined) {
        conversion.source.report(pointer, 'the pattern is no regular expression of JavaScript; it is left out');
        continue;
      }
      const schema = convertMember(member, { ...place, pointer, inPlace: false, hidden: new Set() }, conversion);
      Object.defineProperty(schemas, name, { value: schema, writable: true, enumerable: true, configurable: true });
    }
    draft[keyword] = schemas;
  };

/** Marks members that only one side sends, so that what reads the schema need not look behind references. */
const convertMember = (member: Json, place: Place, conversion: Conversion): Schema => {
  const schema = convert(member, place, conversion);
  if (!conversion.hasAccess || typeof schema === 'boolean') return schema;
  const access = accessOf(member, place.pointer, conversion.source);
  if (access === undefined) return schema;
  // What a client sends there is ignored, so that it may be anything.
  if (access === 'readOnly' && place.entry.view === 'request') return { readOnly: true };
  return { ...schema, [access]: true };
};

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const readType: Reader = (draft, value, place, { source }) => {
  const types = (Array.isArray(value) ? value : [value]) as readonly Json[];
  const known = types.filter((type) => typeof type === 'string' && typeNames.has(type)) as readonly string[];
  if (known.length < types.length) source.report(place.pointer, `"${types.find((type) => !known.includes(type as string))}" is no type; it is left out`);
  if (known.length > 0) draft['type'] = known.length === 1 ? (known[0] as string) : known;
};

const readBound =
  (keyword: 'minimum' | 'maximum', exclusive: 'exclusiveMinimum' | 'exclusiveMaximum'): Reader =>
  (draft, value, place, { source }, raw) => {
    if (!isNumber(value)) source.report(place.pointer, `${keyword} must be a number; it is left out`);
    else draft[getMember(raw, exclusive) === true ? exclusive : keyword] = toDoubles(value);
  };

const readExclusive =
  (keyword: string): Reader =>
  (draft, value, place, { source }) => {
    if (isNumber(value)) draft[keyword] = toDoubles(value);
    else if (typeof value !== 'boolean') source.report(place.pointer, `${keyword} must be a number; it is left out`);
  };

const readPattern: Reader = (draft, value, place, { source }) => {
  if (typeof value === 'string' && patternOf(value) !== undefined) draft['pattern'] = value;
  else source.report(place.pointer, 'the pattern is no regular expression of JavaScript; it is left out');
};

/** Unicode-aware where the pattern allows it: many real patterns have escapes (`\-`) that only the older mode takes. */
export const patternOf = (pattern: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Tried in the other mode.
    }
  }
  return undefined;
};

const readRequired: Reader = (draft, value, place, { source }) => {
  if (!isNames(value)) {
    source.report(place.pointer, 'required must be a list of names; it is left out');
    return;
  }
  draft['required'] = (value as readonly string[]).filter((name) => !place.hidden.has(name));
};

const readAllOf: Reader = (draft, value, place, conversion) => {
  if (!Array.isArray(value)) {
    conversion.source.report(place.pointer, 'allOf must be a list of schemas; it is left out');
    return;
  }
  draft['allOf'] = value.map((item: Json, at) => convert(item, { ...place, pointer: `${place.pointer}/${at}` }, conversion));
};

const readItems: Reader = (draft, value, place, conversion) => {
  if (Array.isArray(value)) readPrefixItems(draft, value as Json, place, conversion, {});
  else child('items')(draft, value, place, conversion, {});
};

const readPrefixItems: Reader = (draft, value, place, conversion) => {
  if (!Array.isArray(value)) return;
  draft['prefixItems'] = value.map((item: Json, at) =>
    convert(item, { ...place, pointer: `${place.pointer}/${at}`, inPlace: false, hidden: new Set() }, conversion),
  );
};

/** `mapping` gives names to schemas; without it a branch is named by its reference's last segment. */
const readDiscriminator: Reader = (draft, value, _place, { source }, raw) => {
  const propertyName = isJsonObject(value) ? getMember(value, 'propertyName') : undefined;
  if (typeof propertyName !== 'string') return;
  const mapping = isJsonObject(value) ? getMember(value, 'mapping') : undefined;
  const names = new Map<string, string>();
  for (const [name, target] of entriesAt(mapping, '')) if (typeof target === 'string') names.set(pointerOf(target) ?? `/components/schemas/${target}`, name);
  const union = getMember(raw, 'oneOf') ?? getMember(raw, 'anyOf');
  const values = (Array.isArray(union) ? union : []).map((item: Json) => {
    const target = isJsonObject(item) ? getMember(item, '$ref') : undefined;
    const pointer = typeof target === 'string' ? pointerOf(target) : undefined;
    return pointer === undefined ? '' : (names.get(pointer) ?? pointer.slice(pointer.lastIndexOf('/') + 1));
  });
  if (values.length > 0 && source !== undefined) draft['discriminator'] = { propertyName, values };
};

const unsupported =
  (keyword: string): Reader =>
  (_draft, _value, place, { source }) =>
    source.report(place.pointer, `${keyword} is not supported in a schema; it is left out`);

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['type', readType],
  ['required', readRequired],
  ['pattern', readPattern],
  ['minimum', readBound('minimum', 'exclusiveMinimum')],
  ['maximum', readBound('maximum', 'exclusiveMaximum')],
  ['exclusiveMinimum', readExclusive('exclusiveMinimum')],
  ['exclusiveMaximum', readExclusive('exclusiveMaximum')],
  ['multipleOf', keep('multipleOf', (value) => isNumber(value) && Number(value) > 0, 'a number above 0')],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'].map(
    (keyword): [string, Reader] => [keyword, keep(keyword, isCount, 'a whole number')],
  ),
  ['uniqueItems', keep('uniqueItems', (value) => typeof value === 'boolean', 'true or false')],
  ['enum', keep('enum', (value) => Array.isArray(value) && value.length > 0, 'a list of values')],
  ['const', keep('const', anything, '')],
  ['format', keep('format', (value) => typeof value === 'string', 'a name')],
  ['title', keep('title', anything, '')],
  ['default', keepExact('default')],
  ['example', (draft, value) => (draft['examples'] ??= [value])],
  ['examples', (draft, value) => Array.isArray(value) && value.length > 0 && (draft['examples'] = value)],
  ['x-faker', keepExact('x-faker')],
  ['readOnly', keep('readOnly', anything, '')],
  ['writeOnly', keep('writeOnly', anything, '')],
  ['dependentRequired', keep('dependentRequired', (value) => isJsonObject(value) && Object.values(value).every(isNames), 'lists of names')],
  ['discriminator', readDiscriminator],
  ['allOf', readAllOf],
  ['anyOf', branches('anyOf')],
  ['oneOf', branches('oneOf')],
  ...['not', 'if', 'then', 'else'].map((keyword): [string, Reader] => [
    keyword,
    (draft, value, place, conversion) => (draft[keyword] = branch(value, place, conversion)),
  ]),
  ['properties', named('properties')],
  ['patternProperties', named('patternProperties')],
  ['dependentSchemas', named('dependentSchemas')],
  ['items', readItems],
  ['prefixItems', readPrefixItems],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'propertyNames'].map((keyword): [string, Reader] => [
    keyword,
    child(keyword),
  ]),
  ...['$dynamicRef', '$recursiveRef', 'dependencies'].map((keyword): [string, Reader] => [keyword, unsupported(keyword)]),
]);

function keepExact(keyword: string): Reader {
  return (draft, value) => {
    draft[keyword] = value;
  };
}
