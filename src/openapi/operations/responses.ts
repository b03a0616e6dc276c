/** Compiles the responses of an operation: headers, and media types with checks, examples and generators. */

import { coversMediaType, essenceOf, isJsonType, isToken } from '../../core/http/http.ts';
import { getMember, getProperty, isJsonObject, type Json, stringifyJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { Generate, JsonType } from '../../core/service/check.ts';
import type { Content, ResponseHeader, ResponseSpec } from '../../core/service/operation.ts';
import { asWritten, isPlaceholder, namedType } from '../../parts/dialects/index.ts';
import { type Described, headerGenerator, isXml, payloadFor } from '../../parts/formats/index.ts';
import { phrases, wordLists } from '../../parts/words/index.ts';
import { namedExamples, ownExample, schemaExample } from '../document/examples.ts';
import { entriesAt, type Located, type Source, stringIn } from '../document/source.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { styleWriter } from '../serialization/encode-style.ts';
import { formMediaType } from '../serialization/forms.ts';
import type { Compilation } from './compilation.ts';
import { mediaTypesOf } from './media-types.ts';

export interface CompiledResponse {
  readonly spec: ResponseSpec;
  /** The first JSON content, with its schema; without any, the first XML content that describes objects. */
  readonly json: { readonly key: string; readonly content: Content } | undefined;
  readonly contents: readonly CompiledContent[];
}

export { askedFormat } from '../../parts/formats/index.ts';

export const compileResponses = (
  operation: Located,
  compilation: Compilation,
): ReadonlyMap<string, CompiledResponse> => {
  const { source } = compilation;
  const responses = new Map<string, CompiledResponse>();
  for (const [status, raw, pointer] of entriesAt(
    getProperty(operation.value, 'responses'),
    `${operation.pointer}/responses`,
  )) {
    if (status.startsWith('x-')) continue;
    const name = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(name)) {
      source.report(pointer, `"${status}" is not a status; it is ignored`);
      continue;
    }
    const located = source.resolve(raw, pointer);
    if (located !== undefined) responses.set(name, compileResponse(located, operation, compilation));
  }
  return responses;
};

/** Whether `default` describes the success: alone, or beside nothing but errors that have other bodies. */
export const isDefaultSuccess = (responses: ReadonlyMap<string, CompiledResponse>): boolean => {
  const own = responses.get('default');
  if (own === undefined || ![...responses.keys()].every((name) => name === 'default' || /^[45]/.test(name)))
    return false;
  if (responses.size === 1) return true;
  const { description, contents } = own.spec;
  const isFile = contents.some(({ mediaType }) => !isJsonType(mediaType) && !isXml(mediaType));
  const isUnsaid = description === '' && contents.length > 0;
  const areEmpty = [...responses].every(([name, { spec }]) => name === 'default' || spec.contents.length === 0);
  return (isFile && !phrases.failure.test(description)) || phrases.success.test(description) || (isUnsaid && areEmpty);
};

const compileResponse = (located: Located, operation: Located, compilation: Compilation): CompiledResponse => {
  const documented = mediaTypesOf(located, compilation.source).map(([mediaType, raw, mediaPointer]) => ({
    mediaPointer,
    ...compileContent(mediaType, raw, mediaPointer, { located, operation }, compilation),
  }));
  const isAnyWritten = documented.some(({ isWritten }) => isWritten);
  const contents = documented.filter(({ content, mediaPointer, isWritten }) => {
    const consequence = isAnyWritten ? 'another documented media type is sent' : 'the response has no body';
    if (!isWritten)
      compilation.source.report(
        mediaPointer,
        `bodies of ${content.mediaType} cannot be generated without a text example; ${consequence}`,
      );
    return isWritten || !isAnyWritten;
  });
  // JSON first, then the order of the document.
  const ordered = contents.toSorted((left, right) => rank(left.content) - rank(right.content));
  return {
    spec: {
      description: stringIn(located.value, 'description') ?? '',
      contents: ordered.map(({ content }) => content),
      fallback: contents[0] === ordered[0] ? undefined : contents[0]?.content,
      headers: compileHeaders(located, compilation),
    },
    json:
      ordered.find(({ content }) => isJsonType(content.mediaType)) ??
      // An example as text is sent as it is.
      ordered.find(
        ({ isStructured, content: { mediaType, example } }) =>
          isStructured && isXml(mediaType) && typeof example !== 'string',
      ),
    contents: ordered,
  };
};

const rank = ({ mediaType }: Content): number =>
  mediaType.startsWith('application/json') ? 0 : isJsonType(mediaType) ? 1 : 2;

export interface CompiledContent {
  readonly content: Content;
  /** Whether its values are objects and lists: JSON, XML, forms. */
  readonly isStructured: boolean;
  readonly key: string;
  readonly isWritten: boolean;
}

