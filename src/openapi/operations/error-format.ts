/** Error responses in the document's own format, with the actual message and status. */

import { type HttpRequest, isJsonType, negotiate } from '../../core/http/http.ts';
import { problemDetails, problemMediaType, statusText } from '../../core/http/status-text.ts';
import { isJsonObject, type Json, type JsonObject, setAt, valueAt } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { ErrorShape } from '../../core/service/service.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { Generators } from '../generate/generate.ts';
import { isReference } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import {
  buildError,
  drawError,
  type ErrorSchema,
  isAsGood,
  type KnownError,
  maxLengthAt,
  messagePath,
  shortened,
  stateStatus,
  valuesAt,
} from './draw-error.ts';
import {
  type ErrorProperties,
  fillError,
  findErrorProperties,
  isErrorLike,
  isErrorProperty,
  objectsIn,
} from './error-properties.ts';
import { createListMistakes } from './list-mistakes.ts';
import { type CompiledContent, type CompiledResponse, isDefaultSuccess } from './responses.ts';

export interface ErrorSource {
  readonly operation: Operation;
  readonly documentation: string | undefined;
  readonly responses: ReadonlyMap<string, CompiledResponse>;
}

interface Template {
  readonly mediaType: string;
  readonly body: Json;
  readonly schema: ErrorSchema;
  /** Whether the document has no example of it. */
  readonly isBuilt?: boolean;
  /** Whether its example is that of another status, or of another operation. */
  readonly isForeign?: boolean;
  /** What the schema declares, if it has no place for a message: the body has the properties of other errors too. */
  readonly declared?: Json;
}

type ErrorFor = (operation: Operation | undefined, status: number, request?: HttpRequest) => ErrorShape;

export const createErrors = (sources: readonly ErrorSource[], schemas: SchemaSet, generators: Generators): ErrorFor => {
  const known = new Map<Operation | undefined, Map<number, readonly ErrorShape[]>>();
  const templates = new ErrorTemplates(sources, schemas, generators);
  const all = new Set(sources.map(({ documentation }) => documentation));
  const create = (operation: Operation | undefined, status: number): readonly ErrorShape[] => {
    const documented = templates.documented(operation, status);
    const addresses = { own: templates.documentationOf(operation), all };
    return (documented.length === 0 ? [templates.fallback(status)] : documented).map((template) =>
      shapeOf(aboutItself(template, addresses), status),
    );
  };
  return (operation, status, request) => {
    const shapes = getOrInsert(known, operation, () => new Map<number, readonly ErrorShape[]>());
    const list = getOrInsert(shapes, status, () => create(operation, status));
    return (request && negotiate(list, request)) ?? (list[0] as ErrorShape);
  };
};

class ErrorTemplates {
  /** The schema of problem details, and of a text. */
  readonly #anySchema: ErrorSchema;
  readonly #sourceOf: ReadonlyMap<Operation | undefined, ErrorSource>;
  readonly #common: () => CommonError | undefined;

  constructor(sources: readonly ErrorSource[], schemas: SchemaSet, generators: Generators) {
    this.#anySchema = { key: undefined, check: () => [], schemas, generators };
    this.#sourceOf = new Map(sources.map((source) => [source.operation, source]));
    this.#common = lazily(() => mostUsedError(sources, this.#anySchema));
  }

  documentationOf(operation: Operation | undefined): string | undefined {
    return this.#sourceOf.get(operation)?.documentation;
  }

