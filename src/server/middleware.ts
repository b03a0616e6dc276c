import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { ownOrigin } from './edge/caller.ts';
import type { ServerContext } from './edge/context.ts';
import { createEdge, isControlPath } from './edge/edge.ts';
import { splitTarget } from './edge/read-request.ts';

/** The service as middleware for another app; with `control`, also everything under `/_vivarium`, which the first call loads. */
export const createMiddleware = (
  context: ServerContext,
  { control }: { readonly control: boolean },
): RequestHandler => {
  const serve = createEdge(context, { passOthersOn: true });
  let app: Promise<RequestListener> | undefined;
  return (request, response, next) => {
    if (context.worlds.origin === undefined) context.worlds.serveAt(`${ownOrigin(request)}${request.baseUrl ?? ''}`);
    if (serve(request, response, next)) return;
    if (!control || !isControlPath(splitTarget(request.url).path)) {
      next();
      return;
    }
    app ??= import('./app.ts').then(({ createApp }) => createApp(context));
    app.then((handle) => handle(request, response)).catch(next);
  };
};
