/** Cursors anywhere beside a list, each path with each of the types once; `envelope-cursors.properties.test.ts` has all variants. */
import { test } from 'vitest';
import { cursorTitle, cursorVariants, followCursors } from './follow-cursors.ts';

const paths = [...new Set(cursorVariants.map(({ path }) => path.join('.')))];

/** The flags take turns, so that each path and each type has all of them. */
const pairs = cursorVariants.filter(
  ({ path, index, isStateless, isRequired }) =>
    (paths.indexOf(path.join('.')) + index + Number(isStateless) + 2 * Number(isRequired)) % 4 === 0,
);

test.each(pairs)(cursorTitle, followCursors);
