/** The Fetch API of a world: in process, without a socket, with the same responses. */

import { isPlain, planBody } from '../core/http/delivery.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isBodiless,
  noBody,
  type Reply,
  type RequestBody,
} from '../core/http/http.ts';
import { getOrInsert } from '../core/primitives/lazy.ts';
import { utf8Length } from '../core/primitives/utf8.ts';
import { isPreflight, preflight } from '../core/response/cors.ts';
import type { Scan } from '../core/state/scan.ts';
import { type BodyStream, paced, type Recipient, type WaitForPart } from './body-stream.ts';
import type { Call } from './call.ts';
import { type Clock, elapsedSince, monotonicMs } from './clock.ts';
import type { HandledRequest, World } from './world.ts';
import type { Worlds } from './worlds.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Calls that are not in the journal yet: they are handled a moment after `fetch` was called. */
export interface PendingCalls {
  count: number;
  /** The method and the path of the last one. */
  last: string;
}

export const createPendingCalls = (): ((world: string) => PendingCalls) => {
  const byWorld = new Map<string, PendingCalls>();
  return (world) => getOrInsert(byWorld, world, () => ({ count: 0, last: '' }));
};

/** The origin of requests with only a path; it is never resolved. */
const localHost = 'vivarium.test';
const localOrigin = `http://${localHost}`;

export const createFetch =
  (worlds: Worlds, open: () => World, maxBodyBytes: number, pending: PendingCalls): Fetch =>
  async (input, init) => {
    const read = readPlain(input, init) ?? readRequest(input, withOwnSignal(init));
    const { signal: given, text, request } = read;
    let answered: HandledRequest;
    pending.count++;
    pending.last = `${read.method} ${read.url.pathname}`;
    try {
      if (!worlds.isReady) await worlds.ready();
      // Always a moment later: a call that is aborted at once has no effect.
      const body = await (text ??
        (request?.body ? request.arrayBuffer().then((bytes) => new Uint8Array(bytes)) : undefined));
      const data = toHttpRequest(read, toRequestBody(body, maxBodyBytes));
      // No `await` between here and the handling of the request.
      given?.throwIfAborted();
      if (isPreflight(data)) return toResponse(preflight(worlds.service, data), undefined);
      const call = new FetchCall(worlds, open(), data, given);
      const handled = worlds.decide<never>(call);
      answered = handled instanceof Promise ? await handled : handled;
    } finally {
      pending.count--;
    }
    const { world, reply, exchange, started, error, stream } = answered;
    let isEnded = false;
    const onEnd = () => {
      if (isEnded) return;
      isEnded = true;
      exchange.durationMs = elapsedSince(started);
      worlds.announce(exchange);
    };
    try {
      // An in-process caller gets the error of a bug directly.
      if (error !== undefined) throw error;
      given?.throwIfAborted();
      const { response, delivery } = reply;
      if (delivery.delayMs > 0 || !isPlain(delivery) || stream !== undefined) {
        return await perform(reply, { clock: world.clock, signal: signalOf(worlds, given), onEnd }, stream);
      }
      onEnd();
      return toResponse(response, response.body);
    } catch (reason) {
      onEnd();
      // Nobody reads it.
      void stream?.return(undefined);
      throw reason;
    }
  };

/** A call as the job of its world, and who waits for its response. */
class FetchCall implements Call<never>, Recipient {
  readonly name: string;
  readonly data: HttpRequest;
  readonly started = monotonicMs();
  readonly #world: World;
  readonly #worlds: Worlds;
  readonly #given: AbortSignal | undefined;
  #signal: AbortSignal | undefined;

  constructor(worlds: Worlds, world: World, data: HttpRequest, given: AbortSignal | undefined) {
    this.#worlds = worlds;
    this.#world = world;
    this.#given = given;
    this.name = world.name;
    this.data = withoutPrefix(data, world.name);
  }

  run(scan: Scan | undefined): HandledRequest {
    return this.#world.handle(this.data, this.started, scan);
  }

  find(): World {
    return this.#world;
  }

  /** The caller is the program itself. */
  refuseToSend(): undefined {}

