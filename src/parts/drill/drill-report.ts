/** The result of a drill as a report. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { formatCount, formatDuration } from '../../core/primitives/units.ts';
import type { Report, ReportRow } from '../report/report.ts';
import type { DrillBaseline, DrillCaseResult, DrillFindingKind, DrillResult } from './cases/drill-types.ts';
import type { Drilled } from './run/run-drill.ts';

export interface DrillRules {
  readonly failOn: readonly DrillFindingKind[];
  /** Why the drill ended early, as a sentence; undefined: it did not. */
  readonly endedBy: string | undefined;
  /** Whether a signal ended it: what was not run could have failed. A budget is a choice. */
  readonly isInterrupted?: boolean | undefined;
}

/** `drilled`: how it ended. */
export const createDrillReport = (
  result: DrillResult,
  { unjudged, baseline }: Pick<Drilled, 'unjudged' | 'baseline'>,
  rules: DrillRules,
): Report => {
  const failed = result.cases.filter((each) => countedOf(each, rules).length > 0);
  const passed = failed.length === 0 && unjudged === undefined && rules.isInterrupted !== true;
  return {
    title: 'Vivarium drill',
    passed,
    summary:
      unjudged === undefined
        ? summaryOf(result, failed, rules)
        : [`Nothing could be judged: ${unjudged.reason} ${unjudged.remedy}`],
    sections: [
      {
        title: 'Without a fault',
        columns: ['run', 'exit code', 'time', 'calls'],
        rows: result.baseline.map((run, index) => baselineRow(run, index, baseline[index]?.ending.output)),
        remark: result.stable
          ? undefined
          : 'The runs without a fault called different operations, or not equally often: a case may have met another request.',
      },
      {
        title: 'Cases',
        columns: ['operation', 'fault', 'when', 'tests', 'attempts', 'findings'],
        rows: result.cases.map((each) => caseRow(each, rules)),
      },
      {
        title: 'Not run',
        columns: ['case'],
        rows: result.notRun.map((name) => ({ outcome: 'listed', name, cells: [name], message: 'not run' })),
      },
    ],
    json: {
      passed,
      unjudged: unjudged === undefined ? null : { ...unjudged },
      failOn: rules.failOn,
      ...(result as unknown as JsonObject),
    },
  };
};

/** The findings of a case that count. */
export const countedOf = (
  { findings }: Pick<DrillCaseResult, 'findings'>,
  { failOn }: Pick<DrillRules, 'failOn'>,
): readonly DrillFindingKind[] => findings.filter((kind) => failOn.includes(kind));

const summaryOf = (
  { cases, notRun, stable }: DrillResult,
  failed: readonly DrillCaseResult[],
  rules: DrillRules,
): readonly string[] => {
  const { endedBy } = rules;
  const count = (outcome: DrillCaseResult['outcome']): number =>
    cases.filter((each) => each.outcome === outcome).length;
  const counts = (['passed', 'failed', 'crashed', 'hung', 'not met'] as const).flatMap((outcome) =>
    count(outcome) === 0 ? [] : [`${count(outcome)} ${outcome}`],
  );
  const survived = cases.filter((each) => each.outcome === 'passed' && countedOf(each, rules).length === 0);
  const isLeftToUser = cases.some((each) => each.outcome === 'failed' && countedOf(each, rules).length === 0);
  return [
    failed.length === 0
      ? `The client survived ${survived.length} of ${formatCount(cases.length, 'case')}, and no finding counts.`
      : `The client did not survive ${formatCount(failed.length, 'case')} of ${cases.length}.`,
    `Outcomes: ${counts.join(', ')}.${isLeftToUser ? ' Whether the tests should fail is for you to say: --fail-on failed counts it.' : ''}`,
    ...(endedBy === undefined
      ? []
      : [`${endedBy} ${formatCount(notRun.length, 'case')} ${notRun.length === 1 ? 'was' : 'were'} not run.`]),
    ...(stable ? [] : ['The runs without a fault differ, so that a case may have met another request.']),
  ];
};

/** A run that failed, or called nothing, is why nothing could be judged. */
const baselineRow = ({ exitCode, durationMs, operations }: DrillBaseline, index: number, output = ''): ReportRow => {
  const calls = Object.entries(operations).map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  const isUsable = exitCode === 0 && calls.length > 0;
  return {
    outcome: isUsable ? 'passed' : 'failed',
    name: `run ${index + 1}`,
    cells: [
      String(index + 1),
      exitCode === null ? 'ended' : String(exitCode),
      formatDuration(durationMs),
      calls.length === 0 ? 'none' : calls.join(', '),
    ],
    message: `run ${index + 1} without a fault: ${exitCode === null ? 'it was ended' : `exit code ${exitCode}`}`,
    details: isUsable ? [] : linesOf(output),
  };
};

const caseRow = (each: DrillCaseResult, rules: DrillRules): ReportRow => {
  const { case: name, operation, fault, when, outcome, attempts, findings, messages, remedies } = each;
  const isFailed = countedOf(each, rules).length > 0;
  return {
    outcome: isFailed ? 'failed' : outcome === 'passed' ? 'passed' : 'listed',
    name,
    cells: [operation, fault, when, outcome, String(attempts), findings.join(', ')],
    message: messages.length === 0 ? `${name}: ${outcome}` : `${name}: ${messages.join(' ')}`,
    details:
      outcome === 'passed' && findings.length === 0
        ? []
        : [...[...remedies, ...each.exchanges, ...linesOf(each.output)].map((line) => `# ${line}`), each.repeat],
  };
};

const linesOf = (output: string): readonly string[] => (output === '' ? [] : output.split('\n'));
