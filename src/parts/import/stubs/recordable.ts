/** Stubs that a recorded response expresses: then credentials and requests are checked as always. */

import { normalizePath } from '../../../core/http/path.ts';
import { readInput } from '../../../core/request/read-input.ts';
import { secretNamesOf } from '../../../core/request/recorded-request.ts';
import { showsItems } from '../../../core/service/binding.ts';
import { type Operation, responseFor } from '../../../core/service/operation.ts';
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import { anyQuery, maxRecorded, type RecordedResponse } from '../../../core/state/recorded-response.ts';
import type { PlacedStub } from './place-stub.ts';
import { hasType, responseEffect } from './response-effect.ts';
import { isLiteral } from './stub-wildcard.ts';

/**
 * The recorded responses of operations whose stubs can all be expressed so, and of those that show items all that can be and that none
 * is `behind`. `placed`: the first that matches a request wins.
 */
export const recordablesOf = (
  placed: readonly PlacedStub[],
  service: Service,
  behind: ReadonlyMap<PlacedStub, PlacedStub>,
): ReadonlyMap<PlacedStub, RecordedResponse> => {
  const pairs = placed.flatMap((one) => one.operations.map((operation) => ({ operation, one })));
  const found = new Map<PlacedStub, RecordedResponse>();
  for (const [operation, group] of Map.groupBy(pairs, (pair) => pair.operation)) {
    if (!isPlain(operation)) continue;
    const isOfItems = operation.binding !== undefined && showsItems(operation.binding);
    const responses = group.flatMap(({ one }) => {
      const response = isOfItems && behind.has(one) ? undefined : recordedFor(one, operation, service);
      return response === undefined ? [] : [[one, response] as const];
    });
    if (responses.length > maxRecorded || (!isOfItems && responses.length < group.length)) continue;
    for (const [one, response] of responses) found.set(one, response);
  }
  return found;
};

/** Whether a recorded response is sent without a credential and a body. */
const isPlain = ({ binding, method, success, security, body, keepsNothing }: Operation): boolean =>
  (binding === undefined || !showsItems(binding) || method === 'GET') &&
  success !== undefined &&
  body === undefined &&
  keepsNothing !== true &&
  (security.length === 0 || security.some((schemes) => schemes.length === 0));

const recordedFor = (
  { stub, operations, example }: PlacedStub,
  operation: Operation,
  service: Service,
): RecordedResponse | undefined => {
  if (stub.isPlayed === true) return undefined;
  const { paths, query, headers, body, whens, scenario, delivery, response, method } = stub;
  if (operations.length !== 1 || method !== operation.method || response.body === 'unknown') return undefined;
  if (paths.length !== 1 || !isLiteral(paths[0] as never) || !query.every(({ pattern }) => isLiteral(pattern)))
    return undefined;
  if (headers.length > 0 || body !== undefined || (whens ?? scenario) !== undefined || delivery.length > 0)
    return undefined;
  // Further parameters are no difference.
  if (!stub.isWholeQuery && query.length > 0) return undefined;
  if (response.status >= 300 || responseFor(operation, response.status) === undefined) return undefined;
  const match = matchOperation(service.matcher, operation.method, example.path, () => false);
  if (match.type !== 'operation' || match.operation !== operation || match.others.length > 0) return undefined;
  const isSecret = secretNamesOf(service.secretsOf(operation.name));
  if (query.some(({ name }) => isSecret(name))) return undefined;
  const parameters = new URLSearchParams(example.query);
  const source = { path: match.path, query: parameters, rawQuery: example.query, headers: example.headers };
  const decoded = operation.parameters.map((parameter) => parameter.decode(source));
  const { refusal, violations } = readInput(operation, { request: example, parameters: decoded }, 'refuse');
  if (refusal !== undefined || violations.length > 0) return undefined;
  const effect = responseEffect(response, { isRecorded: true });
  return {
    operation: operation.name,
    path: normalizePath(example.path),
    ...(!stub.isWholeQuery
      ? { query: anyQuery }
      : example.query !== '' && { query: example.query.split('&').sort().join('&') }),
    status: effect.status,
    headers: { ...effect.headers, ...(!hasType(effect.headers ?? {}) && { 'content-type': 'application/json' }) },
    ...(effect.body !== undefined && effect.body !== '' && { response: effect.body }),
  };
};
