/** Issues tokens, and judges those that requests bring. */
import { getProperty, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { type LoginUser, type TokenJudgement, wrongAudience } from '../../../core/service/login-facts.ts';
import { statedUsers, usersOf } from './accounts.ts';
import { type IssuerCall, type IssuerWorld, isSameServer, worldOf } from './issuer-address.ts';
import { readJwt, signJwt } from './jwt.ts';
import { type IssuerParts, listOf } from './oauth.ts';
import { optionalText, textIn } from './seals.ts';

/** Scopes that need no document (OpenID Connect Core, section 5.4, and 11). */
export const standardScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** For whom tokens are issued. */
export interface Subject {
  readonly sub: string;
  /** If it is undefined, it means nobody, but the client itself. */
  readonly user: LoginUser | undefined;
  readonly client: string | undefined;
  /** With spaces. */
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
 * The scopes that are granted, with spaces. Unknown ones are ignored; without a scope in the request, all of the document are granted.
 * `user`: its scopes are the most.
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

interface Times {
  readonly iat: number;
  readonly exp: number;
}

/** In seconds. */
const timesOf = (world: IssuerWorld, { lifetimeMs = world.rules.lifetimeMs }: Subject): Times => {
  const seconds = Math.max(1, Math.floor(lifetimeMs / 1000));
  const now = secondsOf(world);
  // RFC 7519, section 4.1.4: a token is no longer accepted on or after `exp`.
  return world.flaws.has('expired') ? { iat: now - seconds, exp: now } : { iat: now, exp: now + seconds };
};

/** The name, the address and the picture of a user, and its claims. */
export const claimsOf = ({ user, claims }: Pick<Subject, 'user' | 'claims'>): JsonObject => ({
  ...(user?.name !== undefined && { name: user.name }),
  ...(user?.email !== undefined && { email: user.email, email_verified: true }),
  ...(user?.picture !== undefined && { picture: user.picture }),
  ...user?.claims,
  ...claims,
});

/** The response of the token endpoint. An ID token is for a user and a client. */
export const issueTokens = (
  { issuer }: IssuerParts,
  world: IssuerWorld,
  subject: Subject,
  refreshToken?: string,
): JsonObject => {
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

/** The login that a token belongs to. */
const loginOf = (jti: string): string => jti.slice(0, Math.max(0, jti.indexOf('.')));

/** An access token of this server; `rejected`: one that it does not accept (any more). */
export const judgeToken = ({ issuer }: IssuerParts, call: IssuerCall, token: string): TokenJudgement => {
  const read = readJwt(issuer, token);
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
  if (call.grants.isRevoked(jti) || call.grants.isRevoked(loginOf(jti))) return reject('it was revoked');
  return { type: 'accepted', claims, scopes: new Set(listOf(optionalText(claims, 'scope'))) };
};

/** Whether the operations of a world accept the audience of a token. */
export const rejectedAudience = ({ rules }: IssuerCall, claims: JsonObject): string | undefined => {
  const aud = getProperty(claims, 'aud');
  const audiences = (Array.isArray(aud) ? (aud as readonly Json[]) : [aud]).map(String);
  const { audience } = rules;
  const isAccepted =
    audience === undefined ? !audiences.includes(wrongAudience) : audiences.some((one) => audience.includes(one));
  return isAccepted ? undefined : `its audience is ${audiences.join(', ')}`;
};

const reject = (reason: string): TokenJudgement => ({ type: 'rejected', reason });
