/** The text of a file, and problems located in it. Lines are only counted if there is a problem. */
import { type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';

export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** Creates a problem at an offset (in UTF-16 units), with the lines around it. */
  readonly problemAt: (
    offset: number,
    problem: Pick<ConfigProblem, 'code' | 'message'> & Partial<ConfigProblem>,
  ) => ConfigProblem;
}

export const createSourceText = (text: string, file: string): SourceText => {
  let starts: readonly number[] | undefined;
  return {
    text,
    file,
    problemAt: (offset, problem) => {
      starts ??= lineStarts(text);
      const line = lineOf(starts, offset);
      const column = offset - (starts[line - 1] as number) + 1;
      return configProblem({ ...problem, file, line, column, frame: codeFrame(text, starts, line, column) });
    },
  };
};

const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
};

/** From 1. */
const lineOf = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The number of lines before and after. */
const contextLines = 2;
/** Longer lines are cut, so that an item in one line does not fill the screen. */
const maxWidth = 120;
/** The number of characters before the location in a cut line. */
const leadingCharacters = 100;

const codeFrame = (text: string, starts: readonly number[], line: number, column: number): string => {
  const isEmptyEnd = (starts.at(-1) as number) === text.length;
  const last = Math.max(line, Math.min(line + contextLines, isEmptyEnd ? starts.length - 1 : starts.length));
  const width = String(last).length;
  const start = Math.max(0, column - leadingCharacters);
  const rendered: string[] = [];
  for (let number = Math.max(1, line - contextLines); number <= last; number++) {
    const content = text.slice(starts[number - 1], starts[number] ?? text.length).replace(/\r?\n$/, '');
    rendered.push(
      `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${cut(content, start)}`.trimEnd(),
    );
    if (number === line) rendered.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1 - start)}^`);
  }
  return rendered.join('\n');
};

/** Cuts a line. A tab becomes one space, because it is one column. */
const cut = (line: string, start: number): string =>
  (line.length > start + maxWidth ? `${line.slice(start, start + maxWidth)}...` : line.slice(start)).replaceAll(
    '\t',
    ' ',
  );
