/** Bindings: what an operation does to the collections of a world. A parameter is referenced by its index in the operation's parameters. */
import type { Json, JsonObject, JsonPath } from '../primitives/json.ts';
import type { SortedMap } from '../primitives/sorted-map.ts';
import type { Check } from './check.ts';
import type { CollectionSpec, MadeProperty, Projection, StatedValue, Timestamp } from './collection-facts.ts';
import type { PageFact, PageProperty } from './page-fact.ts';

export type ActionName = 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act';

export type Binding = ListBinding | CreateBinding | ItemBinding;

export interface ListBinding {
  readonly action: 'list';
  readonly collection: CollectionSpec;
  readonly owner?: PathOwner | undefined;
  /** The path parameters with the ids of the parents, outermost first; others may be any. Undefined: items of all parents are listed. */
  readonly parentParameters: readonly number[] | undefined;
  readonly filters: readonly Filter[];
  readonly owned?: readonly OwnedFilter[];
  /** The values that are listed in place of the items. */
  readonly valuesIn?: (items: SortedMap<number, { readonly value: JsonObject }>) => readonly Json[];
  /** What the path states of each item, as `/tasks/completed` does. Default: nothing. */
  readonly stated?: StatedValue | undefined;
  /** How to find the parent, if it is the caller, and the property with its id: `/me/playlists` lists those of the user that `/me` shows. */
  readonly caller?: { readonly binding: ItemBinding; readonly id: string };
  /** Searches for a text anywhere in the item, ignoring case. */
  readonly search: number | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging | undefined;
  /** The paths to the properties of the body that these refer to, after the parameters of the operation; in a parameter, its index first. */
  readonly sent?: readonly JsonPath[] | undefined;
  readonly view: ListView;
}

/** Keeps the items with one below them, in this collection, that the parameter names: `?user_id=7` of packages with owners. */
export interface OwnedFilter {
  readonly parameter: number;
  readonly collection: string;
  readonly properties: readonly string[];
}

/**
 * Keeps the items whose property (`attributes.status`) matches the parameter's value, or any of its values.
 * `includes`: an element of the property's list, or the property itself, equals the value, or has an id or a name that does.
 * `conditions`: the request states the comparisons, `{ gte: 5 }` or `gte.5`.
 */
export interface Filter {
  readonly parameter: number;
  /** The property of an object parameter (`filter[status]`); undefined: the whole value of the parameter. */
  readonly child: string | undefined;
  readonly property: string;
  readonly comparison:
    | 'equals'
    | 'differs'
    | 'less'
    | 'at-most'
    | 'more'
    | 'at-least'
    | 'contains'
    | 'starts'
    | 'includes'
    /** Without the items whose flag is set, unless the parameter is true: `include_archived`. */
    | 'unset'
    /** The items whose flag is set, if the parameter is true: `following`. */
    | 'set'
    /** The items of which it is so, or if the parameter is false, the others: `unread`. */
    | 'stated'
    | 'conditions';
  /** The properties within that of a condition, and its operator: `id`, `in`. */
  readonly lookup?: readonly string[];
  /** The properties of conditions on whole items. The property of the filter is then empty. */
  readonly isProperty?: ReadonlySet<string>;
  /** Whether a text has several values, with commas: `?ids=1,2`. */
  readonly isList?: boolean;
  /** The value that the property then has, null for none. Default: true. */
  readonly said?: string | boolean | null;
  /** Whether a text says whether a flag is set: `?active=yes`. */
  readonly isFlag?: boolean;
  /** Values that select all items (`all`), in lower case: no item has them. */
  readonly matchAll: ReadonlySet<string>;
  /** The value without the parameter, where another one selects all items. */
  readonly usual?: Json;
}

export interface SortTerm {
  /** If it is undefined, it means creation order. */
  readonly property: string | undefined;
  readonly isDescending: boolean;
  /** Whether it is the time of a creation or of a change: within one second, what was created later is later. */
  readonly isTime?: boolean;
}

