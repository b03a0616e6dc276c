/** A direct test for the schemas of most parameters and ids: an integer, a boolean or a text, perhaps one of several. */
import type { Json } from '../../core/primitives/json.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';

/** True: the value is valid. False: the evaluation decides. */
export type PlainTest = (value: Json) => boolean;

const never: PlainTest = () => false;

/** The test of the schema with this key; always false if the schema is not plain. */
export const plainTestOf = (schemas: SchemaSet, key: string): PlainTest => {
  const schema = targetOf(schemas, key);
  if (typeof schema === 'boolean') return never;
  const { enum: values, type } = schema;
  const names = Object.keys(schema).filter((name) => constraining.has(name));
  const has = (...allowed: readonly string[]): boolean => names.every((name) => allowed.includes(name));
  const list = values && new Set(values);
  const isListed = (value: Json): boolean => list === undefined || list.has(value);
  if (type === 'integer' && has('type', 'enum', 'minimum', 'maximum', 'format')) {
    const [low, high] = rangeOf(schema);
    return (value) =>
      Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high && isListed(value);
  }
  if (type === 'string' && has('type', 'enum')) return (value) => typeof value === 'string' && isListed(value);
  if (type === 'boolean' && has('type')) return (value) => typeof value === 'boolean';
  return never;
};

/** The schema that a chain of references without other keywords leads to. */
const targetOf = (schemas: SchemaSet, key: string): Schema => {
  let { schema } = schemas.get(key);
  const followed = new Set<string>();
  while (typeof schema === 'object' && schema.$ref !== undefined) {
    if (followed.has(schema.$ref) || !isBare(schema)) return false;
    followed.add(schema.$ref);
    ({ schema } = schemas.get(schema.$ref));
  }
  return schema;
};

type Bound = number | bigint;

/** Every safe integer is an int64. No other format restricts numbers. */
const rangeOf = ({ minimum = -Infinity, maximum = Infinity, format }: SchemaObject): readonly [Bound, Bound] => {
  if (format !== 'int32') return [minimum, maximum];
  return [minimum > -(2 ** 31) ? minimum : -(2 ** 31), maximum < 2 ** 31 - 1 ? maximum : 2 ** 31 - 1];
};

/** Whether no keyword restricts the value, except a reference. */
export const isBare = (schema: SchemaObject): boolean => Object.keys(schema).every((name) => !constraining.has(name));

/** The keywords that a value can violate. */
const constraining: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['required', 'properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'contains', 'unevaluatedItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  ...['dependentRequired', 'dependentSchemas'],
]);
