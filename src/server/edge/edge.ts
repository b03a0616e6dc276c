/** The service's edge: a Node request becomes data, a world decides, the reply goes on the wire. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type HttpRequest, type HttpResponse, noBody, plainDelivery, type RequestBody } from '../../core/http/http.ts';
import { pathBelowBase } from '../../core/http/path.ts';
import { isPreflight, preflight } from '../../core/response/cors.ts';
import { type Clock, startStopwatch } from '../../world/clock.ts';
import type { HandledRequest } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ServerContext } from './context.ts';
import { deliver, send } from './deliver.ts';
import { createTurns, type Turns } from './pipelining.ts';
import { type BodyReader, createBodyReader, hasBody, splitTarget, toHttpRequest } from './read-request.ts';
import { isWorldName, selectWorld, worldNameRule } from './select-world.ts';

interface EdgeOptions {
  /** In someone's own app: what lies below none of the service's base paths is left to the app. */
  readonly passOthersOn: boolean;
}

export const controlPrefix = '/_vivarium';

const isControlPath = (path: string): boolean => path === controlPrefix || path.startsWith(`${controlPrefix}/`);

interface Edge {
  readonly context: ServerContext;
  readonly readBody: BodyReader;
  readonly turns: Turns;
}

/** Where a request is answered, and where what is thrown on the way goes. */
interface Asked {
  /** The world that it chose. */
  readonly name: string;
  readonly response: Response;
  readonly next: NextFunction;
}

export const createEdge = (context: ServerContext, { passOthersOn }: EdgeOptions): RequestHandler => {
  const { worlds } = context;
  const edge: Edge = { context, readBody: createBodyReader(context.maxBodyBytes), turns: createTurns() };
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path, query } = splitTarget(request.url);
    if (isControlPath(path)) {
      next();
      return;
    }
    const choice = selectWorld(path, request.headers);
    if (passOthersOn && pathBelowBase(worlds.service, choice.path) === undefined) {
      next();
      return;
    }
    const head = toHttpRequest(request, choice, query, noBody);
    if (isPreflight(head)) send(response, preflight(worlds.service, head));
    else if (!isWorldName(choice.name)) {
      const shown = choice.name.slice(0, 80);
      refuse(edge, head, { name: shown, response, next }, [400, `"${shown}" names no world: ${worldNameRule}.`]);
    } else if (wantsPanel(worlds, head)) send(response, toPanel);
    else take(edge, request, head, { name: choice.name, response, next });
  };
};

/** Reads the body, if there is one, and answers; what is thrown on the way goes to the app's error handler. */
const take = (edge: Edge, request: Request, head: HttpRequest, asked: Asked): void => {
  const {
    context: { worlds },
    readBody,
    turns,
  } = edge;
  const { response, next } = asked;
  const answerWith = (body: RequestBody): void => {
    try {
      answer(edge, body === noBody ? head : { ...head, body }, asked);
    } catch (error) {
      next(error);
    }
  };
  const { socket } = request;
  // The way of nearly every request without a body.
  if (worlds.isReady && !hasBody(request) && !turns.isWaitingFor(socket)) {
    answerWith(noBody);
    return;
  }
  const turn = turns.take(socket);
  const done = (body: RequestBody | undefined): void =>
    turn(() => {
      // A client that hung up waits for no answer.
      if (body !== undefined) answerWith(body);
    });
  const read = (): void => (hasBody(request) ? readBody(request, response, done) : done(noBody));
  if (worlds.isReady) read();
  else
    worlds
      .ready()
      .then(read)
      .catch((error) => turn(() => next(error)));
};

const answer = (edge: Edge, request: HttpRequest, asked: Asked): void => {
  const { worlds, nameOf, logger } = edge.context;
  const { name } = asked;
  const world = worlds.open(name);
  if (world === undefined) {
    const { maxWorlds } = worlds.options;
    const message = `There is no room for the world "${name}": ${maxWorlds} worlds are open, and ${nameOf('maxWorlds')} allows no more. Delete one with DELETE /_vivarium/api/worlds/{world}.`;
    refuse(edge, request, asked, [503, message]);
    return;
  }
  const handled = world.handle(request);
  if (handled.error !== undefined)
    logger.error(`Internal error while handling ${request.method} ${request.path}.`, handled.error);
  deliverExchange(worlds, handled, asked, world.clock);
};

/** In no world's journal, but in the log and in the metrics. */
const refuse = (
  { context: { worlds } }: Edge,
  request: HttpRequest,
  asked: Asked,
  [status, message]: readonly [number, string],
): void => {
  const elapsed = startStopwatch();
  const exchange = worlds.refuse(request, asked.name, status, message);
  const reply = { response: exchange.response, delivery: plainDelivery };
  deliverExchange(worlds, { reply, exchange, elapsed }, asked, worlds.clock);
};

const deliverExchange = (
  worlds: Worlds,
  { reply, exchange, elapsed }: Pick<HandledRequest, 'reply' | 'exchange' | 'elapsed'>,
  { response, next }: Asked,
  clock: Clock,
): void =>
  deliver(reply, response, clock, {
    onEnd: () => {
      exchange.durationMs = elapsed();
      worlds.announce(exchange);
    },
    onError: next,
  });

const toPanel: HttpResponse = {
  status: 303,
  headers: ['Location', `${controlPrefix}/`, 'Vary', 'Accept', 'Content-Length', '0'],
  body: undefined,
};

/** A person who opens the server's address in a browser looks for the panel. */
const wantsPanel = (worlds: Worlds, { method, path, headers }: HttpRequest): boolean =>
  path === '/' &&
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept as string | undefined)?.includes('text/html') === true &&
  pathBelowBase(worlds.service, path) === undefined;
