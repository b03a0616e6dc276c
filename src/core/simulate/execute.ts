/** Executes an operation, before faults are applied: authentication, validation, action. */

import type { Violation } from '../exchange.ts';
import type { Override } from '../handlers/handler-response.ts';
import { overrideItem, showOverride } from '../handlers/override-item.ts';
import { runHandler } from '../handlers/run-handler.ts';
import { allowOf, negotiate } from '../http/http.ts';
import { equalsJson, getProperty, isJsonObject, type Json, nothing } from '../primitives/json.ts';
import { authenticate } from '../request/authenticate.ts';
import { judgeOf } from '../request/login.ts';
import { noOperationMessage } from '../request/not-found-message.ts';
import { preconditionOf } from '../request/precondition.ts';
import { type Input, readInput } from '../request/read-input.ts';
import { recordedRequestOf } from '../request/recorded-request.ts';
import { type Refusal, refusalStatus, refuse } from '../request/refusal.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import { actOnResource, bindingFor, findSubject } from '../resources/act-on-resource.ts';
import type { ActionResult, ActionView } from '../resources/action-result.ts';
import { fileChanges } from '../resources/kept-file.ts';
import { locationHeader } from '../response/addresses.ts';
import { chooseFields } from '../response/choose-fields.ts';
import { errorBodyFor } from '../response/error-body.ts';
import { putListsBeside } from '../response/lists-beside.ts';
import { eventStream, renderEvents } from '../response/render-events.ts';
import { renderItem, renderItems } from '../response/render-item.ts';
import { pageHeaders, renderList } from '../response/render-list.ts';
import { renderRecorded } from '../response/render-recorded.ts';
import { renderStateless } from '../response/render-stateless.ts';
import { showEffects, showToken } from '../response/show-effects.ts';
import type { ExecutionResult, ResponseBody, ResponseDraft } from '../response/write-response.ts';
import type { Binding } from '../service/binding.ts';
import type { Handler } from '../service/handler.ts';
import {
  type Content,
  contentFor,
  defaultContent,
  isDocumented,
  type Operation,
  type ParameterValues,
  type ResponseSpec,
  responseFor,
} from '../service/operation.ts';
import type { ServicePart } from '../service/service.ts';
import { findItem, type KeyedItem } from '../state/collection.ts';
import { tagOf } from '../state/entity-tag.ts';
import { findRecorded, type RecordedResponse } from '../state/recorded-response.ts';
import type { Change, State } from '../state/state.ts';
import { statedBody } from './forced-status.ts';
import { keyedRequest, replayOf, withReply } from './once.ts';

/** An operation that a part answers itself. */
export interface AnsweredOperation extends Operation {
  readonly answer: (context: RequestContext) => ExecutionResult;
}

export const skippedExecution: ExecutionResult = {
  draft: { status: 0, headers: nothing, body: undefined },
  origin: 'forced',
  changes: nothing,
  violations: nothing,
};

/** A part that shows callers something of their own. */
export interface CallersPart extends ServicePart {
  /** Returns undefined if the request uses the state that all share. */
  readonly enter: (context: RequestContext) => CallersView | undefined;
}

export interface CallersView {
  readonly state: State;
  /** The changes to the state that all share. */
  readonly keep: (done: ExecutionResult) => readonly Change[];
}

/** `repeatable`: whether a request with an `Idempotency-Key` acts once. */
export const executeOperation = (
  context: RequestContext,
  options: { readonly repeatable?: boolean } = {},
): ExecutionResult => {
  const { operation, request, match, served } = context;
  if (match.type === 'other-method' && request.method === 'OPTIONS') return listMethods(match.methods);
  if (operation === undefined) return refused(context, refuseUnmatched(context));
  if ('answer' in operation) return (operation as AnsweredOperation).answer(context);
  let seen = context;
  const views: CallersView[] = [];
  for (const part of served.attached ?? nothing) {
    const view = (part as Partial<CallersPart>).enter?.(seen);
    if (view === undefined) continue;
    seen = { ...seen, state: view.state };
    views.unshift(view);
  }
  let done = executeAdmitted(seen, operation, options);
  for (const { keep } of views) done = { ...done, changes: keep(done) };
  return done;
};

