/** The simulation of one request: synchronous, reading the state only. It returns its decisions as data: the reply, the changes, and the exchange. */

import type { Exchange } from '../exchange.ts';
import { type HttpRequest, type HttpResponse, isJsonType, plainDelivery, type Reply } from '../http/http.ts';
import { canEndOtherwise } from '../lifecycles/lifecycles-of.ts';
import { nothing } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { loginOf } from '../request/login.ts';
import { formatPreference, type Preferences, readPreferences } from '../request/prefer.ts';
import { createRequestContext, type RequestContext } from '../request/request-context.ts';
import { corsHeaders } from '../response/cors.ts';
import { errorBody } from '../response/error-body.ts';
import { isExecutable, nosniffHeaders, sandboxHeaders } from '../response/executable-content.ts';
import { partOf } from '../response/range.ts';
import { fillHeaders, isNotModified } from '../response/response-headers.ts';
import {
  type ExecutionResult,
  lengthOf,
  type ResponseBody,
  type ResponseDraft,
  respond,
  writeBody,
} from '../response/write-response.ts';
import {
  contentFor,
  contentOfType,
  type DecodedParameter,
  type ResponseSpec,
  responseFor,
} from '../service/operation.ts';
import { type Service, serviceAt } from '../service/service.ts';
import type { Scan } from '../state/scan.ts';
import type { Change, State } from '../state/state.ts';
import { alterBody, type FollowingEffect } from './alter-body.ts';
import { checkResponse } from './check-response.ts';
import { executeOperation, skippedExecution } from './execute.ts';
import { exampleNamed, forceStatus } from './forced-status.ts';
import { type RateLeft, rateHeaders } from './rate-headers.ts';
import { type FaultDecision, noFaults, selectFaults } from './select-faults.ts';

export interface Outcome {
  readonly reply: Reply;
  readonly changes: readonly Change[];
  readonly exchange: Exchange;
  /** The parameters of the request, by index in the operation's parameters. */
  readonly parameters: readonly DecodedParameter[];
  /** World time until which the same request gets the same response if nothing changes; undefined: nobody knows. */
  readonly sameUntil?: number | undefined;
  /** What was thrown, if the simulation failed: a bug. */
  readonly error?: unknown;
}

/** `now`: world time in milliseconds. `service.ready()` must have been awaited. With a scan, it may throw `ScanPaused`. */
export const simulate = (service: Service, state: State, request: HttpRequest, now: number, scan?: Scan): Outcome => {
  const opening = openSimulation(createRequestContext(service, state, request, now, scan));
  const skips = opening.faults.status?.work === 'skipped';
  return concludeSimulation(
    opening,
    skips ? skippedExecution : executeOperation(opening.context, { repeatable: true }),
    respond,
  );
};

/** What is decided before the operation is executed. */
export interface Opening {
  readonly context: RequestContext;
  readonly preferences: Preferences;
  readonly faults: FaultDecision;
}

/** `mayForward`: an upstream may answer the request. `isStreamed`: it did, and its body is passed on as it arrives. */
export const openSimulation = (
  context: RequestContext,
  { mayForward = false, isStreamed = false }: { readonly mayForward?: boolean; readonly isStreamed?: boolean } = {},
): Opening => {
  const { steps, state, request } = context;
  const unforwarded = context.service.upstream === undefined ? noUpstream : mayForward ? undefined : simulatedOnly;
  const returns = context.operation?.success?.statusAlone !== undefined;
  const draws = context.service.asked !== undefined;
  const preferences = readPreferences(request.headers, { state, unforwarded, returns, draws });
  if (preferences.steps.length > 0) steps.push(...preferences.steps);
  const faults = selectFaults(context, preferences, isStreamed);
  if (faults.steps.length > 0) steps.push(...faults.steps);
  const isPlain = faults.flaws === undefined && !preferences.wantsItem;
  const opened = isPlain ? context : { ...context, flaws: faults.flaws, wantsItem: preferences.wantsItem };
  return { context: opened, preferences, faults };
};

const noUpstream = 'this request has no upstream';
const simulatedOnly = 'this request is not sent to the upstream';

