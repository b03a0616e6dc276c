/** The response to an exception, which is a bug in Vivarium. */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../core/exchange.ts';
import { noBody } from '../../core/http/http.ts';
import { exchangeWithoutWorld, failureMessage, refuseWithoutWorld } from '../../core/simulate/simulate.ts';
import type { ServerContext } from './context.ts';
import { send } from './deliver.ts';
import { type NodeRequest, splitTarget, toHttpRequest } from './read-request.ts';

/** `next`: of the app that the edge is mounted in; it gets the exception if the response has begun. */
export type FailureHandler = (
  error: unknown,
  request: NodeRequest,
  response: ServerResponse,
  next: ((error: unknown) => void) | undefined,
) => void;

/** The client gets an error as the document declares it; the log gets the stack. */
export const createFailureHandler =
  (context: ServerContext): FailureHandler =>
  (error, request, response, next) => {
    const { path, query } = splitTarget(request.url ?? '');
    const data = toHttpRequest(request, { prefix: '', path }, query, noBody);
    const refused = refuseWithoutWorld(context.worlds.service, data, 500, failureMessage);
    // Only for the log. The time is not needed, and the clock may be the part that failed.
    const exchange = exchangeWithoutWorld(data, refused, { world: '', message: failureMessage, now: 0 });
    logInternalError(context, exchange, error);
    if (!response.headersSent) send(response, refused);
    else if (next === undefined) request.socket.destroy();
    else next(error);
  };

/** Logs an exception, without the secrets in the path of the request. */
export const logInternalError = (
  { logger, redactFor, worlds }: ServerContext,
  exchange: Exchange,
  error: unknown,
): void => {
  const { method, path } = redactFor(worlds.service)(exchange).request;
  logger.error(`Internal error while handling ${method} ${path}.`, error);
};
