/**
 * One request, decided: `simulate` reads the state, changes nothing, awaits nothing. What it decides comes back as data:
 * the reply, the changes, and the exchange that records why.
 */
import { authenticate, challengeOf } from './authenticate.ts';
import { allowOf, corsHeaders, pathBelowBase } from './cors.ts';
import type { Exchange, Step, Violation } from './exchange.ts';
import type { FaultSubject, StatusEffect } from './fault.ts';
import { type Delivery, type HttpRequest, type HttpResponse, plainDelivery, type Reply } from './http.ts';
import { readInput } from './input.ts';
import { type Json, parseJson, stringifyJson } from './json.ts';
import { type Match, matchGone, matchOperation } from './match.ts';
import { noOperationMessage } from './nearest-operation.ts';
import { formatWish, readWishes, type Wishes } from './prefer.ts';
import { seedFrom } from './random.ts';
import { type Refusal, refuse, statusOf } from './refusal.ts';
import { act } from './resource.ts';
import { type Draft, type DraftBody, negotiate, respond, utf8Length } from './respond.ts';
import { type FaultDecision, selectFaults } from './select-faults.ts';
import {
  type BodyContent,
  type DecodedBody,
  isDocumented,
  type Operation,
  responseFor,
  type Service,
} from './service.ts';
import type { Change, State } from './state.ts';

export interface Outcome {
  readonly reply: Reply;
  readonly changes: readonly Change[];
  readonly exchange: Exchange;
}

/** `now` is the world's time in milliseconds since the epoch. `service.ready()` must have been awaited. */
export const simulate = (service: Service, state: State, request: HttpRequest, now: number): Outcome => {
  const call = readCall(service, state, request, now);
  const wishes = readWishes(request.headers, state);
  const steps: Step[] = [{ type: 'matched', operation: call.operation?.name }, ...wishes.steps];
  const faults = selectFaults(state, wishes, call.subject, call.number);
  steps.push(...faults.steps);
  const work = faults.status?.work === 'skipped' ? skipped : doWork(service, state, call, now, steps);
  const shaped = shape(service, call, wishes, faults, work, now, steps);
  const violations = [...work.violations, ...checkResponse(call.operation, shaped)];
  const response = respond(service, shaped.draft, {
    request,
    operation: call.operation,
    base: call.place?.base ?? '',
    path: call.match.type === 'operation' ? call.match.path : noPathValues,
    world: state.name,
    exchange: state.counters.exchanges + 1,
    now,
    applied: shaped.applied,
    violations,
  });
  const workCounts = faults.transport === undefined || faults.transport.work === 'done';
  return {
    reply: { response, delivery: deliveryOf(faults) },
    changes: [
      { type: 'call', operation: call.operation?.name ?? '' },
      ...faults.changes,
      ...(workCounts ? work.changes : []),
    ],
    exchange: {
      id: state.counters.exchanges + 1,
      world: state.name,
      at: now,
      durationMs: 0,
      operation: call.operation?.name,
      request,
      response,
      violations,
      faults: faults.fired,
      steps,
    },
  };
};

/** A request with what is known of it before anything is decided; the query and the body are parsed when first asked for. */
interface Call {
  readonly request: HttpRequest;
  readonly match: Match;
  readonly operation: Operation | undefined;
  /** An operation that would match but is past its sunset. */
  readonly gone: Operation | undefined;
  /** Where the path lies below a base path; undefined where it is below none. */
  readonly place: { readonly base: string; readonly path: string } | undefined;
  /** Which call of its operation in this world it is, from 1. */
  readonly number: number;
  /** The world's. */
  readonly seed: number;
  readonly subject: FaultSubject;
  readonly query: () => URLSearchParams | undefined;
  readonly decodeBody: (content: BodyContent) => DecodedBody;
}

const noPathValues: ReadonlyMap<string, string> = new Map();
const noMatch: Match = { type: 'none' };

const readCall = (service: Service, state: State, request: HttpRequest, now: number): Call => {
  const place = pathBelowBase(service, request.path);
  const isGone = (operation: Operation): boolean => operation.sunset !== undefined && operation.sunset <= now;
  const match = place === undefined ? noMatch : matchOperation(service.matcher, request.method, place.path, isGone);
  const operation = match.type === 'operation' ? match.operation : undefined;
  let query: URLSearchParams | undefined;
  const readQuery = (): URLSearchParams | undefined => {
    if (request.query !== '') query ??= new URLSearchParams(request.query);
    return query;
  };
  let decoded: { readonly content: BodyContent; readonly body: DecodedBody } | undefined;
  const decodeBody = (content: BodyContent): DecodedBody => {
    if (decoded?.content !== content)
      decoded = { content, body: content.decode((request.body as { bytes: Uint8Array }).bytes) };
    return decoded.body;
  };
  return {
    request,
    match,
    operation,
    gone:
      match.type === 'none' && place !== undefined ? matchGone(service.matcher, request.method, place.path) : undefined,
    place,
    number: (state.counters.calls.get(operation?.name ?? '') ?? 0) + 1,
    seed: state.seed,
    subject: {
      request,
      operation: operation?.name,
      path: place?.path ?? request.path,
      query: readQuery,
      body: () => bodyOf(request),
    },
    query: readQuery,
    decodeBody,
  };
};

