/** The HTTP edge of the service: converts a Node request to data, lets a world decide, and delivers the reply. */

import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, noBody, plainDelivery, type RequestBody } from '../../core/http/http.ts';
import { isPreflight, preflight } from '../../core/response/cors.ts';
import { nosniffHeaders } from '../../core/response/executable-content.ts';
import { isBelowBase } from '../../core/service/route.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import type { HandledRequest } from '../../world/command.ts';
import { RecordedRequest } from '../../world/evidence/record.ts';
import { explainFull } from '../../world/explain-full.ts';
import type { Forwarding, Recipient } from '../../world/forwarding.ts';
import { type Answered, handleOrForward } from '../../world/handle-forwarded.ts';
import { StoreUnavailable, type WorldJob } from '../../world/shared-worlds.ts';
import { handleInTurns } from '../../world/turns.ts';
import { World } from '../../world/world.ts';
import { isWorldName, worldNameRule } from '../../world/world-name.ts';
import type { WorldlessRefusal, Worlds } from '../../world/worlds.ts';
import { isEmbedded, refuseSender } from './caller.ts';
import { Connections, endWithClient } from './connections.ts';
import type { ServerContext } from './context.ts';
import { type DeliveryEvents, deliver, send } from './deliver.ts';
import { createFailureHandler, type FailureHandler, logInternalError } from './failure.ts';
import { createRequestQueues, type RequestQueues } from './pipelining.ts';
import {
  type BodyReader,
  createBodyReader,
  hasBody,
  type NodeRequest,
  splitTarget,
  toHttpRequest,
} from './read-request.ts';
import { selectWorld } from './select-world.ts';

interface EdgeOptions {
  /** As middleware of another app: pass on requests below none of the service's base paths. */
  readonly passOthersOn: boolean;
}

/**
 * Serves a request of the service. False: the request is not for the service, and nothing was done. `next`: of the app that
 * the edge is mounted in.
 */
export type Edge = (request: NodeRequest, response: ServerResponse, next?: (error: unknown) => void) => boolean;

export const controlPrefix = '/_vivarium';

export const isControlPath = (path: string): boolean =>
  path.startsWith(controlPrefix) && (path.length === controlPrefix.length || path[controlPrefix.length] === '/');

interface Parts {
  readonly context: ServerContext;
  readonly worlds: Worlds;
  readonly readBody: BodyReader;
  readonly queues: RequestQueues;
  readonly connections: Connections;
  readonly fail: FailureHandler;
}

export const createEdge = (context: ServerContext, { passOthersOn }: EdgeOptions): Edge => {
  const { worlds } = context;
  const parts: Parts = {
    context,
    worlds,
    readBody: createBodyReader(context.maxBodyBytes),
    queues: createRequestQueues(),
    connections: new Connections(),
    fail: createFailureHandler(context),
  };
  worlds.onLosing((world) => parts.connections.end(world));
  return (request, response, next) => {
    try {
      const { path, query } = splitTarget(request.url ?? '');
      if (isControlPath(path)) return false;
      const choice = selectWorld(path, request.headers);
      if (passOthersOn && !isBelowBase(worlds.service, choice.path)) return false;
      // Another middleware has responded.
      if (response.headersSent) return true;
      const head = toHttpRequest(request, choice, query, noBody);
      respond(new EdgeCall(parts, request, response, choice.name, next), head);
    } catch (error) {
      parts.fail(error, request, response, next);
    }
    return true;
  };
};

const respond = (call: EdgeCall, head: HttpRequest): void => {
  const {
    name,
    response,
    parts: { worlds, connections },
  } = call;
  const isNamed = isWorldName(name);
  if (isNamed) connections.add(call.request.socket, name);
  if (isPreflight(head)) {
    endIfLosing(call);
    send(response, preflight(worlds.service, head));
  } else if (!isNamed) {
    call.name = name.slice(0, 80);
    refuse(call, head, { status: 400, message: `"${call.name}" is not a valid world name. ${worldNameRule}` });
  } else if (wantsPanel(worlds, head)) send(response, toPanel);
  else readAndDecide(call, head);
};

/** One request at the edge, and the end of its delivery. */
class EdgeCall implements DeliveryEvents {
  readonly parts: Parts;
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  /** The name of the world. */
  name: string;
  readonly next: ((error: unknown) => void) | undefined;
  /** Once it is decided. */
  exchange: Exchange | undefined = undefined;
  started = 0;

