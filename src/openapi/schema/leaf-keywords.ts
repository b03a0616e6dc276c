/** Reads the keywords without subschemas into their JSON Schema 2020-12 form. Malformed keywords are reported and omitted. */

import {
  getProperty,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
  valueAt,
} from '../../core/primitives/json.ts';
import { type createShownTimes, jsonTypeOf, usablePattern } from '../../parts/dialects/index.ts';
import type { FamilyOf } from '../../parts/inheritance/index.ts';
import { codesIn, saysCount } from '../../parts/sayings/described-texts.ts';
import { phrases } from '../../parts/words/index.ts';
import { asMeant } from '../document/as-meant.ts';
import { maxRequired, tooMany } from '../document/schema-size.ts';
import type { Source } from '../document/source.ts';
import type { Entry, Variant } from './schema.ts';
import type { Reach } from './schema-cycles.ts';

export interface Conversion {
  readonly source: Source;
  readonly reach: Reach;
  readonly hasAccess: boolean;
  readonly familyOf: FamilyOf;
  readonly timesAt: ReturnType<typeof createShownTimes>;
  /** The key of a schema that is converted separately. */
  readonly refer: (raw: Json, pointer: string, variant?: Variant) => string;
}

export type SchemaDraft = Record<string, unknown>;

export interface SchemaPosition {
  readonly pointer: string;
  readonly entry: Entry;
  /** Whether the schema applies to the same value as the entry's schema. A reference back to the entry must then be cut. */
  readonly inPlace: boolean;
  /** Whether the schema is a part of one that says itself whether it has other properties. */
  readonly isOpen: boolean;
  /** Properties in `required` that this view does not require. */
  readonly hidden: ReadonlySet<string>;
}

/** Reads one keyword into the draft. `position` is the position of the keyword. */
export type Reader = (
  draft: SchemaDraft,
  value: Json,
  position: SchemaPosition,
  conversion: Conversion,
  raw: JsonObject,
) => void;

const keep =
  (keyword: string, isValid: (value: Json) => boolean, expected: string): Reader =>
  (draft, value, position, { source }) => {
    if (isValid(value)) draft[keyword] = value;
    else source.report(position.pointer, `${keyword} must be ${expected}; it is ignored`);
  };

const isCount = (value: Json) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNames = (value: Json) => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isText = (value: Json) => typeof value === 'string';
const isBoolean = (value: Json) => typeof value === 'boolean';
const isNamesByName = (value: Json) => isJsonObject(value) && Object.values(value).every(isNames);

/** PostgREST writes what the database computes: `now()`, `CURRENT_DATE`. */
const expression = /^([\w.]+\(.*\)|CURRENT_(DATE|TIME|TIMESTAMP))$/;

const readDefault: Reader = (draft, value, _position, conversion, raw) => {
  if (typeof value !== 'string' || !expression.test(value)) draft.default = meant(value, conversion, raw);
};

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const readType: Reader = (draft, value, position, { source }) => {
  const known = typeNames.has(value as string)
    ? [value as string]
    : [value].flat().flatMap((name: Json) => {
        if (typeNames.has(name as string)) return [name as string];
        const { type, format } = jsonTypeOf(name === null && !Array.isArray(value) ? '' : String(name));
        source.report(position.pointer, `"${name}" is not a type; it is ${type ? `read as ${type}` : 'ignored'}`);
        if (format !== undefined) draft.format ??= format;
        return type ?? [];
      });
  if (known.length > 0) draft.type = known.length === 1 ? (known[0] as string) : known;
};

/** `exclusive`: the keyword of another bound, which OpenAPI 3.0 has as a flag of this one. */
const readBound =
  (keyword: string, exclusive = ''): Reader =>
  (draft, value, position, { source }, raw) => {
    if (isNumeric(value)) draft[getProperty(raw, exclusive) === true ? exclusive : keyword] = value;
    else if (exclusive !== '' || typeof value !== 'boolean')
      source.report(position.pointer, `${keyword} must be a number; it is ignored`);
  };

/** The pattern in the words of JavaScript. Undefined: it has none, which is reported. */
export const patternIn = (value: Json, pointer: string, { source }: Conversion): string | undefined => {
  const pattern = typeof value === 'string' ? usablePattern(value) : undefined;
  if (pattern === undefined)
    source.report(
      pointer,
      'the pattern is not a JavaScript regular expression, or refers back to a group; it is ignored',
    );
  return pattern;
};

const readPattern: Reader = (draft, value, position, conversion) => {
  const pattern = patternIn(value, position.pointer, conversion);
  if (pattern !== undefined) draft.pattern = pattern;
};

const readRequired: Reader = (draft, value, position, { source }) => {
  if (!isNames(value)) {
    source.report(position.pointer, 'required must be a list of names; it is ignored');
    return;
  }
  const names = value as readonly string[];
  if (names.length > maxRequired)
    source.report(
      position.pointer,
      `${tooMany('required', names.length, maxRequired, 'names')}; those after the first ${maxRequired.toLocaleString('en')} are ignored. Require fewer properties`,
    );
  draft.required = names.slice(0, maxRequired).filter((name) => !position.hidden.has(name));
};

