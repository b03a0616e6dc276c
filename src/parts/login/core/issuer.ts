/** The login of a service: its endpoints as operations, beside those of the documents. */
import { allowOf } from '../../../core/http/http.ts';
import { statusText } from '../../../core/http/status-text.ts';
import type { JsonObject } from '../../../core/primitives/json.ts';
import { listLatest } from '../../../core/primitives/latest.ts';
import type { LoginPart } from '../../../core/request/login.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import { exposedHeaders } from '../../../core/response/cors.ts';
import type { ExecutionResult, ResponseBody } from '../../../core/response/write-response.ts';
import {
  defaultLoginRules,
  type EndpointName,
  endpointNames,
  isEndpointName,
  issuerName,
  type LoginUser,
  type TokenFlaw,
  type TokenOrder,
} from '../../../core/service/login-facts.ts';
import type { Operation, ResponseSpec } from '../../../core/service/operation.ts';
import { createMatcher, type Matcher, matchOperation } from '../../../core/service/router.ts';
import type { DeclaredSecrets } from '../../../core/service/secret-facts.ts';
import { type ErrorContent, isDocumentedPath, type Service, servicesOf } from '../../../core/service/service.ts';
import type { CallersPart, CallersView } from '../../../core/simulate/execute.ts';
import { splitKey } from '../../../core/state/item-key.ts';
import { applyChanges, copyState, type State } from '../../../core/state/state.ts';
import { admission, itemOf, statedUser, usersOf } from './accounts.ts';
import { respondAt } from './endpoints.ts';
import { failureHtml } from './login-page.ts';
import {
  granted,
  grantsKind,
  grantsOf,
  type Issuer,
  type LoginAnswer,
  type LoginCall,
  type LoginWorld,
} from './login-types.ts';
import { bearerIn, type IssuerParts } from './oauth.ts';
import {
  grantedScope,
  isMachine,
  issAt,
  issueTokens,
  judgeToken,
  optionalText,
  rejectedAudience,
  secondsOf,
  standardScopes,
  textIn,
  userWithSub,
  withIssuer,
} from './tokens.ts';

export const withLogin = (service: Service, issuer: Issuer): Service => {
  const scopes: ReadonlySet<string> = new Set(
    servicesOf(service).flatMap(({ logins, operations }) => [
      ...logins.flatMap((scheme) => scheme.scopes),
      ...operations.flatMap(({ security }) => security.flat().flatMap((scheme) => scheme.scopes ?? [])),
    ]),
  );
  const parts: IssuerParts = { issuer, title: service.title, scopes };
  const routed = endpointService(service, parts);
  const login: IssuerOfWorlds = {
    ...grantsKind,
    routed,
    issuer,
    judge: (token, context) => {
      const call = withIssuer(parts, loginCallOf(context));
      const judgement = judgeToken(call, token);
      const reason = judgement.type === 'accepted' ? rejectedAudience(call, judgement.claims) : undefined;
      return reason === undefined ? judgement : { type: 'rejected', reason };
    },
    accountOf: (context, users) => {
      const user = callerIn(parts, context);
      const item = user && itemOf(user, users, loginCallOf(context).rules);
      return item && splitKey(users.spec, item.key).id;
    },
    enter: (context) => admit(parts, context),
    issue: (order, state, now, base) =>
      issueTo(parts, order, { ...loginWorldOf(state, now), flaws: state.active.tokenFlaws }, base),
    view: (state, base) => viewLogin(state, parts, base),
  };
  return {
    ...service,
    attached: [...(service.attached ?? []), login],
    secretsOf: (name) => (name !== undefined && isEndpointName(name) ? loginSecrets : service.secretsOf(name)),
    ready: (origin) => {
      // Beside the generators: the key is made in another thread.
      const key = issuer.ready();
      return service.ready(origin).then(() => key);
    },
  };
};

/** The users, with the one whose token the request has, if the operation is about the caller and they have nobody like that. */
const admit = (parts: IssuerParts, context: RequestContext): CallersView | undefined => {
  const binding = context.operation?.binding;
  const isOfCaller =
    binding?.action === 'create' || (binding !== undefined && 'key' in binding && binding.key === 'first');
  const admitted = isOfCaller ? admission(context, callerIn(parts, context)) : [];
  if (admitted.length === 0) return undefined;
  const state = copyState(context.state);
  applyChanges(state, admitted);
  return { state, keep: ({ origin, changes }) => (origin === 'success' ? [...admitted, ...changes] : changes) };
};

/** The user whose token a request has. A token that a client has for itself has no user. */
const callerIn = (parts: IssuerParts, context: RequestContext): LoginUser | undefined => {
  const call = withIssuer(parts, loginCallOf(context));
  const token = bearerIn(context.request);
  const judgement = token === undefined ? undefined : judgeToken(call, token);
  if (judgement?.type !== 'accepted' || isMachine(judgement.claims)) return undefined;
  const { claims } = judgement;
  const sub = textIn(claims, 'sub');
  const [name, email] = ['name', 'email'].map((one) => optionalText(claims, one));
  return statedUser(call, { sub, name, email });
};

