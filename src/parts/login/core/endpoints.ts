/** The smaller endpoints: metadata, keys, userinfo, introspection, revocation, logout. */
import { headerOf } from '../../../core/http/http.ts';
import { getProperty, type JsonObject } from '../../../core/primitives/json.ts';
import type { EndpointName } from '../../../core/service/login-facts.ts';
import { personWithSub } from './accounts.ts';
import { authorize, redirectProblem } from './authorize.ts';
import type { IssuerCall } from './issuer-address.ts';
import { readJwt } from './jwt.ts';
import { errorPage, loggedOutPage } from './login-page.ts';
import type { LoginAnswer } from './login-types.ts';
import {
  answerError,
  answerJson,
  authenticateClient,
  type Caller,
  type IssuerParts,
  isError,
  type OAuthError,
  type Parameters,
  readForm,
  readParameters,
} from './oauth.ts';
import { optionalText, Seals, textIn } from './seals.ts';
import { endSession, findSession } from './session.ts';
import { tokenEndpoint } from './token-endpoint.ts';
import { claimsOf, isMachine, judgeToken, standardScopes, userWithSub } from './tokens.ts';

const answers: Readonly<Record<EndpointName, (parts: IssuerParts, call: IssuerCall) => LoginAnswer>> = {
  discovery: (parts, call) => answerOpenly(metadata(parts, call), `the metadata of ${call.iss}`),
  jwks: (parts) => answerOpenly({ keys: [parts.issuer.publicKey()] }, 'the public key'),
  authorize,
  token: tokenEndpoint,
  userinfo: (parts, call) => userinfo(parts, call),
  introspect: (parts, call) => introspect(parts, call),
  revoke: (parts, call) => revoke(parts, call),
  logout: (parts, call) => logOut(parts, call),
};

export const respondAt = (parts: IssuerParts, endpoint: EndpointName, call: IssuerCall): LoginAnswer =>
  answers[endpoint](parts, call);

const answerOpenly = (json: JsonObject, reason: string): LoginAnswer => ({
  status: 200,
  headers: [],
  body: { json },
  grants: [],
  reason,
});

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];

/** OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2. */
const metadata = ({ scopes }: IssuerParts, { iss }: IssuerCall): JsonObject => ({
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
  claims_supported: [
    'sub',
    'iss',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'name',
    'email',
    'email_verified',
    'picture',
  ],
  authorization_response_iss_parameter_supported: true,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});

/** OpenID Connect Core, section 5.3. */
const userinfo = (parts: IssuerParts, call: IssuerCall): LoginAnswer => {
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
  const judgement = judgeToken(parts, call, token);
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

/** The token that a client asks about. */
const readToken = (call: IssuerCall): { readonly token: string; readonly caller: Caller } | OAuthError => {
  const form = readForm(call.request);
  if (isError(form)) return form;
  const caller = authenticateClient(call.request, form, call.rules);
  if (isError(caller)) return caller;
  const token = form.get('token');
  return token === undefined ? { error: 'invalid_request', description: 'token is required' } : { token, caller };
};

/** RFC 7662. */
const introspect = (parts: IssuerParts, call: IssuerCall): LoginAnswer => {
  const sent = readToken(call);
  if (isError(sent)) return answerError(sent);
  const active = activeToken(parts, call, sent.token);
  return answerJson(
    active ?? { active: false },
    active === undefined ? 'the token is not active' : 'the token is active',
  );
};

const activeToken = (parts: IssuerParts, call: IssuerCall, token: string): JsonObject | undefined => {
  const judgement = judgeToken(parts, call, token);
  if (judgement.type === 'accepted') {
    const username = userWithSub(call, textIn(judgement.claims, 'sub'))?.name;
    return { active: true, token_type: 'Bearer', ...(username !== undefined && { username }), ...judgement.claims };
  }
  const seals = new Seals(parts.issuer, call);
  const data = seals.open('refresh', token);
  if (data === undefined || seals.isUsed(data) || call.grants.isRevoked(textIn(data, 'login'))) return undefined;
  const client = optionalText(data, 'client');
  return {
    active: true,
    token_type: 'refresh_token',
    iss: call.iss,
    sub: textIn(data, 'sub'),
    scope: textIn(data, 'scope'),
    exp: getProperty(data, 'expires') ?? null,
    ...(client !== undefined && { client_id: client }),
  };
};

/** RFC 7009: a token that is not known is no error. */
const revoke = (parts: IssuerParts, call: IssuerCall): LoginAnswer => {
  const sent = readToken(call);
  if (isError(sent)) return answerError(sent);
  const { token, caller } = sent;
  const seals = new Seals(parts.issuer, call);
  const found = revocable(parts, call, seals, token);
  const isOthers = found?.client !== undefined && caller.id !== undefined && found.client !== caller.id;
  if (isOthers) return answerError({ error: 'invalid_grant', description: 'the token was issued to another client' });
  if (found !== undefined) seals.revoke(found.id);
  const reason = found === undefined ? 'there is nothing to revoke' : 'revoked';
  return { status: 200, headers: ['Cache-Control', 'no-store'], grants: seals.grants, reason };
};

/** An access token alone, or with a refresh token all tokens of its login (RFC 7009, section 2.1). */
const revocable = (
  parts: IssuerParts,
  call: IssuerCall,
  seals: Seals,
  token: string,
): { readonly id: string; readonly client: string | undefined } | undefined => {
  const judgement = judgeToken(parts, call, token);
  if (judgement.type === 'accepted')
    return { id: textIn(judgement.claims, 'jti'), client: optionalText(judgement.claims, 'client_id') };
  const data = seals.open('refresh', token);
  return data && { id: textIn(data, 'login'), client: optionalText(data, 'client') };
};

/** OpenID Connect RP-Initiated Logout 1.0. */
const logOut = ({ issuer }: IssuerParts, call: IssuerCall): LoginAnswer => {
  const { request, rules } = call;
  const read = request.method === 'POST' ? readForm(request) : readParameters(request.query);
  if (isError(read)) return errorPage(`The request is invalid: ${read.description}.`, 'Mend the link of the app.');
  const target = read.get('post_logout_redirect_uri');
  const problem = target === undefined ? undefined : logoutProblem(target, rules, clientOf(issuer, read));
  const seals = new Seals(issuer, call);
  const session = findSession(issuer, seals, call);
  if (session !== undefined) seals.revoke(session.id);
  const cookie = endSession(issuer, call);
  if (problem !== undefined) {
    const page = errorPage(problem.message.replace('redirect_uri', 'post_logout_redirect_uri'), problem.remedy);
    return { ...page, headers: [...page.headers, ...cookie], grants: seals.grants };
  }
  if (target === undefined) return loggedOutPage(cookie, seals.grants);
  const state = read.get('state');
  const query = state === undefined ? '' : `${target.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
  return {
    status: request.method === 'POST' ? 303 : 302,
    headers: ['Location', `${target}${query}`, 'Cache-Control', 'no-store', ...cookie],
    grants: seals.grants,
    reason: session === undefined ? 'nobody was logged in' : `${session.user.sub} logged out`,
  };
};

/** The client that logs somebody out, by its name or by its ID token. */
const clientOf = (issuer: IssuerParts['issuer'], read: Parameters): string | undefined => {
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
