import { routeRequest } from '../../core/service/route.ts';
import type { Service } from '../../core/service/service.ts';

/**
 * Whether a path belongs to the service: it is below a base path, or the service has the root as its base path and the document
 * has this path. `path` is percent-encoded as sent, without the prefix of a world.
 */
export const servesPath = (service: Service, path: string): boolean => {
  const { apiPath, match } = routeRequest(service, 'GET', path, () => false);
  return apiPath !== undefined && (apiPath.base !== '' || match.type !== 'none');
};
