import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { isDeeper, visible, withVisible } from '../../../src/parts/agents/visible.ts';

test.each([
  ['C1', '\u009b31m', '\\u{9b}31m'],
  ['the direction of text', 'a\u202eb', 'a\\u{202e}b'],
  ['no width', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  ['tags', `a${String.fromCodePoint(0xe0041)}`, 'a\\u{e0041}'],
  ['nothing to hide', 'a\n\té漢🦜', 'a\n\té漢🦜'],
])('a text with %s shows it', (_name, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(withVisible({ [text]: [text, 1, null] })).toEqual({ [shown]: [shown, 1, null] });
});

test('the depth of a value is found without a stack', () => {
  let deep: Json = 1;
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect([isDeeper(deep, 500), isDeeper([[1]], 2), isDeeper([[[1]]], 2)]).toEqual([true, false, true]);
});