  client(): Recipient {
    this.#signal = signalOf(this.#worlds, this.#given);
    return this;
  }

  get isGone(): boolean {
    return this.#signal?.aborted === true;
  }

  onGone(listener: () => void): () => void {
    const signal = this.#signal;
    signal?.addEventListener('abort', listener);
    return () => signal?.removeEventListener('abort', listener);
  }
}

/** A URL of the world itself may have its prefix: those in the metadata of its issuer do. */
const withoutPrefix = (request: HttpRequest, world: string): HttpRequest => {
  const pathPrefix = `/~${world}`;
  const { path } = request;
  return path.startsWith(pathPrefix) && path[pathPrefix.length] === '/'
    ? { ...request, path: path.slice(pathPrefix.length), pathPrefix }
    : request;
};

/** Aborts when the caller gives up, or when the worlds end. */
const signalOf = ({ dismissal }: Worlds, given: AbortSignal | undefined): AbortSignal =>
  given === undefined ? dismissal : AbortSignal.any([given, dismissal]);

interface ReadRequest {
  readonly method: string;
  /** The headers by name, in lower case. */
  readonly headers: Map<string, string> | Headers;
  /** The request that has the body. */
  readonly request: Request | undefined;
  readonly url: Pick<URL, 'pathname' | 'search' | 'host' | 'protocol'>;
  readonly signal: AbortSignal | undefined;
  /** The body, if it is a text that `request` does not have. */
  readonly text: string | undefined;
}

/** Characters that a URL keeps as they are. */
const plainPath = /^\/(?!\/)[\w~=&,:;+*!$()@?/.-]*$/;
const plainMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']);

/** Nearly every call. A `Request` would be a fifth of its time. Undefined: the call needs one. */
const readPlain = (input: string | URL | Request, init: RequestInit = {}): ReadRequest | undefined => {
  if (typeof input !== 'string' || !plainPath.test(input) || input.includes('/.')) return undefined;
  const { method = 'GET', headers, body = null, ...others } = init;
  if (!plainMethods.has(method) || Object.getPrototypeOf(init) !== Object.prototype) return undefined;
  for (const _ in others) return undefined;
  const hasNoBody = method === 'GET' || method === 'HEAD';
  if (body !== null && (hasNoBody || typeof body !== 'string')) return undefined;
  const fields = plainHeaders(headers) ?? new Headers(headers);
  if (body !== null) addTextType(fields);
  const mark = input.indexOf('?');
  const [pathname, search] = mark < 0 ? [input, ''] : [input.slice(0, mark), input.slice(mark)];
  const url = { pathname, search, host: localHost, protocol: 'http:' };
  return { method, headers: fields, request: undefined, url, signal: undefined, text: body ?? undefined };
};

const plainName = /^[a-z\d-]+$/i;
/** Printable ASCII without white space at the ends, which `Headers` would drop. */
const plainValue = /^[!-~](?:[ -~]*[!-~])?$/;

/** An object whose values are kept as they are, which is nearly every one: `Headers` would take a tenth of the time of a call. */
const plainHeaders = (headers: RequestInit['headers']): Map<string, string> | undefined => {
  if (headers === undefined) return new Map();
  if (Object.getPrototypeOf(headers) !== Object.prototype) return undefined;
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers as Record<string, unknown>)) {
    const key = name.toLowerCase();
    if (fields.has(key) || !plainName.test(name) || typeof value !== 'string' || !plainValue.test(value))
      return undefined;
    fields.set(key, value);
  }
  return fields;
};

/** Adds the type that a `Request` adds for a text. */
const addTextType = (fields: Map<string, string> | Headers) => {
  if (!fields.has('content-type')) fields.set('content-type', 'text/plain;charset=UTF-8');
};