/** Applies the faults to the result, checks it, and writes the response. */
export const concludeSimulation = (
  { context, preferences, faults }: Opening,
  execution: ExecutionResult,
  write: typeof respond,
): Outcome => {
  const { operation, steps, state, request, now } = context;
  const forced = applyFaultsOfStatus(context, faults, execution);
  const counted = faults.rate === undefined ? forced : withRate(context, forced, faults.rate);
  const drafted = addHeadersAndWriter(context, applyExample(context, preferences, counted));
  const result = faults.bodyFaults.length === 0 ? drafted : applyBodyFaults(context, preferences, faults, drafted);
  const { draft, applied = preferences.applied, fired = nothing } = result;
  const responseViolations = checkResponse(context, result, steps);
  const violations =
    responseViolations.length === 0 ? result.violations : [...result.violations, ...responseViolations];
  const id = state.counters.exchanges + 1;
  const written = write(context, draft, { exchange: id, applied, violations });
  const response = write === respond && mayBeInParts(context, draft) ? partOf(request, written) : written;
  return {
    reply: { response, delivery: faults.delivery },
    changes: [{ type: 'call', operation: operation?.name ?? '' }, ...faults.changes, ...result.changes],
    exchange: {
      id,
      world: state.name,
      at: now,
      durationMs: 0,
      operation: operation?.name,
      request,
      response,
      violations,
      faults: fired.length === 0 ? faults.fired : [...faults.fired, ...fired],
      steps,
    },
    parameters: context.parameters,
    sameUntil: sameUntil(context, faults, execution, result),
  };
};

/**
 * Until when the same request to the same state has the same response; undefined: only now, since what is generated may depend on the time,
 * and a token may expire.
 */
const sameUntil = (
  { served, operation, request: { method } }: RequestContext,
  faults: FaultDecision,
  { draft }: ExecutionResult,
  { origin, changes, draft: { headers, body } }: ExecutionResult,
): number | undefined => {
  const isRead = (method === 'GET' || method === 'HEAD') && changes.length === 0 && origin === 'success';
  const isPlain = faults === noFaults && served.handlers === undefined && served.asked === undefined;
  if (!isRead || !isPlain || loginOf(served) !== undefined) return undefined;
  const { binding, sunset = Number.POSITIVE_INFINITY } = operation ?? {};
  const showsStored = binding !== undefined && (binding.action === 'list' || binding.view.isOther !== true);
  const isGenerated = body?.written === undefined || headers.length !== draft.headers.length;
  return showsStored && !isGenerated ? sunset : undefined;
};

/** Whether the document says that a part of the file may be sent. */
const mayBeInParts = ({ operation }: RequestContext, { status, body }: ResponseDraft) =>
  operation?.method === 'GET' &&
  status === 200 &&
  operation.responses.has('206') &&
  body !== undefined &&
  !isJsonType(body.mediaType) &&
  body.mediaType !== 'text/event-stream';

const withRate = ({ operation, now }: RequestContext, result: ExecutionResult, left: RateLeft): ExecutionResult => {
  const { draft } = result;
  return { ...result, draft: { ...draft, headers: [...draft.headers, ...rateHeaders(operation, left, now)] } };
};

/** Applies the forced status. If a transport fault loses the response, its `work` decides whether the operation still takes effect. */
const applyFaultsOfStatus = (
  context: RequestContext,
  { status, transport }: FaultDecision,
  execution: ExecutionResult,
): ExecutionResult => {
  const kept = transport?.work === 'skipped' ? { ...execution, changes: nothing } : execution;
  return status === undefined ? kept : { ...kept, draft: forceStatus(context, status), origin: 'forced' };
};

const applyExample = (
  context: RequestContext,
  { applied, example, dynamic }: Preferences,
  result: ExecutionResult,
): ExecutionResult => {
  if (example === undefined) return dynamic ? drawBody(context, result) : result;
  const preference = formatPreference('example', example);
  const { draft } = result;
  const body =
    result.origin === 'forced'
      ? exampleNamed(context, draft.status, example)
      : exampleAccepted(context, draft.status, example);
  if (body === undefined) {
    const reason = `the document has no example of this name for status ${draft.status}`;
    context.steps.push({ type: 'preference-ignored', preference, reason });
    return result;
  }
  context.steps.push({ type: 'preference-applied', preference });
  return { ...result, draft: { ...draft, body }, applied: [...applied, preference] };
};

/** An example of what the request accepts, unchanged. */
const exampleAccepted = (
  { operation, request }: RequestContext,
  status: number,
  name: string,
): ResponseBody | undefined => {
  const content = operation && contentFor(responseFor(operation, status), request);
  const value = content?.examples.get(name);
  return content === undefined || value === undefined ? undefined : { mediaType: content.mediaType, value };
};

