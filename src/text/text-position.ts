/** Positions in a text, with the lines around them. */
import { lazily } from '../core/primitives/lazy.ts';

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The lines around the position, with a marker below it. */
  readonly frame: string;
}

type PositionOf = (offset: number) => TextPosition;

export const createPositions = (text: string): PositionOf => {
  const starts = lazily(() => lineStarts(text));
  return (offset) => {
    const line = lineOf(starts(), offset);
    const column = offset - (starts()[line - 1] as number) + 1;
    return { line, column, frame: codeFrame(text, starts(), line, column) };
  };
};

export const createFrames = (text: string): ((line: number, column: number) => string) => {
  const starts = lazily(() => lineStarts(text));
  return (line, column) => codeFrame(text, starts(), line, column);
};

const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) starts.push(offset + 1);
  return starts;
};

/** The line of an offset, from 1. */
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
const context = 2;
const maxWidth = 120;
/** So much of a cut line is shown before the place. */
const lead = 100;

const codeFrame = (text: string, starts: readonly number[], line: number, column: number): string => {
  const isEmptyEnd = (starts.at(-1) as number) === text.length;
  const last = Math.max(line, Math.min(line + context, isEmptyEnd ? starts.length - 1 : starts.length));
  const width = String(last).length;
  const from = Math.max(0, column - lead);
  const shown: string[] = [];
  for (let number = Math.max(1, line - context); number <= last; number++) {
    const start = starts[number - 1] as number;
    // A document of many megabytes may be one line.
    const end = Math.min(starts[number] ?? text.length, start + from + maxWidth + '\r\n'.length);
    const content = text.slice(start, end).replace(/\r?\n$/, '');
    shown.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${cut(content, from)}`.trimEnd());
    if (number === line) shown.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1 - from)}^`);
  }
  return shown.join('\n');
};

/** A tab is shown as one space: it is one column. */
const cut = (line: string, from: number) =>
  (line.length > from + maxWidth ? `${line.slice(from, from + maxWidth)}...` : line.slice(from)).replaceAll('\t', ' ');