  /** The templates of the documented media types, those with a place for a message first. */
  documented(operation: Operation | undefined, status: number): readonly Template[] {
    const responses = this.#sourceOf.get(operation)?.responses;
    const exact = responses?.get(String(status));
    const range = responses?.get(`${Math.floor(status / 100)}XX`);
    const response = exact ?? range ?? responses?.get('default');
    if (responses === undefined || response === undefined) return [];
    // A `default` that describes the success is used for errors too if it declares a place for a message.
    const isForBoth = exact === undefined && range === undefined && isDefaultSuccess(responses);
    return response.contents
      .filter((content) => !isForBoth || this.#describesError(content))
      .flatMap((content) => this.#templateOf(content, status, exact !== undefined) ?? [])
      .toSorted((left, right) => Number(hasMessage(right.body)) - Number(hasMessage(left.body)));
  }

  /** The template of an error that the document does not describe. */
  fallback(status: number): Template {
    const common = this.#common();
    const problem = { mediaType: problemMediaType, body: problemDetails(status, statusText(status)) };
    if (common === undefined) return { ...problem, schema: this.#anySchema };
    const { mediaType, schema } = common;
    const example = common.examples.get(status);
    const isProblem = isJsonObject(example ?? null) && isAddress((example as JsonObject).type);
    const body =
      example === undefined ? buildError(schema, status) : isProblem ? stateStatus(example, schema, status) : example;
    return hasMessage(body)
      ? { mediaType, body, schema, isForeign: example !== undefined }
      : { ...problem, schema: this.#anySchema };
  }

  #templateOf(compiled: CompiledContent, status: number, isExact: boolean): Template | undefined {
    const { content, isStructured } = compiled;
    const { mediaType } = content;
    if (isStructured) return { mediaType, ...this.#bodyOf(compiled, status, isExact) };
    if (!mediaType.startsWith('text/') && typeof content.example !== 'string') return undefined;
    const shown = isExact ? content.example : undefined;
    return { mediaType, body: shown ?? statusText(status), schema: this.#anySchema };
  }

  #describesError({ key, content, isStructured }: CompiledContent): boolean {
    if (!isStructured) return true;
    const { generators } = this.#anySchema;
    return isErrorLike(content.example ?? generators.plainValue(key, { keeps: isErrorProperty, rank: undefined }));
  }

  #bodyOf({ key, content }: CompiledContent, status: number, isExact: boolean): Omit<Template, 'mediaType'> {
    const schema = { ...this.#anySchema, key, check: content.check };
    const examples = [...content.examples.values(), ...(content.example === undefined ? [] : [content.example])].filter(
      (example) => !isEmpty(example),
    );
    const own = examples.find((example) => statusesIn(example).includes(status)) ?? (isExact ? examples[0] : undefined);
    if (own !== undefined) return { body: own, schema };
    // An example of another status has the structure, but another code and message.
    const [other] = examples;
    if (other !== undefined) return { body: stateStatus(other, schema, status), schema, isForeign: true };
    const body = buildError(schema, status);
    if (hasMessage(body) || !isJsonObject(body)) return { body, schema, isBuilt: true };
    // The schema declares no text. It may allow the properties of the document's other errors.
    const candidates = [this.fallback(status).body, { ...body, message: statusText(status) }];
    const found = candidates.find((candidate) => isAsGood(schema, candidate, body));
    return { body: found ?? body, schema, declared: body };
  }
}

const isEmpty = (body: Json) =>
  body === null || body === '' || (typeof body === 'object' && Object.keys(body).length === 0);

const statusesIn = (body: Json): readonly number[] =>
  findErrorProperties(body).statuses.map((path) => Number(valueAt(body, path)));

const hasMessage = (body: Json) => findErrorProperties(body).message !== undefined;

/** A text in XML or HTML; not one that begins with a placeholder: `<reason>`. */
const markup = /^\s*<(?:[!?]|.*\/[\w:.-]*>)/s;

const shapeOf = ({ mediaType, body, schema, isBuilt = false, declared }: Template, status: number): ErrorShape => {
  // Text has no properties, so the message replaces it, unless it is markup.
  if (!isJsonType(mediaType) && typeof body === 'string')
    return { mediaType, body: ({ message = body }) => (markup.test(body) ? body : message) };
  const path = messagePath(body, schema);
  const statuses = findErrorProperties(body).statuses.filter((at) => {
    const stated = setAt(body, at, typeof valueAt(body, at) === 'string' ? String(status) : status);
    return isAsGood(schema, stated, body);
  });
  const properties = { message: path, statuses };
  const maxLength = path === undefined ? Infinity : maxLengthAt(schema, path);
  const plain = fillError(body, properties, { message: undefined, status });
  const keeps = (name: string) => isErrorProperty(name) || wordLists.mistakenPlaces.has(name);
  const drawWhole = (whole: KnownError): Json => stateStatus(drawError(whole, status, keeps), whole, status);
  const listMistakes = lazily(() => createListMistakes(body, drawWhole, schema));
  return {
    mediaType,
    body: ({ generated, example, mistakes = [], ...error }) => {
      if (example !== undefined)
        return fillError(example, { message: undefined, statuses: findErrorProperties(example).statuses }, error);
      const stated =
        error.message === undefined && error.status === status
          ? plain
          : fillError(body, properties, { ...error, message: error.message && shortened(error.message, maxLength) });
      if (mistakes.length > 0) {
        const listed = declared && listMistakes()(declared, mistakes);
        if (listed !== undefined && listed !== declared) return listed;
        return listMistakes()(stated, mistakes);
      }
      return generated !== undefined && isBuilt ? withGenerated(stated, generated, properties, schema) : stated;
    },
  };
};

const isAddress = (value: Json | undefined) => typeof value === 'string' && /^https?:/.test(value);

/** The template with the address of the operation's own documentation, and without what an example says about another error. */
const aboutItself = (
  template: Template,
  { own, all }: { readonly own: string | undefined; readonly all: ReadonlySet<Json | undefined> },
): Template => {
  const { schema, isForeign } = template;
  let { body } = template;
  for (const { path, value } of objectsIn(body))
    for (const [name, before] of Object.entries(value)) {
      const isDocumentation = wordLists.documentation.has(name) && (isAddress(before) || before === name);
      const isMistaken = isForeign && wordLists.mistakenNames.has(name) && !path.includes(0);
      if (!isDocumentation && !isMistaken) continue;
      const isOther = isForeign || all.has(before);
      const after = isDocumentation ? (own ?? (isOther ? undefined : before)) : undefined;
      const changed = setAt(body, [...path, name], after);
      if (isAsGood(schema, changed, body)) body = changed;
    }
  return { ...template, body };
};

/** Takes the properties from a generated body that do not describe the error: an id, a time. */
const withGenerated = (
  body: Json,
  generated: Json,
  { message, statuses }: ErrorProperties,
  schema: ErrorSchema,
): Json => {
  if (!isJsonObject(body) || !isJsonObject(generated)) return body;
  const own = new Set([message, ...statuses].map((path) => path?.[0]));
  const others = Object.entries(generated).filter(
    ([name]) =>
      Object.hasOwn(body, name) &&
      !own.has(name) &&
      !isErrorProperty(name) &&
      !wordLists.errorKinds.has(name) &&
      // A listed value may belong to another error.
      valuesAt(schema, [name]).length === 0,
  );
  const value = { ...body, ...Object.fromEntries(others) };
  return isAsGood(schema, value, body) ? value : body;
};

interface CommonError {
  readonly schema: KnownError;
  readonly mediaType: string;
  /** Documented examples of this schema, by status. */
  readonly examples: ReadonlyMap<number, Json>;
}

const mostUsedError = (sources: readonly ErrorSource[], anySchema: ErrorSchema): CommonError | undefined => {
  const found = new Map<string, CommonError & { count: number; readonly examples: Map<number, Json> }>();
  for (const { responses } of sources) {
    for (const [name, { json }] of responses) {
      if (json === undefined || !(/^[45]/.test(name) || (name === 'default' && !isDefaultSuccess(responses)))) continue;
      const key = targetKeyOf(anySchema.schemas, json.key);
      const entry = getOrInsert(found, key, () => ({
        count: 0,
        schema: { ...anySchema, key, check: json.content.check },
        mediaType: json.content.mediaType,
        examples: new Map<number, Json>(),
      }));
      entry.count++;
      const status = Number(name);
      const { example } = json.content;
      if (example !== undefined && !isEmpty(example) && Number.isInteger(status) && !entry.examples.has(status))
        entry.examples.set(status, example);
    }
  }
  return [...found.values()].toSorted((left, right) => right.count - left.count)[0];
};

/** The key of the schema at the end of a chain of plain references. */
const targetKeyOf = (schemas: SchemaSet, key: string): string => {
  const { schema } = schemas.get(key);
  return isReference(schema) ? targetKeyOf(schemas, schema.$ref) : key;
};
