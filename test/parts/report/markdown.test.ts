import { expect, test } from 'vitest';
import { toCodeSpan, toMarkdown } from '../../../src/parts/report/markdown.ts';
import { hostileReport, hostileTexts, smallReport } from './hostile.ts';

test('a section is a table with the result of each row', () => {
  expect(toMarkdown(smallReport)).toBe(`## ✅ Small

All is well.

### Things

| | name | result |
| --- | --- | --- |
| ✅ | \`one\` | \`fine\` |
| ➖ | \`two\` | \`unknown\` |
`);
});

test('hostile texts stay in their cells', () => {
  const rows = toMarkdown(hostileReport)
    .split('\n')
    .filter((line) => line.startsWith('| ❌'));
  expect(rows).toHaveLength(hostileTexts.length);
  for (const row of rows) {
    // A pipe in a cell is escaped, also behind a backslash; what is left is code spans.
    const cells = row.replaceAll('\\|', '').split('|');
    expect(cells, row).toHaveLength(5);
    for (const cell of cells.slice(2, 4))
      expect(cell).toMatch(/^ (?:(`+)(?!`)[^\n]*[^`]\1 |(`+) [^\n]* \2 | )$|^ {2}$/);
  }
});

test.each([
  ['plain', '`plain`'],
  ['a|b', '`a\\|b`'],
  ['`', '`` ` ``'],
  ['a``b', '```a``b```'],
  ['two\nlines', '`two�lines`'],
  ['  ', ''],
])('%j is the code span %j', (text, span) => {
  expect(toCodeSpan(text)).toBe(span);
});

test('further rows are counted', () => {
  const text = toMarkdown(smallReport, 1);
  expect(text).toContain('and 1 more');
  expect(text).not.toContain('two');
});
