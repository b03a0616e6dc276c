/** What the operation itself comes to, before faults have their say: authenticate, check, act. */

import { authenticate } from './authenticate.ts';
import type { Call } from './call.ts';
import type { Violation } from './exchange.ts';
import { type Input, readInput } from './input.ts';
import { getMember, isJsonObject, type Json, setMember, stringifyJson } from './json.ts';
import { negotiate } from './media-type.ts';
import { noOperationMessage } from './nearest-operation.ts';
import { allowOf } from './path.ts';
import { seedFrom } from './random.ts';
import { type Refusal, refuse, statusOf } from './refusal.ts';
import { act } from './resource.ts';
import type { Draft, DraftBody, Written } from './respond.ts';
import { type Content, isDocumented, type Operation, type ResponseSpec } from './service.ts';
import type { Change } from './state.ts';

export interface Work {
  readonly draft: Draft;
  /** Where the draft comes from: a refusal is ours, and not judged by the response's schema. */
  readonly origin: 'success' | 'refusal' | 'forced';
  readonly changes: readonly Change[];
  /** Of the request. */
  readonly violations: readonly Violation[];
}

const nothing: readonly never[] = [];

/** In place of work that a fault skips. */
export const skippedWork: Work = {
  draft: { status: 0, headers: nothing, body: undefined },
  origin: 'forced',
  changes: nothing,
  violations: nothing,
};

export const doWork = (call: Call): Work => {
  const { operation, request, match } = call;
  if (match.type === 'other-method' && request.method === 'OPTIONS') return listMethods(match.methods);
  if (operation === undefined) return refused(call, refuseUnmatched(call));
  const denial = checkCredential(call, operation);
  if (denial !== undefined) return refused(call, denial);
  const { success } = operation;
  if (success === undefined) {
    const what = `${operation.method} ${operation.path}`;
    return refused(
      call,
      refuse('no-success', `${what} is known, but the document gives it no success response to answer with.`),
    );
  }
  const raw = { request, parameters: call.parameters() };
  const input = readInput(operation, raw, call.state.rules.requests);
  if (input.refusal !== undefined) return refused(call, input.refusal, input.violations);
  const { contents } = success.response;
  const content = negotiate(contents, request);
  if (content === undefined && contents.length > 0 && isDocumented(operation, 406)) {
    const offered = contents.map(({ mediaType }) => mediaType).join(', ');
    return refused(call, refuse('not-acceptable', `header.accept must cover one of ${offered}`), input.violations);
  }
  const worked =
    operation.binding === undefined
      ? answerStateless(call, operation, success.status, content ?? contents[0], input)
      : actOnState(call, operation.binding, success.status, content ?? contents[0], input);
  return worked.origin === 'success' ? withHeaders(call, worked, success.response) : worked;
};

/** A plain OPTIONS, no preflight: what the path can do (RFC 9110, section 9.3.7). */
const listMethods = (methods: readonly string[]): Work => ({
  draft: { status: 204, headers: ['Allow', allowOf(methods).join(', ')], body: undefined },
  origin: 'refusal',
  changes: nothing,
  violations: nothing,
});

const checkCredential = ({ request, query, state, steps }: Call, operation: Operation): Refusal | undefined => {
  const authentication = authenticate(operation, request.headers, query, state.rules);
  if (authentication.ok) {
    steps.push({ type: 'credential', result: authentication.result });
    return undefined;
  }
  const { message, challenge } = authentication;
  steps.push({ type: 'credential', result: message });
  return refuse('credential', message, ['WWW-Authenticate', challenge]);
};