/** The body as JSON, for faults that look into it; undefined where it is none. */
const bodyOf = (request: HttpRequest): Json | undefined => {
  if (request.body.type !== 'bytes') return undefined;
  const parsed = parseJson(new TextDecoder().decode(request.body.bytes));
  return parsed.ok ? parsed.value : undefined;
};

/** What the operation came to, before faults have their say. */
interface Worked {
  readonly draft: Draft;
  /** Where the draft comes from: only what the simulation meant as a success is judged by the response's schema. */
  readonly origin: 'success' | 'refusal' | 'forced';
  readonly changes: readonly Change[];
  readonly violations: readonly Violation[];
}

const nothing: readonly never[] = [];
const skipped: Worked = {
  draft: { status: 0, headers: nothing, body: undefined },
  origin: 'forced',
  changes: nothing,
  violations: nothing,
};

const doWork = (service: Service, state: State, call: Call, now: number, steps: Step[]): Worked => {
  const { operation, match, request } = call;
  if (operation === undefined || match.type !== 'operation')
    return refused(service, undefined, refuseUnmatched(service, call), nothing, steps, call.gone);
  const authentication = authenticate(operation, request.headers, call.query, state.rules);
  if (!authentication.ok) {
    steps.push({ type: 'credential', result: authentication.message });
    const { challenge, message } = authentication;
    return refused(
      service,
      operation,
      refuse('credential', message, challenge === undefined ? nothing : ['WWW-Authenticate', challenge]),
      nothing,
      steps,
    );
  }
  steps.push({ type: 'credential', result: authentication.result });
  const { success } = operation;
  if (success === undefined) {
    return refused(
      service,
      operation,
      refuse(
        'no-success',
        `${operation.method} ${operation.path} is known, but the document gives it no success response to answer with.`,
      ),
      nothing,
      steps,
    );
  }
  const input = readInput(
    operation,
    { request, path: match.path, query: call.query(), decodeBody: call.decodeBody },
    state.rules.requests,
  );
  const { violations } = input;
  if (input.refusal !== undefined) return refused(service, operation, input.refusal, violations, steps);
  const content = negotiate(success.response.contents, request);
  if (content === undefined && success.response.contents.length > 0 && isDocumented(operation, 406)) {
    const offered = success.response.contents.map((candidate) => candidate.mediaType).join(', ');
    return refused(
      service,
      operation,
      refuse('not-acceptable', `header.accept must cover one of ${offered}`),
      violations,
      steps,
    );
  }
  const chosen = content ?? success.response.contents[0];
  if (operation.binding === undefined) {
    steps.push({ type: 'stateless', reason: operation.reason });
    const seed = seedFrom(state.seed, operation.name, request.path, request.query);
    const body = chosen && { mediaType: chosen.mediaType, value: chosen.generate({ seed, now }), text: undefined };
    return {
      draft: { status: success.status, headers: nothing, body },
      origin: 'success',
      changes: nothing,
      violations,
    };
  }
  const work = act(state, operation.binding, input, now);
  if (work.type === 'refused') return refused(service, operation, work.refusal, violations, steps);
  steps.push(work.step);
  const body =
    chosen && work.value !== undefined
      ? { mediaType: chosen.mediaType, value: work.value, text: work.text }
      : undefined;
  return {
    draft: { status: success.status, headers: nothing, body },
    origin: 'success',
    changes: work.changes,
    violations,
  };
};

const refuseUnmatched = (service: Service, call: Call): Refusal => {
  const { match, request, gone } = call;
  if (match.type === 'other-method') {
    const allow = allowOf(match.methods).join(', ');
    return refuse('method', `${request.method} is not a method of ${request.path}; there are ${allow}.`, [
      'Allow',
      allow,
    ]);
  }
  if (gone !== undefined) {
    const since = new Date(gone.sunset as number).toISOString().slice(0, 10);
    return refuse('removed', `${gone.method} ${gone.path} was removed on ${since}.`);
  }
  return refuse('no-path', noOperationMessage(service, request, call.place?.path));
};

const refused = (
  service: Service,
  operation: Operation | undefined,
  refusal: Refusal,
  violations: readonly Violation[],
  steps: Step[],
  gone?: Operation,
): Worked => {
  const status = statusOf(refusal.kind, operation ?? gone);
  steps.push({ type: 'refused', status, message: refusal.message });
  const shape = service.errorFor(operation ?? gone, status);
  const value = shape.body({ message: refusal.message, status });
  return {
    draft: { status, headers: refusal.headers, body: { mediaType: shape.mediaType, value, text: undefined } },
    origin: 'refusal',
    changes: nothing,
    violations,
  };
};

interface Shaped {
  readonly draft: Draft;
  readonly origin: Worked['origin'];
  readonly applied: readonly string[];
}

