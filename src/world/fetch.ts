/** The Fetch API of a world: in process, without a socket, with the same responses. */

import { isPlain, planBody } from '../core/http/delivery.ts';
import { type HttpRequest, type HttpResponse, noBody, type Reply } from '../core/http/http.ts';
import { isPreflight, preflight } from '../core/response/cors.ts';
import type { Clock } from './clock.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The origin of requests with only a path; it is never resolved. */
const localOrigin = 'http://vivarium.localhost';

export const createFetch =
  (worlds: Worlds, open: () => World, maxBodyBytes: number): Fetch =>
  async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, localOrigin) : input, init);
    await worlds.ready();
    const data = await toHttpRequest(request, maxBodyBytes);
    // No `await` between here and the handling of the request.
    request.signal.throwIfAborted();
    if (isPreflight(data)) return toResponse(preflight(worlds.service, data), undefined);
    const world = open();
    const { reply, exchange, elapsed, error } = world.handle(data);
    const onEnd = (): void => {
      exchange.durationMs = elapsed();
      worlds.announce(exchange);
    };
    try {
      // An in-process caller gets the error of a bug directly.
      if (error !== undefined) throw error;
      const { response, delivery } = reply;
      if (delivery.delayMs > 0 || !isPlain(delivery)) {
        const signal = AbortSignal.any([request.signal, worlds.dismissal]);
        return await perform(reply, { clock: world.clock, signal, onEnd });
      }
      onEnd();
      return toResponse(response, response.body);
    } catch (reason) {
      onEnd();
      throw reason;
    }
  };

const toHttpRequest = async (request: Request, maxBodyBytes: number): Promise<HttpRequest> => {
  const { pathname, search, host, protocol } = new URL(request.url);
  const isEncrypted = protocol === 'https:';
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const body =
    bytes === undefined || bytes.length === 0
      ? noBody
      : bytes.length > maxBodyBytes
        ? ({ type: 'too-large', limitBytes: maxBodyBytes } as const)
        : ({ type: 'bytes', bytes } as const);
  const headers = { host, ...Object.fromEntries(request.headers) };
  return { method: request.method, path: pathname, query: search.slice(1), headers, body, pathPrefix: '', isEncrypted };
};

interface Waiting {
  readonly clock: Clock;
  /** Aborts if the client aborts, or if the simulation is closed. */
  readonly signal: AbortSignal;
  /** Called when the response is complete or has failed. */
  readonly onEnd: () => void;
}

/** Performs the delivery for `fetch`: a lost connection is a rejection with a TypeError. */
const perform = async (reply: Reply, waiting: Waiting): Promise<Response> => {
  const { response, delivery } = reply;
  const { clock, signal, onEnd } = waiting;
  const started = clock.now() + delivery.delayMs;
  if (delivery.delayMs > 0) await untilAborted(signal, (resolve) => clock.hold(delivery.delayMs, resolve, started));
  switch (delivery.transport) {
    case undefined:
    case 'truncate':
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
    default:
      return delivery.transport satisfies never;
  }
};

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
    const abort = (): void => {
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
  const fields = new Headers();
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string);
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : ((body as BodyInit | undefined) ?? null), { status, headers: fields });
};
