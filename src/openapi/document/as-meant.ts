/** Values of a document in the form that their schema wants: a number that is meant as a text, JSON written as a text. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOr,
  mapValuesOf,
} from '../../core/primitives/json.ts';
import { perObject } from '../../core/primitives/lazy.ts';
import { literalIn } from '../../parts/dialects/literals.ts';
import { listIn, maxDocumentDepth, maxHops, objectIn, type Source } from './source.ts';

/** Follows the references of a document that stays the same. */
type Follow = Source['follow'];

/** Decides a scalar before it is compared with the types. `wantsText`: whether only a text fits. */
type Decide = (value: Json, wantsText: boolean) => Json;

const asIs: Decide = (value) => value;

/** The value with each of its parts as its schema wants it; those without a fitting form stay. */
export const asMeant = (follow: Follow, schema: Json, value: Json, decide = asIs, depth = 0): Json => {
  if (decide === asIs && isScalarOf(schema, value)) return value;
  const shape = shapeOf(follow, schema);
  const { types } = shape;
  if (depth > maxDocumentDepth) return value;
  const inner = (part: Json | undefined, one: Json): Json => asMeant(follow, part ?? true, one, decide, depth + 1);
  if (Array.isArray(value)) {
    const placed = listInPlace(follow, schema, value as readonly Json[]);
    return placed === value
      ? mapValuesOf(value as readonly Json[], (item, index) => inner(shape.tuple[Number(index)] ?? shape.items, item))
      : inner(schema, placed);
  }
  if (isOneOfList(follow, value, shape))
    return inner(schema, typeof value === 'string' && texts.test(value) ? value.split(',') : [value]);
  if (isJsonObject(value)) return mapValuesOf(value, (item, name) => inner(shape.properties(name), item));
  const scalar = decide(value, types?.has('string') === true && !types.has('number') && !types.has('boolean'));
  const parsed = typeof scalar === 'string' ? contained(scalar, types) : undefined;
  return parsed === undefined ? scalarOf(scalar, types) : inner(schema, parsed);
};

/** Whether a value is of the type that the schema states: nearly every value of an enum, and most examples. */
const isScalarOf = (schema: Json, value: Json) => {
  const type = isJsonObject(schema) && !Object.hasOwn(schema, '$ref') && getProperty(schema, 'type');
  return typeof value !== 'object' && typeof value === (type === 'integer' ? 'number' : type);
};

/** Several texts of a list in one: `id,name`. */
const texts = /^[^\s,]+(,[^\s,]+)+$/;

/** Whether the value is an item where the schema wants a list. A text may also be a whole list in CSV or XML. */
const isOneOfList = (follow: Follow, value: Json, { types, items }: Shape) => {
  if (value === null || value === '' || !types?.has('array') || types.size > (types.has('null') ? 2 : 1)) return false;
  const wanted = items === undefined ? undefined : shapeOf(follow, items).types;
  return typeof value !== 'string' || (contained(value, types) === undefined && wanted?.has('object') === false);
};

/** A list where the schema wants an object: its first item, if that is one; else the list property whose items have most of its names has it. */
export const listInPlace = (
  follow: Follow,
  schema: Json,
  list: readonly Json[],
  depth = 0,
  steps = { left: maxDocumentDepth },
): Json => {
  const { types, listed, properties } = shapeOf(follow, schema);
  if (types?.has('object') !== true || types.has('array') || depth > 2 || steps.left-- <= 0) return list;
  const [first] = list;
  const own = isJsonObject(first ?? null) ? Object.keys(first as JsonObject) : [];
  const names = new Set(listed());
  const found = [...names].flatMap((name): readonly (readonly [number, JsonObject])[] => {
    const at = properties(name) as Json;
    const shape = shapeOf(follow, at);
    if (shape.types?.has('object') === true) {
      const inner = listInPlace(follow, at, list, depth + 1, steps);
      return Array.isArray(inner) ? [] : [[-1, { [name]: inner }]];
    }
    const items = shapeOf(follow, shape.items ?? true);
    const common = own.filter((key) => items.properties(key) !== undefined).length;
    return shape.types?.has('array') === true ? [[common, { [name]: list as Json }]] : [];
  });
  const most = Math.max(...found.map(([common]) => common));
  const isIt = depth === 0 && own.filter((name) => names.has(name)).length > Math.max(most, 0);
  return isIt ? (first as Json) : (found.find(([common]) => common === most)?.[1] ?? list);
};

