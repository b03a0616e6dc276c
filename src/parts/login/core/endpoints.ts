/** All endpoints but the one that logs in: tokens, metadata, keys, userinfo, introspection, revocation, logout. */
import { headerOf } from '../../../core/http/http.ts';
import type { JsonObject } from '../../../core/primitives/json.ts';
import type { EndpointName } from '../../../core/service/login-facts.ts';
import { personWithSub } from './accounts.ts';
import { audienceOf, authorize, type LoginCode, refusedRedirect } from './authorize.ts';
import { errorPage, loggedOutPage } from './login-page.ts';
import { isRevoked, type LoginAnswer, type LoginDecision } from './login-types.ts';
import {
  answerError,
  answerJson,
  authenticateClient,
  bearerIn,
  type Caller,
  type IssuerParts,
  invalidClient,
  invalidRequest,
  listOf,
  OAuthError,
  type Parameters,
  readForm,
  readSent,
  required,
} from './oauth.ts';
import {
  claimsOf,
  endSession,
  findSession,
  grantedScope,
  type IssuerCall,
  isMachine,
  issueTokens,
  judgeToken,
  optionalText,
  readJwt,
  type Subject,
  secondsOf,
  standardScopes,
  textIn,
  userNamed,
  userWithSub,
} from './tokens.ts';

const answerOpenly = (json: JsonObject, reason: string): LoginDecision => ({
  status: 200,
  headers: [],
  body: { json },
  reason,
});

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];

/** OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2. */
const metadata = ({ scopes, iss }: IssuerCall): JsonObject => ({
  issuer: iss,
  authorization_endpoint: `${iss}/authorize`,
  token_endpoint: `${iss}/token`,
  userinfo_endpoint: `${iss}/userinfo`,
  jwks_uri: `${iss}/jwks`,
  introspection_endpoint: `${iss}/introspect`,
  revocation_endpoint: `${iss}/revoke`,
  end_session_endpoint: `${iss}/logout`,
  scopes_supported: [...new Set([...standardScopes, ...scopes])],
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: [...grants.keys()],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: authMethods,
  introspection_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  claims_supported: 'sub iss aud exp iat auth_time nonce name email email_verified picture'.split(' '),
  authorization_response_iss_parameter_supported: true,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});

/** OpenID Connect Core, section 5.3. */
const userinfo = (call: IssuerCall): LoginDecision => {
  const isWithout = headerOf(call.request.headers, 'authorization') === undefined;
  const token = bearerIn(call.request);
  // RFC 6750, section 3.1: without a token, the challenge has no error.
  if (token === undefined)
    throw invalidToken('send the header "Authorization: Bearer <token>"', isWithout ? '' : ' error="invalid_request"');
  const judgement = judgeToken(call, token);
  if (judgement.type !== 'accepted') {
    const reason = judgement.type === 'rejected' ? judgement.reason : 'it is not of this server';
    throw invalidToken(`the token is not accepted: ${reason}`, ' error="invalid_token"');
  }
  const sub = textIn(judgement.claims, 'sub');
  const user = isMachine(judgement.claims) ? undefined : personWithSub(call, sub);
  return answerJson({ ...claimsOf({ user, claims: undefined }), sub }, `told about ${sub}`);
};

const invalidToken = (description: string, flaw: string): OAuthError =>
  new OAuthError('invalid_token', description, 401, ['WWW-Authenticate', `Bearer${flaw}`]);

/** A form, and the client that sends it. @throws OAuthError */
const readCall = (call: IssuerCall): GrantRequest => {
  const form = readForm(call.request);
  return { call, form, caller: authenticateClient(call.request, form, call.rules) };
};

/** RFC 7662. */
const introspect = (call: IssuerCall): LoginDecision => {
  const active = activeToken(call, required(readCall(call).form, 'token'));
  return answerJson(active ?? { active: false }, `the token is ${active === undefined ? 'not ' : ''}active`);
};

