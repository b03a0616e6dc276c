/** Executes an endpoint of the issuer. */

import { allowOf } from '../../../core/http/path.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import type { ResponseBody, ResponseDraft } from '../../../core/response/write-response.ts';
import { defaultLoginRules, type TokenFlaw } from '../../../core/service/login-facts.ts';
import { type Matcher, matchOperation } from '../../../core/service/router.ts';
import type { Change, State } from '../../../core/state/state.ts';
import { granted, grantsOf } from './grants.ts';
import type { LoginAnswer, LoginCall, LoginWorld } from './login-types.ts';

interface EndpointResult {
  readonly draft: ResponseDraft;
  readonly origin: 'success' | 'refusal';
  readonly changes: readonly Change[];
  readonly violations: readonly never[];
}

export const executeEndpoint = (
  context: RequestContext,
  matcher: Matcher,
  respond: (call: LoginCall) => LoginAnswer,
): EndpointResult => {
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
    ? { mediaType: 'text/html; charset=utf-8', value: body.html, written: undefined }
    : { mediaType: 'application/json', value: body.json, written: undefined };

const noFlaws: ReadonlySet<TokenFlaw> = new Set();

export const loginWorldOf = (state: State, now: number): Omit<LoginWorld, 'flaws'> => ({
  world: state.name,
  now,
  rules: state.rules.login ?? defaultLoginRules,
  state,
  grants: grantsOf(state),
});

/** What a request tells the issuer of its world. */
export const loginCallOf = ({ state, request, now, flaws = noFlaws }: RequestContext): LoginCall => ({
  ...loginWorldOf(state, now),
  request,
  flaws,
});
