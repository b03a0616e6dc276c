/** The world of a request that an app's server got, for the requests with which it answers. */
import { encodePercent, headerOf, type RequestHeaders } from '../../core/http/http.ts';
import { describeValue } from '../../library/read-arguments.ts';
import type { Fetch } from '../../library/world-api.ts';
import { worldInBaggage } from '../../server/edge/select-world.ts';

/** A `Request`, a request of Node or Express, or the `Headers` of one, as Next gives them. */
export type IncomingRequest = Pick<Headers, 'get'> | { readonly headers: Pick<Headers, 'get'> | RequestHeaders };

/**
 * A `fetch` whose requests are in the world of an incoming request: it sends the entry `vivarium-world` of that request's `baggage`, beside
 * the baggage that the caller sets, and nothing else of the request. Where there is no such entry, it is the given `fetch`.
 *
 * @example
 * app.get('/', async (request, response) => {
 *   const orders = await withWorld(fetch, request)(`${service}/orders`);
 *   response.send(render(await orders.json()));
 * });
 */
export const withWorld = (fetch: Fetch, request: IncomingRequest): Fetch => {
  if (typeof fetch !== 'function') throw new TypeError(`withWorld takes a fetch, not ${describeValue(fetch)}.`);
  const world = worldInBaggage(baggageOf(request));
  if (world === undefined) return fetch;
  const entry = `vivarium-world=${encodePercent(world)}`;
  return (input, init) => {
    const headers = new Headers(
      init?.headers ?? (typeof input === 'object' && 'headers' in input ? input.headers : {}),
    );
    // A world that the caller names goes first.
    if (worldInBaggage(headers.get('baggage') ?? undefined) === undefined) headers.append('baggage', entry);
    return fetch(input, { ...init, headers });
  };
};

const baggageOf = (request: IncomingRequest): string | undefined => {
  // A request of Express has both, and its `get` is none of `Headers`.
  const headers: unknown = request instanceof Object && ('headers' in request ? request.headers : request);
  if (typeof headers !== 'object' || headers === null || headers instanceof Promise)
    throw new TypeError(
      `withWorld takes a Request, a request of Node or its Headers, not ${describeValue(request)}. A promise of them is awaited first.`,
    );
  return typeof (headers as Headers).get === 'function'
    ? ((headers as Headers).get('baggage') ?? undefined)
    : headerOf(headers as RequestHeaders, 'baggage');
};
