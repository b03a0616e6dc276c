import { expect, test } from 'vitest';
import type { DrillCaseResult, DrillResult } from '../../../src/parts/drill/cases/drill-types.ts';
import { createDrillReport, type DrillRules } from '../../../src/parts/drill/drill-report.ts';
import { type Unjudged, unmet } from '../../../src/parts/drill/run/run-drill.ts';
import { caseOf } from './drill-case-of.ts';

const passed = caseOf();
const failed = caseOf({ outcome: 'failed', exitCode: 1, findings: ['failed'] });
const storm = caseOf({ findings: ['storm'] });
const missed = caseOf({ outcome: 'not met', attempts: 0 });

const result = (given: Partial<DrillResult> = {}): DrillResult => ({
  baseline: [{ exitCode: 0, durationMs: 20, operations: { listOrders: 1 } }],
  stable: true,
  cases: [passed],
  notRun: [],
  ...given,
});

const reportOf = (given: Partial<DrillResult>, rules: Partial<DrillRules> = {}, unjudged?: Unjudged) =>
  createDrillReport(
    result(given),
    { unjudged, baseline: [] },
    { failOn: ['storm', 'hung'], endedBy: undefined, ...rules },
  );

test.each<[string, readonly DrillCaseResult[], boolean, readonly string[]]>([
  [
    'what passed without a finding has survived',
    [passed, passed],
    true,
    ['The client survived 2 of 2 cases, and no finding counts.', 'Outcomes: 2 passed.'],
  ],
  [
    'what failed or was not met has not survived',
    [passed, failed, missed],
    true,
    [
      'The client survived 1 of 3 cases, and no finding counts.',
      'Outcomes: 1 passed, 1 failed, 1 not met. Whether the tests should fail is for you to say: --fail-on failed counts it.',
    ],
  ],
  [
    'a finding that counts fails the drill, also if the tests pass',
    [passed, storm],
    false,
    ['The client did not survive 1 case of 2.', 'Outcomes: 2 passed.'],
  ],
])('%s', (_name, cases, isPassed, summary) => {
  const report = reportOf({ cases });
  expect([report.passed, report.summary]).toEqual([isPassed, summary]);
});

test.each([
  [[], 'The budget of 1m is over. 0 cases were not run.'],
  [['a/slow'], 'The budget of 1m is over. 1 case was not run.'],
  [['a/slow', 'a/401'], 'The budget of 1m is over. 2 cases were not run.'],
])('a drill that ended early says how many cases are missing: %j', (notRun, sentence) => {
  const { summary, sections } = reportOf({ notRun }, { endedBy: 'The budget of 1m is over.' });
  expect(summary.at(-1)).toBe(sentence);
  expect(sections.at(-1)?.rows.map(({ name }) => name)).toEqual(notRun);
});

test('an interrupted drill has not passed, though one within its budget has', () => {
  const endedBy = 'The drill was interrupted.';
  const { passed: isPassed, json } = reportOf({ notRun: ['a/slow'] }, { endedBy, isInterrupted: true });
  expect([isPassed, json]).toEqual([false, expect.objectContaining({ passed: false })]);
  expect(reportOf({ notRun: ['a/slow'] }, { endedBy: 'The budget of 1m is over.' }).passed).toBe(true);
});

test('two different runs without a fault are reported', () => {
  const { summary, sections } = reportOf({ stable: false });
  expect(summary.at(-1)).toBe('The runs without a fault differ, so that a case may have met another request.');
  expect(sections[0]?.remark).toContain('called different operations, or not equally often');
});

test('a drill that met nothing has judged nothing, and its runs without a fault are not to blame', () => {
  const report = reportOf({ cases: [missed] }, {}, unmet([undefined, 'no list']));
  expect(report.passed).toBe(false);
  expect(report.summary).toEqual([
    'Nothing could be judged: No case was met: no fault fired. Check that the tests send the same requests each time.',
  ]);
  expect(report.sections[0]?.rows.map(({ outcome }) => outcome)).toEqual(['passed']);
});
