/** The door of logins: a service whose document declares one gets an issuer of tokens for each of its worlds. */
import { loginOf } from '../../core/request/login.ts';
import type { KeepKey } from '../../core/service/login-facts.ts';
import type { Service } from '../../core/service/service.ts';
import type { IssuerOfWorlds } from './load.ts';

export { issueToken, noLogin, readTokenOrder } from './issue-token.ts';

/** Gives a service its issuer, if a document declares a login. `previous`: keeps its key. */
export const attachLogin = async (
  service: Service,
  previous: Service | undefined,
  keepKey: KeepKey | undefined,
): Promise<Service> => {
  if (service.logins.length === 0) return service;
  // Loaded now: most documents declare no login.
  const { NodeIssuer, withLogin } = await import('./load.ts');
  const previousLogin = previous && (loginOf(previous) as IssuerOfWorlds | undefined);
  return withLogin(service, previousLogin?.issuer ?? new NodeIssuer(keepKey));
};