const activeToken = (call: IssuerCall, token: string): JsonObject | undefined => {
  const judgement = judgeToken(call, token);
  if (judgement.type === 'accepted') {
    const username = userWithSub(call, textIn(judgement.claims, 'sub'))?.name;
    return { active: true, token_type: 'Bearer', ...(username !== undefined && { username }), ...judgement.claims };
  }
  const data = call.seals.open<Renewal>('refresh', token);
  if (data === undefined || call.seals.isUsed(data) || isRevoked(call.grants, data.login)) return undefined;
  const { client, sub, scope, expires } = data;
  return {
    active: true,
    token_type: 'refresh_token',
    iss: call.iss,
    sub,
    scope,
    exp: expires,
    ...(client !== undefined && { client_id: client }),
  };
};

/** RFC 7009: a token that is not known is no error. */
const revoke = (call: IssuerCall): LoginDecision => {
  const { form, caller } = readCall(call);
  const found = revocable(call, required(form, 'token'));
  const isOthers = found?.client !== undefined && caller.id !== undefined && found.client !== caller.id;
  if (isOthers) throw invalidGrant('the token was issued to another client');
  if (found !== undefined) call.seals.revoke(found.id);
  const reason = found === undefined ? 'there is nothing to revoke' : 'revoked';
  return { status: 200, headers: ['Cache-Control', 'no-store'], reason };
};

/** An access token alone, or with a refresh token all tokens of its login (RFC 7009, section 2.1). */
const revocable = (
  call: IssuerCall,
  token: string,
): { readonly id: string; readonly client: string | undefined } | undefined => {
  const judgement = judgeToken(call, token);
  if (judgement.type === 'accepted')
    return { id: textIn(judgement.claims, 'jti'), client: optionalText(judgement.claims, 'client_id') };
  const data = call.seals.open<Renewal>('refresh', token);
  return data && { id: data.login, client: data.client };
};

