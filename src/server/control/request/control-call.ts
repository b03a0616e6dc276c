/** One call of the control API, its routes, functions that read and check its parts, and its response as data. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { contentOf, type RequestBody } from '../../../core/http/http.ts';
import { problemDetails, problemMediaType } from '../../../core/http/status-text.ts';
import { type ConfigProblem, formatProblem } from '../../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../../core/primitives/did-you-mean.ts';
import {
  isJsonObject,
  type Json,
  type Parsed,
  parseJson,
  pointerTo,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { formatCount, formatSize, maxShownRows, quoteName, toSentences } from '../../../core/primitives/units.ts';
import { strictText } from '../../../core/primitives/utf8.ts';
import { areFirst, type ScenarioProblem } from '../../../scenario/document/document-path.ts';
import { explainIssues } from '../../../scenario/document/explain-issues.ts';
import { pieceLength } from '../../../scenario/file/in-pieces.ts';
import { startTurn } from '../../../world/clock.ts';
import { explainFull } from '../../../world/explain-full.ts';
import { nextTurn } from '../../../world/turns.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import { isWorldName } from '../../../world/world-name.ts';
import type { ServerContext } from '../../edge/context.ts';
import { drained } from '../../edge/deliver.ts';
import { createBodyReader } from '../../edge/read-request.ts';
import { noQuery } from './control-schemas.ts';

export interface ControlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined: there is none. */
  readonly content: (Content & { readonly mediaType: string }) | undefined;
}

type Content =
  | { readonly value: Json }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  /** Writes events until the stream ends. The status line and the headers have already been written. */
  | { readonly stream: (response: ServerResponse) => void }
  /** A text of any length: other requests have their turn between its parts. `indent`: that of JSON, in spaces. */
  | { readonly write: (indent: number) => Iterable<string> };

export const respond = (
  mediaType: string,
  content: Content,
  headers: ControlResponse['headers'] = {},
  status = 200,
): ControlResponse => ({ status, headers, content: { mediaType, ...content } });

export const ok = (value: Json, status: 200 | 201 = 200): ControlResponse =>
  respond('application/json', { value }, {}, status);

/** A list of any length. `total`: the number of items before `limit` and `offset`; undefined: the number of `items`. */
export const okItems = (items: Iterable<Json>, total?: number, headers?: ControlResponse['headers']): ControlResponse =>
  respond('application/json', { write: (indent) => listParts(items, total, indent) }, headers);

export const noContent: ControlResponse = { status: 204, headers: {}, content: undefined };

/** Problem details (RFC 9457). `detail` states the failure and the remedy. */
export const problem = (status: number, detail: string, headers?: ControlResponse['headers']): ControlResponse =>
  respond(problemMediaType, { value: problemDetails(status, detail) }, headers, status);

export const notAllowed = (method: string, path: string, allowed: readonly string[]): ControlResponse => {
  const allow = allowed.join(', ');
  return problem(405, `${method} is not allowed on ${quoteName(path)}. Allowed: ${allow}.`, { Allow: allow });
};

export const redirectTo = (location: string, headers: ControlResponse['headers'] = {}): ControlResponse => ({
  status: 303,
  headers: { Location: location, ...headers },
  content: undefined,
});

/** `No fault is named "slwo". Did you mean "slow"?` `otherwise`: the remedy if no known name is similar; by default, it lists them. */
export const unknownName = (
  kind: string,
  name: string,
  known: Iterable<string>,
  otherwise?: string,
): ControlResponse => {
  const remedy = otherwise === undefined ? suggest(name, `${kind}s`, known) : (didYouMean(name, known) ?? otherwise);
  return problem(404, toSentences(`No ${kind} is named ${quoteName(name)}`, remedy));
};

export const ambiguousName = (kind: string, name: string, names: readonly string[]): ControlResponse =>
  problem(404, toSentences(`Several services have the ${kind} ${quoteName(name)}`, `Write ${names.join(' or ')}.`));

