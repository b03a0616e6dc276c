import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readReportFiles, writeReports } from '../../../src/parts/report/report-files.ts';
import { smallReport } from './hostile.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

test('formats and files are read from lists', () => {
  expect(readReportFiles(['junit=a.xml, md=b=c.md', 'json=d.json'])).toEqual([
    { format: 'junit', file: 'a.xml' },
    { format: 'md', file: 'b=c.md' },
    { format: 'json', file: 'd.json' },
  ]);
});

test.each([
  ['xml=a', 'The formats are junit, md, json, html.'],
  ['jnuit=a', 'Did you mean "junit"?'],
  ['junit', 'The formats are'],
  ['junit=', ''],
  ['', ''],
  ['constructor=a', ''],
])('%j is rejected', (text, hint) => {
  expect(() => readReportFiles([text])).toThrow(`--report must be FORMAT=FILE, not "${text}"`);
  expect(() => readReportFiles([text])).toThrow(hint);
});

test('each file is written, its folder is created, and the step summary is extended', async () => {
  const files = readReportFiles([`junit=${at('new/deep/a.xml')}`, `json=${at('a.json')}`, `html=${at('a.html')}`]);
  const summary = at('summary.md');
  await writeReports(smallReport, files, { GITHUB_STEP_SUMMARY: summary });
  await writeReports(smallReport, files, { GITHUB_STEP_SUMMARY: summary });
  expect(readFileSync(at('new/deep/a.xml'), 'utf8')).toContain('<testsuites name="Small"');
  expect(JSON.parse(readFileSync(at('a.json'), 'utf8'))).toEqual({ passed: true });
  expect(readFileSync(at('a.html'), 'utf8')).toContain('<title>Small');
  expect(readFileSync(summary, 'utf8').match(/## ✅ Small/g)).toHaveLength(2);
});

test('a file that cannot be written is an error with its code', async () => {
  const file = at('a.json/below');
  await expect(writeReports(smallReport, [{ format: 'md', file }], {})).rejects.toMatchObject({
    problems: [{ code: 'VIV_REPORT_UNWRITABLE', message: expect.stringContaining(file) }],
  });
});
