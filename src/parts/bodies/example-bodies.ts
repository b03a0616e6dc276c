/** Bodies with an example and without a schema, as NestJS, FastAPI and handwritten documents have them: the example says what they contain. */

import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  maxSearchedDepth,
  setProperty,
} from '../../core/primitives/json.ts';
import { maxExamples } from '../../core/primitives/units.ts';
import { plainName, singularOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { Compilation } from '../../openapi/operations/compilation.ts';
import { compileContent } from '../../openapi/operations/responses.ts';
import { pathOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { saysNothing } from '../../openapi/resources/find/silent-responses.ts';
import type { SchemaObject } from '../../openapi/schema/schema.ts';

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** The operations, with the schemas that their examples show. Nobody is told that a real service must keep to them. */
export const withExampleBodies = (
  documented: readonly UnboundOperation[],
  compilation: Compilation,
): readonly UnboundOperation[] => {
  if (compilation.stateless) return documented;
  const candidates = documented.map((candidate) => withRequest(candidate, compilation));
  // What is sent is shown as it was sent.
  const sent = new Map<string, Map<string, JsonObject>>();
  for (const candidate of candidates) {
    if (candidate.bodyKey === undefined) continue;
    const { raw, pointer } = compilation.schemas.get(candidate.bodyKey).entry;
    const properties = isJsonObject(raw) ? getProperty(raw, 'properties') : undefined;
    const noun = singularOf(pathOf(candidate).noun);
    const known = sent.get(noun) ?? new Map<string, JsonObject>();
    for (const name of isJsonObject(properties) ? Object.keys(properties) : [])
      if (!known.has(name)) known.set(name, { $ref: `#${encodeURI(`${pointer}/properties/${escapePointer(name)}`)}` });
    sent.set(noun, known);
  }
  return candidates.map((candidate) => {
    const example = exampleOf(candidate, compilation);
    if (example === undefined) return candidate;
    // `POST /lamps/{id}/extinguish` shows a lamp.
    const nouns = pathOf(candidate).erased.split('/').map(singularOf);
    const known = sent.get(nouns.findLast((noun) => sent.has(noun)) ?? '') ?? none;
    return withSchema(candidate, schemaOf(example, known, 0), compilation);
  });
};

/** Any value is still accepted: the schema only says which properties an item may have. */
const withRequest = (candidate: UnboundOperation, compilation: Compilation): UnboundOperation => {
  const { bodyKey, bodyExamples } = candidate;
  const example = bodyExamples.find((value) => typeof value === 'object' && value !== null);
  if (bodyKey === undefined || example === undefined || !saysNothing(bodyKey, compilation)) return candidate;
  const schema = sendableSchema(schemaOf(example, none, 0));
  return { ...candidate, bodyKey: compilation.schemas.adopt(schema as SchemaObject, bodyKey) };
};

/** Nothing is required, more is accepted, and a number may have a fraction. */
const sendableSchema = ({ required: _required, type, properties, items, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(type !== undefined && { type: type === 'integer' ? 'number' : type }),
  ...(isJsonObject(items) && { items: sendableSchema(items) }),
  ...(isJsonObject(properties) && {
    additionalProperties: true,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, sendableSchema(schema as JsonObject)]),
    ),
  }),
});

const exampleOf = ({ success }: UnboundOperation, compilation: Compilation): Json | undefined => {
  const example = success?.json?.content.example;
  const isSaid = success?.json === undefined || typeof example !== 'object' || example === null;
  return isSaid || !saysNothing(success.json.key, compilation) ? undefined : example;
};

const none: ReadonlyMap<string, JsonObject> = new Map();

const schemaOf = (value: Json, sent: ReadonlyMap<string, JsonObject>, depth: number): JsonObject => {
  if (value === null || depth > 2 * maxSearchedDepth) return {};
  if (Array.isArray(value)) {
    const [first, ...others] = value.slice(0, maxExamples).map((one) => schemaOf(one, sent, depth + 1));
    return { type: 'array', items: others.reduce(merged, first ?? {}) };
  }
  if (isJsonObject(value)) {
    const isItem = Object.keys(value).some((name) => isIdName(plainName(name)));
    const known = isItem ? sent : none;
    const names = Object.keys(value);
    const properties = names.map((name) => [name, known.get(name) ?? schemaOf(value[name] as Json, sent, depth + 1)]);
    const required = names.filter((name) => value[name] !== null && !known.has(name));
    return { type: 'object', properties: Object.fromEntries(properties), required };
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    const isTime = typeof value === 'string' && time.test(value);
    return { type: typeof value, example: value, ...(isTime && { format: 'date-time' }) };
  }
  return { type: Number.isInteger(Number(value)) ? 'integer' : 'number', example: value };
};

/** What both examples show: what one of them lacks is optional. An empty list says nothing of its items. */
const merged = (left: JsonObject, right: JsonObject): JsonObject => {
  if (left.type === undefined) return right;
  if (isJsonObject(left.items) && isJsonObject(right.items)) return { ...left, items: merged(left.items, right.items) };
  const [some, others] = [left, right] as unknown as readonly [Shown, Shown];
  if (some.properties === undefined || others.properties === undefined) return left;
  const properties = { ...others.properties, ...some.properties };
  for (const [name, one] of Object.entries(others.properties))
    setProperty(properties, name, merged(getProperty(properties, name) as JsonObject, one));
  const required = new Set(others.required);
  return { ...left, properties, required: some.required.filter((name) => required.has(name)) };
};

interface Shown {
  readonly properties: Record<string, JsonObject> | undefined;
  readonly required: readonly string[];
}

const withSchema = (candidate: UnboundOperation, schema: JsonObject, compilation: Compilation): UnboundOperation => {
  const { operation, success } = candidate;
  const content = success?.json?.content;
  if (success === undefined || content === undefined || operation.success === undefined) return candidate;
  const pointer = `/paths/${operation.path}/${operation.method}`;
  const located = { value: {}, pointer };
  const examples = Object.fromEntries([...content.examples].map(([name, value]) => [name, { value }]));
  const media = { schema, example: content.example as Json, examples };
  const json = compileContent(content.mediaType, media, pointer, { located, operation: located }, compilation);
  const replaced = <T extends { readonly mediaType: string }>(one: T): T =>
    one.mediaType === content.mediaType ? ({ ...json.content } as unknown as T) : one;
  const response = { ...operation.success.response, contents: operation.success.response.contents.map(replaced) };
  const contents = success.contents.map((one) => (one.content === content ? json : one));
  return {
    ...candidate,
    operation: { ...operation, success: { ...operation.success, response } },
    success: { ...success, spec: { ...success.spec, contents: response.contents }, json, contents },
  };
};