const readRequest = (input: string | URL | Request, init: RequestInit | undefined): ReadRequest => {
  // `Request` rejects the method, which the server serves like another.
  if (init?.method === 'TRACE') return { ...readRequest(input, { ...init, method: 'OPTIONS' }), method: 'TRACE' };
  if (typeof input !== 'string') {
    const request = new Request(input, init);
    return readFrom(request, new URL(request.url));
  }
  const url = new URL(input, localOrigin);
  if (typeof init?.body !== 'string' || Object.getPrototypeOf(init) !== Object.prototype) {
    const request = new Request(url.href, init);
    return readFrom(request, url);
  }
  // A `Request` turns a text into a stream, which takes longer than the whole simulation.
  const { body: text, ...rest } = init;
  const request = new Request(url.href, rest);
  // A body that the method does not allow: the constructor throws the error.
  if (request.method === 'GET' || request.method === 'HEAD') new Request(url.href, init);
  addTextType(request.headers);
  return { ...readFrom(request, url), request: undefined, text };
};

/** `Request` takes no signal of another realm, which jsdom has. */
const withOwnSignal = (init: RequestInit | undefined): RequestInit | undefined => {
  const signal: unknown = init?.signal;
  if (typeof signal !== 'object' || signal === null || signal instanceof AbortSignal) return init;
  const foreign = signal as AbortSignal;
  if (typeof foreign.addEventListener !== 'function') return init;
  const controller = new AbortController();
  const abort = (): void => controller.abort(foreign.reason);
  if (foreign.aborted) abort();
  else foreign.addEventListener('abort', abort, { once: true });
  return { ...init, signal: controller.signal };
};

const readFrom = (request: Request, url: URL): ReadRequest => {
  const { method, headers, signal } = request;
  return { method, headers, request, url, signal, text: undefined };
};

/** The body of a request, within its maximum size. */
export const toRequestBody = (sent: string | Uint8Array | undefined, maxBodyBytes: number): RequestBody => {
  if (sent === undefined || sent.length === 0) return noBody;
  const length = typeof sent === 'string' ? utf8Length(sent) : sent.length;
  if (length > maxBodyBytes) return { type: 'too-large', limitBytes: maxBodyBytes };
  if (typeof sent !== 'string') return { type: 'bytes', bytes: sent };
  return length === sent.length
    ? { type: 'text', text: sent }
    : { type: 'bytes', bytes: new TextEncoder().encode(sent) };
};

const toHttpRequest = ({ method, headers: fields, url }: ReadRequest, body: RequestBody): HttpRequest => {
  const { pathname, search, host, protocol } = url;
  const headers = { host, ...(fields instanceof Map ? sortedFields(fields) : fieldsOf(fields)) };
  const isEncrypted = protocol === 'https:';
  return { method, path: pathname, query: search.slice(1), headers, body, pathPrefix: '', isEncrypted };
};

/** Sorts fields in the order of `Headers`. */
const sortedFields = (fields: ReadonlyMap<string, string>): Record<string, string> => {
  const sorted: Record<string, string> = {};
  for (const name of [...fields.keys()].sort()) sorted[name] = fields.get(name) as string;
  return sorted;
};

/** The `Headers` of happy-dom, which a test may have as its global, keeps the case of the names. */
const fieldsOf = (fields: Headers): Record<string, string> =>
  Object.fromEntries([...fields].map(([name, value]) => [name.toLowerCase(), value]));

interface Waiting {
  readonly clock: Clock;
  /** Aborts if the client aborts, or if the simulation is closed. */
  readonly signal: AbortSignal;
  /** Called when the response is complete or has failed. */
  readonly onEnd: () => void;
}

