/** Compiles the parameters of an operation. The coercion of a validator is not used: it loses digits and reads "0x10" as 16. */
import { decodePercent, encodePercent, isCookieName, isJsonType, isToken } from '../../core/http/http.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  type Parsed,
  parseJson,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { plainName } from '../../core/primitives/words.ts';
import type { Check } from '../../core/service/check.ts';
import type { DecodedParameter, Parameter } from '../../core/service/operation.ts';
import { allExamplesOf, namedExamples } from '../document/examples.ts';
import { type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';
import { toDouble } from '../schema/merged-schema.ts';
import { firstOf, type SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { type Decode, type StyledParameter, styleDecoder, styleNames, styleOf } from '../serialization/decode-style.ts';
import { jsonWriter, styleWriter } from '../serialization/encode-style.ts';
import { createForm, decodeUrlencoded, formContent, formMediaType, writeUrlencoded } from '../serialization/forms.ts';
import { type PlacedParameter, pagingParameters, type WholeParameter } from '../serialization/paging-object.ts';
import { duplicateParameter, rawText } from '../serialization/parameter-shape.ts';
import type { Compilation, CompiledParameter } from './compilation.ts';

const locations: readonly string[] = ['path', 'query', 'header', 'cookie', 'querystring'];
/** OpenAPI ignores parameters with these names. They are described by other properties. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/**
 * The parameters of the path item and the operation. A parameter of the operation replaces one of the path item. Each parameter of
 * the path's template is among them, declared or not.
 */
export const compileParameters = (
  path: string,
  pathItem: Located,
  operation: Located,
  compilation: Compilation,
): readonly CompiledParameter[] => {
  const { source, parameters } = compilation;
  const declared = [pathItem, operation].flatMap(({ value: owner, pointer }) =>
    listIn(owner, 'parameters').flatMap((raw, index): readonly Declared[] => {
      const located = source.resolve(raw, `${pointer}/parameters/${index}`);
      return (located && (pagingParameters(located, source) ?? [located])) ?? [];
    }),
  );
  const found = new Map<string, CompiledParameter>();
  const inQuery = declared.filter(({ value }) => stringIn(value, 'in') === 'query');
  const names = new Set(inQuery.flatMap(({ value }) => stringIn(value, 'name') ?? []));
  for (const part of inTemplate(path, declared, { pathItem, operation }, source)) {
    const key = `${part.pointer} ${stringIn(part.value, 'name')}`;
    const known = isAlikeAnywhere(part.value) ? parameters.get(key) : undefined;
    const compiled = known ?? compileParameter(part, names, compilation);
    if (compiled === undefined) continue;
    parameters.set(key, compiled);
    found.set(`${compiled.parameter.in} ${compiled.parameter.name}`, compiled);
  }
  return [...found.values()];
};

/** Whether a parameter is read alike beside any others: an object in a query is not. */
const isAlikeAnywhere = (declared: JsonObject) =>
  stringIn(declared, 'in') !== 'query' || /^[^o]/.test(stringIn(objectIn(declared, 'schema'), 'type') ?? '');

type Declared = Located | PlacedParameter | WholeParameter;

/** The declarations with the names that the template has: in another spelling, or the only one for the only parameter, they are meant. */
const inTemplate = (
  path: string,
  declared: readonly Declared[],
  { pathItem, operation }: { readonly pathItem: Located; readonly operation: Located },
  source: Source,
): readonly Declared[] => {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
  const isInPath = ({ value }: Declared) => stringIn(value, 'in') === 'path';
  const nameOf = ({ value }: Declared): string => stringIn(value, 'name') ?? '';
  const missing = new Set(names.filter((name) => !declared.some((one) => isInPath(one) && nameOf(one) === name)));
  const others = new Set(declared.filter((one) => isInPath(one) && !names.includes(nameOf(one))).map(nameOf));
  if (missing.size === 0 && others.size === 0) return declared;
  const meant = new Map<string, string>();
  const isOnly = missing.size === 1 && others.size === 1;
  for (const other of others) {
    const name = [...missing].find((one) => isOnly || plainName(one) === plainName(other));
    if (name === undefined) continue;
    meant.set(other, name);
    missing.delete(name);
  }
  const beside = missing.size === 0 ? undefined : declaredBeside(pathItem, operation, source);
  const added = [...missing].map((name): Declared => {
    const other = beside?.get(name);
    const taken = other === undefined ? 'any text is accepted' : 'it is taken from another operation at the path';
    source.report(operation.pointer, `the path parameter "${name}" is not declared, so ${taken}`);
    const pointer = `${operation.pointer}/parameters/${escapePointer(name)}`;
    return other ?? { value: { name, in: 'path', schema: { type: 'string' } }, pointer };
  });
  const query = new URLSearchParams(/\?(.*)/s.exec(pathItem.pointer)?.[1]);
  const kept = declared.flatMap((one): readonly Declared[] => {
    const [own, name] = [nameOf(one), meant.get(nameOf(one))];
    if (!isInPath(one) || !others.has(own)) return [one];
    // `/search?q={text}`.
    const [asked] = [...query].find(([, value]) => value === `{${own}}`) ?? [];
    if (asked !== undefined) return [{ ...one, value: { ...one.value, name: asked, in: 'query' } }];
    const result = name === undefined ? 'it is ignored' : `it describes "${name}"`;
    source.report(one.pointer, `the path has no parameter "${own}"; ${result}`);
    return name === undefined ? [] : [{ ...one, value: { ...one.value, name } }];
  });
  return [...kept, ...added];
};

/** The path parameters of the other operations at a path, by their names. */
const declaredBeside = (pathItem: Located, operation: Located, source: Source): ReadonlyMap<string, Located> => {
  const beside = new Map<string, Located>();
  for (const [method, other] of Object.entries(pathItem.value)) {
    if (other === operation.value || !isJsonObject(other) || method.startsWith('x-')) continue;
    for (const [index, raw] of listIn(other, 'parameters').entries()) {
      const located = source.resolve(raw, `${pathItem.pointer}/${escapePointer(method)}/parameters/${index}`);
      const name = located && stringIn(located.value, 'in') === 'path' ? stringIn(located.value, 'name') : undefined;
      if (located !== undefined && name !== undefined && !beside.has(name)) beside.set(name, located);
    }
  }
  return beside;
};

interface ParameterPlace {
  readonly name: string;
  readonly where: Parameter['in'];
  /** Whether it is the whole query. */
  readonly isWhole: boolean;
  readonly content: ReturnType<typeof contentOf>;
}

/** Returns undefined if the parameter is ignored, which is reported. */
const placeOf = (located: Declared, source: Source): ParameterPlace | undefined => {
  const { value, pointer } = located;
  const [name, location] = [stringIn(value, 'name'), stringIn(value, 'in')];
  if (name === undefined || location === undefined || !locations.includes(location)) {
    const reason =
      name === undefined ? 'a parameter must have a name' : `a parameter in "${location}" is not supported`;
    source.report(pointer, `${reason}; it is ignored`);
    return undefined;
  }
  if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined;
  if ((location === 'header' && !isToken(name)) || (location === 'cookie' && !isCookieName(name))) {
    source.report(`${pointer}/name`, `${JSON.stringify(name)} is not a valid ${location} name; it is ignored`);
    return undefined;
  }
  const isWhole = location === 'querystring';
  const content = contentOf(located, source);
  if (isWhole && content === undefined) {
    source.report(pointer, 'a querystring parameter must have a form or JSON as its "content"; it is ignored');
    return undefined;
  }
  return { name, where: isWhole ? 'query' : (location as Parameter['in']), isWhole, content };
};

/** `siblings`: the names of all query parameters. */
const compileParameter = (
  located: Declared,
  siblings: ReadonlySet<string>,
  compilation: Compilation,
): CompiledParameter | undefined => {
  const { source, schemas, checks, generators } = compilation;
  const { value: raw } = located;
  const place = placeOf(located, source);
  if (place === undefined) return undefined;
  const { name, where, isWhole, content } = place;
  const described = content ?? ('schema' in located ? located.schema : styledSchema(located));
  const { value: schema } = described;
  const key = schemas.keyOf(schema, described.pointer, 'request');
  const parts = schemas.partsOf({ $ref: key }, 'all');
  const check = checks.checkFor(key);
  const named = namedExamples(located, described, source);
  const examples = allExamplesOf(located, described, source, named);
  const styled = { ...located, name, in: where, schema: { $ref: key }, siblings };
  // An open object without properties leaves no trace in a query, and neither does one that selects a page: where it is valid, its absence is.
  const isTraced = () => {
    const isObject = schemas.typesOf({ $ref: key })?.has('object');
    const isUnseen = 'parts' in located || schemas.propertiesIn(parts).size === 0;
    return !(where === 'query' && content === undefined && isObject && isUnseen && check({}).length === 0);
  };
  const parameter: Parameter = {
    name,
    in: where,
    required: (getProperty(raw, 'required') === true || where === 'path') && isTraced(),
    default: firstOf(parts, 'default'),
    check,
    clamp: (value) => clamp(value, parts),
    values: listedValues(key, schemas),
    generate: generators.generatorFor(key, check, { name, example: examples[0] }),
    parts: 'parts' in located ? located.parts : undefined,
    ...(isWhole
      ? { queryNames: () => 'any', ...wholeQuery(located, key, compilation) }
      : content === undefined
        ? {
            queryNames: lazily(() => styleNames(styled, schemas)),
            decode: orText(key, check, schemas, unusedIfEmpty(styled, check, styleDecoder(styled, schemas, source))),
            write: styleWriter({ ...styled, ...styleOf(raw, where) }),
          }
        : { decode: jsonDecoder({ name, where, key }, schemas), write: jsonWriter(name, where) }),
  };
  const text = stringIn(raw, 'description') ?? (isJsonObject(schema) ? stringIn(schema, 'description') : undefined);
  return { parameter, key, examples, named, text };
};

/** With `allowEmptyValue`, an empty text that is no value of the parameter counts as its absence. */
const unusedIfEmpty = ({ value, name }: StyledParameter, check: Check, decode: Decode): Decode =>
  getProperty(value, 'allowEmptyValue') === true
    ? (source) => (source.query?.getAll(name).join('&') === '' && check('').length > 0 ? undefined : decode(source))
    : decode;

/** Reads one text that no list may have as a text, if the parameter may also be one: `meta=*` beside `meta=total,pages`. */
const orText = (key: string, check: Check, schemas: SchemaSet, decode: Decode): Decode => {
  const types = schemas.typesOf({ $ref: key });
  if (!types?.has('array') || !types.has('string')) return decode;
  return (source) => {
    const decoded = decode(source);
    const list = decoded !== undefined && 'value' in decoded ? decoded.value : undefined;
    const [text, ...others] = Array.isArray(list) ? (list as readonly Json[]) : [];
    const isText = text !== undefined && others.length === 0 && check(list as Json).length > 0;
    return isText && check(text).length === 0 ? { value: text } : decoded;
  };
};

/** The whole query as one value (OpenAPI 3.2): a form or JSON. */
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
    decode: ({ rawQuery }) => {
      if (rawQuery === '') return undefined;
      const decoded = decodeUrlencoded(form(), rawQuery);
      if (!decoded.ok) return notRead(decoded);
      const { value, problems: [problem] = [] } = decoded;
      return problem === undefined ? { value } : { problem };
    },
    write: (value) => writeUrlencoded(form(), value),
  };
};

