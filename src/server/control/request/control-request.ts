/** One call of the control API, its routes, and functions that read and check its parts. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { contentOf, type RequestBody } from '../../../core/http/http.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, parseJson } from '../../../core/primitives/json.ts';
import { formatSize, quoteName } from '../../../core/primitives/units.ts';
import { explainIssues } from '../../../scenario/document/explain-issues.ts';
import { explainFull } from '../../../world/explain-full.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import { isWorldName } from '../../../world/world-name.ts';
import type { ServerContext } from '../../edge/context.ts';
import { createBodyReader } from '../../edge/read-request.ts';
import { badRequest, type ControlResponse, problem, unknownName } from './control-response.ts';

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
  /** The body; undefined if none was sent. */
  readonly body: string | Uint8Array | undefined;
  /** The data that the route has prepared. */
  readonly start?: WorldStart;
}

export type RouteHandler = (request: ControlRequest) => ControlResponse | Promise<ControlResponse>;

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly response: ControlResponse };

const reject = (response: ControlResponse): { readonly ok: false; readonly response: ControlResponse } => ({
  ok: false,
  response,
});

/** A handler that gets the checked query parameters. */
export const withQuery =
  <Schema extends z.ZodObject>(
    schema: Schema,
    handle: (request: ControlRequest, query: z.output<Schema>) => ControlResponse | Promise<ControlResponse>,
  ): RouteHandler =>
  (request) => {
    const query = readQuery(request.query, schema);
    return query.ok ? handle(request, query.value) : query.response;
  };

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
    const response = handle(request);
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

export const readQuery = <Schema extends z.ZodObject>(
  query: URLSearchParams,
  schema: Schema,
): Read<z.output<Schema>> => {
  const known = Object.keys(schema.shape);
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!known.includes(name)) return reject(unknownParameter(name, known));
    if (Object.hasOwn(values, name)) return reject(problem(400, `The query parameter ${name} is given twice.`));
    values[name] = value;
  }
  const result = schema.safeParse(values, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : reject(badRequest(explainIssues(result.error.issues, 'the query')));
};

const unknownParameter = (name: string, known: readonly string[]): ControlResponse => {
  const all = known.length === 0 ? 'This path takes no query parameters.' : `Known: ${known.join(', ')}.`;
  return badRequest([{ message: `unknown query parameter ${quoteName(name)}`, hint: didYouMean(name, known) ?? all }]);
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A missing body is `{}`. */
export const readJson = ({ body }: ControlRequest): Read<Json> => {
  if (body === undefined) return { ok: true, value: {} };
  let text: string;
  try {
    text = typeof body === 'string' ? body : utf8.decode(body);
  } catch {
    return reject(problem(400, 'The body is not valid UTF-8.'));
  }
  const parsed = parseJson(text);
  return parsed.ok ? parsed : reject(problem(400, `The body ${parsed.reason}.`));
};

/** A handler of a call without a body. A body with content is rejected: silently ignoring it would mislead the sender. */
export const withoutBody =
  (handle: RouteHandler): RouteHandler =>
  (request) => {
    if (request.body === undefined) return handle(request);
    const json = readJson(request);
    if (!json.ok) return json.response;
    // Some clients always send JSON, so `null` and `{}` are allowed.
    const isEmpty = json.value === null || (isJsonObject(json.value) && Object.keys(json.value).length === 0);
    return isEmpty ? handle(request) : problem(400, 'This call takes no body. Send none.');
  };

/** The body, checked. The messages of the schema complete the sentence `... must be`. `subject` names the body itself. */
export const readBody = <Schema extends z.ZodType>(
  request: ControlRequest,
  schema: Schema,
  subject: string,
): Read<z.output<Schema>> => {
  const json = readJson(request);
  if (!json.ok) return json;
  const result = schema.safeParse(json.value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : reject(badRequest(explainIssues(result.error.issues, subject)));
};

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
  readonly prepare?: (request: ControlRequest) => Promise<Read<WorldStart>>;
  /** The handlers read all worlds. */
  readonly readsAll?: boolean;
}
