import type { IncomingMessage, RequestListener } from 'node:http';
import type { ErrorRequestHandler, Request, Response, Router } from 'express';
import express from 'express';
import type { HttpResponse } from '../core/http/http.ts';
import { problemDetails, problemMediaType } from '../core/http/status-text.ts';
import { nosniffHeaders } from '../core/response/executable-content.ts';
import { createControl } from './control/control.ts';
import type { ControlContext } from './control/perform.ts';
import type { ServerContext } from './edge/context.ts';
import { send } from './edge/deliver.ts';
import { controlPrefix } from './edge/edge.ts';
import { createFailureHandler } from './edge/failure.ts';
import { isTarget } from './edge/read-request.ts';

/** The Express app for what the edge does not serve: the control API and the page under `/_vivarium`, and targets that are not URLs. */
export const createApp = (context: ControlContext): RequestListener => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  const router = createControlRouter(context);
  app.use(router);
  return (request, response) => {
    // Express calls this for a target that is not a URL. Its own response would be an HTML page.
    const onLeft = (): void => send(response, unreadable);
    // Express would print a warning.
    if (!isTarget(request.url ?? '')) onLeft();
    // Mounted in an Express app: its settings hold, such as `trust proxy`. Any other server has requests without the methods of Express.
    else (isOfExpress(request) ? router : app)(request as Request, response as Response, onLeft);
  };
};

const isOfExpress = (request: IncomingMessage): boolean => 'app' in request;

/** Everything under `/_vivarium`, to mount at the root. */
const createControlRouter = (context: ControlContext): Router => {
  const router = express.Router();
  router.use(controlPrefix, createControl(context));
  router.use(createErrorHandler(context));
  return router;
};

const createErrorHandler = (context: ServerContext): ErrorRequestHandler => {
  const fail = createFailureHandler(context);
  // Four parameters: by them Express knows a handler of errors.
  return (error, request, response, _next) => fail(error, request, response, undefined);
};

const unreadableBody = JSON.stringify(problemDetails(400, 'The target of the request is not a valid URL.'));

const unreadable: HttpResponse = {
  status: 400,
  headers: ['Content-Type', problemMediaType, 'Content-Length', String(unreadableBody.length), ...nosniffHeaders],
  body: unreadableBody,
};
