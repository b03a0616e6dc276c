/** What scenario files say of the login, and what saved worlds say of who is logged in. */
import { formatDuration, parseDuration } from '../../core/primitives/units.ts';
import { defaultLoginRules, type LoginRules } from '../../core/service/login-facts.ts';
import {
  choice,
  count,
  duration,
  list,
  map,
  object,
  oneOrMore,
  text,
  unique,
} from '../../scenario/document/schema-values.ts';

/** The issuer sets them itself. */
const reservedClaims: readonly string[] = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'scope', 'client_id'];

const claimOfOwn = 'a claim that the issuer does not set itself (sub, scope, audience and lifetime are options)';

export const tokenClaims = () =>
  object().superRefine((claims, { addIssue }) => {
    for (const name of reservedClaims)
      if (Object.hasOwn(claims, name))
        addIssue({
          code: 'invalid_key',
          origin: 'record',
          path: [name],
          issues: [{ code: 'custom', path: [], message: claimOfOwn, input: name }],
          input: claims,
        });
  });

const loginUser = () =>
  map('a user', {
    sub: text().min(1, { error: 'a text' }).describe('Who it is, in all tokens.'),
    name: text().optional().describe('The name on the page.'),
    email: text().optional().describe('The e-mail address.'),
    scopes: list('a list of scopes', text())
      .optional()
      .describe('The most that is granted. Default: all scopes of the document.'),
    claims: tokenClaims().optional().describe('More claims, in all tokens and in the response of userinfo.'),
  });

const loginClient = () =>
  map('a client', {
    id: text().min(1, { error: 'a text' }).describe('Its `client_id`.'),
    secret: text().optional().describe('Its `client_secret`. If omitted, it is public, and needs PKCE.'),
    redirectUris: list('a list of URIs', text().refine(URL.canParse, { error: 'an absolute URI' })).describe(
      'Where it may be redirected to, character by character.',
    ),
  });

/** The properties of `auth` about the issuer. */
export const loginSection = () => ({
  users: list('a list of users', loginUser())
    .min(1, { error: 'a list of users with at least one' })
    .superRefine(unique('sub'))
    .optional()
    .describe('Who can log in, if the document declares a login. Default: `ada`, `grace` and `alan`.'),
  login: choice('first', 'page')
    .optional()
    .describe(
      '`first`: the first user is logged in without a page, or the one that `login_hint` names. Default: `page`.',
    ),
  clients: list('a list of clients', loginClient())
    .superRefine(unique('id'))
    .optional()
    .describe('The only clients that may log users in. If omitted, any client at a loopback address.'),
  lifetime: duration().optional().describe("How long an access token is valid, in the world's time. Default: `1h`."),
  audience: oneOrMore().optional().describe('The audiences that the operations accept. If omitted, any.'),
  tokens: choice('any', 'issued')
    .optional()
    .describe('`issued`: the operations accept only tokens of the issuer, and `keys`. Default: `any`.'),
});

export const rememberedLogins = () =>
  map('a map', {
    generation: text().optional().describe('What codes, refresh tokens and sessions are sealed with.'),
    used: list('a list of ids', text()).optional().describe('Codes and refresh tokens that were used.'),
    revoked: list('a list of ids', text()).optional().describe('What was revoked.'),
    sessions: list(
      'a list of sessions',
      map('a session', {
        id: text().describe('The id of the session.'),
        sub: text().describe('The user who logged in.'),
        client: text().describe('The client that asked for the login.'),
        since: count(0).describe('When, in seconds of world time since the epoch.'),
      }),
    )
      .optional()
      .describe('Who is logged in.'),
  });

interface LoginSection {
  readonly users?: LoginRules['users'];
  readonly login?: 'first' | 'page' | undefined;
  readonly clients?: LoginRules['clients'];
  readonly lifetime?: string | undefined;
  readonly audience?: string | readonly string[] | undefined;
  readonly tokens?: 'any' | 'issued' | undefined;
}

/** The rules of the login, if the scenario says anything about it. Expects a checked document. */
export const loginFrom = (auth: LoginSection = {}): { readonly login?: LoginRules } => {
  const { users, login, clients, lifetime, audience, tokens } = auth;
  const given = [users, login, clients, lifetime, audience, tokens];
  if (given.every((value) => value === undefined)) return {};
  return {
    login: {
      users,
      isFirstLoggedIn: login === 'first',
      clients,
      lifetimeMs: (lifetime === undefined ? undefined : parseDuration(lifetime)) ?? defaultLoginRules.lifetimeMs,
      audience: typeof audience === 'string' ? [audience] : audience,
      acceptsOnlyIssued: tokens === 'issued',
    },
  };
};

/** The properties of `auth` that differ from the defaults. */
export const writeLogin = ({
  users,
  isFirstLoggedIn,
  clients,
  lifetimeMs,
  audience,
  acceptsOnlyIssued,
}: LoginRules): LoginSection => ({
  ...(users !== undefined && { users }),
  ...(isFirstLoggedIn && { login: 'first' }),
  ...(clients !== undefined && { clients }),
  ...(lifetimeMs !== defaultLoginRules.lifetimeMs && { lifetime: formatDuration(lifetimeMs) }),
  ...(audience !== undefined && { audience }),
  ...(acceptsOnlyIssued && { tokens: 'issued' }),
});
