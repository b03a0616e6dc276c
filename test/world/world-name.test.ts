import { expect, test } from 'vitest';
import { isWorldName } from '../../src/world/world-name.ts';

test.each(['a', 'test-7', 'A.b_c-9', '0', 'x'.repeat(64)])('a world may be called %s', (name) => {
  expect(isWorldName(name)).toBe(true);
});

test.each(['', '-a', '.a', '_a', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(65)])('a world may not be called %j', (name) => {
  expect(isWorldName(name)).toBe(false);
});
