import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { createControl } from './control/control.ts';
import type { ControlContext } from './control/perform.ts';
import { problem, sendControlResponse } from './control/request/control-call.ts';
import { controlPrefix } from './edge/edge.ts';
import { createFailureHandler } from './edge/failure.ts';
import { isTarget } from './edge/read-request.ts';

/** The Express app for what the edge does not serve: the control API and the page under `/_vivarium`, and targets that are not URLs. */
export const createApp = (context: ControlContext): RequestListener => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  const fail = createFailureHandler(context);
  // Four parameters: by them Express knows a handler of errors.
  const onError: ErrorRequestHandler = (error, request, response, _next) => fail(error, request, response, undefined);
  const router = express.Router().use(controlPrefix, createControl(context)).use(onError);
  app.use(router);
  return (request, response) => {
    // Express calls this for a target that is not a URL. Its own response would be an HTML page.
    const onLeft = () => {
      sendControlResponse(request, response, problem(400, 'The target of the request is not a valid URL.'));
    };
    // Express would print a warning.
    if (!isTarget(request.url ?? '')) onLeft();
    // Mounted in an Express app: its settings hold, such as `trust proxy`. Any other server has requests without the methods of Express.
    else ('app' in request ? router : app)(request as Request, response as Response, onLeft);
  };
};
