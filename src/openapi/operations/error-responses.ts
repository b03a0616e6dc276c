/** What error answers look like: the document's own shape with a message and a status that are true. */

import { isJsonType } from '../../core/http/media-type.ts';
import { problemDetails, problemMediaType } from '../../core/http/problem-details.ts';
import { statusText } from '../../core/http/status-text.ts';
import type { Json } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { ErrorShape } from '../../core/service/service.ts';
import type { Generators } from '../generate/generate.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { buildError, valuesAt } from './build-error.ts';
import { fillError, findPlaces } from './error-properties.ts';
import type { CompiledResponse } from './responses.ts';

export interface ErrorSource {
  readonly operation: Operation;
  readonly responses: ReadonlyMap<string, CompiledResponse>;
}

/** A template and the media type that it is sent as. */
interface Template {
  readonly mediaType: string;
  readonly body: Json;
  /** Of its schema; undefined where it has none. */
  readonly key?: string | undefined;
}

export const createErrors = (
  sources: readonly ErrorSource[],
  schemas: SchemaSet,
  generators: Generators,
): ((operation: Operation | undefined, status: number) => ErrorShape) => {
  const known = new Map<Operation | undefined, Map<number, ErrorShape>>();
  const responsesOf = new Map(sources.map(({ operation, responses }) => [operation, responses]));
  let common: CommonError | undefined | 'unknown' = 'unknown';

  const documented = (operation: Operation | undefined, status: number): Template | undefined => {
    const responses = operation && responsesOf.get(operation);
    if (responses === undefined) return undefined;
    const exact = responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`);
    const other = responses.get('default');
    const template = (exact ?? other) && templateOf((exact ?? other) as CompiledResponse, status);
    // Alone, `default` describes the success: it is an error's too where there is room for what went wrong.
    const isForBoth = exact === undefined && responses.size === 1;
    return isForBoth && template !== undefined && !hasRoom(template.body) ? undefined : template;
  };

  const templateOf = ({ json, xml, spec }: CompiledResponse, status: number): Template | undefined => {
    const structured = json ?? xml;
    if (structured !== undefined) {
      const { mediaType, example } = structured.content;
      return { mediaType, body: example ?? built(structured.key, status), key: structured.key };
    }
    const [content] = spec.contents;
    if (content === undefined) return undefined;
    return { mediaType: content.mediaType, body: content.example ?? statusText(status) };
  };

  const built = (key: string, status: number): Json => buildError(key, status, schemas, generators);

  const fallback = (status: number): Template => {
    if (common === 'unknown') common = mostUsedError(sources, schemas);
    if (common === undefined) return problemJson(status);
    const { mediaType, key } = common;
    return { mediaType, body: common.examples.get(status) ?? built(key, status), key };
  };

  return (operation, status) => {
    const shapes = known.get(operation) ?? new Map<number, ErrorShape>();
    known.set(operation, shapes);
    const shape = shapes.get(status) ?? shapeOf(documented(operation, status) ?? fallback(status), status, schemas);
    shapes.set(status, shape);
    return shape;
  };
};

const problemJson = (status: number): Template => ({
  mediaType: problemMediaType,
  body: problemDetails(status, statusText(status)),
});

const hasRoom = (body: Json): boolean => typeof body === 'string' || findPlaces(body).message !== undefined;

const shapeOf = ({ mediaType, body, key }: Template, status: number, schemas: SchemaSet): ErrorShape => {
  // The text of an example tells nothing apart.
  if (!isJsonType(mediaType) && typeof body === 'string') return { mediaType, body: ({ message }) => message ?? body };
  // Where the schema lists what may stand there, a message of ours may not.
  const places = findPlaces(body, (path) => key === undefined || valuesAt(schemas, key, path) === undefined);
  const plain = fillError(body, places, { message: undefined, status });
  return {
    mediaType,
    body: (error) => (error.message === undefined && error.status === status ? plain : fillError(body, places, error)),
  };
};

interface CommonError {
  readonly key: string;
  readonly mediaType: string;
  /** By status: documented anywhere with this schema. */
  readonly examples: ReadonlyMap<number, Json>;
}

/** The schema that most error responses of the document have. */
const mostUsedError = (sources: readonly ErrorSource[], schemas: SchemaSet): CommonError | undefined => {
  const found = new Map<string, { count: number; readonly mediaType: string; readonly examples: Map<number, Json> }>();
  for (const { responses } of sources) {
    for (const [name, { json }] of responses) {
      if (json === undefined || !(/^[45]/.test(name) || (name === 'default' && responses.size > 1))) continue;
      const key = keyBehind(schemas, json.key);
      const entry = found.get(key) ?? {
        count: 0,
        mediaType: json.content.mediaType,
        examples: new Map<number, Json>(),
      };
      found.set(key, entry);
      entry.count++;
      const status = Number(name);
      const { example } = json.content;
      if (example !== undefined && Number.isInteger(status) && !entry.examples.has(status))
        entry.examples.set(status, example);
    }
  }
  let best: CommonError | undefined;
  let most = 0;
  for (const [key, { count, mediaType, examples }] of found) {
    if (count <= most) continue;
    most = count;
    best = { key, mediaType, examples };
  }
  return best;
};

/** Inline schemas that only refer to another are that other. */
const keyBehind = (schemas: SchemaSet, key: string): string => {
  const { schema } = schemas.get(key);
  return typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1
    ? keyBehind(schemas, schema.$ref)
    : key;
};