export const badRequest = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): ControlResponse =>
  problem(400, describeAll(problems));

const describeAll = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): string => {
  const shown = problems.slice(0, maxShownRows).map(({ message, hint }) => toSentences(message, hint));
  const more = problems.length - shown.length;
  const rest = areFirst(problems) ? 'many more problems' : formatCount(more, 'more problem');
  return [...shown, ...(more > 0 ? [`Not shown: ${rest}.`] : [])].join(' ');
};

/** Responds as `badRequest`, with the pointer of each problem in the body, for forms (RFC 9457, section 3.2). */
export const badItem = (problems: readonly ScenarioProblem[]): ControlResponse => {
  const listed = problems
    .slice(0, maxShownRows)
    .map(({ path, message, hint }) => ({ pointer: pointerTo(path), message: toSentences(message, hint) }));
  const value = { ...problemDetails(400, describeAll(problems)), problems: listed };
  return respond(problemMediaType, { value }, {}, 400);
};

/** The problems of a scenario with their locations, without code frames. */
export const describeProblems = (problems: readonly ConfigProblem[]): string =>
  problems
    .slice(0, maxShownRows)
    .map((found) => formatProblem({ ...found, frame: undefined }))
    .join('\n');

/** No caching, no MIME sniffing, no embedding in other sites. */
const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const sendControlResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, content }: ControlResponse,
): void | Promise<void> => {
  const start = (more?: OutgoingHttpHeaders) => {
    const type = content && { 'Content-Type': content.mediaType };
    response.writeHead(status, { ...commonHeaders, ...type, ...more, ...headers });
  };
  const isHead = request.method === 'HEAD';
  if (content === undefined) {
    start();
    response.end();
  } else if ('stream' in content) {
    start();
    if (isHead) response.end();
    else content.stream(response);
  } else if ('write' in content) return sendParts(response, content.write(indentFor(request)), isHead, start);
  else {
    const body = bodyOf(request, content);
    start({ 'Content-Length': Buffer.byteLength(body) });
    response.end(isHead ? undefined : body);
  }
};

const bodyOf = (
  request: IncomingMessage,
  content: Exclude<Content, { readonly stream: unknown } | { readonly write: unknown }>,
): string | Uint8Array => {
  if ('text' in content) return content.text;
  return 'bytes' in content ? content.bytes : stringifyJson(content.value, indentFor(request));
};

/** JSON is indented for a browser, where a person reads it. */
const indentFor = (request: IncomingMessage): number => (request.headers.accept?.includes('text/html') ? 2 : 0);

/**
 * Sends parts at the speed of the client, and no longer than its connection exists. `start` writes the status line and the headers: with the
 * length of a text that fits into one piece.
 */
export const sendParts = async (
  response: ServerResponse,
  parts: Iterable<string>,
  isHead: boolean,
  start: (headers?: OutgoingHttpHeaders) => void,
): Promise<void> => {
  let piece = '';
  let isTurnOver = startTurn();
  for (const part of parts) {
    piece += part;
    if (piece.length >= pieceLength) {
      if (!response.headersSent) start();
      if (isHead) break;
      // A fast client takes it at once, without a turn of the event loop.
      if (!response.write(piece)) await drained(response);
      piece = '';
    }
    if (isTurnOver()) {
      await nextTurn();
      isTurnOver = startTurn();
    }
    if (response.destroyed) return;
  }
  if (!response.headersSent) start({ 'Content-Length': Buffer.byteLength(piece) });
  response.end(isHead ? undefined : piece);
};