/** The headers that the document requires of the answer; a created item is told where it is (RFC 9110, section 10.2.2). */
const withHeaders = (call: Call, work: Work, { headers }: ResponseSpec): Work => {
  const required = headers.filter((header) => header.required);
  if (required.length === 0) return work;
  const { now, request } = call;
  const seed = seedOf(call);
  const put = work.changes.find((change) => change.type === 'put');
  const filled = required.flatMap(({ name, generate }) =>
    name.toLowerCase() === 'location' && put !== undefined
      ? [name, `${request.pathPrefix}${request.path.replace(/\/$/, '')}/${encodeURIComponent(put.key)}`]
      : [name, headerText(generate({ seed, now }))],
  );
  return { ...work, draft: { ...work.draft, headers: [...work.draft.headers, ...filled] } };
};

/** What a header can carry (RFC 9110, section 5.5). */
const headerText = (value: Json): string =>
  (typeof value === 'string' ? value : stringifyJson(value)).replace(/[^\t\x20-\x7e]+/g, encodeURIComponent);

/** The same request gets the same answer: generated data follow from the path and the query. */
const seedOf = ({ state, operationName, request }: Call): number =>
  seedFrom(state.seed, operationName, request.path, request.query);

const answerStateless = (
  call: Call,
  { reason }: Operation,
  status: number,
  content: Content | undefined,
  { violations }: Input,
): Work => {
  call.steps.push({ type: 'stateless', reason });
  const context = { seed: seedOf(call), now: call.now };
  const body = content && { mediaType: content.mediaType, value: content.generate(context), written: undefined };
  return { draft: { status, headers: nothing, body }, origin: 'success', changes: nothing, violations };
};

const actOnState = (
  call: Call,
  binding: NonNullable<Operation['binding']>,
  status: number,
  content: Content | undefined,
  input: Input,
): Work => {
  const { violations } = input;
  const action = act(call.state, binding, input, call.now);
  if (action.type === 'refused') return refused(call, action.refusal, violations);
  const { value, written, changes, step } = action;
  call.steps.push(step);
  const body = content && bodyOf(call, content, value, written);
  return { draft: { status, headers: nothing, body }, origin: 'success', changes, violations };
};

/**
 * The item as the answer, where the document says that it is. Some answers are about the item and are not it
 * (`{ deleted: true }`, an id alone): those are generated, with what they share with the item.
 */
const bodyOf = (call: Call, content: Content, value: Json, written: Written): DraftBody => {
  const { mediaType, check } = content;
  const problems = written.problems ?? check(value);
  if (problems.length === 0 || !isJsonObject(value)) return { mediaType, value, written: { ...written, problems } };
  const generated = content.generate({ seed: seedOf(call), now: call.now });
  if (!isJsonObject(generated)) return { mediaType, value: generated, written: undefined };
  const shared: Record<string, Json> = {};
  for (const name of Object.keys(generated)) {
    setMember(shared, name, getMember(value, name) ?? (getMember(generated, name) as Json));
  }
  return { mediaType, value: check(shared).length === 0 ? shared : generated, written: undefined };
};

const refuseUnmatched = ({ service, match, request, gone, place }: Call): Refusal => {
  if (match.type === 'other-method') {
    const allow = allowOf(match.methods).join(', ');
    // HEAD answers as GET would, to the letter: its Content-Length must be the same.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const message = `${method} is not a method of ${request.path}; there are ${allow}.`;
    return refuse('method', message, ['Allow', allow]);
  }
  if (gone !== undefined) {
    const since = new Date(gone.sunset as number).toISOString().slice(0, 10);
    return refuse('removed', `${gone.method} ${gone.path} was removed on ${since}.`);
  }
  return refuse('no-path', noOperationMessage(service, request, place?.path));
};

/** The refusal as the document writes errors; what a removed operation documents still counts. */
const refused = (call: Call, { kind, message, headers }: Refusal, violations: readonly Violation[] = nothing): Work => {
  const operation = call.operation ?? call.gone;
  const status = statusOf(kind, operation);
  call.steps.push({ type: 'refused', status, message });
  const shape = call.service.errorFor(operation, status);
  const body = { mediaType: shape.mediaType, value: shape.body({ message, status }), written: undefined };
  return { draft: { status, headers, body }, origin: 'refusal', changes: nothing, violations };
};
