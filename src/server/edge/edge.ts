/** The HTTP edge of the service: converts a Node request to data, lets a world decide, and delivers the reply. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, noBody, plainDelivery, type RequestBody } from '../../core/http/http.ts';
import { isPreflight, preflight } from '../../core/response/cors.ts';
import { nosniffHeaders } from '../../core/response/executable-content.ts';
import { isBelowBase, isEndpointPath, routeRequest } from '../../core/service/service.ts';
import type { Scan } from '../../core/state/scan.ts';
import type { Recipient } from '../../world/body-stream.ts';
import type { Call } from '../../world/call.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import { RequestRecord } from '../../world/evidence/exchange-record.ts';
import { explainFull } from '../../world/explain-full.ts';
import { StoreUnavailable } from '../../world/shared-worlds.ts';
import { type HandledRequest, World } from '../../world/world.ts';
import { isWorldName, worldNameRule } from '../../world/world-name.ts';
import type { WorldlessRefusal, Worlds } from '../../world/worlds.ts';
import { isEmbedded, refuseSender } from './caller.ts';
import { Connections, endWithClient } from './connections.ts';
import type { ServerContext } from './context.ts';
import { type DeliveryEvents, deliver, send } from './deliver.ts';
import { createFailureHandler, type FailureHandler, logInternalError } from './failure.ts';
import { type QueuedRequest, RequestQueues } from './pipelining.ts';
import {
  type BodyReader,
  createBodyReader,
  hasBody,
  type NodeRequest,
  splitTarget,
  toHttpRequest,
} from './read-request.ts';
import { selectWorld } from './select-world.ts';

/**
 * Serves a request of the service. False: the request is not for the service, and nothing was done. `next`: of the app that
 * the edge is mounted in.
 */
type Edge = (request: NodeRequest, response: ServerResponse, next?: (error: unknown) => void) => boolean;

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

/** `passOthersOn`: whether it is middleware of another app, and passes on requests below none of the service's base paths. */
export const createEdge = (context: ServerContext, { passOthersOn }: { readonly passOthersOn: boolean }): Edge => {
  const { worlds } = context;
  const parts: Parts = {
    context,
    worlds,
    readBody: createBodyReader(context.maxBodyBytes),
    queues: new RequestQueues(),
    connections: new Connections(),
    fail: createFailureHandler(context),
  };
  worlds.onLosing((world) => parts.connections.end(world));
  return (request, response, next) => {
    try {
      const { path, query } = splitTarget(request.url ?? '');
      if (isControlPath(path)) return false;
      const choice = selectWorld(path, request.headers);
      if (passOthersOn && !isBelowBase(worlds.service, choice.path) && !isEndpointPath(worlds.service, choice.path))
        return false;
      if (response.writableEnded) return true;
      // Nobody else would end it: Express leaves a response that has begun as it is.
      if (response.headersSent) throw new Error('Another middleware began the response, and passed the request on.');
      const data = toHttpRequest(request, choice, query, noBody);
      respond(new EdgeCall(parts, { request, response, next }, choice.name, data));
    } catch (error) {
      parts.fail(error, request, response, next);
    }
    return true;
  };
};

const respond = (call: EdgeCall) => {
  const {
    name,
    data,
    response,
    parts: { worlds, connections },
  } = call;
  const isNamed = isWorldName(name);
  if (isNamed) connections.add(call.request.socket, name);
  if (isPreflight(data)) {
    endIfLosing(call);
    send(response, preflight(worlds.service, data));
  } else if (!isNamed) {
    call.name = name.slice(0, 80);
    refuse(call, { status: 400, message: `"${call.name}" is not a valid world name. ${worldNameRule}` });
  } else if (wantsPanel(worlds, data)) send(response, toPanel);
  else readAndDecide(call);
};

interface NodeCall {
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  readonly next: ((error: unknown) => void) | undefined;
}

/** One request at the edge: the job of its world, and the end of its delivery. An object, so that a request needs no closures. */
class EdgeCall implements Call<WorldlessRefusal>, DeliveryEvents, QueuedRequest, Recipient {
  readonly parts: Parts;
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  readonly next: ((error: unknown) => void) | undefined;
  name: string;
  /** The request as data, with its body once it is read. */
  data: HttpRequest;
  exchange: Exchange | undefined = undefined;
  started = 0;
  decide: QueuedRequest['decide'] = undefined;
  isQueued = false;
  behind: QueuedRequest['behind'] = undefined;
  readonly inContext: QueuedRequest['inContext'];

  constructor(parts: Parts, { request, response, next }: NodeCall, name: string, data: HttpRequest) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    this.next = next;
    this.inContext = next === undefined ? inNoContext : AsyncLocalStorage.snapshot();
    this.name = name;
    this.data = data;
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

  run(scan: Scan | undefined): HandledRequest | WorldlessRefusal {
    const world = this.find();
    return world instanceof World ? world.handle(this.data, this.started, scan) : world;
  }

  /** The world of the request, which may be opened for it; or why there is none. */
  find(): World | WorldlessRefusal {
    const {
      name,
      parts: { context, worlds },
    } = this;
    const known = worlds.get(name);
    // Otherwise its page could open worlds up to the limit.
    if (known === undefined && isEmbedded(this.data.headers))
      return { status: 403, message: `A page of another site may not open the world "${name}".` };
    const world = known ?? worlds.open(name);
    if (world !== undefined) return world;
    const { reason, hint } = explainFull(worlds, context.nameOf);
    return { status: 503, message: `The world "${name}" cannot be opened: ${reason}. ${hint}` };
  }

