/** A request with what is known of it before anything is decided. */

import type { Step } from '../exchange.ts';
import type { FaultSubject } from '../faults/fault.ts';
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
  /** Empty where none matched. */
  readonly operationName: string;
  /** An operation that would match but is past its sunset. */
  readonly gone: Operation | undefined;
  /** The values of the path's parameters, percent-encoded as sent. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** Where the path lies below a base path; undefined where it is below none. */
  readonly place: { readonly base: string; readonly path: string } | undefined;
  /** Which call of its operation in this world it is, from 1. */
  readonly number: number;
  readonly subject: FaultSubject;
  /** Parsed when first asked for; undefined where there is none. */
  readonly query: () => URLSearchParams | undefined;
  /** At the positions of the operation's parameters; decoded when first asked for. */
  readonly parameters: () => readonly DecodedParameter[];
  /** What was decided so far, in order: the one thing that is added to on the way. */
  readonly steps: Step[];
}

const noPathValues: ReadonlyMap<string, string> = new Map();
const noParameters: readonly DecodedParameter[] = [];
const noMatch: Match = { type: 'none' };

export const readCall = (service: Service, state: State, request: HttpRequest, now: number): RequestContext => {
  const place = pathBelowBase(service, request.path);
  const isGone = (operation: Operation): boolean => operation.sunset !== undefined && operation.sunset <= now;
  const match = place === undefined ? noMatch : matchOperation(service.matcher, request.method, place.path, isGone);
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
      match.type === 'none' && place !== undefined ? matchGone(service.matcher, request.method, place.path) : undefined,
    pathValues,
    place,
    number: (state.counters.calls.get(operationName) ?? 0) + 1,
    subject: {
      request,
      operation: operation?.name,
      answersAs: operation?.method ?? (request.method === 'HEAD' ? 'GET' : request.method),
      path: place?.path,
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
  operation === undefined || operation.parameters.length === 0
    ? noParameters
    : operation.parameters.map((parameter) => parameter.decode(source));

/** The same request gets the same answer: generated data follow from the path and the query. */
export const seedOf = ({ state, operationName, request }: RequestContext): number =>
  seedFrom(state.seed, operationName, request.path, request.query);

/** The body as JSON, for faults that look into it; undefined where it is none. */
const bodyOf = ({ body }: HttpRequest): Json | undefined => {
  const content = contentOf(body);
  if (content === undefined) return undefined;
  const parsed = parseJson(typeof content === 'string' ? content : new TextDecoder().decode(content));
  return parsed.ok ? parsed.value : undefined;
};
