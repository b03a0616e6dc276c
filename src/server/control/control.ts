/** The control API and its page: everything under `/_vivarium`. */

import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { nearest } from '../../core/primitives/did-you-mean.ts';
import { quoteName } from '../../core/primitives/units.ts';
import { failureMessage } from '../../core/simulate/simulate.ts';
import { picturesPath } from '../../parts/pictures/index.ts';
import { showPicture } from '../../parts/pictures/picture-route.ts';
import { createPage, createToolbarFrame, createToolbarScript } from '../../parts/toolbar/pages.ts';
import type { ServerContext } from '../edge/context.ts';
import { controlPrefix } from '../edge/edge.ts';
import { splitTarget } from '../edge/read-request.ts';
import { createGuard } from './control-guard.ts';
import { createMcpEndpoint } from './mcp.ts';
import { type ControlContext, perform, routesOf } from './perform.ts';
import {
  type ControlRequest,
  type ControlResponse,
  createSentReader,
  type Method,
  methods,
  notAllowed,
  problem,
  type Route,
  respond,
  sendControlResponse,
  whenReady,
  withoutQuery,
} from './request/control-call.ts';

const apiPrefix = '/api';
/** Not below `/api`: at the path that monitoring systems expect. */
const metricsPath = '/metrics';
const maxBodyBytes = 10 * 1_048_576;

export const createControl = (context: ControlContext): Router => {
  const routes = routesOf(context);
  // Strict: `/faults/`, where the name is missing, must not mean the whole list.
  const router = express.Router({ caseSensitive: true, strict: true });
  // Before the guard: pages of other origins show them.
  router.get(`${picturesPath}/:file`, (request, response) =>
    sendControlResponse(request, response, showPicture(request.params.file)),
  );
  router.use(createGuard(context));
  for (const route of routes) router.all(`${apiPrefix}${route.path}`, createDispatcher(context, route));
  router.all(metricsPath, createDispatcher(context, { path: metricsPath, methods: { GET: getMetrics } }));
  router.all('/mcp', createMcpEndpoint(context, maxBodyBytes));
  router.all('/', createPage());
  router.all('/toolbar', createToolbarFrame(context));
  router.all('/toolbar.js', createToolbarScript());
  router.use(respondToUnknownPath(routes));
  router.use(respondToError(context));
  return router;
};

const getMetrics = withoutQuery(async ({ context }) => {
  await whenReady(context);
  return respond('text/plain; version=0.0.4; charset=utf-8', { text: context.writeMetrics() });
});

const createDispatcher = (context: ServerContext, route: Route): RequestHandler => {
  const readSent = createSentReader(maxBodyBytes);
  const allow = methods
    .filter((method) => route.methods[method] !== undefined)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const answer = async (request: Request, response: Response): Promise<ControlResponse | undefined> => {
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
    if (!Object.hasOwn(route.methods, method)) return notAllowed(request.method, request.baseUrl + request.path, allow);
    const read = method === 'GET' ? { body: undefined } : await readSent(request, response);
    return read !== undefined && 'body' in read
      ? perform(route, method, toControlRequest(context, request, read.body))
      : read;
  };
  return async (request, response) => {
    const answered = await answer(request, response);
    // Without one, the client disconnected before the end of the body.
    if (answered !== undefined) await sendControlResponse(request, response, answered);
  };
};

const toControlRequest = (
  context: ServerContext,
  request: Request,
  body: string | Uint8Array | undefined,
): ControlRequest => {
  const { path, query } = splitTarget(request.url);
  return {
    context,
    path: request.params as Readonly<Record<string, string>>,
    lastSegment: path.slice(path.lastIndexOf('/') + 1),
    query: new URLSearchParams(query),
    base: `${request.protocol}://${request.get('host') ?? ''}${mountOf(request)}`,
    preferred: (types) => (request.accepts([...types]) || undefined) as (typeof types)[number] | undefined,
    lastEventId: request.get('last-event-id'),
    body,
  };
};

const mountOf = ({ baseUrl }: Request): string => baseUrl.slice(0, Math.max(0, baseUrl.indexOf(controlPrefix)));

const respondToUnknownPath =
  (routes: readonly Route[]): RequestHandler =>
  (request, response) => {
    const suggestion = nearestPath(request, routes);
    const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
    const detail = `${quoteName(request.baseUrl + request.path)} does not exist.${hint}`;
    sendControlResponse(request, response, problem(404, detail));
  };

/** The path in which one segment is similar to a typed one. The names in it are taken from the request. */
const nearestPath = ({ baseUrl, path }: Request, routes: readonly Route[]): string | undefined => {
  const typed = path.split('/');
  for (const route of routes) {
    const segments = `${apiPrefix}${route.path}`
      .split('/')
      .map((segment, index) => (segment.startsWith(':') ? typed[index] || `{${segment.slice(1)}}` : segment));
    const [at = -1, ...others] = [...segments.keys()].filter((index) => segments[index] !== typed[index]);
    const isAlike = segments.length === typed.length && others.length === 0;
    if (isAlike && nearest(typed[at] ?? '', [segments[at] as string]) !== undefined)
      return baseUrl + segments.join('/');
  }
  return undefined;
};

/** Any other exception is a bug in Vivarium. The stack goes to the log, not to the caller. */
const respondToError =
  ({ logger }: ServerContext): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const isMalformed = error instanceof URIError;
    if (!isMalformed) {
      // The id of an item may be a secret.
      const path = request.baseUrl + request.path.replace(/(\/collections\/[^/]+\/).+$/, '$1{id}');
      logger.error(`Internal error in the control API: ${request.method} ${path}.`, error);
    }
    const answered = isMalformed
      ? problem(400, 'The path is not correctly percent-encoded.')
      : problem(500, failureMessage);
    if (response.headersSent) next(error);
    else sendControlResponse(request, response, answered);
  };
