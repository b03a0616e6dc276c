/** The door of the part: what the descriptions of lists and of their parameters say of order and pages. */

import { plainName } from '../../core/primitives/singular.ts';
import type { Sort, SortTerm } from '../../core/service/binding.ts';
import { wordLists } from '../words/index.ts';

/** The properties to sort by, by their plain names, and the words for an order. */
export type KnownOrders = Pick<Sort, 'properties'> & { readonly word: (plain: string) => SortTerm | undefined };

const isLatest =
  /\b(newest|latest|most recent\w*)\b.*\bfirst\b|\b(newest|latest|most recent)\b.*\bto\b|reverse[- ]chronological|\bdesc/is;
const isOldest = /\b(oldest|earliest)\b.*\bfirst\b|\b(oldest|earliest)\b.*\bto\b|chronological|\basc/is;

/** The first property or order that a text names, with its direction. */
const namedIn = (text: string, { properties, word }: KnownOrders): SortTerm | undefined => {
  const tokens = text.match(/-?[\w.]+/g)?.slice(0, 20) ?? [];
  for (const [index, token] of tokens.entries())
    for (const count of [3, 2, 1]) {
      const plain = plainName(tokens.slice(index, index + count).join());
      const property = properties.get(plain);
      const found = word(plain) ?? (property === undefined ? undefined : { property, isDescending: false });
      if (found === undefined) continue;
      const isDescending =
        found.isDescending || token.startsWith('-') || (isLatest.test(text) && !/^\W*asc/i.test(text));
      return { ...found, isDescending };
    }
  return undefined;
};

/** What the description of a parameter states of the order without it. */
export const usualIn = (text: string, known: KnownOrders): SortTerm | undefined => {
  const [, marked, rest] =
    /[`'"]?(-?[\w.]+)[`'"]?\s*\(default\)|\bdefaults?\b(?: (?:value|order|sort(?:ing)?))?(?: (?:is|to|by|of))?\b\W*?(-?\w[^;)\n]*?)(?:\.\s|[.;)\n]|$)/i.exec(
      text,
    ) ?? [];
  const found = marked ?? rest;
  return found === undefined ? undefined : namedIn(found, known);
};

/** What the description of a list states of its order: `sorted by creation date, with the most recent ones first`. */
export const orderSaid = (said: string, known: KnownOrders): SortTerm | undefined => {
  for (const sentence of said.slice(0, longestSaid).split(/(?<=[.!])\s+|\n/)) {
    if (/\b(can|could|may|use|using|if|set|specify|parameters?|options?|to (sort|order))\b/i.test(sentence)) continue;
    const [, by] = /\b(?:sort|order)(?:ed|s)?\b(?:\s+\w+){0,2}?\s+by\s+(.*)/is.exec(sentence) ?? [];
    const named = by === undefined ? undefined : namedIn(by, known);
    if (named !== undefined) return named;
    if (/\balphabetical/i.test(sentence)) return known.word('alphabetical');
    if (isLatest.test(sentence) && /first|to|chrono|order|sort/i.test(sentence)) return known.word('latest');
    if (isOldest.test(sentence) && /first|to|chrono|order|sort/i.test(sentence)) return known.word('oldest');
  }
  return undefined;
};

/** In characters. */
const longestSaid = 2000;

/** The size of a page without its parameter, by the description of that (`Defaults to 10`), or of the list (`3 items per page`). */
export const sizeSaid = (text: string, list = ''): number | undefined => {
  const clauses = list.slice(0, longestSaid).split(/(?<=[.!])\s+(?=\D)|[\n;(]/);
  const [, first, second = first] =
    /\bdefaults?\b[^\d.;]{0,30}?(\d+)|\b(\d+) (?:\w+ )?by default/i.exec(text) ??
    onPage.exec(clauses.find((clause) => !isOfLimits.test(clause) && onPage.test(clause)) ?? '') ??
    [];
  return second === undefined ? undefined : Number(second.replaceAll(',', ''));
};

/** What is said of pages that are asked for, or of the largest. */
const isOfLimits =
  /\b(max\w*|most|least|than|between|limit|can|could|may|use|using|if|set|specify|parameters?|options?)\b|\d (to|or|and) \d/i;

const onPage =
  /(?<![\d,.-])(\d[\d,]*) (?:\w+ ){0,2}(?:per|on each|in each) page\b|\b(?:pages|(?:a|each|every) page) (?:of|ha[sv]e?|contains?) (\d[\d,]*)\b/i;

/** Whether the parameter asks for older items. Where the newest is first, these come after the item that it names. */
export const saysOlder = (text = ''): boolean =>
  /\b(before|older|prior|earlier)\b.*\bids?\b|\bids?\b.*\b(before|older|prior|earlier)\b/is.test(text) &&
  !/cursor|\bpage|paginat/i.test(text);

export const saysId = (text = ''): boolean => /\b(id|identifier|key|cursor|token)s?\b/i.test(text);

/** Whether a page begins with the item whose cursor is sent: "starts with this ID", "and onwards". `plain`: the name of the parameter. */
export const saysInclusive = (plain: string, text = ''): boolean => {
  if (/\bexclusive|\bexclud|not includ|\bafter\b/i.test(text) || /after|since|exclusive/.test(plain)) return false;
  const isFrom =
    /\binclusive|\binclud(es|ing) (the|this|that)|\bonwards?\b|\b(start|begin)s?(ning|ing)? (\w+ ){0,3}?(with|from|at)\b/i;
  return isFrom.test(text) || (wordLists.firstItems.has(plain) && /\bfirst\b/i.test(text));
};

/** Whether the first page is 0. */
export const saysZero = (text = ''): boolean =>
  /\b(zero|0)[- ](based|index)|\b(start|begin|count|index)\w*\b[^.;\d]{0,20}\b(0|zero)\b|\bfirst page is (0|zero)\b/i.test(
    text,
  );
