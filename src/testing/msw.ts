/** The fixture for MSW: `vivarium/msw`. It imports nothing from Node: it also runs in a browser. */
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { VivariumWorld } from '../library/world-api.ts';

export interface HandlersOptions {
  /**
   * The base URL of the service as the client knows it: `https://api.example.com/v2`. Requests below it are answered by the world.
   * Default: requests to any origin whose path belongs to the service (`world.serves`).
   */
  readonly baseUrl?: string | undefined;
}

/**
 * Handlers for `setupServer` and `setupWorker`: a world answers the requests to its service, with the same faults. A lost response
 * is a network error. Other requests are left to the next handlers, and to `onUnhandledFrame`.
 *
 * @example
 * const vivarium = await createVivarium({ document: 'api.yaml' });
 * const server = setupServer(...handlers(vivarium.world('test-7')));
 */
export const handlers = (
  world: Pick<VivariumWorld, 'fetch' | 'serves' | 'basePath'>,
  { baseUrl }: HandlersOptions = {},
): HttpHandler[] => {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  return [
    http.all('*', async ({ request }) => {
      const path = pathIn(world, new URL(request.url), base);
      return path === undefined ? undefined : answer(world, request, path);
    }),
  ];
};

/** The path and the query in the world; undefined if the URL is not below the service. */
const pathIn = (
  { serves, basePath }: Pick<VivariumWorld, 'serves' | 'basePath'>,
  { origin, pathname, search }: URL,
  base: URL | undefined,
): string | undefined => {
  if (base === undefined) return serves(pathname) ? pathname + search : undefined;
  const prefix = base.pathname.replace(/\/$/, '');
  const isBelow = origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`));
  return isBelow ? basePath + pathname.slice(prefix.length) + search : undefined;
};

const answer = async ({ fetch }: Pick<VivariumWorld, 'fetch'>, request: Request, path: string): Promise<Response> => {
  const { method, headers, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  try {
    return await fetch(path, { method, headers, signal, body });
  } catch (error) {
    // As `world.fetch` rejects if the response is lost. Anything else is an abort or a bug.
    if (error instanceof TypeError && error.message === 'fetch failed') return HttpResponse.error();
    throw error;
  }
};
