/** Tokens, issued and judged; sessions, and what else is sealed; the address that they name. */

import { cookiesOf, type HttpRequest, originOf } from '../../../core/http/http.ts';
import { decodeBase64Url, encodeBase64Url } from '../../../core/primitives/base64.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { type LoginUser, type TokenJudgement, wrongAudience } from '../../../core/service/login-facts.ts';
import { statedUsers, usersOf } from './accounts.ts';
import { type Grant, type Issuer, isRevoked, isUsed, type LoginCall, type LoginWorld } from './login-types.ts';
import { type IssuerParts, listOf } from './oauth.ts';

/** Scopes that need no document (OpenID Connect Core, section 5.4, and 11). */
export const standardScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

export interface Subject {
  readonly sub: string;
  /** If it is undefined, the token is for the client itself. */
  readonly user: LoginUser | undefined;
  readonly client: string | undefined;
  /** Separated by spaces. */
  readonly scope: string;
  /** Empty: the origin of the issuer. */
  readonly audience: readonly string[];
  /** The login: if it is revoked, so are all of its tokens. */
  readonly login: string;
  /** In seconds. */
  readonly authTime: number;
  readonly nonce?: string | undefined;
  /** Whether it gets an ID token although it did not ask for `openid`. Default: false. */
  readonly hasIdToken?: boolean;
  /** More claims for all tokens. */
  readonly claims?: JsonObject | undefined;
  /** Default: that of the scenario. */
  readonly lifetimeMs?: number | undefined;
}

export const userWithSub = (world: Pick<IssuerWorld, 'rules' | 'state'>, sub: string): LoginUser | undefined =>
  usersOf(world).find((user) => user.sub === sub);

/** Whether a token is for a client itself, and for no user. */
export const isMachine = (claims: JsonObject): boolean =>
  getProperty(claims, 'sub') === getProperty(claims, 'client_id');

/** The user with this `sub` or `email`. */
export const userNamed = (world: Pick<IssuerWorld, 'rules' | 'state'>, name: string): LoginUser | undefined =>
  userWithSub(world, name) ?? userAt(usersOf(world), name) ?? userAt(statedUsers(world), name);

/** `email`: also the one that the scenario states for a user whom the document's users have with another. */
const userAt = (users: readonly LoginUser[], email: string): LoginUser | undefined =>
  users.find((user) => user.email?.toLowerCase() === email.toLowerCase());

/**
 * The scopes that are granted, with spaces. Unknown ones are ignored; without a scope in the request, all of the document are granted. `user`: limits
 * them to its own.
 */
export const grantedScope = (
  { scopes }: IssuerParts,
  requested: string | undefined,
  user: LoginUser | undefined,
): string => {
  const asked = requested === undefined ? [...scopes] : listOf(requested);
  const allowed = (scope: string): boolean =>
    scopes.has(scope) && !standardScopes.includes(scope)
      ? user?.scopes === undefined || user.scopes.includes(scope)
      : standardScopes.includes(scope);
  return asked.filter(allowed).join(' ');
};

/** Seconds, as in claims. */
export const secondsOf = ({ now }: Pick<IssuerWorld, 'now'>): number => Math.floor(now / 1000);

/** In seconds. */
const timesOf = (world: IssuerWorld, { lifetimeMs = world.rules.lifetimeMs }: Subject) => {
  const seconds = Math.max(1, Math.floor(lifetimeMs / 1000));
  const now = secondsOf(world);
  // RFC 7519, section 4.1.4: a token is no longer accepted on or after `exp`.
  return world.flaws.has('expired') ? { iat: now - seconds, exp: now } : { iat: now, exp: now + seconds };
};

export const claimsOf = ({ user, claims }: Pick<Subject, 'user' | 'claims'>): JsonObject => ({
  ...(user?.name !== undefined && { name: user.name }),
  ...(user?.email !== undefined && { email: user.email, email_verified: true }),
  ...(user?.picture !== undefined && { picture: user.picture }),
  ...user?.claims,
  ...claims,
});

