import { pathBelowBase } from '../../core/http/path.ts';
import { matchOperation } from '../../core/service/router.ts';
import type { Service } from '../../core/service/service.ts';

/**
 * Whether a path belongs to the service: it is below a base path, or the service has the root as its base path and the document
 * has this path. `path` is percent-encoded as sent, without the prefix of a world.
 */
export const servesPath = (service: Service, path: string): boolean => {
  const below = pathBelowBase(service, path);
  if (below === undefined || below.base !== '') return below !== undefined;
  return matchOperation(service.matcher, 'GET', below.path, () => false).type !== 'none';
};