export const compileContent = (
  mediaType: string,
  raw: Json,
  mediaPointer: string,
  around: { readonly located: Located; readonly operation: Located },
  compilation: Compilation,
): CompiledContent => {
  const compiled = compileAs(mediaType, raw, mediaPointer, around, compilation);
  const { content } = compiled;
  const { range, mediaType: usual } = content;
  // What may be anything is of another type only where it is a file.
  if (!range.includes('*') || (range === '*/*' && usual !== 'application/octet-stream')) return compiled;
  const known = new Map<string, Content | undefined>();
  const as = (other: string): Content | undefined => {
    if (isJsonType(usual))
      return isJsonType(other) && coversMediaType(range, other) ? { ...content, mediaType: other } : undefined;
    if (!known.has(other) && known.size < maxTypes && isMediaType.test(other) && coversMediaType(range, other)) {
      const { isWritten, content: own } = compileAs(other, raw, mediaPointer, around, compilation);
      known.set(other, isWritten ? { ...own, range } : undefined);
    }
    return known.get(other);
  };
  return { ...compiled, content: { ...content, as } };
};

/** A client may ask for any. */
const maxTypes = 50;
const isMediaType = /^[\w.+-]{1,30}\/[\w.+-]{1,70}$/;

const compileAs = (
  mediaType: string,
  raw: Json,
  mediaPointer: string,
  around: { readonly located: Located; readonly operation: Located },
  compilation: Compilation,
): CompiledContent => {
  const { source, schemas, checks, generators, completers, factsFor, strips } = compilation;
  const media = source.resolve(raw, mediaPointer);
  const itemSchema = media && getProperty(media.value, 'itemSchema');
  const schema = itemSchema ?? (media && getProperty(media.value, 'schema')) ?? true;
  const pointer = `${media?.pointer ?? mediaPointer}/${itemSchema === undefined ? 'schema' : 'itemSchema'}`;
  const key = schemas.keyOf(schema, pointer, 'response');
  const described = { value: schema, pointer };
  const { examples, example } = examplesOf(media, described, source);
  const check = asWritten(checks.checkFor(key), [...examples.values(), ...(example === undefined ? [] : [example])]);
  const name = nameOf(schema) || nounOfRead(around.operation.pointer);
  const drawn = generators.generatorFor(key, check, { example, name });
  const complete = completers.completerFor([{ $ref: key }], { check, generate: drawn, name });
  const description = stringIn(around.located.value, 'description');
  const generateFrom = (draw: Generate): Generate =>
    example === undefined
      ? withMessage(draw, description, key, { ...compilation, isRead: around.operation.pointer.endsWith('/get') })
      : correctedExample(example, { check, complete, drawn });
  const common = { key, isWritten: true, isStructured: true };
  const json = {
    ...{ check, complete, write: undefined, examples, example },
    generate: generateFrom(saysNothing(described, source) ? () => ({}) : drawn),
    stripWriteOnly: strips.writeOnlyFor(key),
    factsOf: factsFor(key),
  } as const;
  const meant = namedType(mediaType);
  if (isJsonType(meant))
    return { ...common, content: { mediaType: meant.replace('*+', 'vnd.any+'), range: meant, ...json } };
  const { types, isBinary } = textShape(key, schemas);
  const concrete = concreteType(meant, types, isBinary);
  const jsonContent = { ...common, content: { mediaType: concrete, range: meant, ...json } };
  if (isJsonType(concrete)) return jsonContent;
  const payload = payloadFor(
    {
      mediaType: essenceOf(concrete),
      ...{ key, name, types, isBinary, example, check, generate: generateFrom(drawn) },
      isRecord: itemSchema !== undefined || !types?.has('array'),
      endsWithDone: essenceOf(concrete) === 'text/event-stream' && endsWithDone(raw, schema, pointer, around, source),
    },
    schemas,
  );
  if (payload === undefined && isJsonWithin(concrete, types)) return jsonContent;
  const withBoundary = (type: string): string => (type.startsWith('multipart/') ? `${type}; boundary=vivarium` : type);
  const { write, ...generated } = payload ?? { write: undefined, generate: () => '', check: () => [] };
  return {
    ...common,
    isWritten: payload !== undefined,
    isStructured: (isXml(concrete) || essenceOf(concrete) === formMediaType) && isJsonWithin('', types),
    content: {
      ...{ mediaType: withBoundary(concrete), range: meant, ...generated },
      ...{ complete, write, examples, example, factsOf: undefined },
    },
  };
};

