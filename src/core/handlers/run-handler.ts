/** Runs the handler of an operation. Nothing that it throws or returns stops the simulation. */

import { isBodiless, overrideHeaders, rawHeader } from '../http/http.ts';
import { suggest } from '../primitives/did-you-mean.ts';
import { type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { isError } from '../primitives/realms.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { cutText, maxRecordedLength } from '../primitives/units.ts';
import { acceptedCredential } from '../request/authenticate.ts';
import { judgeOf } from '../request/login.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { errorBodyFor } from '../response/error-body.ts';
import type { ExecutionResult, ResponseBody, ResponseDraft } from '../response/write-response.ts';
import type { Credential, Handler, HandlerContext, NextResponse } from '../service/handler.ts';
import { contentFor, type Operation, type Parameter, responseFor } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';
import type { State } from '../state/state.ts';
import { HandlerRun, openCollection } from './handler-collection.ts';
import { type HandlerResponse, headersByName, type Override, readOverride, readResponse } from './handler-response.ts';
import { copyProperties, frozenCopy, frozenItem } from './json-copy.ts';

interface HandledOperation {
  readonly operation: Operation;
  readonly handler: Handler;
  readonly input: Input;
  readonly item: Item | undefined;
  /** Executes the operation without the handler, in this state. */
  readonly proceed: (state: State, item: Override['item']) => ExecutionResult;
}

export const runHandler = (context: RequestContext, handled: HandledOperation): ExecutionResult => {
  const { operation, input } = handled;
  const { steps } = context;
  const { violations } = input;
  const started = steps.length;
  const run = new HandlerRun(context);
  try {
    const { draft, origin } = decide(run, handled);
    steps.push({ type: 'handler', operation: operation.name, failure: undefined, unlisted: run.unlisted });
    return { draft, origin, changes: run.changes, violations };
  } catch (error) {
    steps.length = started;
    steps.push({ type: 'handler', operation: operation.name, failure: describeHandlerFailure(error), unlisted: 0 });
    return { draft: failed(context, operation), origin: 'refusal', changes: [], violations };
  } finally {
    run.end();
  }
};

type Decision = Pick<ExecutionResult, 'draft' | 'origin'>;

const decide = (run: HandlerRun, handled: HandledOperation): Decision => {
  const { context } = run;
  const { handler, operation } = handled;
  /** The work of the simulation, which is done at most once, and the response that the handler got of it. */
  const work: { decision?: Decision; response?: NextResponse } = {};
  const next = (given?: unknown): NextResponse => {
    run.checkRunning('next()');
    if (work.decision !== undefined) throw new Error('next() was called twice; it does the work of one request');
    const over = readOverride(given);
    const { draft, origin, changes } = handled.proceed(run.state, over.item);
    run.apply(changes);
    work.decision = { draft, origin };
    // If the simulation rejects the request, there is nothing to change.
    if (origin !== 'refusal') work.decision = { draft: overridden(context, operation, draft, over), origin: 'handler' };
    work.response = responseOf(work.decision.draft);
    return work.response;
  };
  const result = handler(contextOf(run, handled, next));
  if (result === undefined && work.decision === undefined) next();
  if (work.decision !== undefined && (result === undefined || result === work.response)) return work.decision;
  const response = readResponse(result);
  const status = response.status ?? operation.success?.status ?? 200;
  return { draft: draftOf(context, operation, { ...response, status }), origin: 'handler' };
};

const overridden = (
  context: RequestContext,
  operation: Operation,
  { status: usual, headers: own, body }: ResponseDraft,
  over: Override,
): ResponseDraft => {
  const headers = overrideHeaders(own, over.headers);
  const status = over.status ?? usual;
  if (over.body !== undefined || status >= 400)
    return draftOf(context, operation, { status, headers, body: over.body });
  return { status, headers, body: isBodiless(status) ? undefined : body };
};

const responseOf = ({ status, headers, body }: ResponseDraft): NextResponse => {
  let copy: Json | undefined;
  return Object.freeze({
    status,
    headers: headersByName(headers),
    // Copied on demand: most handlers return the response as it is, and a list may be long.
    get body() {
      copy ??= body && frozenCopy(body.value);
      return copy;
    },
  });
};

const draftOf = (
  context: RequestContext,
  operation: Operation,
  { status, headers, body }: HandlerResponse & { readonly status: number },
): ResponseDraft => {
  if (isBodiless(status)) {
    if (body !== undefined && body !== null) throw new TypeError(`a response with status ${status} has no body`);
    return { status, headers, body: undefined };
  }
  if (body === undefined && status >= 400)
    return { status, headers, body: errorBodyFor(context, operation, { status, message: undefined }) };
  return { status, headers, body: body === undefined ? undefined : bodyOf(context, operation, status, headers, body) };
};

const bodyOf = (
  { request }: RequestContext,
  operation: Operation,
  status: number,
  headers: readonly string[],
  value: Json,
): ResponseBody => {
  const content = contentFor(responseFor(operation, status), request);
  const own = typeof value === 'string' ? 'text/plain' : 'application/json';
  return { mediaType: rawHeader(headers, 'content-type') ?? content?.mediaType ?? own, value };
};

const failed = (context: RequestContext, operation: Operation): ResponseDraft => {
  const message = `The handler of ${operation.name} failed. The log of the mock server and "why" have the reason.`;
  return { status: 500, headers: [], body: errorBodyFor(context, operation, { status: 500, message }) };
};

const contextOf = (run: HandlerRun, handled: HandledOperation, next: HandlerContext['next']): HandlerContext => {
  const { operation, input, item } = handled;
  const { request, query, state, now, seedName, number } = run.context;
  const { method, path } = request;
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')] as const],
  );
  const judge = judgeOf(run.context);
  const credential = acceptedCredential(operation, { request, query, rules: state.rules, judge });
  let drawn = 0;
  return Object.freeze({
    request: Object.freeze({ method, path, query: request.query, headers: Object.freeze(Object.fromEntries(headers)) }),
    body: input.body === undefined ? undefined : frozenCopy(input.body),
    parameters: parametersOf(operation, input),
    credential: credential && frozenCredential(credential),
    item: item && frozenItem(item.value),
    collection: (name: string, parents?: unknown) => openCollection(run, name, parents),
    now,
    random: () => randomOf(seedFrom(state.seed, seedName, number, 'handler', ++drawn)),
    next,
    send: (name: unknown, options?: unknown) => sendWebhook(run, name, options),
  });
};

