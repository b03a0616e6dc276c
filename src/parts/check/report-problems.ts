/** Reports the problems of files to people, to programs, and to GitHub. */

import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { escapeControls, paint, paintError, printable, printableLines } from '../../cli/terminal/paint.ts';
import { type ConfigProblem, describeProblem, formatProblem, isWarning } from '../../core/primitives/config-error.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { sortByLocation } from '../../scenario/file/load-layer.ts';
import { formatAnnotation } from '../report/annotations.ts';

/** Returns the exit code. Only errors count, warnings do not. */
export const reportAsJson = (found: readonly ConfigProblem[]): number => {
  const { errors, warnings } = sorted(found);
  const report = { problems: errors.map(describeProblem), warnings: warnings.map(describeProblem) };
  process.stdout.write(`${escapeControls(JSON.stringify(report, undefined, 2))}\n`);
  return exitCodeOf(errors);
};

/** `names`: the names of the files. Returns the exit code. */
export const reportAsText = (found: readonly ConfigProblem[], names: string): number => {
  const checked = printable(names);
  const { errors, warnings } = sorted(found);
  if (process.env.GITHUB_ACTIONS === 'true')
    for (const problem of found) process.stdout.write(`${annotationOf(problem)}\n`);
  if (found.length === 0) {
    process.stdout.write(`${paint('green', `No problems in ${checked}.`)}\n`);
    return exitCodeOf(errors);
  }
  for (const text of errors.length === 0 ? [] : grouped(errors)) process.stderr.write(`${text}\n\n`);
  if (warnings.length > 0) {
    const what = 'Warnings: the document is served, as the messages state.';
    process.stderr.write(`${paintError('yellow', what)}\n\n`);
    for (const text of grouped(warnings)) process.stderr.write(`${text}\n\n`);
  }
  if (errors.length > 0)
    process.stderr.write(`${paintError('red', summaryOf(errors.length, warnings.length, checked))}\n`);
  else
    process.stdout.write(
      `${paint('yellow', `No errors, ${formatCount(warnings.length, 'warning')} in ${checked}.`)}\n`,
    );
  return exitCodeOf(errors);
};

const sorted = (problems: readonly ConfigProblem[]) => ({
  errors: problems.filter((problem) => !isWarning(problem)),
  warnings: problems.filter(isWarning),
});

const exitCodeOf = (errors: readonly ConfigProblem[]): number => (errors.length === 0 ? exitCodes.fine : exitCodes.bad);

const summaryOf = (errors: number, warnings: number, checked: string): string => {
  const counts = warnings === 0 ? '' : ` and ${formatCount(warnings, 'warning')}`;
  return `${formatCount(errors, 'problem')}${counts} in ${checked}.`;
};

const maxShown = 3;

/** In the order of the files and their lines. Of the problems with the same message, names and numbers aside, the first ones are shown, and the number of the others. */
const grouped = (problems: readonly ConfigProblem[]): readonly string[] => {
  const inOrder = [...Map.groupBy(problems, ({ file }) => file).values()].flatMap(sortByLocation);
  const groups = Map.groupBy(inOrder, keyOf);
  const counts = new Map<string, number>();
  return inOrder.flatMap((problem) => {
    const key = keyOf(problem);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > maxShown) return [];
    const more = count < maxShown ? 0 : (groups.get(key) ?? []).length - maxShown;
    const shown = printableLines(formatProblem(problem));
    return more === 0 ? shown : [shown, `  and ${more} more like it (--json lists all)`];
  });
};

const keyOf = ({ code, message }: ConfigProblem): string =>
  `${code} ${message.replaceAll(/\(at \/.*\)$|"[^"]*"|`[^`]*`|\d+/g, '')}`;

/** Shows the problem in the file. */
const annotationOf = (problem: ConfigProblem): string => {
  const { code, file, line, column, message, hint } = problem;
  const text = hint === undefined ? message : `${message} ${hint}`;
  return formatAnnotation(isWarning(problem) ? 'warning' : 'error', { file, line, col: column, title: code }, text);
};
