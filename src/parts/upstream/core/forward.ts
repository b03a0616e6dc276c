/** The decision to send a request to the upstream, as data, and what is sent. */
import { contentOf, type HttpRequest, withQuery } from '../../../core/http/http.ts';
import type { Preferences } from '../../../core/request/prefer.ts';
import { createRequestContext, type RequestContext } from '../../../core/request/request-context.ts';
import { matchesName } from '../../../core/service/names.ts';
import type { Service } from '../../../core/service/service.ts';
import type { UpstreamChoice } from '../../../core/service/upstream.ts';
import { executeOperation } from '../../../core/simulate/execute.ts';
import { openSimulation } from '../../../core/simulate/simulate.ts';
import type { State } from '../../../core/state/state.ts';
import { choiceIn } from '../../../core/state/upstream-choice.ts';
import type { Simulated } from './compare-responses.ts';
import { sentHeaders } from './sent-headers.ts';

export interface SentRequest {
  /** The name of the service whose upstream gets it. */
  readonly service: string;
  readonly method: string;
  /** With the query. */
  readonly target: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

/** A request that is to be sent. It stays with the server that sends it. */
export interface Forward {
  readonly send: SentRequest;
  /** The request as it was matched, with its world time. */
  readonly context: RequestContext;
  /** What the simulation responds, on the world as it is before. Undefined: nothing is compared. */
  readonly simulated: Simulated | undefined;
  /** Whether it may change what the upstream shows. */
  readonly isWrite: boolean;
}

/** Returns undefined if the request is simulated. */
export const forwardOf = (served: Service, state: State, request: HttpRequest, now: number): Forward | undefined => {
  const { context, preferences, faults } = openSimulation(createRequestContext(served, state, request, now), {
    mayForward: true,
  });
  const { upstream, name } = context.service;
  if (upstream === undefined || context.apiPath === undefined || leavesBase(context.apiPath.path)) return undefined;
  const choice = choiceIn(state, name, upstream);
  if (!isForwarded(context, preferences, choice)) return undefined;
  // What loses the response, or replaces it, has no use for one.
  if (faults.status?.work === 'skipped' || faults.transport?.work === 'skipped') return undefined;
  const isCompared = choice.compare && context.operation?.success !== undefined;
  const simulated = isCompared ? { execution: executeOperation(context), steps: context.steps } : undefined;
  const { method, query, headers, body } = context.request;
  const target = withQuery(`${upstream.base}${context.apiPath.path}` || '/', query);
  const send = { service: name, method, target, headers: sentHeaders(headers), body: contentOf(body) };
  return { send, context, simulated, isWrite: changesItems(method) };
};

/** Whether a request with this method may change what others show (RFC 9110, section 9.2.1). */
const changesItems = (method: string) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);

/**
 * Whether the upstream may find a path above its base. It may resolve dot segments, percent-encoded ones too (RFC 3986, section 5.2.4),
 * decode separators before or after that, take `\` for one, and several for one; and a name may end at its parameters (`..;x`).
 */
const leavesBase = (path: string) => {
  if (!/\.\.|%2e/i.test(path)) return false;
  let depth = 0;
  return path.split('/').some((segment) => {
    const names = segment.split(/\\|%2f|%5c/i).map((name) => name.replace(/[;?#].*/s, '').replaceAll(/%2e/gi, '.'));
    const ups = names.filter((name) => name === '..').length;
    if (ups > 0) depth -= ups;
    else if (names.some((name) => name !== '' && name !== '.')) depth += 1;
    return depth < 0;
  });
};

const isForwarded = ({ operation }: RequestContext, { origin }: Preferences, { forward }: UpstreamChoice) => {
  if (origin !== undefined) return origin === 'upstream';
  switch (forward) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'unknown':
      return operation?.success === undefined;
    default:
      return operation !== undefined && forward.some((name) => matchesName(name, operation));
  }
};
