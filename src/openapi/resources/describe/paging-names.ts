/** The names of paging parameters and properties in documents, cursors included, all in plain form. */

import { remembered } from '../../../core/primitives/lazy.ts';
import { plainName } from '../../../core/primitives/words.ts';
import type { PageFact } from '../../../core/service/page-fact.ts';
import { type Meanings, meaningOf, phrases, wordLists } from '../../../parts/words/index.ts';

/** Whether a property with the name of a parameter contains the next cursor, and not the value that was sent. */
const isContinued = (plain: string) =>
  (wordLists.cursors.has(plain) || directedFact(plain) === 'next-cursor') && !plain.startsWith('since');

const cursors: Meanings<PageFact> = [
  ['next-cursor', 'nextCursors'],
  ['previous-cursor', 'previousCursors'],
  ['last-cursor', 'lastCursors'],
  ['first-cursor', 'firstCursors'],
];

/** Whether a cursor is the id of an item, by its name, unless responses contain cursors with other names. */
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
    return rest !== plain && [cursorWords, cursors, cursorsBefore].some(({ hasPlain }) => hasPlain(rest));
  })?.[0];

/** `parameter`: that which takes the cursor, in plain form. Without it, an id (`next_id`) may be that of anything, and `next` is a link. */
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
export const parameterOf = (name: string, parameters: ReadonlySet<string>): string | undefined => {
  const plain = plainName(name);
  const names = wordLists.nextPages.all.flatMap((word) => (plain.startsWith(word) ? [plain.slice(word.length)] : []));
  return [...names, isContinued(plain) ? plain : undefined].find(
    (parameter) => parameter !== undefined && parameters.has(parameter),
  );
};

/** The parameter with the offset at which a page ends, by the plain name of that at which it begins. */
export const endOf = (start: string): string =>
  start === 'from' ? 'to' : start.includes('start') ? start.replace('start', 'end') : 'end';

/** The plain name of a parameter, without the object in which Strapi has it: `pagination[page]`. */
export const pagedName = remembered((name) => plainName(name.replace(/^pagination\[(.+)\]$/, '$1')));

export const isPageNumber = (name: string): boolean =>
  wordLists.pages.has(pagedName(name)) || wordLists.offsets.has(pagedName(name));

export const isPageParameter = (name: string): boolean => {
  const plain = pagedName(name);
  return [wordLists.sizes, wordLists.offsets, wordLists.pages, wordLists.cursors, wordLists.cursorsBefore].some(
    ({ hasPlain }) => hasPlain(plain),
  );
};

export const isUsualList = (name: string): boolean => wordLists.lists.has(name);

/** The meaning of a number next to a list. */
const numbers: Meanings<PageFact> = [
  ['total', 'totals'],
  ['count', 'shownCounts'],
  ['page', 'shownPages'],
  ['size', 'shownSizes'],
  ['pages', 'pageTotals'],
  ['offset', 'shownOffsets'],
  ['next-page', 'nextPages'],
  ['previous-page', 'previousPages'],
  ['next-offset', 'nextOffsets'],
  ['previous-offset', 'previousOffsets'],
];

const booleans: Meanings<PageFact> = [
  ['has-more', 'moreFlags'],
  ['has-previous', 'earlierFlags'],
  ['is-last', 'lastFlags'],
  ['is-first', 'firstFlags'],
  ['is-empty', 'emptyFlags'],
];

const directions: Meanings<PageFact> = [
  ['next-url', 'nextLinks'],
  ['previous-url', 'previousLinks'],
  ['first-url', 'firstLinks'],
  ['last-url', 'lastLinks'],
  ['self-url', 'selfLinks'],
];

/** `siblings`: the properties of the same object; `said`: its description. */
export const numberFact = (
  name: string,
  noun: string,
  siblings: ReadonlySet<string>,
  said = '',
): PageFact | undefined => {
  const plain = plainName(name);
  const has = (fact: PageFact) =>
    siblings.values().some((sibling) => sibling !== name && meaningOf(sibling, numbers) === fact);
  // The page of Spring or Micronaut. Elsewhere, a number may be that of anything.
  if (plain === 'number')
    return (has('pages') || siblings.has('sort')) && (has('size') || has('total')) ? 'page' : undefined;
  // The first and the last item of Laravel. Elsewhere, they may be times or people.
  const isEnd = (plain === 'from' || plain === 'to') && siblings.has('from') && siblings.has('to');
  if (isEnd && has('size') && has('total')) return plain === 'from' ? 'first-number' : 'last-number';
  // Beside a limit, it is that of this page.
  if (plain === 'size' && siblings.has('limit')) return 'count';
  // The `itemCount` beside `totalItems` is that of this page.
  const isCount = /^(item|result)?count$/.test(plain) || plain === `${plainName(noun)}count`;
  if (isCount) return has('total') || phrases.ofPage.test(said) ? 'count' : 'total';
  return meaningOf(plain, numbers) ?? (plain === `total${plainName(noun)}` ? 'total' : undefined);
};

/** `siblings`: the properties of the same object. */
export const booleanFact = (name: string, siblings: ReadonlySet<string>): PageFact | undefined => {
  if (siblings.has('unsorted')) return name === 'sorted' ? 'is-sorted' : 'is-unsorted';
  if (siblings.has('unpaged') && /^(un)?paged$/.test(name)) return `is-${name as 'paged' | 'unpaged'}`;
  return meaningOf(name, booleans);
};

/** The direction of an object with the parts of a link or of a cursor: `next: { after, link }`. */
export const directionOf = (name: string): 'next' | 'previous' | undefined => {
  if (wordLists.nextPages.has(name)) return 'next';
  return wordLists.previousPages.has(name) ? 'previous' : undefined;
};

/** `next_page_url`, `nextLink`, `next`; without a word, `url`. */
export const urlFact = (name: string): PageFact | undefined => {
  const word = wordLists.links.withoutEnd(plainName(name)).replace(/page$/, '');
  return word === '' ? 'self-url' : meaningOf(word, directions);
};

/** Whether a property contains page metadata. Then its parent is an envelope. */
export const isPageProperty = remembered(
  (name, plain = plainName(name)) =>
    [numbers, booleans, cursors].some((meanings) => meaningOf(plain, meanings) !== undefined) ||
    wordLists.pageContainers.has(plain) ||
    wordLists.linkContainers.has(plain) ||
    wordLists.nextPages.starts(plain) ||
    wordLists.previousPages.starts(plain) ||
    /^total|count$/.test(plain),
);

/** Whether an object is about pages: `cursor_pagination`, `page_meta`. */
export const isPageContainer = (name: string): boolean =>
  wordLists.pageContainers.ends(name) || wordLists.linkContainers.has(name);

const headers: Meanings<PageFact> = [
  ['links', 'linkHeaders'],
  ['total', 'totalHeaders'],
  ['pages', 'pageTotalHeaders'],
  ['page', 'pageHeaders'],
  ['size', 'sizeHeaders'],
  ['next-page', 'nextPageHeaders'],
  ['previous-page', 'previousPageHeaders'],
  ['offset', 'offsetHeaders'],
];

export const headerFact = (name: string): PageFact | undefined => {
  const plain = plainName(name);
  const fact = plain === 'contentrange' ? 'range' : meaningOf(plain, headers);
  return (
    fact ??
    ([wordLists.nextPages, wordLists.previousPages].some(({ isIn }) => isIn(name))
      ? cursorFact(plain.replace(/^x/, ''), undefined)
      : undefined)
  );
};