/** The examples of a content by their names, and the one that is shown: its own, or that of its schema. */
const examplesOf = (
  media: Located | undefined,
  schema: Parameters<typeof ownExample>[1],
  source: Source,
): { readonly examples: ReadonlyMap<string, Json>; readonly example: Json | undefined } => {
  const examples = media === undefined ? new Map<string, Json>() : namedExamples(media, schema, source);
  const shown = media && [ownExample(media, schema, source), ...examples.values()];
  const documented = shown?.find((one) => one !== undefined && !isPlaceholder(one));
  // Read from the document, so that the schema is not converted before it is used.
  return { examples, example: documented ?? schemaExample(schema.value, schema.pointer, source) };
};

/** Whether any value fits, and none is described. */
const saysNothing = ({ value, pointer }: Located<Json>, source: Source) => {
  const located = isJsonObject(value) ? source.resolve(value, pointer) : undefined;
  return Object.keys(located?.value ?? {}).every((name) => /^(title|description|nullable|x-.*)$/.test(name));
};

/** The longest message, in characters. */
const longestMessage = 80;

/** Whether a text may be a message. `isAlone`: as a whole body, which of a login is a token. */
export const confirms = (text: string, isAlone: boolean): boolean =>
  text.length <= longestMessage && phrases.confirmation.test(text) && !(isAlone && phrases.login.test(text));

/** The properties that may confirm what was done: not those of an item. */
export const messagesIn = (properties: ReadonlyMap<string, unknown>): readonly string[] =>
  properties.has('id') ? [] : wordLists.messages.all.filter((name) => properties.has(name));

/** Puts the first line of the response's description into a generated confirmation. */
const withMessage = (
  drawn: Generate,
  description: string | undefined,
  key: string,
  { schemas, checks, isRead }: Compilation & { readonly isRead: boolean },
): Generate => {
  const text = description?.trim().split('\n', 1)[0]?.trim() ?? '';
  // What FastAPI says of every response says nothing of what is read.
  if (!confirms(text, false) || (isRead && text === 'Successful Response')) return drawn;
  const isFree = (schema: Schema) => {
    const parts = schemas.partsOf(schema, 'some');
    const isOther = parts.some((one) => one.examples ?? one.format ?? one.pattern ?? one.contentEncoding);
    return schemas.typesOf(schema)?.has('string') === true && !isOther;
  };
  const name = lazily(() => {
    const properties = schemas.propertiesIn(schemas.partsOf({ $ref: key }, 'some'));
    return messagesIn(properties).find((own) => properties.get(own)?.slice(0, 1).every(isFree));
  });
  const check = checks.checkFor(key);
  return (context) => {
    const body = drawn(context);
    const isText = typeof body === 'string' && isFree({ $ref: key }) && confirms(text, true);
    const own = name();
    const said = isText ? text : own !== undefined && isJsonObject(body) ? { ...body, [own]: text } : body;
    return check(said).length === 0 ? said : body;
  };
};

/** Whether an example or a description around a stream shows its end: `data: [DONE]`. */
const endsWithDone = (
  media: Json,
  schema: Json,
  pointer: string,
  { located, operation }: { readonly located: Located; readonly operation: Located },
  source: Source,
) => {
  const shows = (value: Json | undefined) => value !== undefined && stringifyJson(value).includes('[DONE]');
  const describes = (raw: Json | undefined, at: string) => {
    const target = isJsonObject(raw) ? source.resolve(raw, at) : undefined;
    if (target === undefined) return false;
    const stream = getMember(target.value, 'properties.stream.description');
    return shows(getProperty(target.value, 'description')) || shows(stream);
  };
  if (shows(media) || shows(located.value) || shows(operation.value) || describes(schema, pointer)) return true;
  const bodyPointer = `${operation.pointer}/requestBody`;
  const body = source.resolve(getProperty(operation.value, 'requestBody') ?? {}, bodyPointer);
  const contents = body === undefined ? [] : entriesAt(getProperty(body.value, 'content'), `${body.pointer}/content`);
  return contents.some(([, content, at]) =>
    describes(isJsonObject(content) ? getProperty(content, 'schema') : undefined, `${at}/schema`),
  );
};

/** The example, changed only where it does not match the schema. */
const correctedExample = (
  example: Json,
  { check, complete, drawn }: Pick<Content, 'check' | 'complete'> & { readonly drawn: Generate },
): Generate => {
  const isValid = lazily(() => check(example).length === 0);
  return (context) => {
    if (context.given !== undefined) return drawn(context);
    if (isValid()) return example;
    const corrected = complete(example, context);
    return check(corrected).length === 0 ? corrected : drawn(context);
  };
};

const textShape = (key: string, schemas: SchemaSet): Pick<Described, 'types' | 'isBinary'> => {
  const { schema } = schemas.get(key);
  const format = schemas.keywordOf(schema, 'format', 'some');
  return { types: schemas.typesOf(schema), isBinary: format === 'binary' };
};

