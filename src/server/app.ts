import type { RequestListener } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import express from 'express';
import { type HttpResponse, noBody } from '../core/http/http.ts';
import { problemDetails, problemMediaType } from '../core/http/problem-details.ts';
import { nosniffHeaders } from '../core/response/executable-content.ts';
import { exchangeWithoutWorld, failureMessage, refuseWithoutWorld } from '../core/simulate/simulate.ts';
import type { ServerContext } from './edge/context.ts';
import { send } from './edge/deliver.ts';
import { controlPrefix, createEdge, logInternalError } from './edge/edge.ts';
import { splitTarget, toHttpRequest } from './edge/read-request.ts';

/** The Express app: first the service, which gets most requests, then the control API and the page under `/_vivarium`. */
export const createApp = (context: ServerContext): RequestListener => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(createEdge(context, { passOthersOn: false }));
  app.use(controlPrefix, lazyControl(context));
  app.use(createErrorHandler(context));
  // Express calls this for a target that is not a URL. Its own response would be an HTML page.
  return (request, response) => {
    if (!isTarget(request.url ?? '')) {
      send(response, unreadable);
      return;
    }
    app(request as Request, response as Response, () => send(response, unreadable));
  };
};

/** RFC 9112, section 3.2: a path, `*`, or an absolute URL. Express would print a warning about any other. */
const isTarget = (target: string): boolean => target.startsWith('/') || target === '*' || URL.canParse(target);

const unreadableBody = JSON.stringify(problemDetails(400, 'The target of the request is not a valid URL.'));

const unreadable: HttpResponse = {
  status: 400,
  headers: ['Content-Type', problemMediaType, 'Content-Length', String(unreadableBody.length), ...nosniffHeaders],
  body: unreadableBody,
};

/** The service as middleware for another app; with `control`, also everything under `/_vivarium`. */
export const createMiddleware = (
  context: ServerContext,
  { control }: { readonly control: boolean },
): RequestHandler => {
  const router = express.Router();
  router.use(createEdge(context, { passOthersOn: true }));
  if (control) router.use(controlPrefix, lazyControl(context));
  router.use(createErrorHandler(context));
  return router;
};

/** The first call loads the control API, so that the start of the server does not wait for it. */
const lazyControl = (context: ServerContext): RequestHandler => {
  let control: Promise<RequestHandler> | undefined;
  return (request, response, next) => {
    control ??= import('./control/control.ts').then(({ createControl }) => createControl(context));
    control.then((handle) => handle(request, response, next)).catch(next);
  };
};

/** An exception here is a bug in Vivarium. The client gets an error as the document declares it; the log gets the stack. */
const createErrorHandler =
  (context: ServerContext): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { path, query } = splitTarget(request.url);
    const data = toHttpRequest(request, { name: '', prefix: '', path }, query, noBody);
    const refused = refuseWithoutWorld(context.worlds.service, data, 500, failureMessage);
    // Only for the log. The time is not needed, and the clock may be the part that failed.
    const exchange = exchangeWithoutWorld(data, refused, { world: '', message: failureMessage, now: 0 });
    logInternalError(context, exchange, error);
    if (response.headersSent) next(error);
    else send(response, refused);
  };
