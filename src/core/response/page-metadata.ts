/** Page metadata of a list: properties next to the items, and headers. */

import { originOf, withQuery } from '../http/http.ts';
import type { Json, JsonObject } from '../primitives/json.ts';
import type { RequestContext } from '../request/request-context.ts';
import { type Page, writeCursor, writeOrderCursor } from '../resources/page.ts';
import { positionOf } from '../resources/sort.ts';
import type { ListBinding } from '../service/binding.ts';
import type { Operation } from '../service/operation.ts';
import type { PageFact } from '../service/page-fact.ts';
import type { Item } from '../state/collection.ts';
import { splitKey } from '../state/item-key.ts';
import { linkHeader } from './addresses.ts';

export interface PageContext {
  readonly requestContext: RequestContext;
  readonly binding: PagedList;
  readonly page: Page;
}

/** A list of a collection, or of a stateless operation. */
type PagedList = Pick<ListBinding, 'paging' | 'view'> & Partial<Pick<ListBinding, 'collection' | 'parentParameters'>>;

const firstOffsetOf = ({ binding }: PageContext): number => binding.paging?.firstOffset ?? 0;
const endOf = ({ page }: PageContext): number => page.start + page.items.length;
const hasMore = (context: PageContext) => endOf(context) < context.page.total;
const hasPrevious = ({ page }: PageContext) => page.start > 0;
const pageNumberOf = ({ page: { start, size }, binding }: PageContext): number =>
  (binding.paging?.firstPage ?? 1) + (size ? Math.floor(start / size) : 0);

/** `isBeyond`: the page before the first or behind the last one counts, too. */
type FactOf = (context: PageContext, isBeyond: boolean) => Json | undefined;

const facts: Readonly<Record<Exclude<PageFact, PageUrl>, FactOf>> = {
  total: ({ page }) => page.total,
  count: ({ page }) => page.items.length,
  page: pageNumberOf,
  size: ({ page }) => page.size ?? page.total,
  offset: (context) => context.page.start + firstOffsetOf(context),
  'first-number': ({ page }) => (page.items.length > 0 ? page.start + 1 : undefined),
  'last-number': (context) => (context.page.items.length > 0 ? endOf(context) : undefined),
  range: ({ page: { items, start, total } }) =>
    `items ${items.length > 0 ? `${start}-${start + items.length - 1}` : '*'}/${total}`,
  pages: ({ page }) => pagesOf(page),
  'has-more': hasMore,
  'has-previous': hasPrevious,
  'is-last': (context) => !hasMore(context),
  'is-first': (context) => !hasPrevious(context),
  'is-empty': ({ page }) => page.items.length === 0,
  'is-paged': ({ page }) => page.size !== undefined,
  'is-unpaged': ({ page }) => page.size === undefined,
  'is-sorted': ({ page }) => page.terms.length > 0,
  'is-unsorted': ({ page }) => page.terms.length === 0,
  'next-page': (context, isBeyond) => (isBeyond || hasMore(context) ? pageNumberOf(context) + 1 : undefined),
  'previous-page': (context, isBeyond) => {
    if (isBeyond) return pageNumberOf(context);
    return hasPrevious(context) ? pageNumberOf(context) - 1 : undefined;
  },
  'next-offset': (context, isBeyond) =>
    isBeyond || hasMore(context) ? endOf(context) + firstOffsetOf(context) : undefined,
  'previous-offset': (context, isBeyond) => {
    const { start, size } = context.page;
    return isBeyond || start > 0 ? Math.max(0, start - (size ?? start)) + firstOffsetOf(context) : undefined;
  },
  'next-cursor': (context, isBeyond) => (isBeyond || hasMore(context) ? cursorAfter(context) : undefined),
  'previous-cursor': (context, isBeyond) => (isBeyond || hasPrevious(context) ? cursorBefore(context) : undefined),
  'first-cursor': (context) => context.page.items[0] && cursorOf(context.page.items[0], context),
  'last-cursor': (context) => {
    const last = context.page.items.at(-1);
    return last && cursorOf(last, context);
  },
  links: (context) => linkHeader(linkListOf(context).filter(({ rel }) => rel !== 'self')),
  'link-list': (context) => linkListOf(context),
  'link-map': (context) => Object.fromEntries(linkListOf(context).map(({ rel, href }) => [rel, { href }])),
  'page-links': (context) => pageLinksOf(context),
  address: (context) => addressOf(context, ''),
};