/** A value in the form that the schema wants: 1 of a text is "1". */
const meant = (value: Json, { source }: Conversion, raw: JsonObject): Json => asMeant(source.follow, raw, value);

const readExample: Reader = (draft, value, _position, conversion, raw) => {
  draft.examples ??= [meant(value, conversion, raw)];
};

const readExamples: Reader = (draft, value, _position, conversion, raw) => {
  // Some write them with names, as those of a media type.
  const list = isJsonObject(value) ? Object.values(value).flatMap((one) => valueAt(one, ['value']) ?? []) : value;
  if (Array.isArray(list) && list.length > 0)
    draft.examples = list.map((example: Json) => meant(example, conversion, raw));
};

const readEnum: Reader = (draft, value, { pointer }, conversion, raw) => {
  const { report } = conversion.source;
  if (!Array.isArray(value) || value.length === 0)
    return report(pointer, 'enum must be a list of values; it is ignored');
  const values: readonly Json[] = value.map((one: Json) => meant(one, conversion, raw));
  const type = getProperty(raw, 'type');
  const isOther = typeof type === 'string' && /^(integer|number|boolean)$/.test(type);
  // With both, no value at all would be right.
  if (isOther && values.every((one) => typeof one === 'string'))
    return report(pointer, `no value of the enum is of the type ${type}; the enum is ignored`);
  // Those of a list are meant for its items.
  const isOfItems = type === 'array' && !Object.hasOwn(raw, 'allOf');
  if (isOfItems && values.every((one) => Array.isArray(one) && one.length === 1))
    draft.allOf = [{ items: { enum: values.flat() } }];
  else draft.enum = values;
};

const readConst: Reader = (draft, value, _position, conversion, raw) => {
  draft.const = meant(value, conversion, raw);
};

const saying = ['enum', 'format', 'pattern', 'example', 'examples'];

/** An address without its host. */
const inQuery = /\b(query string|relative)\b/i;

/** Keeps the description of a text of which nothing else says what it looks like, of a count, and of numbers that are codes. */
const readDescription: Reader = (draft, value, _position, _conversion, raw) => {
  if (typeof value !== 'string') return;
  const type = getProperty(raw, 'type');
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const isNumber = types.includes('integer') || types.includes('number');
  const says = () => codesIn(value).length > 0 || phrases.ofPage.test(value);
  if (isNumber && getProperty(raw, 'enum') === undefined && says()) draft.description = value;
  if (types.includes('string') && inQuery.test(value)) draft.description = value;
  if (!types.includes('string') && !(types[0] === 'number' && saysCount(value))) return;
  if (saying.every((name) => getProperty(raw, name) === undefined)) draft.description = value;
};

const keepFormat = keep('format', isText, 'a name');

const readFormat: Reader = (draft, value, position, conversion, raw) => {
  keepFormat(draft, value, position, conversion, raw);
  const meant = jsonTypeOf(String(value)).format;
  if (meant !== undefined && meant !== value && !/^(integer|number)$/.test(String(raw.type)))
    Object.assign(draft, { format: meant, isLoose: true });
  // The position moves on.
  const at = position.pointer.replace(/\/format$/, '');
  if (/^(date|date-time|time|duration)$/.test(String(value))) draft.times = () => conversion.timesAt(at);
};

const unsupported =
  (keyword: string): Reader =>
  (_draft, _value, position, { source }) =>
    source.report(position.pointer, `${keyword} is not supported in a schema; it is ignored`);

const counts = 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(' ');

export const leafReaders: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['type', readType],
  ['required', readRequired],
  ['pattern', readPattern],
  ['minimum', readBound('minimum', 'exclusiveMinimum')],
  ['maximum', readBound('maximum', 'exclusiveMaximum')],
  ['exclusiveMinimum', readBound('exclusiveMinimum')],
  ['exclusiveMaximum', readBound('exclusiveMaximum')],
  ['multipleOf', keep('multipleOf', (value) => isNumeric(value) && Number(value) > 0, 'a number above 0')],
  ...counts.map((keyword): [string, Reader] => [keyword, keep(keyword, isCount, 'a whole number')]),
  ['uniqueItems', keep('uniqueItems', isBoolean, 'true or false')],
  ['enum', readEnum],
  ['const', readConst],
  ['format', readFormat],
  ...['title', 'contentEncoding', 'contentMediaType'].map((keyword): [string, Reader] => [
    keyword,
    keep(keyword, isText, 'text'),
  ]),
  ['xml', keep('xml', isJsonObject, 'an object')],
  ['readOnly', keep('readOnly', isBoolean, 'true or false')],
  ['writeOnly', keep('writeOnly', isBoolean, 'true or false')],
  ['default', readDefault],
  ['x-faker', (draft, value) => Object.assign(draft, { 'x-faker': value })],
  ['description', readDescription],
  ['example', readExample],
  ['examples', readExamples],
  ['dependentRequired', keep('dependentRequired', isNamesByName, 'lists of names')],
  ...['$dynamicRef', '$recursiveRef'].map((keyword): [string, Reader] => [keyword, unsupported(keyword)]),
]);
