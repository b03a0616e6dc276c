/** What the items of a collection have of other items. The document compiler finds it once; generated data, changes of items and `explain` read it. */

export interface StatedValue {
  readonly property: string;
  /** A missing property has `false` too. */
  readonly value: string | boolean;
}

export interface Related {
  readonly property: string;
  /** The collection with the other items; undefined if none is known. */
  readonly collection: string | undefined;
}

export interface Relations {
  /** Whole items in the item. */
  readonly items: readonly Reference[];
  /** Texts of items that it names by their ids. */
  readonly texts: readonly CopiedText[];
  /** What a new item says of the user who creates it; of several for one property, the first that fits. */
  readonly makers: readonly MadeProperty[];
  /** The number of the items below it, or these items. */
  readonly counts: readonly ItemCount[];
}

/** A property with another item in it, or with a list of them. A request may have their ids instead. */
export interface Reference extends Related {
  /** The object of the item with the property, and the object around the other item: `attributes.author.data`. */
  readonly inside?: string | undefined;
  readonly wrapper?: string | undefined;
  readonly isList: boolean;
  /** The property that identifies the other item, and whether it is a number. */
  readonly idProperty: string;
  readonly isNumber: boolean;
  /** The properties of the other item that are shown; undefined: all. */
  readonly properties: ReadonlySet<string> | undefined;
  /** The references of the other item as it is shown, where it has ids in place of items. */
  readonly inner?: readonly Reference[];
}

/** A text of another item beside its id: `teamName` beside `teamId` is the `name` of the team. */
export interface CopiedText extends Related {
  readonly collection: string;
  /** The property with the id of the other item. */
  readonly by: string;
  readonly source: string;
}

/** What an item has of a user: the property itself, or that of an object in it. */
export interface MadeProperty extends Related {
  readonly collection: string;
  readonly inner?: string;
  /** The properties of the user, joined. */
  readonly from: readonly string[];
}

/** A property with the number of items that belong to its item: `taskCount` of a project, and its tasks; or with these items: `tasks`. */
export interface ItemCount extends Related {
  /** The collection of the items with the property. */
  readonly owner: string;
  readonly collection: string;
  /** Their property with the id of the owner; undefined: the owner is their parent. */
  readonly by: string | undefined;
  /** Properties with the number of some of them, which no request can set: `doneTaskCount`. */
  readonly parts?: readonly string[] | undefined;
  /** Such properties that a request may set: they agree with the number in generated items. */
  readonly sent?: readonly string[] | undefined;
  /** Whether it has the items themselves, as they are stored. */
  readonly isList?: boolean | undefined;
  /** What it is without any, if it has the last one alone. */
  readonly isLast?: 'null' | 'absent' | undefined;
  /** Whether they name an owner that has parents by its id alone. */
  readonly isShallow?: boolean | undefined;
  /** What is stated of those that are counted: `openIssues` are those whose state is `open`. */
  readonly where?: StatedValue | undefined;
}

type NewName = (collection: string) => string;

/** What names collections, with other names of these. */
export const withNames = <Named extends { readonly collection: string | undefined }>(
  all: readonly Named[],
  newName: NewName,
): readonly Named[] =>
  all.map((one) => (one.collection === undefined ? one : { ...one, collection: newName(one.collection) }));

export const renameReferences = (references: readonly Reference[], newName: NewName): readonly Reference[] =>
  withNames(references, newName).map((one) =>
    one.inner === undefined ? one : { ...one, inner: renameReferences(one.inner, newName) },
  );

export const renameCounts = (counts: readonly ItemCount[], newName: NewName): readonly ItemCount[] =>
  withNames(counts, newName).map((count) => ({ ...count, owner: newName(count.owner) }));

export const renameRelations = ({ items, texts, makers, counts }: Relations, newName: NewName): Relations => ({
  items: renameReferences(items, newName),
  texts: withNames(texts, newName),
  makers: withNames(makers, newName),
  counts: renameCounts(counts, newName),
});