const executeAdmitted = (
  context: RequestContext,
  operation: Operation,
  { repeatable = false }: { readonly repeatable?: boolean },
): ExecutionResult => {
  const { request } = context;
  const refusal = checkCredential(context, operation);
  if (refusal !== undefined) return refused(context, refusal);
  const { success } = operation;
  const handler = context.served.handlers?.get(operation);
  if (success === undefined && handler === undefined) return refused(context, refuseWithoutSuccess(operation));
  const rawInput = { request, parameters: context.parameters };
  const isStored = (parameters: ParameterValues, index: number) =>
    operation.binding !== undefined && namesStored(context, operation.binding, parameters, index);
  const read = readInput(operation, rawInput, context.state.rules.requests, isStored);
  if (read.refusal !== undefined && !lacksCondition(operation, read))
    return refused(context, read.refusal, read.violations);
  const contents = success?.response.contents ?? [];
  const accepted = negotiate(contents, request);
  if (contents.length > 0 && accepted === undefined && isDocumented(operation, 406)) {
    const offered = contents.map(({ mediaType }) => mediaType).join(', ');
    return refused(context, refuse('not-acceptable', `header.accept must cover one of ${offered}`), read.violations);
  }
  const asked = operation.asked?.(read.parameters);
  const input = { ...read, content: asked ?? accepted ?? defaultContent(success?.response) };
  const keyed = repeatable ? keyedRequest(context, operation, input) : undefined;
  const replay = keyed && replayOf(context, keyed, input.violations);
  if (replay !== undefined) return 'draft' in replay ? replay : refused(context, replay, input.violations);
  const unmet = checkCondition(context, operation, input);
  if (unmet !== undefined) return refused(context, unmet, input.violations);
  const done = handler === undefined ? work(context, operation, input) : handle(context, operation, handler, input);
  return keyed === undefined ? done : withReply(context, keyed, done);
};

/** Whether only a condition is missing, for which there is a status. */
const lacksCondition = ({ condition }: Operation, { violations }: Input) =>
  condition?.isRequired === true &&
  violations.every(({ in: place, pointer }) => place === 'header' && /^\/if-(match|unmodified-since)$/i.test(pointer));

/** Why the item is not in the state that the request expects; undefined: it is, or there is none. */
const checkCondition = (context: RequestContext, operation: Operation, input: Input): Refusal | undefined => {
  const { binding, condition } = operation;
  if (condition === undefined || binding === undefined) return undefined;
  const subject = findSubject(context, binding, input);
  if ('kind' in subject) return undefined;
  return preconditionOf(operation, context.request.headers, binding.collection, subject.item);
};

/** The input of a request, with the content of the operation's success that its client prefers. */
interface AcceptedInput extends Input {
  readonly content: Content | undefined;
}

/** Whether the parameter is the id of a stored item, or of its parent. */
const namesStored = (context: RequestContext, binding: Binding, parameters: ParameterValues, index: number) => {
  const isId = 'key' in binding && binding.key === index;
  const isParent =
    binding.collection.parentCollection !== undefined && (binding.parentParameters?.includes(index) ?? false);
  if (!isId && !isParent) return false;
  const subject = findSubject(context, binding, { ...noInput, parameters });
  return !('kind' in subject) && (isParent || subject.item !== undefined);
};

const noInput: Input = {
  parameters: nothing,
  body: undefined,
  mediaType: undefined,
  violations: nothing,
  refusal: undefined,
};

/** The work of the operation. `item`: properties laid over the item that it stores or shows. */
const work = (
  context: RequestContext,
  operation: Operation,
  input: AcceptedInput,
  item?: Override['item'],
): ExecutionResult => {
  const worked = workWithItem(context, operation, input, item);
  if (worked.origin !== 'success') return worked;
  const done = { changes: worked.changes, shown: worked.draft.body?.value };
  const changes = fileChanges(context, operation, input, done);
  return changes.length === 0 ? worked : { ...worked, changes: [...worked.changes, ...changes] };
};

