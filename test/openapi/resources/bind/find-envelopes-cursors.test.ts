/** Cursors anywhere beside a list, each path with a quarter of the types; `envelope-cursors.properties.test.ts` has all variants. */
import { test } from 'vitest';
import { cursorTitle, cursorVariants, followCursors } from './follow-cursors.ts';

const paths = [...new Set(cursorVariants.map(({ path }) => path.join('.')))];

/** The types and the flags take turns, so that each path and each type is there with some of the others. */
const pairs = cursorVariants.filter(({ path, index, isStateless }) => {
  const row = paths.indexOf(path.join('.'));
  return index % 4 === row % 4 && isStateless === ((row + index) % 4 === 2);
});

test.each(pairs)(cursorTitle, followCursors);
