/** The token endpoint: four grants (RFC 6749), codes with PKCE (RFC 7636), refresh tokens that are used once (RFC 9700, section 4.14.2). */
import { getProperty, type JsonObject } from '../../../core/primitives/json.ts';
import { audienceOf } from './authorize.ts';
import type { IssuerCall } from './issuer-address.ts';
import type { LoginAnswer } from './login-types.ts';
import {
  answerError,
  answerJson,
  authenticateClient,
  type Caller,
  type IssuerParts,
  invalidClient,
  isError,
  listOf,
  type OAuthError,
  type Parameters,
  readForm,
} from './oauth.ts';
import { optionalText, Seals, textIn } from './seals.ts';
import { grantedScope, issueTokens, type Subject, secondsOf, userNamed, userWithSub } from './tokens.ts';

/** In seconds. */
const refreshLifetime = 30 * 86_400;

export const tokenEndpoint = (parts: IssuerParts, call: IssuerCall): LoginAnswer => {
  const form = readForm(call.request);
  if (isError(form)) return answerError(form);
  const caller = authenticateClient(call.request, form, call.rules);
  if (isError(caller)) return answerError(caller);
  const seals = new Seals(parts.issuer, call);
  const granted = grant({ parts, call, form, caller, seals });
  if (isError(granted)) return answerError(granted, seals.grants);
  const { subject, renews } = granted;
  const refreshToken = renews && seals.seal('refresh', refreshData(renews), refreshLifetime);
  const tokens = issueTokens(parts, call, subject, refreshToken);
  return answerJson(tokens, `issued tokens to ${subject.sub}, scope ${JSON.stringify(subject.scope)}`, seals.grants);
};

interface Granted {
  /** Whom the access token is for. */
  readonly subject: Subject;
  /** What the refresh token renews, which may be more. Undefined: there is none. */
  readonly renews: Subject | undefined;
}

interface GrantRequest {
  readonly parts: IssuerParts;
  readonly call: IssuerCall;
  readonly form: Parameters;
  readonly caller: Caller;
  readonly seals: Seals;
}

const invalidGrant = (description: string): OAuthError => ({ error: 'invalid_grant', description });
const missing = (name: string): OAuthError => ({ error: 'invalid_request', description: `${name} is required` });

const grant = (request: GrantRequest): Granted | OAuthError => {
  const { form } = request;
  // FastAPI's form has it as an option: whoever sends a name means the password grant.
  const type = form.get('grant_type') ?? (form.get('username') === undefined ? undefined : 'password');
  switch (type) {
    case 'authorization_code':
      return redeemCode(request);
    case 'refresh_token':
      return refresh(request);
    case 'client_credentials':
      return clientCredentials(request);
    case 'password':
      return password(request);
    case undefined:
      return missing('grant_type');
    default:
      return { error: 'unsupported_grant_type', description: `the grant ${JSON.stringify(type)} is not supported` };
  }
};

const redeemCode = ({ parts, call, form, caller, seals }: GrantRequest): Granted | OAuthError => {
  const code = form.get('code');
  if (code === undefined) return missing('code');
  const data = seals.open('code', code);
  if (data === undefined) return invalidGrant('the code is unknown, expired, of another world, or of before a reset');
  const login = textIn(data, 'login');
  if (seals.isUsed(data)) {
    // RFC 6749, section 4.1.2: somebody else may have it.
    seals.revoke(login);
    return invalidGrant('the code was used already; its tokens are revoked');
  }
  if (caller.id === undefined) return missing('client_id');
  if (caller.id !== textIn(data, 'client')) return invalidGrant('the code was issued to another client');
  const uri = form.get('redirect_uri');
  const isSameUri =
    uri === textIn(data, 'redirectUri') || (uri === undefined && getProperty(data, 'isUriSent') !== true);
  if (!isSameUri) return invalidGrant('redirect_uri is not that of the authorization request');
  const problem = verifierProblem(parts, data, form.get('code_verifier'), caller);
  if (problem !== undefined) return invalidGrant(problem);
  const subject = subjectFrom(call, data);
  const narrowed = subject && narrowAudience(subject, form);
  if (narrowed !== undefined && isError(narrowed)) return narrowed;
  seals.use(data);
  return narrowed === undefined ? unknownUser : { subject: narrowed, renews: subject };
};

const unknownUser = invalidGrant('the user is not in the scenario any more');

