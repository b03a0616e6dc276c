import { cutText } from '../../core/primitives/units.ts';
import type { Report, ReportSection } from './report.ts';

interface TextStyle {
  readonly dim: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Removes everything from a text that could control the reader of the output. */
  readonly printable: (text: string) => string;
  readonly maxRows: number;
}

/** The sections as plain text, for a terminal. The summary is printed by the caller. */
export const toText = ({ sections }: Report, style: TextStyle): string =>
  sections.flatMap((section) => sectionOf(section, style)).join('\n');

const sectionOf = (section: ReportSection, style: TextStyle): readonly string[] => {
  const { title, columns, rows, remark } = section;
  if (rows.length === 0 && remark === undefined) return [];
  const shown = rows.slice(0, style.maxRows);
  const more = rows.length - shown.length;
  const cells = shown.map((row) => row.cells.map((cell) => style.printable(cutText(cell))));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => (row[index] as string).length)),
  );
  const lineOf = (texts: readonly string[]) =>
    texts.map((text, index) => (index === texts.length - 1 ? text : text.padEnd(widths[index] as number))).join('  ');
  return [
    `${title}:`,
    ...(shown.length === 0 ? [] : [style.dim(`    ${lineOf(columns)}`)]),
    ...shown.flatMap(({ outcome, details = [] }, index) => {
      const line = `  ${outcome === 'failed' ? '✗' : ' '} ${lineOf(cells[index] as readonly string[])}`;
      const below = outcome === 'failed' ? details.map((detail) => style.dim(`      ${style.printable(detail)}`)) : [];
      return [outcome === 'failed' ? style.bad(line) : line, ...below];
    }),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(remark === undefined ? [] : [`    ${style.printable(remark)}`]),
    '',
  ];
};
