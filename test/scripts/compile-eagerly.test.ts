import { runInNewContext, Script } from 'node:vm';
import { expect, test } from 'vitest';
import { inParentheses } from '../../scripts/compile-eagerly.ts';

const code = `const arrow = (one) => one + 1; const nested = (two) => (three) => two * three;
const asynchronous = async () => {}; const generator = function* () { yield 4; };
function declared() { return 5; }
class Class { method() { return 6; } get seven() { return 7; } async *eight() {} }
const object = { method() { return 6; }, get seven() { return 7; }, async *eight() {} };
[arrow(1), nested(2)(3), ...generator(), declared(), new Class().method(), object.seven, arrow.name, asynchronous.name];`;

const rangeOf = (text: string) => `${code.indexOf(text)}-${code.indexOf(text) + text.length}` as const;

/** Every part of the code. */
const allRanges = new Set(
  Array.from(code, (_, start) =>
    Array.from(code.slice(start), (__, length) => `${start}-${start + length + 1}` as const),
  ).flat(),
);

test('the functions that were called are put in parentheses', () => {
  const called = new Set(['(two) => (three) => two * three', '(three) => two * three'].map(rangeOf));
  expect(inParentheses(code, called)).toBe(
    code.replace('(two) => (three) => two * three', '((two) => ((three) => two * three))'),
  );
});

test('the code does the same', () => {
  const wrapped = inParentheses(code, allRanges);
  expect(wrapped.match(/\(\(|\(async|\(function/g)).toHaveLength(5);
  expect(runInNewContext(wrapped)).toEqual(runInNewContext(code));
});

test('V8 compiles functions in parentheses with their file', () => {
  const lengthOf = (text: string): number => new Script(`${text} // only compiled`).createCachedData().length;
  expect(lengthOf(inParentheses(code, allRanges))).toBeGreaterThan(lengthOf(code) + 500);
});
