/** The names of cursors in documents: those of parameters, and of properties and headers with the cursor of another page. */
import { plainName } from '../../../core/primitives/words.ts';
import type { PageFact } from '../../../core/service/page-fact.ts';
import { type Meanings, meaningOf, wordLists } from '../../../parts/words/index.ts';

export type Names = Pick<ReadonlySet<string>, 'has'>;

/** Whether a property with the name of a parameter contains the next cursor, and not the value that was sent. */
const isContinued = (plain: string): boolean =>
  (wordLists.cursors.has(plain) || directedFact(plain) === 'next-cursor') && !plain.startsWith('since');

const cursors: Meanings<PageFact> = [
  ['next-cursor', 'nextCursors'],
  ['previous-cursor', 'previousCursors'],
  ['last-cursor', 'lastCursors'],
  ['first-cursor', 'firstCursors'],
];

/** Cursors with these names are ids of items, unless responses contain cursors with other names. */
export const isIdCursor = (name: string): boolean =>
  wordLists.idCursors.has(name) || (name.endsWith('id') && name !== 'scrollid');

/** The cursor of another page, by the word before it: `nextPageToken`, `previous_cursor`. */
const directed: Meanings<PageFact> = [
  ['next-cursor', 'nextPages'],
  ['previous-cursor', 'previousPages'],
];
const directedFact = (plain: string): PageFact | undefined =>
  directed.find(([, direction]) => {
    const rest = wordLists[direction].withoutStart(plain);
    const { cursorWords, cursors, cursorsBefore } = wordLists;
    return rest !== plain && [cursorWords, cursors, cursorsBefore].some((words) => words.has(rest));
  })?.[0];

/**
 * `parameter`: the plain name of the parameter that takes the cursor, which a property may repeat; undefined: the list is not
 * paged by cursor. Then an id (`next_id`) may be that of anything, and `next` is a link.
 */
export const cursorFact = (name: string, parameter: string | undefined): PageFact | undefined => {
  const plain = plainName(name);
  if (parameter !== undefined) {
    if (wordLists.lastIds.has(plain)) return 'last-cursor';
    if (wordLists.firstIds.has(plain)) return 'first-cursor';
    if (plain === parameter && isContinued(plain)) return 'next-cursor';
    const found = directed.find(([, direction]) => {
      const { all, has } = wordLists[direction];
      return has(plain) || all.some((word) => plain === `${word}${parameter}`);
    });
    if (found !== undefined) return found[0];
  } else if (plain.endsWith('id')) return meaningOf(plain, cursors);
  return directedFact(plain) ?? meaningOf(plain, cursors);
};

/** The parameter that takes the cursor of this property: `next_max_id` is for `max_id`. */
export const parameterOf = (name: string, parameters: Names): string | undefined => {
  const plain = plainName(name);
  const names = wordLists.nextPages.all.flatMap((word) => (plain.startsWith(word) ? [plain.slice(word.length)] : []));
  return [...names, isContinued(plain) ? plain : undefined].find(
    (parameter) => parameter !== undefined && parameters.has(parameter),
  );
};

export const isCursorName = (plain: string): boolean => meaningOf(plain, cursors) !== undefined;
