/** Which statuses are correct, of an operation that documents 200 and 404. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import { assess, type Expectation } from '../../../src/parts/verify/recorder.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';

const operation = async (...statuses: readonly string[]): Promise<Operation> => {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'x' }]));
  return operationOf(await readyServiceOf({ '/a': { get: { operationId: 'a', responses } } }), 'a');
};

const known = await operation('200', '404');
const catchAll = await operation('200', 'default');
const rejecting = await operation('200', '400');

const judgeOf = (expectation: Expectation, status: number, of = known) =>
  assess(of, expectation, { type: 'response', status, headers: {}, text: '' }, () => ({ violations: [] }));

const undocumented = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, `status ${status} is not documented`]));

test.each<[Expectation, correct: readonly number[], problems: Readonly<Record<number, string>>]>([
  ['success', [200, 404], undocumented(410, 302)],
  // 410 is Gone: RFC 9110, section 15.5.11.
  ['success-or-not-found', [200, 404, 410], undocumented(403)],
  ['documented', [200, 404], undocumented(410)],
  ['documented-or-not-found', [200, 404, 410], undocumented(403)],
  ['not-found', [404, 410], { 200: 'an item that does not exist was found: 200', ...undocumented(400) }],
  ['rejection', [400, 418], { 200: 'an invalid request was accepted with 200' }],
  ['unauthorized', [401, 302], { 200: 'the request was accepted with 200' }],
  ['no-failure', [200, 418], { ...undocumented(302), 500: 'the service failed with 500' }],
])('%s', (expectation, correct, problems) => {
  for (const status of [...correct, ...Object.keys(problems).map(Number)])
    expect([status, judgeOf(expectation, status).status]).toEqual([status, problems[status]]);
});

test('a default response documents any status, but a valid request must not be rejected', () => {
  for (const status of [302, 404, 410, 418]) expect(judgeOf('success', status, catchAll).status).toBeUndefined();
  for (const status of [400, 415, 422])
    expect(judgeOf('success', status, catchAll).status).toBe(`a valid request was rejected with ${status}`);
});

test('an accepted invalid parameter is a finding only if the document has a status for its rejection', async () => {
  const accepted = judgeOf('rejection-if-documented', 200, await operation('200'));
  expect(accepted).toMatchObject({ status: undefined, notes: [expect.stringContaining('was accepted with 200')] });
  const status = 'an invalid request was accepted with 200';
  for (const documented of [known, rejecting, catchAll])
    expect(judgeOf('rejection-if-documented', 200, documented)).toMatchObject({ status, notes: [] });
  expect(judgeOf('rejection-if-documented', 302).status).toBe('status 302 is not documented');
  expect(judgeOf('rejection-if-documented', 400).status).toBeUndefined();
});

test('only documented responses are judged, and no response is a finding', () => {
  const judge = () => ({ violations: ['wrong'], unjudged: 'in part' });
  const response = { type: 'response', headers: {}, text: '' } as const;
  const judged = assess(known, 'success', { ...response, status: 200 }, judge);
  expect(judged).toEqual({ status: undefined, violations: ['wrong'], notes: ['in part'] });
  const unjudged = assess(known, 'rejection', { ...response, status: 418 }, judge);
  expect(unjudged).toEqual({ status: undefined, violations: [], notes: [] });
  const failed = assess(known, 'success', { type: 'failed', reason: 'it is late' }, judge);
  const status = 'there was no complete response: it is late';
  expect(failed).toEqual({ status, violations: [], notes: [] });
});
