/** The parameters of an operation, decoded by hand: a validator's coercion loses digits and takes "0x10" for 16. */
import { decodePercent, encodePercent } from '../../core/http/http.ts';
import { isJsonType } from '../../core/http/media-type.ts';
import { escapePointer, getProperty, type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { DecodedParameter, Parameter } from '../../core/service/operation.ts';
import { exampleOf } from '../document/examples.ts';
import { type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';
import { firstOf, partsOf } from '../schema/applicable-schemas.ts';
import { toDouble } from '../schema/bigint-to-double.ts';
import type { SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { type Decode, styleDecoder, styleOf } from '../serialization/decode-style.ts';
import { jsonWriter, styleWriter } from '../serialization/encode-style.ts';
import { createForm, decodeUrlencoded, formContent, formMediaType, writeUrlencoded } from '../serialization/forms.ts';
import { givenTwice } from '../serialization/parameter-shape.ts';
import { rawText } from '../serialization/raw-parameter.ts';
import type { Compilation } from './compilation.ts';

export interface CompiledParameter {
  readonly parameter: Parameter;
  /** Its schema's. */
  readonly key: string;
  /** Documented. */
  readonly example: Json | undefined;
}

const places: readonly string[] = ['path', 'query', 'header', 'cookie', 'querystring'];
/** OpenAPI lets these be described elsewhere only: as parameters they are ignored. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Parameters of the path and of the operation; an operation's own takes the place of the path's. */
export const compileParameters = (
  pathItem: Located,
  operation: Located,
  compilation: Compilation,
): readonly CompiledParameter[] => {
  const found = new Map<string, CompiledParameter>();
  for (const { value: owner, pointer } of [pathItem, operation]) {
    listIn(owner, 'parameters').forEach((raw, at) => {
      const located = compilation.source.resolve(raw, `${pointer}/parameters/${at}`);
      const compiled = located && compileParameter(located, compilation);
      if (compiled !== undefined) found.set(`${compiled.parameter.in} ${compiled.parameter.name}`, compiled);
    });
  }
  return [...found.values()];
};

const compileParameter = (located: Located, compilation: Compilation): CompiledParameter | undefined => {
  const { source, schemas, checks, generators } = compilation;
  const { value: raw, pointer } = located;
  const [name, place] = [stringIn(raw, 'name'), stringIn(raw, 'in')];
  if (name === undefined || place === undefined || !places.includes(place)) {
    const what = name === undefined ? 'a parameter must have a name' : `a parameter in "${place}" is not supported`;
    source.report(pointer, `${what}; it is ignored`);
    return undefined;
  }
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined;
  const where = place === 'querystring' ? 'query' : (place as Parameter['in']);
  const content = contentOf(located, source);
  if (place === 'querystring' && content === undefined) {
    source.report(pointer, 'a whole query is read as a form or as JSON only, described by "content"; it is ignored');
    return undefined;
  }
  const { value: schema, pointer: schemaPointer } = content ?? styledSchema(located);
  const key = schemas.keyOf(schema, schemaPointer, 'request');
  const parts = lazily(() => partsOf(schemas, { $ref: key }, 'all'));
  const check = checks.checkFor(key);
  const example = exampleOf(located, schema, schemaPointer, compilation.source);
  const values = lazily(() => listedValues(key, schemas));
  const styled = { ...located, name, in: where, schema: { $ref: key } };
  const parameter: Parameter = {
    name,
    in: where,
    required: getProperty(raw, 'required') === true || where === 'path',
    default: firstOf(parts(), 'default'),
    check,
    clamp: (value) => clamp(value, parts()),
    get values() {
      return values();
    },
    generate: generators.generatorFor(key, check, { name, example }),
    ...(place === 'querystring'
      ? wholeQuery(located, key, compilation)
      : content === undefined
        ? { decode: styleDecoder(styled, schemas, source), write: styleWriter({ ...styled, ...styleOf(raw, where) }) }
        : { decode: jsonDecoder(name, where), write: jsonWriter(name, where) }),
  };
  return { parameter, key, example };
};

/** The whole query as one value (OpenAPI 3.2): a form, or JSON. */
const wholeQuery = (
  located: Located,
  key: string,
  { schemas, source }: Compilation,
): Pick<Parameter, 'decode' | 'write'> => {
  const media = formContent(located);
  if (media === undefined)
    return {
      decode: ({ rawQuery }) => (rawQuery === '' ? undefined : decodeJson(decodePercent(rawQuery))),
      write: (value) => encodePercent(stringifyJson(value)),
    };
  const form = lazily(() => createForm(schemas, key, media, source));
  return {
    decode: ({ rawQuery }) => (rawQuery === '' ? undefined : { value: decodeUrlencoded(form(), rawQuery) }),
    write: writeUrlencoded,
  };
};

/** Where a value may be one of several alternatives, the first list counts. */
const listedValues = (key: string, schemas: SchemaSet): Parameter['values'] => {
  const own = partsOf(schemas, { $ref: key }, 'some');
  const items = own.flatMap((part) => (part.items === undefined ? [] : partsOf(schemas, part.items, 'some')));
  return firstOf([...own, ...items], 'enum');
};

const styledSchema = ({ value, pointer }: Located): Located<Json> => ({
  value: getProperty(value, 'schema') ?? true,
  pointer: `${pointer}/schema`,
});

/** The schema of the media type that a parameter is described by, where it is: there is only one. */
const contentOf = ({ value, pointer }: Located, source: Source): Located<Json> | undefined => {
  const content = objectIn(value, 'content');
  const [mediaType] = Object.keys(content ?? {});
  if (content === undefined || mediaType === undefined) return undefined;
  const place = `${pointer}/content/${escapePointer(mediaType)}`;
  if (!isJsonType(mediaType) && !(mediaType === formMediaType && value.in === 'querystring')) {
    source.report(place, `a parameter written as ${mediaType} is not supported: it is taken as text`);
    return undefined;
  }
  return { value: getProperty(objectIn(content, mediaType) ?? {}, 'schema') ?? true, pointer: `${place}/schema` };
};

const jsonDecoder =
  (name: string, where: Parameter['in']): Decode =>
  (source) => {
    if (where === 'query' && (source.query?.getAll(name).length ?? 0) > 1) return givenTwice;
    const text = rawText(source, name, where);
    if (text === undefined) return undefined;
    return decodeJson(text);
  };

const decodeJson = (text: string): DecodedParameter => {
  const parsed = parseJson(text);
  return parsed.ok ? { value: parsed.value } : { problem: { pointer: '', rule: 'syntax', message: parsed.reason } };
};

const clamp = (value: Json, parts: readonly SchemaObject[]): Json => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  const step = parts.some(({ type }) => type === 'integer') ? 1 : 0;
  let result: number | bigint = value;
  for (const part of parts) {
    const { minimum = -Infinity, exclusiveMinimum = -Infinity } = part;
    const { maximum = Infinity, exclusiveMaximum = Infinity } = part;
    const low = Math.max(toDouble(minimum), toDouble(exclusiveMinimum) + step);
    const high = Math.min(toDouble(maximum), toDouble(exclusiveMaximum) - step);
    if (result < low) result = low;
    else if (result > high) result = high;
  }
  return result;
};