const concreteType = (mediaType: string, types: Described['types'], isBinary: boolean): string => {
  const essence = essenceOf(mediaType);
  // What is no media type, such as `undefined`, is any. A kind of file may have a short name.
  const isAny = /^(\*|application)\/\*$/.test(essence) || (!isBinary && !essence.includes('/'));
  if (!isAny) return usualTypes[essence] ?? mediaType;
  if (isBinary) return 'application/octet-stream';
  return types?.size === 1 && types.has('string') && essence !== 'application/*' ? 'text/plain' : 'application/json';
};

const usualTypes: Readonly<Record<string, string>> = {
  ...{ 'text/*': 'text/plain', 'image/*': 'image/png', 'audio/*': 'audio/wav', 'video/*': 'video/mp4' },
  'font/*': 'font/woff2',
};

/** Whether an object of a type without a form of its own (`application/vnd.goa.error`, `application/x-json`) is written as JSON: unless it is one of bytes. */
const isJsonWithin = (mediaType: string, types: ReadonlySet<JsonType> | undefined) =>
  (types?.has('object') === true || types?.has('array') === true) &&
  !/^multipart\/|protobuf|msgpack|messagepack|cbor|avro|thrift|[/+]xml$/.test(essenceOf(mediaType));

/** The name of the referenced schema; empty for an inline schema. */
const nameOf = (schema: Json): string => {
  const reference = isJsonObject(schema) ? stringIn(schema, '$ref') : undefined;
  return reference === undefined ? '' : reference.slice(reference.lastIndexOf('/') + 1);
};

/** The last word in the path of an operation that shows something: `categories` for `GET /products/categories`, `health`. */
const nounOfRead = (pointer: string): string => {
  const [, , path = '', method] = pointer.split('/');
  return (method === 'get' ? path.split('~1').findLast((segment) => !segment.includes('{')) : undefined) ?? '';
};

/** Clients such as Node's reject a response whose headers have more than 16 KB. */
const maxHeaders = 200;

const compileHeaders = (response: Located, compilation: Compilation): readonly ResponseHeader[] => {
  const { source, schemas, checks, generators } = compilation;
  const entries = entriesAt(getProperty(response.value, 'headers'), `${response.pointer}/headers`);
  const beyond = entries[maxHeaders];
  if (beyond !== undefined)
    source.report(
      beyond[2],
      `the response has ${entries.length} headers; those after the first ${maxHeaders} are ignored, because many clients reject so many`,
    );
  return entries.slice(0, maxHeaders).flatMap(([name, raw, headerPointer]) => {
    if (!isToken(name)) {
      source.report(headerPointer, `${JSON.stringify(name)} is not a valid header name; it is ignored`);
      return [];
    }
    const located = source.resolve(raw, headerPointer);
    // OpenAPI describes the content type by `content` and ignores a header of that name.
    if (located === undefined || name.toLowerCase() === 'content-type') return [];
    const { value, pointer } = located;
    const [[, media, mediaPointer] = []] = entriesAt(getProperty(value, 'content'), `${pointer}/content`);
    const owner = media === undefined ? located : source.resolve(media, mediaPointer as string);
    const schema = (owner && getProperty(owner.value, 'schema')) ?? true;
    const schemaPointer = `${owner?.pointer ?? pointer}/schema`;
    const key = schemas.keyOf(schema, schemaPointer, 'response');
    const check = checks.checkFor(key);
    const described = { value: schema, pointer: schemaPointer };
    const example =
      owner && (ownExample(owner, described, source) ?? namedExamples(owner, described, source).values().next().value);
    const knownExample = example ?? schemaExample(schema, schemaPointer, source) ?? usualIn(schema);
    const generate = generators.generatorFor(key, check, { name, example: knownExample });
    const usual = knownExample === undefined ? headerGenerator(name, check, generate) : generate;
    return [
      {
        name,
        required: getProperty(value, 'required') === true,
        check,
        generate: media === undefined ? headerText(name, getProperty(value, 'explode') === true, usual) : asText(usual),
      },
    ];
  });
};

/** What the schema of a header says of its value beside its examples: a default, and the example of each line. */
const usualIn = (schema: Json): Json | undefined => {
  if (!isJsonObject(schema)) return undefined;
  const line = getMember(schema, 'items.example');
  return getProperty(schema, 'default') ?? (line === undefined ? undefined : [line]);
};

const asText =
  (generate: Generate): Generate =>
  (context) => {
    const value = generate(context);
    return typeof value === 'object' ? stringifyJson(value) : value;
  };

/** The style of a header is `simple`. Each cookie of a list has a line of its own (RFC 6265, section 3); another list is one line. */
const headerText = (name: string, explode: boolean, generate: Generate): Generate => {
  const write = styleWriter({ name, in: 'header', style: 'simple', explode, allowReserved: false });
  const isLines = name.toLowerCase() === 'set-cookie';
  return (context) => {
    const value = generate(context);
    return typeof value !== 'object' || value === null || (isLines && Array.isArray(value)) ? value : write(value);
  };
};
