/** Decodes arrays and objects in a URL, a header or a cookie: the parameter styles of OpenAPI. */
import { decodePercent } from '../../core/http/http.ts';
import { getProperty, type JsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { JsonType, Problem } from '../../core/service/check.ts';
import type { DecodedParameter, Parameter, ParameterSource, QueryNames } from '../../core/service/operation.ts';
import { type Located, type Source, stringIn } from '../document/source.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { bracketDecoder, decodeNode, hasBrackets, nodeReader, orBrackets } from './decode-fields.ts';
import { createNode, textField, treeOf } from './field-tree.ts';
import {
  type ArrayShape,
  type DecodeText,
  decodeItems,
  decodeProperties,
  duplicateParameter,
  type ObjectShape,
  parameterShapeOf,
  rawText,
  type Shape,
  sentTexts,
  textDecoder,
} from './parameter-shape.ts';

export type Decode = (source: ParameterSource) => DecodedParameter;

export interface StyledParameter extends Located {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly schema: Schema;
  /** The names of all parameters of the query: the others are no properties of an open object that is spread over it. */
  readonly siblings: ReadonlySet<string>;
}

const stylesFor: Readonly<Record<Parameter['in'], readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** The style of a parameter. An unsupported style is replaced by the default style of the location. */
export const styleOf = (
  raw: JsonObject,
  location: Parameter['in'],
): { readonly style: string; readonly explode: boolean; readonly allowReserved: boolean } => {
  const supported = stylesFor[location];
  const requestedStyle = stringIn(raw, 'style') ?? '';
  const style = supported.includes(requestedStyle) ? requestedStyle : (supported[0] as string);
  return {
    style,
    explode: (getProperty(raw, 'explode') ?? style === 'form') === true,
    allowReserved: getProperty(raw, 'allowReserved') === true,
  };
};

export const styleDecoder = (parameter: StyledParameter, schemas: SchemaSet, source: Source): Decode => {
  const { value: raw, name, in: location, pointer, schema } = parameter;
  const described = parameterShapeOf(schemas, schema);
  // `schema: { properties: { id } }` in a path is the schema of an object with the id, referred to in place of that of the id.
  const isText = location === 'path' && described.type === 'object' && schemas.typesOf(schema) === undefined;
  const shape: Shape = isText ? { type: 'scalar', decode: textDecoder(undefined) } : described;
  const { style, explode } = styleOf(raw, location);
  const requestedStyle = stringIn(raw, 'style') ?? style;
  if (style !== requestedStyle)
    source.report(
      `${pointer}/style`,
      `the style "${requestedStyle}" is not supported in a ${location} parameter; it is read as "${style}"`,
    );
  if (location !== 'query') return plainDecoder(parameter, shape, source);
  if (shape.type !== 'scalar' && style === 'deepObject') return bracketDecoder(name, schema, schemas);
  const decode =
    shape.type === 'object' && explode
      ? orScalar(parameter, schemas, explodedObjectDecoder(shape, parameter, schemas, source))
      : plainDecoder(parameter, shape, source);
  if (shape.type !== 'scalar' && shape.isNested)
    source.report(pointer, `nested objects and lists in this parameter are read as ${name}[name]=value, or as JSON`);
  const takesBrackets = shape.type !== 'scalar' || schemas.typesOf(schema) === undefined;
  return takesBrackets ? orBrackets(name, schema, schemas, decode) : decode;
};

/** The names that {@link styleDecoder} reads from the query; undefined: the parameter's own. */
export const styleNames = (
  { value: raw, name, in: location, schema }: StyledParameter,
  schemas: SchemaSet,
): QueryNames | undefined => {
  if (location !== 'query') return undefined;
  const shape = parameterShapeOf(schemas, schema);
  const { style, explode } = styleOf(raw, location);
  if (shape.type === 'scalar')
    return schemas.typesOf(schema) === undefined ? { exact: [name], bracketed: [name] } : undefined;
  if (shape.type === 'array' || style === 'deepObject' || !explode) return { exact: [name], bracketed: [name] };
  const isOpen = schemas
    .partsOf(schema, 'some')
    .some(({ additionalProperties = false }) => additionalProperties !== false);
  if (shape.properties.size === 0 || isOpen) return 'any';
  const properties = [...shape.properties.keys()];
  return {
    exact: takesText(schemas.typesOf(schema)) ? [name, ...properties] : properties,
    bracketed: [name, ...properties],
  };
};

const plainDecoder = (parameter: StyledParameter, shape: Shape, source: Source): Decode => {
  const { value: raw, name, in: location, pointer } = parameter;
  const { style, explode } = styleOf(raw, location);
  if (shape.type === 'scalar') return scalarDecoder(name, location, style, shape.decode);
  if (shape.isNested && location !== 'query')
    source.report(pointer, 'nested objects and lists in this parameter are read as JSON');
  if ((location === 'query' || location === 'cookie') && explode && shape.type === 'array')
    return repeatedDecoder(name, location, shape);
  if (location === 'cookie' && explode)
    source.report(pointer, 'an exploded object in a cookie is not supported; it is read as comma-separated');
  return separatedDecoder(parameter, shape);
};

const scalarDecoder = (name: string, location: Parameter['in'], style: string, decode: DecodeText): Decode => {
  if (location === 'query') {
    return ({ query }) => {
      const values = query?.getAll(name) ?? [];
      if (values.length > 1) return duplicateParameter;
      const [text] = values;
      return text === undefined ? undefined : decode(text);
    };
  }
  return (source) => {
    const text = rawText(source, name, location);
    if (text === undefined) return undefined;
    const prefix = prefixOf(style, name);
    return text.startsWith(prefix) ? decode(text.slice(prefix.length)) : { problem: withoutPrefix(prefix) };
  };
};

/** An exploded array. In cookies, it is several cookies with one name, or one cookie with `&`. Clients send both. */
const repeatedDecoder =
  (name: string, location: 'query' | 'cookie', shape: ArrayShape): Decode =>
  (source) => {
    const cookies = (): readonly string[] => sentTexts(source, name, 'cookie').flatMap((one) => one.split(`&${name}=`));
    const texts = location === 'query' ? (source.query?.getAll(name) ?? []) : cookies().map(decodePercent);
    return texts.length === 0 ? undefined : decodeItems(texts, shape.item);
  };

/** An exploded object in the query. Each property is a separate parameter, so only declared properties can be recognized. */
const explodedObjectDecoder = (
  shape: ObjectShape,
  { name: own, schema, pointer, siblings }: StyledParameter,
  schemas: SchemaSet,
  problems: Source,
): Decode => {
  const isOpen = shape.properties.size === 0;
  if (isOpen) problems.report(pointer, 'an object without declared properties is read from the whole query');
  const taken = new Set(isOpen ? [...siblings].filter((name) => name !== own).map(beforeBrackets) : []);
  const isOwn = (name: string) =>
    isOpen
      ? !taken.has(beforeBrackets(name))
      : shape.properties.has(name) || shape.properties.has(beforeBrackets(name));
  const readNested = nestedDecoder(shape, schema, schemas, isOwn);
  return (source) => {
    const { query } = source;
    if (query === undefined) return undefined;
    if (hasBrackets(source)) return readNested(query);
    // Grouped once: a search for each name would take quadratic time.
    const sent = Map.groupBy(query, ([name]) => name);
    const candidates = isOpen ? sent.keys().filter(isOwn) : shape.properties.keys();
    const properties = [...candidates].flatMap((name): readonly (readonly [string, readonly string[]])[] => {
      const pairs = sent.get(name);
      return pairs === undefined ? [] : [[name, pairs.map(([, text]) => text)]];
    });
    return properties.length === 0 ? undefined : decodeProperties(properties, shape);
  };
};

/** A union of a text and an object: the text has the name of the parameter, the object only those of its properties. */
const orScalar = ({ name, schema }: StyledParameter, schemas: SchemaSet, decode: Decode): Decode => {
  const types = schemas.typesOf(schema);
  if (!takesText(types)) return decode;
  const readText = scalarDecoder(name, 'query', 'form', textDecoder(types));
  return (source) => (source.query?.has(name) ? readText(source) : decode(source));
};

const takesText = (types: ReadonlySet<JsonType> | undefined) =>
  types !== undefined && [...types].some((type) => !['object', 'array', 'null'].includes(type));

const beforeBrackets = (name: string): string => name.split('[', 1)[0] as string;

/** The properties of an exploded object, with brackets for what they contain: `x=1&at[y]=2`. */
const nestedDecoder = (
  { properties }: ObjectShape,
  schema: Schema,
  schemas: SchemaSet,
  isOwn: (name: string) => boolean,
): ((query: URLSearchParams) => DecodedParameter) => {
  const read = lazily(() => nodeReader(schemas, schema));
  return (query) => {
    const problems: Problem[] = [];
    const fields = query
      .entries()
      .filter(([name]) => isOwn(name))
      .map(([name, text]) => [name, textField(text)] as const);
    const root = treeOf(fields, (name) => properties.has(name), problems);
    if (root.properties === undefined && problems.length === 0) return undefined;
    return decodeNode(read(), { ...createNode(), properties: root.properties }, problems);
  };
};

/** A space and a pipe are not allowed in a URL, so their encoded forms separate too; a tab (`tsv`) is a space. */
const separators: Readonly<Record<string, RegExp>> = {
  spaceDelimited: /[ \t]|\+|%20|%09/,
  pipeDelimited: /\||%7c/i,
  label: /\./,
  matrix: /;/,
};

/** Decodes arrays and objects that are one text with separators. */
const separatedDecoder = (
  { value: raw, name, in: location }: StyledParameter,
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): Decode => {
  const { style, explode } = styleOf(raw, location);
  const separator = (style === 'label' || style === 'matrix') && !explode ? /,/ : (separators[style] ?? /,/);
  const prefix = style === 'matrix' && explode ? ';' : prefixOf(style, name);
  // Separators are not encoded; encoded characters belong to the values. Headers are not percent-encoded.
  const decode =
    location === 'header'
      ? (text: string): string => text.trim()
      : location === 'query'
        ? (text: string): string => decodePercent(text.replaceAll('+', ' '))
        : decodePercent;
  return (source) => {
    const [text, ...others] = sentTexts(source, name, location);
    if (text === undefined) return undefined;
    if (others.length > 0) return duplicateParameter;
    if (!text.startsWith(prefix)) return { problem: withoutPrefix(prefix) };
    const remaining = text.slice(prefix.length);
    const values = remaining === '' ? [] : splitEncodedCommas(remaining.split(separator), shape);
    if (shape.type === 'object') return decodeProperties(pairsOf(values, explode, decode), shape);
    const itemTexts =
      style === 'matrix' && explode ? values.map((value) => value.slice(value.indexOf('=') + 1)) : values;
    return decodeItems(itemTexts.map(decode), shape.item);
  };
};

/** Most clients encode every comma. An encoded comma separates too if no value can contain a comma. */
const splitEncodedCommas = (
  values: readonly string[],
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): readonly string[] => {
  const separates = shape.type === 'array' ? !shape.holdsCommas : values.length === 1;
  return separates ? values.flatMap((value) => value.split(/%2c/i)) : values;
};

const prefixOf = (style: string, name: string) => (style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '');

const withoutPrefix = (prefix: string): Problem => ({
  pointer: '',
  rule: 'syntax',
  message: `must start with "${prefix}"`,
});

/** `k=v,k=v` if exploded, else `k,v,k,v`. */
const pairsOf = (
  values: readonly string[],
  explode: boolean,
  decode: (text: string) => string,
): readonly (readonly [string, readonly string[]])[] => {
  const pairs = explode
    ? values.map((value) => value.split(/=(.*)/s, 2))
    : values.map((value, index) => [value, values[index + 1]]).filter((_, index) => index % 2 === 0);
  return pairs.map(([name = '', value = '']) => [decode(name), [decode(value)]]);
};
