/**
 * One request, decided: `simulate` reads the state, changes nothing, awaits nothing. What it decides comes back as data:
 * the reply, the changes, and the exchange that records why.
 */

import type { Exchange, FiredFault, Step, Violation } from '../exchange.ts';
import { type Delivery, type HttpRequest, type HttpResponse, plainDelivery, type Reply } from '../http/http.ts';
import { coversMediaType, isJsonType, negotiate } from '../http/media-type.ts';
import { propertyPath, stringifyJson } from '../primitives/json.ts';
import { utf8Length } from '../primitives/utf8.ts';
import { formatPreference, type Preferences, readPreferences } from '../request/prefer.ts';
import { type RequestContext, readCall } from '../request/request-context.ts';
import { corsHeaders } from '../response/cors.ts';
import {
  errorBody,
  isExecutable,
  nosniffHeaders,
  sandboxHeaders,
  withoutForeignMarkup,
} from '../response/executable-content.ts';
import { fillHeaders } from '../response/response-headers.ts';
import { type DraftBody, type ResponseDraft, respond } from '../response/write-response.ts';
import { notEvaluated } from '../service/check.ts';
import { type DecodedParameter, type ResponseSpec, responseFor } from '../service/operation.ts';
import type { Service } from '../service/service.ts';
import type { Change, State } from '../state/state.ts';
import { alterBody } from './alter-body.ts';
import { type ExecutionResult, executeOperation, skippedExecution } from './execute.ts';
import { forceStatus } from './forced-status.ts';
import { type FaultDecision, noFaults, selectFaults } from './select-faults.ts';

export interface Outcome {
  readonly reply: Reply;
  readonly changes: readonly Change[];
  readonly exchange: Exchange;
  /** What was sent, at the positions of the operation's parameters. */
  readonly parameters: readonly DecodedParameter[];
}

/** `now` is the world's time in milliseconds since the epoch. `service.ready()` must have been awaited. */
export const simulate = (service: Service, state: State, request: HttpRequest, now: number): Outcome => {
  const call = readCall(service, state, request, now);
  const { operation, steps } = call;
  const preferences = readPreferences(request.headers, state);
  steps.push(...preferences.steps);
  const faults = selectFaults(state, preferences, call.subject, { call: call.number, now });
  steps.push(...faults.steps);
  const work = faults.status?.work === 'skipped' ? skippedExecution : executeOperation(call);
  const shaped = shape(call, faults, complete(call, answer(call, preferences, faults, work)));
  const broken = checkResponse(call, shaped, steps);
  const violations = broken.length === 0 ? work.violations : [...work.violations, ...broken];
  const id = state.counters.exchanges + 1;
  const response = respond(service, shaped.draft, {
    request,
    operation,
    base: call.place?.base ?? '',
    path: call.pathValues,
    world: state.name,
    exchange: id,
    now,
    applied: shaped.applied,
    violations,
  });
  return {
    reply: { response, delivery: deliveryOf(faults) },
    changes: changesOf(call, faults, work, shaped),
    exchange: {
      id,
      world: state.name,
      at: now,
      durationMs: 0,
      operation: operation?.name,
      request,
      response,
      violations,
      faults: shaped.fired.length === 0 ? faults.fired : [...faults.fired, ...shaped.fired],
      steps,
    },
    parameters: call.parameters(),
  };
};

/** A transport fault loses the answer; whether the work was done all the same is its own to say. */
const changesOf = (
  { operationName }: RequestContext,
  { transport, changes }: FaultDecision,
  work: ExecutionResult,
  shaped: AlteredResponse,
): readonly Change[] => {
  const worked = transport?.work === 'skipped' ? [] : work.changes;
  return [{ type: 'call', operation: operationName }, ...changes, ...shaped.changes, ...worked];
};

interface SimulatedResponse {
  readonly draft: ResponseDraft;
  readonly origin: ExecutionResult['origin'];
  /** For `Preference-Applied`. */
  readonly applied: readonly string[];
}

interface AlteredResponse extends SimulatedResponse {
  readonly fired: readonly FiredFault[];
  readonly changes: readonly Change[];
}

const nothing: readonly never[] = [];

/** Lays contract faults and extremes over the answer. */
const shape = (
  { operation, steps }: RequestContext,
  { bodyFaults: shapers }: FaultDecision,
  answered: SimulatedResponse,
): AlteredResponse => {
  if (shapers.length === 0) return { ...answered, fired: nothing, changes: nothing };
  const shaped = alterBody(answered.draft, operation, shapers, steps);
  const isFired = (fault: string): boolean => shaped.fired.some(({ name }) => name === fault);
  const missed = shapers
    .filter(({ fault, counted }) => !counted && !isFired(fault))
    .map(({ fault }) => formatPreference('fault', fault));
  return {
    ...answered,
    ...shaped,
    applied: answered.applied.filter((preference) => !missed.includes(preference)),
    origin: shaped.fired.length === 0 ? answered.origin : 'forced',
  };
};

