/** The verdict of the gate as a report. */
import type { JsonObject } from '../core/primitives/json.ts';
import { formatCount } from '../core/primitives/units.ts';
import type { Report, ReportRow, ReportSection } from '../report/report.ts';
import { type OperationCoverage, scoreOf, totalsOf, writeSum } from '../world/evidence/coverage-report.ts';
import type { Occurrences, ViolationFinding } from '../world/gate/gate-report.ts';
import { type FindingKind, formatPercentage, type Verdict } from './judge.ts';

export const createGateReport = (verdict: Verdict): Report => {
  const { unjudged, findings, responseViolations } = verdict;
  return {
    title: 'Vivarium gate',
    passed: verdict.passed && unjudged === undefined,
    summary: summaryOf(verdict),
    sections: [
      {
        title: titleOf(verdict, 'violations', 'Requests that break the interface'),
        columns: violationColumns,
        rows: violationRows(findings.violations, outcomeOf(verdict, 'violations')),
        remark: droppedRemark(findings.dropped.violations, 'violation'),
      },
      {
        title: titleOf(verdict, 'unmatched', 'Requests to something that does not exist'),
        columns: ['method', 'path', 'status', 'times', 'first'],
        rows: findings.unmatched.map((finding) => ({
          outcome: outcomeOf(verdict, 'unmatched'),
          name: `${finding.method} ${finding.path} ${finding.status}`,
          cells: [finding.method, finding.path, String(finding.status), ...timesOf(finding)],
          message: `${finding.method} ${finding.path} does not exist: ${finding.status} (${describeTimes(finding)})`,
        })),
        remark: droppedRemark(findings.dropped.unmatched, 'request'),
      },
      {
        title: titleOf(verdict, 'deprecated', 'Calls of deprecated operations'),
        columns: ['operation', 'times', 'first'],
        rows: findings.deprecated.map((finding) => ({
          outcome: outcomeOf(verdict, 'deprecated'),
          name: finding.operation,
          cells: [finding.operation, ...timesOf(finding)],
          message: `${finding.operation} is deprecated (${describeTimes(finding)})`,
        })),
        remark: droppedRemark(findings.dropped.deprecated, 'call'),
      },
      {
        title: 'Responses that break the interface (not judged)',
        columns: violationColumns,
        rows: violationRows(responseViolations, 'listed'),
      },
      coverageSection(verdict),
    ],
    json: toJson(verdict),
  };
};

const summaryOf = ({
  passed,
  reasons,
  unjudged,
  coverage,
  percentage,
  rules: { failOn },
}: Verdict): readonly string[] => {
  if (unjudged !== undefined) return [`Nothing could be judged: ${unjudged}.`];
  const { met, documented } = totalsOf(coverage);
  return [
    ...(passed ? keptTo(failOn) : reasons),
    `Judged: ${failOn.join(', ')}. Covered: ${met} of ${documented} documented statuses, parameters and values (${formatPercentage(percentage)}).`,
  ];
};

/** Only what was judged: there may be findings of the other kinds. */
const keptTo = (failOn: readonly FindingKind[]): readonly string[] =>
  failOn.includes('violations') ? [kept.violations] : failOn.map((kind) => kept[kind]);

const kept: Readonly<Record<FindingKind, string>> = {
  violations: 'The clients kept to the interface.',
  unmatched: 'The clients called nothing that does not exist.',
  deprecated: 'The clients called no deprecated operation.',
};

const titleOf = ({ rules: { failOn } }: Verdict, kind: FindingKind, title: string): string =>
  failOn.includes(kind) ? title : `${title} (not judged)`;

const outcomeOf = ({ rules: { failOn } }: Verdict, kind: FindingKind): ReportRow['outcome'] =>
  failOn.includes(kind) ? 'failed' : 'listed';

const violationColumns = ['operation', 'in', 'pointer', 'rule', 'message', 'times', 'first'];

const violationRows = (findings: readonly ViolationFinding[], outcome: ReportRow['outcome']): readonly ReportRow[] =>
  findings.map((finding) => {
    const { operation, in: place, pointer, rule, message } = finding;
    return {
      outcome,
      name: [operation, place, pointer, rule].filter((part) => part !== '').join(' '),
      cells: [operation, place, pointer, rule, message, ...timesOf(finding)],
      message: `${operation}: ${message} (${describeTimes(finding)})`,
    };
  });

const timesOf = ({ count, world, exchange }: Occurrences): readonly [string, string] => [
  String(count),
  `${world} ${exchange}`,
];

const describeTimes = ({ count, world, exchange }: Occurrences): string =>
  `${count === 1 ? 'once' : `${count} times, first`} in exchange ${exchange} of world ${world}`;

const droppedRemark = (count: number, noun: string): string | undefined =>
  count === 0 ? undefined : `${formatCount(count, `further ${noun}`)} beyond the maximum number of distinct findings.`;

/** The first row is the sum, so that a report has a result even without findings. */
const coverageSection = (verdict: Verdict): ReportSection => {
  const operations = [...verdict.coverage.operations.values()];
  return {
    title: 'Coverage',
    columns: ['operation', 'requests', 'covered', 'not covered'],
    rows: [
      sumRow(verdict, operations),
      ...operations.map((operation): ReportRow => {
        const { met, documented, unseen } = scoreOf(operation);
        const missing = operation.requests === 0 ? 'never called' : unseen.join(', ');
        return {
          outcome: operation.requests === 0 ? 'listed' : 'passed',
          name: operation.operation,
          cells: [operation.operation, String(operation.requests), `${met}/${documented}`, missing],
          message: operation.requests === 0 ? 'never called' : `${met} of ${documented} covered`,
        };
      }),
    ],
  };
};

const sumRow = (
  { unjudged, coverage, percentage, rules: { minCoverage } }: Verdict,
  operations: readonly OperationCoverage[],
): ReportRow => {
  const { met, documented } = totalsOf(coverage);
  const requests = operations.reduce((sum, operation) => sum + operation.requests, 0);
  const isEnough = unjudged === undefined && (minCoverage === undefined || percentage >= minCoverage);
  const minimum = minCoverage === undefined ? '' : `, minimum ${minCoverage}%`;
  const result = unjudged ?? `${formatPercentage(percentage)}${minimum}`;
  return {
    outcome: isEnough ? 'passed' : 'failed',
    name: 'all operations',
    cells: ['all operations', String(requests), `${met}/${documented}`, result],
    message: unjudged === undefined ? `Coverage is ${result}.` : `Nothing could be judged: ${unjudged}.`,
  };
};

const toJson = ({
  passed,
  reasons,
  unjudged,
  rules: { failOn, minCoverage },
  findings,
  responseViolations,
  coverage,
  percentage,
}: Verdict): JsonObject => ({
  passed: passed && unjudged === undefined,
  reasons: unjudged === undefined ? reasons : [`Nothing could be judged: ${unjudged}.`],
  failOn,
  minCoverage: minCoverage ?? null,
  percentage,
  violations: [...findings.violations, ...responseViolations].map((finding) => ({ ...finding })),
  unmatched: findings.unmatched.map((finding) => ({ ...finding })),
  deprecated: findings.deprecated.map((finding) => ({ ...finding })),
  dropped: { ...findings.dropped },
  coverage: writeSum(coverage),
});
