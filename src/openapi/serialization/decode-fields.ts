/** Decodes fields with names in brackets according to a schema. */
import { escapePointer, isJsonObject, type Json, jsonOr, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { cutText } from '../../core/primitives/units.ts';
import type { Problem } from '../../core/service/check.ts';
import type { DecodedParameter, ParameterSource } from '../../core/service/operation.ts';
import type { Schema, Types } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import {
  addField,
  addProblem,
  bracketPath,
  createNode,
  type Field,
  type FieldNode,
  textField,
  tooDeep,
} from './field-tree.ts';
import { isStructured, itemsSchemaOf, otherProperties, textDecoder } from './parameter-shape.ts';

/** Returns the value. Text that does not fit its type is kept, and its problem has the rule `type` or `duplicate`. */
export type ReadNode = (node: FieldNode, pointer: string, problems: Problem[]) => Json;

/** Rules of problems that the schema's check does not find. */
const structuralRules = new Set(['conflict', 'depth']);
export const isStructural = ({ rule }: Problem): boolean => structuralRules.has(rule);

/** Child schemas are compiled on first use, because schemas can contain themselves. */
export const nodeReader = (schemas: SchemaSet, schema: Schema): ReadNode => {
  const types = schemas.typesOf(schema);
  const parts = schemas.partsOf(schema, 'some');
  const declared = schemas.propertiesIn(parts);
  const isList = types?.has('array') ?? false;
  // Without declarations, names that are all numbers are indices.
  const takesList = isList || (types === undefined && declared.size === 0);
  const readTexts = textsReader(schemas, schema);
  const readItem = lazily(() => nodeReader(schemas, itemsSchemaOf(parts) ?? true));
  const readOther = lazily(() => nodeReader(schemas, otherProperties(parts) ?? true));
  const readers = new Map(
    [...declared].map(([name, schemaList]) => [name, lazily(() => nodeReader(schemas, schemaList[0] ?? true))]),
  );

  const readList: (items: readonly FieldNode[]) => ReadNode = (items) => (_node, pointer, problems) =>
    items.map((item, index) => readItem()(item, `${pointer}/${index}`, problems));

  const readObject: ReadNode = ({ properties = new Map() }, pointer, problems) => {
    const value: Record<string, Json> = {};
    for (const [name, child] of properties as ReadonlyMap<string, FieldNode>) {
      const read = (readers.get(name) ?? readOther)();
      setProperty(value, name, read(child, `${pointer}/${escapePointer(name)}`, problems));
    }
    return value;
  };

  return (node, pointer, problems) => {
    const { fields, properties, items = [] } = node;
    if (properties === undefined && items.length === 0) return readTexts(fields, pointer, problems);
    const indexed = takesList ? indexedNodes(properties) : undefined;
    // `ids=1&ids[]=2` is one list.
    const plain = isList && properties === undefined ? fields.map(leafOf) : [];
    if (fields.length > plain.length) addConflict(problems, pointer, 'a value and with brackets');
    if (properties === undefined) return readList([...plain, ...items])(node, pointer, problems);
    if (indexed !== undefined) return readList([...indexed, ...items])(node, pointer, problems);
    if (items.length > 0) addConflict(problems, pointer, 'a list (with empty brackets) and an object');
    return readObject(node, pointer, problems);
  };
};

const addConflict = (problems: Problem[], pointer: string, description: string) =>
  addProblem(problems, { pointer, rule: 'conflict', message: `must not be sent both as ${description}` });

const leafOf = (field: Field): FieldNode => ({ ...createNode(), fields: [field] });

/** The nodes in the order of their indices, without gaps, so that a large index costs nothing. */
const indexedNodes = (properties: ReadonlyMap<string, FieldNode> | undefined): readonly FieldNode[] | undefined => {
  const entries = [...(properties ?? [])];
  if (!entries.every(([name]) => /^\d+$/.test(name))) return undefined;
  return entries.toSorted(([left], [right]) => Number(left) - Number(right)).map(([, node]) => node);
};

type ReadTexts = (fields: readonly Field[], pointer: string, problems: Problem[]) => Json;

/** Reads fields without brackets: one value, or the items of a list. */
const textsReader = (schemas: SchemaSet, schema: Schema): ReadTexts => {
  const types = schemas.typesOf(schema);
  const readText = fieldReader(types);
  if (types?.has('array')) {
    const items = itemsSchemaOf(schemas.partsOf(schema, 'some'));
    const itemTypes = items === undefined ? undefined : schemas.typesOf(items);
    const readItem = fieldReader(itemTypes);
    return (fields, pointer, problems) => {
      const list = wholeList(fields, isStructured(itemTypes));
      return list ?? fields.map((field, index) => readItem(field, `${pointer}/${index}`, problems));
    };
  }
  return (fields, pointer, problems) => {
    const [only] = fields;
    if (fields.length === 1 && only !== undefined) return readText(only, pointer, problems);
    if (types !== undefined) addProblem(problems, { pointer, rule: 'duplicate', message: 'must be given once' });
    return fields.map((field) => (types === undefined ? readText(field, pointer, problems) : field.text));
  };
};

/** A list that was sent as one JSON text. */
const wholeList = (fields: readonly Field[], hasStructuredItems: boolean): readonly Json[] | undefined => {
  const [only] = fields;
  if (only === undefined || fields.length > 1) return undefined;
  if (!only.isJson && !(hasStructuredItems && /^\s*\[/.test(only.text))) return undefined;
  const value = jsonOr(only.text);
  return Array.isArray(value) ? value : undefined;
};

const fieldReader = (types: Types): ((field: Field, pointer: string, problems: Problem[]) => Json) => {
  const decode = textDecoder(types);
  const takesFile = types?.has('object') === true && !types.has('string');
  return ({ text, isJson, file }, pointer, problems) => {
    if (isJson) return jsonOr(text);
    if (takesFile && file !== undefined) return file;
    const decoded = decode(text);
    if ('value' in decoded) return decoded.value;
    addProblem(problems, { ...decoded.problem, pointer });
    return text;
  };
};

type DecodeQuery = (source: ParameterSource) => DecodedParameter;

/** Decodes a parameter from the names that begin with its own: `q=1`, `q[]=1`, `q[a][b]=1`. */
export const bracketDecoder = (name: string, schema: Schema, schemas: SchemaSet): DecodeQuery => {
  const read = lazily(() => nodeReader(schemas, schema));
  const types = lazily(() => schemas.typesOf(schema));
  return ({ query }) => {
    const root = createNode();
    for (const [key, text] of query ?? []) {
      if (!key.startsWith(name) || (key.length > name.length && key[name.length] !== '[')) continue;
      const path = bracketPath(key.slice(name.length));
      if ('error' in path) {
        const message = path.error === 'depth' ? tooDeep : `has an invalid property name: "${cutText(key)}"`;
        return { problem: { pointer: '', rule: path.error, message } };
      }
      addField(root, path.names, textField(text));
    }
    if (root.properties === undefined && root.items === undefined && !takesText(root.fields, types())) return undefined;
    return decodeNode(read(), root, []);
  };
};

/** The value of a node, or its first problem. `problems`: those that are known. */
export const decodeNode = (read: ReadNode, node: FieldNode, problems: Problem[]): DecodedParameter => {
  const value = read(node, '', problems);
  const [problem] = problems;
  return problem === undefined ? { value } : { problem };
};

/** Whether a value without brackets is taken, which is no property of an object: if the schema allows other types, or as JSON. */
const takesText = (fields: readonly Field[], types: Types) => {
  if (fields.length === 0) return false;
  if (types !== undefined && [...types].some((type) => type !== 'object' && type !== 'null')) return true;
  return fields.every(({ text }) => /^\s*\{/.test(text) && isJsonObject(jsonOr(text)));
};

/** Reads names in brackets, and an object as JSON, although the document declares another style. */
export const orBrackets = (
  name: string,
  schema: Schema,
  schemas: SchemaSet,
  decode: (source: ParameterSource) => DecodedParameter,
): DecodeQuery => {
  const decodeBrackets = bracketDecoder(name, schema, schemas);
  const prefix = `${name}[`;
  const isObject = schemas.typesOf(schema)?.has('object') === true;
  const isWhole = ({ query }: ParameterSource) => isObject && /^\s*\{/.test(query?.get(name) ?? '');
  return (source) =>
    (hasBrackets(source) && hasName(source, prefix)) || isWhole(source) ? decodeBrackets(source) : decode(source);
};

export const hasBrackets = ({ rawQuery }: ParameterSource): boolean => /\[|%5b/i.test(rawQuery);

const hasName = ({ query }: ParameterSource, prefix: string) =>
  query?.keys().some((key) => key.startsWith(prefix)) === true;