/** Replaces the body by one that the schema alone decides, another one at each call. */
const drawBody = (context: RequestContext, result: ExecutionResult): ExecutionResult => {
  const { service, seedName, state, now, number, request } = context;
  const { draft, origin } = result;
  const bare = origin === 'success' || origin === 'forced' ? service.asked?.bare(seedName) : undefined;
  const content = bare && contentFor(responseFor(bare, draft.status), request);
  if (content === undefined) return result;
  const value = content.generate({ seed: seedFrom(state.seed, seedName, 'dynamic', number), now });
  return { ...result, draft: { ...draft, body: { mediaType: content.mediaType, value } } };
};

const addHeadersAndWriter = (context: RequestContext, result: ExecutionResult): ExecutionResult => {
  const { draft } = result;
  const response = context.operation && responseFor(context.operation, draft.status);
  if (response === undefined || draft.received !== undefined) return result;
  const headers = fillHeaders(context, response, draft);
  if (result.origin !== 'forced' && isNotModified(context, response, draft)) {
    context.steps.push({ type: 'not-modified' });
    return { ...result, draft: { status: 304, headers, body: undefined } };
  }
  const body = draft.body && withWriter(draft.body, response);
  if (headers === draft.headers && body === draft.body) return result;
  return { ...result, draft: { status: draft.status, headers, body } };
};

const applyBodyFaults = (
  context: RequestContext,
  preferences: Preferences,
  { bodyFaults }: FaultDecision,
  result: ExecutionResult,
): ExecutionResult => {
  const { state } = context;
  const canFollow = (effect: FollowingEffect) =>
    effect.type === 'webhook' ? state.parts.has('webhooks') : canEndOtherwise(state, result.changes, effect.lifecycle);
  const { draft, fired, changes } = alterBody(context, result.draft, bodyFaults, canFollow);
  const isFired = (fault: string) => fired.some(({ name }) => name === fault);
  const skipped = bodyFaults
    .filter(({ fault, counted }) => !counted && !isFired(fault))
    .map(({ fault }) => formatPreference('fault', fault));
  const { applied = preferences.applied } = result;
  return {
    draft,
    origin: fired.some(({ effect }) => effect !== 'lifecycle' && effect !== 'webhook') ? 'forced' : result.origin,
    changes: [...changes, ...result.changes],
    violations: result.violations,
    applied: applied.filter((preference) => !skipped.includes(preference)),
    fired,
  };
};

const withWriter = (body: ResponseBody, { contents }: ResponseSpec): ResponseBody => {
  const write = contentOfType(contents, body.mediaType)?.write;
  return write === undefined ? body : { ...body, written: undefined, write };
};

/** An error response without a world, in the error format of the service that the path belongs to. */
export const refuseWithoutWorld = (
  served: Service,
  request: HttpRequest,
  status: number,
  message: string,
): HttpResponse => {
  const service = serviceAt(served, request.path);
  const shape = service.errorFor(undefined, status, request);
  const { mediaType } = shape;
  const text = writeBody({ mediaType, value: errorBody(shape, { message, status }) });
  const length = String(lengthOf(text));
  const cors = corsHeaders(request.headers, service.exposedHeaders);
  const sandbox = isExecutable(mediaType) ? sandboxHeaders : nothing;
  const headers = ['Content-Type', mediaType, 'Content-Length', length, ...nosniffHeaders, ...sandbox, ...cors];
  return { status, headers, body: request.method === 'HEAD' ? undefined : text };
};

/** The exchange of a request that no world handled: `world` is the name in the request, and the id is 0. */
export const exchangeWithoutWorld = (
  request: HttpRequest,
  response: HttpResponse,
  { world, message, now }: { readonly world: string; readonly message: string; readonly now: number },
): Exchange => ({
  id: 0,
  world,
  at: now,
  durationMs: 0,
  operation: undefined,
  request,
  response,
  violations: nothing,
  faults: nothing,
  steps: [{ type: 'refused', status: response.status, message }],
});

export const failureMessage =
  'Internal error in the mock server; see its log. In your own program, it has one if createVivarium gets a `logger`.';

/** The outcome if {@link simulate} threw an error, which is a bug: a 500 that only advances the exchange number. */
export const failedOutcome = (
  service: Service,
  state: State,
  request: HttpRequest,
  now: number,
  error: unknown,
): Outcome => {
  const refused = refuseWithoutWorld(service, request, 500, failureMessage);
  const id = state.counters.exchanges + 1;
  const response = {
    ...refused,
    headers: [...refused.headers, 'Vivarium-World', state.name, 'Vivarium-Exchange', String(id)],
  };
  return {
    reply: { response, delivery: plainDelivery },
    changes: [{ type: 'call', operation: '' }],
    exchange: { ...exchangeWithoutWorld(request, response, { world: state.name, message: failureMessage, now }), id },
    parameters: nothing,
    error,
  };
};
