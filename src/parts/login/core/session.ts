/** Sessions: who is logged in at a browser. */
import { cookiesOf } from '../../../core/http/http.ts';
import { getProperty } from '../../../core/primitives/json.ts';
import type { LoginUser } from '../../../core/service/login-facts.ts';
import { type IssuerCall, mountOf } from './issuer-address.ts';
import type { Issuer } from './login-types.ts';
import type { IssuerParts } from './oauth.ts';
import { type Seals, textIn } from './seals.ts';
import { userWithSub } from './tokens.ts';

export interface Session {
  readonly id: string;
  readonly user: LoginUser;
  /** When the user logged in, in seconds. */
  readonly authTime: number;
}

/** Worlds at one origin have sessions of their own, and so have servers: a cookie is sent to all ports of a host (RFC 6265, section 8.5). */
const cookieOf = (issuer: Issuer, world: string): string =>
  `vivarium-login-${world}-${String(issuer.publicKey().kid).slice(0, 8)}`;

export const findSession = (issuer: Issuer, seals: Seals, call: IssuerCall): Session | undefined => {
  for (const sealed of cookiesOf(call.request.headers, cookieOf(issuer, call.world))) {
    const data = seals.open('session', sealed);
    const user = data && userWithSub(call, textIn(data, 'sub'));
    if (data === undefined || user === undefined || call.grants.isRevoked(textIn(data, 'id'))) continue;
    return { id: textIn(data, 'id'), user, authTime: Number(getProperty(data, 'authTime')) };
  }
  return undefined;
};

/** The cookie of a new session, in the place of the one that the browser has. It lasts until the logout. */
export const openSession = (
  { issuer }: IssuerParts,
  seals: Seals,
  call: IssuerCall,
  { user: { sub }, client, authTime }: { readonly user: LoginUser; readonly client: string; readonly authTime: number },
): readonly string[] => {
  const before = findSession(issuer, seals, call);
  if (before !== undefined) seals.revoke(before.id);
  const id = issuer.random();
  const cookie = cookieText(issuer, call, seals.seal('session', { sub, authTime }, undefined, id));
  seals.grants.push({ type: 'session', session: { id, sub, client, since: authTime } });
  return ['Set-Cookie', cookie];
};

export const endSession = (issuer: Issuer, call: IssuerCall): readonly string[] => [
  'Set-Cookie',
  `${cookieText(issuer, call, '')}; Max-Age=0`,
];

/** With HTTPS also for apps of another site, in a frame: a silent renewal. Browsers demand that such a cookie is `Secure`. */
const cookieText = (issuer: Issuer, { request, world }: IssuerCall, value: string): string =>
  `${cookieOf(issuer, world)}=${value}; Path=${mountOf(request)}/; HttpOnly; ${request.isEncrypted === true ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
