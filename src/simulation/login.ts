/** Gives a service its issuer, if a document declares a login. */
import type { Service } from '../core/service/service.ts';
import type { KeepKey } from '../issuer/issuer.ts';

/** `previous`: keeps its key. */
export const attachLogin = async (
  service: Service,
  previous: Service | undefined,
  keepKey: KeepKey | undefined,
): Promise<Service> => {
  if (service.logins.length === 0) return service;
  // Loaded now: most documents declare no login.
  const [{ withLogin }, { NodeIssuer }] = await Promise.all([
    import('../core/login/login.ts'),
    import('../issuer/issuer.ts'),
  ]);
  return withLogin(service, previous?.login?.issuer ?? new NodeIssuer(keepKey));
};
