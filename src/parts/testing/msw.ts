/** The fixture for MSW: `vivarium/msw`. It imports nothing from Node: it also runs in a browser. */

import type { HttpHandler } from 'msw';
import * as msw from 'msw';
import { checkPeer } from '../../files/peer.ts';
import { pathIn, readBaseUrl } from '../../library/base-url.ts';
import { checkArgument } from '../../library/read-arguments.ts';
import type { VivariumWorld } from '../../library/world-api.ts';

checkPeer('msw', 'vivarium/msw');

export interface HandlersOptions {
  /**
   * The base URL of the service as the client knows it: `https://api.example.com/v2`, or a path of the page. Requests below it are
   * answered by the world. Default: requests to any origin whose path belongs to the service (`world.serves`).
   */
  readonly baseUrl?: string | undefined;
}

/**
 * Handlers for `setupServer` and `setupWorker`: a world answers the requests to its service, with the same faults. A lost response
 * is a network error. Other requests are left to the next handlers, and to `onUnhandledFrame`.
 *
 * @throws TypeError if the argument is not a world, or if `baseUrl` is not a URL of HTTP; ConfigError for another option.
 * @example
 * const vivarium = await createVivarium({ document: 'api.yaml' });
 * const server = setupServer(...handlers(vivarium.world('test-7')));
 */
export const handlers = (
  world: Pick<VivariumWorld, 'fetch' | 'serves' | 'basePath'>,
  options: HandlersOptions = {},
): HttpHandler[] => {
  if (typeof world?.serves !== 'function')
    throw new TypeError(
      'handlers takes a world: handlers(vivarium.world()), with `const vivarium = await createVivarium()`.',
    );
  const example = "handlers(world, { baseUrl: 'https://api.example.com' })";
  checkArgument(options, { name: 'the options of handlers', example, known: ['baseUrl'] });
  const { baseUrl } = options;
  const base = baseUrl === undefined ? undefined : readBaseUrl(baseUrl);
  const pathOf = ({ url }: Request): string | undefined => pathIn(world, new URL(url), base);
  const handler = msw.http.all('*', ({ request }) =>
    isForwarded(request) ? msw.passthrough() : answer(world, request, pathOf(request) ?? ''),
  );
  // A handler that matches without a response counts as one: MSW would not report the request as unhandled. MSW 2 takes no function as path.
  const predicate = ({ request }: { readonly request: Request }): boolean => pathOf(request) !== undefined;
  return [Object.assign(handler, { predicate }) as HttpHandler];
};

/** Whether this process sends the call to a real service itself: the world's own upstream. */
const isForwarded = ({ headers }: Request) => /\bvivarium-[\da-f]{12}$/.test(headers.get('via') ?? '');

const answer = async ({ fetch }: Pick<VivariumWorld, 'fetch'>, request: Request, path: string): Promise<Response> => {
  const { method, headers, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  try {
    return await fetch(path, { method, headers, signal, body });
  } catch (error) {
    // As `world.fetch` rejects if the response is lost. A client that aborted knows: MSW would log the error. Anything else is a bug.
    if (signal.aborted) return msw.HttpResponse.error();
    // Not by `instanceof`: in Jest, the engine and its errors are of another realm.
    const { name, message } = error as Error;
    if (name === 'TypeError' && message === 'fetch failed') return msw.HttpResponse.error();
    throw error;
  }
};