/** The response of the token endpoint. An ID token is for a user and a client. */
export const issueTokens = (world: IssuerWorld, subject: Subject, refreshToken?: string): JsonObject => {
  const { issuer } = world;
  const { iat, exp } = timesOf(world, subject);
  const { sub, client, scope, login, user } = subject;
  const audience = subject.audience.length === 0 ? [new URL(world.iss).origin] : subject.audience;
  const aud = world.flaws.has('wrong-audience') ? wrongAudience : single(audience);
  const access = signJwt(issuer, 'at+jwt', {
    ...user?.claims,
    ...subject.claims,
    iss: world.iss,
    sub,
    aud,
    exp,
    iat,
    jti: `${login}.${issuer.random()}`,
    ...(client !== undefined && { client_id: client }),
    scope,
  });
  const id =
    user === undefined || client === undefined || (subject.hasIdToken !== true && !listOf(scope).includes('openid'))
      ? undefined
      : signJwt(issuer, 'JWT', {
          ...claimsOf(subject),
          iss: world.iss,
          sub,
          aud: world.flaws.has('wrong-audience') ? wrongAudience : client,
          exp,
          iat,
          auth_time: subject.authTime,
          ...(subject.nonce !== undefined && { nonce: subject.nonce }),
        });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.max(0, exp - secondsOf(world)),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(id !== undefined && { id_token: id }),
    scope,
  };
};

const single = (values: readonly string[]): Json => (values.length === 1 ? (values[0] as string) : values);

const loginOf = (jti: string): string => jti.slice(0, Math.max(0, jti.indexOf('.')));

/** An access token of this server; `rejected`: one that it does not accept (any more). */
export const judgeToken = (call: IssuerCall, token: string): TokenJudgement => {
  const read = readJwt(call.issuer, token);
  const iss = read && optionalText(read.claims, 'iss');
  const world = iss === undefined ? undefined : worldOf(iss);
  if (read === undefined || iss === undefined || world === undefined) return { type: 'foreign' };
  const { header, claims, isOurs } = read;
  if (!isOurs) return isSameServer(iss, call.iss) ? reject('its signature is wrong') : { type: 'foreign' };
  if (world !== call.world) return reject(`it was issued in the world ${JSON.stringify(world)}`);
  if (getProperty(header, 'typ') !== 'at+jwt') return reject('it is an ID token, not an access token');
  const now = call.now / 1000;
  const [exp, nbf] = [getProperty(claims, 'exp'), getProperty(claims, 'nbf')];
  if (typeof exp !== 'number' || exp <= now) return reject('it has expired');
  if (typeof nbf === 'number' && nbf > now) return reject('it is not valid yet');
  const jti = textIn(claims, 'jti');
  if (isRevoked(call.grants, jti) || isRevoked(call.grants, loginOf(jti))) return reject('it was revoked');
  return { type: 'accepted', claims, scopes: new Set(listOf(optionalText(claims, 'scope'))) };
};

/** Why the world rejects the audience of a token, if it does. */
export const rejectedAudience = ({ rules }: IssuerCall, claims: JsonObject): string | undefined => {
  const aud = getProperty(claims, 'aud');
  const audiences = (Array.isArray(aud) ? (aud as readonly Json[]) : [aud]).map(String);
  const { audience } = rules;
  const isAccepted =
    audience === undefined ? !audiences.includes(wrongAudience) : audiences.some((one) => audience.includes(one));
  return isAccepted ? undefined : `its audience is ${audiences.join(', ')}`;
};

const reject = (reason: string): TokenJudgement => ({ type: 'rejected', reason });

/** A longer text is no token of ours; servers limit headers to less. */
const maxTokenLength = 16_384;

/** `at+jwt` marks an access token (RFC 9068), so that no other kind of token passes for one. */
type TokenType = 'at+jwt' | 'JWT';

