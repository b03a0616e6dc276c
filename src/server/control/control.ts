/** The control API and its page: everything under `/_vivarium`. */

import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { contentOf, type RequestBody } from '../../core/http/http.ts';
import { nearest } from '../../core/primitives/did-you-mean.ts';
import { formatSize, quoteName } from '../../core/primitives/units.ts';
import type { ServerContext } from '../edge/context.ts';
import { controlPrefix } from '../edge/edge.ts';
import { createBodyReader, splitTarget } from '../edge/read-request.ts';
import { createGuard } from './guard.ts';
import { createMcpEndpoint } from './mcp.ts';
import { createPage } from './panel-page.ts';
import { perform, routes } from './perform.ts';
import type { ControlRequest } from './request/control-request.ts';
import { problem, sendControlResponse } from './request/control-response.ts';
import { type Method, methods, type Route } from './request/route.ts';
import { getMetrics } from './routes/metrics.ts';

const apiPrefix = '/api';
const metricsPath = '/metrics';
const maxBodyBytes = 10 * 1_048_576;

/** A router to mount at `/_vivarium`. */
export const createControl = (context: ServerContext): Router => {
  // Strict: `/faults/`, where the name is missing, must not mean the whole list.
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(createGuard(context));
  for (const route of routes) router.all(`${apiPrefix}${route.path}`, createDispatcher(context, route));
  router.all(metricsPath, createDispatcher(context, { path: metricsPath, methods: { GET: getMetrics } }));
  router.all('/mcp', createMcpEndpoint(context, maxBodyBytes));
  router.all('/', createPage());
  router.use(respondToUnknownPath);
  router.use(respondToError(context));
  return router;
};

const createDispatcher = (context: ServerContext, route: Route): RequestHandler => {
  const readBody = createBodyReader(maxBodyBytes);
  const allow = methods
    .filter((method) => route.methods[method] !== undefined)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return async (request, response) => {
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
    const handle = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (handle === undefined) {
      sendControlResponse(
        request,
        response,
        problem(
          405,
          `${request.method} is not allowed on ${quoteName(request.baseUrl + request.path)}. Allowed: ${allow.join(', ')}.`,
          {
            Allow: allow.join(', '),
          },
        ),
      );
      return;
    }
    const body =
      method === 'GET'
        ? ({ type: 'none' } as const)
        : await new Promise<RequestBody | undefined>((resolve) => readBody(request, response, resolve));
    switch (body?.type) {
      case undefined:
        // The client disconnected before the end of the body.
        return;
      case 'too-large':
        sendControlResponse(request, response, problem(413, `The body is larger than ${formatSize(body.limitBytes)}.`));
        return;
      case 'bad-encoding':
        sendControlResponse(request, response, problem(400, `Content-Encoding ${body.reason}.`));
        return;
      case 'none':
      case 'text':
      case 'bytes':
        await sendControlResponse(
          request,
          response,
          await perform(route, method, toControlRequest(context, request, contentOf(body))),
        );
        return;
      default:
        body satisfies never;
    }
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

/** The path below which the app is mounted. */
const mountOf = ({ baseUrl }: Request): string => baseUrl.slice(0, Math.max(0, baseUrl.indexOf(controlPrefix)));

const respondToUnknownPath = (request: Request, response: Response): void => {
  const suggestion = nearestPath(request);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  sendControlResponse(
    request,
    response,
    problem(404, `${quoteName(request.baseUrl + request.path)} does not exist.${hint}`),
  );
};

/** The most similar path. The names in it are taken from the request. */
const nearestPath = ({ baseUrl, path }: Request): string | undefined => {
  const segments = path.split('/');
  const known = routes.map((route) =>
    `${apiPrefix}${route.path}`
      .split('/')
      .map((segment, index) => (segment.startsWith(':') ? segments[index] || `{${segment.slice(1)}}` : segment))
      .join('/'),
  );
  const found = path.length > 200 ? undefined : nearest(path, known);
  return found === undefined || found === path ? undefined : baseUrl + found;
};

/** Any other exception is a bug in Vivarium. The stack goes to the log, not to the caller. */
const respondToError =
  ({ logger }: ServerContext): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const isMalformed = error instanceof URIError;
    if (!isMalformed)
      logger.error(`Internal error in the control API: ${request.method} ${shownPath(request)}.`, error);
    if (response.headersSent) next(error);
    else if (isMalformed)
      sendControlResponse(request, response, problem(400, 'The path is not correctly percent-encoded.'));
    else
      sendControlResponse(
        request,
        response,
        problem(500, 'Internal error in the control API; see the log of the server.'),
      );
  };

/** The path for messages, without the id of an item, which may be a secret. */
const shownPath = ({ baseUrl, path }: Request): string =>
  baseUrl + path.replace(/(\/collections\/[^/]+\/).+$/, '$1{id}');