  constructor(
    parts: Parts,
    request: NodeRequest,
    response: ServerResponse,
    name: string,
    next: ((error: unknown) => void) | undefined,
  ) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    this.name = name;
    this.next = next;
  }

  get owner(): object {
    return this.exchange as Exchange;
  }

  onEnd(): void {
    const exchange = this.exchange as Exchange;
    exchange.durationMs = elapsedSince(this.started);
    this.parts.worlds.announce(exchange);
  }

  onError(error: unknown): void {
    this.parts.fail(error, this.request, this.response, this.next);
  }
}

/** Reads the body, if there is one, and decides the response. */
const readAndDecide = (call: EdgeCall, head: HttpRequest): void => {
  const {
    request,
    response,
    parts: { worlds, readBody, queues },
  } = call;
  const { socket } = request;
  // Nearly every request without a body takes this path.
  if (worlds.isReady && !hasBody(request) && !queues.isWaitingFor(socket)) {
    decideOrFail(call, head, noBody);
    return;
  }
  const whenFirst = queues.enqueue(response);
  const done = (body: RequestBody | undefined): void =>
    whenFirst(() => {
      // Undefined: the client has disconnected. Or another middleware has responded meanwhile.
      if (body !== undefined && !response.headersSent) decideOrFail(call, head, body);
    });
  const read = (): void => (hasBody(request) ? readBody(request, response, done) : done(noBody));
  if (worlds.isReady) read();
  else
    worlds
      .ready()
      .then(read)
      .catch((error) => whenFirst(() => failToDecide(call, head, error)));
};

/** An exception is a bug. */
const decideOrFail = (call: EdgeCall, head: HttpRequest, body: RequestBody): void => {
  try {
    decide(call, body === noBody ? head : new RecordedRequest(head, body));
  } catch (error) {
    call.onError(error);
  }
};

const decide = (call: EdgeCall, request: HttpRequest): void => {
  const { worlds } = call.parts;
  if (worlds.isMemoryFull && mayAddData(worlds, call.name, request)) {
    refuse(call, request, { status: 503, message: memoryFull });
    return;
  }
  if (worlds.forwarding !== undefined) {
    handleOrSend(call, worlds.forwarding, request);
    return;
  }
  if (worlds.shared !== undefined) {
    worlds.shared.enqueue(call.name, new StoreCall(call, request));
    return;
  }
  const world = findWorld(call, request);
  if (world instanceof World) handleIn(call, world, request);
  else refuse(call, request, world);
};

/** Reading and deleting need little memory; a world that is opened may generate its items. */
const mayAddData = (worlds: Worlds, world: string, { method }: HttpRequest): boolean =>
  !needsNoMemory.has(method) || worlds.get(world) === undefined;

const needsNoMemory: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

const memoryFull =
  'The memory of the server is nearly full, so it stores nothing more. Delete items or worlds, reset worlds, or start it with more memory (NODE_OPTIONS=--max-old-space-size=<MB>).';

/** The world of the request, which may be opened for it; or why there is none. */
const findWorld = ({ name, parts: { context, worlds } }: EdgeCall, request: HttpRequest): World | WorldlessRefusal => {
  const known = worlds.get(name);
  // Otherwise its page could open worlds up to the limit.
  if (known === undefined && isEmbedded(request.headers))
    return { status: 403, message: `A page of another site may not open the world "${name}".` };
  const world = known ?? worlds.open(name);
  if (world !== undefined) return world;
  const { reason, hint } = explainFull(worlds, context.nameOf);
  return { status: 503, message: `The world "${name}" cannot be opened: ${reason}. ${hint}` };
};

const handleIn = (call: EdgeCall, world: World, request: HttpRequest): void => {
  const handled = handleInTurns(world, request);
  if (handled instanceof Promise) concludeLater(call, request, handled, (done) => finish(call, world, done));
  else finish(call, world, handled);
};

