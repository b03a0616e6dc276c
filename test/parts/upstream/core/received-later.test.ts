/** A request when the upstream has responded. */
import { expect, test } from 'vitest';
import { createRequestContext } from '../../../../src/core/request/request-context.ts';
import { createLaterContext } from '../../../../src/parts/upstream/core/received.ts';
import { documentOf, now, readyService, requestOf, stateOf } from '../../../core/helpers.ts';

const service = await readyService(
  documentOf({
    '/old': { get: { operationId: 'old', 'x-sunset': new Date(now).toISOString(), responses: { 200: {} } } },
  }),
);
const state = stateOf(service);
const contextOf = (request: ReturnType<typeof requestOf>, at: number) =>
  createRequestContext(service, state, request, at);

test('an operation stays the same later, unless the document was reloaded; what was decided is decided again', () => {
  const before = { ...contextOf(requestOf('GET', '/old?q=1'), now - 1), flaws: new Set<never>() };
  before.steps.push({ type: 'forced-status', status: 404, documented: true });
  const later = createLaterContext(before, { served: service, state: { ...state, seed: 7 }, now });
  expect([later.operation?.name, later.now, later.state.seed, later.flaws]).toEqual(['old', now, 7, undefined]);
  expect(later.steps).toEqual([
    { type: 'matched', operation: 'old' },
    { type: 'unknown-parameters', names: ['q'], more: 0 },
  ]);
  expect(before.steps).toHaveLength(3);
  expect(createLaterContext(before, { served: { ...service }, state, now }).gone?.name).toBe('old');
});
