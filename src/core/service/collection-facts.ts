/** The collections of a service: what their items are like, what they have of other items, and what responses show of them. */
import type { Json, JsonObject } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import type { TimeForm } from '../primitives/time-notation.ts';
import type { Check, Complete, Generate, WithDefaults } from './check.ts';
import type { Named } from './names.ts';

export interface StatedValue {
  readonly property: string;
  /** A missing property has `false` and null too. */
  readonly value: string | boolean | null;
}

export interface Related {
  readonly property: string;
  /** The collection with the other items; undefined if none is known. */
  readonly collection: string | undefined;
}

interface Relations {
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
  /** Properties with the number of some of these items, which no request can set: `doneTaskCount`. */
  readonly parts?: readonly string[] | undefined;
  /** Such properties that a request may set: they agree with the number in generated items. */
  readonly sent?: readonly string[] | undefined;
  /** Whether it has the items themselves, as they are stored. */
  readonly isList?: boolean | undefined;
  /** Whether its elements are the items below its item: who sets the list, sets them. */
  readonly isPlaced?: boolean | undefined;
  /** The value of the property without any of them, if it shows the last one alone. */
  readonly isLast?: 'null' | 'absent' | undefined;
  /** Whether they name an owner that has parents by its id alone. */
  readonly isShallow?: boolean | undefined;
  /** Their property of which it has the average (`averageRating`), and what it is without any of them. */
  readonly averaged?: { readonly property: string; readonly none: Json } | undefined;
  /** What is stated of those that are counted: `openIssues` are those whose state is `open`. */
  readonly where?: StatedValue | undefined;
}

type NewName = (collection: string) => string;

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

/** A kind of resource. Scenarios fill collections by name. */
export interface CollectionSpec extends Named {
  /** `singleton`: one item per parent (or one in total), without an id. */
  readonly kind: 'list' | 'singleton';
  /** A singleton that no operation can create or delete: if none is stored, it is generated. */
  readonly isAlwaysPresent: boolean;
  /** The property that identifies an item; undefined if there is none: then clients do not see the key. */
  readonly idProperty: string | undefined;
  /** Other properties by which a path may identify an item: `{id_or_slug}`. */
  readonly aliases: readonly string[];
  /** Whether a path without all of the parents finds an item by its id: new ids are then unique under all parents. */
  readonly isFoundAnywhere: boolean;
  /** `integer` ids count up, also as text (`integer-text`); others are generated. */
  readonly idType: 'integer' | 'integer-text' | 'string';
  /** Where ids that count up begin; default: 1. */
  readonly firstId?: number | undefined;
  /** All ids that the document allows; undefined if it does not list them. */
  readonly idValues: readonly Json[] | undefined;
  /** Generates an id that the path accepts, if no property is the id. */
  readonly generateId: Generate | undefined;
  /** The parents of an item, outermost first; empty for a top-level collection. */
  readonly parents: readonly Parent[];
  /** The collection of the innermost parent. Undefined: none holds the parents, and items may be present under every one. */
  readonly parentCollection: string | undefined;
  /** The collection of the same items without parents: a tag in `/contacts/{id}/tags` is one of `/tags`. Undefined: there is none. */
  readonly original: string | undefined;
  /** Whether requests name it by an id of its own, as the `user_id` of a member: then it has what they leave out. */
  readonly namesOriginal?: boolean;
  /** Collections whose items are children of an item of this one: they are deleted with it. */
  readonly children: readonly string[];
  /** Properties with an index, because a list filters by them. */
  readonly indexed: readonly string[];
  /** Checks a whole item in the format of `data` and the control API, without `$parent` and `$id`. */
  readonly check: Check;
  /** Checks an item by its schema alone: the same function as the check of a response with this schema. */
  readonly checkValue: Check;
  readonly complete: Complete;
  readonly withDefaults: WithDefaults;
  /** Whether the item's schema, its path and its responses accept the id. */
  readonly acceptsId: (id: Json, budget?: StepBudget) => boolean;
  /** The representations of an item in responses with another schema. */
  readonly views: readonly Projection[];
  /** Generates a whole item. The caller sets its id and the properties that refer to its parents. */
  readonly generate: Generate;
  /** The properties that the item schema declares. */
  readonly properties: ReadonlySet<string>;
  /** The properties that every item must have: by its schema, by the responses that show it, and its id. */
  readonly required: readonly string[];
  /** The properties that no client sends, required or not. */
  readonly readOnly: readonly string[];
  /** Required lists that no request can set: a new item has some of their items. */
  readonly filledLists: readonly string[];
  /** What a new item has of its own: counts of 0, and lists to which elements are added at a path of their own. */
  readonly initial: () => JsonObject;
  /** What no creation can state, as it usually begins: a status, flags, and what others count. */
  readonly usual?: (() => JsonObject) | undefined;
  /** Counts, in items of other collections, of its own items. */
  readonly countedBy: readonly ItemCount[];
  /** Properties with the creation time and with the time of the last change, set unless the request provides them. */
  readonly timestamps: { readonly created: readonly Timestamp[]; readonly updated: readonly Timestamp[] };
  /** Properties with the path of the item itself, set unless the request provides them. */
  readonly addresses: readonly ItemAddress[];
  /** A text that joins the owner and the name of an item. */
  readonly joined?: JoinedText;
  /** The property with the number of an item among those of its parents, which no request sets. */
  readonly numbered?: string;
  /** The path of an item, as in `addresses`; undefined: no path leads to one. */
  readonly path?: () => ItemAddress['parts'] | undefined;
  /** What its items have of other items. Found on first use. */
  readonly relations: () => Relations;
  /** Where its items have their names, if they are users; undefined if not. Found on first use. */
  readonly persons?: () => Persons | undefined;
  /** Whether a response that shows an item documents its `ETag`. */
  readonly isTagged?: boolean;
  readonly tagProperty?: string | undefined;
  /** The states that its items pass through by themselves, unless a scenario says otherwise. */
  readonly lifecycles?: readonly DeclaredLifecycle[];
  /** The facts of a property that a lifecycle sets; undefined if the item schema does not declare it. */
  readonly factsOf?: (property: string) => PropertyFacts | undefined;
  /** Whole items and ids from the document's examples. Generated data starts with them. */
  readonly examples: readonly JsonObject[];
  readonly exampleIds: readonly Json[];
  /** Ids that the document's examples create, as texts. Generated data use them only for items of the document's examples. */
  readonly reservedIds: readonly string[];
}