/** A request to a service that has an upstream. */
const handleOrSend = (call: EdgeCall, forwarding: Forwarding, request: HttpRequest): void => {
  const { context, worlds } = call.parts;
  const conclude = (answered: Answered | WorldlessRefusal): void => {
    if ('world' in answered) finish(call, answered.world, answered);
    else refuse(call, request, answered);
  };
  const answered = handleOrForward<WorldlessRefusal>(worlds, request, {
    forwarding,
    name: call.name,
    find: () => findWorld(call, request),
    refuse: () => {
      const message = refuseSender(call.request, context.allowedOrigins);
      return message === undefined ? undefined : { type: 'failed', status: 403, message };
    },
    client: () => {
      // Whoever may wait behind a closed half must not keep the upstream's request.
      endWithClient(call.request.socket);
      return clientOf(call.response);
    },
  });
  if (answered instanceof Promise) concludeLater(call, request, answered, conclude);
  else conclude(answered);
};

const clientOf = (response: ServerResponse): Recipient => {
  const isGone = (): boolean => response.closed && !response.writableFinished;
  return {
    get isGone() {
      return isGone();
    },
    onGone: (listener) => {
      const onClose = (): void => {
        if (isGone()) listener();
      };
      response.on('close', onClose);
      return () => response.off('close', onClose);
    },
  };
};

/** The next requests of the connection wait, so that they are decided in order. */
const concludeLater = <Result>(
  call: EdgeCall,
  request: HttpRequest,
  deciding: Promise<Result>,
  conclude: (result: Result) => void,
): void => {
  const whenFirst = call.parts.queues.enqueueFirst(call.response);
  deciding
    .then((result) => whenFirst(() => conclude(result)))
    .catch((error: unknown) => whenFirst(() => failToDecide(call, request, error)));
};

/** Anything but an unavailable store is a bug. */
const failToDecide = (call: EdgeCall, request: HttpRequest, error: unknown): void => {
  if (!(error instanceof StoreUnavailable)) call.onError(error);
  else
    refuse(call, request, {
      status: 503,
      message: `${error.message} ${error.advice}`,
      headers: ['Retry-After', '1'],
    });
};

const finish = (
  call: EdgeCall,
  world: World,
  { reply, exchange, started, error, stream }: HandledRequest & Pick<Answered, 'stream'>,
): void => {
  const { context } = call.parts;
  if (error !== undefined) logInternalError(context, exchange, error);
  if (world.mayLoseResponses) call.response.shouldKeepAlive = false;
  call.exchange = exchange;
  call.started = started;
  deliver(stream === undefined ? reply : { ...reply, stream }, call.response, world.clock, call);
};

/** A request to a world of a store: its response is delivered when its changes are in the store. */
class StoreCall implements WorldJob {
  readonly #call: EdgeCall;
  readonly #request: HttpRequest;
  readonly #arrived = monotonicMs();
  #handled: HandledRequest | undefined;
  #found: World | WorldlessRefusal | undefined;

  constructor(call: EdgeCall, request: HttpRequest) {
    this.#call = call;
    this.#request = request;
  }

  run(): void {
    this.#found = findWorld(this.#call, this.#request);
    this.#handled = this.#found instanceof World ? this.#found.handle(this.#request) : undefined;
  }

  done(): void {
    try {
      const found = this.#found as World | WorldlessRefusal;
      if (!(found instanceof World)) refuse(this.#call, this.#request, found);
      // The time until the end of the response includes that of the commit.
      else finish(this.#call, found, { ...(this.#handled as HandledRequest), started: this.#arrived });
    } catch (error) {
      this.#call.onError(error);
    }
  }

  failed(error: unknown): void {
    failToDecide(this.#call, this.#request, error);
  }
}

/** Rejects a request that no world handles. It is in the log and the metrics, but in no journal. */
const refuse = (call: EdgeCall, request: HttpRequest, refusal: WorldlessRefusal): void => {
  const { worlds } = call.parts;
  endIfLosing(call);
  call.started = monotonicMs();
  call.exchange = worlds.refuse(request, call.name, refusal);
  deliver({ response: call.exchange.response, delivery: plainDelivery }, call.response, worlds.clock, call);
};

/** No connection with requests to the world stays open while it may lose responses. With a store, an unknown world may. */
const endIfLosing = ({ name, response, parts: { worlds } }: EdgeCall): void => {
  if (worlds.get(name)?.mayLoseResponses ?? worlds.shared !== undefined) response.shouldKeepAlive = false;
};

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
