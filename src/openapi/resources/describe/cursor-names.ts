/** The names of cursors in documents: those of parameters, and of properties and headers with the cursor of another page. */
import { plainName } from '../../../core/primitives/singular.ts';
import type { PageFact } from '../../../core/service/page-fact.ts';

/** A set of names in plain form. */
export type Names = Pick<ReadonlySet<string>, 'has'>;

const usualCursors = new Set([
  ...['cursor', 'after', 'pageafter', 'startingafter', 'marker', 'bookmark', 'continuation', 'continue', 'next'],
  ...['scrollid', 'startkey', 'exclusivestartkey', 'iterator', 'seek', 'paginationtoken', 'anchor'],
]);

/** The last word of a cursor. */
const kind = '(cursor|token|marker|bookmark|iterator|key|id)';
/** A key or an id is a cursor only after one of these words. */
const position = '(starting|start|from|since|after|last|max|min|scroll|continuation|continue|resume|skip|page)';

const cursorParameter =
  /^((next|nextpage|after|last|continuation|continue|resume|scroll|skip|start|starting|page|paging)(cursor|token|marker|bookmark|iterator)|(after|last)key|(startingafter|after|since|last|lastseen)id)$/;
const beforeParameter = /^((page|ending)?before|before(cursor|token|marker|key|id)|endingbeforeid)$/;

/** Parameters with the cursor after which a page begins. */
export const cursorNames: Names = { has: (name) => usualCursors.has(name) || cursorParameter.test(name) };

/** Parameters with the cursor before which a page ends. */
export const beforeNames: Names = { has: (name) => beforeParameter.test(name) };

/** Cursors with these names are ids of items, unless responses contain cursors with other names. */
export const isIdCursor = (name: string): boolean =>
  /^(after|startingafter|before|endingbefore)$/.test(name) || (name.endsWith('id') && name !== 'scrollid');

const next = new RegExp(`^next(page)?(${position}*${kind}|after|startingafter|continuation)$`);
const previous = new RegExp(`^(prev|previous)(page)?(${position}*${kind}|before|endingbefore)$`);
const otherContinuation = new RegExp(`^(next|last|after|scroll|continu|page).*${kind}$`);

/** Whether a property with the name of a parameter contains the next cursor, and not the value that was sent. */
const isContinued = (plain: string): boolean =>
  (cursorNames.has(plain) || otherContinuation.test(plain)) && !plain.startsWith('since');

const cursors: ReadonlyMap<string, PageFact> = new Map([
  ...[
    'iterator',
    'nextiterator',
    'paginationtoken',
    'continuationtoken',
    'continuation',
    'continue',
    'cursor',
    'after',
    'scrollid',
    'lastevaluatedkey',
  ].map((name) => [name, 'next-cursor'] as const),
  ['aftercursor', 'next-cursor'],
  ['before', 'previous-cursor'],
  ['beforecursor', 'previous-cursor'],
  ['endcursor', 'last-cursor'],
  ['startcursor', 'first-cursor'],
]);

/**
 * `parameter`: the plain name of the parameter that takes the cursor, which a property may repeat; undefined: the list is not
 * paged by cursor. Then an id (`next_id`) may be that of anything, and `next` is a link.
 */
export const cursorFact = (name: string, parameter: string | undefined): PageFact | undefined => {
  const plain = plainName(name);
  if (parameter !== undefined) {
    if (/^last(item)?id$/.test(plain)) return 'last-cursor';
    if (/^first(item)?id$/.test(plain)) return 'first-cursor';
    if ((plain === parameter && isContinued(plain)) || /^next(page)?$/.test(plain)) return 'next-cursor';
    if (/^prev(ious)?(page)?$/.test(plain)) return 'previous-cursor';
    const follows = (word: string): boolean => plain === `${word}${parameter}` || plain === `${word}page${parameter}`;
    if (follows('next')) return 'next-cursor';
    if (follows('previous') || follows('prev')) return 'previous-cursor';
  } else if (plain.endsWith('id') && plain !== 'nextscrollid') return cursors.get(plain);
  if (next.test(plain)) return 'next-cursor';
  return previous.test(plain) ? 'previous-cursor' : cursors.get(plain);
};

/** The parameter that takes the cursor of this property: `next_max_id` is for `max_id`. */
export const parameterOf = (name: string, parameters: Names): string | undefined => {
  const plain = plainName(name);
  const names = ['next', 'nextpage'].filter((word) => plain.startsWith(word)).map((word) => plain.slice(word.length));
  return [...names, isContinued(plain) ? plain : undefined].find(
    (parameter) => parameter !== undefined && parameters.has(parameter),
  );
};

/** Whether the plain name is a cursor without a direction in it. */
export const isCursorName = (plain: string): boolean => cursors.has(plain);
