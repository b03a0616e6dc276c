/** The structure of a parameter, by its schema: a scalar, which is decoded here, an array or an object. */
import { cookiesOf, decodePercent, headerOf } from '../../core/http/http.ts';
import {
  escapePointer,
  exactNumber,
  type Json,
  maxIntegerDigits,
  parseJson,
  setProperty,
} from '../../core/primitives/json.ts';
import type { JsonType, Problem } from '../../core/service/check.ts';
import type { DecodedParameter, Parameter, ParameterSource } from '../../core/service/operation.ts';
import { firstOf, type Schema, type SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { typesInWords } from '../validation/check-messages.ts';

export type Shape =
  | { readonly type: 'scalar'; readonly decode: DecodeText }
  | {
      readonly type: 'array';
      readonly item: DecodeText;
      readonly isNested: boolean;
      /** Whether an item may contain a comma. */
      readonly holdsCommas: boolean;
    }
  | {
      readonly type: 'object';
      readonly properties: ReadonlyMap<string, PropertyShape>;
      readonly other: DecodeText;
      readonly isNested: boolean;
    };

export type ArrayShape = Shape & { readonly type: 'array' };
export type ObjectShape = Shape & { readonly type: 'object' };

interface PropertyShape {
  readonly isNested: boolean;
  readonly decode: DecodeText;
  readonly isArray: boolean;
}

export const parameterShapeOf = (schemas: SchemaSet, schema: Schema): Shape => {
  const types = schemas.typesOf(schema);
  const parts = schemas.partsOf(schema, 'some');
  if (types?.has('array')) {
    const itemTypes = itemTypesOf(schemas, parts);
    const holdsCommas = mayHoldCommas(schemas, parts, itemTypes);
    return { type: 'array', item: textDecoder(itemTypes), isNested: isStructured(itemTypes), holdsCommas };
  }
  const properties = schemas.propertiesIn(parts);
  if (!types?.has('object') && (types !== undefined || properties.size === 0))
    return { type: 'scalar', decode: textDecoder(types ?? numbersIn(parts)) };
  const additional = otherProperties(parts);
  const shapes = new Map([...properties].map(([name, declared]) => [name, propertyShape(schemas, declared)]));
  return {
    type: 'object',
    properties: shapes,
    other: textDecoder(additional === undefined ? undefined : schemas.typesOf(additional)),
    isNested: [...shapes.values()].some((shape) => shape.isNested),
  };
};

const numbersOrText: ReadonlySet<JsonType> = new Set(['integer', 'number', 'string']);

/** The types of a schema without `type` that limits numbers: `oneOf: [{ maximum: 10 }, { minimum: 100 }]`. */
const numbersIn = (parts: readonly SchemaObject[]): ReadonlySet<JsonType> | undefined =>
  parts.some(({ minimum, maximum, multipleOf }) => (minimum ?? maximum ?? multipleOf) !== undefined)
    ? numbersOrText
    : undefined;

export const otherProperties = (parts: readonly SchemaObject[]): Schema | undefined =>
  parts.find(({ additionalProperties }) => typeof additionalProperties === 'object')?.additionalProperties;

export const itemsSchemaOf = (parts: readonly SchemaObject[]): Schema | undefined => firstOf(parts, 'items');

const itemTypesOf = (schemas: SchemaSet, parts: readonly SchemaObject[]): ReadonlySet<JsonType> | undefined => {
  const items = itemsSchemaOf(parts);
  return items === undefined ? undefined : schemas.typesOf(items);
};

const mayHoldCommas = (
  schemas: SchemaSet,
  parts: readonly SchemaObject[],
  types: ReadonlySet<JsonType> | undefined,
) => {
  if (types !== undefined && !types.has('string') && !isStructured(types)) return false;
  const items = itemsSchemaOf(parts);
  const allowed = items === undefined ? undefined : schemas.keywordOf(items, 'enum');
  return allowed === undefined || allowed.some((value) => String(value).includes(','));
};

const propertyShape = (schemas: SchemaSet, declared: readonly Schema[]): PropertyShape => {
  const schema = declared[0] ?? true;
  const types = schemas.typesOf(schema);
  const isArray = types?.has('array') ?? false;
  const valueTypes = isArray ? itemTypesOf(schemas, schemas.partsOf(schema, 'some')) : types;
  return { isArray, decode: textDecoder(valueTypes), isNested: isStructured(valueTypes) };
};

export const duplicateParameter: DecodedParameter = {
  problem: { pointer: '', rule: 'duplicate', message: 'must be given once' },
};

export const decodeItems = (texts: readonly string[], decode: DecodeText): Decoded => {
  const items: Json[] = [];
  for (const [index, text] of texts.entries()) {
    const item = decode(text);
    if ('problem' in item) return { problem: { ...item.problem, pointer: `/${index}` } };
    items.push(item.value);
  }
  return { value: items };
};

export const decodeProperties = (
  properties: readonly (readonly [string, readonly string[]])[],
  shape: ObjectShape,
): Decoded => {
  const value: Record<string, Json> = {};
  for (const [name, texts] of properties) {
    const declared = shape.properties.get(name);
    const decode = declared?.decode ?? shape.other;
    const [text] = texts;
    const property = declared?.isArray
      ? decodeItems(texts, decode)
      : texts.length > 1 || text === undefined
        ? duplicateParameter
        : decode(text);
    if (property === undefined) continue;
    if ('problem' in property)
      return { problem: { ...property.problem, pointer: `/${escapePointer(name)}${property.problem.pointer}` } };
    setProperty(value, name, property.value);
  }
  return { value };
};

type Decoded = { readonly value: Json } | { readonly problem: Problem };

export type DecodeText = (text: string) => Decoded;

const integer = /^-?\d+$/;
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Decodes a text to the most specific type that it matches, else to a string. If only objects or lists are allowed, it is parsed as JSON. */
export const textDecoder = (types: ReadonlySet<JsonType> | undefined): DecodeText => {
  if (types === undefined) return (text) => ({ value: text });
  const limit = [...types].filter((type) => type !== 'null');
  const problem: Problem = { pointer: '', rule: 'type', message: `must be ${typesInWords(limit)}`, limit };
  return (text) => {
    if (types.has('integer') && integer.test(text)) return { value: exactInteger(text) };
    if (types.has('number') && number.test(text)) {
      const value = integer.test(text) ? exactInteger(text) : exactNumber(text);
      if (typeof value === 'bigint' || Number.isFinite(value)) return { value };
    }
    if (types.has('boolean') && (text === 'true' || text === 'false')) return { value: text === 'true' };
    if (types.has('string')) return { value: text };
    const parsed = isStructured(types) && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
    if (parsed?.ok) return { value: parsed.value };
    return types.has('null') && (text === '' || text === 'null') ? { value: null } : { problem };
  };
};

export const isStructured = (types: ReadonlySet<JsonType> | undefined): boolean =>
  types !== undefined && (types.has('object') || types.has('array'));

const exactInteger = (text: string): number | bigint => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return text.length > maxIntegerDigits ? (value < 0 ? -Number.MAX_VALUE : Number.MAX_VALUE) : BigInt(text);
};

/** The percent-decoded text of a parameter. Undefined if it was not sent. */
export const rawText = (source: ParameterSource, name: string, location: Parameter['in']): string | undefined => {
  if (location === 'query') return source.query?.get(name) ?? undefined;
  const [text] = sentTexts(source, name, location);
  return text === undefined || location === 'header' ? text : decodePercent(text);
};

/** The texts of a parameter, still percent-encoded, so that separators can be distinguished from encoded characters of a value. */
export const sentTexts = (source: ParameterSource, name: string, location: Parameter['in']): readonly string[] => {
  switch (location) {
    case 'path':
      return [source.path.get(name) ?? []].flat();
    case 'query':
      return source.query !== undefined && source.query.get(name) !== null ? queryTexts(source.rawQuery, name) : [];
    case 'header':
      return [headerOf(source.headers, name.toLowerCase()) ?? []].flat();
    case 'cookie':
      return cookiesOf(source.headers, name);
  }
};

const queryTexts = (query: string, name: string): readonly string[] =>
  query.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    return decodePercent(key.replaceAll('+', ' ')) === name ? [equals < 0 ? '' : pair.slice(equals + 1)] : [];
  });