  refuseToSend(): WorldlessRefusal | undefined {
    const message = refuseSender(this.request, this.parts.context.allowedOrigins);
    return message === undefined ? undefined : { status: 403, message };
  }

  client(): Recipient {
    // Whoever may wait behind a closed half must not keep the upstream's request.
    endWithClient(this.request.socket);
    return this;
  }

  get isGone(): boolean {
    return this.response.closed && !this.response.writableFinished;
  }

  onGone(listener: () => void): () => void {
    this.response.on('close', () => {
      if (this.isGone) listener();
    });
    // The listener ends with the response, and removing it would take longer.
    return doNothing;
  }
}

const doNothing = () => {};

const inNoContext: QueuedRequest['inContext'] = (work) => work();

const readAndDecide = (call: EdgeCall) => {
  const { worlds, queues } = call.parts;
  if (worlds.isReady && !hasBody(call.request)) queues.add(call, () => decide(call));
  else whenReady(call);
};

/** Reads the body, if there is one, and decides the response. */
const whenReady = (call: EdgeCall) => {
  const {
    request,
    response,
    parts: { worlds, readBody, queues },
  } = call;
  queues.keepPlace(call, { isFirst: false });
  const done = (body: RequestBody | undefined) => {
    // The client has disconnected.
    if (body === undefined) return;
    call.data = new RequestRecord(call.data, body);
    queues.add(call, () => decide(call));
  };
  const read = () => (hasBody(request) ? readBody(request, response, done) : done(noBody));
  if (worlds.isReady) read();
  else
    worlds
      .ready()
      .then(read)
      .catch((error) => queues.add(call, () => failToDecide(call, error)));
};

/** Has the world decide a call. An exception is a bug. */
const decide = (call: EdgeCall): void => {
  // Another middleware has responded meanwhile.
  if (call.response.headersSent) return;
  const { worlds, queues } = call.parts;
  if (worlds.isMemoryFull && mayAddData(worlds, call.name, call.data)) {
    refuse(call, { status: 503, message: memoryFull });
    return;
  }
  call.started = monotonicMs();
  const answered = worlds.decide(call);
  if (!(answered instanceof Promise)) {
    conclude(call, answered);
    return;
  }
  // The next requests of the connection wait, so that they are decided in order.
  queues.keepPlace(call, { isFirst: true });
  answered.then(
    (result) => queues.add(call, () => conclude(call, result)),
    (error: unknown) => queues.add(call, () => failToDecide(call, error)),
  );
};

/** Whether a request may add data: reading and deleting need little memory; a world that is opened may generate its items. */
const mayAddData = (worlds: Worlds, world: string, { method }: HttpRequest) =>
  !needsNoMemory.has(method) || worlds.get(world) === undefined;

const needsNoMemory: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

const memoryFull =
  'The memory of the server is nearly full, so it stores nothing more. Delete items or worlds, reset worlds, or start it with more memory (NODE_OPTIONS=--max-old-space-size=<MB>).';

const failToDecide = (call: EdgeCall, error: unknown) => {
  if (!(error instanceof StoreUnavailable)) call.onError(error);
  else refuse(call, { status: 503, message: `${error.message} ${error.advice}`, headers: ['Retry-After', '1'] });
};

const conclude = (call: EdgeCall, answered: HandledRequest | WorldlessRefusal) => {
  if (!('world' in answered)) {
    refuse(call, answered);
    return;
  }
  const { world, reply, exchange, error, stream } = answered;
  if (error !== undefined) logInternalError(call.parts.context, exchange, error);
  if (world.mayLoseResponses) call.response.shouldKeepAlive = false;
  call.exchange = exchange;
  deliver(stream === undefined ? reply : { ...reply, stream }, call.response, world.clock, call);
};

/** Rejects a request that no world handles. It is in the log and the metrics, but in no journal. */
const refuse = (call: EdgeCall, refusal: WorldlessRefusal): void => {
  const { worlds } = call.parts;
  endIfLosing(call);
  call.started = monotonicMs();
  call.exchange = worlds.refuse(call.data, call.name, refusal);
  deliver({ response: call.exchange.response, delivery: plainDelivery }, call.response, worlds.clock, call);
};

/** No connection with requests to the world stays open while it may lose responses. */
const endIfLosing = ({ name, response, parts: { worlds } }: EdgeCall) => {
  if (worlds.mayLoseResponses(name)) response.shouldKeepAlive = false;
};

const toPanel: HttpResponse = {
  status: 303,
  headers: ['Location', `${controlPrefix}/`, 'Vary', 'Accept', 'Content-Length', '0', ...nosniffHeaders],
  body: undefined,
};

/** Whether a browser opens the address of the server itself: it is redirected to the panel, unless a service may have a page there. */
const wantsPanel = ({ service, isDecidedElsewhere }: Worlds, { method, path, headers }: HttpRequest) =>
  path === '/' &&
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept as string | undefined)?.includes('text/html') === true &&
  routeRequest(service, 'GET', path, () => false).match.type !== 'operation' &&
  (!isDecidedElsewhere || !isBelowBase(service, path));
