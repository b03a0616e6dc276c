import { expect, test } from 'vitest';
import { escapeControls, printable, printableLines } from '../../../src/cli/terminal/paint.ts';

test('a text has no control characters', () => {
  expect(printable('a\u001b[31mb\u009bc\nd')).toBe('a?[31mb?c?d');
  expect(printableLines('a\u001bb\r\n\tc')).toBe('a?b\n\tc');
});

test('a text has no characters that change the direction of text', () => {
  const bidi = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029';
  expect(printable(`a${bidi}b`)).toBe(`a${'?'.repeat(bidi.length)}b`);
  const json = escapeControls(JSON.stringify({ [bidi]: bidi }));
  expect(json).toMatch(/^[ -~]*$/);
  expect(JSON.parse(json)).toEqual({ [bidi]: bidi });
});

test('a text has no characters that a person does not see', () => {
  const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const none = `\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u034f\u3164\u115f\ufe00\ufff9${tags}\u{e0001}\u{e0100}`;
  expect(printable(`a${none}b`)).toBe(`a${'?'.repeat([...none].length)}b`);
  expect(printable('caf\u00e9 \u6f22 \u2764\ufe0f \u{1f99c}')).toBe('caf\u00e9 \u6f22 \u2764\ufe0f \u{1f99c}');
  const json = escapeControls(JSON.stringify({ [none]: none }, undefined, 2));
  expect(json).toMatch(/^[ -~\n]*$/);
  expect(JSON.parse(json)).toEqual({ [none]: none });
});

test('a very long text is cut', () => {
  expect(printable('a'.repeat(1_000_000))).toBe(`${'a'.repeat(9999)}…`);
  expect(printableLines(`b\n${'a'.repeat(1_000_000)}\nc`)).toBe(`b\n${'a'.repeat(9999)}…\nc`);
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
