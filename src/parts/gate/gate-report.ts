/** The verdict of the gate as a report. */
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { type OperationCoverage, scoreOf, totalsOf, writeSum } from '../../world/evidence/coverage-report.ts';
import { type DriftRow, describeDifference } from '../../world/evidence/drift.ts';
import {
  type Occurrences,
  type UnknownParameterFinding,
  type ViolationFinding,
  writeFindings,
} from '../../world/gate/gate-findings.ts';
import type { Report, ReportRow, ReportSection } from '../report/index.ts';
import { belowMinimum, type FindingKind, formatPercentage, type Verdict } from './judge.ts';

export const createGateReport = (verdict: Verdict): Report => ({
  title: 'Vivarium gate',
  passed: verdict.passed && verdict.unjudged === undefined,
  summary: summaryOf(verdict),
  sections: [
    ...judgedSections(verdict),
    {
      title: 'Responses that break the interface (not judged)',
      columns: violationColumns,
      rows: violationRows(verdict.responseViolations, 'listed'),
    },
    coverageSection(verdict),
  ],
  json: toJson(verdict),
});

const judgedSections = (verdict: Verdict): readonly ReportSection[] => {
  const { findings } = verdict;
  const { dropped } = findings;
  return [
    {
      title: titleOf(verdict, 'violations', 'Requests that break the interface'),
      columns: violationColumns,
      rows: violationRows(findings.violations, outcomeOf(verdict, 'violations')),
      remark: droppedRemark(dropped.violations, 'violation'),
    },
    {
      title: titleOf(verdict, 'unmatched', 'Requests to something that does not exist'),
      columns: ['method', 'path', 'status', 'times', 'first'],
      rows: rowsOf(findings.unmatched, outcomeOf(verdict, 'unmatched'), ({ method, path, status }) => ({
        cells: [method, path, String(status)],
        message: `${method} ${path} does not exist: ${status}`,
      })),
      remark: droppedRemark(dropped.unmatched, 'request'),
    },
    {
      title: titleOf(verdict, 'deprecated', 'Calls of deprecated operations'),
      columns: ['operation', 'times', 'first'],
      rows: rowsOf(findings.deprecated, outcomeOf(verdict, 'deprecated'), ({ operation }) => ({
        cells: [operation],
        message: `${operation} is deprecated`,
      })),
      remark: droppedRemark(dropped.deprecated, 'call'),
    },
    {
      title: titleOf(verdict, 'unknown-parameters', 'Query parameters that the document does not have'),
      columns: ['operation', 'parameter', 'times', 'first'],
      rows: rowsOf(findings.unknownParameters, outcomeOf(verdict, 'unknown-parameters'), (finding) => ({
        name: `${finding.operation} query.${finding.name}`,
        cells: [finding.operation, finding.name],
        message: `${finding.operation} has no query parameter "${finding.name}"`,
        hint: suggestionFor(verdict, finding),
      })),
      remark: droppedRemark(dropped.unknownParameters, 'parameter'),
    },
    {
      title: titleOf(verdict, 'drift', 'Differences between the real service and the simulation'),
      columns: ['operation', 'kind', 'pointer', 'simulated', 'real', 'breaking', 'times', 'latest'],
      rows: driftRows(findings.drift, outcomeOf(verdict, 'drift')),
      remark: droppedRemark(dropped.drift, 'difference'),
    },
  ];
};

/** What a report shows of a finding, beside how often it occurred. `name`: by default, the cells. */
interface ShownFinding {
  readonly name?: string;
  readonly cells: readonly string[];
  readonly message: string;
  readonly hint?: string;
}

const rowsOf = <Finding extends Occurrences>(
  findings: readonly Finding[],
  outcome: ReportRow['outcome'],
  show: (finding: Finding) => ShownFinding,
): readonly ReportRow[] =>
  findings.map((finding) => {
    const { cells, name = cells.join(' '), message, hint = '' } = show(finding);
    return {
      ...{ outcome, name, cells: [...cells, ...timesOf(finding)] },
      message: `${message} (${describeTimes(finding)})${hint}`,
    };
  });

const suggestionFor = ({ coverage }: Verdict, { operation, name }: UnknownParameterFinding): string => {
  const known = [...(coverage.operations.get(operation)?.parameters.keys() ?? [])];
  const names = known.flatMap((label) => (label.startsWith('query.') ? [label.slice('query.'.length)] : []));
  const suggestion = didYouMean(name, names);
  return suggestion === undefined ? '' : `. ${suggestion}`;
};

const whyUnjudged = ({ unjudged }: Verdict): string | undefined => unjudged && `Nothing could be judged: ${unjudged}.`;