/** Lays the forced status and the wished example over what the work came to. */
const answer = (
  call: RequestContext,
  preferences: Preferences,
  { status }: FaultDecision,
  work: ExecutionResult,
): SimulatedResponse => {
  const draft = status === undefined ? work.draft : forceStatus(call, status);
  const origin = status === undefined ? work.origin : 'forced';
  const { applied, example } = preferences;
  if (example === undefined) return { draft, origin, applied };
  const preference = formatPreference('example', example);
  const body = exampleNamed(call, draft.status, example);
  if (body === undefined) {
    const reason = `status ${draft.status} documents no example of this name`;
    call.steps.push({ type: 'preference-ignored', preference, reason });
    return { draft, origin, applied };
  }
  call.steps.push({ type: 'preference-applied', preference });
  return { draft: { ...draft, body }, origin, applied: [...applied, preference] };
};

/** What the document says of the answer beside its body: how that is written, and the headers. */
const complete = (call: RequestContext, answered: SimulatedResponse): SimulatedResponse => {
  const { draft } = answered;
  const response = call.operation && responseFor(call.operation, draft.status);
  if (response === undefined) return answered;
  const headers = fillHeaders(call, response, draft);
  return { ...answered, draft: { ...draft, headers, body: draft.body && withWriter(draft.body, response) } };
};

const withWriter = (body: DraftBody, { contents }: ResponseSpec): DraftBody => {
  const write = contents.find(({ mediaType }) => mediaType === body.mediaType)?.write;
  return write === undefined ? body : { ...body, written: undefined, write };
};

const exampleNamed = ({ operation, request }: RequestContext, status: number, name: string): DraftBody | undefined => {
  const contents = (operation && responseFor(operation, status)?.contents) ?? [];
  const content = negotiate(contents, request) ?? contents[0];
  const value = content?.examples.get(name);
  if (content === undefined || value === undefined) return undefined;
  return { mediaType: content.mediaType, value, written: undefined };
};

/** A success is judged by the document, and so is what a fault put in its place; a refusal is ours and stays as it is. */
const checkResponse = (
  { operation }: RequestContext,
  { draft, origin }: SimulatedResponse,
  steps: Step[],
): readonly Violation[] => {
  if (operation === undefined || origin === 'refusal') return nothing;
  const response = responseFor(operation, draft.status);
  if (response === undefined) {
    const message = `status ${draft.status} is not documented for ${operation.name}`;
    return [{ side: 'response', in: 'status', pointer: '', rule: 'status', message }];
  }
  const { body } = draft;
  const content =
    body &&
    (response.contents.find(({ mediaType }) => mediaType === body.mediaType) ??
      response.contents.find(({ range }) => range.includes('*') && coversMediaType(range, body.mediaType)));
  if (body === undefined || response.contents.length === 0) return nothing;
  if (content === undefined) {
    const expected = response.contents.map(({ range }) => range).join(' or ');
    const message = `header.content-type must be ${expected}, not ${body.mediaType}`;
    return [{ side: 'response', in: 'header', pointer: '/content-type', rule: 'mediaType', message }];
  }
  const problems = body.written?.problems ?? content.check(body.value);
  for (const { rule, message } of problems)
    if (rule === notEvaluated) steps.push({ type: 'unchecked', reason: message });
  const broken = problems.filter(({ rule }) => rule !== notEvaluated);
  return broken.map(({ pointer, rule, message }) => ({
    side: 'response',
    in: 'body',
    pointer,
    rule,
    message: `body${propertyPath(pointer)} ${message}`,
  }));
};

const deliveryOf = (faults: FaultDecision): Delivery => {
  // Without a fault there is but one decision, and it has nothing to say.
  if (faults === noFaults) return plainDelivery;
  const { delayMs, transport, bytesPerSecond, dribble } = faults;
  return { delayMs, transport: transport?.transport, bytesPerSecond, dribble };
};

/** An error that is decided without a world: it takes the document's shape all the same. */
export const refuseOutside = (
  service: Service,
  request: HttpRequest,
  status: number,
  message: string,
): HttpResponse => {
  const shape = service.errorFor(undefined, status);
  const { mediaType } = shape;
  const value = errorBody(shape, { message, status });
  const text = withoutForeignMarkup(
    typeof value === 'string' && !isJsonType(mediaType) ? value : stringifyJson(value),
    value,
    mediaType,
  );
  const length = String(utf8Length(text));
  const cors = corsHeaders(request.headers, service.exposedHeaders);
  const sandbox = isExecutable(mediaType) ? sandboxHeaders : nothing;
  const headers = ['Content-Type', mediaType, 'Content-Length', length, ...nosniffHeaders, ...sandbox, ...cors];
  return { status, headers, body: request.method === 'HEAD' ? undefined : text };
};

/** The record of a request that no world took: `world` is the name that it gave, and there is no number. */
export const exchangeOutside = (
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

export const failureMessage = 'The simulation failed; its log says why.';

/** What a request comes to that {@link simulate} threw at: a bug, which changes nothing but the exchange's number. */
export const fail = (service: Service, state: State, request: HttpRequest, now: number): Outcome => {
  const refused = refuseOutside(service, request, 500, failureMessage);
  const id = state.counters.exchanges + 1;
  const response = {
    ...refused,
    headers: [...refused.headers, 'Vivarium-World', state.name, 'Vivarium-Exchange', String(id)],
  };
  return {
    reply: { response, delivery: plainDelivery },
    changes: [{ type: 'call', operation: '' }],
    exchange: { ...exchangeOutside(request, response, { world: state.name, message: failureMessage, now }), id },
    parameters: nothing,
  };
};
