import { describe, expect, test } from 'vitest';
import {
  type DrillFinding,
  type Ending,
  judgeCase,
  type ObservedRequest,
  type Tally,
  tallyOf,
} from '../../../../src/parts/drill/judge/judge-case.ts';

const request = (given: Partial<ObservedRequest> = {}): ObservedRequest => ({
  atMs: 0,
  operation: 'createOrder',
  method: 'POST',
  path: '/orders',
  query: '',
  body: 'a lamp',
  idempotencyKey: undefined,
  retryAfterMs: undefined,
  isHit: false,
  isDone: true,
  isLost: false,
  created: 'orders',
  ...given,
});

const passed: Ending = { exitCode: 0, signal: null, isLate: false, durationMs: 50, output: '' };
const failed: Ending = { ...passed, exitCode: 1 };
const once = tallyOf([request()]);

const judge = (requests: readonly ObservedRequest[], usual: Tally = once, ending = passed, fault = 'offline') =>
  judgeCase({ fault }, ending, requests, usual);

const kindsOf = (findings: readonly DrillFinding[]): readonly string[] => findings.map(({ kind }) => kind);

describe('the outcome', () => {
  test.each<[string, Partial<Ending>]>([
    ['passed', {}],
    ['failed', { exitCode: 1 }],
    ['failed', { exitCode: 128 }],
    ['crashed', { exitCode: 129 }],
    ['crashed', { exitCode: 159 }],
    ['failed', { exitCode: 160 }],
    ['crashed', { exitCode: null, signal: 'SIGSEGV' }],
    ['hung', { exitCode: null, signal: 'SIGTERM', isLate: true }],
  ])('is %s for %j', (outcome, ending) => {
    const judged = judge([request({ isHit: true })], once, { ...passed, ...ending });
    expect(judged.outcome).toBe(outcome);
    expect(kindsOf(judged.findings)).toEqual(outcome === 'passed' ? [] : [outcome]);
  });

  test('is not met if the fault did not fire, however the command ended', () => {
    expect(judge([request(), request()], once, failed)).toEqual({
      outcome: 'not met',
      attempts: 0,
      gapsMs: [],
      findings: [],
    });
  });
});

test('attempts are the same request, from the one that met the fault, and gaps are between them', () => {
  const { attempts, gapsMs } = judge([
    request({ atMs: 0 }),
    request({ atMs: 10, isHit: true }),
    request({ atMs: 20, body: 'a table' }),
    request({ atMs: 110.4 }),
    request({ atMs: 310 }),
  ]);
  expect(attempts).toBe(3);
  expect(gapsMs).toEqual([100, 200]);
});

describe('retry-after', () => {
  const limited = (given: Partial<ObservedRequest> = {}) =>
    request({ isDone: false, retryAfterMs: 1000, isHit: true, ...given });

  test('is found if the next attempt comes more than 100 ms too early', () => {
    const { findings } = judge([limited(), request({ atMs: 899 })]);
    expect(findings).toEqual([{ kind: 'retry-after', askedMs: 1000, waitedMs: 899 }]);
    expect(judge([limited(), request({ atMs: 900 })]).findings).toEqual([]);
  });

  test('is not found if the client sends no more than without a fault', () => {
    expect(judge([limited(), request({ atMs: 5 })], tallyOf([request(), request()])).findings).toEqual([]);
  });

  test('is found for another body at the same path', () => {
    expect(kindsOf(judge([limited(), request({ atMs: 5, body: 'attempt 2' })]).findings)).toEqual(['retry-after']);
  });

  test('is not found for requests side by side that each wait', () => {
    const [first, second] = [{ query: 'page=1' }, { query: 'page=2' }];
    const usual = tallyOf([request(first), request(second)]);
    const requests = [
      limited(first),
      limited({ ...second, atMs: 1 }),
      limited({ ...first, atMs: 1001 }),
      limited({ ...second, atMs: 1002 }),
    ];
    expect(judge(requests, usual).findings).toEqual([]);
    expect(kindsOf(judge([...requests, limited({ ...first, atMs: 1050 })], usual).findings)).toEqual(['retry-after']);
  });
});

describe('repeated-write', () => {
  const lost = (given: Partial<ObservedRequest> = {}) => request({ isLost: true, isHit: true, ...given });

  test('is found for a POST or PATCH after its response was lost', () => {
    const { findings } = judge([lost(), request()]);
    expect(findings).toEqual([
      { kind: 'repeated-write', times: 1, hasOtherKey: false, created: { collection: 'orders', count: 2 } },
    ]);
    const patch = { method: 'PATCH', created: undefined };
    expect(judge([lost(patch), request(patch)], tallyOf([request(patch)])).findings).toEqual([
      { kind: 'repeated-write', times: 1, hasOtherKey: false, created: undefined },
    ]);
  });

  test.each<[string, readonly ObservedRequest[]]>([
    ['another body', [lost(), request({ body: 'a table' })]],
    ['a PUT', [lost({ method: 'PUT' }), request({ method: 'PUT' })]],
    ['work that was not done', [lost({ isDone: false }), request()]],
    ['a response that arrived', [request({ isHit: true }), request()]],
    ['the same key', [lost({ idempotencyKey: 'k' }), request({ idempotencyKey: 'k' })]],
  ])('is not found for %s', (_case, requests) => {
    expect(judge(requests).findings).toEqual([]);
  });

  test('is found if the keys differ, or one has none', () => {
    const [one, other] = [{ idempotencyKey: 'one' }, { idempotencyKey: 'other' }];
    expect(judge([lost(one), request(other)]).findings).toMatchObject([{ hasOtherKey: true }]);
    expect(judge([lost(one), request()]).findings).toMatchObject([{ hasOtherKey: false }]);
  });

  test('is not found if the client sends it as often without a fault', () => {
    expect(judge([lost(), request()], tallyOf([request(), request()])).findings).toEqual([]);
  });
});

describe('storm', () => {
  const times = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => request({ method: 'GET', atMs: index * everyMs, isHit: index === 0 }));

  test('is found for more than ten requests within a second', () => {
    expect(judge(times(11, 90)).findings).toEqual([{ kind: 'storm', withinSecond: 11 }]);
    expect(judge(times(10, 1)).findings).toEqual([]);
    expect(judge(times(30, 100)).findings).toEqual([]);
  });

  test('is not found if the client sends as many without a fault', () => {
    expect(judge(times(30, 1), tallyOf(times(30, 1))).findings).toEqual([]);
    expect(kindsOf(judge(times(31, 1), tallyOf(times(30, 1))).findings)).toEqual(['storm']);
  });

  test('is of one target', () => {
    const several = times(20, 1).map((one, index) => ({ ...one, query: `page=${index % 2}` }));
    expect(judge(several).findings).toEqual([]);
  });
});

test.each(['minimal', 'empty-list', 'longest', 'boundary'])(
  'inside-contract is found if %s fails the command',
  (fault) => {
    const hit = [request({ isHit: true })];
    expect(kindsOf(judge(hit, once, failed, fault).findings)).toEqual(['inside-contract', 'failed']);
    expect(judge(hit, once, passed, fault).findings).toEqual([]);
    expect(kindsOf(judge(hit, once, failed, 'missing-required').findings)).toEqual(['failed']);
  },
);
