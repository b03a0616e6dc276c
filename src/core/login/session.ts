/** Sessions: who is logged in at a browser. */
import { cookiesOf, type HttpRequest } from '../http/http.ts';
import { getProperty, type JsonObject } from '../primitives/json.ts';
import type { LoginUser } from '../service/login.ts';
import { type IssuerCall, mountOf } from './issuer-address.ts';
import { type Seals, textIn } from './seals.ts';
import { userWithSub } from './tokens.ts';

export interface Session {
  readonly id: string;
  readonly user: LoginUser;
  /** When the user logged in, in seconds. */
  readonly authTime: number;
}

/** Worlds at one origin have sessions of their own. */
const cookieOf = (world: string): string => `vivarium-login-${world}`;

/** A browser has one or two of them. */
const maxCookies = 4;

export const findSession = (seals: Seals, call: IssuerCall): Session | undefined => {
  for (const sealed of cookiesOf(call.request.headers, cookieOf(call.world)).slice(0, maxCookies)) {
    const data = seals.open('session', sealed);
    const user = data && userWithSub(call, textIn(data, 'sub'));
    if (data === undefined || user === undefined || call.grants.isRevoked(textIn(data, 'id'))) continue;
    return { id: textIn(data, 'id'), user, authTime: Number(getProperty(data, 'authTime')) };
  }
  return undefined;
};

/** The cookie of a new session. It lasts until the logout. */
export const openSession = (
  seals: Seals,
  { request, world }: IssuerCall,
  user: LoginUser,
  authTime: number,
): readonly string[] => {
  const data: JsonObject = { sub: user.sub, authTime };
  return ['Set-Cookie', cookieText(request, world, seals.seal('session', data, undefined))];
};

export const endSession = ({ request, world }: IssuerCall): readonly string[] => [
  'Set-Cookie',
  `${cookieText(request, world, '')}; Max-Age=0`,
];

/** With HTTPS also for apps of another site, in a frame: a silent renewal. Browsers demand that such a cookie is `Secure`. */
const cookieText = (request: HttpRequest, world: string, value: string): string =>
  `${cookieOf(world)}=${value}; Path=${mountOf(request)}/; HttpOnly; ${request.isEncrypted === true ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
