/** What an operation answers: media types with their checks, examples and generators, and headers. */
import { getMember, isJsonObject, type Json } from '../core/json.ts';
import { isJsonType } from '../core/media-type.ts';
import type { Content, ResponseHeader, ResponseSpec } from '../core/service.ts';
import type { Compilation } from './compilation.ts';
import { entriesAt, type Located, listIn, stringIn } from './source.ts';

export interface CompiledResponse {
  readonly spec: ResponseSpec;
  /** The first JSON content's schema. */
  readonly json: { readonly key: string; readonly pointer: string; readonly content: Content } | undefined;
}

export const compileResponses = (
  operation: Located,
  compilation: Compilation,
): ReadonlyMap<string, CompiledResponse> => {
  const { source } = compilation;
  const responses = new Map<string, CompiledResponse>();
  for (const [status, raw, pointer] of entriesAt(
    getMember(operation.value, 'responses'),
    `${operation.pointer}/responses`,
  )) {
    if (status.startsWith('x-')) continue;
    const name = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(name)) {
      source.report(pointer, `"${status}" is no status; it is left out`);
      continue;
    }
    const located = source.resolve(raw, pointer);
    if (located !== undefined) responses.set(name, compileResponse(located, compilation));
  }
  return responses;
};

/** Responses under components are shared by many operations; each place is compiled once. */
const compileResponse = (located: Located, compilation: Compilation): CompiledResponse => {
  const { value, pointer } = located;
  const documented = entriesAt(getMember(value, 'content'), `${pointer}/content`).map(([mediaType, raw, place]) => ({
    place,
    ...compileContent(mediaType, raw, place, compilation),
  }));
  const isWrittenAnyhow = documented.some(({ isWritten }) => isWritten);
  const contents = documented.filter(({ content, place, isWritten }) => {
    const instead = isWrittenAnyhow ? 'another documented type is answered instead' : 'they are empty';
    if (!isWritten)
      compilation.source.report(
        place,
        `bodies of ${content.mediaType} cannot be written without an example in text: ${instead}`,
      );
    return isWritten || !isWrittenAnyhow;
  });
  // JSON first where there is a choice; the rest in the order of the document.
  const ordered = contents.toSorted((one, other) => rank(one.content) - rank(other.content));
  return {
    spec: {
      description: stringIn(value, 'description') ?? '',
      contents: ordered.map(({ content }) => content),
      headers: compileHeaders(located, compilation),
    },
    json: ordered.find(({ content }) => isJsonType(content.mediaType)),
  };
};

const rank = ({ mediaType }: Content): number =>
  mediaType.startsWith('application/json') ? 0 : isJsonType(mediaType) ? 1 : 2;

const compileContent = (
  mediaType: string,
  raw: Json,
  place: string,
  compilation: Compilation,
): { readonly content: Content; readonly key: string; readonly pointer: string; readonly isWritten: boolean } => {
  const { source, schemas, checks, generators, factsFor } = compilation;
  const media = source.resolve(raw, place);
  const schema = (media && getMember(media.value, 'schema')) ?? true;
  const pointer = `${media?.pointer ?? place}/schema`;
  const key = schemas.keyOf(schema, pointer, 'response');
  const isJson = isJsonType(mediaType);
  const examples = media === undefined ? new Map<string, Json>() : namedExamples(media, compilation);
  const documented =
    media === undefined ? undefined : (getMember(media.value, 'example') ?? examples.values().next().value);
  // An example of the schema itself is looked at in the document: it need not be converted for that.
  const example = documented ?? schemaExample(schema, pointer, compilation);
  if (isJson) {
    const check = checks.checkFor(key);
    const generate = generators.generatorFor(key, check, { example, name: nameOf(pointer, schema) });
    return {
      key,
      pointer,
      isWritten: true,
      content: { mediaType, check, generate, examples, example, factsOf: factsFor(key) },
    };
  }
  const isText = mediaType.startsWith('text/');
  const text = typeof example === 'string' ? example : '';
  const generateText = isText && text === '' ? generators.generatorFor(key, checks.checkFor(key), {}) : () => text;
  const isWritten = isText || typeof example === 'string';
  return {
    key,
    pointer,
    isWritten,
    content: { mediaType, check: () => [], generate: generateText, examples, example, factsOf: undefined },
  };
};

/** What the value is called: the schema's name, if it has one. */
const nameOf = (_pointer: string, schema: Json): string => {
  const reference = isJsonObject(schema) ? stringIn(schema, '$ref') : undefined;
  return reference === undefined ? '' : reference.slice(reference.lastIndexOf('/') + 1);
};

/** The example of a parameter or of a media type, else the first of its named ones, else its schema's. */
export const exampleOf = (
  located: Located,
  schema: Json,
  pointer: string,
  compilation: Compilation,
): Json | undefined =>
  getMember(located.value, 'example') ??
  namedExamples(located, compilation).values().next().value ??
  schemaExample(schema, pointer, compilation);

const schemaExample = (schema: Json, pointer: string, { source }: Compilation): Json | undefined => {
  const located = isJsonObject(schema) ? source.resolve(schema, pointer) : undefined;
  return located === undefined
    ? undefined
    : (getMember(located.value, 'example') ?? listIn(located.value, 'examples')[0]);
};

const namedExamples = (media: Located, { source }: Compilation): ReadonlyMap<string, Json> => {
  const examples = new Map<string, Json>();
  for (const [name, raw, pointer] of entriesAt(getMember(media.value, 'examples'), `${media.pointer}/examples`)) {
    const located = source.resolve(raw, pointer);
    const value = located && (getMember(located.value, 'value') ?? getMember(located.value, 'dataValue'));
    if (value !== undefined) examples.set(name, value);
    else if (located !== undefined)
      source.report(pointer, 'an example without a value of its own is not supported; it is left out');
  }
  return examples;
};

const compileHeaders = (response: Located, compilation: Compilation): readonly ResponseHeader[] => {
  const { source, schemas, checks, generators } = compilation;
  return entriesAt(getMember(response.value, 'headers'), `${response.pointer}/headers`).flatMap(
    ([name, raw, place]) => {
      const located = source.resolve(raw, place);
      // OpenAPI: the content type is described by `content`, and a header of that name is ignored.
      if (located === undefined || name.toLowerCase() === 'content-type') return [];
      const { value, pointer } = located;
      const schema = getMember(value, 'schema') ?? true;
      const key = schemas.keyOf(schema, `${pointer}/schema`, 'response');
      const example = getMember(value, 'example') ?? namedExamples(located, compilation).values().next().value;
      return [
        {
          name,
          required: getMember(value, 'required') === true,
          generate: generators.generatorFor(key, checks.checkFor(key), {
            name,
            example: example ?? schemaExample(schema, `${pointer}/schema`, compilation),
          }),
        },
      ];
    },
  );
};
