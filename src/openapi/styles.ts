/** How arrays and objects are written in a URL, a header or a cookie: the parameter styles of OpenAPI. */
import { decodePercent } from '../core/http.ts';
import { escapePointer, getMember, type Json, type JsonObject, setMember } from '../core/json.ts';
import type { DecodedParameter, Parameter, ParameterSource, Problem } from '../core/service.ts';
import { membersOf, partsOf, type TypeName, typesOf } from './parts.ts';
import { rawText } from './raw-text.ts';
import { type Decoded, type DecodeText, isStructured, textDecoder } from './scalars.ts';
import type { Schema, SchemaObject, SchemaSet } from './schema.ts';
import { type Located, type Source, stringIn } from './source.ts';

export type Decode = (source: ParameterSource) => DecodedParameter;

export interface StyledParameter extends Located {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly key: string;
}

/** What a value is read as, by its schema. */
type Shape =
  | { readonly type: 'scalar'; readonly decode: DecodeText }
  | { readonly type: 'array'; readonly item: DecodeText; readonly isNested: boolean }
  | {
      readonly type: 'object';
      readonly members: ReadonlyMap<string, MemberShape>;
      readonly other: DecodeText;
      readonly isNested: boolean;
    };

interface MemberShape {
  readonly isNested: boolean;
  readonly decode: DecodeText;
  readonly isArray: boolean;
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
): { readonly style: string; readonly explode: boolean } => {
  const known = stylesFor[where];
  const asked = stringIn(raw, 'style') ?? '';
  const style = known.includes(asked) ? asked : (known[0] as string);
  return { style, explode: (getMember(raw, 'explode') ?? style === 'form') === true };
};

export const styleDecoder = (parameter: StyledParameter, schemas: SchemaSet, source: Source): Decode => {
  const { value: raw, name, in: where, pointer, key } = parameter;
  const shape = shapeOf(schemas, schemas.get(key).schema);
  const { style, explode } = styleOf(raw, where);
  const asked = stringIn(raw, 'style') ?? style;
  if (style !== asked)
    source.report(
      `${pointer}/style`,
      `the style "${asked}" is not supported in a ${where} parameter: it is read as "${style}"`,
    );
  if (shape.type === 'scalar') return scalarDecoder(name, where, style, shape.decode);
  if (shape.isNested) source.report(pointer, 'objects and lists inside this parameter are read as JSON');
  if (style === 'deepObject') {
    if (shape.type === 'object') return deepObject(name, shape);
    source.report(`${pointer}/style`, 'the style "deepObject" is for objects only: the parameter is read as "form"');
  }
  if (where === 'query' && explode) {
    if (shape.type === 'array') return repeated(name, shape);
    if (shape.members.size === 0)
      source.report(pointer, 'an object that declares no members is read from all of the query');
    return spread(shape);
  }
  if (where === 'cookie' && explode) {
    source.report(
      pointer,
      'an exploded array or object in a cookie is not supported: it is read as separated by commas',
    );
  }
  return separated(parameter, style, explode, shape);
};

const shapeOf = (schemas: SchemaSet, schema: Schema): Shape => {
  const types = typesOf(schemas, schema);
  const parts = partsOf(schemas, schema, 'some');
  if (types?.has('array')) {
    const itemTypes = itemTypesOf(schemas, parts);
    return { type: 'array', item: textDecoder(itemTypes), isNested: isStructured(itemTypes) };
  }
  const members = membersOf(parts);
  if (!types?.has('object') && (types !== undefined || members.size === 0))
    return { type: 'scalar', decode: textDecoder(types) };
  const other = parts.find(
    ({ additionalProperties }) => typeof additionalProperties === 'object',
  )?.additionalProperties;
  const shapes = new Map([...members].map(([name, declared]) => [name, memberShape(schemas, declared)]));
  return {
    type: 'object',
    members: shapes,
    other: textDecoder(other === undefined ? undefined : typesOf(schemas, other)),
    isNested: [...shapes.values()].some((shape) => shape.isNested),
  };
};

const itemTypesOf = (schemas: SchemaSet, parts: readonly SchemaObject[]): ReadonlySet<TypeName> | undefined => {
  const items = parts.find((part) => part.items !== undefined)?.items;
  return items === undefined ? undefined : typesOf(schemas, items);
};

const memberShape = (schemas: SchemaSet, declared: readonly Schema[]): MemberShape => {
  const schema = declared[0] ?? true;
  const types = typesOf(schemas, schema);
  const isArray = types?.has('array') ?? false;
  const own = isArray ? itemTypesOf(schemas, partsOf(schemas, schema, 'some')) : types;
  return { isArray, decode: textDecoder(own), isNested: isStructured(own) };
};