/** Lays the forced status and the wished example over what the work came to. */
const shape = (
  service: Service,
  call: Call,
  wishes: Wishes,
  faults: FaultDecision,
  work: Worked,
  now: number,
  steps: Step[],
): Shaped => {
  const draft = faults.status === undefined ? work.draft : forcedDraft(service, call, faults.status, now, steps);
  const origin = faults.status === undefined ? work.origin : 'forced';
  if (wishes.example === undefined) return { draft, origin, applied: wishes.applied };
  const wish = formatWish('example', wishes.example);
  const content = exampleContent(call.operation, draft.status, wishes.example, call.request);
  if (content === undefined) {
    steps.push({ type: 'wish-ignored', wish, reason: `status ${draft.status} documents no example of this name` });
    return { draft, origin, applied: wishes.applied };
  }
  steps.push({ type: 'wish-applied', wish });
  const body = { mediaType: content.mediaType, value: content.value, text: undefined };
  return { draft: { ...draft, body }, origin, applied: [...wishes.applied, wish] };
};

const exampleContent = (
  operation: Operation | undefined,
  status: number,
  name: string,
  request: HttpRequest,
): DraftBody | undefined => {
  const contents = operation && responseFor(operation, status)?.contents;
  const content = contents && (negotiate(contents, request) ?? contents[0]);
  const value = content?.examples.get(name);
  return content === undefined || value === undefined
    ? undefined
    : { mediaType: content.mediaType, value, text: undefined };
};

const forcedDraft = (service: Service, call: Call, effect: StatusEffect, now: number, steps: Step[]): Draft => {
  const { operation } = call;
  const { status } = effect;
  const documented = operation !== undefined && responseFor(operation, status) !== undefined;
  steps.push({ type: 'forced-status', status, documented });
  return {
    status,
    headers: forcedHeaders(service, call, effect),
    body: forcedBody(service, call, effect, documented, now),
  };
};

const forcedHeaders = (service: Service, { match, operation }: Call, { status, headers }: StatusEffect): string[] => {
  const forced = Object.entries(headers ?? {}).flat();
  const given = new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()));
  if (status === 401 && !given.has('www-authenticate')) {
    const challenge =
      challengeOf(operation) ?? challengeOf(service.operations.find((other) => challengeOf(other) !== undefined));
    if (challenge !== undefined) forced.push('WWW-Authenticate', challenge);
  }
  if (status === 405 && !given.has('allow') && match.type === 'other-method')
    forced.push('Allow', allowOf(match.methods).join(', '));
  return forced;
};

const forcedBody = (
  service: Service,
  call: Call,
  effect: StatusEffect,
  documented: boolean,
  now: number,
): DraftBody | undefined => {
  const { status, body } = effect;
  const { operation, request } = call;
  if (status === 204 || status === 205 || status === 304) return undefined;
  const contents = operation === undefined ? nothing : (responseFor(operation, status)?.contents ?? nothing);
  const content = negotiate(contents, request) ?? contents[0];
  if (body !== undefined) {
    const own = Object.entries(effect.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const mediaType = own ?? content?.mediaType ?? (typeof body === 'string' ? 'text/plain' : 'application/json');
    return { mediaType, value: body, text: undefined };
  }
  if (documented) {
    if (content === undefined) return undefined;
    const seed = seedFrom(call.seed, operation?.name ?? '', status, request.path, request.query);
    return { mediaType: content.mediaType, value: content.generate({ seed, now }), text: undefined };
  }
  if (status < 400) return undefined;
  const shape = service.errorFor(operation, status);
  return { mediaType: shape.mediaType, value: shape.body({ message: undefined, status }), text: undefined };
};

/** A success is judged by the document, and so is what a fault put in its place; a refusal is ours and stays as it is. */
const checkResponse = (operation: Operation | undefined, { draft, origin }: Shaped): readonly Violation[] => {
  if (operation === undefined || origin === 'refusal') return nothing;
  const response = responseFor(operation, draft.status);
  if (response === undefined) {
    return [
      {
        side: 'response',
        in: 'status',
        pointer: '',
        rule: 'status',
        message: `status ${draft.status} is not documented for ${operation.name}`,
      },
    ];
  }
  const { body } = draft;
  const content = body && response.contents.find((candidate) => candidate.mediaType === body.mediaType);
  if (body === undefined || content === undefined) return nothing;
  return content.check(body.value).map(({ pointer, rule, message }) => ({
    side: 'response',
    in: 'body',
    pointer,
    rule,
    message: `body${pointer.replaceAll('/', '.')} ${message}`,
  }));
};

/** An error that is decided before there is a world to ask: it takes the document's shape all the same. */
export const refuseOutside = (
  service: Service,
  request: HttpRequest,
  status: number,
  message: string,
): HttpResponse => {
  const shape = service.errorFor(undefined, status);
  const text = stringifyJson(shape.body({ message, status }));
  const headers = [
    'Content-Type',
    shape.mediaType,
    'Content-Length',
    String(utf8Length(text)),
    ...corsHeaders(request.headers, service.exposedHeaders),
  ];
  return { status, headers, body: request.method === 'HEAD' ? undefined : text };
};

const deliveryOf = ({ delayMs, transport }: FaultDecision): Delivery =>
  delayMs === 0 && transport === undefined ? plainDelivery : { delayMs, transport: transport?.transport };
