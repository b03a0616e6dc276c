/** The result of a drill: as the library returns it, as a report, and as a table for a terminal. */

import { type Exchange, isLost } from '../../core/exchange.ts';
import { rowOf } from '../../core/faults/effects.ts';
import { withQuery } from '../../core/http/http.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { cutText, formatCount, formatDuration, maxShownRows } from '../../core/primitives/units.ts';
import { toCommandLine } from '../../text/shell-words.ts';
import type { Redact } from '../../world/evidence/redact.ts';
import type { Report, ReportRow } from '../report/index.ts';
import { type DrillCase, effectOf } from './cases/cases.ts';
import type { DrillBaseline, DrillCaseResult, DrillFindingKind, DrillResult } from './cases/drill-types.ts';
import type { DrillFinding, Ending } from './judge/judge-case.ts';
import type { Drilled, JudgedCase } from './run/run-drill.ts';

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

const countedOf = (
  { findings }: Pick<DrillCaseResult, 'findings'>,
  { failOn }: Pick<DrillRules, 'failOn'>,
): readonly DrillFindingKind[] => findings.filter((kind) => failOn.includes(kind));

const summaryOf = (
  { cases, notRun, stable }: DrillResult,
  failed: readonly DrillCaseResult[],
  rules: DrillRules,
): readonly string[] => {
  const { endedBy } = rules;
  const count = (outcome: DrillCaseResult['outcome']) => cases.filter((each) => each.outcome === outcome).length;
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

interface TableStyle {
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Removes everything from a text that could control the reader of the output. */
  readonly printable: (text: string) => string;
  /** The width of the terminal in characters; infinite for a file. */
  readonly columns: number;
}

/** `repeatOf`: what runs the cases of a name again. */
export const toDrillTable = (
  result: DrillResult,
  rules: DrillRules,
  { style, repeatOf }: { readonly style: TableStyle; readonly repeatOf: (name: string) => string },
): string =>
  [...tableOf(result.cases, rules, style, repeatOf), ...shownFindings(result.cases, rules, style)].join('\n');

/** The cell of a case: one sign and one word. */
const cellOf = (each: DrillCaseResult, rules: DrillRules): string => {
  const [counted] = countedOf(each, rules);
  if (counted !== undefined) return `✗ ${counted}`;
  switch (each.outcome) {
    case 'passed':
      return each.findings[0] === undefined ? '✓ passed' : `· ${each.findings[0]}`;
    case 'not met':
      return '– not met';
    default:
      return `· ${each.outcome}`;
  }
};

/** A longer name has a line of its own. */
const maxOperationWidth = 32;

/** The width of a column: that of the longest cell. */
const cellWidth = '✗ inside-contract'.length + 2;

const tableOf = (
  cases: readonly DrillCaseResult[],
  rules: DrillRules,
  { dim, good, bad, printable, columns }: TableStyle,
  repeatOf: (name: string) => string,
): readonly string[] => {
  const widths = cases.flatMap(({ operation, fault }) => [
    fault.length + 4,
    operation.length > maxOperationWidth ? 0 : operation.length + 2,
  ]);
  const firstWidth = Math.max(0, ...widths);
  const paint = (text: string): string => {
    const cell = text.padEnd(cellWidth);
    if (text.startsWith('✗')) return bad(cell);
    return text.startsWith('✓') ? good(cell) : dim(cell);
  };
  const lines: string[] = [];
  for (const [operation, own] of Map.groupBy(cases, (each) => each.operation)) {
    const head = dim(`${'once'.padEnd(cellWidth)}always`);
    if (operation.length < firstWidth) lines.push(`${printable(operation).padEnd(firstWidth)}${head}`);
    else lines.push(printable(operation), `${' '.repeat(firstWidth)}${head}`);
    for (const [fault, tried] of Map.groupBy(own, (each) => each.fault)) {
      const [once, always] = (['once', 'always'] as const).map((when) => tried.find((each) => each.when === when));
      const cells = [once, always].map((each) => paint(each === undefined ? '' : cellOf(each, rules)));
      const name = `${operation}/${fault}`;
      const room = columns - firstWidth - 2 * cellWidth;
      const whole = printable(repeatOf(name));
      const repeat = whole.length <= room ? whole : `--case ${printable(toCommandLine([name]))}`;
      lines.push(`  ${fault.padEnd(firstWidth - 2)}${cells.join('')}${dim(repeat)}`);
    }
    lines.push('');
  }
  return lines.length === 0 ? [] : [...lines, dim(legend), ''];
};

const legend = '✓ survived   ✗ a finding   · not judged   – the fault was not met';

const shownFindings = (
  cases: readonly DrillCaseResult[],
  rules: DrillRules,
  { dim, bad, printable }: TableStyle,
): readonly string[] => {
  const found = cases.flatMap((each) => countedOf(each, rules).map((kind) => ({ each, kind })));
  const groups = [...Map.groupBy(found, ({ each, kind }) => `${each.operation} ${kind}`).values()];
  const lines = groups.slice(0, maxShownRows).flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { each, kind } = first;
    const details = [
      ...each.exchanges.slice(0, maxListed),
      ...(each.attempts > maxListed ? [`${formatCount(each.attempts, 'attempt')} in all`] : []),
      ...(kind === 'failed' || kind === 'crashed' ? lastLines(each.output) : []),
      ...otherCases(others.map((other) => other.each.case)),
      textOf(each, kind, each.remedies),
      each.repeat,
    ];
    return [
      bad(`✗ ${printable(`${each.case}: ${textOf(each, kind, each.messages)}`)}`),
      ...details.map((line) => dim(`    ${printable(line)}`)),
      '',
    ];
  });
  const more = groups.length - maxShownRows;
  return more > 0 ? [...lines, `and ${formatCount(more, 'more finding')}`, ''] : lines;
};