type Types = ReadonlySet<string> | undefined;

/** The object or list that a text contains, where the schema wants one or says nothing. */
const contained = (text: string, types: Types): Json | undefined => {
  if (types?.has('string') || !/^\s*[[{]/.test(text)) return undefined;
  const value = literalIn(text);
  const isFit = types === undefined || types.has('object') || (types.has('array') && Array.isArray(value));
  return isFit ? value : undefined;
};

const scalarOf = (value: Json, types: Types): Json => {
  if (types === undefined || value === null || typeof value === 'object') return value;
  if (typeof value !== 'string') {
    const isFit = types.has(typeof value === 'boolean' ? 'boolean' : 'number');
    return !isFit && types.has('string') ? String(value) : value;
  }
  if (value === 'null' && types.has('null')) return null;
  if (types.has('string')) return value;
  const number = types.has('number') ? jsonOr(value) : undefined;
  if (typeof number === 'number' || typeof number === 'bigint') return number;
  return types.has('boolean') && /^(true|false|yes|no|on|off)$/i.test(value) ? /^(t|y|on)/i.test(value) : value;
};

interface Shape {
  readonly types: Types;
  readonly items: Json | undefined;
  /** The first items, each with a schema of its own. */
  readonly tuple: readonly Json[];
  readonly properties: (name: string) => Json | undefined;
  /** The names of its own properties. */
  readonly listed: () => readonly string[];
}

/** What a schema says of its values, with its parts and alternatives. */
export const shapeOf = (follow: Follow, schema: Json): Shape => {
  const found = follow(schema, '');
  return 'value' in found && isJsonObject(found.value) ? shapesOf(follow)(found.value) : anyShape;
};

const shapesOf = perObject((follow: Follow) => perObject((schema: JsonObject) => readShape(schema, follow)));

const readShape = (schema: Json, follow: Follow): Shape => {
  const parts: JsonObject[] = [];
  const pending = [schema];
  for (const next of pending) {
    const found = parts.length < maxHops ? follow(next, '') : undefined;
    if (found === undefined || 'message' in found || !isJsonObject(found.value) || parts.includes(found.value))
      continue;
    parts.push(found.value);
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) pending.push(...listIn(found.value, keyword));
  }
  const first = (name: string): Json | undefined => {
    const owner = parts.find((part) => getProperty(part, name) !== undefined);
    return owner && getProperty(owner, name);
  };
  const declared = parts.flatMap((part) => [getProperty(part, 'type') ?? []].flat());
  const types = new Set(declared.map((type) => (type === 'integer' ? 'number' : String(type))));
  const has = (name: string) => first(name) !== undefined;
  if (types.size === 0 && (has('properties') || has('additionalProperties'))) types.add('object');
  if (types.size === 0 && has('items')) types.add('array');
  if (types.size > 0 && first('nullable') === true) types.add('null');
  return {
    types: types.size === 0 ? undefined : types,
    items: first('items'),
    tuple: parts.flatMap((part) => listIn(part, 'prefixItems')),
    listed: () => parts.flatMap((part) => Object.keys(getProperty(part, 'properties') ?? {})),
    properties: (name) => {
      for (const part of parts) {
        const property = getProperty(objectIn(part, 'properties') ?? {}, name);
        if (property !== undefined) return property;
      }
      return first('additionalProperties');
    },
  };
};

const anyShape = readShape(true, () => ({ value: true, pointer: '' }));