/** The properties of users with their name (or its parts), the name with which they log in, their address and their picture. */
export interface Persons {
  /** Whether an operation shows the one who sends it: `GET /me`. */
  readonly isShown: boolean;
  /** Whether it shows the first one to everybody, since nothing says that it needs a credential. */
  readonly isOpen: boolean;
  readonly name: readonly string[];
  readonly login: string | undefined;
  readonly email: string | undefined;
  readonly picture: string | undefined;
}

/** A property with the path of its own item: `"uri": "/channels/42"`. */
export interface ItemAddress {
  readonly property: string;
  /** Where an object in the property has it: `self`, `href` of `_links`. Absent: the property itself has it. */
  readonly inner?: readonly string[];
  /** Texts, and between them positions in the ids of the parents and of the item: `['/channels/', 0]`. */
  readonly parts: readonly (string | number)[];
}

/** A property that joins others: the `full_name` of `owner.login` and `name`. */
export interface JoinedText {
  readonly property: string;
  readonly from: readonly string[];
}

export interface Timestamp {
  readonly name: string;
  readonly form: TimeForm;
}

export interface PropertyFacts {
  readonly values: readonly Json[] | undefined;
  /** The notation of its time; undefined if it has none. */
  readonly time: TimeForm | undefined;
}

/** The states that an item passes through as time goes by. */
export interface Lifecycle {
  readonly property: string;
  /** Each has another value. An item whose property has none of them is at no step. */
  readonly steps: readonly LifecycleStep[];
  /** The value of an item that fails; undefined: the property has none for that. */
  readonly failure: Json | undefined;
}

export interface LifecycleStep {
  readonly is: Json;
  /** World time until the next step. */
  readonly forMs?: number | undefined;
  /** Reads of the item until the next step. */
  readonly polls?: number | undefined;
  /** What else is set when an item gets to this step. */
  readonly set: readonly StepEffect[];
}

/** What a step sets, as an action does without a request. */
export interface StepEffect {
  readonly path: readonly string[];
  readonly to:
    | { readonly type: 'value'; readonly value: Json }
    | { readonly type: 'time'; readonly form: TimeForm }
    | { readonly type: 'add'; readonly amount: number; readonly minimum: undefined; readonly changed: undefined };
}

export interface DeclaredLifecycle extends Lifecycle {
  readonly confidence: 'stated' | 'medium';
  readonly reason: string;
}

export interface Parent {
  /** The name of the path parameter, and of the property in `$parent`. */
  readonly name: string;
  /** The item's own property with the parent's id; undefined if it has none. */
  readonly property: string | undefined;
  readonly type: 'integer' | 'string';
  /** The parameter's documented example or default: the parent's id in generated data if no collection holds the parents. */
  readonly example: Json | undefined;
  /** All ids that the parameter takes, if its enum lists them: each has items of its own. */
  readonly values?: readonly Json[] | undefined;
}

/** The representation of an item in an operation whose schema differs from the collection's, or hides properties. */
export interface Projection {
  /** The properties that its schema declares. With `isOpen`, others are included too. */
  readonly properties: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly required: readonly string[];
  /** The property with the item's id, which is never replaced. */
  readonly idProperty: string | undefined;
  /** A property of the response alone that names the item: `conversation_id` after `POST /conversations`. */
  readonly idAlias?: string | undefined;
  /** Properties of the response alone that confirm a change: `success`, `message`. */
  readonly confirming?: readonly string[];
  /** Items that it shows in place of their ids in the stored item. */
  readonly references?: () => readonly Reference[];
  /** Removes what no response shows: an item of the scenario may have it. */
  readonly strip?: ((value: Json) => Json) | undefined;
  readonly check: Check;
  readonly complete: Complete;
}