/** The JSON of `{ items, total }`. `total`: by default the number of items. */
export function* listParts(items: Iterable<Json>, total: number | undefined, indent: number): Generator<string> {
  const newLine = (depth: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const colon = indent === 0 ? ':' : ': ';
  yield `{${newLine(1)}"items"${colon}[`;
  let separator = newLine(2);
  let count = 0;
  for (const item of items) {
    const text = stringifyJson(item, indent);
    // A text in JSON contains no line breaks: they are between values.
    yield separator + (indent === 0 ? text : text.replaceAll('\n', newLine(2)));
    separator = `,${newLine(2)}`;
    count++;
  }
  yield `${count === 0 ? '' : newLine(1)}],${newLine(1)}"total"${colon}${total ?? count}${newLine(0)}}`;
}

export interface ControlRequest {
  readonly context: ServerContext;
  /** The path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The last segment of the path, as sent. */
  readonly lastSegment: string;
  readonly query: URLSearchParams;
  /** The base of the server, as the caller addressed it, with the path below which it is mounted: `http://127.0.0.1:4010`. */
  readonly base: string;
  /** The media type that the caller prefers (`Accept`); undefined if it accepts none of them. */
  readonly preferred: <Type extends string>(types: readonly Type[]) => Type | undefined;
  /** The header `Last-Event-ID`: the last event that an interrupted client received. */
  readonly lastEventId: string | undefined;
  readonly body: string | Uint8Array | undefined;
  /** The data that the route has prepared. */
  readonly start?: WorldStart;
}

export type RouteHandler = (request: ControlRequest) => ControlResponse | Promise<ControlResponse>;

/** Ends a call: what a handler throws in place of returning it. */
export class CallRejected extends Error {
  readonly response: ControlResponse;

  constructor(response: ControlResponse) {
    super();
    this.response = response;
  }
}

/** The response of a handler, also if it is thrown. */
export const answer = (handle: RouteHandler, request: ControlRequest): ReturnType<RouteHandler> => {
  try {
    return handle(request);
  } catch (error) {
    if (error instanceof CallRejected) return error.response;
    throw error;
  }
};

export const withQuery =
  <Schema extends z.ZodObject>(
    schema: Schema,
    handle: (request: ControlRequest, query: z.output<Schema>) => ControlResponse | Promise<ControlResponse>,
  ): RouteHandler =>
  (request) =>
    handle(request, readQuery(request.query, schema));

/** A handler that gets the open world that the path names, and the checked query parameters. */
export const withWorld = <Schema extends z.ZodObject>(
  schema: Schema,
  handle: (
    request: ControlRequest,
    world: World,
    query: z.output<Schema>,
  ) => ControlResponse | Promise<ControlResponse>,
): RouteHandler =>
  withQuery(schema, (request, query) => {
    const world = request.context.worlds.use(pathParameter(request, 'world'));
    return world === undefined ? unknownWorld(request) : handle(request, world, query);
  });

export const withoutQuery = (handle: RouteHandler): RouteHandler => withQuery(noQuery, handle);

/** A handler that gets the open world that the path names. The call takes no query parameters. */
export const onWorld = (
  handle: (request: ControlRequest, world: World) => ControlResponse | Promise<ControlResponse>,
): RouteHandler => withWorld(noQuery, handle);

/**
 * A handler that opens the world first, if it is not open, so that a test can prepare a world before its first request. If the
 * call is rejected, the world is closed again.
 */
export const opening =
  (handle: RouteHandler): RouteHandler =>
  (request) => {
    const { context } = request;
    const name = pathParameter(request, 'world');
    if (context.worlds.get(name) !== undefined || !isWorldName(name)) return handle(request);
    if (context.worlds.open(name) === undefined) return tooManyWorlds(context);
    const response = answer(handle, request);
    if (!(response instanceof Promise) && response.status >= 400) context.worlds.delete(name);
    return response;
  };

export const tooManyWorlds = ({ worlds, nameOf }: ServerContext): ControlResponse => {
  const { reason, hint } = explainFull(worlds, nameOf);
  return problem(503, `No other world can be opened: ${reason}. ${hint}`);
};

/** Waits until checks and generators are loaded and `default` is open. Later, a deleted `default` is not opened again. */
export const whenReady = async ({ worlds }: ServerContext): Promise<void> => {
  if (!worlds.isReady) await worlds.ready();
};

export const pathParameter = (request: ControlRequest, parameter: string): string => request.path[parameter] ?? '';

const unknownWorld = (request: ControlRequest): ControlResponse => {
  const name = pathParameter(request, 'world');
  const open = [...request.context.worlds].map((world) => world.name);
  const hint = isWorldName(name)
    ? 'Open it with a request to the service in that world, or with PUT /_vivarium/api/worlds/{world}.'
    : undefined;
  return unknownName('open world', name, open, hint);
};

export const readQuery = <Schema extends z.ZodObject>(query: URLSearchParams, schema: Schema): z.output<Schema> => {
  const known = Object.keys(schema.shape);
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!known.includes(name)) {
      const all = known.length === 0 ? 'This path takes no query parameters.' : `Known: ${known.join(', ')}.`;
      const message = `unknown query parameter ${quoteName(name)}`;
      throw new CallRejected(badRequest([{ message, hint: didYouMean(name, known) ?? all }]));
    }
    if (Object.hasOwn(values, name))
      throw new CallRejected(problem(400, `The query parameter ${name} is given twice.`));
    values[name] = value;
  }
  return checked(values, schema, 'the query');
};

