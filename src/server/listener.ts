import type { RequestListener } from 'node:http';
import type { ServerContext } from './edge/context.ts';
import { createEdge } from './edge/edge.ts';
import { createFailureHandler } from './edge/failure.ts';
import { isTarget } from './edge/read-request.ts';

/**
 * Creates the listener of a server of our own: requests of the service go directly to the edge, all others to the Express app, which the first
 * of them loads.
 */
export const createListener = (context: ServerContext): RequestListener => {
  const serve = createEdge(context, { passOthersOn: false });
  const fail = createFailureHandler(context);
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    if (isTarget(request.url ?? '') && serve(request, response)) return;
    app ??= import('./app.ts').then(({ createApp }) => createApp(context));
    app
      .then((handle) => handle(request, response))
      .catch((error: unknown) => fail(error, request, response, undefined));
  };
};
