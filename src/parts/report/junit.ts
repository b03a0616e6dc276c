import { escapeMarkup } from '../../core/response/executable-content.ts';
import type { Report, ReportRow, ReportSection } from './report.ts';

/** JUnit XML: a suite for each section, a case for each row. Rows that are only listed are skipped cases. */
export const toJunit = (report: Report): string => {
  const { sections } = report;
  const all = sections.flatMap(({ rows }) => rows);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(report.title)}" ${countsOf(all)}>`,
    ...sections.flatMap((section) => suiteOf(report, section)),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
};

const countsOf = (rows: readonly ReportRow[]): string => {
  const count = (outcome: ReportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return `tests="${rows.length}" failures="${count('failed')}" errors="0" skipped="${count('listed')}" time="0"`;
};

const suiteOf = (report: Report, { title, rows, remark }: ReportSection): readonly string[] => [
  `  <testsuite name="${escapeXml(title)}" ${countsOf(rows)}>`,
  ...rows.flatMap((row) => caseOf(`${report.title}.${title}`, row)),
  ...(remark === undefined ? [] : [`    <system-out>${escapeXml(remark)}</system-out>`]),
  '  </testsuite>',
];

const caseOf = (className: string, { outcome, name, message, details = [] }: ReportRow): readonly string[] => {
  const start = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}" time="0"`;
  const text = escapeXml([message, ...details].join('\n'));
  switch (outcome) {
    case 'passed':
      return [`${start}/>`];
    case 'failed':
      return [
        `${start}>`,
        `      <failure message="${escapeXml(message)}" type="finding">${text}</failure>`,
        '    </testcase>',
      ];
    case 'listed':
      return [`${start}>`, `      <skipped message="${escapeXml(message)}"/>`, '    </testcase>'];
  }
};

/** A text in XML or HTML. Characters that XML 1.0 does not allow, and lone surrogates, become U+FFFD. */
export const escapeXml = (text: string): string =>
  escapeMarkup(
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd'),
  )
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