export interface Sort {
  /** The parameter with the property: `name`, `-name`, `+name`, `name:desc`, `name desc`; several with commas or as a list. */
  readonly by: number | undefined;
  /** Parameters that have the direction of one property each, with its name: `order[name]=asc`. */
  readonly each?: readonly (readonly [parameter: number, name: string])[];
  /** The parameter with `asc` or `desc`, in upper or lower case, also one for each property; undefined if there is none. */
  readonly direction: number | undefined;
  /** The order for `true`, where the direction is a flag such as `descending=true`; else undefined. */
  readonly flag?: 'ascending' | 'descending';
  /** The property for each accepted name. Keys are normalized: lower case, letters and digits only. */
  readonly properties: ReadonlyMap<string, string>;
  /** The order for a word in the same form: `newest`. */
  readonly word?: (plain: string) => SortTerm | undefined;
  /** The property to sort by if the request has only a direction; undefined: creation order. */
  readonly fallback: string | undefined;
  /** The direction if the request has none; default: ascending. */
  readonly isDescending?: boolean;
  /** The order if the request selects none; undefined: creation order. */
  readonly usual?: SortTerm;
}

export interface Paging {
  readonly size: number | undefined;
  /** The page size if the request has none. Undefined: no limit. */
  readonly defaultSize: number | undefined;
  /** Whether the list is whole, unless the request has a page number or a size. */
  readonly isWhole?: boolean;
  readonly style: 'none' | 'offset' | 'page' | 'cursor';
  /** The parameter with the offset, the page number, or the cursor after which the page begins. */
  readonly from: number | undefined;
  /** Cursors only: the parameter with the cursor before which the page ends. */
  readonly before: number | undefined;
  /** Offsets only: the parameter with the offset at which the page ends, and whether that item is on it: `_start=0&_end=10`. */
  readonly end?: { readonly parameter: number; readonly isInclusive: boolean } | undefined;
  /** Cursors only: whether a page begins with the item of its cursor, and not after it. */
  readonly isInclusive?: boolean;
  /** Whether a cursor can be nothing but an id: the document says how it looks. */
  readonly isIdOnly?: boolean;
  /** Another way to select a page, for requests that use it. */
  readonly beside?: Paging | undefined;
  /** The number of the first page, 0 or 1. */
  readonly firstPage: number;
  /** The offset of the first item, where it is not 0: SCIM and others count from 1. */
  readonly firstOffset?: number;
  /** Whether a cursor is the id of an item, an encoded position, or the number of an item in creation order. */
  readonly cursor: 'id' | 'opaque' | 'order';
  /** Texts that select the first page: documented examples and defaults; `any` where only the responses tell that it is a cursor. */
  readonly firstCursors: ReadonlySet<string> | 'any';
}

/** A parameter by which a client chooses the properties that are shown. */
export interface FieldChoice {
  readonly parameter: number;
  /** The properties that are always shown: the id, and what the document requires. */
  readonly kept: ReadonlySet<string>;
  /** Whether it names those that are not shown. */
  readonly isExcluding?: boolean;
}

/** A list in the body whose items another collection has. */
export interface ListBeside {
  readonly path: readonly string[];
  readonly collection: string;
}

export interface ListView {
  readonly beside?: readonly ListBeside[] | undefined;
  readonly others?: OtherViews<ListView>;
  readonly fields?: readonly FieldChoice[] | undefined;
  /** The path to the items; empty: the body is the list itself. */
  readonly path: readonly string[];
  /** The representation of an item; undefined: as it is stored. */
  readonly projection: Projection | undefined;
  /** Checks one item, if the body is the list itself and its schema has no other rules; otherwise the whole body is checked. */
  readonly checkItem: Check | undefined;
  /** The properties next to the items. */
  readonly facts: readonly PageProperty[];
  /** The path to the number of items, if the body has it in place of the items. */
  readonly count?: readonly string[] | undefined;
  /** Where the body has the first item alone: `/releases/latest`. */
  readonly one?: ItemView;
  /** Response headers with page metadata, with their documented names. */
  readonly headers: readonly { readonly name: string; readonly fact: PageFact }[];
}

/** An item that the path names, although it is no parent in the collection: it must exist. */
export interface PathOwner {
  readonly collection: CollectionSpec;
  /** The path parameters with the ids of its parents and its own, outermost first. */
  readonly parameters: readonly number[];
}