const frozenCredential = ({ scheme, value, claims }: Credential): Credential =>
  Object.freeze({ scheme, value, claims: claims && (frozenCopy(claims) as JsonObject) });

const parametersOf = ({ parameters }: Operation, input: Input): HandlerContext['parameters'] => {
  const groups: Record<Parameter['in'], Record<string, Json>> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const [index, { name, in: location }] of parameters.entries()) {
    const value = input.parameters[index];
    if (value !== undefined) setProperty(groups[location], name, frozenCopy(value));
  }
  for (const group of Object.values(groups)) Object.freeze(group);
  return Object.freeze(groups) as Readonly<Record<Parameter['in'], JsonObject>>;
};

/** Any value can be thrown: reading it may throw again. */
const describeHandlerFailure = (error: unknown): string => {
  try {
    return cutText(describe(error), maxRecordedLength);
  } catch {
    return 'it threw a value that cannot be read';
  }
};

const describe = (error: unknown): string => {
  if (!isError(error)) return `it threw ${String(error)}`;
  const place = placeOf(String(error.stack));
  const name = error.name === 'Error' || error.name === '' ? '' : `${error.name}: `;
  return `${name}${error.message}${place === undefined ? '' : ` (${place})`}`;
};

/** The first frame that is not Vivarium's own: `/app/handlers.ts:12:30`. */
const placeOf = (stack: string): string | undefined => {
  for (const line of stack.split('\n')) {
    const frame = /^\s*at (?:.*\()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/.exec(line);
    if (frame === null) continue;
    const [, file, row, column] = frame as unknown as readonly [string, string, string, string];
    const isOwn = file === ownFile || ownFiles.test(file);
    // Below the call of the handler there is no frame of the user.
    if (isOwn && handlerCall.test(line)) return undefined;
    if (isOwn || file.startsWith('node:')) continue;
    return `${file.replace(/\?.*$/, '')}:${row}:${column}`;
  }
  return undefined;
};

/** A bundle may number the names of its functions. */
const handlerCall = /at decide(?:\$\d+)? \(/;
/** This file, or the bundle that it is part of. */
const ownFile = import.meta.url.replace(/^file:\/\//, '');
const ownFiles = /\/core\/(?:handlers|resources|state|primitives)\/[\w-]+\.[jt]s(?:\?.*)?$/;

/** The part that sends webhooks follows the change. `options`: `item`, or its id; `url`; `body`. @throws Error if there is no such webhook or item. */
const sendWebhook = (run: HandlerRun, name: unknown, options: unknown = {}) => {
  run.checkRunning('send()');
  const { webhooks = [] } = run.context.served;
  const spec = webhooks.find((one) => one.name === name);
  const names = webhooks.map((one) => one.name);
  if (spec === undefined) throw new Error(`there is no webhook "${name}". ${suggest(String(name), 'webhooks', names)}`);
  const { item, ...rest } = copyProperties(options, 'the options of send') as { readonly item?: Json };
  const isId = typeof item !== 'object' && item !== undefined;
  const found = isId ? openCollection(run, spec.fires?.collection, undefined).get(item) : item;
  if (isId && found === undefined) throw new Error(`${spec.fires?.collection} has no item ${item}`);
  run.apply([{ type: 'part', part: 'webhooks', change: { ...rest, send: spec.name, ...(found && { item: found }) } }]);
};