const checked = <Schema extends z.ZodType>(value: unknown, schema: Schema, subject: string): z.output<Schema> => {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new CallRejected(badRequest(explainIssues(result.error.issues, subject)));
};

/** Reads the body as JSON: a missing one as `{}`. */
export const readJson = ({ body }: ControlRequest): Json => {
  if (body === undefined) return {};
  const text = strictText(body);
  const parsed: Parsed = text === undefined ? { ok: false, reason: 'is not valid UTF-8' } : parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new CallRejected(problem(400, `The body ${parsed.reason}.`));
};

/** A handler of a call without a body. A body with content is rejected: silently ignoring it would mislead the sender. */
export const withoutBody =
  (handle: RouteHandler): RouteHandler =>
  (request) => {
    if (request.body === undefined) return handle(request);
    const json = readJson(request);
    // Some clients always send JSON, so `null` and `{}` are allowed.
    const isEmpty = json === null || (isJsonObject(json) && Object.keys(json).length === 0);
    return isEmpty ? handle(request) : problem(400, 'This call takes no body. Send none.');
  };

/** The body, checked. The messages of the schema complete the sentence `... must be`. `subject` names the body itself. */
export const readBody = <Schema extends z.ZodType>(
  request: ControlRequest,
  schema: Schema,
  subject: string,
): z.output<Schema> => checked(readJson(request), schema, subject);

/** Reads what was sent to a path: a response if it cannot be read; undefined if the client disconnected before its end. */
export const createSentReader = (maxBodyBytes: number) => {
  const read = createBodyReader(maxBodyBytes);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Pick<ControlRequest, 'body'> | ControlResponse | undefined> => {
    const body = await new Promise<RequestBody | undefined>((resolve) => read(request, response, resolve));
    if (body?.type === 'too-large')
      return problem(
        413,
        `The body is larger than ${formatSize(body.limitBytes)}. This limit is fixed: send less in one call, or write the data into a scenario file.`,
      );
    if (body?.type === 'bad-encoding') return problem(400, `Content-Encoding ${body.reason}.`);
    return body && { body: contentOf(body) };
  };
};

export const methods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A path of the control API and its methods. HEAD is supported wherever GET is. */
export interface Route {
  /** Below `/api`; `:name` matches one segment. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, RouteHandler>>>;
  /** Before a PUT: reads the start of the world, which may take time. A handler that changes a world may not wait. */
  readonly prepare?: (request: ControlRequest) => Promise<WorldStart>;
  /** Whether the handlers read all worlds. */
  readonly readsAll?: boolean;
}
