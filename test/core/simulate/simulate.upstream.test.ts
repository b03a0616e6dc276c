/** A request to a service with an upstream, before it is sent and after its response has come. */
import { expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import { createRequestContext } from '../../../src/core/request/request-context.ts';
import { type ExecutionResult, respond } from '../../../src/core/response/write-response.ts';
import { concludeSimulation, openSimulation } from '../../../src/core/simulate/simulate.ts';
import type { FaultDocument } from '../../../src/scenario/document/fault-schema.ts';
import { now, requestOf, type Sent } from '../helpers.ts';
import { notesService, notesState } from '../notes.ts';

const choice = { forward: 'all', record: false, compare: false } as const;
const upstream = { url: 'http://real.test', origin: 'http://real.test', base: '', choice };

interface Opened {
  readonly mayForward?: boolean;
  readonly isStreamed?: boolean;
  readonly hasUpstream?: boolean;
  readonly faults?: readonly FaultDocument[];
  readonly method?: string;
}

const open = (
  sent: Sent,
  { mayForward = true, isStreamed = false, hasUpstream = true, faults = [], method = 'GET' }: Opened = {},
) => {
  const service = hasUpstream ? { ...notesService, upstream } : notesService;
  const context = createRequestContext(service, notesState({ faults }), requestOf(method, '/notes/1', sent), now);
  return openSimulation(context, { mayForward, isStreamed });
};

const stepsOf = ({ context }: ReturnType<typeof open>): readonly string[] => context.steps.map(explainStep);

test.each<[string, Opened, string | undefined]>([
  ['without an upstream', { hasUpstream: false }, 'this request has no upstream'],
  ['that is only simulated', { mayForward: false }, 'this request is not sent to the upstream'],
  ['that may be sent', {}, undefined],
])('`Prefer: forward` for a request %s', (_, opened, reason) => {
  const opening = open({ headers: { prefer: 'forward' } }, opened);
  expect(opening.preferences.origin).toBe(reason === undefined ? 'upstream' : undefined);
  const told = stepsOf(opening).find((step) => step.includes('forward'));
  if (reason === undefined) expect(opening.preferences.applied).toEqual(['forward']);
  else expect(told).toContain(reason);
});

const dribble = { name: 'parts', dribble: { chunks: 3, over: '2s' } };

test('a fault that needs the whole body leaves a stream of the upstream alone; it is counted, unless it is preferred', () => {
  const faults = [dribble, { name: 'slow', latency: '1s' }];
  const opening = open({}, { isStreamed: true, faults });
  expect(opening.faults.delivery).toEqual({ delayMs: 1000, transport: undefined });
  expect(opening.faults.fired).toEqual([{ name: 'slow', effect: 'latency' }]);
  expect(opening.faults.changes).toContainEqual({ type: 'fault-counted', fault: 'parts', fired: false });
  expect(stepsOf(opening).join()).toContain('the body is passed on as it arrives');
  expect(open({}, { faults }).faults.delivery.dribble).toEqual({ chunks: 3, overMs: 2000 });
  const preferred = open({ headers: { prefer: 'fault=parts' } }, { isStreamed: true, faults });
  expect(preferred.faults.changes).toEqual([{ type: 'fault-counted', fault: 'slow', fired: true }]);
});

type Draft = ExecutionResult['draft'];

/** The rules that a response without a body breaks. */
const brokenBy = (
  status: number,
  origin: ExecutionResult['origin'],
  { received, method }: Pick<Draft, 'received'> & Pick<Opened, 'method'> = {},
): readonly string[] => {
  const draft = { status, headers: [], body: undefined, ...(received && { received }) };
  const result = { draft, origin, changes: [], violations: [] };
  return concludeSimulation(open({}, method === undefined ? {} : { method }), result, respond).exchange.violations.map(
    ({ rule }) => rule,
  );
};

test('a response of the upstream is checked, except for one that only says that nothing has changed', () => {
  expect(brokenBy(304, 'upstream')).toEqual([]);
  expect(brokenBy(304, 'handler')).toEqual(['status']);
  expect(brokenBy(418, 'upstream')).toEqual(['status']);
  expect(brokenBy(418, 'refusal')).toEqual([]);
});

test('a response lacks no body if it answers HEAD or if its body is passed on as it arrives', () => {
  const received = { contentType: 'application/json', contentLength: undefined, isStreamed: true };
  expect(brokenBy(200, 'upstream')).toEqual(['required']);
  expect(brokenBy(200, 'upstream', { method: 'HEAD' })).toEqual([]);
  expect(brokenBy(200, 'upstream', { received })).toEqual([]);
  expect(brokenBy(200, 'upstream', { received: { ...received, isStreamed: false } })).toEqual(['required']);
});
