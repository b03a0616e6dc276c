/** A request with its match, before any decision. */

import type { Step } from '../exchange.ts';
import type { FaultSubject } from '../faults/conditions.ts';
import { contentOf, type HttpRequest } from '../http/http.ts';
import { pathBelowBase } from '../http/path.ts';
import { type Json, parseJson } from '../primitives/json.ts';
import { lazily } from '../primitives/lazy.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { DecodedParameter, Operation, ParameterSource } from '../service/operation.ts';
import { type Match, matchGone, matchOperation } from '../service/router.ts';
import type { Service } from '../service/service.ts';
import type { State } from '../state/state.ts';

export interface RequestContext {
  readonly service: Service;
  readonly state: State;
  readonly request: HttpRequest;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  readonly match: Match;
  readonly operation: Operation | undefined;
  /** Empty if no operation matched. */
  readonly operationName: string;
  /** The removed operation (past its sunset) that would otherwise match. */
  readonly gone: Operation | undefined;
  /** The values of the path parameters, percent-encoded as sent. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** The base path and the path below it; undefined if the path is not below any base path. */
  readonly apiPath: { readonly base: string; readonly path: string } | undefined;
  /** The number of this call of the operation in this world, from 1. */
  readonly number: number;
  readonly subject: FaultSubject;
  /** Parsed on first use; undefined if there is no query. */
  readonly query: () => URLSearchParams | undefined;
  /** By index in the operation's parameters; decoded on first use. */
  readonly parameters: () => readonly DecodedParameter[];
  /** The decisions so far, in order. The only mutable part of the context. */
  readonly steps: Step[];
}

const noPathValues: ReadonlyMap<string, string> = new Map();
const noParameters: readonly DecodedParameter[] = [];
const noMatch: Match = { type: 'none' };

export const createRequestContext = (
  service: Service,
  state: State,
  request: HttpRequest,
  now: number,
): RequestContext => {
  const apiPath = pathBelowBase(service, request.path);
  const isGone = (operation: Operation): boolean => operation.sunset !== undefined && operation.sunset <= now;
  const match = apiPath === undefined ? noMatch : matchOperation(service.matcher, request.method, apiPath.path, isGone);
  const operation = match.type === 'operation' ? match.operation : undefined;
  const operationName = operation?.name ?? '';
  const pathValues = match.type === 'operation' ? match.path : noPathValues;
  const query = lazily(() => (request.query === '' ? undefined : new URLSearchParams(request.query)));
  return {
    service,
    state,
    request,
    now,
    match,
    operation,
    operationName,
    gone:
      match.type === 'none' && apiPath !== undefined
        ? matchGone(service.matcher, request.method, apiPath.path)
        : undefined,
    pathValues,
    apiPath,
    number: (state.counters.calls.get(operationName) ?? 0) + 1,
    subject: {
      request,
      operation: operation?.name,
      effectiveMethod: operation?.method ?? (request.method === 'HEAD' ? 'GET' : request.method),
      path: apiPath?.path,
      query,
      body: lazily(() => bodyOf(request)),
    },
    query,
    parameters: lazily(() =>
      decodeParameters(operation, {
        path: pathValues,
        query: query(),
        rawQuery: request.query,
        headers: request.headers,
      }),
    ),
    steps: [{ type: 'matched', operation: operation?.name }],
  };
};

const decodeParameters = (operation: Operation | undefined, source: ParameterSource): readonly DecodedParameter[] =>
  operation?.parameters.map((parameter) => parameter.decode(source)) ?? noParameters;

/** The same request gets the same response: the seed of generated data is derived from the path and the query. */
export const seedOf = ({ state, operationName, request }: RequestContext): number =>
  seedFrom(state.seed, operationName, request.path, request.query);

/** The body as JSON, for the `on.body` of faults; undefined if it is not JSON. */
const bodyOf = ({ body }: HttpRequest): Json | undefined => {
  const content = contentOf(body);
  // Without content the text is empty, which is not JSON.
  const parsed = parseJson(typeof content === 'string' ? content : new TextDecoder().decode(content));
  return parsed.ok ? parsed.value : undefined;
};