export const givenTwice: DecodedParameter = {
  problem: { pointer: '', rule: 'duplicate', message: 'must be given once' },
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

const prefixOf = (style: string, name: string): string =>
  style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '';

const withoutPrefix = (prefix: string): Problem => ({
  pointer: '',
  rule: 'syntax',
  message: `must start with "${prefix}"`,
});

const repeated =
  (name: string, shape: Shape & { readonly type: 'array' }): Decode =>
  ({ query }) => {
    const values = query?.getAll(name) ?? [];
    return values.length === 0 ? undefined : decodeItems(values, shape.item);
  };

/** An exploded object in the query: each member is a parameter of its own, so that only declared ones can be told. */
const spread =
  (shape: Shape & { readonly type: 'object' }): Decode =>
  ({ query }) => {
    if (query === undefined) return undefined;
    const candidates = shape.members.size === 0 ? [...new Set(query.keys())] : [...shape.members.keys()];
    const names = candidates.filter((name) => query.has(name));
    return names.length === 0
      ? undefined
      : decodeMembers(
          names.map((name) => [name, query.getAll(name)]),
          shape,
        );
  };

const deepObject = (name: string, shape: Shape & { readonly type: 'object' }): Decode => {
  const prefix = `${name}[`;
  return ({ query }) => {
    if (query === undefined) return undefined;
    const members = new Map<string, string[]>();
    for (const [key, value] of query) {
      if (!key.startsWith(prefix)) continue;
      // `[]` behind a member's name is how some clients write arrays.
      const member = /^([^[\]]+)\](\[\])?$/.exec(key.slice(prefix.length))?.[1];
      if (member === undefined)
        return { problem: { pointer: '', rule: 'syntax', message: `has a member that cannot be read: "${key}"` } };
      const values = members.get(member);
      if (values === undefined) members.set(member, [value]);
      else values.push(value);
    }
    return members.size === 0 ? undefined : decodeMembers([...members], shape);
  };
};

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  label: '.',
  matrix: ';',
};

/** Everything that is one text with separators in it. */
const separated = (
  parameter: StyledParameter,
  style: string,
  explode: boolean,
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): Decode => {
  const { name, in: where } = parameter;
  const separator = (style === 'label' || style === 'matrix') && !explode ? ',' : (separators[style] ?? ',');
  const prefix = style === 'matrix' && explode ? ';' : prefixOf(style, name);
  return (source) => {
    if (where === 'query' && (source.query?.getAll(name).length ?? 0) > 1) return givenTwice;
    const text = where === 'path' ? source.path.get(name) : rawText(source, name, where);
    if (text === undefined) return undefined;
    if (!text.startsWith(prefix)) return { problem: withoutPrefix(prefix) };
    const rest = text.slice(prefix.length);
    // In a path the separators stand as they are, and what is encoded belongs to the values.
    const decode =
      where === 'path' ? decodePercent : (value: string): string => (where === 'header' ? value.trim() : value);
    const values = rest === '' ? [] : rest.split(separator);
    if (shape.type === 'object') return decodeMembers(pairsOf(values, explode, decode), shape);
    const own = style === 'matrix' && explode ? values.map((value) => value.slice(value.indexOf('=') + 1)) : values;
    return decodeItems(own.map(decode), shape.item);
  };
};

/** `k=v,k=v` where exploded, else `k,v,k,v`. */
const pairsOf = (
  values: readonly string[],
  explode: boolean,
  decode: (text: string) => string,
): readonly (readonly [string, readonly string[]])[] => {
  const pairs: (readonly [string, readonly string[]])[] = [];
  if (explode) {
    for (const value of values) {
      const equals = value.indexOf('=');
      pairs.push([
        decode(equals < 0 ? value : value.slice(0, equals)),
        [equals < 0 ? '' : decode(value.slice(equals + 1))],
      ]);
    }
  } else
    for (let at = 0; at < values.length; at += 2)
      pairs.push([decode(values[at] as string), [decode(values[at + 1] ?? '')]]);
  return pairs;
};

const decodeItems = (texts: readonly string[], decode: DecodeText): Decoded => {
  const items: Json[] = [];
  for (const [at, text] of texts.entries()) {
    const item = decode(text);
    if ('problem' in item) return { problem: { ...item.problem, pointer: `/${at}` } };
    items.push(item.value);
  }
  return { value: items };
};

const decodeMembers = (
  members: readonly (readonly [string, readonly string[]])[],
  shape: Shape & { readonly type: 'object' },
): Decoded => {
  const value: Record<string, Json> = {};
  for (const [name, texts] of members) {
    const declared = shape.members.get(name);
    const decode = declared?.decode ?? shape.other;
    const [text] = texts;
    const member = declared?.isArray
      ? decodeItems(texts, decode)
      : texts.length > 1 || text === undefined
        ? givenTwice
        : decode(text);
    if (member === undefined) continue;
    if ('problem' in member)
      return {
        problem: {
          ...member.problem,
          pointer: `/${escapePointer(name)}${member.problem.pointer}`,
        },
      };
    setMember(value, name, member.value);
  }
  return { value };
};
