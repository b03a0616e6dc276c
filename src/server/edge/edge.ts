/** The HTTP edge of the service: converts a Node request to data, lets a world decide, and delivers the reply. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Exchange } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, noBody, plainDelivery, type RequestBody } from '../../core/http/http.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { isPreflight, preflight } from '../../core/response/cors.ts';
import { nosniffHeaders } from '../../core/response/executable-content.ts';
import { isBelowBase } from '../../core/service/route.ts';
import { type Clock, startStopwatch } from '../../world/clock.ts';
import type { HandledRequest } from '../../world/world.ts';
import { isWorldName, worldNameRule } from '../../world/world-name.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ServerContext } from './context.ts';
import { deliver, send } from './deliver.ts';
import { createRequestQueues, type RequestQueues } from './pipelining.ts';
import { type BodyReader, createBodyReader, hasBody, splitTarget, toHttpRequest } from './read-request.ts';
import { selectWorld } from './select-world.ts';

interface EdgeOptions {
  /** As middleware of another app: pass on requests below none of the service's base paths. */
  readonly passOthersOn: boolean;
}

export const controlPrefix = '/_vivarium';

const isControlPath = (path: string): boolean => path === controlPrefix || path.startsWith(`${controlPrefix}/`);

interface Edge {
  readonly context: ServerContext;
  readonly readBody: BodyReader;
  readonly queues: RequestQueues;
}

/** One request at the edge: the chosen world, the response, and `next` for exceptions. */
interface EdgeCall {
  /** The name of the world. */
  readonly name: string;
  readonly response: Response;
  readonly next: NextFunction;
}

export const createEdge = (context: ServerContext, { passOthersOn }: EdgeOptions): RequestHandler => {
  const { worlds } = context;
  const edge: Edge = { context, readBody: createBodyReader(context.maxBodyBytes), queues: createRequestQueues() };
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path, query } = splitTarget(request.url);
    if (isControlPath(path)) {
      next();
      return;
    }
    const choice = selectWorld(path, request.headers);
    if (passOthersOn && !isBelowBase(worlds.service, choice.path)) {
      next();
      return;
    }
    const head = toHttpRequest(request, choice, query, noBody);
    if (isPreflight(head)) send(response, preflight(worlds.service, head));
    else if (!isWorldName(choice.name)) {
      const shown = choice.name.slice(0, 80);
      refuse(edge, head, { name: shown, response, next }, [
        400,
        `"${shown}" is not a valid world name. ${worldNameRule}`,
      ]);
    } else if (wantsPanel(worlds, head)) send(response, toPanel);
    else readAndDecide(edge, request, head, { name: choice.name, response, next });
  };
};

/** Reads the body, if there is one, and decides the response. Exceptions go to the app's error handler. */
const readAndDecide = (edge: Edge, request: Request, head: HttpRequest, edgeCall: EdgeCall): void => {
  const {
    context: { worlds },
    readBody,
    queues,
  } = edge;
  const { response, next } = edgeCall;
  const decideWith = (body: RequestBody): void => {
    try {
      decide(edge, body === noBody ? head : { ...head, body }, edgeCall);
    } catch (error) {
      next(error);
    }
  };
  const { socket } = request;
  // Nearly every request without a body takes this path.
  if (worlds.isReady && !hasBody(request) && !queues.isWaitingFor(socket)) {
    decideWith(noBody);
    return;
  }
  const whenFirst = queues.enqueue(socket);
  const done = (body: RequestBody | undefined): void =>
    whenFirst(() => {
      // Undefined: the client has disconnected.
      if (body !== undefined) decideWith(body);
    });
  const read = (): void => (hasBody(request) ? readBody(request, response, done) : done(noBody));
  if (worlds.isReady) read();
  else
    worlds
      .ready()
      .then(read)
      .catch((error) => whenFirst(() => next(error)));
};

const decide = (edge: Edge, request: HttpRequest, edgeCall: EdgeCall): void => {
  const { worlds, nameOf } = edge.context;
  const { name } = edgeCall;
  if (worlds.get(name) === undefined && isEmbedded(request)) {
    refuse(edge, request, edgeCall, [403, `A page of another site may not open the world "${name}".`]);
    return;
  }
  const world = worlds.open(name);
  if (world === undefined) {
    const { maxWorlds } = worlds.options;
    const message = `The world "${name}" cannot be opened: the maximum of ${formatCount(maxWorlds, 'world')} is open. Delete one with DELETE /_vivarium/api/worlds/{world}, or raise ${nameOf('maxWorlds')}.`;
    refuse(edge, request, edgeCall, [503, message]);
    return;
  }
  const handled = world.handle(request);
  if (handled.error !== undefined) logInternalError(edge.context, handled.exchange, handled.error);
  deliverExchange(worlds, handled, edgeCall, world.clock);
};

/** Logs an exception, which is a bug, without the secrets in the path of the request. */
export const logInternalError = (
  { logger, redactFor, worlds }: ServerContext,
  exchange: Exchange,
  error: unknown,
): void => {
  const { method, path } = redactFor(worlds.service)(exchange).request;
  logger.error(`Internal error while handling ${method} ${path}.`, error);
};

/** An image, a script or a form of another site: its page could open worlds until there is no room (Fetch Metadata). */
const isEmbedded = ({ headers }: HttpRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'no-cors';

/** Rejects a request that no world handles. It is in the log and the metrics, but in no journal. */
const refuse = (
  { context: { worlds } }: Edge,
  request: HttpRequest,
  edgeCall: EdgeCall,
  [status, message]: readonly [number, string],
): void => {
  const elapsed = startStopwatch();
  const exchange = worlds.refuse(request, edgeCall.name, status, message);
  const reply = { response: exchange.response, delivery: plainDelivery };
  deliverExchange(worlds, { reply, exchange, elapsed }, edgeCall, worlds.clock);
};

const deliverExchange = (
  worlds: Worlds,
  { reply, exchange, elapsed }: Pick<HandledRequest, 'reply' | 'exchange' | 'elapsed'>,
  { response, next }: EdgeCall,
  clock: Clock,
): void =>
  deliver(reply, response, clock, {
    owner: exchange,
    onEnd: () => {
      exchange.durationMs = elapsed();
      worlds.announce(exchange);
    },
    onError: next,
  });

const toPanel: HttpResponse = {
  status: 303,
  headers: ['Location', `${controlPrefix}/`, 'Vary', 'Accept', 'Content-Length', '0', ...nosniffHeaders],
  body: undefined,
};

/** Whether a browser opens the address of the server itself: it is redirected to the panel. */
const wantsPanel = (worlds: Worlds, { method, path, headers }: HttpRequest): boolean =>
  path === '/' &&
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept as string | undefined)?.includes('text/html') === true &&
  !isBelowBase(worlds.service, path);
