/** A request with its match, before any decision. */

import type { Step } from '../exchange.ts';
import type { FaultSubject } from '../faults/conditions.ts';
import { contentOf, type HttpRequest, negotiate, normalizePath } from '../http/http.ts';
import { getProperty, isJsonObject, type Json, parseJson } from '../primitives/json.ts';
import { lazily } from '../primitives/lazy.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import { cutText } from '../primitives/units.ts';
import { lenientText } from '../primitives/utf8.ts';
import type { TokenFlaw } from '../service/login-facts.ts';
import type { DecodedParameter, Operation, Parameter } from '../service/operation.ts';
import type { Match, MatchedOperation } from '../service/router.ts';
import { toSecretName } from '../service/secret-facts.ts';
import { goneAt, routeRequest, type Service } from '../service/service.ts';
import type { Scan } from '../state/scan.ts';
import type { State } from '../state/state.ts';
import { readInput } from './read-input.ts';

export interface RequestContext {
  /** The service that decides the response: one of `served`, if the server has several. */
  readonly service: Service;
  readonly served: Service;
  readonly state: State;
  readonly request: HttpRequest;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  readonly match: Match;
  readonly operation: Operation | undefined;
  /** The operation's name in its document, as a part of seeds; empty if no operation matched. */
  readonly seedName: string;
  /** The removed operation (past its sunset) that would otherwise match. */
  readonly gone: Operation | undefined;
  /** The values of the path parameters, percent-encoded as sent. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** The base path and the path below it; undefined if the path is not below any base path. */
  readonly apiPath: { readonly base: string; readonly path: string } | undefined;
  /** The number of this call of the operation in this world, from 1. */
  readonly number: number;
  /** Parsed on first use; undefined if there is no query. */
  readonly query: () => URLSearchParams | undefined;
  /** The values by index in the operation's parameters. */
  readonly parameters: readonly DecodedParameter[];
  /** The decisions so far, in order. The only mutable part of the context. */
  readonly steps: Step[];
  /** If it is undefined, a list tests its items without a pause. */
  readonly scan: Scan | undefined;
  /** The flaws of a request to the issuer: what is wrong with the tokens. */
  readonly flaws?: ReadonlySet<TokenFlaw> | undefined;
  /** Whether the client asks for the item that a write would not show, with `Prefer: return=representation`. Default: false. */
  readonly wantsItem?: boolean;
  /** The remaining steps to make items fit, if the request writes several. Default: those of one item. */
  readonly fitting?: StepBudget;
}

const noQuery = (): undefined => undefined;

export const createRequestContext = (
  served: Service,
  state: State,
  sent: HttpRequest,
  now: number,
  scan?: Scan,
): RequestContext => {
  const request = served.asked?.read(sent) ?? sent;
  const isGone = (operation: Operation) => operation.sunset !== undefined && operation.sunset <= now;
  const { service, apiPath, match } = routeRequest(served, request.method, request.path, isGone);
  const query = request.query === '' ? noQuery : lazily(() => new URLSearchParams(request.query));
  const { operation, step, pathValues, parameters } = selectOperation(match, request, query);
  const steps = [step];
  const pairs = operation && query();
  const unknown = operation && pairs && unknownParameters(operation, pairs, served);
  if (unknown !== undefined) steps.push(unknown);
  return {
    service,
    served,
    state,
    request,
    now,
    match,
    operation,
    seedName: operation?.localName ?? '',
    gone: match.type === 'none' ? goneAt(service, request.method, apiPath) : undefined,
    pathValues,
    apiPath,
    number: (state.counters.calls.get(operation?.name ?? '') ?? 0) + 1,
    query,
    parameters,
    steps,
    scan,
  };
};

type SelectedOperation = Pick<RequestContext, 'operation' | 'pathValues' | 'parameters'> & { readonly step: Step };

const noOperation: SelectedOperation = {
  operation: undefined,
  step: { type: 'matched', operation: undefined },
  pathValues: new Map(),
  parameters: [],
};

/** Selects, of the operations with the same method and path, the first that accepts the request; if none does, the first. */
const selectOperation = (match: Match, request: HttpRequest, query: RequestContext['query']): SelectedOperation => {
  if (match.type !== 'operation') return noOperation;
  if (match.others.length === 0) return decoded(match, request, query);
  const [chosen = match, ...others] = ofQuery([match, ...match.others], query());
  const first = decoded(chosen, request, query);
  if (others.length === 0 || accepts(first, request)) return first;
  for (const other of others) {
    const next = decoded(other, request, query);
    if (accepts(next, request)) return next;
  }
  return first;
};

