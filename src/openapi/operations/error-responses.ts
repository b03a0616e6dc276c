/** Error responses in the document's own format, with the actual message and status. */

import { isJsonType } from '../../core/http/media-type.ts';
import { problemDetails, problemMediaType } from '../../core/http/problem-details.ts';
import { statusText } from '../../core/http/status-text.ts';
import type { Json } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { ErrorShape } from '../../core/service/service.ts';
import type { Generators } from '../generate/generate.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { buildError, valuesAt } from './build-error.ts';
import { fillError, findErrorProperties } from './error-properties.ts';
import type { CompiledResponse } from './responses.ts';

export interface ErrorSource {
  readonly operation: Operation;
  readonly responses: ReadonlyMap<string, CompiledResponse>;
}

/** A body with its media type. */
interface Template {
  readonly mediaType: string;
  readonly body: Json;
  /** The key of its schema. */
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
    const fallbackResponse = responses.get('default');
    const template = (exact ?? fallbackResponse) && templateOf((exact ?? fallbackResponse) as CompiledResponse, status);
    // A lone `default` describes the success. It is used for errors too if its body has a place for a message.
    const isForBoth = exact === undefined && responses.size === 1;
    return isForBoth && template !== undefined && !hasMessage(template.body) ? undefined : template;
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

const hasMessage = (body: Json): boolean => typeof body === 'string' || findErrorProperties(body).message !== undefined;

const shapeOf = ({ mediaType, body, key }: Template, status: number, schemas: SchemaSet): ErrorShape => {
  // Text has no properties, so the message replaces it.
  if (!isJsonType(mediaType) && typeof body === 'string') return { mediaType, body: ({ message }) => message ?? body };
  // If the schema lists the allowed values, no other message may be set.
  const properties = findErrorProperties(
    body,
    (path) => key === undefined || valuesAt(schemas, key, path) === undefined,
  );
  const plain = fillError(body, properties, { message: undefined, status });
  return {
    mediaType,
    body: (error) =>
      error.message === undefined && error.status === status ? plain : fillError(body, properties, error),
  };
};

interface CommonError {
  readonly key: string;
  readonly mediaType: string;
  /** Documented examples of this schema, by status. */
  readonly examples: ReadonlyMap<number, Json>;
}

/** The most frequent schema of the document's error responses. */
const mostUsedError = (sources: readonly ErrorSource[], schemas: SchemaSet): CommonError | undefined => {
  const found = new Map<string, { count: number; readonly mediaType: string; readonly examples: Map<number, Json> }>();
  for (const { responses } of sources) {
    for (const [name, { json }] of responses) {
      if (json === undefined || !(/^[45]/.test(name) || (name === 'default' && responses.size > 1))) continue;
      const key = targetKeyOf(schemas, json.key);
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
  let maxCount = 0;
  for (const [key, { count, mediaType, examples }] of found) {
    if (count <= maxCount) continue;
    maxCount = count;
    best = { key, mediaType, examples };
  }
  return best;
};

/** The key of the schema at the end of a chain of plain references. */
const targetKeyOf = (schemas: SchemaSet, key: string): string => {
  const { schema } = schemas.get(key);
  return typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1
    ? targetKeyOf(schemas, schema.$ref)
    : key;
};
