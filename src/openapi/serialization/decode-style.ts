/** Decodes arrays and objects in a URL, a header or a cookie: the parameter styles of OpenAPI. */
import { decodePercent } from '../../core/http/http.ts';
import { getProperty, type JsonObject } from '../../core/primitives/json.ts';
import type { DecodedParameter, Parameter, ParameterSource } from '../../core/service/operation.ts';
import { type Located, type Source, stringIn } from '../document/source.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { deepObjectDecoder } from './decode-deep-object.ts';
import { prefixOf, separatedDecoder, withoutPrefix } from './decode-delimited.ts';
import type { DecodeText } from './decode-scalar.ts';
import {
  type ArrayShape,
  decodeItems,
  decodeProperties,
  duplicateParameter,
  type ObjectShape,
  shapeOf,
} from './parameter-shape.ts';
import { rawText, sentTexts } from './raw-parameter.ts';

export type Decode = (source: ParameterSource) => DecodedParameter;

export interface StyledParameter extends Located {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly schema: Schema;
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
  const shape = shapeOf(schemas, schema);
  const { style, explode } = styleOf(raw, location);
  const requestedStyle = stringIn(raw, 'style') ?? style;
  if (style !== requestedStyle)
    source.report(
      `${pointer}/style`,
      `the style "${requestedStyle}" is not supported in a ${location} parameter; it is read as "${style}"`,
    );
  if (shape.type === 'scalar') return scalarDecoder(name, location, style, shape.decode);
  if (style === 'deepObject' && shape.type === 'object') return deepObjectDecoder(name, schema, schemas);
  if (shape.isNested) source.report(pointer, 'nested objects and lists in this parameter are read as JSON');
  if (style === 'deepObject') {
    source.report(`${pointer}/style`, 'the style "deepObject" is for objects only; the parameter is read as "form"');
  }
  if (location === 'query' && explode) {
    if (shape.type === 'array') return repeatedDecoder(name, shape);
    if (shape.properties.size === 0)
      source.report(pointer, 'an object without declared properties is read from the whole query');
    return explodedObjectDecoder(shape);
  }
  if (location === 'cookie' && explode) {
    if (shape.type === 'array') return cookieDecoder(name, shape);
    source.report(pointer, 'an exploded object in a cookie is not supported; it is read as comma-separated');
  }
  return separatedDecoder({ name, in: location, style, explode }, shape);
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

const repeatedDecoder =
  (name: string, shape: ArrayShape): Decode =>
  ({ query }) => {
    // Many clients send `name[]` even if the document does not declare it.
    const values = query?.has(name) === false ? query.getAll(`${name}[]`) : (query?.getAll(name) ?? []);
    return values.length === 0 ? undefined : decodeItems(values, shape.item);
  };

/** An exploded array in cookies: several cookies with one name, or one cookie with `&`. Clients send both. */
const cookieDecoder =
  (name: string, shape: ArrayShape): Decode =>
  (source) => {
    const texts = sentTexts(source, name, 'cookie').flatMap((text) => text.split(`&${name}=`));
    return texts.length === 0 ? undefined : decodeItems(texts.map(decodePercent), shape.item);
  };

/** An exploded object in the query. Each property is a separate parameter, so only declared properties can be recognized. */
const explodedObjectDecoder =
  (shape: ObjectShape): Decode =>
  ({ query }) => {
    if (query === undefined) return undefined;
    // Grouped once: a search for each name would take quadratic time.
    const sent = Map.groupBy(query, ([name]) => name);
    const candidates = shape.properties.size === 0 ? sent.keys() : shape.properties.keys();
    const properties = [...candidates].flatMap((name): readonly (readonly [string, readonly string[]])[] => {
      const pairs = sent.get(name);
      return pairs === undefined ? [] : [[name, pairs.map(([, text]) => text)]];
    });
    return properties.length === 0 ? undefined : decodeProperties(properties, shape);
  };
