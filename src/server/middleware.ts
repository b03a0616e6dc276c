import type { RequestListener } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { originOf } from '../core/http/http.ts';
import type { ServerContext } from './edge/context.ts';
import { createEdge, isControlPath } from './edge/edge.ts';
import { splitTarget } from './edge/read-request.ts';

/** The scheme and host of a request, with the path below which the app is mounted. */
const originIn = (request: Request): string =>
  `${originOf({ headers: request.headers, isEncrypted: 'encrypted' in request.socket })}${request.baseUrl ?? ''}`;

/** The service as middleware for another app; with `control`, also everything under `/_vivarium`, which the first call loads. */
export const createMiddleware = (
  context: ServerContext,
  { control }: { readonly control: boolean },
): RequestHandler => {
  const serve = createEdge(context, { passOthersOn: true });
  let app: Promise<RequestListener> | undefined;
  return (request, response, next) => {
    if (context.worlds.origin === undefined) context.worlds.serveAt(originIn(request));
    if (serve(request, response, next)) return;
    if (!control || !isControlPath(splitTarget(request.url).path)) {
      next();
      return;
    }
    app ??= import('./app.ts').then(({ createApp }) => createApp(context));
    app.then((handle) => handle(request, response)).catch(next);
  };
};