/** The allowed values of a parameter or its items. If several alternatives list values, the first list applies. */
const listedValues = (key: string, schemas: SchemaSet): Parameter['values'] => {
  const schemaParts = schemas.partsOf({ $ref: key }, 'some');
  const items = schemaParts.flatMap((part) => (part.items === undefined ? [] : schemas.partsOf(part.items, 'some')));
  return firstOf([...schemaParts, ...items], 'enum');
};

const styledSchema = ({ value, pointer }: Located): Located<Json> => ({
  value: getProperty(value, 'schema') ?? true,
  pointer: `${pointer}/schema`,
});

/** The schema of the parameter's media type, if it is described by `content`. OpenAPI allows only one media type. */
const contentOf = ({ value, pointer }: Located, source: Source): Located<Json> | undefined => {
  const content = objectIn(value, 'content');
  const [mediaType] = Object.keys(content ?? {});
  if (content === undefined || mediaType === undefined) return undefined;
  const mediaPointer = `${pointer}/content/${escapePointer(mediaType)}`;
  if (!isJsonType(mediaType) && !(mediaType === formMediaType && value.in === 'querystring')) {
    source.report(mediaPointer, `a parameter in the format ${mediaType} is not supported; it is read as text`);
    return undefined;
  }
  return {
    value: getProperty(objectIn(content, mediaType) ?? {}, 'schema') ?? true,
    pointer: `${mediaPointer}/schema`,
  };
};

/** A text may be without its quotes: some frameworks state JSON for each parameter, and no client of theirs writes them. */
const jsonDecoder = (
  { name, where, key }: { readonly name: string; readonly where: Parameter['in']; readonly key: string },
  schemas: SchemaSet,
): Decode => {
  const isText = lazily(() => [...(schemas.typesOf({ $ref: key }) ?? [])].join() === 'string');
  return (source) => {
    if (where === 'query' && (source.query?.getAll(name).length ?? 0) > 1) return duplicateParameter;
    const text = rawText(source, name, where);
    if (text === undefined) return undefined;
    const isQuoted = /^\s*"/.test(text);
    return isText() && !isQuoted ? { value: text } : decodeJson(text);
  };
};

const decodeJson = (text: string): DecodedParameter => {
  const parsed = parseJson(text);
  return parsed.ok ? { value: parsed.value } : notRead(parsed);
};

const notRead = ({ reason, syntax }: Parsed & { readonly ok: false }): DecodedParameter => ({
  problem: { pointer: '', rule: 'syntax', message: reason, limit: syntax },
});

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