/** RFC 8707, section 2.2: a token for some of what the login asked for, or for what the token request asks for first. */
const narrowAudience = (subject: Subject, form: Parameters): Subject | OAuthError => {
  const audience = audienceOf(form);
  if (audience.length === 0) return subject;
  const unknown = subject.audience.length > 0 && audience.find((one) => !subject.audience.includes(one));
  return unknown
    ? { error: 'invalid_target', description: `the login did not ask for the audience ${JSON.stringify(unknown)}` }
    : { ...subject, audience };
};

/** RFC 7636, section 4.6; and RFC 9700, section 2.1.1: a verifier without a challenge is an attack. */
const verifierProblem = (
  { issuer }: IssuerParts,
  data: JsonObject,
  verifier: string | undefined,
  { isConfidential }: Caller,
): string | undefined => {
  const challenge = optionalText(data, 'challenge');
  if (challenge === undefined) {
    if (verifier !== undefined) return 'code_verifier was sent, but the authorization request had no code_challenge';
    return isConfidential ? undefined : 'a public client needs PKCE: a code_challenge and a code_verifier';
  }
  if (verifier === undefined) return 'code_verifier is missing';
  return issuer.sha256(verifier) === challenge ? undefined : 'code_verifier does not match the code_challenge';
};

const refresh = ({ call, form, caller, seals }: GrantRequest): Granted | OAuthError => {
  const token = form.get('refresh_token');
  if (token === undefined) return missing('refresh_token');
  const data = seals.open('refresh', token);
  if (data === undefined)
    return invalidGrant('the refresh token is unknown, expired, of another world, or of before a reset');
  const login = textIn(data, 'login');
  if (call.grants.isRevoked(login)) return invalidGrant('the refresh token was revoked');
  if (seals.isUsed(data)) {
    seals.revoke(login);
    return invalidGrant('the refresh token was used already; all tokens of this login are revoked');
  }
  const client = optionalText(data, 'client');
  if (client !== undefined && client !== caller.id)
    return invalidGrant('the refresh token was issued to another client');
  const scope = form.get('scope');
  const known = listOf(textIn(data, 'scope'));
  if (scope !== undefined && listOf(scope).some((one) => !known.includes(one)))
    return { error: 'invalid_scope', description: 'scope has more than what was granted' };
  const subject = subjectFrom(call, data);
  if (subject === undefined) return unknownUser;
  const narrowed = narrowAudience(subject, form);
  if (isError(narrowed)) return narrowed;
  seals.use(data);
  // The next refresh token has the same scope as this one (RFC 6749, section 6).
  return { subject: scope === undefined ? narrowed : { ...narrowed, scope: listOf(scope).join(' ') }, renews: subject };
};

/** RFC 6749, section 4.4: only for clients with a secret. */
const clientCredentials = (request: GrantRequest): Granted | OAuthError => {
  const { caller } = request;
  if (caller.id === undefined || !caller.isConfidential)
    return invalidClient('this grant needs client_id and client_secret');
  return { subject: newLogin(request, caller.id, undefined), renews: undefined };
};

/** RFC 6749, section 4.3. Any password is right. */
const password = (request: GrantRequest): Granted | OAuthError => {
  const { form, call } = request;
  const name = form.get('username');
  if (name === undefined) return missing('username');
  if (form.get('password') === undefined) return missing('password');
  const user = userNamed(call, name);
  if (user === undefined) return invalidGrant(`no user has the sub or the email ${JSON.stringify(name)}`);
  const subject = newLogin(request, user.sub, user);
  return { subject, renews: subject };
};

const newLogin = ({ parts, form, caller, call }: GrantRequest, sub: string, user: Subject['user']): Subject => ({
  sub,
  user,
  client: caller.id,
  scope: grantedScope(parts, form.get('scope'), user),
  audience: audienceOf(form),
  login: parts.issuer.random(),
  authTime: secondsOf(call),
});

const refreshData = ({ sub, client, scope, audience, login, authTime }: Subject): JsonObject => ({
  sub,
  ...(client !== undefined && { client }),
  scope,
  audience,
  login,
  authTime,
});

/** The subject of a code or a refresh token. Undefined: there is no such user. */
const subjectFrom = (call: IssuerCall, data: JsonObject): Subject | undefined => {
  const user = userWithSub(call, textIn(data, 'sub'));
  return (
    user && {
      sub: user.sub,
      user,
      client: optionalText(data, 'client'),
      scope: textIn(data, 'scope'),
      audience: getProperty(data, 'audience') as readonly string[],
      login: textIn(data, 'login'),
      authTime: Number(getProperty(data, 'authTime')),
      nonce: optionalText(data, 'nonce'),
    }
  );
};
