import type { Report, ReportRow, ReportSection } from './report.ts';

/** GitHub-flavoured Markdown. `maxRows`: of each table; further rows are counted. */
export const toMarkdown = (report: Report, maxRows = Number.POSITIVE_INFINITY): string => {
  const { title, passed, summary, sections } = report;
  const lines = [
    `## ${passed ? '✅' : '❌'} ${title}`,
    '',
    ...summary.flatMap((sentence) => [codeFree(sentence), '']),
    ...sections.flatMap((section) => sectionOf(section, maxRows)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};

const marks: Readonly<Record<ReportRow['outcome'], string>> = { passed: '✅', failed: '❌', listed: '➖' };

const sectionOf = ({ title, columns, rows, remark }: ReportSection, maxRows: number): readonly string[] => {
  if (rows.length === 0 && remark === undefined) return [];
  const shown = rows.slice(0, maxRows);
  const more = rows.length - shown.length;
  return [
    `### ${codeFree(title)}`,
    '',
    ...(shown.length === 0
      ? []
      : [
          `| | ${columns.map(codeFree).join(' | ')} |`,
          `| --- | ${columns.map(() => '---').join(' | ')} |`,
          ...shown.map(({ outcome, cells }) => `| ${marks[outcome]} | ${cells.map(toCodeSpan).join(' | ')} |`),
          '',
        ]),
    ...(more > 0 ? [`and ${more} more`, ''] : []),
    ...shown.flatMap(({ outcome, message, details = [] }) =>
      details.length === 0 || outcome !== 'failed' ? [] : [toCodeSpan(message), '', ...toCodeBlock(details), ''],
    ),
    ...(remark === undefined ? [] : [codeFree(remark), '']),
  ];
};

/** The text of a client may contain links, mentions, HTML and table cells: in a code span none of them has an effect. */
export const toCodeSpan = (text: string): string => {
  const line = withoutControls(text).trim();
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  // In a table, a pipe must be escaped even in a code span (GitHub-flavoured Markdown, section 4.10).
  return `${fence}${padding}${line.replaceAll('|', '\\|')}${padding}${fence}`;
};

const toCodeBlock = (lines: readonly string[]): readonly string[] => {
  const text = lines.flatMap((line) => line.split(/\r\n|[\r\n]/));
  const fence = '`'.repeat(Math.max(3, longestRun(text.join('\n')) + 1));
  return [`${fence}sh`, ...text, fence];
};

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Prose of this program, which may contain a name: punctuation is escaped. */
const codeFree = (text: string) =>
  withoutControls(text).replaceAll(/[\\`*_[\]<>#|~&@]/g, (character) => `\\${character}`);

/** A line break would end a cell of a table. */
const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd');