/** The operations that state the most of the query that the request has; all, if the request has what none states. */
const ofQuery = (all: readonly MatchedOperation[], query: URLSearchParams | undefined): readonly MatchedOperation[] => {
  const counts = all.map(({ operation: { queryConstants = [] } }) =>
    queryConstants.every(([name, value]) => query?.has(name, value)) ? queryConstants.length : -1,
  );
  const most = Math.max(...counts);
  return all.filter((_, index) => counts[index] === most);
};

const decoded = (
  { operation, step, path }: MatchedOperation,
  request: HttpRequest,
  query: RequestContext['query'],
): SelectedOperation & MatchedOperation => {
  const source = { path, query: query(), rawQuery: request.query, headers: request.headers };
  const parameters = operation.parameters.map((parameter) => parameter.decode(source));
  return { operation, step, path, pathValues: path, parameters };
};

/** Whether the request is valid, and accepts a media type of the response: with `stream: true` in its body, that of events. */
const accepts = ({ operation, parameters }: SelectedOperation & MatchedOperation, request: HttpRequest) => {
  const contents = operation.success?.response.contents ?? [];
  if (contents.length > 0 && negotiate(contents, request) === undefined) return false;
  const { violations, body } = readInput(operation, { request, parameters }, 'refuse');
  const isStream = isJsonObject(body) && getProperty(body, 'stream') === true;
  return violations.length === 0 && (!isStream || contents.some(({ mediaType }) => mediaType === 'text/event-stream'));
};

export const faultSubjectOf = ({ service, request, operation, apiPath, query }: RequestContext): FaultSubject => ({
  request,
  operation,
  endpoint: operation?.endpoint,
  service: apiPath && service.name,
  effectiveMethod: operation?.method ?? (request.method === 'HEAD' ? 'GET' : request.method),
  // Once, not for each fault: it may be long.
  path: apiPath && normalizePath(apiPath.path),
  query,
  body: lazily(() => bodyOf(request)),
});

/** The same request gets the same response: the seed of generated data is derived from the path and the query. */
export const seedOf = ({ state, seedName, request }: RequestContext): number =>
  seedFrom(state.seed, seedName, request.path, request.query);

/** The body as JSON, for the `on.body` of faults; undefined if it is not JSON. */
const bodyOf = ({ body }: HttpRequest): Json | undefined => {
  const content = contentOf(body);
  // Without content the text is empty, which is not JSON.
  const parsed = parseJson(lenientText(content));
  return parsed.ok ? parsed.value : undefined;
};

/** Clients choose the names: further ones are only counted. */
const maxNames = 10;
const maxNameLength = 80;

/** Returns undefined if the operation has all of them. */
const unknownParameters = (
  operation: Operation,
  query: URLSearchParams,
  service: Service,
): Extract<Step, { type: 'unknown-parameters' }> | undefined => {
  // RFC 6749, section 3.1: extensions have parameters of their own.
  if (operation.endpoint !== undefined) return undefined;
  let names: Set<string> | undefined;
  let more = 0;
  for (const [name] of query) {
    if (operation.parameters.some((parameter) => takesName(parameter, name))) continue;
    if (operation.queryConstants?.some(([own]) => own === name)) continue;
    // The schemes of the document: a client may send its key to every operation.
    if (service.secretsOf(operation.name).query.has(toSecretName(name))) continue;
    names ??= new Set();
    if (names.size < maxNames) names.add(showName(name));
    else more++;
  }
  return names && { type: 'unknown-parameters', names: [...names], more };
};

const takesName = ({ name: own, in: location, queryNames: namesOf }: Parameter, name: string) => {
  if (location !== 'query') return false;
  const queryNames = namesOf?.();
  if (queryNames === undefined) return name === own;
  if (queryNames === 'any' || queryNames.exact.includes(name)) return true;
  return name.includes('[') && queryNames.bracketed.some((prefix) => name.startsWith(`${prefix}[`));
};

/** The name without what may be a value: a whole pair that was encoded, or JSON. */
const showName = (name: string): string => cutText(name.replace(/["'=].*/s, '…'), maxNameLength);
