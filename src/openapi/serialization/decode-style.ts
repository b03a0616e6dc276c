/** How arrays and objects are written in a URL, a header or a cookie: the parameter styles of OpenAPI. */
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
  givenTwice,
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

/** The style that is gone by: the default one of the place where another is asked for than it has. */
export const styleOf = (
  raw: JsonObject,
  where: Parameter['in'],
): { readonly style: string; readonly explode: boolean; readonly allowReserved: boolean } => {
  const known = stylesFor[where];
  const asked = stringIn(raw, 'style') ?? '';
  const style = known.includes(asked) ? asked : (known[0] as string);
  return {
    style,
    explode: (getProperty(raw, 'explode') ?? style === 'form') === true,
    allowReserved: getProperty(raw, 'allowReserved') === true,
  };
};

export const styleDecoder = (parameter: StyledParameter, schemas: SchemaSet, source: Source): Decode => {
  const { value: raw, name, in: where, pointer, schema } = parameter;
  const shape = shapeOf(schemas, schema);
  const { style, explode } = styleOf(raw, where);
  const asked = stringIn(raw, 'style') ?? style;
  if (style !== asked)
    source.report(
      `${pointer}/style`,
      `the style "${asked}" is not supported in a ${where} parameter: it is read as "${style}"`,
    );
  if (shape.type === 'scalar') return scalarDecoder(name, where, style, shape.decode);
  if (style === 'deepObject' && shape.type === 'object') return deepObjectDecoder(name, schema, schemas);
  if (shape.isNested) source.report(pointer, 'objects and lists inside this parameter are read as JSON');
  if (style === 'deepObject') {
    source.report(`${pointer}/style`, 'the style "deepObject" is for objects only: the parameter is read as "form"');
  }
  if (where === 'query' && explode) {
    if (shape.type === 'array') return repeated(name, shape);
    if (shape.properties.size === 0)
      source.report(pointer, 'an object that declares no members is read from all of the query');
    return spread(shape);
  }
  if (where === 'cookie' && explode) {
    if (shape.type === 'array') return cookies(name, shape);
    source.report(pointer, 'an exploded object in a cookie is not supported: it is read as separated by commas');
  }
  return separatedDecoder({ name, in: where, style, explode }, shape);
};

const scalarDecoder = (name: string, where: Parameter['in'], style: string, decode: DecodeText): Decode => {
  if (where === 'query') {
    return ({ query }) => {
      const values = query?.getAll(name) ?? [];
      if (values.length > 1) return givenTwice;
      const [text] = values;
      return text === undefined ? undefined : decode(text);
    };
  }
  return (source) => {
    const text = rawText(source, name, where);
    if (text === undefined) return undefined;
    const prefix = prefixOf(style, name);
    return text.startsWith(prefix) ? decode(text.slice(prefix.length)) : { problem: withoutPrefix(prefix) };
  };
};

const repeated =
  (name: string, shape: ArrayShape): Decode =>
  ({ query }) => {
    // Many clients write `name[]` whatever a document says.
    const values = query?.has(name) === false ? query.getAll(`${name}[]`) : (query?.getAll(name) ?? []);
    return values.length === 0 ? undefined : decodeItems(values, shape.item);
  };

/** Cookies of one name, or one with `&` in it: the document's version does not tell which of the two is meant. */
const cookies =
  (name: string, shape: ArrayShape): Decode =>
  (source) => {
    const texts = sentTexts(source, name, 'cookie').flatMap((text) => text.split(`&${name}=`));
    return texts.length === 0 ? undefined : decodeItems(texts.map(decodePercent), shape.item);
  };

/** An exploded object in the query: each member is a parameter of its own, so that only declared ones can be told. */
const spread =
  (shape: ObjectShape): Decode =>
  ({ query }) => {
    if (query === undefined) return undefined;
    // Grouped once: to look for each name anew is quadratic in what a client may send.
    const sent = Map.groupBy(query, ([name]) => name);
    const candidates = shape.properties.size === 0 ? sent.keys() : shape.properties.keys();
    const properties = [...candidates].flatMap((name): readonly (readonly [string, readonly string[]])[] => {
      const pairs = sent.get(name);
      return pairs === undefined ? [] : [[name, pairs.map(([, text]) => text)]];
    });
    return properties.length === 0 ? undefined : decodeProperties(properties, shape);
  };
