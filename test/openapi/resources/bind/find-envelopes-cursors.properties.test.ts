/** Cursors anywhere beside a list, in all variants. */
import { test } from 'vitest';
import { cursorTitle, cursorVariants, followCursors } from './follow-cursors.ts';

test.each(cursorVariants)(cursorTitle, followCursors);
