import { expect, test } from 'vitest';
import { escapeControls, printable, printableLines } from '../../../src/cli/terminal/paint.ts';

test('a text has no control characters', () => {
  expect(printable('a\u001b[31mb\u009bc\nd')).toBe('a?[31mb?c?d');
  expect(printableLines('a\u001bb\r\n\tc')).toBe('a?b\n\tc');
});

test('a text has no commands that the runner of a workflow recognises', () => {
  expect(printable('::error::x')).toBe(': :error::x');
  expect(printable('a ##[set-output name=x]y')).toBe('a ## [set-output name=x]y');
  expect(printableLines('a\n  ::stop-commands::x\n##[group]')).toBe('a\n  : :stop-commands::x\n## [group]');
});

test('JSON has neither, and the same value', () => {
  const value = { a: '\u009b31m', b: '##[set-output name=x]y', '##[': ['::'] };
  const text = escapeControls(JSON.stringify(value));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|##\[/);
  expect(JSON.parse(text)).toEqual(value);
});