export type Many =
  /** The elements of a list in the body, at this path: items, or ids. `isAll`: whether there are no other items afterwards. */
  | {
      readonly in: 'body';
      readonly path: readonly string[];
      readonly isAll?: boolean | undefined;
      /** Whether these are put in the order of the list. */
      readonly isOrder?: boolean | undefined;
      /** The property that an element becomes in a new item, and where the response has the items: `names`. Without a list, there is one. */
      readonly each?: {
        readonly property: string;
        /** The property with their place in the list, from 1. */
        readonly position?: string | undefined;
        readonly at: readonly string[];
        readonly isNoList: (sent: Json | undefined) => boolean;
      };
    }
  /** The items whose ids a parameter has, as a list or with commas. */
  | { readonly in: 'parameter'; readonly parameter: number }
  /** All at the path, without those that these filters exclude. */
  | { readonly in: 'collection'; readonly filters: readonly Filter[]; readonly stated?: StatedValue | undefined };

/** Where a body has the ids of other items, which a part checks or changes. */
export interface NamedItems {
  readonly items: readonly { readonly path: readonly string[]; readonly collection: string }[];
}

export interface CreateBinding {
  readonly action: 'create';
  readonly collection: CollectionSpec;
  readonly named?: NamedItems | undefined;
  /** If it is undefined, it creates one item. */
  readonly bulk?: Extract<Many, { readonly in: 'body' }> | undefined;
  /** Whether what exists already is no conflict: a member that is added again. */
  readonly isAssignment?: boolean;
  readonly owner?: PathOwner | undefined;
  readonly parentParameters: readonly number[];
  readonly mapping: RequestMapping;
  readonly view: ItemView;
}

export interface ItemBinding {
  /** `act`: an action on the item (`POST /orders/{id}/cancel`). Properties in the request that the item has are merged into it. */
  readonly action: 'read' | 'replace' | 'update' | 'delete' | 'act';
  readonly collection: CollectionSpec;
  readonly named?: NamedItems | undefined;
  readonly owner?: PathOwner | undefined;
  /** The same operation on other collections that may have the item: `/comments/{id}` of posts and of photos. */
  readonly beside?: readonly ItemBinding[];
  /** What the path states beside the id: `/users/7/posts/1` is post 1, if its user is 7. */
  readonly within?: readonly Filter[] | undefined;
  /** The parent parameters of the outermost parents. If they are fewer than the collection has, the item may be below any of the other parents. */
  readonly parentParameters: readonly number[];
  /** The path parameter with the item's id; `body`: the id is in the request body; `first`: the first of all; undefined for a singleton. */
  readonly key: number | 'body' | 'first' | undefined;
  /** If it is undefined, it is about one item. */
  readonly bulk: Many | undefined;
  readonly mapping: RequestMapping;
  readonly view: ItemView;
  readonly upsert: boolean;
  /** The changes of the action: `cancel` implies a status. Properties that the request sets take precedence. */
  readonly effects: readonly PropertyEffect[];
  /** What the item then says of the caller: `approvedBy`. */
  readonly makers?: readonly MadeProperty[];
  /** Whether `x-vivarium` states the effects. Then they take precedence over the request. */
  readonly areEffectsStated: boolean;
}

export interface PropertyEffect {
  /** The names of the property and of the objects that contain it. */
  readonly path: readonly string[];
  /** What has to be sent, in plain form: `close` as `state_event`. */
  readonly when?: { readonly from: SentValue; readonly is: string };
  readonly to: /** The value removes the property if it is undefined. */
    | { readonly type: 'value'; readonly value: Json | undefined }
    /** A value of the request, at a path in its body or of a parameter; not sent, it changes nothing. */
    | { readonly type: 'sent'; readonly from: SentValue }
    /** The list with what the request sends: a value, or a list of values. An object without its id gets the next one. */
    | {
        readonly type: 'add-to-list';
        readonly from: SentValue;
        readonly id?: { readonly property: string; readonly form: 'number' | 'text' | 'uuid' } | undefined;
      }
    /** The list without what the request names (by `by`, if by no usual property), or with what its body has at `sent` in it. */
    | {
        readonly type: 'remove-from-list' | 'change-in-list';
        readonly from: SentValue;
        readonly by?: string | undefined;
        readonly sent?: readonly string[];
      }
    /** The number with the sent one added to it, or taken from it. */
    | { readonly type: 'add-sent'; readonly from: SentValue; readonly sign: 1 | -1 }
    /** The flag with its other value. */
    | { readonly type: 'toggle' }
    | { readonly type: 'time'; readonly form: Timestamp['form'] }
    /** Adds to a number; a missing one counts as 0. The result is at least `minimum`. */
    | {
        readonly type: 'add';
        readonly amount: number;
        readonly minimum: number | undefined;
        /** The path of a flag: the number changes only if the action changes the flag. */
        readonly changed: readonly string[] | undefined;
      };
}