/** The exchanges of a finding, and the further cases with it. */
const maxListed = 6;
const maxOutputLines = 5;

const lastLines = (output: string): readonly string[] =>
  output
    .split('\n')
    .slice(-maxOutputLines)
    .map((line) => cutText(line));

const otherCases = (names: readonly string[]): readonly string[] => {
  if (names.length === 0) return [];
  const more = names.length - maxListed;
  return [`The same in ${names.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`];
};

const textOf = ({ findings }: DrillCaseResult, kind: DrillFindingKind, texts: readonly string[]): string =>
  texts[findings.indexOf(kind)] ?? '';

/** `repeatOf`: what runs a case again. */
export const toResult = (
  { baseline, isStable, cases, notRun }: Drilled,
  { redact, repeatOf }: { readonly redact: Redact; readonly repeatOf: (name: string) => string },
): DrillResult => ({
  baseline: baseline.map(({ ending: { exitCode, durationMs }, calls }) => ({
    exitCode,
    durationMs: Math.round(durationMs),
    operations: Object.fromEntries(calls),
  })),
  stable: isStable,
  cases: cases.map((judged) => viewCase(judged, redact, repeatOf(judged.case.name))),
  notRun: notRun.map(({ name }) => name),
});

const viewCase = (judged: JudgedCase, redact: Redact, repeat: string): DrillCaseResult => {
  const { case: drilled, ending, outcome, attempts, gapsMs, exchanges } = judged;
  const findings = judged.findings.map((finding) => ({
    kind: finding.kind,
    message: (messages[finding.kind] as Tell<DrillFinding>)(finding, drilled, ending),
    remedy: remedies[finding.kind],
  }));
  return {
    case: drilled.name,
    operation: drilled.operation,
    fault: drilled.fault,
    when: drilled.when,
    outcome,
    exitCode: ending.exitCode,
    signal: ending.signal,
    durationMs: Math.round(ending.durationMs),
    attempts,
    gapsMs,
    findings: findings.map(({ kind }) => kind),
    messages: findings.map(({ message }) => message),
    remedies: findings.map(({ remedy }) => remedy),
    exchanges: exchanges.map(({ exchange, atMs }) => describe(redact(exchange), atMs - (exchanges[0]?.atMs ?? 0))),
    output: ending.output,
    repeat,
  };
};

/** `+12ms POST /v1/orders -> 201, lost`. */
const describe = (exchange: Exchange, sinceMs: number): string => {
  const { request, response } = exchange;
  const target = withQuery(request.path, request.query);
  const lost = isLost(exchange) ? ', lost' : exchange.transport === 'truncate' ? ', cut off' : '';
  return `+${formatDuration(Math.round(sinceMs))} ${request.method} ${target} -> ${response.status}${lost}`;
};

type Kind = DrillFinding['kind'];

const remedies: Readonly<Record<Kind, string>> = {
  'retry-after': 'Wait for as long as Retry-After states before the next attempt.',
  'repeated-write':
    'Send an Idempotency-Key that stays the same with each attempt, or do not repeat a write whose response was lost.',
  storm: 'Wait longer before each further attempt (exponential back-off with jitter), and give up after a few.',
  'inside-contract':
    'Expect everything that the document allows: an optional property may be missing, a list may be empty.',
  hung: 'Give each request a time limit, such as AbortSignal.timeout(5000), and limit the number of attempts.',
  crashed: 'Catch the error where the request is sent. The output shows where it was thrown.',
  failed: 'Decide whether the tests should pass under this fault. If so, handle the error, or repeat the request.',
};

type Tell<Finding> = (finding: Finding, drilled: DrillCase, ending: Ending) => string;

const messages: { readonly [One in Kind]: Tell<DrillFinding & { readonly kind: One }> } = {
  'retry-after': ({ waitedMs, askedMs }, { operation }) =>
    `${operation} was sent again after ${formatDuration(waitedMs)}, although Retry-After asked for ${formatDuration(askedMs)}.`,
  'repeated-write': (finding, { operation }) =>
    `${operation} was sent again after its response was lost: ${describeRepeated(finding)}. ${
      finding.hasOtherKey ? 'Its Idempotency-Key was another one.' : 'Idempotency-Key is missing.'
    }`,
  storm: ({ withinSecond }, { operation }) => `${operation} was sent ${withinSecond} times within a second.`,
  'inside-contract': (_, drilled) => `The tests fail although ${describeFault(drilled)}, which the document allows.`,
  hung: (_, drilled, { durationMs }) =>
    `The tests did not end within ${formatDuration(Math.round(durationMs / 1000) * 1000)} after ${describeFault(drilled)}.`,
  crashed: (_, drilled, { signal, exitCode }) =>
    `The tests crashed (${signal ?? `exit code ${exitCode}`}) after ${describeFault(drilled)}.`,
  failed: (_, drilled) => `The tests failed after ${describeFault(drilled)}.`,
};

const describeRepeated = ({ times, created }: Extract<DrillFinding, { kind: 'repeated-write' }>) =>
  created !== undefined && created.count > 1
    ? `${created.count} items of ${created.collection} were created instead of one`
    : `${formatCount(times, 'time')}`;

/** What happened to the client. */
const describeFault = ({ operation, fault, when }: DrillCase): string => {
  const effect = effectOf(fault);
  const once = when === 'once' ? ' the first time' : '';
  return `${operation} ${rowOf(effect.type).met(effect)}${once}`;
};