const signJwt = (issuer: Issuer, typ: TokenType, claims: JsonObject): string => {
  const kid = getProperty(issuer.publicKey(), 'kid') as string;
  const text = `${encodeBase64Url(stringifyJson({ alg: 'RS256', typ, kid }))}.${encodeBase64Url(stringifyJson(claims))}`;
  return `${text}.${issuer.sign(text)}`;
};

interface ReadJwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether this server signed the token, by the only algorithm that it uses. */
  readonly isOurs: boolean;
}

/** Returns undefined if the text is no JWT. */
export const readJwt = (issuer: Issuer, token: string): ReadJwt | undefined => {
  if (token.length > maxTokenLength) return undefined;
  // A token that was cut, or that has something behind it, is one whose signature is wrong.
  const [, encodedHeader, encodedClaims, signature = ''] = /^([\w-]+)\.([\w-]+)(?:\.(.*))?$/s.exec(token) ?? [];
  const header = objectIn(encodedHeader);
  const claims = objectIn(encodedClaims);
  if (header === undefined || claims === undefined) return undefined;
  // RFC 8725, section 3.1: the token does not choose how it is verified.
  const isOurs =
    getProperty(header, 'alg') === 'RS256' &&
    /^[\w-]+$/.test(signature) &&
    issuer.verify(`${encodedHeader}.${encodedClaims}`, signature);
  return { header, claims, isOurs };
};

const objectIn = (encoded: string | undefined): JsonObject | undefined => {
  const text = encoded === undefined ? undefined : decodeBase64Url(encoded);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : undefined;
};

export interface Session {
  readonly id: string;
  readonly user: LoginUser;
  /** When the user logged in, in seconds. */
  readonly authTime: number;
}

/** Worlds at one origin have sessions of their own, and so have servers: a cookie is sent to all ports of a host (RFC 6265, section 8.5). */
const cookieOf = ({ issuer, world }: IssuerWorld) =>
  `vivarium-login-${world}-${String(issuer.publicKey().kid).slice(0, 8)}`;

export const findSession = (call: IssuerCall): Session | undefined => {
  for (const sealed of cookiesOf(call.request.headers, cookieOf(call))) {
    const data = call.seals.open<Pick<Subject, 'sub' | 'authTime'>>('session', sealed);
    const user = data && userWithSub(call, data.sub);
    if (data === undefined || user === undefined || isRevoked(call.grants, data.id)) continue;
    return { id: data.id, user, authTime: data.authTime };
  }
  return undefined;
};

/** The cookie of a new session, in the place of the one that the browser has. It lasts until the logout. */
export const openSession = (
  call: IssuerCall,
  { user: { sub }, client, authTime }: { readonly user: LoginUser; readonly client: string; readonly authTime: number },
): readonly string[] => {
  const { issuer, seals } = call;
  const before = findSession(call);
  if (before !== undefined) seals.revoke(before.id);
  const id = issuer.random();
  const cookie = cookieText(call, seals.seal('session', { sub, authTime }, undefined, id));
  seals.grants.push({ type: 'session', session: { id, sub, client, since: authTime } });
  return ['Set-Cookie', cookie];
};

export const endSession = (call: IssuerCall): readonly string[] => ['Set-Cookie', `${cookieText(call, '')}; Max-Age=0`];