const isUrl = (fact: PageFact): fact is PageUrl => fact.endsWith('-url');

/** The value of a fact; undefined if it has none: there is no next page, or it cannot be requested. */
export const factOf = (fact: PageFact, context: PageContext): Json | undefined =>
  isUrl(fact) ? urlOf(fact, context) : facts[fact](context, false);

/** The value for a page beyond the first or the last one, where the document requires a value: that page is empty. */
export const followingOf = (fact: PageFact, context: PageContext): Json | undefined =>
  isUrl(fact)
    ? (urlOf(fact, context, { isBeyond: true }) ?? (fact === 'last-url' ? undefined : urlOf('self-url', context)))
    : facts[fact](context, true);

const pagesOf = ({ total, size }: Page): number =>
  size === undefined ? Math.min(total, 1) : size === 0 ? 0 : Math.ceil(total / size);

/** The cursor of an item: its id, its number or an encoded position. */
const cursorOf = (
  item: Item,
  { binding, page }: PageContext,
  { isBefore = false }: { readonly isBefore?: boolean } = {},
): string | number => {
  if (binding.paging?.cursor === 'order') return writeOrderCursor(item.order, isBefore);
  if (binding.paging?.cursor !== 'id' || isBefore)
    return writeCursor({ position: positionOf(item, page.terms), isBefore });
  const { collection, parentParameters } = binding;
  // If items of all parents are listed, only the whole key identifies an item.
  const isOfAll = parentParameters === undefined || parentParameters.length < (collection?.parents.length ?? 0);
  if (collection === undefined || isOfAll) return item.key;
  return splitKey(collection, item.key).id as string;
};

const cursorAfter = (context: PageContext): string | number | undefined => {
  const { around, items } = context.page;
  const last = around === undefined ? items.at(-1) : around.next;
  return last && cursorOf(last, context);
};

/** If there is no parameter for the previous page, the cursor itself contains the direction. */
const cursorBefore = (context: PageContext): string | number | undefined => {
  const { around, items } = context.page;
  if (around !== undefined) return around.previous && cursorOf(around.previous, context);
  const [first] = items;
  return first && cursorOf(first, context, { isBefore: context.binding.paging?.before === undefined });
};

type PageUrl = Extract<PageFact, `${string}-url`>;

/** Whether a next page counts also behind the last one. Default: false. */
interface Beyond {
  readonly isBeyond?: boolean;
}

const urlOf = (fact: PageUrl, context: PageContext, beyond: Beyond = {}): string | undefined => {
  if (fact === 'self-url') return addressOf(context, context.requestContext.request.query);
  const changes = changesFor(fact, context, beyond);
  return changes && urlWith(changes, context);
};