/**
 * A path in the body, or the position of a parameter. `inObject`: where an object has it that a client may send in place of it.
 * `ofFile`: the properties of what is made of a file.
 */
export type SentValue =
  | {
      readonly body: readonly string[];
      readonly inObject?: string | undefined;
      readonly ofFile?: ReadonlySet<string> | undefined;
    }
  | { readonly parameter: number };

export interface RequestMapping {
  /** The path to the item in the body; empty: the body is the item. */
  readonly path: readonly string[];
  /** Whether the body may be the item itself, too. */
  readonly isLoose?: boolean | undefined;
  /** The item's property for each property in the request. Others are kept if `isOpen`. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOpen: boolean;
  /** Properties in the request that the item has in one of its own properties, such as `attributes`. */
  readonly inner: { readonly property: string; readonly names: ReadonlyMap<string, string> } | undefined;
  /** Properties whose objects an update merges with those of the item: the attributes of JSON:API. */
  readonly merged?: readonly string[];
  /** Removes the properties that no response shows; undefined: there are none. */
  readonly strip: ((value: Json) => Json) | undefined;
  /** Query parameters, and path parameters of a creation, that set properties of the item: those of the path whatever the body has. */
  readonly parameters: readonly {
    readonly parameter: number;
    readonly property: string;
    readonly isInPath?: boolean;
  }[];
  /** Properties of the item that state facts about the file that is sent. */
  readonly aboutFile?: readonly string[];
  /** The property of a body with the id of an item that has it in an inner object. */
  readonly idName?: string;
  /** Whether the document's schema is a list of JSON Patch operations, regardless of the media type. */
  readonly isPatchList: boolean;
}

/** The views in other JSON types of the response, where these have another schema. */
type OtherViews<View> = ReadonlyMap<object, View> | undefined;

export interface ItemView {
  readonly beside?: readonly ListBeside[] | undefined;
  readonly others?: OtherViews<ItemView>;
  readonly fields?: readonly FieldChoice[] | undefined;
  /** The path to the item; empty: the body is the item itself. */
  readonly path: readonly string[];
  /** Whether the item is the only element of a list, or one of those that a bulk operation changes. */
  readonly isInList: boolean;
  /** If it is undefined, the item is represented as it is stored. */
  readonly projection: Projection | undefined;
  /** Whether the body shows something else than the item: it is that of an operation without state. */
  readonly isOther?: boolean;
  /** The path to the number of items that a bulk operation changed, if the body has it in place of them. */
  readonly count?: readonly string[] | undefined;
  /** The property of the item that the body shows in place of the item. */
  readonly part?: PartView | undefined;
  /** Where the body has a token of the item: that of a login. */
  readonly token?: { readonly path: readonly string[]; readonly check: Check } | undefined;
}

export interface PartView {
  readonly property: string;
  /** Whether the body shows one element: that in the path, else the last. */
  readonly isLast?: boolean;
  /** What is shown if the item has no such property; undefined: a generated value. */
  readonly missing: Json | undefined;
}

export const showsItems = ({ view }: Binding): boolean =>
  !('isOther' in view && view.isOther === true) &&
  !('part' in view && view.part !== undefined) &&
  !('count' in view && view.count !== undefined) &&
  !('one' in view);

/** Whether an operation shows what is stored, or may change it: `GET /orders/{id}/invoice` does neither. */
export const isStateful = (binding: Binding): boolean => {
  const { action, view } = binding;
  if (!('isOther' in view && view.isOther === true) || view.token !== undefined) return true;
  const sets =
    action === 'act' && (binding.effects.length > 0 || binding.mapping.isOpen || binding.mapping.names.size > 0);
  return sets || (action !== 'act' && action !== 'read');
};

/** The action, as people see it: a list that only counts its items is a count, and one that shows the first alone a read. */
export const actionOf = ({ action, view }: Binding): ActionName | 'count' =>
  'one' in view ? 'read' : action === 'list' && view.count !== undefined ? 'count' : action;
