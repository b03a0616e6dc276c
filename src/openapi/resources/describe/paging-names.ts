/** The names of paging parameters and properties in documents, all in plain form. */
import { plainName } from '../../../core/primitives/singular.ts';
import type { PageFact } from '../../../core/service/page-fact.ts';
import { beforeNames, cursorFact, cursorNames, isCursorName } from './cursor-names.ts';

export const sizeNames: ReadonlySet<string> = new Set([
  'limit',
  'perpage',
  'pagesize',
  'pagelimit',
  'size',
  'count',
  'maxresults',
  'maxitems',
  'maxcount',
  'maxpagesize',
  'resultsperpage',
  'itemsperpage',
  'numresults',
  'top',
  'take',
  'first',
  'rows',
]);

export const offsetNames: ReadonlySet<string> = new Set([
  'offset',
  'skip',
  'start',
  'from',
  'startindex',
  'startat',
  'pageoffset',
  'firstresult',
  'startrow',
  'startrecord',
  'rangestart',
  'begin',
]);

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

export const pageNames: ReadonlySet<string> = new Set(['page', 'pagenumber', 'pageno', 'pagenum', 'pageindex', 'p']);

/** The plain name of a parameter, without the object in which Strapi has it: `pagination[page]`. */
export const pagedName = (name: string): string => plainName(name.replace(/^pagination\[(.+)\]$/, '$1'));

/** Whether a parameter selects a page by its number or by an offset. */
export const isPageNumber = (name: string): boolean =>
  pageNames.has(pagedName(name)) || offsetNames.has(pagedName(name));

/** Whether a parameter of a list is a paging parameter. */
export const isPageParameter = (name: string): boolean => {
  const plain = pagedName(name);
  return [sizeNames, offsetNames, pageNames, cursorNames, beforeNames].some((names) => names.has(plain));
};

/** Names of the list of items in an envelope, the most likely first. */
export const usualLists: readonly string[] = [
  'data',
  'items',
  'results',
  'entries',
  'values',
  'value',
  'result',
  'content',
  'records',
  'list',
  'rows',
  'resources',
  'collection',
  'members',
  'member',
  'hydramember',
  'objects',
  'elements',
  'docs',
  'hits',
];

export const isUsualList = (name: string): boolean => usualLists.includes(plainName(name));

/** A Map, since a document may have a property named `constructor`. */
const factsByName = (facts: Readonly<Record<string, PageFact>>): ReadonlyMap<string, PageFact> =>
  new Map(Object.entries(facts));

/** The meaning of a number next to a list. */
const numbers = factsByName({
  total: 'total',
  totalcount: 'total',
  totalitems: 'total',
  totalentries: 'total',
  totalresults: 'total',
  totalelements: 'total',
  totalrecords: 'total',
  totalhits: 'total',
  totaldocs: 'total',
  totalsize: 'total',
  totalnumber: 'total',
  totalrows: 'total',
  itemcount: 'total',
  recordstotal: 'total',
  recordsfiltered: 'total',
  resultcount: 'total',
  odatacount: 'total',
  hydratotalitems: 'total',
  numfound: 'total',
  numberofelements: 'count',
  itemsonpage: 'count',
  returned: 'count',
  page: 'page',
  currentpage: 'page',
  pagenumber: 'page',
  pageindex: 'page',
  pageno: 'page',
  pagenum: 'page',
  size: 'size',
  pagesize: 'size',
  perpage: 'size',
  limit: 'size',
  itemsperpage: 'size',
  resultsperpage: 'size',
  maxresults: 'size',
  maxitems: 'size',
  pagelimit: 'size',
  pages: 'pages',
  totalpages: 'pages',
  pagecount: 'pages',
  pagestotal: 'pages',
  numpages: 'pages',
  lastpage: 'pages',
  offset: 'offset',
  skip: 'offset',
  start: 'offset',
  startindex: 'offset',
  startat: 'offset',
  firstresult: 'offset',
  pageoffset: 'offset',
  nextpage: 'next-page',
  next: 'next-page',
  previouspage: 'previous-page',
  prevpage: 'previous-page',
  previous: 'previous-page',
  prev: 'previous-page',
  nextoffset: 'next-offset',
  previousoffset: 'previous-offset',
  prevoffset: 'previous-offset',
});

const booleans = factsByName({
  last: 'is-last',
  lastpage: 'is-last',
  islast: 'is-last',
  islastpage: 'is-last',
  endofresults: 'is-last',
  nomore: 'is-last',
  done: 'is-last',
  isdone: 'is-last',
  finished: 'is-last',
  exhausted: 'is-last',
  complete: 'is-last',
  iscomplete: 'is-last',
  first: 'is-first',
  firstpage: 'is-first',
  isfirst: 'is-first',
  isfirstpage: 'is-first',
  empty: 'is-empty',
  isempty: 'is-empty',
});

const more =
  /^(hasmore(data|entries|items|pages|records|results)?|more(available|pages|results)?|(has)?next|hasnextpage|(is)?truncated)$/;
const before = /^((has)?prev(ious)?|hasprev(ious)?(items|page|results))$/;

const directions = factsByName({
  next: 'next-url',
  odatanext: 'next-url',
  previous: 'previous-url',
  prev: 'previous-url',
  first: 'first-url',
  last: 'last-url',
  self: 'self-url',
  current: 'self-url',
  '': 'self-url',
});

/** What a description says of a count that is not that of all pages. */
const ofPage =
  /\b(in|on|of) (this|the current|the returned|each) (\w+ )?(page|response|set|list|batch|chunk|result)|\breturned\b|per page/i;

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
  if (plain === 'number') return has('pages') && has('size') ? 'page' : undefined;
  // The first and the last item of Laravel. Elsewhere, they may be times or people.
  const isEnd = (plain === 'from' || plain === 'to') && siblings.has('from') && siblings.has('to');
  if (isEnd && has('size') && has('total')) return plain === 'from' ? 'first-number' : 'last-number';
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
    pageContainers.has(plain) ||
    /^(next|previous|prev|total)|count$/.test(plain)
  );
};

/** Objects with page metadata. */
export const pageContainers: ReadonlySet<string> = new Set([
  'links',
  'meta',
  'metadata',
  'pagination',
  'paging',
  'page',
  'pageinfo',
  'pageable',
  'pagedata',
  'cursors',
  'cursor',
  'resultinfo',
  'responsemetadata',
]);

/** `cursor_pagination`, `page_meta`. */
export const isPageContainer = (name: string): boolean =>
  pageContainers.has(plainName(name)) || /(pag(e|es|er|ing|ination)|meta|metadata|cursors?)$/.test(plainName(name));

const headers = factsByName({
  link: 'links',
  xtotalcount: 'total',
  xtotal: 'total',
  totalcount: 'total',
  xpaginationtotalcount: 'total',
  xpaginationcount: 'total',
  xtotalpages: 'pages',
  xpaginationpagecount: 'pages',
  xpage: 'page',
  xpaginationpage: 'page',
  xpaginationcurrentpage: 'page',
  xperpage: 'size',
  xpaginationlimit: 'size',
  xpaginationperpage: 'size',
  xnextpage: 'next-page',
  xprevpage: 'previous-page',
  xpreviouspage: 'previous-page',
  xoffset: 'offset',
  xlimit: 'size',
});

export const headerFact = (name: string): PageFact | undefined => {
  const plain = plainName(name);
  return headers.get(plain) ?? (/next|prev/.test(plain) ? cursorFact(plain.replace(/^x/, ''), undefined) : undefined);
};
