/** What a response states about the page of a list. */

export interface PageProperty {
  readonly path: readonly string[];
  readonly fact: PageFact;
  /** Its type; undefined if it may be both, or another. */
  readonly type?: 'text' | 'number' | undefined;
  /** The least number that the document allows: an empty list has one page, where 0 pages are none. */
  readonly least?: number | undefined;
  /** The greatest: documents of Strapi allow one page. */
  readonly most?: number | undefined;
  /** How a missing value is stated: it is omitted, null, empty or 0, or where the document requires one, that of the empty page that follows. */
  readonly whenMissing: 'absent' | 'null' | 'empty' | 'following';
  /** The path to the object that is missing with it (`next: { after }`); undefined: only the property. */
  readonly around?: readonly string[];
  /** How it states an address: the path with the query, or the query alone. Default: the whole address. */
  readonly form?: 'path' | 'query' | undefined;
  /** The properties of each link in a list of links; empty for other facts. */
  readonly linkProperties: readonly string[];
}

export type PageFact =
  /** The number of matching items on all pages. */
  | 'total'
  | 'count'
  | 'page'
  | 'size'
  | 'offset'
  /** The numbers of the first and the last item of this page among all, from 1. */
  | 'first-number'
  | 'last-number'
  /** `items 0-9/66`, as `Content-Range` has it (RFC 9110, section 14.4). */
  | 'range'
  | 'pages'
  | 'has-more'
  | 'has-previous'
  | 'is-last'
  | 'is-first'
  | 'is-empty'
  /** Whether the request selects a page, and not all items at once. */
  | 'is-paged'
  | 'is-unpaged'
  /** Whether the request selects an order. */
  | 'is-sorted'
  | 'is-unsorted'
  | 'next-page'
  | 'previous-page'
  | 'next-offset'
  | 'previous-offset'
  | 'next-cursor'
  | 'previous-cursor'
  /** The cursors of the first and the last item of this page. */
  | 'first-cursor'
  | 'last-cursor'
  /** URLs with the host of the request, the world's prefix, the path and the query. */
  | 'self-url'
  | 'next-url'
  | 'previous-url'
  | 'first-url'
  | 'last-url'
  /** The `Link` header (RFC 8288) with first, prev, next and last. */
  | 'links'
  /** A list of links (self, first, prev, next, last), each with its relation, URL and method. */
  | 'link-list'
  /** The links of HAL: those of the list by their relations. */
  | 'link-map'
  /** The links of Laravel to the previous page, to pages by their numbers and to the next page, each with its label. */
  | 'page-links'
  /** The URL without a query. */
  | 'address';
