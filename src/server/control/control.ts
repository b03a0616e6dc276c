/** The control API and its page: everything under `/_vivarium`. */

import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { contentOf, type RequestBody } from '../../core/http/http.ts';
import { nearest } from '../../core/primitives/did-you-mean.ts';
import { formatSize } from '../../core/primitives/units.ts';
import type { ServerContext } from '../edge/context.ts';
import { createBodyReader, splitTarget } from '../edge/read-request.ts';
import { createGuard } from './guard.ts';
import { createPage } from './page.ts';
import type { ControlRequest } from './request/control-request.ts';
import { problem, quote, send } from './request/control-response.ts';
import { type Method, methods, type Resource } from './request/route.ts';
import { clockResources } from './routes/clock.ts';
import { collectionResources } from './routes/collections.ts';
import { coverageResources } from './routes/coverage.ts';
import { eventResources } from './routes/events.ts';
import { exchangeResources } from './routes/exchanges.ts';
import { faultResources } from './routes/faults.ts';
import { harResources } from './routes/har.ts';
import { getMetrics } from './routes/metrics.ts';
import { scenarioResources } from './routes/scenarios.ts';
import { serviceResources } from './routes/service.ts';
import { worldResources } from './routes/worlds.ts';

const apiPrefix = '/api';
const metricsPath = '/metrics';
const maxBodyBytes = 10 * 1_048_576;

const resources: readonly Resource[] = [
  ...serviceResources,
  ...scenarioResources,
  ...worldResources,
  ...faultResources,
  ...collectionResources,
  ...exchangeResources,
  ...harResources,
  ...eventResources,
  ...coverageResources,
  ...clockResources,
];

/** To be mounted at `/_vivarium`. */
export const createControl = (context: ServerContext): Router => {
  // Strict: a path that ends where a name should stand (`/faults/`) must not be taken for the whole list.
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(createGuard(context));
  for (const resource of resources) router.all(`${apiPrefix}${resource.path}`, createDispatcher(context, resource));
  router.all(metricsPath, createDispatcher(context, { path: metricsPath, methods: { GET: getMetrics } }));
  router.all('/', createPage(context));
  router.use(answerUnknownPath);
  router.use(answerError(context));
  return router;
};

const createDispatcher = (context: ServerContext, resource: Resource): RequestHandler => {
  const readBody = createBodyReader(maxBodyBytes);
  const allow = methods
    .filter((method) => resource.methods[method] !== undefined)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return async (request, response) => {
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
    const handle = Object.hasOwn(resource.methods, method) ? resource.methods[method] : undefined;
    if (handle === undefined) {
      send(
        request,
        response,
        problem(405, `${request.method} cannot be done here: there is ${allow.join(', ')}.`, {
          Allow: allow.join(', '),
        }),
      );
      return;
    }
    const body =
      method === 'GET'
        ? ({ type: 'none' } as const)
        : await new Promise<RequestBody | undefined>((resolve) => readBody(request, response, resolve));
    switch (body?.type) {
      case undefined:
        // The client hung up before the end of its body.
        return;
      case 'too-large':
        send(request, response, problem(413, `The body is larger than ${formatSize(body.limitBytes)}.`));
        return;
      case 'bad-encoding':
        send(request, response, problem(400, `The content encoding ${body.reason}.`));
        return;
      case 'none':
      case 'text':
      case 'bytes':
        send(request, response, await handle(callOf(context, request, contentOf(body))));
        return;
      default:
        body satisfies never;
    }
  };
};

const callOf = (context: ServerContext, request: Request, body: string | Uint8Array | undefined): ControlRequest => {
  const { path, query } = splitTarget(request.url);
  return {
    context,
    path: request.params as Readonly<Record<string, string>>,
    lastSegment: path.slice(path.lastIndexOf('/') + 1),
    query: new URLSearchParams(query),
    preferred: (types) => (request.accepts([...types]) || undefined) as (typeof types)[number] | undefined,
    lastEventId: request.get('last-event-id'),
    body,
  };
};

const answerUnknownPath = (request: Request, response: Response): void => {
  const suggestion = nearestPath(request);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  send(request, response, problem(404, `There is no ${quote(request.baseUrl + request.path)}.${hint}`));
};

/** The path that was probably meant; a name takes whatever stands in its place. */
const nearestPath = ({ baseUrl, path }: Request): string | undefined => {
  const segments = path.split('/');
  const known = resources.map((resource) =>
    `${apiPrefix}${resource.path}`
      .split('/')
      .map((segment, at) => (segment.startsWith(':') ? segments[at] || `{${segment.slice(1)}}` : segment))
      .join('/'),
  );
  const found = path.length > 200 ? undefined : nearest(path, known);
  return found === undefined || found === path ? undefined : baseUrl + found;
};

/** Whatever else is thrown is a bug of ours: the caller gets no stack, the operator does. */
const answerError =
  ({ logger }: ServerContext): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const isMalformed = error instanceof URIError;
    if (!isMalformed)
      logger.error(`Internal error in the control API: ${request.method} ${request.baseUrl}${request.path}.`, error);
    if (response.headersSent) next(error);
    else if (isMalformed)
      send(request, response, problem(400, 'A name in the path is not percent-encoded as it should be.'));
    else send(request, response, problem(500, 'The control API failed; the log of the server says why.'));
  };