/** OpenID Connect RP-Initiated Logout 1.0. */
const logout = (call: IssuerCall): LoginDecision => {
  const { request, rules, seals } = call;
  const read = readSent(request);
  const target = read.get('post_logout_redirect_uri');
  const page = target === undefined ? undefined : refusedLogout(target, rules, clientOf(call, read));
  const session = findSession(call);
  if (session !== undefined) seals.revoke(session.id);
  const cookie = endSession(call);
  if (page !== undefined) return { ...page, headers: [...page.headers, ...cookie] };
  if (target === undefined) return loggedOutPage(cookie);
  const state = read.get('state');
  const query = state === undefined ? '' : `${target.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
  return {
    status: request.method === 'POST' ? 303 : 302,
    headers: ['Location', `${target}${query}`, 'Cache-Control', 'no-store', ...cookie],
    reason: session === undefined ? 'nobody was logged in' : `${session.user.sub} logged out`,
  };
};

/** The client that logs somebody out, by its name or by its ID token. */
const clientOf = ({ issuer }: IssuerParts, read: Parameters): string | undefined => {
  const hint = read.get('id_token_hint');
  const token = hint === undefined ? undefined : readJwt(issuer, hint);
  return read.get('client_id') ?? (token?.isOurs === true ? optionalText(token.claims, 'aud') : undefined);
};

/** A client has no list of its own for this: an origin of its redirect URIs is enough. */
const refusedLogout = (
  target: string,
  { clients }: IssuerCall['rules'],
  client: string | undefined,
): LoginDecision | undefined => {
  const uris = clients
    ?.filter(({ id }) => client === undefined || id === client)
    .flatMap(({ redirectUris }) => redirectUris);
  const origin = URL.parse(target)?.origin;
  const isKnown = origin !== 'null' && uris?.some((uri) => URL.parse(uri)?.origin === origin) === true;
  return refusedRedirect(target, isKnown ? [target] : uris, 'post_logout_redirect_uri');
};

/** In seconds. */
const refreshLifetime = 30 * 86_400;

const token = (call: IssuerCall): LoginDecision => {
  const request = readCall(call);
  const { form } = request;
  // FastAPI's form has it as an option: whoever sends a name means the password grant.
  const type =
    form.get('username') === undefined ? required(form, 'grant_type') : (form.get('grant_type') ?? 'password');
  const grant = grants.get(type);
  if (grant === undefined)
    throw new OAuthError('unsupported_grant_type', `the grant ${JSON.stringify(type)} is not supported`);
  const { subject, renews } = grant(request);
  const refreshToken = renews && call.seals.seal('refresh', renewalOf(renews), refreshLifetime);
  const tokens = issueTokens(call, subject, refreshToken);
  return answerJson(tokens, `issued tokens to ${subject.sub}, scope ${JSON.stringify(subject.scope)}`);
};

interface Granted {
  /** Whom the access token is for. */
  readonly subject: Subject;
  /** What the refresh token renews, which may be more. Undefined: there is none. */
  readonly renews: Subject | undefined;
}

interface GrantRequest {
  readonly call: IssuerCall;
  readonly form: Parameters;
  readonly caller: Caller;
}

const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description);

const redeemCode = ({ call, form, caller }: GrantRequest): Granted => {
  const { seals } = call;
  const data = seals.open<LoginCode>('code', required(form, 'code'));
  if (data === undefined) throw invalidGrant('the code is unknown, expired, of another world, or of before a reset');
  if (seals.isUsed(data)) {
    // RFC 6749, section 4.1.2: somebody else may have it.
    seals.revoke(data.login);
    throw invalidGrant('the code was used already; its tokens are revoked');
  }
  if (caller.id === undefined) throw invalidRequest('client_id is required');
  if (caller.id !== data.client) throw invalidGrant('the code was issued to another client');
  const uri = form.get('redirect_uri');
  if (uri !== data.redirectUri && (uri !== undefined || data.isUriSent))
    throw invalidGrant('redirect_uri is not that of the authorization request');
  checkVerifier(call, data, form.get('code_verifier'), caller);
  const subject = subjectFrom(call, data);
  const narrowed = subject && narrowAudience(subject, form);
  seals.use(data);
  if (narrowed === undefined) throw unknownUser();
  return { subject: narrowed, renews: subject };
};

const unknownUser = (): OAuthError => invalidGrant('the user is not in the scenario any more');

/** RFC 8707, section 2.2: a token for some of what the login asked for, or for what the token request asks for first. */
const narrowAudience = (subject: Subject, form: Parameters): Subject => {
  const audience = audienceOf(form);
  if (audience.length === 0) return subject;
  const unknown = subject.audience.length > 0 && audience.find((one) => !subject.audience.includes(one));
  if (unknown)
    throw new OAuthError('invalid_target', `the login did not ask for the audience ${JSON.stringify(unknown)}`);
  return { ...subject, audience };
};

/** RFC 7636, section 4.6; and RFC 9700, section 2.1.1: a verifier without a challenge is an attack. */
const checkVerifier = (
  { issuer }: IssuerParts,
  { challenge }: LoginCode,
  verifier: string | undefined,
  { isConfidential }: Caller,
) => {
  if (challenge === undefined && verifier !== undefined)
    throw invalidGrant('code_verifier was sent, but the authorization request had no code_challenge');
  if (challenge === undefined && !isConfidential)
    throw invalidGrant('a public client needs PKCE: a code_challenge and a code_verifier');
  if (challenge === undefined) return;
  if (verifier === undefined) throw invalidGrant('code_verifier is missing');
  if (issuer.sha256(verifier) !== challenge) throw invalidGrant('code_verifier does not match the code_challenge');
};

const refresh = ({ call, form, caller }: GrantRequest): Granted => {
  const { seals } = call;
  const data = seals.open<Renewal>('refresh', required(form, 'refresh_token'));
  if (data === undefined)
    throw invalidGrant('the refresh token is unknown, expired, of another world, or of before a reset');
  const { login, client } = data;
  if (isRevoked(call.grants, login)) throw invalidGrant('the refresh token was revoked');
  if (seals.isUsed(data)) {
    seals.revoke(login);
    throw invalidGrant('the refresh token was used already; all tokens of this login are revoked');
  }
  if (client !== undefined && client !== caller.id)
    throw invalidGrant('the refresh token was issued to another client');
  const scope = form.get('scope');
  const known = listOf(data.scope);
  if (scope !== undefined && listOf(scope).some((one) => !known.includes(one)))
    throw new OAuthError('invalid_scope', 'scope has more than what was granted');
  const subject = subjectFrom(call, data);
  if (subject === undefined) throw unknownUser();
  const narrowed = narrowAudience(subject, form);
  seals.use(data);
  // The next refresh token has the same scope as this one (RFC 6749, section 6).
  return { subject: scope === undefined ? narrowed : { ...narrowed, scope: listOf(scope).join(' ') }, renews: subject };
};

/** RFC 6749, section 4.4: only for clients with a secret. */
const clientCredentials = (request: GrantRequest): Granted => {
  const { caller } = request;
  if (caller.id === undefined || !caller.isConfidential)
    throw invalidClient('this grant needs client_id and client_secret');
  return { subject: newLogin(request, caller.id, undefined), renews: undefined };
};

/** RFC 6749, section 4.3. Any password is right. */
const password = (request: GrantRequest): Granted => {
  const { form, call } = request;
  const name = required(form, 'username');
  required(form, 'password');
  const user = userNamed(call, name);
  if (user === undefined) throw invalidGrant(`no user has the sub or the email ${JSON.stringify(name)}`);
  const subject = newLogin(request, user.sub, user);
  return { subject, renews: subject };
};

const newLogin = ({ form, caller, call }: GrantRequest, sub: string, user: Subject['user']): Subject => ({
  sub,
  user,
  client: caller.id,
  scope: grantedScope(call, form.get('scope'), user),
  audience: audienceOf(form),
  login: call.issuer.random(),
  authTime: secondsOf(call),
});

/** What a refresh token stands for. */
type Renewal = Pick<Subject, 'sub' | 'client' | 'scope' | 'audience' | 'login' | 'authTime'>;

const renewalOf = ({ sub, client, scope, audience, login, authTime }: Renewal): Renewal => ({
  sub,
  client,
  scope,
  audience,
  login,
  authTime,
});

/** The subject of a code or a refresh token. Undefined: there is no such user. */
const subjectFrom = (call: IssuerCall, data: Renewal & Pick<Subject, 'nonce'>): Subject | undefined => {
  const user = userWithSub(call, data.sub);
  return user && { ...renewalOf(data), user, nonce: data.nonce };
};

const grants: ReadonlyMap<string, (request: GrantRequest) => Granted> = new Map([
  ['authorization_code', redeemCode],
  ['client_credentials', clientCredentials],
  ['refresh_token', refresh],
  ['password', password],
]);

const answers: Readonly<Record<EndpointName, (call: IssuerCall) => LoginDecision>> = {
  discovery: (call) => answerOpenly(metadata(call), `the metadata of ${call.iss}`),
  jwks: ({ issuer }) => answerOpenly({ keys: [issuer.publicKey()] }, 'the public key'),
  ...{ authorize, token, userinfo, introspect, revoke, logout },
};

/** Where people see it, an error is a page. */
const answerAt = (endpoint: EndpointName, call: IssuerCall): LoginDecision => {
  try {
    return answers[endpoint](call);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (endpoint !== 'authorize' && endpoint !== 'logout') return answerError(error);
    return errorPage(`The request is invalid: ${error.message}.`, 'Mend the link of the app.');
  }
};

export const respondAt = (endpoint: EndpointName, call: IssuerCall): LoginAnswer => ({
  ...answerAt(endpoint, call),
  grants: call.seals.grants,
});
