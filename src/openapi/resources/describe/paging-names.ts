/** The names of paging parameters and properties in documents, all in plain form. */

import { plainName } from '../../../core/primitives/singular.ts';
import type { PageFact } from '../../../core/service/page-fact.ts';
import { ofPage } from '../../schema/described-texts.ts';
import { beforeNames, cursorFact, cursorNames, isCursorName } from './cursor-names.ts';
import { wordLists } from './word-lists.ts';

/** The parameter with the offset at which a page ends, by that at which it begins. */
export const endNames: ReadonlyMap<string, string> = new Map([
  ['start', 'end'],
  ['startindex', 'endindex'],
  ['startat', 'endat'],
  ['startrow', 'endrow'],
  ['startrecord', 'endrecord'],
  ['rangestart', 'rangeend'],
  ['begin', 'end'],
  ['from', 'to'],
  ['offset', 'end'],
]);

/** The plain name of a parameter, without the object in which Strapi has it: `pagination[page]`. */
export const pagedName = (name: string): string => plainName(name.replace(/^pagination\[(.+)\]$/, '$1'));

/** Whether a parameter selects a page by its number or by an offset. */
export const isPageNumber = (name: string): boolean =>
  wordLists.pages.has(pagedName(name)) || wordLists.offsets.has(pagedName(name));

/** Whether a parameter of a list is a paging parameter. */
export const isPageParameter = (name: string): boolean => {
  const plain = pagedName(name);
  return [wordLists.sizes, wordLists.offsets, wordLists.pages, cursorNames, beforeNames].some((names) =>
    names.has(plain),
  );
};

export const isUsualList = (name: string): boolean => wordLists.lists.has(name);

/** A Map, since a document may have a property named `constructor`. */
const factsByName = (...rows: readonly (readonly [PageFact, names: string])[]): ReadonlyMap<string, PageFact> =>
  new Map(rows.flatMap(([fact, names]) => names.split(' ').map((name) => [name, fact] as const)));

/** The meaning of a number next to a list. */
const numbers = factsByName(
  ['total', 'total totalcount totalitems totalentries totalresults totalelements totalrecords totalhits'],
  ['total', 'totaldocs totalsize totalnumber totalrows itemcount recordstotal recordsfiltered'],
  ['total', 'resultcount odatacount hydratotalitems numfound'],
  ['count', 'numberofelements itemsonpage returned'],
  ['page', 'page currentpage pagenumber pageindex pageno pagenum'],
  ['size', 'size pagesize perpage limit itemsperpage resultsperpage maxresults maxitems pagelimit'],
  ['pages', 'pages totalpages pagecount pagestotal numpages lastpage'],
  ['offset', 'offset skip start startindex startat firstresult pageoffset'],
  ['next-page', 'nextpage next'],
  ['previous-page', 'previouspage prevpage previous prev'],
  ['next-offset', 'nextoffset nextstart nextpagestart'],
  ['previous-offset', 'previousoffset prevoffset'],
);

const booleans = factsByName(
  ['is-last', 'last lastpage islast islastpage endofresults nomore done isdone finished exhausted complete'],
  ['is-last', 'iscomplete'],
  ['is-first', 'first firstpage isfirst isfirstpage'],
  ['is-empty', 'empty isempty'],
);

const more =
  /^(hasmore(data|entries|items|pages|records|results)?|more(available|pages|results)?|(has)?next|hasnextpage|(is)?truncated)$/;
const before = /^((has)?prev(ious)?|hasprev(ious)?(items|page|results))$/;

const directions = factsByName(
  ['next-url', 'next odatanext'],
  ['previous-url', 'previous prev'],
  ['first-url', 'first'],
  ['last-url', 'last'],
  // Without a word: `url`.
  ['self-url', 'self current '],
);

/** `siblings`: the properties of the same object; `said`: its description. */
export const numberFact = (
  name: string,
  noun: string,
  siblings: ReadonlySet<string>,
  said = '',
): PageFact | undefined => {
  const plain = plainName(name);
  const has = (fact: PageFact): boolean =>
    siblings.values().some((sibling) => numbers.get(plainName(sibling)) === fact);
  // The page of Spring. Elsewhere, a number may be that of anything.
  if (plain === 'number') return has('pages') && (has('size') || has('total')) ? 'page' : undefined;
  // The first and the last item of Laravel. Elsewhere, they may be times or people.
  const isEnd = (plain === 'from' || plain === 'to') && siblings.has('from') && siblings.has('to');
  if (isEnd && has('size') && has('total')) return plain === 'from' ? 'first-number' : 'last-number';
  // Beside a limit, it is that of this page.
  if (plain === 'size' && siblings.has('limit')) return 'count';
  if (plain === 'count' || plain === `${plainName(noun)}count`)
    return has('total') || ofPage.test(said) ? 'count' : 'total';
  return numbers.get(plain) ?? (plain === `total${plainName(noun)}` ? 'total' : undefined);
};

/** `siblings`: the properties of the same object. */
export const booleanFact = (name: string, siblings: ReadonlySet<string>): PageFact | undefined => {
  if (siblings.has('unsorted')) return name === 'sorted' ? 'is-sorted' : 'is-unsorted';
  if (siblings.has('unpaged') && /^(un)?paged$/.test(name)) return `is-${name as 'paged' | 'unpaged'}`;
  return booleanOf(plainName(name));
};

const booleanOf = (plain: string): PageFact | undefined =>
  more.test(plain) ? 'has-more' : before.test(plain) ? 'has-previous' : booleans.get(plain);

/** The direction of an object with the parts of a link or of a cursor: `next: { after, link }`. */
export const directionOf = (name: string): 'next' | 'previous' | undefined => {
  const plain = plainName(name);
  if (/^next(page)?$/.test(plain)) return 'next';
  return /^prev(ious)?(page)?$/.test(plain) ? 'previous' : undefined;
};

/** `next_page_url`, `nextLink`, `next`. */
export const urlFact = (name: string): PageFact | undefined =>
  directions.get(
    plainName(name)
      .replace(/(page)?(url|uri|link|href)$/, '')
      .replace(/page$/, ''),
  );

/** Whether a property contains page metadata. Then its parent is an envelope. */
export const isPageProperty = (name: string): boolean => {
  const plain = plainName(name);
  return (
    numbers.has(plain) ||
    booleanOf(plain) !== undefined ||
    isCursorName(plain) ||
    wordLists.pageContainers.has(plain) ||
    /^(next|previous|prev|total)|count$/.test(plain)
  );
};

/** `cursor_pagination`, `page_meta`. */
export const isPageContainer = (name: string): boolean =>
  wordLists.pageContainers.has(name) || /(pag(e|es|er|ing|ination)|meta|metadata|cursors?)$/.test(plainName(name));

const headers = factsByName(
  ['links', 'link'],
  ['total', 'xtotalcount xtotal totalcount xpaginationtotalcount xpaginationcount'],
  ['pages', 'xtotalpages xpaginationpagecount'],
  ['page', 'xpage xpaginationpage xpaginationcurrentpage'],
  ['size', 'xperpage xpaginationlimit xpaginationperpage xlimit'],
  ['next-page', 'xnextpage'],
  ['previous-page', 'xprevpage xpreviouspage'],
  ['offset', 'xoffset'],
);

export const headerFact = (name: string): PageFact | undefined => {
  const plain = plainName(name);
  return headers.get(plain) ?? (/next|prev/.test(plain) ? cursorFact(plain.replace(/^x/, ''), undefined) : undefined);
};
