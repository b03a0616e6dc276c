import { describe, expect, test } from 'vitest';
import { createGateReport } from '../../../src/parts/gate/gate-report.ts';
import { findingKinds, formatPercentage, type GateRules, judge } from '../../../src/parts/gate/judge.ts';
import type { OperationCoverage } from '../../../src/world/evidence/coverage-report.ts';
import type { Findings, GateReport } from '../../../src/world/gate/gate-findings.ts';

const noneDropped = { violations: 0, unmatched: 0, deprecated: 0, unknownParameters: 0, drift: 0 };

const operation = (requests: number): OperationCoverage => ({
  operation: 'listThings',
  method: 'GET',
  path: '/things',
  requests,
  calls: requests,
  statuses: new Map([
    ['200', requests],
    ['401', 0],
  ]),
  undocumented: new Map(),
  parameters: new Map(),
  values: new Map(),
  faults: new Map(),
  unknownParameters: new Map(),
});

const first = { count: 2, world: 'default', exchange: 7 };
const violation = (side: 'request' | 'response') =>
  ({
    operation: 'listThings',
    side,
    in: 'query',
    pointer: '/limit',
    rule: 'minimum',
    message: 'too small',
    ...first,
  }) as const;

const reportOf = (findings: Partial<Findings> = {}, requests = 1): GateReport => ({
  findings: {
    violations: [],
    unmatched: [],
    deprecated: [],
    unknownParameters: [],
    drift: [],
    compared: 1,
    dropped: noneDropped,
    ...findings,
  },
  coverage: new Map([['run', { operations: new Map([['listThings', operation(requests)]]), unmatched: new Map() }]]),
});

const all: Partial<Findings> = {
  violations: [violation('request')],
  unmatched: [{ method: 'GET', path: '/x', status: 404, ...first }],
  deprecated: [{ operation: 'listThings', ...first }],
  unknownParameters: [{ operation: 'listThings', name: 'limti', ...first }],
  drift: [
    { operation: 'listThings', kind: 'status', pointer: '', simulated: 200, real: 204, breaking: true, ...first },
  ],
};

const rules = (failOn: GateRules['failOn'], minCoverage?: number): GateRules => ({ failOn, minCoverage });

describe('the gate', () => {
  test('cannot judge drift if nothing was compared, whatever else it judges', () => {
    const { unjudged } = judge(reportOf({ compared: 0 }), rules(['violations', 'drift']));
    expect(unjudged).toMatch(/^no response of a real service was compared .* serve with --upstream and --compare/);
    expect(judge(reportOf({ compared: 1 }), rules(['drift'])).unjudged).toBe(undefined);
    expect(judge(reportOf({ compared: 0 }), rules(['violations'])).unjudged).toBe(undefined);
  });

  test.each<[GateRules['failOn'], readonly string[]]>([
    [['violations', 'unmatched'], ['The clients kept to the interface.']],
    [['deprecated'], ['The clients called no deprecated operation.']],
    [['unknown-parameters'], ['The clients sent no query parameter that the document does not have.']],
    [
      ['unmatched', 'deprecated'],
      ['The clients called nothing that does not exist.', 'The clients called no deprecated operation.'],
    ],
  ])('says of %j only what it judged', (failOn, sentences) => {
    const unjudged = Object.fromEntries(
      Object.entries(all).filter(([list]) => !failOn.some((kind) => kind.startsWith(list.slice(0, 7)))),
    );
    const { summary } = createGateReport(judge(reportOf(unjudged), rules(failOn)));
    expect(summary.slice(0, -1)).toEqual(sentences);
  });

  test.each(findingKinds)('fails on %s only if they are judged', (kind) => {
    const list = kind === 'unknown-parameters' ? 'unknownParameters' : kind;
    const only = { [list]: all[list] };
    expect(judge(reportOf(only), rules([kind])).passed).toBe(false);
    const others = findingKinds.filter((other) => other !== kind);
    expect(judge(reportOf(only), rules(others)).passed).toBe(true);
  });

  test('never fails on violations of responses, but lists them', () => {
    const verdict = judge(reportOf({ violations: [violation('response')] }), rules(['violations']));
    expect([verdict.passed, verdict.responseViolations.length]).toEqual([true, 1]);
    const [section] = createGateReport(verdict).sections.filter(({ title }) => title.startsWith('Responses'));
    expect(section?.rows).toMatchObject([{ outcome: 'listed' }]);
  });

  test.each([
    [50, true],
    [50.1, false],
    [0, true],
  ])('with 1 of 2 covered and a minimum of %d, passed is %s', (minimum, passed) => {
    expect(judge(reportOf(), rules([], minimum)).passed).toBe(passed);
  });

  test('cannot judge clients that sent nothing', () => {
    const verdict = judge(reportOf({}, 0), rules(['violations']));
    expect(verdict.unjudged).toBe(
      'no operation of the document was called; no request came: check that the client uses the address of this server',
    );
    const report = createGateReport(verdict);
    expect([report.passed, report.summary]).toEqual([
      false,
      [
        'Nothing could be judged: no operation of the document was called; no request came: check that the client uses the address of this server.',
      ],
    ]);
    expect(report.sections.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome === 'failed'))).toHaveLength(1);
  });
});

test('the report states every reason, and how to find each finding', () => {
  const report = createGateReport(judge(reportOf(all), rules(['violations', 'unmatched'], 80)));
  expect(report.summary).toEqual([
    'The clients broke the interface: 1 finding.',
    'The clients called something that does not exist: 1 finding.',
    'Coverage is 50%, below the minimum of 80%.',
    'Judged: violations, unmatched. Covered: 1 of 2 documented statuses, parameters and values (50%, minimum 80%).',
  ]);
  expect(report.sections.map(({ title, rows }) => [title, rows.map(({ outcome }) => outcome)])).toEqual([
    ['Requests that break the interface', ['failed']],
    ['Requests to something that does not exist', ['failed']],
    ['Calls of deprecated operations (not judged)', ['listed']],
    ['Query parameters that the document does not have (not judged)', ['listed']],
    ['Differences between the real service and the simulation (not judged)', ['listed']],
    ['Responses that break the interface (not judged)', []],
    ['Coverage', ['failed', 'passed']],
  ]);
  expect(report.sections[0]?.rows[0]?.message).toBe(
    'listThings: too small (2 times, first in exchange 7 of world default)',
  );
  for (const { rows, columns } of report.sections)
    for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
  expect(report.json).toMatchObject({ passed: false, minCoverage: 80, percentage: 50, violations: [{ count: 2 }] });
});

test('dropped findings are reported', () => {
  const dropped = { ...noneDropped, unmatched: 3 };
  const report = createGateReport(judge(reportOf({ ...all, dropped }), rules(['unmatched'])));
  expect(report.sections[1]?.remark).toBe('3 further requests beyond the maximum number of distinct findings.');
});

test('a percentage is rounded down', () => {
  expect([99.99, 100, 35.714].map(formatPercentage)).toEqual(['99.9%', '100%', '35.7%']);
});
