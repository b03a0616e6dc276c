/** Merges all schemas that apply to one value into one, for the generator. */
import type { Json } from '../../core/primitives/json.ts';
import { type SchemaLimits, typeOf } from '../../core/service/check.ts';
import { createPattern, type Pattern } from '../pattern/pattern.ts';
import { isUnion } from './alternatives.ts';
import { firstOf, type Schema, type SchemaObject } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

export interface Merged extends SchemaLimits {
  readonly parts: readonly SchemaObject[];
  /** The first part with alternatives. One of them is chosen before the value is drawn. */
  readonly union: SchemaObject | undefined;
  readonly patterns: readonly string[];
  readonly maxProperties: number;
  readonly unique: boolean;
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** If it is undefined, it is not stated. */
  readonly additional: Schema | undefined;
  readonly items: readonly Schema[];
  readonly prefixItems: readonly Schema[];
  readonly examples: readonly Json[];
  /** The description of a text, if nothing else says what the text looks like. */
  readonly description: string | undefined;
  /** The first default; undefined: none is stated. */
  readonly fallback: Json | undefined;
  readonly faker: Json | undefined;
  readonly title: string | undefined;
}

type NumberKeyword =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties';

export const mergeSchemas = (schemas: SchemaSet, list: readonly Schema[]): Merged => {
  const parts = [...new Set(list.flatMap((schema) => schemas.partsOf(schema, 'all')))].map(withoutIndirection);
  const max = (keyword: NumberKeyword, least = -Infinity): number =>
    parts.reduce((current, part) => Math.max(current, toDouble(part[keyword] ?? -Infinity)), least);
  const min = (keyword: NumberKeyword): number =>
    parts.reduce((current, part) => Math.min(current, toDouble(part[keyword] ?? Infinity)), Infinity);
  const [minimum, above] = [max('minimum'), max('exclusiveMinimum')];
  const [maximum, below] = [min('maximum'), min('exclusiveMaximum')];
  const step = firstOf(parts, 'multipleOf');
  return {
    parts,
    union: parts.find(isUnion),
    types: schemas.typesOfAll(list),
    values: valuesOf(parts),
    format: firstOf(parts, 'format'),
    patterns: parts.flatMap((part) => part.pattern ?? []),
    low: Math.max(minimum, above),
    lowOpen: above >= minimum && above > -Infinity,
    high: Math.min(maximum, below),
    highOpen: below <= maximum && below < Infinity,
    step: step === undefined ? undefined : toDouble(step),
    minLength: max('minLength', 0),
    maxLength: min('maxLength'),
    minItems: max('minItems', 0),
    maxItems: min('maxItems'),
    minProperties: max('minProperties', 0),
    maxProperties: min('maxProperties'),
    unique: parts.some((part) => part.uniqueItems === true),
    required: new Set(parts.flatMap((part) => part.required ?? [])),
    properties: schemas.propertiesIn(parts),
    additional: additionalOf(parts),
    items: parts.flatMap((part) => (part.items === undefined ? [] : [part.items])),
    prefixItems: firstOf(parts, 'prefixItems') ?? [],
    examples: parts.flatMap((part) => part.examples ?? []),
    description: firstOf(parts, 'description'),
    fallback: firstOf(parts, 'default'),
    faker: firstOf(parts, 'x-faker'),
    title: firstOf(parts, 'title'),
  };
};

export interface Patterned {
  readonly index: number;
  readonly pattern: Pattern | undefined;
  readonly schema: Schema;
}

/** The schemas of `patternProperties`, with the patterns of the names that they are for. */
export const patternsOf = ({ parts }: Merged): readonly Patterned[] =>
  parts
    .flatMap((part) => Object.entries(part.patternProperties ?? {}))
    .map(([pattern, schema], index) => ({ index, pattern: createPattern(pattern), schema }));

/** Omits `$ref` and `allOf`, whose schemas are already in the list of parts. */
const withoutIndirection = (part: SchemaObject): SchemaObject => {
  if (part.$ref === undefined && part.allOf === undefined) return part;
  const { $ref: _reference, allOf: _parts, ...remaining } = part;
  return remaining;
};

const valuesOf = (parts: readonly SchemaObject[]): readonly Json[] | undefined => {
  const lists = parts.flatMap((part) => [
    ...(part.enum === undefined ? [] : [part.enum]),
    ...('const' in part ? [[part.const]] : []),
  ]);
  const [first, ...rest] = lists;
  if (first === undefined) return undefined;
  const allowed = typesAllowed(parts);
  return first.filter((value) => rest.every((list) => list.includes(value)) && allowed(value));
};

const typesAllowed = (parts: readonly SchemaObject[]): ((value: Json) => boolean) => {
  const lists = parts.flatMap(({ type }) => (type === undefined ? [] : [typeof type === 'string' ? [type] : type]));
  return (value) => {
    const type = typeOf(value);
    return lists.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')));
  };
};

const additionalOf = (parts: readonly SchemaObject[]): Schema | undefined => {
  const stated = parts
    .map((part) => part.additionalProperties ?? part.unevaluatedProperties)
    .filter((schema) => schema !== undefined);
  return stated.includes(false) ? false : (stated.find((schema) => typeof schema === 'object') ?? stated[0]);
};

const limit = 2n ** 63n;

/** The nearest double. If the number fits into an int64, so does the double. */
export const toDouble = (value: number | bigint): number => {
  if (typeof value === 'number') return value;
  const double = Number(value);
  if (double === 2 ** 63 && value < limit) return 2 ** 63 - 1024;
  return double === -(2 ** 63) && value < -limit ? -(2 ** 63) - 2048 : double;
};