/** With HTTPS also for apps of another site, in a frame: a silent renewal. Browsers demand that such a cookie is `Secure`. */
const cookieText = (call: IssuerCall, value: string) =>
  `${cookieOf(call)}=${value}; Path=${mountOf(call.request)}/; HttpOnly; ${call.request.isEncrypted === true ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;

/** What is sealed. `link`: of the page, for one use. */
type SealKind = 'code' | 'refresh' | 'session' | 'link';

/** What is known of a seal that was opened. `expires`: in seconds; null if it never does. */
interface Sealed {
  readonly id: string;
  readonly expires: number | null;
}

/** What one request seals, opens, uses and revokes. */
export class Seals {
  /** What the world has to remember. */
  readonly grants: Grant[] = [];
  readonly #world: IssuerWorld;
  #generation: string | undefined;

  constructor(world: IssuerWorld) {
    this.#world = world;
    this.#generation = world.grants.generation;
  }

  /** `seconds`: undefined if it never expires. */
  seal(kind: SealKind, data: object, seconds: number | undefined, id = this.#world.issuer.random()): string {
    const { issuer, world } = this.#world;
    if (this.#generation === undefined) {
      this.#generation = issuer.random();
      this.grants.push({ type: 'generation', id: this.#generation });
    }
    const expires = seconds === undefined ? null : secondsOf(this.#world) + seconds;
    const generation = this.#generation;
    return issuer.seal(stringifyJson({ ...data, kind, world, generation, expires, id }));
  }

  /** The data; undefined: it is of another kind, of another world, from before a reset, expired, or forged. */
  open<Data>(kind: SealKind, sealed: string): (Data & Sealed) | undefined {
    const text = this.#world.issuer.open(sealed);
    const parsed = text === undefined ? undefined : parseJson(text);
    if (parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
    const data = parsed.value;
    const { expires } = data;
    const isCurrent =
      data.kind === kind &&
      data.world === this.#world.world &&
      data.generation === this.#generation &&
      (typeof expires !== 'number' || expires > this.#world.now / 1000);
    return isCurrent ? (data as unknown as Data & Sealed) : undefined;
  }

  isUsed({ id }: Sealed): boolean {
    return isUsed(this.#world.grants, id);
  }

  use({ id }: Sealed): void {
    this.grants.push({ type: 'used', id });
  }

  revoke(id: string): void {
    this.grants.push({ type: 'revoked', id });
  }
}

/** The text of a property that is always there. */
export const textIn = (data: JsonObject, name: string): string => String(getProperty(data, name) ?? '');

export const optionalText = (data: JsonObject, name: string): string | undefined => {
  const value = getProperty(data, name);
  return typeof value === 'string' ? value : undefined;
};

interface IssuerWorld extends LoginWorld, IssuerParts {
  /** The `iss` of its tokens: `http://127.0.0.1:4010/~alice/oidc`. */
  readonly iss: string;
}

export interface IssuerCall extends IssuerWorld, LoginCall {
  readonly seals: Seals;
}

export const withIssuer = (parts: IssuerParts, call: LoginCall): IssuerCall => {
  const world = { ...parts, ...call, iss: issOf(call.request, call.world) };
  return { ...world, seals: new Seals(world) };
};

/** The world that has no prefix. */
const plainWorld = 'default';

/** The `iss` of a world, however the request named the world. An app may be mounted below a path. */
const issOf = (request: Pick<HttpRequest, 'headers' | 'isEncrypted' | 'pathPrefix'>, world: string): string =>
  issAt(`${originOf(request)}${mountOf(request)}`, world);

/** `base`: an origin, with the path below which the app is mounted. */
export const issAt = (base: string, world: string): string => `${base}${world === plainWorld ? '' : `/~${world}`}/oidc`;

/** The path before the prefix of the world. */
const mountOf = ({ pathPrefix }: Pick<HttpRequest, 'pathPrefix'>) => pathPrefix.replace(/\/~[^/]*$/, '');

/** The world that an `iss` names; undefined: it is not the address of an issuer. */
const worldOf = (iss: string): string | undefined => {
  const found = /^https?:\/\/[^?#]*?(?:\/~([^/?#]+))?\/oidc$/.exec(iss);
  return found === null ? undefined : (found[1] ?? plainWorld);
};

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLoopbackUrl = (url: URL): boolean => loopback.test(url.hostname);

/** Whether two issuers are at the same server: one may be named `localhost` and `127.0.0.1`. */
const isSameServer = (left: string, right: string) => {
  const [one, other] = [URL.parse(left), URL.parse(right)];
  if (one === null || other === null) return false;
  return one.origin === other.origin || (one.port === other.port && isLoopbackUrl(one) && isLoopbackUrl(other));
};
