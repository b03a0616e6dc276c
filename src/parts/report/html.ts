import { escapeXml } from './junit.ts';
import type { Report, ReportRow, ReportSection } from './report.ts';

/** A page of its own: it loads nothing, and its policy forbids scripts. */
export const toHtml = ({ title, passed, summary, sections }: Report): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}: ${verdictOf(passed)}</title>
<style>
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #cf222e; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 b { padding: 0.1em 0.5em; border-radius: 0.3em; color: #fff; background: var(--good); font-size: 0.7em; vertical-align: middle; }
h1.failed b { background: var(--bad); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.3em 0.6em; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 600; }
td { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { margin: 0.3em 0; white-space: pre-wrap; }
.passed td:first-child { color: var(--good); }
.failed td:first-child { color: var(--bad); font-weight: 600; }
</style>
</head>
<body>
<h1 class="${verdictOf(passed)}">${escapeXml(title)} <b>${verdictOf(passed)}</b></h1>
${summary.map((sentence) => `<p>${escapeXml(sentence)}</p>`).join('\n')}
${sections.map(sectionOf).join('\n')}
</body>
</html>
`;

const verdictOf = (passed: boolean) => (passed ? 'passed' : 'failed');

const sectionOf = ({ title, columns, rows, remark }: ReportSection): string => {
  if (rows.length === 0 && remark === undefined) return '';
  const head = `<tr>${['Result', ...columns].map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')}</tr>`;
  const table = rows.length === 0 ? '' : `<table>\n${head}\n${rows.map(rowOf).join('\n')}\n</table>\n`;
  return `<h2>${escapeXml(title)}</h2>\n${table}${remark === undefined ? '' : `<p>${escapeXml(remark)}</p>`}`;
};

const rowOf = ({ outcome, cells, message, details = [] }: ReportRow): string => {
  const texts = [outcome, ...cells].map((text) => `<td>${escapeXml(text)}</td>`);
  const below = `${escapeXml(message)}<pre>${escapeXml(details.join('\n'))}</pre>`;
  const more = details.length === 0 ? '' : `\n<tr><td></td><td colspan="${cells.length}">${below}</td></tr>`;
  return `<tr class="${outcome}">${texts.join('')}</tr>${more}`;
};