/** The part of a login, with what a reload keeps of it. */
export interface IssuerOfWorlds extends LoginPart, CallersPart {
  readonly issuer: Issuer;
}

const viewLogin = (state: State, { scopes: all }: IssuerParts, base: string): JsonObject => {
  const users = usersOf(loginWorldOf(state, 0));
  return {
    issuer: issAt(base, state.name),
    scopes: [...all],
    users: users.map(({ sub, name = null, email = null, scopes = null }) => ({ sub, name, email, scopes })),
    sessions: listLatest(grantsOf(state).sessions)
      .toReversed()
      .map(({ value: { sub, client, since } }) => ({ sub, client, since: new Date(since * 1000).toISOString() })),
  };
};

/** Tokens for anybody, without a login. */
const issueTo = (parts: IssuerParts, order: TokenOrder, world: LoginWorld, base: string): JsonObject => {
  const sub = order.sub ?? (usersOf(world)[0]?.sub as string);
  const known = userWithSub(world, sub);
  const scope = order.scope ?? [...new Set([...standardScopes.slice(0, 3), ...parts.scopes])].join(' ');
  const iss = issAt(base, world.world);
  return issueTokens(
    { ...parts, ...world, iss },
    {
      sub,
      user: known ?? { sub },
      client: issuerName,
      // An ID token is always asked for.
      scope: grantedScope(parts, scope, known),
      hasIdToken: true,
      audience: order.audience === undefined ? [] : [order.audience],
      login: parts.issuer.random(),
      authTime: secondsOf(world),
      claims: order.claims,
      lifetimeMs: order.lifetimeMs,
    },
  );
};

const methodsOf: Readonly<Record<EndpointName, readonly ('GET' | 'POST')[]>> = {
  discovery: ['GET'],
  jwks: ['GET'],
  authorize: ['GET', 'POST'],
  token: ['POST'],
  userinfo: ['GET', 'POST'],
  introspect: ['POST'],
  revoke: ['POST'],
  logout: ['GET', 'POST'],
};

const pathsOf = (endpoint: EndpointName): readonly string[] =>
  endpoint === 'discovery'
    ? [
        `/${issuerName}/.well-known/openid-configuration`,
        `/${issuerName}/.well-known/oauth-authorization-server`,
        // RFC 8414, section 3.1: before the path of the issuer.
        `/.well-known/oauth-authorization-server/${issuerName}`,
        `/.well-known/oauth-authorization-server/{world}/${issuerName}`,
      ]
    : [`/${issuerName}/${endpoint}`];

/** The endpoints at their own paths, and at those of the documents' schemes that no operation has. */
const endpointService = (service: Service, parts: IssuerParts): Service => {
  const paths = endpointNames.flatMap((endpoint) => pathsOf(endpoint).map((path) => [endpoint, path] as const));
  const documented = servicesOf(service).flatMap(({ logins, basePaths }) =>
    logins.flatMap(({ urls }) =>
      urls.flatMap(([endpoint, url]) => pathsAt(url, basePaths).map((path) => [endpoint, path] as const)),
    ),
  );
  const free = documented.filter(([, path]) => !isDocumentedPath(service, path));
  const byPath = new Map([...free, ...paths].map(([endpoint, path]) => [path, endpoint]));
  const operations = [...byPath].flatMap(([path, endpoint]) =>
    methodsOf[endpoint].map((method) => ({
      ...operationAt(endpoint, method, path),
      answer: (context: RequestContext): ExecutionResult =>
        executeEndpoint(context, matcher, (call) => respondAt(endpoint, withIssuer(parts, call))),
    })),
  );
  const matcher: Matcher = createMatcher(operations);
  return {
    name: issuerName,
    title: service.title,
    version: service.version,
    document: {},
    basePaths: [''],
    operations,
    matcher,
    collections: new Map(),
    exposedHeaders: exposedHeaders([]),
    errorFor: (operation, status) => errorAt(operation?.endpoint, status),
    secretsOf: () => loginSecrets,
    schemas: () => ({ names: [], find: () => undefined }),
    problems: [],
    ready: service.ready,
    services: [],
    original: undefined,
    logins: [],
  };
};

/** A URL of a scheme has its own path; a relative one is below the base paths. Undefined variables and the like have none. */
const pathsAt = (url: string, basePaths: readonly string[]): readonly string[] => {
  const paths = /^[a-z][\w+.-]*:/i.test(url)
    ? [URL.parse(url)?.pathname]
    : basePaths.map((base) => URL.parse(`http://localhost${base}/${url.replace(/^(?:\.?\/)+/, '')}`)?.pathname);
  return paths.filter((path): path is string => path !== undefined && path !== '/' && !/[{}]|%7[bd]/i.test(path));
};

