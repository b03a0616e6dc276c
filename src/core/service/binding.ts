/**
 * How an operation is bound to what a world remembers. The document compiler infers it, `x-vivarium` corrects it, the
 * core acts on it. Positions are those of the operation's parameters.
 */
import type { Json, JsonObject } from '../primitives/json.ts';
import type { Check, Generate } from './check.ts';

/** A kind of resource: what a scenario's `data` names, and where its items live. */
export interface CollectionSpec {
  readonly name: string;
  /** `singleton`: one item in each scope, known by its parents alone. */
  readonly kind: 'list' | 'singleton';
  /** A singleton's item that nobody can create or delete: where none is stored, it is generated. */
  readonly isAlwaysThere: boolean;
  /** The item's member that identifies it; undefined where no member does: then its key is known to us only. */
  readonly idProperty: string | undefined;
  /** `integer` ids count up; others are generated. */
  readonly idType: 'integer' | 'string';
  /** What the items are inside of, outermost first; empty for a collection that stands alone. */
  readonly parents: readonly Parent[];
  /** The collection that the innermost parent is an item of; undefined where no collection holds the parents. */
  readonly parentCollection: string | undefined;
  /** Collections whose items are inside an item of this one: they end with it. */
  readonly children: readonly string[];
  /** Properties that some list filters by: kept indexed. */
  readonly indexed: readonly string[];
  /** Checks a whole item, as `data` and the control API give it, less `$parent` and `$id`. */
  readonly check: Check;
  /** A whole item; its id and the members that name its parents are set by whoever stores it. */
  readonly generate: Generate;
  /** The members that the schema of its items declares. */
  readonly properties: readonly string[];
  /** The members that every item must have. */
  readonly required: readonly string[];
  /** Members that hold when an item was created, and when it was last changed: date-times, set where nobody says them. */
  readonly stamps: { readonly created: readonly string[]; readonly updated: readonly string[] };
  /** Whole items that the document gives as examples, and ids that it gives for them: the first of the seed data. */
  readonly examples: readonly JsonObject[];
  readonly exampleIds: readonly Json[];
  /** Ids that seed data leave free, as texts: the document shows them in what to create. */
  readonly reservedIds: readonly string[];
}

export interface Parent {
  /** The path parameter's name, and the member of `$parent`. */
  readonly name: string;
  /** The item's own member that says the same; undefined where it has none. */
  readonly property: string | undefined;
  /** How the property is written. */
  readonly type: 'integer' | 'string';
  /** The parameter's documented example or default, for seed data whose parents no collection holds. */
  readonly example: Json | undefined;
}

export type ActionName = 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act';

export type Binding = ListBinding | CreateBinding | ItemBinding;

export interface ListBinding {
  readonly action: 'list';
  readonly collection: CollectionSpec;
  /** Where the values of the collection's parents stand, outermost first; undefined: items of all scopes are listed. */
  readonly scope: readonly number[] | undefined;
  readonly filters: readonly Filter[];
  /** Text anywhere in the item, case aside. */
  readonly search: number | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging | undefined;
  readonly view: ListView;
}

/**
 * Keeps the items whose property compares so with the parameter's value; a list of values means any of them. `includes`:
 * one of the property's list equals it, or is an object whose name, id, slug or label does.
 */
export interface Filter {
  readonly parameter: number;
  /** The property of an object parameter (`filter[status]`); undefined: the parameter's value itself. */
  readonly child: string | undefined;
  readonly property: string;
  readonly comparison: 'equals' | 'less' | 'at-most' | 'more' | 'at-least' | 'contains' | 'includes';
  /** Values that ask for all items (`all`), in lower case: no item says them. */
  readonly unfiltered: ReadonlySet<string>;
}

export interface Sort {
  /** Names a property: `name`, `-name`, `+name`, `name:desc`, `name desc`, several with commas or as a list. */
  readonly by: number | undefined;
  /** `asc` or `desc`, in any case; undefined: there is no such parameter. */
  readonly direction: number | undefined;
  /** What the document's names mean: by a plain form of the name (lower case, letters and digits), the property. */
  readonly properties: ReadonlyMap<string, string>;
  /** Sorted by where only a direction is given; undefined: creation order. */
  readonly fallback: string | undefined;
}

