/** A world behind the Fetch API: in process, without a socket, with the same decisions. */
import { isPreflight, preflight } from '../core/cors.ts';
import { type HttpRequest, type HttpResponse, noBody, type Reply } from '../core/http.ts';
import type { Clock } from './clock.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Where a path without an origin is; it is never looked up. */
const localOrigin = 'http://vivarium.localhost';

export const createFetch =
  (worlds: Worlds, open: () => World, maxBodyBytes: number): Fetch =>
  async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, localOrigin) : input, init);
    request.signal.throwIfAborted();
    await worlds.ready();
    const { body, ...head } = await toHttpRequest(request, maxBodyBytes);
    const data: HttpRequest = { ...head, body };
    if (isPreflight(data)) return toResponse(preflight(worlds.service, data));
    const world = open();
    const { reply, exchange, elapsed } = world.handle(data);
    try {
      return await perform(reply, world.clock, request.signal);
    } finally {
      exchange.durationMs = elapsed();
      worlds.announce(exchange);
    }
  };

const toHttpRequest = async (request: Request, maxBodyBytes: number): Promise<HttpRequest> => {
  const { pathname, search } = new URL(request.url);
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const body =
    bytes === undefined || bytes.length === 0
      ? noBody
      : bytes.length > maxBodyBytes
        ? ({ type: 'too-large', limitBytes: maxBodyBytes } as const)
        : ({ type: 'bytes', bytes } as const);
  const headers = Object.fromEntries(request.headers);
  return { method: request.method, path: pathname, query: search.slice(1), headers, body, worldPrefix: '' };
};

/** The delivery as a client of `fetch` meets it: a lost connection is a rejection with a TypeError. */
const perform = async ({ response, delivery }: Reply, clock: Clock, signal: AbortSignal): Promise<Response> => {
  if (delivery.delayMs > 0) await untilAborted(signal, (resolve) => clock.hold(delivery.delayMs, resolve));
  switch (delivery.transport) {
    case undefined:
      return toResponse(response);
    case 'reset':
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      });
    case 'timeout':
      return untilAborted(signal, () => () => {});
    default:
      return delivery.transport satisfies never;
  }
};

/** Waits as `start` says (which answers how to give up), or rejects as `fetch` does when its signal aborts. */
const untilAborted = (signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<never> =>
  new Promise((resolve, reject) => {
    const cancel = start(() => resolve(undefined as never));
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        reject(signal.reason);
      },
      { once: true },
    );
  });

const toResponse = ({ status, headers, body }: HttpResponse): Response => {
  const fields = new Headers();
  for (let at = 0; at < headers.length; at += 2) fields.append(headers[at] as string, headers[at + 1] as string);
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : ((body as BodyInit | undefined) ?? null), { status, headers: fields });
};
