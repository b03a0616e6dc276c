/** Caches pages of a list: as long as the collection does not change, a page is one copy of a text. */

import type { Json } from '../primitives/json.ts';
import type { SortedMap } from '../primitives/sorted-map.ts';
import type { ListView } from '../service/binding.ts';
import type { Problem } from '../service/check.ts';
import type { Collection, Item } from './collection.ts';
import { maxAtOnce } from './scan.ts';
import type { State } from './state.ts';

/** A part of the items of a collection. */
export interface PageMemo {
  /** All items of the collection, or those of one index. */
  readonly source: SortedMap<number, Item>;
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
  rendered: RenderedPage | undefined;
}

/** The body of a page that is only the list. It depends on nothing but the items, the view, and what generated values derive from. */
export interface RenderedPage {
  readonly view: ListView;
  readonly seed: number;
  readonly startedAt: number;
  readonly value: readonly Json[];
  readonly written: { readonly text: string; readonly byteLength: number };
  readonly problems: readonly Problem[] | undefined;
}

/** The memos of a collection that are kept: sorted lists, and pages, which are short. A world with many lists must not keep all of them twice. */
export const maxKept = 8;
export const maxMemoBytes = 65_536;

/** The memos by the collection, which a change replaces. */
const pagesOf = new WeakMap<Collection, PageMemo[]>();

/** The page; `take` reads its items if it was not shown before. */
export const pageOf = (
  collection: Collection,
  source: SortedMap<number, Item>,
  { start, end }: { readonly start: number; readonly end: number },
  take: () => readonly Item[],
): PageMemo => {
  let pages = pagesOf.get(collection);
  if (pages === undefined) {
    pages = [];
    pagesOf.set(collection, pages);
  }
  for (const page of pages) if (page.source === source && page.start === start && page.end === end) return page;
  const page: PageMemo = { source, start, end, items: take(), rendered: undefined };
  if (page.items.length > maxAtOnce) return page;
  if (pages.length === maxKept) pages.shift();
  pages.push(page);
  return page;
};

/** The body of the page under the view. */
export const renderOnce = (
  memo: PageMemo,
  view: ListView,
  { seed, startedAt }: State,
  render: () => Pick<RenderedPage, 'value' | 'written' | 'problems'>,
): Pick<RenderedPage, 'value' | 'written' | 'problems'> => {
  const known = memo.rendered;
  if (known?.view === view && known.seed === seed && known.startedAt === startedAt) return known;
  const rendered = render();
  if (rendered.written.byteLength <= maxMemoBytes) memo.rendered = { view, seed, startedAt, ...rendered };
  return rendered;
};
