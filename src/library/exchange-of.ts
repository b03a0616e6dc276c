import type { ExchangeView } from './exchange-view.ts';
import type { VivariumWorld } from './world-api.ts';

/** The worlds of responses that `world.fetch` returned. */
const worldOf = new WeakMap<Response, VivariumWorld>();

export const rememberExchange = (response: Response, world: VivariumWorld): void => {
  worldOf.set(response, world);
};

/** The exchange of a response, if it is still in the journal. `findWorld`: the world of a response that came over a socket. */
export const exchangeOf = (
  response: Response,
  findWorld: (name: string) => VivariumWorld | undefined,
): ExchangeView | undefined => {
  const id = Number(response.headers.get('vivarium-exchange'));
  const world = worldOf.get(response) ?? findWorld(response.headers.get('vivarium-world') ?? '');
  if (world === undefined || !Number.isSafeInteger(id) || id < 1) return undefined;
  return world.exchanges({ since: id - 1, limit: Number.MAX_SAFE_INTEGER }).findLast((exchange) => exchange.id === id);
};
