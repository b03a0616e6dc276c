/** The service's edge: a Node request becomes data, a world decides, the reply goes on the wire. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isPreflight, preflight } from '../core/cors.ts';
import { type HttpRequest, type HttpResponse, noBody, type RequestBody } from '../core/http.ts';
import { pathBelowBase } from '../core/path.ts';
import { refuseOutside } from '../core/simulate.ts';
import type { Worlds } from '../world/worlds.ts';
import { deliver, send } from './deliver.ts';
import { type BodyReader, createBodyReader, hasBody, splitTarget, toHttpRequest } from './read-request.ts';
import { isWorldName, selectWorld, worldNameRule } from './select-world.ts';

export interface EdgeOptions {
  readonly maxBodyBytes: number;
  /** In someone's own app: what lies below none of the service's base paths is left to the app. */
  readonly passOthersOn: boolean;
}

export const controlPrefix = '/_vivarium';

const isControlPath = (path: string): boolean => path === controlPrefix || path.startsWith(`${controlPrefix}/`);

/** Where a request is answered, and where what is thrown on the way goes. */
interface Asked {
  readonly worlds: Worlds;
  /** The world that it chose. */
  readonly name: string;
  readonly response: Response;
  readonly next: NextFunction;
}

export const createEdge = (worlds: Worlds, { maxBodyBytes, passOthersOn }: EdgeOptions): RequestHandler => {
  const readBody = createBodyReader(maxBodyBytes);
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
      const message = `"${choice.name.slice(0, 80)}" names no world: ${worldNameRule}.`;
      send(response, refuseOutside(worlds.service, head, 400, message));
    } else if (wantsPanel(worlds, head)) send(response, toPanel);
    else take(request, head, { worlds, name: choice.name, response, next }, readBody);
  };
};

/** Reads the body, if there is one, and answers. */
const take = (request: Request, head: HttpRequest, asked: Asked, readBody: BodyReader): void => {
  const { worlds, response, next } = asked;
  const answerWith = (body: RequestBody | undefined): void => {
    // A client that hung up waits for no answer.
    if (body === undefined) return;
    try {
      answer(body === noBody ? head : { ...head, body }, asked);
    } catch (error) {
      next(error);
    }
  };
  const read = (): void => (hasBody(request) ? readBody(request, response, answerWith) : answerWith(noBody));
  if (worlds.isReady) read();
  else worlds.ready().then(read).catch(next);
};

const answer = (request: HttpRequest, { worlds, name, response, next }: Asked): void => {
  const world = worlds.open(name);
  if (world === undefined) {
    const { maxWorlds } = worlds.options;
    const message = `There is no room for the world "${name}": ${maxWorlds} worlds are open, and --max-worlds allows no more. Delete one with DELETE /_vivarium/api/worlds/{world}.`;
    send(response, refuseOutside(worlds.service, request, 503, message));
    return;
  }
  const { reply, exchange, elapsed } = world.handle(request);
  deliver(reply, response, world.clock, {
    onEnd: () => {
      exchange.durationMs = elapsed();
      worlds.announce(exchange);
    },
    onError: next,
  });
};

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
