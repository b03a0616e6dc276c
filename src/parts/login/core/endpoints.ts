/** All endpoints but the one that logs in: tokens, metadata, keys, userinfo, introspection, revocation, logout. */
import { headerOf } from '../../../core/http/http.ts';
import type { JsonObject } from '../../../core/primitives/json.ts';
import type { EndpointName } from '../../../core/service/login-facts.ts';
import { personWithSub } from './accounts.ts';
import { audienceOf, authorize, type LoginCode, redirectProblem } from './authorize.ts';
import { errorPage, loggedOutPage } from './login-page.ts';
import { isRevoked, type LoginAnswer, type LoginDecision } from './login-types.ts';
import {
  answerError,
  answerJson,
  authenticateClient,
  type Caller,
  type IssuerParts,
  invalidClient,
  invalidRequest,
  isError,
  listOf,
  type OAuthError,
  type Parameters,
  readForm,
  readParameters,
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

const answers: Readonly<Record<EndpointName, (call: IssuerCall) => LoginDecision>> = {
  discovery: (call) => answerOpenly(metadata(call), `the metadata of ${call.iss}`),
  jwks: ({ issuer }) => answerOpenly({ keys: [issuer.publicKey()] }, 'the public key'),
  authorize,
  token: (call) => tokenEndpoint(call),
  userinfo: (call) => userinfo(call),
  introspect: (call) => introspect(call),
  revoke: (call) => revoke(call),
  logout: (call) => logOut(call),
};

export const respondAt = (endpoint: EndpointName, call: IssuerCall): LoginAnswer => ({
  ...answers[endpoint](call),
  grants: call.seals.grants,
});

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
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token', 'password'],
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
  const header = headerOf(call.request.headers, 'authorization');
  const token = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined)
    return answerError({
      error: 'invalid_token',
      description: 'send the header "Authorization: Bearer <token>"',
      status: 401,
      // RFC 6750, section 3.1: without a token, the challenge has no error.
      headers: ['WWW-Authenticate', header === undefined ? 'Bearer' : 'Bearer error="invalid_request"'],
    });
  const judgement = judgeToken(call, token);
  if (judgement.type !== 'accepted') {
    const reason = judgement.type === 'rejected' ? judgement.reason : 'it is not of this server';
    return answerError({
      error: 'invalid_token',
      description: `the token is not accepted: ${reason}`,
      status: 401,
      headers: ['WWW-Authenticate', 'Bearer error="invalid_token"'],
    });
  }
  const sub = textIn(judgement.claims, 'sub');
  const user = isMachine(judgement.claims) ? undefined : personWithSub(call, sub);
  return answerJson({ ...claimsOf({ user, claims: undefined }), sub }, `told about ${sub}`);
};

const readToken = (call: IssuerCall): { readonly token: string; readonly caller: Caller } | OAuthError => {
  const form = readForm(call.request);
  if (isError(form)) return form;
  const caller = authenticateClient(call.request, form, call.rules);
  if (isError(caller)) return caller;
  const token = form.get('token');
  return token === undefined ? missing('token') : { token, caller };
};