const urlWith = (changes: readonly ParameterChange[], context: PageContext): string | undefined => {
  const { request } = context.requestContext;
  const operation = context.requestContext.operation as Operation;
  const query = new URLSearchParams(request.query);
  for (const [position, value] of changes) {
    const parameter = operation.parameters[position];
    // A page that is selected in the body has no URL.
    if (parameter === undefined) return undefined;
    const { name } = parameter;
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return addressOf(context, String(query));
};

const addressOf = ({ requestContext: { request } }: PageContext, query: string): string =>
  withQuery(`${originOf(request)}${request.pathPrefix}${request.path}`, query);

type ParameterChange = readonly [position: number, value: string | undefined];

/** The parameters that select another page; undefined if there is no such page, or it cannot be requested. */
const changesFor = (
  fact: Exclude<PageUrl, 'self-url'>,
  context: PageContext,
  beyond: Beyond,
): readonly ParameterChange[] | undefined => {
  const { page, binding } = context;
  const { paging } = binding;
  if (paging?.from === undefined) return undefined;
  if (paging.style === 'cursor') return cursorChanges(fact, context, { ...paging, from: paging.from }, beyond);
  const { from, firstPage, firstOffset = 0 } = paging;
  const size = page.size ?? Math.max(1, page.total);
  const last = Math.max(0, pagesOf(page) - 1);
  const starts: Readonly<Record<typeof fact, number | undefined>> = {
    'first-url': 0,
    'previous-url': page.start > 0 ? Math.max(0, page.start - size) : undefined,
    'next-url': beyond.isBeyond || page.start + page.items.length < page.total ? page.start + size : undefined,
    'last-url': last * size,
  };
  const start = starts[fact];
  if (start === undefined || size === 0) return undefined;
  return [[from, String(paging.style === 'offset' ? start + firstOffset : firstPage + Math.floor(start / size))]];
};

const cursorChanges = (
  fact: Exclude<PageUrl, 'self-url'>,
  context: PageContext,
  { from, before }: { readonly from: number; readonly before: number | undefined },
  { isBeyond = false }: Beyond,
): readonly ParameterChange[] | undefined => {
  const withoutBefore: readonly ParameterChange[] = before === undefined ? [] : [[before, undefined]];
  switch (fact) {
    case 'first-url':
      return [[from, undefined], ...withoutBefore];
    case 'next-url': {
      const cursor = (isBeyond ? followingOf : factOf)('next-cursor', context);
      return cursor === undefined ? undefined : [[from, String(cursor)], ...withoutBefore];
    }
    case 'previous-url': {
      const cursor = factOf('previous-cursor', context);
      if (cursor === undefined) return context.page.start > 0 ? [[from, undefined], ...withoutBefore] : undefined;
      return before === undefined
        ? [[from, String(cursor)]]
        : [
            [from, undefined],
            [before, String(cursor)],
          ];
    }
    case 'last-url':
      // A cursor cannot select the last page.
      return undefined;
  }
};

const relations = [
  ['self', 'self-url'],
  ['first', 'first-url'],
  ['prev', 'previous-url'],
  ['next', 'next-url'],
  ['last', 'last-url'],
] as const;

const linkListOf = (context: PageContext) =>
  relations.flatMap(([rel, fact]) => {
    const href = urlOf(fact, context);
    return href === undefined ? [] : [{ rel, href, method: 'GET' }];
  });

interface NumberedLink extends JsonObject {
  readonly url: string | null;
  readonly label: string;
  readonly page: number | null;
  readonly active: boolean;
}

/** The number of pages that are shown on each side of the current one, and at both ends. */
const [besideCurrent, atEnds] = [3, 2];

/** The links of Laravel: to the first pages, the last pages and those near the current one. A gap stands for the other pages. */
const pageLinksOf = (context: PageContext): readonly NumberedLink[] => {
  const { paging } = context.binding;
  const current = pageNumberOf(context);
  const first = paging?.firstPage ?? 1;
  const last = first + Math.max(0, pagesOf(context.page) - 1);
  const linkTo = (page: number): NumberedLink => {
    const isSelected = paging?.style === 'page' && paging.from !== undefined;
    const url = isSelected ? urlWith([[paging.from, String(page)]], context) : undefined;
    return { url: url ?? null, label: String(page), page, active: page === current };
  };
  const beside = (fact: 'next-url' | 'previous-url', label: string, page: number): NumberedLink => {
    const url = urlOf(fact, context) ?? null;
    return { url, label, page: url === null ? null : page, active: false };
  };
  const near = Array.from({ length: 2 * besideCurrent + 1 }, (_, at) => current - besideCurrent + at);
  const ends = Array.from({ length: atEnds }, (_, at) => [first + at, last - at]).flat();
  const numbers = [...new Set([...ends, ...near])].filter((page) => page >= first && page <= last);
  const shown = numbers.toSorted((left, right) => left - right);
  const gap: NumberedLink = { url: null, label: '...', page: null, active: false };
  return [
    beside('previous-url', '&laquo; Previous', current - 1),
    ...shown.flatMap((page, at) => (page - (shown[at - 1] ?? page) > 1 ? [gap, linkTo(page)] : [linkTo(page)])),
    beside('next-url', 'Next &raquo;', current + 1),
  ];
};
