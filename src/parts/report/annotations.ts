/** Workflow commands of GitHub Actions, which show messages at the run. */
import { withoutHidden } from './hidden-text.ts';
import { failedRows, type Report } from './report.ts';

/** GitHub shows ten errors and ten warnings of a step. */
const maxAnnotations = 10;

/** Lines to print; the first findings that lead to the failure, as errors. */
export const toAnnotations = (report: Report): readonly string[] => {
  if (report.passed) return [];
  // A finding that is a reason by itself is in the summary.
  const findings = failedRows(report).flatMap(({ message }) => (report.summary.includes(message) ? [] : [message]));
  const messages = [report.summary.join(' '), ...findings].slice(0, maxAnnotations);
  return messages.map((message) => formatAnnotation('error', { title: report.title }, message));
};

export const formatAnnotation = (
  level: 'error' | 'warning',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string => {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${level} ${given.join(',')}::${escapeData(message)}`;
};

const escapeData = (text: string) =>
  withoutHidden(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')).replaceAll(...oldCommand);

const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The runner recognises `##[command]` anywhere in a line. */
const oldCommand = ['##[', '## ['] as const;

/** Text in which the runner recognises no command: `::command::` counts at the beginning of a line. */
export const withoutCommands = (text: string): string => {
  const checked = text.replaceAll(...oldCommand);
  return checked.includes('::') ? checked.replaceAll(/^(\s*):(?=:)/gm, '$1: ') : checked;
};
