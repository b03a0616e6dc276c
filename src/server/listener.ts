import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { lazily } from '../core/primitives/lazy.ts';
import type { Route } from './control/request/control-call.ts';
import { ownOrigin } from './edge/caller.ts';
import type { ServerContext } from './edge/context.ts';
import { createEdge, isControlPath } from './edge/edge.ts';
import { createFailureHandler } from './edge/failure.ts';
import { isTarget, splitTarget } from './edge/read-request.ts';

/** Loads the routes of parts in the control API. */
type LoadRoutes = () => Promise<readonly Route[]>;

/**
 * Creates the listener of a server of our own: requests of the service go directly to the edge, all others to the Express app, which the first
 * of them loads.
 */
export const createListener = (context: ServerContext, loadRoutes: LoadRoutes): RequestListener => {
  const serve = createEdge(context, { passOthersOn: false });
  const fail = createFailureHandler(context);
  const app = lazily(() => loadApp(context, loadRoutes));
  return (request, response) => {
    if (isTarget(request.url ?? '') && serve(request, response)) return;
    app()
      .then((handle) => handle(request, response))
      .catch((error: unknown) => fail(error, request, response, undefined));
  };
};

/** The service as middleware for another app; with `control`, also everything under `/_vivarium`, which the first call loads. */
export const createMiddleware = (
  context: ServerContext,
  { control, loadRoutes }: { readonly control: boolean; readonly loadRoutes: LoadRoutes },
): RequestHandler => {
  const serve = createEdge(context, { passOthersOn: true });
  const app = lazily(() => loadApp(context, loadRoutes));
  return (request, response, next) => {
    if (context.worlds.origin === undefined) context.worlds.serveAt(`${ownOrigin(request)}${request.baseUrl ?? ''}`);
    if (serve(request, response, next)) return;
    if (!control || !isControlPath(splitTarget(request.url).path)) next();
    else
      app()
        .then((handle) => handle(request, response))
        .catch(next);
  };
};

const loadApp = async (context: ServerContext, loadRoutes: LoadRoutes): Promise<RequestListener> => {
  const [{ createApp }, partRoutes] = await Promise.all([import('./app.ts'), loadRoutes()]);
  return createApp({ ...context, partRoutes });
};