const workWithItem = (
  context: RequestContext,
  operation: Operation,
  input: AcceptedInput,
  item: Override['item'] | undefined,
): ExecutionResult => {
  const isShown = operation.method === 'GET' && recordedFor(context, operation, input) !== undefined;
  if (isStateful(operation) && !isShown) return actOnState(context, operation, input, item);
  const { success } = operation;
  if (success === undefined) return refused(context, refuseWithoutSuccess(operation), input.violations);
  if (item !== undefined) throw new Error('next({ item }): the operation is not about an item; return a body');
  return respondStateless(context, operation, success, input);
};

/** A missing item is rejected before the handler is called. */
const handle = (
  context: RequestContext,
  operation: Operation,
  handler: Handler,
  input: AcceptedInput,
): ExecutionResult => {
  const { binding } = operation;
  const subject = binding && findSubject(context, binding, input);
  if (subject !== undefined && 'kind' in subject) return refused(context, subject, input.violations);
  return runHandler(context, {
    operation,
    handler,
    input,
    item: subject?.item,
    // A handler is called once: nothing in it can pause.
    proceed: (state, item) => work({ ...context, state, scan: undefined }, operation, input, item),
  });
};

const refuseWithoutSuccess = ({ method, path }: Operation): Refusal =>
  refuse('no-success', `${method} ${path} has no success response in the document.`);

/** The response to an OPTIONS request that is not a preflight: the allowed methods (RFC 9110, section 9.3.7). */
const listMethods = (methods: readonly string[]): ExecutionResult => ({
  draft: { status: 204, headers: ['Allow', allowOf(methods).join(', ')], body: undefined },
  origin: 'refusal',
  changes: nothing,
  violations: nothing,
});

const checkCredential = (context: RequestContext, operation: Operation): Refusal | undefined => {
  const { request, query, state, steps } = context;
  const authentication = authenticate(operation, { request, query, rules: state.rules, judge: judgeOf(context) });
  if (authentication.ok) {
    steps.push(authentication.step);
    return undefined;
  }
  const { what, message, challenge } = authentication;
  steps.push({ type: 'credential', result: message });
  return refuse(what === 'without scope' ? 'scope' : 'credential', message, ['WWW-Authenticate', challenge]);
};

const recordedFor = (context: RequestContext, operation: Operation, input: Input): RecordedResponse | undefined =>
  context.state.responses.has(operation.name)
    ? findRecorded(context.state.responses, recordedRequestOf(context, operation, input))
    : undefined;

/** `acted`: the action of the operation, if its response shows something else than the item. */
const respondStateless = (
  context: RequestContext,
  operation: Operation,
  { status, response }: NonNullable<Operation['success']>,
  input: AcceptedInput,
  acted?: ActionResult,
): ExecutionResult => {
  const done = { origin: 'success', changes: nothing, violations: input.violations } as const;
  const recorded = recordedFor(context, operation, input);
  if (recorded?.status === 404)
    return refused(context, refuse('no-item', 'There is no file at this path.'), input.violations);
  if (recorded !== undefined) {
    context.steps.push({ type: 'recorded' });
    return { ...done, draft: renderRecorded(recorded) };
  }
  const shown = operation.binding === undefined ? shownFor(context, operation, input) : undefined;
  if (shown !== undefined) return { ...done, draft: shown };
  if (operation.binding === undefined) context.steps.push({ type: 'stateless', reason: operation.reason });
  const content = selectedContent(context, response, input);
  const rendered =
    content?.mediaType === eventStream
      ? { headers: nothing, body: renderEvents(context, content, input.body) }
      : content && renderStateless(context, content, response.headers, input);
  const body =
    acted && rendered?.body && content ? withAction(context, operation, acted, rendered.body, content) : rendered?.body;
  return { ...done, draft: { status, headers: rendered?.headers ?? nothing, body } };
};

