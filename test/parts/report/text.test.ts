import { expect, test } from 'vitest';
import { toText } from '../../../src/parts/report/text.ts';
import { hostileReport, smallReport } from './hostile.ts';

const plain = (text: string): string => text;
const style = { dim: plain, bad: plain, printable: plain, maxRows: 20 };

test('a section is a table with aligned columns', () => {
  expect(toText(smallReport, style)).toBe(`Things:
    name  result
    one   fine
    two   unknown
`);
});

test('further rows are counted, and a section without rows is omitted', () => {
  const text = toText(hostileReport, { ...style, maxRows: 1 });
  expect(text).toContain(`and ${(hostileReport.sections[0]?.rows.length ?? 0) - 1} more`);
  expect(text).not.toContain('Empty');
});

test('every text of a row passes through `printable`', () => {
  const text = toText(hostileReport, { ...style, printable: () => 'shown' });
  expect(text).not.toMatch(/script|error|@everyone/);
});