const noContent: ResponseSpec = { description: '', contents: [], headers: [] };
const anyResponse: Operation['responses'] = new Map([['default', noContent]]);

const operationAt = (endpoint: EndpointName, method: string, path: string): Operation => ({
  name: `${issuerName}.${endpoint}`,
  localName: endpoint,
  service: issuerName,
  endpoint,
  method,
  path,
  pointer: '',
  tags: [],
  deprecated: false,
  sunset: undefined,
  lifecycleHeaders: [],
  successorPath: undefined,
  stability: undefined,
  parameters: [],
  body: undefined,
  security: [],
  responses: anyResponse,
  success: { status: 200, response: noContent },
  binding: undefined,
  statelessView: undefined,
  confidence: undefined,
  reason: 'it is an endpoint of the issuer',
});

/** A page where people see it, else JSON as RFC 6749 and RFC 6750 say. */
const errorAt = (endpoint: EndpointName | undefined, status: number): ReturnType<Service['errorFor']> => {
  const messageOf = ({ message }: ErrorContent): string => message ?? statusText(status);
  if (endpoint === 'authorize' || endpoint === 'logout')
    return { mediaType: 'text/html', body: (error) => failureHtml(messageOf(error)) };
  const error = errorWord(endpoint, status);
  return {
    mediaType: 'application/json',
    body: (content) => ({ error, error_description: messageOf(content) }),
  };
};

const errorWord = (endpoint: EndpointName | undefined, status: number): string => {
  const isResource = endpoint === 'userinfo';
  switch (status) {
    case 400:
      return endpoint === 'token' ? 'invalid_grant' : 'invalid_request';
    case 401:
      return isResource ? 'invalid_token' : 'invalid_client';
    case 403:
      return isResource ? 'insufficient_scope' : 'access_denied';
    case 429:
    case 503:
      return 'temporarily_unavailable';
    default:
      return status >= 500 ? 'server_error' : 'invalid_request';
  }
};

/** In the form of `toSecretName`. `link`: whoever has it, can log in. */
const names: ReadonlySet<string> = new Set(
  'code codeverifier clientsecret idtoken idtokenhint refreshtoken accesstoken link'.split(' '),
);

const loginSecrets: DeclaredSecrets = {
  headers: new Set(),
  query: names,
  paths: [],
  linkPaths: [],
  properties: names,
  requestBodies: new Set(),
  // The page has links.
  responseBodies: new Set(['text/html']),
};

export const executeEndpoint = (
  context: RequestContext,
  matcher: Matcher,
  respond: (call: LoginCall) => LoginAnswer,
): ExecutionResult => {
  const allowed = methodsAt(context, matcher);
  const { method } = context.request;
  const { status, headers, body, grants, reason } = allowed.includes(method)
    ? respond(callAt(context))
    : rejectMethod(method, allowed);
  context.steps.push({ type: 'login', reason });
  return {
    draft: { status, headers, body: body && draftBody(body), isOwnPage: body !== undefined && 'html' in body },
    origin: status < 400 ? 'success' : 'refusal',
    changes: grants.map(granted),
    violations: [],
  };
};

/** The methods of the path, as `Allow` lists them. */
const methodsAt = ({ apiPath }: RequestContext, matcher: Matcher): readonly string[] => {
  const match = matchOperation(matcher, '', apiPath?.path ?? '', () => false);
  return match.type === 'other-method' ? allowOf(match.methods) : [];
};

const rejectMethod = (method: string, allowed: readonly string[]): LoginAnswer => {
  const message = `${method} is not allowed here. Allowed: ${allowed.join(', ')}`;
  return {
    status: 405,
    headers: ['Allow', allowed.join(', ')],
    body: { json: { error: 'invalid_request', error_description: message } },
    grants: [],
    reason: message,
  };
};

/** The metadata of another world are those of its issuer (RFC 8414, section 3.1). */
const callAt = (context: RequestContext): ReturnType<typeof loginCallOf> => {
  const call = loginCallOf(context);
  const world = /^~([\w.-]+)$/.exec(context.pathValues.get('world') ?? '')?.[1];
  return world === undefined ? call : { ...call, world };
};

const draftBody = (body: NonNullable<LoginAnswer['body']>): ResponseBody =>
  'html' in body
    ? { mediaType: 'text/html; charset=utf-8', value: body.html }
    : { mediaType: 'application/json', value: body.json };

const noFlaws: ReadonlySet<TokenFlaw> = new Set();

const loginWorldOf = (state: State, now: number): Omit<LoginWorld, 'flaws'> => ({
  world: state.name,
  now,
  rules: state.rules.login ?? defaultLoginRules,
  state,
  grants: grantsOf(state),
});

const loginCallOf = ({ state, request, now, flaws = noFlaws }: RequestContext): LoginCall => ({
  ...loginWorldOf(state, now),
  request,
  flaws,
});
