/** The keywords of a schema that hold no schema, as JSON Schema 2020-12 has them; what is malformed is left out. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, pointerOf, type Source } from '../document/source.ts';
import { createPattern } from '../pattern/pattern.ts';
import type { Entry, Variant } from './schema.ts';
import type { Reach } from './schema-cycles.ts';

export interface Conversion {
  readonly source: Source;
  readonly reach: Reach;
  readonly hasAccess: boolean;
  /** The key of a schema that is converted on its own. */
  readonly refer: (raw: Json, pointer: string, variant?: Variant) => string;
}

/** A schema being written; `Schema` is what it is read as. */
export type SchemaDraft = Record<string, unknown>;

export interface SchemaPosition {
  readonly pointer: string;
  readonly entry: Entry;
  /** Whether it applies to the same value as the entry's schema: then a reference back to the entry must be cut. */
  readonly inPlace: boolean;
  /** Members that this view does not require although the schema lists them. */
  readonly hidden: ReadonlySet<string>;
}

/** Reads one keyword into the draft; `place` is the keyword's own. */
export type Reader = (
  draft: SchemaDraft,
  value: Json,
  place: SchemaPosition,
  conversion: Conversion,
  raw: JsonObject,
) => void;

const keep =
  (keyword: string, isWell: (value: Json) => boolean, expected: string): Reader =>
  (draft, value, place, { source }) => {
    if (isWell(value)) draft[keyword] = value;
    else source.report(place.pointer, `${keyword} must be ${expected}; it is ignored`);
  };

const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';
const isCount = (value: Json): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isNames = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isText = (value: Json): boolean => typeof value === 'string';
const isBoolean = (value: Json): boolean => typeof value === 'boolean';
const isNamesByName = (value: Json): boolean => isJsonObject(value) && Object.values(value).every(isNames);

const exactly =
  (keyword: string): Reader =>
  (draft, value) => {
    draft[keyword] = value;
  };

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const readType: Reader = (draft, value, place, { source }) => {
  const types = (Array.isArray(value) ? value : [value]) as readonly Json[];
  const known = types.filter((type) => typeof type === 'string' && typeNames.has(type)) as readonly string[];
  if (known.length < types.length)
    source.report(
      place.pointer,
      `"${types.find((type) => !known.includes(type as string))}" is not a type; it is ignored`,
    );
  if (known.length > 0) draft.type = known.length === 1 ? (known[0] as string) : known;
};

const readBound =
  (keyword: 'minimum' | 'maximum', exclusive: 'exclusiveMinimum' | 'exclusiveMaximum'): Reader =>
  (draft, value, place, { source }, raw) => {
    if (!isNumber(value)) source.report(place.pointer, `${keyword} must be a number; it is ignored`);
    else draft[getProperty(raw, exclusive) === true ? exclusive : keyword] = value;
  };

const readExclusive =
  (keyword: string): Reader =>
  (draft, value, place, { source }) => {
    if (isNumber(value)) draft[keyword] = value;
    else if (typeof value !== 'boolean') source.report(place.pointer, `${keyword} must be a number; it is ignored`);
  };

const readPattern: Reader = (draft, value, place, { source }) => {
  if (typeof value === 'string' && createPattern(value) !== undefined) draft.pattern = value;
  else source.report(place.pointer, 'the pattern is not a JavaScript regular expression; it is ignored');
};

const readRequired: Reader = (draft, value, place, { source }) => {
  if (!isNames(value)) {
    source.report(place.pointer, 'required must be a list of names; it is ignored');
    return;
  }
  draft.required = (value as readonly string[]).filter((name) => !place.hidden.has(name));
};

const readExample: Reader = (draft, value) => {
  draft.examples ??= [value];
};

const readExamples: Reader = (draft, value) => {
  if (Array.isArray(value) && value.length > 0) draft.examples = value;
};

/** `mapping` gives names to schemas; without it a branch is named by its reference's last segment. */
const readDiscriminator: Reader = (draft, value, _place, _conversion, raw) => {
  const propertyName = isJsonObject(value) ? getProperty(value, 'propertyName') : undefined;
  if (typeof propertyName !== 'string') return;
  const mapping = isJsonObject(value) ? getProperty(value, 'mapping') : undefined;
  const names = new Map<string, string>();
  for (const [name, target] of entriesAt(mapping, ''))
    if (typeof target === 'string') names.set(pointerOf(target) ?? `/components/schemas/${target}`, name);
  const union = getProperty(raw, 'oneOf') ?? getProperty(raw, 'anyOf');
  const values = (Array.isArray(union) ? union : []).map((item: Json) => {
    const target = isJsonObject(item) ? getProperty(item, '$ref') : undefined;
    const pointer = typeof target === 'string' ? pointerOf(target) : undefined;
    return pointer === undefined ? '' : (names.get(pointer) ?? pointer.slice(pointer.lastIndexOf('/') + 1));
  });
  if (values.length > 0) draft.discriminator = { propertyName, values };
};

const unsupported =
  (keyword: string): Reader =>
  (_draft, _value, place, { source }) =>
    source.report(place.pointer, `${keyword} is not supported in a schema; it is ignored`);

const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];

export const leafReaders: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['type', readType],
  ['required', readRequired],
  ['pattern', readPattern],
  ['minimum', readBound('minimum', 'exclusiveMinimum')],
  ['maximum', readBound('maximum', 'exclusiveMaximum')],
  ['exclusiveMinimum', readExclusive('exclusiveMinimum')],
  ['exclusiveMaximum', readExclusive('exclusiveMaximum')],
  ['multipleOf', keep('multipleOf', (value) => isNumber(value) && Number(value) > 0, 'a number above 0')],
  ...counts.map((keyword): [string, Reader] => [keyword, keep(keyword, isCount, 'a whole number')]),
  ['uniqueItems', keep('uniqueItems', isBoolean, 'true or false')],
  ['enum', keep('enum', (value) => Array.isArray(value) && value.length > 0, 'a list of values')],
  ['const', keep('const', () => true, 'a value')],
  ['format', keep('format', isText, 'a name')],
  ['title', keep('title', isText, 'text')],
  ['xml', keep('xml', isJsonObject, 'an object')],
  ['readOnly', keep('readOnly', isBoolean, 'true or false')],
  ['writeOnly', keep('writeOnly', isBoolean, 'true or false')],
  ['default', exactly('default')],
  ['x-faker', exactly('x-faker')],
  ['example', readExample],
  ['examples', readExamples],
  ['dependentRequired', keep('dependentRequired', isNamesByName, 'lists of names')],
  ['discriminator', readDiscriminator],
  ...['$dynamicRef', '$recursiveRef', 'dependencies'].map((keyword): [string, Reader] => [
    keyword,
    unsupported(keyword),
  ]),
]);
