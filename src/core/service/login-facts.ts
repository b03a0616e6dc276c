/** The login of a service: an OpenID Connect issuer for each world. What decides is a part. */
import type { JsonObject } from '../primitives/json.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';

/** The endpoints; `oidc.token` is the operation of one. */
export type EndpointName = (typeof endpointNames)[number];

export const endpointNames = [
  'discovery',
  'jwks',
  'authorize',
  'token',
  'userinfo',
  'introspect',
  'revoke',
  'logout',
] as const;

/** The name of the part that the endpoints are operations of. */
export const issuerName = 'oidc';

const operationNames: ReadonlySet<string> = new Set(endpointNames.map((name) => `${issuerName}.${name}`));

export const isEndpointName = (name: string): boolean => operationNames.has(name);

/** Whether a name or a pattern, such as `oidc.*`, names an endpoint. One without the prefix never does. */
export const namesEndpoint = (pattern: string): boolean =>
  pattern.startsWith(`${issuerName}.`) &&
  endpointNames.some((name) => matchesWildcard(pattern.slice(issuerName.length + 1), name));

/** The challenge of an endpoint (RFC 6749, section 5.2; RFC 6750, section 3). */
export const endpointChallenge = (name: EndpointName): string =>
  name === 'userinfo' ? 'Bearer error="invalid_token"' : `Basic realm="${issuerName}"`;

/** A security scheme of type `oauth2` or `openIdConnect`. */
export interface LoginScheme {
  readonly scopes: readonly string[];
  readonly urls: readonly (readonly [endpoint: EndpointName, url: string])[];
}

export interface LoginUser {
  /** Who it is, in all tokens. */
  readonly sub: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** The picture of the document's user. */
  readonly picture?: string | undefined;
  /** The most that is granted. Default: all scopes of the document. */
  readonly scopes?: readonly string[] | undefined;
  /** More claims, in all tokens and in the response of userinfo. */
  readonly claims?: JsonObject | undefined;
}

export interface LoginClient {
  /** The `client_id`. */
  readonly id: string;
  /** Its `client_secret`. Default: none; the client is public, and needs PKCE. */
  readonly secret?: string | undefined;
  /** Where it may be redirected to, character by character. */
  readonly redirectUris: readonly string[];
}

export interface LoginRules {
  /** Default: {@link usualUsers}. */
  readonly users?: readonly LoginUser[] | undefined;
  /** Whether the first user is logged in without a page. */
  readonly isFirstLoggedIn: boolean;
  /** The default is any client, with a loopback address. */
  readonly clients?: readonly LoginClient[] | undefined;
  readonly lifetimeMs: number;
  /** The audiences that the operations accept. Undefined: all but {@link wrongAudience}. */
  readonly audience?: readonly string[] | undefined;
  /** Whether the operations accept no other tokens than those of the issuer. */
  readonly acceptsOnlyIssued: boolean;
}

export const defaultLoginRules: LoginRules = {
  isFirstLoggedIn: false,
  lifetimeMs: 3_600_000,
  acceptsOnlyIssued: false,
};

export const usualUsers: readonly LoginUser[] = [
  { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  { sub: 'grace', name: 'Grace Hopper', email: 'grace@example.com' },
  { sub: 'alan', name: 'Alan Turing', email: 'alan@example.com' },
];

/** An audience that is never accepted. */
export const wrongAudience = 'urn:vivarium:wrong';

/** What may be wrong with every token that a world issues: it has expired, or is for {@link wrongAudience}. */
export type TokenFlaw = 'expired' | 'wrong-audience';

/** Keeps a new key of an issuer, and returns it, or the one that was kept before. */
export type KeepKey = (fresh: string, isKey: (text: string) => boolean) => Promise<string>;

/** A token for somebody, without a login. */
export interface TokenOrder {
  /** Default: the first user. */
  readonly sub?: string | undefined;
  /** Default: all scopes of the document that the user may have. */
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
  readonly lifetimeMs?: number | undefined;
  readonly claims?: JsonObject | undefined;
}

export type TokenJudgement =
  /** A token of another server. */
  | { readonly type: 'foreign' }
  | { readonly type: 'accepted'; readonly claims: JsonObject; readonly scopes: ReadonlySet<string> }
  | { readonly type: 'rejected'; readonly reason: string };
