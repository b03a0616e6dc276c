/** The door of the part: what the descriptions of lists and of their parameters say of order and pages. */

import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import type { Filter, Sort, SortTerm } from '../../core/service/binding.ts';
import type { Parameter } from '../../core/service/operation.ts';
import { phrases, wordLists } from '../words/index.ts';

/** The properties to sort by, by their plain names, and the words for an order. */
export type KnownOrders = Pick<Sort, 'properties'> & { readonly word: (plain: string) => SortTerm | undefined };

/** The first property or order that a text names, with its direction. */
const namedIn = (text: string, { properties, word }: KnownOrders): SortTerm | undefined => {
  const tokens = text.match(/-?[\w.]+/g)?.slice(0, 20) ?? [];
  for (const [index, token] of tokens.entries())
    for (const count of [3, 2, 1]) {
      const plain = plainName(tokens.slice(index, index + count).join());
      const property = properties.get(plain);
      const found = word(plain) ?? (property === undefined ? undefined : { property, isDescending: false });
      if (found === undefined) continue;
      const isSaid = phrases.latestFirst.test(text) || /\bhighest\b.*\bfirst\b/i.test(text);
      const isDescending = found.isDescending || token.startsWith('-') || (isSaid && !/^\W*asc/i.test(text));
      return { ...found, isDescending };
    }
  return undefined;
};

const usualSaid = (text: string): string | undefined => {
  const [, marked, rest] = phrases.usualOrder.exec(text) ?? [];
  return marked ?? rest;
};

interface Asked {
  readonly parameters: readonly Partial<Pick<Parameter, 'values' | 'default'>>[];
  /** The descriptions of the parameters. */
  readonly texts: readonly (string | undefined)[];
}

/** The filter with the value that it has where none is sent: of a state, or if another one selects all items. */
export const withUsual = (filter: Filter, { parameters, texts }: Asked): Filter => {
  const { parameter, property, child, comparison, matchAll } = filter;
  const { values = [], default: declared } = parameters[parameter] ?? {};
  if (values.length === 0 || child !== undefined || comparison !== 'equals') return filter;
  const isAll = (value: Json) => matchAll.has(String(value).toLowerCase());
  if (!values.some(isAll) && (declared === undefined || !wordLists.states.has(property))) return filter;
  const said = plainName(usualSaid(texts[parameter] ?? '') ?? '');
  const usual = declared ?? values.find((value) => plainName(String(value)) === said);
  return usual === undefined || isAll(usual) ? filter : { ...filter, usual };
};

/** The order without a request for it: "`name` by default", or "sorted by default by name". */
export const usualIn = (text: string, known: () => KnownOrders): SortTerm | undefined => {
  const read = (said: string): SortTerm | undefined => {
    const found = usualSaid(said);
    return found === undefined ? undefined : namedIn(found, known());
  };
  return read(text) ?? read(text.replace(/^.*?\bby (?=default)/is, ''));
};

/** What the description of a list states of its order: `sorted by creation date, with the most recent ones first`. */
export const orderSaid = (said: string, known: () => KnownOrders): SortTerm | undefined => {
  for (const sentence of said.slice(0, longestSaid).split(/(?<=[.!])\s+|\n/)) {
    if (phrases.possible.test(sentence)) continue;
    const [, by] = phrases.sortedBy.exec(sentence) ?? [];
    const named = by === undefined ? undefined : namedIn(by, known());
    if (named !== undefined) return named;
    if (/\balphabetical/i.test(sentence)) return known().word('alphabetical');
    if (!phrases.order.test(sentence)) continue;
    if (phrases.latestFirst.test(sentence)) return known().word('latest');
    if (phrases.oldestFirst.test(sentence)) return known().word('oldest');
  }
  return undefined;
};

/** In characters. */
const longestSaid = 2000;

/** The size of a page without its parameter, by the description of that (`Defaults to 10`), or of the list (`3 items per page`). */
export const sizeSaid = (text: string, list = ''): number | undefined => {
  const { sizeOfPages: onPage } = phrases;
  const clauses = list.slice(0, longestSaid).split(/(?<=[.!])\s+(?=\D)|[\n;(]/);
  const [, first, second = first] =
    phrases.usualSize.exec(text) ??
    onPage.exec(clauses.find((clause) => !phrases.ofLimits.test(clause) && onPage.test(clause)) ?? '') ??
    [];
  return second === undefined ? undefined : Number(second.replaceAll(',', ''));
};

/** Whether the parameter asks for older items. Where the newest is first, these come after the item that it names. */
export const saysOlder = (text = ''): boolean => phrases.olderThanId.test(text) && !phrases.ofPages.test(text);

export const saysId = (text = ''): boolean => phrases.ids.test(text);

/** Whether a page begins with the item whose cursor is sent: "starts with this ID", "and onwards". `plain`: the name of the parameter. */
export const saysInclusive = (plain: string, text = ''): boolean => {
  const isBehind = wordLists.exclusiveIds.all.some((word) => plain.includes(word));
  if (isBehind || phrases.exclusive.test(text)) return false;
  return phrases.inclusive.test(text) || (wordLists.firstItems.has(plain) && /\bfirst\b/i.test(text));
};

/** Whether the first page is 0. */
export const saysZero = (text = ''): boolean => phrases.fromZero.test(text);