/** RFC 7662. */
const introspect = (call: IssuerCall): LoginDecision => {
  const sent = readToken(call);
  if (isError(sent)) return answerError(sent);
  const active = activeToken(call, sent.token);
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
  const sent = readToken(call);
  if (isError(sent)) return answerError(sent);
  const { token, caller } = sent;
  const found = revocable(call, token);
  const isOthers = found?.client !== undefined && caller.id !== undefined && found.client !== caller.id;
  if (isOthers) return answerError({ error: 'invalid_grant', description: 'the token was issued to another client' });
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
const logOut = (call: IssuerCall): LoginDecision => {
  const { request, rules, seals } = call;
  const read = request.method === 'POST' ? readForm(request) : readParameters(request.query);
  if (isError(read)) return errorPage(`The request is invalid: ${read.description}.`, 'Mend the link of the app.');
  const target = read.get('post_logout_redirect_uri');
  const problem = target === undefined ? undefined : logoutProblem(target, rules, clientOf(call, read));
  const session = findSession(call);
  if (session !== undefined) seals.revoke(session.id);
  const cookie = endSession(call);
  if (problem !== undefined) {
    const page = errorPage(problem.message.replace('redirect_uri', 'post_logout_redirect_uri'), problem.remedy);
    return { ...page, headers: [...page.headers, ...cookie] };
  }
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
const logoutProblem = (
  target: string,
  { clients }: IssuerCall['rules'],
  client: string | undefined,
): ReturnType<typeof redirectProblem> => {
  const uris = clients
    ?.filter(({ id }) => client === undefined || id === client)
    .flatMap(({ redirectUris }) => redirectUris);
  const origin = URL.parse(target)?.origin;
  const isKnown = origin !== 'null' && uris?.some((uri) => URL.parse(uri)?.origin === origin) === true;
  return redirectProblem(target, isKnown ? [target] : uris);
};

/** In seconds. */
const refreshLifetime = 30 * 86_400;

const tokenEndpoint = (call: IssuerCall): LoginDecision => {
  const form = readForm(call.request);
  if (isError(form)) return answerError(form);
  const caller = authenticateClient(call.request, form, call.rules);
  if (isError(caller)) return answerError(caller);
  const granted = grant({ call, form, caller });
  if (isError(granted)) return answerError(granted);
  const { subject, renews } = granted;
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

const invalidGrant = (description: string): OAuthError => ({ error: 'invalid_grant', description });
const missing = (name: string): OAuthError => invalidRequest(`${name} is required`);

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

const redeemCode = ({ call, form, caller }: GrantRequest): Granted | OAuthError => {
  const { seals } = call;
  const code = form.get('code');
  if (code === undefined) return missing('code');
  const data = seals.open<LoginCode>('code', code);
  if (data === undefined) return invalidGrant('the code is unknown, expired, of another world, or of before a reset');
  if (seals.isUsed(data)) {
    // RFC 6749, section 4.1.2: somebody else may have it.
    seals.revoke(data.login);
    return invalidGrant('the code was used already; its tokens are revoked');
  }
  if (caller.id === undefined) return missing('client_id');
  if (caller.id !== data.client) return invalidGrant('the code was issued to another client');
  const uri = form.get('redirect_uri');
  if (uri !== data.redirectUri && (uri !== undefined || data.isUriSent))
    return invalidGrant('redirect_uri is not that of the authorization request');
  const problem = verifierProblem(call, data, form.get('code_verifier'), caller);
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
  { challenge }: LoginCode,
  verifier: string | undefined,
  { isConfidential }: Caller,
): string | undefined => {
  if (challenge === undefined) {
    if (verifier !== undefined) return 'code_verifier was sent, but the authorization request had no code_challenge';
    return isConfidential ? undefined : 'a public client needs PKCE: a code_challenge and a code_verifier';
  }
  if (verifier === undefined) return 'code_verifier is missing';
  return issuer.sha256(verifier) === challenge ? undefined : 'code_verifier does not match the code_challenge';
};

const refresh = ({ call, form, caller }: GrantRequest): Granted | OAuthError => {
  const { seals } = call;
  const token = form.get('refresh_token');
  if (token === undefined) return missing('refresh_token');
  const data = seals.open<Renewal>('refresh', token);
  if (data === undefined)
    return invalidGrant('the refresh token is unknown, expired, of another world, or of before a reset');
  const { login, client } = data;
  if (isRevoked(call.grants, login)) return invalidGrant('the refresh token was revoked');
  if (seals.isUsed(data)) {
    seals.revoke(login);
    return invalidGrant('the refresh token was used already; all tokens of this login are revoked');
  }
  if (client !== undefined && client !== caller.id)
    return invalidGrant('the refresh token was issued to another client');
  const scope = form.get('scope');
  const known = listOf(data.scope);
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