const reasonsOf = (verdict: Verdict): readonly string[] => [whyUnjudged(verdict) ?? [], verdict.reasons].flat();

const summaryOf = (verdict: Verdict): readonly string[] => {
  const { passed, unjudged, coverage, rules } = verdict;
  if (unjudged !== undefined) return reasonsOf(verdict);
  const { failOn } = rules;
  const { met, documented } = totalsOf(coverage);
  return [
    ...(passed ? keptTo(failOn) : reasonsOf(verdict)),
    `Judged: ${failOn.join(', ')}. Covered: ${met} of ${documented} documented statuses, parameters and values (${showPercentage(verdict)}).`,
  ];
};

const showPercentage = ({ percentage, rules: { minCoverage } }: Verdict) =>
  `${formatPercentage(percentage)}${minCoverage === undefined ? '' : `, minimum ${minCoverage}%`}`;

/** The sentences about what was judged: there may be findings of the other kinds. */
const keptTo = (failOn: readonly FindingKind[]): readonly string[] =>
  failOn.includes('violations') ? [kept.violations] : failOn.map((kind) => kept[kind]);

const kept: Readonly<Record<FindingKind, string>> = {
  violations: 'The clients kept to the interface.',
  unmatched: 'The clients called nothing that does not exist.',
  deprecated: 'The clients called no deprecated operation.',
  'unknown-parameters': 'The clients sent no query parameter that the document does not have.',
  drift: 'The real service does not differ from the simulation in what clients rely on.',
};

const titleOf = ({ rules: { failOn } }: Verdict, kind: FindingKind, title: string): string =>
  failOn.includes(kind) ? title : `${title} (not judged)`;

const outcomeOf = ({ rules: { failOn } }: Verdict, kind: FindingKind): ReportRow['outcome'] =>
  failOn.includes(kind) ? 'failed' : 'listed';

const violationColumns = ['operation', 'in', 'pointer', 'rule', 'message', 'times', 'first'];

const violationRows = (findings: readonly ViolationFinding[], outcome: ReportRow['outcome']): readonly ReportRow[] =>
  rowsOf(findings, outcome, ({ operation, in: place, pointer, rule, message }) => ({
    name: [operation, place, pointer, rule].filter((part) => part !== '').join(' '),
    cells: [operation, place, pointer, rule, message],
    message: `${operation}: ${message}`,
  }));

/** A row that breaks nothing is `listed`. */
const driftRows = (findings: readonly DriftRow[], outcome: ReportRow['outcome']): readonly ReportRow[] =>
  findings.map((finding) => {
    const { operation, kind, pointer, simulated, real, breaking } = finding;
    const values = [simulated, real].map((value) => stringifyJson(value));
    return {
      outcome: breaking ? outcome : 'listed',
      name: [operation, kind, pointer].filter((part) => part !== '').join(' '),
      cells: [operation, kind, pointer, ...values, breaking ? 'yes' : 'no', ...timesOf(finding)],
      message: `${describeDifference(finding)} (${describeTimes(finding, 'latest')})`,
    };
  });

const timesOf = ({ count, world, exchange }: Occurrences): readonly [string, string] => [
  String(count),
  `${world} ${exchange}`,
];

const describeTimes = ({ count, world, exchange }: Occurrences, which = 'first') =>
  `${count === 1 ? 'once' : `${count} times, ${which}`} in exchange ${exchange} of world ${world}`;

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

const sumRow = (verdict: Verdict, operations: readonly OperationCoverage[]): ReportRow => {
  const { unjudged, coverage, percentage, rules } = verdict;
  const { met, documented } = totalsOf(coverage);
  const requests = operations.reduce((sum, operation) => sum + operation.requests, 0);
  const isEnough = unjudged === undefined && (rules.minCoverage === undefined || percentage >= rules.minCoverage);
  return {
    outcome: isEnough ? 'passed' : 'failed',
    name: 'all operations',
    cells: ['all operations', String(requests), `${met}/${documented}`, String(documented - met)],
    // The same words as in the summary, if it failed.
    message: isEnough
      ? `Coverage is ${showPercentage(verdict)}.`
      : (whyUnjudged(verdict) ?? belowMinimum(percentage, rules)),
  };
};

const toJson = (verdict: Verdict): JsonObject => {
  const { passed, unjudged, rules, findings, responseViolations, coverage, percentage } = verdict;
  return {
    passed: passed && unjudged === undefined,
    reasons: reasonsOf(verdict),
    failOn: rules.failOn,
    minCoverage: rules.minCoverage ?? null,
    percentage,
    ...writeFindings({ ...findings, violations: [...findings.violations, ...responseViolations] }),
    coverage: writeSum(coverage),
  };
};
