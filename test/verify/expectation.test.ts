/** Which statuses are correct, of an operation that documents 200 and 404. */
import { expect, test } from 'vitest';
import type { Operation } from '../../src/core/service/operation.ts';
import { assess, type Expectation } from '../../src/verify/expectation.ts';
import { operationOf, readyServiceOf } from '../openapi/documents.ts';

const operation = async (...statuses: readonly string[]): Promise<Operation> => {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'x' }]));
  return operationOf(await readyServiceOf({ '/a': { get: { operationId: 'a', responses } } }), 'a');
};

const known = await operation('200', '404');
const catchAll = await operation('200', 'default');
const rejecting = await operation('200', '400');

const judgeOf = (expectation: Expectation, status: number, of = known) =>
  assess(of, expectation, { type: 'response', status, headers: {}, text: '' }, () => ({ violations: [] }));

test.each<[Expectation, ...(readonly [status: number, problem: string | undefined])[]]>([
  [
    'success',
    [200, undefined],
    [404, undefined],
    [410, 'status 410 is not documented'],
    [302, 'status 302 is not documented'],
  ],
  ['success-or-not-found', [200, undefined], [404, undefined], [410, undefined], [403, 'status 403 is not documented']],
  ['documented', [200, undefined], [404, undefined], [410, 'status 410 is not documented']],
  [
    'documented-or-not-found',
    [200, undefined],
    [404, undefined],
    [410, undefined],
    [403, 'status 403 is not documented'],
  ],
  [
    'not-found',
    ...([
      [404, undefined],
      // Gone: RFC 9110, section 15.5.11.
      [410, undefined],
      [200, 'an item that does not exist was found: 200'],
      [400, 'status 400 is not documented'],
    ] as const),
  ],
  ['rejection', [400, undefined], [418, undefined], [200, 'an invalid request was accepted with 200']],
  ['unauthorized', [401, undefined], [302, undefined], [200, 'the request was accepted with 200']],
  [
    'no-failure',
    [200, undefined],
    [418, undefined],
    [302, 'status 302 is not documented'],
    [500, 'the service failed with 500'],
  ],
])('%s', (expectation, ...cases) => {
  for (const [status, problem] of cases)
    expect([status, judgeOf(expectation, status).status]).toEqual([status, problem]);
});

test('a default response documents any status, but a valid request must not be rejected', () => {
  for (const status of [302, 404, 410, 418]) expect(judgeOf('success', status, catchAll).status).toBeUndefined();
  for (const status of [400, 415, 422])
    expect(judgeOf('success', status, catchAll).status).toBe(`a valid request was rejected with ${status}`);
});

test('an accepted invalid parameter is a finding only if the document has a status for its rejection', async () => {
  const accepted = judgeOf('rejection-if-documented', 200, await operation('200'));
  expect(accepted).toMatchObject({ status: undefined, notes: [expect.stringContaining('was accepted with 200')] });
  for (const documented of [known, rejecting, catchAll])
    expect(judgeOf('rejection-if-documented', 200, documented)).toMatchObject({
      status: 'an invalid request was accepted with 200',
      notes: [],
    });
  expect(judgeOf('rejection-if-documented', 302).status).toBe('status 302 is not documented');
  expect(judgeOf('rejection-if-documented', 400).status).toBeUndefined();
});

test('only documented responses are judged, and no response is a finding', () => {
  const judge = () => ({ violations: ['wrong'], unjudged: 'in part' });
  const response = { type: 'response', headers: {}, text: '' } as const;
  expect(assess(known, 'success', { ...response, status: 200 }, judge)).toEqual({
    ...{ status: undefined, violations: ['wrong'], notes: ['in part'] },
  });
  expect(assess(known, 'rejection', { ...response, status: 418 }, judge)).toEqual({
    ...{ status: undefined, violations: [], notes: [] },
  });
  expect(assess(known, 'success', { type: 'failed', reason: 'it is late' }, judge)).toEqual({
    ...{ status: 'there was no complete response: it is late', violations: [], notes: [] },
  });
});
