/** Decodes objects in the query written as `filter[name]=x`, at any depth. OpenAPI defines one level; clients send more. */
import { escapePointer, type Json, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { DecodedParameter, ParameterSource } from '../../core/service/operation.ts';
import { partsOf, propertiesOf, typesOf } from '../schema/applicable-schemas.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { type Decoded, textDecoder } from './decode-scalar.ts';
import { decodeItems, duplicateParameter, itemsOf, otherProperties } from './parameter-shape.ts';

/** The texts that were sent under one name, and the nodes of its child names. */
interface DeepObjectNode {
  readonly texts: string[];
  readonly properties: Map<string, DeepObjectNode>;
}

type DecodeNode = (node: DeepObjectNode) => Decoded;

/** Names with more brackets are rejected. */
const maxDepth = 10;

export const deepObjectDecoder = (
  name: string,
  schema: Schema,
  schemas: SchemaSet,
): ((source: ParameterSource) => DecodedParameter) => {
  const decode = lazily(() => nodeDecoder(schema, schemas));
  const prefix = `${name}[`;
  return ({ query }) => {
    const root: DeepObjectNode = { texts: query?.getAll(name) ?? [], properties: new Map() };
    for (const [key, value] of query ?? []) {
      if (!key.startsWith(prefix)) continue;
      const tokens = tokensOf(key.slice(name.length));
      if (tokens === undefined)
        return { problem: { pointer: '', rule: 'syntax', message: `has an invalid property name: "${key}"` } };
      nodeAt(root, tokens).texts.push(value);
    }
    // A value without brackets is not a property of a deep object. It is used only if the schema allows other types.
    if (root.properties.size === 0 && (root.texts.length === 0 || isObjectOnly(schema, schemas))) return undefined;
    return decode()(root);
  };
};

const isObjectOnly = (schema: Schema, schemas: SchemaSet): boolean => {
  const types = typesOf(schemas, schema);
  return types === undefined || ![...types].some((type) => type !== 'object' && type !== 'null');
};

/** The names in `[a][b]`. Some clients append empty brackets for the items of an array. */
const tokensOf = (text: string): readonly string[] | undefined => {
  if (!/^(\[[^[\]]+\])+(\[\])?$/.test(text)) return undefined;
  const tokens = [...text.matchAll(/\[([^[\]]+)\]/g)].map((match) => match[1] as string);
  return tokens.length > maxDepth ? undefined : tokens;
};

const nodeAt = (root: DeepObjectNode, tokens: readonly string[]): DeepObjectNode => {
  let node = root;
  for (const token of tokens) {
    const child = node.properties.get(token) ?? { texts: [], properties: new Map() };
    node.properties.set(token, child);
    node = child;
  }
  return node;
};

/** Child schemas are compiled on first use, because schemas can contain themselves. */
const nodeDecoder = (schema: Schema, schemas: SchemaSet): DecodeNode => {
  const types = typesOf(schemas, schema);
  const parts = partsOf(schemas, schema, 'some');
  const items = itemsOf(parts);
  const isArray = types?.has('array') ?? false;
  const decodeText = textDecoder(types);
  const decodeItemText = textDecoder(items === undefined ? undefined : typesOf(schemas, items));
  const itemDecoder = lazily(() => nodeDecoder(items ?? true, schemas));
  const declared = propertiesOf(parts);
  const otherDecoder = lazily(() => nodeDecoder(otherProperties(parts) ?? true, schemas));
  const propertyDecoders = new Map(
    [...declared].map(([name, declarations]) => [name, lazily(() => nodeDecoder(declarations[0] ?? true, schemas))]),
  );
  return ({ texts, properties }) => {
    if (properties.size === 0) {
      if (isArray) return decodeItems(texts, decodeItemText);
      return texts.length === 1 ? decodeText(texts[0] as string) : (duplicateParameter as Decoded);
    }
    if (isArray && [...properties.keys()].every((token) => /^\d+$/.test(token))) {
      const ordered = [...properties].toSorted(([left], [right]) => Number(left) - Number(right));
      return decodeList(
        ordered.map(([, node]) => node),
        itemDecoder(),
      );
    }
    return decodeTree(properties, (name) => (propertyDecoders.get(name) ?? otherDecoder)());
  };
};

const decodeList = (nodes: readonly DeepObjectNode[], decode: DecodeNode): Decoded => {
  const values: Json[] = [];
  for (const [index, node] of nodes.entries()) {
    const item = decode(node);
    if ('problem' in item) return { problem: { ...item.problem, pointer: `/${index}${item.problem.pointer}` } };
    values.push(item.value);
  }
  return { value: values };
};

const decodeTree = (
  properties: ReadonlyMap<string, DeepObjectNode>,
  decoderFor: (name: string) => DecodeNode,
): Decoded => {
  const value: Record<string, Json> = {};
  for (const [name, node] of properties) {
    const property = decoderFor(name)(node);
    if ('problem' in property)
      return { problem: { ...property.problem, pointer: `/${escapePointer(name)}${property.problem.pointer}` } };
    setProperty(value, name, property.value);
  }
  return { value };
};