export interface Paging {
  /** How many items at most. */
  readonly size: number | undefined;
  /** Where no size is sent. Undefined: all. */
  readonly defaultSize: number | undefined;
  /** How the next page is asked for. */
  readonly style: 'none' | 'offset' | 'page' | 'cursor';
  /** The offset, the page's number, or the cursor of what the page begins after. */
  readonly from: number | undefined;
  /** Cursors only: of what the page ends before. */
  readonly before: number | undefined;
  /** The number of the first page, 0 or 1. */
  readonly firstPage: number;
  /** Whether a cursor is the id of an item, or a text of ours. */
  readonly cursor: 'id' | 'opaque';
  /** The documented examples and defaults of cursors: where they name no place, they ask for the first page. */
  readonly firstCursors: ReadonlySet<string>;
}

/** How a list stands in a body. */
export interface ListView {
  /** The members that lead to the items; empty: the body is the list itself. */
  readonly at: readonly string[];
  /** Of one item; undefined: it is shown as it is stored. */
  readonly projection: Projection | undefined;
  /** Checks one item where the body is the list itself and its schema says no more than that; else the body is checked. */
  readonly checkElement: Check | undefined;
  /** Members beside the items. */
  readonly facts: readonly PageProperty[];
  /** Response headers that say something about the page, by name as documented. */
  readonly headers: readonly { readonly name: string; readonly fact: PageFact }[];
}

export interface PageProperty {
  readonly at: readonly string[];
  readonly fact: PageFact;
  /** `absent` and `null`: how a fact without a value (no next page) is said; `empty`: as an empty text. */
  readonly without: 'absent' | 'null' | 'empty';
  /** What each link of a `link-list` says; empty for other facts. */
  readonly linkProperties: readonly string[];
}

export type PageFact =
  /** All that match, on all pages. */
  | 'total'
  /** Items on this page. */
  | 'count'
  | 'page'
  | 'size'
  | 'offset'
  | 'pages'
  | 'has-more'
  | 'has-previous'
  | 'is-last'
  | 'is-first'
  /** The number of a page. */
  | 'next-page'
  | 'previous-page'
  | 'next-offset'
  | 'previous-offset'
  | 'next-cursor'
  | 'previous-cursor'
  /** The cursors of the first and the last item of this page. */
  | 'first-cursor'
  | 'last-cursor'
  /** URLs: path and query from the base path on, with the world's prefix, at the host that the request names. */
  | 'self-url'
  | 'next-url'
  | 'previous-url'
  | 'first-url'
  | 'last-url'
  /** The header `Link` of RFC 8288 with first, previous, next and last. */
  | 'links'
  /** A list of links with self, first, previous, next and last, each with its relation, URL and method. */
  | 'link-list';

export interface CreateBinding {
  readonly action: 'create';
  readonly collection: CollectionSpec;
  readonly scope: readonly number[];
  readonly sent: RequestMapping;
  readonly view: ItemView;
}

export interface ItemBinding {
  /** `act`: something is done to the item (`POST /orders/{id}/cancel`); what is sent is merged in where the item has it. */
  readonly action: 'read' | 'replace' | 'update' | 'delete' | 'act';
  readonly collection: CollectionSpec;
  readonly scope: readonly number[];
  /** Where the item's id stands; `body`: in what is sent; undefined for a singleton. */
  readonly key: number | 'body' | undefined;
  readonly sent: RequestMapping;
  readonly view: ItemView;
  /** Whether an item that is not there is created. */
  readonly upsert: boolean;
  /** Members that become so unless the request says them otherwise: an action whose name says it. */
  readonly sets: JsonObject | undefined;
}

/** What of a request becomes the item's. */
export interface RequestMapping {
  /** The members of the body that lead to the item; empty: the body is the item. */
  readonly at: readonly string[];
  /** The item's member for each that can be sent under another name or is known; others are kept where `isOpen`. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOpen: boolean;
  /** The item's members that may be sent in a form that the item's schema does not take. */
  readonly mayDiffer: ReadonlySet<string>;
  /** Query parameters that say members of the item. */
  readonly parameters: readonly { readonly parameter: number; readonly property: string }[];
  /** Where the document's schema is a list of JSON Patch operations, whatever the media type says. */
  readonly isPatchList: boolean;
}

/** How one item stands in a body. */
export interface ItemView {
  /** The members that lead to it; empty: the body is the item itself. */
  readonly at: readonly string[];
  /** Whether it stands in a list of its own. */
  readonly listed: boolean;
  /** Undefined: the item as it is stored. */
  readonly projection: Projection | undefined;
}

/** What an operation shows of an item whose schema here is another than the collection's. */
export interface Projection {
  /** The members that may be shown; undefined: all. */
  readonly properties: ReadonlySet<string> | undefined;
  readonly required: readonly string[];
  /** Members that the item lacks are taken from what this gives. */
  readonly generate: Generate;
  readonly check: Check;
}
