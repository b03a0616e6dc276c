import { expect, test } from 'vitest';
import { type Mark, toLines } from '../../../../src/parts/panel/parts/json-lines.ts';

const mark = (pointer: string): Mark => ({ kind: 'violation', pointer, text: pointer });
const textOf = (value: unknown, marks: readonly Mark[] = []): readonly string[] =>
  toLines(value, marks).map(
    ({ depth, tokens, marks: own }) =>
      `${'  '.repeat(depth)}${tokens.map(({ text }) => text).join('')}${own.map(({ text }) => ` <${text}>`).join('')}`,
  );

test('a value is indented like JSON', () => {
  const value = { a: [1, { b: null }], 'c/d': {}, e: [], f: 'x"y' };
  expect(textOf(value).join('\n')).toBe(JSON.stringify(value, null, 2));
});

test('a mark is at its location, and that of a missing property at the nearest one', () => {
  expect(textOf([{ 'a/b': 1 }], [mark('/0/a~1b'), mark('/0/gone/deep'), mark('')])).toEqual([
    '[ <>',
    '  { </0/gone/deep>',
    '    "a/b": 1 </0/a~1b>',
    '  }',
    ']',
  ]);
});

test('a mark is at a name with a tilde', () => {
  expect(textOf({ 'a~b': 1 }, [mark('/a~0b')])).toEqual(['{', '  "a~b": 1 </a~0b>', '}']);
});

test.each([
  ['x', 'text'],
  [1.5, 'number'],
  [9223372036854775807n, 'number'],
  [true, 'word'],
  [null, 'word'],
])('%s is shown as a %s', (value, kind) => {
  expect(toLines(value)[0]?.tokens.map((token) => token.kind)).toEqual([kind]);
});

test('an integer keeps every digit', () => {
  expect(textOf({ id: 9223372036854775807n })).toContain('  "id": 9223372036854775807');
});