/** Performs the delivery for `fetch`: a lost connection is a rejection with a TypeError. */
const perform = async (reply: Reply, waiting: Waiting, stream?: BodyStream): Promise<Response> => {
  const { response, delivery } = reply;
  const { clock, signal, onEnd } = waiting;
  const started = clock.now() + delivery.delayMs;
  if (delivery.delayMs > 0) await untilAborted(signal, (resolve) => clock.hold(delivery.delayMs, resolve, started));
  switch (delivery.transport) {
    case undefined:
    case 'truncate':
      if (stream !== undefined) {
        const cancelled = new AbortController();
        const combined = AbortSignal.any([signal, cancelled.signal]);
        const wait: WaitForPart = (delayMs, dueMs) =>
          untilAborted(combined, (resolve) => clock.hold(delayMs, resolve, started + dueMs));
        return toResponse(response, pass(paced(stream, delivery, wait), onEnd, cancelled));
      }
      if (!isPlain(delivery)) return toResponse(response, streamBody(reply, started, waiting));
      onEnd();
      return toResponse(response, response.body);
    case 'reset':
      throw failedFetch('read ECONNRESET', 'ECONNRESET');
    case 'empty':
      throw failedFetch('other side closed', 'UND_ERR_SOCKET');
    case 'garbage':
      throw failedFetch('the response is not HTTP', 'HPE_INVALID_CONSTANT');
    case 'timeout':
      return untilAborted(signal, keepAlive);
  }
};

/** Calls back when the body is complete, broken off or cancelled. */
const pass = (stream: BodyStream, onEnd: () => void, cancelled: AbortController): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      try {
        const next = await stream.next();
        if (next.done !== true) controller.enqueue(next.value);
        else {
          onEnd();
          controller.close();
        }
      } catch {
        onEnd();
        controller.error(new TypeError('terminated'));
      }
    },
    cancel: async () => {
      onEnd();
      cancelled.abort();
      await stream.return(undefined);
    },
  });

/** The same error as undici's: the reason is in `cause`. */
const failedFetch = (message: string, code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

/**
 * Streams the body according to its plan, from `started` (world time). A truncated body ends with the error of `fetch`.
 * The timing does not depend on whether the stream is read, as with a socket.
 */
const streamBody = (
  { response, delivery }: Reply,
  started: number,
  { clock, signal, onEnd }: Waiting,
): ReadableStream<Uint8Array> => {
  const bytes =
    typeof response.body === 'string' ? new TextEncoder().encode(response.body) : (response.body ?? new Uint8Array());
  const segments = planBody(bytes.length, delivery);
  const cancelled = new AbortController();
  const combined = AbortSignal.any([signal, cancelled.signal]);
  let last: Promise<void> = Promise.resolve();
  const arrivals = segments.map(({ dueMs }, index) => {
    const waitMs = dueMs - (segments[index - 1]?.dueMs ?? 0);
    if (waitMs > 0)
      last = last.then(() => untilAborted(combined, (resolve) => clock.hold(waitMs, resolve, started + dueMs)));
    return last;
  });
  last.then(onEnd, onEnd);
  let index = 0;
  let start = 0;
  return new ReadableStream({
    pull: async (controller) => {
      for (let segment = segments[index]; segment !== undefined; segment = segments[++index]) {
        const { end } = segment;
        await arrivals[index];
        if (end === start) continue;
        controller.enqueue(bytes.subarray(start, end));
        start = end;
        index++;
        return;
      }
      if (delivery.transport === 'truncate') controller.error(new TypeError('terminated'));
      else controller.close();
    },
    cancel: () => cancelled.abort(),
  });
};

/** Waits for the callback of `start`, which returns a cancel function. Rejects like `fetch` if the signal aborts. */
const untilAborted = (signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<never> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = start(() => {
      signal.removeEventListener('abort', abort);
      resolve(undefined as never);
    });
    signal.addEventListener('abort', abort, { once: true });
  });

/** A timer that keeps the process alive, as a socket would: the timer of `AbortSignal.timeout` does not. */
const keepAlive = (): (() => void) => {
  const timer = setInterval(() => {}, 2 ** 30);
  return () => clearInterval(timer);
};

const toResponse = ({ status, headers }: HttpResponse, body: HttpResponse['body'] | ReadableStream): Response => {
  // Headers that are given to the constructor are copied, which takes longer.
  const response = new Response(isBodiless(status) ? null : ((body as BodyInit | undefined) ?? null), { status });
  const fields = response.headers;
  let isTyped = false;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index] as string, headers[index + 1] as string];
    if (!isTyped && name.toLowerCase() === 'content-type') {
      // A text has a type by default.
      fields.set(name, value);
      isTyped = true;
    } else fields.append(name, value);
  }
  return response;
};
