import { expect, test } from 'vitest';
import { formatAnnotation, toAnnotations, withoutCommands } from '../../../src/parts/report/annotations.ts';
import { hostileReport, smallReport } from './hostile.ts';

test('a report that passed has none', () => {
  expect(toAnnotations(smallReport)).toEqual([]);
});

test('the summary and the first findings are errors, ten in all', () => {
  const lines = toAnnotations({ ...hostileReport, summary: hostileReport.summary.slice(0, 1) });
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/^::error title=Title <b>&::Failed: <i>one/);
  for (const line of lines) expect(line).not.toMatch(/[\n\r]|##\[/);
});

test('a finding that is the whole reason is one error', () => {
  const message = 'Coverage is 50%, below the minimum of 80%.';
  const row = { outcome: 'failed', name: 'all operations', cells: [], message } as const;
  const sections = [{ title: 'Coverage', columns: [], rows: [row] }];
  expect(toAnnotations({ ...smallReport, passed: false, summary: [message, 'Judged: violations.'], sections })).toEqual(
    ['::error title=Small::Coverage is 50%25, below the minimum of 80%25. Judged: violations.'],
  );
});

test('characters that end a command are escaped', () => {
  expect(formatAnnotation('warning', { file: 'a,b:c', line: 3, col: undefined }, '50%\r\n::error::x ##[error]')).toBe(
    '::warning file=a%2Cb%3Ac,line=3::50%25%0D%0A::error::x ## [error]',
  );
});

test('an annotation controls no terminal and hides nothing', () => {
  expect(formatAnnotation('error', { title: 'a\u202eb' }, 'c\u001b[31m\u200bd\u{e0041}')).toBe(
    '::error title=a?b::c?[31m?d?',
  );
});

test('a line of text is no command', () => {
  expect(withoutCommands('::error::x')).toBe(': :error::x');
  expect(withoutCommands('  ::error::x\n::y')).toBe('  : :error::x\n: :y');
  expect(withoutCommands('a ##[command]b')).toBe('a ## [command]b');
  expect(withoutCommands('http://[::1]/')).toBe('http://[::1]/');
});