/** What the document shows as the response to a request that it shows. */
const shownFor = (context: RequestContext, operation: Operation, input: AcceptedInput): ResponseDraft | undefined => {
  const { body } = input;
  const isSent = (value: Json | undefined, index: number) => {
    const sent = context.parameters[index];
    return value === undefined || (sent !== undefined && 'value' in sent && equalsJson(sent.value, value));
  };
  const pair = operation.pairedExamples?.find(
    ({ parameters, body: example }) =>
      parameters.every(isSent) && (example === undefined || (body !== undefined && equalsJson(body, example))),
  );
  const contents = (pair && responseFor(operation, pair.status)?.contents) ?? [];
  const named = contents.filter(({ examples }) => examples.has(pair?.name ?? ''));
  const content = negotiate(named, context.request) ?? named[0];
  if (pair === undefined || content === undefined) return undefined;
  context.steps.push({ type: 'stateless', reason: `The document shows this request as the example "${pair.name}".` });
  const value = content.complete(content.examples.get(pair.name) as Json, { seed: seedOf(context), now: context.now });
  return { status: pair.status, headers: nothing, body: { mediaType: content.mediaType, value } };
};

const withAction = (
  context: RequestContext,
  { binding, statelessView }: Operation,
  { view }: ActionResult,
  body: ResponseBody,
  content: Content,
): ResponseBody => {
  if (binding === undefined || view.type !== 'item') return body;
  const at = statelessView?.().item ?? [];
  const shown = showToken(context, binding, view, showEffects(body, { binding, item: view.item.value, at, content }));
  const { beside } = binding.view;
  const { state } = context;
  return beside ? putListsBeside(shown, beside, { about: aboutOf(view), content, state, parameters: nothing }) : shown;
};

interface StatefulOperation extends Operation {
  readonly binding: Binding;
  readonly success: NonNullable<Operation['success']>;
}

const isStateful = (operation: Operation): operation is StatefulOperation =>
  operation.binding !== undefined && operation.success !== undefined;

const actOnState = (
  context: RequestContext,
  operation: StatefulOperation,
  input: AcceptedInput,
  item: Override['item'],
): ExecutionResult => {
  const { success, responses } = operation;
  const binding = bindingFor(context, operation.binding, input);
  const { violations } = input;
  const acted = actOnResource(context, binding, input);
  const action = item === undefined || 'kind' in acted ? acted : overrideItem(context, binding.collection, acted, item);
  // Until somebody has registered, a login responds with a generated user.
  if ('kind' in action && operation.method === 'POST' && binding.action === 'read' && binding.key === 'first')
    return respondStateless(context, operation, success, input);
  if ('kind' in action) return refused(context, action, violations);
  context.steps.push(action.step);
  if (binding.action !== 'list' && binding.view.isOther === true)
    return { ...respondStateless(context, operation, success, input, action), changes: action.changes };
  // If an item was created, the response is 201 if the operation documents it; a POST always creates one.
  const mayCreate = success.status !== 201 && operation.method !== 'POST';
  const created = action.isCreated && mayCreate ? responses.get('201') : undefined;
  const { status: usual, response } = created === undefined ? success : { status: 201, response: created };
  const alone = context.wantsItem === true ? undefined : success.statusAlone;
  const status = alone ?? usual;
  const content = alone !== undefined ? undefined : selectedContent(context, response, input);
  const { headers, body: own } = renderResult(context, binding, response, content, action);
  const { beside } = binding.view;
  const { parameters } = input;
  const body =
    own && content && beside
      ? putListsBeside(own, beside, { about: aboutOf(action.view), content, state: context.state, parameters })
      : own;
  const isChosen = body !== undefined && content !== undefined && binding.view.fields !== undefined;
  const rendered = isChosen ? chooseFields(body, binding.view, content, parameters) : body;
  const done = { origin: 'success', changes: action.changes, violations } as const;
  if (content?.mediaType === eventStream) {
    const about = action.view.type === 'item' ? action.view.item.value : undefined;
    return { ...done, draft: { status, headers, body: renderEvents(context, content, about) } };
  }
  const shown = item === undefined ? rendered : showOverride(rendered, action.view, item);
  const withToken = showToken(context, binding, action.view, shown);
  const tagged = [...headers, ...tagHeader(context, responseFor(operation, status), binding, action)];
  return { ...done, draft: { status, headers: tagged, body: withToken } };
};

