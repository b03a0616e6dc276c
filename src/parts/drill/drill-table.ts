/** The result of a drill for a terminal: a table, operation by fault, and below it the findings with their evidence. */
import { cutText, formatCount, maxShownRows } from '../../core/primitives/units.ts';
import { toCommandLine } from '../../text/shell-words.ts';
import type { DrillCaseResult, DrillFindingKind, DrillResult } from './cases/drill-types.ts';
import { countedOf, type DrillRules } from './drill-report.ts';

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
): string => [...tableOf(result.cases, rules, style, repeatOf), ...findingsOf(result.cases, rules, style)].join('\n');

/** One sign and one word. */
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

/** A longer one has a line of its own. */
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

const findingsOf = (
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
