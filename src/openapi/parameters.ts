/** The parameters of an operation, decoded by hand: a validator's coercion loses digits and takes "0x10" for 16. */
import { getMember, type Json, type JsonObject, parseJson } from '../core/json.ts';
import type { DecodedParameter, Parameter, ParameterSource } from '../core/service.ts';
import type { Checks } from './checks.ts';
import { firstOf, partsOf } from './parts.ts';
import type { Schema, SchemaSet } from './schema.ts';
import { type Located, listIn, objectIn, type Source, stringIn } from './source.ts';
import { styleDecoder } from './styles.ts';

export interface Compilation {
  readonly source: Source;
  readonly schemas: SchemaSet;
  readonly checks: Checks;
}

type In = Parameter['in'];

const places: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies readonly In[];
/** OpenAPI lets these be described elsewhere only: as parameters they are ignored. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Parameters of the path and of the operation; an operation's own takes the place of the path's. */
export const compileParameters = (
  pathItem: Located,
  operation: Located,
  compilation: Compilation,
): { readonly parameters: readonly Parameter[]; readonly keys: readonly string[] } => {
  const found = new Map<string, { readonly parameter: Parameter; readonly key: string }>();
  for (const { value: owner, pointer } of [pathItem, operation]) {
    listIn(owner, 'parameters').forEach((raw, at) => {
      const located = compilation.source.resolve(raw, `${pointer}/parameters/${at}`);
      const compiled = located && compileParameter(located, compilation);
      if (compiled !== undefined) found.set(`${compiled.parameter.in} ${compiled.parameter.name}`, compiled);
    });
  }
  const all = [...found.values()];
  return { parameters: all.map(({ parameter }) => parameter), keys: all.map(({ key }) => key) };
};

const compileParameter = (
  located: Located,
  compilation: Compilation,
): { readonly parameter: Parameter; readonly key: string } | undefined => {
  const { source, schemas, checks } = compilation;
  const { value: raw, pointer } = located;
  const name = stringIn(raw, 'name');
  const place = stringIn(raw, 'in');
  if (name === undefined || place === undefined || !places.includes(place)) {
    const what =
      name === undefined ? 'a parameter must have a name' : `a parameter in "${String(place)}" is not supported`;
    source.report(pointer, `${what}; it is left out`);
    return undefined;
  }
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined;
  const content = contentOf(raw, pointer, source);
  const [schema, schemaPointer]: readonly [Json, string] = content ?? [
    getMember(raw, 'schema') ?? true,
    `${pointer}/schema`,
  ];
  const key = schemas.keyOf(schema, schemaPointer, 'request');
  const where = place as In;
  const parts = lazily(() => partsOf(schemas, schemas.get(key).schema, 'all'));
  const decode = lazily(() =>
    content === undefined
      ? styleDecoder({ raw, name, in: where, pointer, key }, schemas, source)
      : contentDecoder(name, where),
  );
  // Looked at now, so that what is not supported is known at start.
  decode();
  const required = getMember(raw, 'required') === true || where === 'path';
  const parameter: Parameter = {
    name,
    in: where,
    required,
    default: firstOf(partsOfRaw(schema, schemaPointer, schemas), 'default'),
    decode: (from) => decode()(from),
    check: checks.checkFor(key),
    clamp: (value) => clamp(value, parts()),
  };
  return { parameter, key };
};

const partsOfRaw = (schema: Json, pointer: string, schemas: SchemaSet): ReturnType<typeof partsOf> =>
  partsOf(schemas, schemas.get(schemas.keyOf(schema, pointer, 'request')).schema, 'all');

/** Where a parameter is described by a media type, its only one. */
const contentOf = (raw: JsonObject, pointer: string, source: Source): readonly [Json, string] | undefined => {
  const content = objectIn(raw, 'content');
  const [mediaType] = Object.keys(content ?? {});
  if (content === undefined || mediaType === undefined) return undefined;
  const place = `${pointer}/content/${mediaType.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!isJsonType(mediaType)) {
    source.report(place, `a parameter written as ${mediaType} is not supported: it is taken as text`);
    return undefined;
  }
  return [getMember(objectIn(content, mediaType) ?? {}, 'schema') ?? true, `${place}/schema`];
};

export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);

const contentDecoder =
  (name: string, where: In): ((source: ParameterSource) => DecodedParameter) =>
  (source) => {
    const text = rawText(source, name, where);
    if (text === undefined) return undefined;
    const parsed = parseJson(text);
    return parsed.ok ? { value: parsed.value } : { problem: { pointer: '', rule: 'syntax', message: parsed.reason } };
  };

import { rawText } from './raw-text.ts';

const clamp = (value: Json, parts: readonly Exclude<Schema, boolean>[]): Json => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  const step = parts.some(({ type }) => type === 'integer') ? 1 : 0;
  let result: number | bigint = value;
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } of parts) {
    const low = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + step);
    const high = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - step);
    if (result < low) result = low;
    else if (result > high) result = high;
  }
  return result;
};

export const lazily = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