/** The content that the body selects with `stream: true`, else the one that the client accepts. */
const selectedContent = (
  { request, operation }: RequestContext,
  response: ResponseSpec,
  { body, content }: AcceptedInput,
): Content | undefined => {
  const { contents } = response;
  const isStreamed =
    contents.length > 1 && body !== undefined && isJsonObject(body) && getProperty(body, 'stream') === true;
  const streamed = isStreamed ? contents.find(({ mediaType }) => mediaType === eventStream) : undefined;
  return streamed ?? (response === operation?.success?.response ? content : contentFor(response, request));
};

/** The `ETag` of the item, if the document has that header in this response, or in its read. */
const tagHeader = (
  { state }: RequestContext,
  response: ResponseSpec | undefined,
  { collection: spec }: Binding,
  { view, changes }: ActionResult,
): readonly string[] => {
  const header =
    response?.headers.find(({ name }) => name.toLowerCase() === 'etag') ??
    (spec.isTagged === true ? { name: 'ETag' } : undefined);
  const collection = state.collections.get(spec.name);
  if (header === undefined || collection === undefined || view.type !== 'item' || view.action === 'delete') return [];
  const { key } = view.item;
  const puts = changes.filter((change) => change.type === 'put' && change.collection === spec.name);
  const at = puts.findIndex((change) => change.type === 'put' && change.key === key);
  const version = at < 0 ? findItem(collection, key)?.version : collection.nextVersion + at;
  return [header.name, tagOf(spec, key, version)];
};

const aboutOf = (view: ActionView): readonly KeyedItem[] =>
  view.type === 'page' ? view.page.items : view.type === 'items' ? view.items : [view.item];

const renderResult = (
  requestContext: RequestContext,
  binding: Binding,
  response: ResponseSpec,
  content: Content | undefined,
  { view, isCreated }: ActionResult,
): Omit<ResponseDraft, 'status'> => {
  if (view.type === 'page') {
    const pageContext = { requestContext, binding: view.binding, page: view.page };
    return {
      headers: pageHeaders(pageContext, view.binding.view, response.headers),
      body: content && renderList(pageContext, content, viewIn(content, view.binding.view)),
    };
  }
  if (view.type === 'items')
    return { headers: nothing, body: content && renderItems(requestContext, content, binding.collection, view) };
  return {
    headers: isCreated ? locationHeader(requestContext, response, binding, view.item.key) : nothing,
    body:
      content && renderItem(requestContext, content, binding.collection, { ...view, view: viewIn(content, view.view) }),
  };
};

const viewIn = <View extends { readonly others?: ReadonlyMap<object, View> | undefined }>(
  content: Content,
  view: View,
): View => view.others?.get(content) ?? view;

const refuseUnmatched = ({ served, match, request, gone }: RequestContext): Refusal => {
  if (match.type === 'other-method') {
    const allow = allowOf(match.methods).join(', ');
    // HEAD gets the message for GET: its Content-Length must be the same.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const message = `${method} is not allowed on ${request.path}. Allowed: ${allow}`;
    return refuse('method', message, ['Allow', allow]);
  }
  if (gone !== undefined) {
    const since = new Date(gone.sunset as number).toISOString().slice(0, 10);
    return refuse('removed', `${gone.method} ${gone.path} was removed on ${since}.`);
  }
  return refuse('no-path', noOperationMessage(served, request));
};

/** Renders a refusal in the document's error format. The responses of a removed operation are used too. */
const refused = (
  context: RequestContext,
  { kind, message, headers, key, mistakes }: Refusal,
  violations: readonly Violation[] = nothing,
): ExecutionResult => {
  const operation = context.operation ?? context.gone;
  const usual = refusalStatus(kind, operation);
  const stated = context.state.rules.refusals?.find(kind, usual, message, context);
  const status = stated?.status ?? usual;
  const by = stated?.name;
  const step = { type: 'refused', status, message } as const;
  context.steps.push({ ...step, ...(key !== undefined && { key }), ...(by !== undefined && { by }) });
  const shown = stated?.message === undefined ? { message, mistakes } : { message: stated.message };
  const body =
    stated?.body === undefined
      ? errorBodyFor(context, operation, { status, ...shown })
      : statedBody(stated.body, operation && contentFor(responseFor(operation, status), context.request));
  return { draft: { status, headers, body }, origin: 'refusal', changes: nothing, violations };
};
