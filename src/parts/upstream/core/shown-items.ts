/** What an upstream showed of the items of a world, and what requests sent of them: it decides what is compared with its next responses. */
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  pathTo,
  setAt,
  setProperty,
  valueAt,
} from '../../../core/primitives/json.ts';
import {
  type Latest,
  latestAt,
  listLatest,
  noneLatest,
  withLatest,
  withoutLatest,
} from '../../../core/primitives/latest.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  valuesOf,
} from '../../../core/primitives/sorted-map.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { readRequestProperties } from '../../../core/resources/request-properties.ts';
import { findAddressed, findById, type Target, targetAt, targetWith } from '../../../core/resources/target.ts';
import type { Binding } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Collection, Item } from '../../../core/state/collection.ts';
import { idText, parentsOf } from '../../../core/state/item-key.ts';
import { type Change, definePart, type State, valueOfPart } from '../../../core/state/state.ts';

/** An item that the upstream showed, or confirmed. */
export interface ShownItem {
  /** The properties that requests through this world have sent, with their values, as far as the upstream shows no others. */
  readonly sent: JsonObject;
  /** The number of the exchange that showed it first. */
  readonly since: number;
  /** Whether it was created then, while no other write was under way: it is younger than every item that was shown before. */
  readonly isCreated: boolean;
  /** Whether the item may show properties that it lost: a write of it has overtaken another one, or a read. */
  readonly isDoubtful?: boolean | undefined;
  /** What the upstream showed of an item that the world had before: its other properties are the world's own. Undefined: all is shown. */
  readonly names?: readonly string[] | undefined;
  /** The exchange with a list that showed its place among the items of this list. */
  readonly list?: number | undefined;
}

/** Removed items that are remembered, the last ones. */
const maxRemoved = 1000;

interface ShownItems {
  /** The items by the names of collections, and then by the keys of items. */
  readonly items: ReadonlyMap<string, SortedMap<string, KeyedItem>>;
  readonly removed: Latest<true>;
}

type KeyedItem = readonly [key: string, shown: ShownItem];

interface ListedShown {
  readonly items: readonly (readonly [collection: string, items: readonly KeyedItem[]])[];
  readonly removed: readonly string[];
}

interface Showing {
  readonly collection: string;
  readonly key: string;
  /** If it is undefined, the upstream removed it. */
  readonly shown?: ShownItem | undefined;
}

const partName = 'shown';
const removedBounds = { maxValues: maxRemoved };

const none: ShownItems = { items: new Map(), removed: noneLatest };

const nameOf = (collection: string, key: string) => `${collection} ${key}`;

/** Forgets an item; without a key, all items of the collection. */
const forget = (known: ShownItems, collection: string, key?: string): ShownItems => {
  const items = known.items.get(collection);
  if (key === undefined) {
    const others = [...known.items].filter(([name]) => name !== collection);
    return items === undefined ? known : { ...known, items: new Map(others) };
  }
  const removed = withoutLatest(known.removed, nameOf(collection, key));
  const isKnown = items !== undefined && getFrom(items, key) !== undefined;
  if (!isKnown) return removed === known.removed ? known : { ...known, removed };
  return { items: new Map(known.items).set(collection, deleteFrom(items, key)), removed };
};

const withShown = (known: ShownItems, { collection, key, shown }: Showing): ShownItems => {
  const { items, removed } = forget(known, collection, key);
  if (shown === undefined) return { items, removed: withLatest(removed, nameOf(collection, key), true, removedBounds) };
  const own = setIn(items.get(collection) ?? emptySortedMap<string, KeyedItem>(), key, [key, shown]);
  return { items: new Map(items).set(collection, own), removed };
};

/** Whoever changes an item otherwise changes it without the upstream, and the numbers that an upstream shows are its own. */
export const shownPart = definePart<ShownItems>({
  name: partName,
  isBrief: true,
  start: () => none,
  apply: (known, change) => withShown(known, change as unknown as Showing),
  edited: forget,
  holds: (known, collection, key) => itemOf(known, collection, key) !== undefined,
  save: ({ items, removed }) => {
    const listed: ListedShown = {
      items: [...items].map(([collection, own]) => [collection, [...valuesOf(own)]]),
      removed: listLatest(removed).map(({ id }) => id),
    };
    return listed.items.length + listed.removed.length === 0 ? undefined : (listed as unknown as Json);
  },
  restore: (saved) => {
    const { items, removed } = saved as unknown as ListedShown;
    return {
      items: new Map(
        items.map(([collection, own]) => [
          collection,
          own.reduce((map, item) => setIn(map, item[0], item), emptySortedMap<string, KeyedItem>()),
        ]),
      ),
      removed: removed.reduce<Latest<true>>((map, id) => withLatest(map, id, true, removedBounds), noneLatest),
    };
  },
});

const itemOf = ({ items }: ShownItems, collection: string, key: string): ShownItem | undefined => {
  const own = items.get(collection);
  return own && getFrom(own, key)?.[1];
};

const shownIn = (state: State): ShownItems => valueOfPart<ShownItems>(state, partName) ?? none;

export const shownItem = (state: State, collection: string, key: string): ShownItem | undefined =>
  itemOf(shownIn(state), collection, key);

/** The properties of an item of the world that are known from the upstream; undefined: it may have lost any of them. */
export const recordedOf = ({ isDoubtful, names }: ShownItem, value: JsonObject): JsonObject | undefined => {
  if (isDoubtful === true || names === undefined) return isDoubtful === true ? undefined : value;
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name] as Json]] : [])));
};

export const wasRemoved = (state: State, collection: string, key: string): boolean =>
  latestAt(shownIn(state).removed, nameOf(collection, key)) !== undefined;

export const showItem = (showing: Showing): Change => ({
  type: 'part',
  part: partName,
  change: showing as unknown as Json,
});

export const showsItem = (change: Change): boolean => change.type === 'part' && change.part === partName;

export interface LearnedItem {
  readonly key: string;
  /** The item as it is from now on. */
  readonly stored: JsonObject;
  /** The item as the response shows it; undefined: it shows no item. */
  readonly shown: JsonObject | undefined;
  /** Whether the world had it before. */
  readonly isOld: boolean;
  readonly before: ShownItem | undefined;
}

/** What is known of one response. */
export interface Learning {
  readonly exchange: number;
  readonly sent: SentValues;
  readonly isWrite: boolean;
  /** Whether the response shows the whole item. */
  readonly isReplacement: boolean;
  readonly isCreation: boolean;
  /** Whether another write was under way, which may have come first, or may come later. */
  readonly isOverlapped: boolean;
}

/** What is known of an item from now on. Undefined: no more than before. */
export const learnedOf = (
  { exchange, sent, isWrite, isReplacement, isCreation, isOverlapped }: Learning,
  { key, stored, shown, isOld, before }: LearnedItem,
): ShownItem | undefined => {
  // It may be gone already.
  if (isOverlapped && before === undefined) return undefined;
  const known = before ?? { sent: {}, since: exchange, isCreated: isCreation, ...(isOld && { names: [] }) };
  const confirmed = isOverlapped && isWrite ? {} : confirmedBy(stored, sent.of(known.sent, key));
  const now = equalsJson(confirmed, known.sent) ? known.sent : confirmed;
  const isDoubtful = isOverlapped || (known.isDoubtful === true && !isReplacement);
  const names = isReplacement ? undefined : withNames(known.names, shown);
  const isSame =
    known === before && now === known.sent && isDoubtful === (known.isDoubtful === true) && names === known.names;
  return isSame ? before : { ...known, sent: now, isDoubtful, names };
};

/** Forgets the items of deletions. */
export const learnedRemovals = ({ isOverlapped }: Learning, changes: readonly Change[]): readonly Change[] =>
  isOverlapped
    ? []
    : changes.flatMap((change) =>
        change.type === 'delete' ? [showItem({ collection: change.collection, key: change.key })] : [],
      );

/** The same list, if there is nothing new. */
const withNames = (known: ShownItem['names'], shown: JsonObject | undefined): ShownItem['names'] => {
  if (known === undefined || shown === undefined) return known;
  const added = Object.keys(shown).filter((name) => !known.includes(name));
  return added.length === 0 ? known : [...known, ...added];
};

/** The values that requests sent: of all that an item has, only these are compared by value. */
export class SentValues {
  readonly #own: JsonObject;
  /** The items as the simulation would have stored them, by their keys. */
  readonly #stored: ReadonlyMap<string, JsonObject>;

  /** `changes`: those of the simulation. */
  constructor(binding: Binding, input: Input, changes: readonly Change[]) {
    this.#own = sentBy(binding, input);
    this.#stored = new Map(
      changes.flatMap((change) =>
        change.type === 'put' && change.collection === binding.collection.name ? [[change.key, change.value]] : [],
      ),
    );
  }

  /**
   * What this request and those before it sent of an item, without what the simulation has changed. `key`: a new item has
   * another key in the simulation.
   */
  of(before: JsonObject, key: string): JsonObject {
    const stored = this.#stored.get(key) ?? (this.#stored.size === 1 ? [...this.#stored.values()][0] : undefined);
    const sent = mergeObjects(before, this.#own);
    return stored === undefined ? sent : confirmedBy(stored, sent);
  }
}

const nothing: JsonObject = {};

const sentBy = (binding: Binding, input: Input): JsonObject => {
  switch (binding.action) {
    case 'list':
    case 'read':
    case 'delete':
      return nothing;
    default: {
      if (binding.bulk !== undefined) return nothing;
      const { body } = input;
      return Array.isArray(body) ? patched(body) : readRequestProperties(binding.mapping, input);
    }
  }
};

const patched = (operations: readonly Json[]): JsonObject =>
  operations.filter(isJsonObject).reduce<JsonObject>((sent, operation) => {
    const [op, path, value] = ['op', 'path', 'value'].map((name) => getProperty(operation, name));
    if ((op !== 'add' && op !== 'replace') || typeof path !== 'string' || path === '') return sent;
    return setAt(sent, pathTo(path), value) as JsonObject;
  }, nothing);

/** The parts of what was sent that the value has too. The same object if these are all. */
const confirmedBy = (value: JsonObject, sent: JsonObject): JsonObject => confirmedProperties(value, sent) ?? nothing;

const confirmed = (value: Json | undefined, sent: Json): Json | undefined => {
  if (value === undefined) return undefined;
  if (isJsonObject(sent)) return isJsonObject(value) ? confirmedProperties(value, sent) : undefined;
  if (!Array.isArray(sent)) return equalsJson(value, sent) ? sent : undefined;
  if (!Array.isArray(value) || value.length !== sent.length) return undefined;
  const items = (sent as readonly Json[]).map((item, index) => {
    const kept = confirmed(value[index] as Json, item);
    return kept === undefined && isJsonObject(item) && isJsonObject(value[index]) ? nothing : kept;
  });
  if (items.includes(undefined)) return undefined;
  return items.every((item, index) => item === sent[index]) ? sent : (items as readonly Json[]);
};

const confirmedProperties = (value: JsonObject, sent: JsonObject): JsonObject | undefined => {
  const names = Object.keys(sent);
  const result: Record<string, Json> = {};
  let isWhole = true;
  for (const name of names) {
    const kept = confirmed(getProperty(value, name), sent[name] as Json);
    isWhole &&= kept === sent[name];
    if (kept !== undefined) setProperty(result, name, kept);
  }
  if (isWhole) return sent;
  return Object.keys(result).length === 0 ? undefined : result;
};

/** Returns undefined if the body shows none, and is not a list either. */
export const itemsIn = (binding: Binding, body: Json | undefined): readonly JsonObject[] | undefined => {
  const found = body === undefined ? undefined : valueAt(body, binding.view.path);
  if (Array.isArray(found)) return (found as readonly Json[]).filter(isJsonObject);
  return isJsonObject(found) && binding.action !== 'list' ? [found] : undefined;
};

/** The ids of the parents in the path, outermost first. */
export const pathParents = ({ parentParameters = [] }: Binding, { parameters }: Input): readonly string[] =>
  parentParameters.flatMap((index) => idText(parameters[index]) ?? []);

/** The id of the item in the path. */
export const keyText = (binding: Binding, { parameters }: Input): string | undefined =>
  'key' in binding && typeof binding.key === 'number' && binding.bulk === undefined
    ? idText(parameters[binding.key])
    : undefined;

export const findShown = (target: Target, shown: JsonObject, text: string | undefined): Item | undefined => {
  const { spec } = target.collection;
  if (spec.kind === 'singleton') return findById(target, undefined);
  const id = shownId(spec, shown);
  if (id !== undefined) return findById(target, id);
  const named = spec.aliases.map((path) => idText(valueAt(shown, path.split('.')))).find((one) => one !== undefined);
  const found = named === undefined ? undefined : findAddressed(target, named);
  return found ?? (text === undefined ? undefined : findAddressed(target, text));
};

const shownId = ({ idProperty }: CollectionSpec, shown: JsonObject): string | undefined =>
  idProperty === undefined ? undefined : idText(getProperty(shown, idProperty));

type Placed =
  /** The ids of all parents, outermost first. */
  | { readonly parents: readonly string[] }
  /** The ids of some of them, and that of the item. */
  | { readonly within: readonly string[]; readonly id: string };

/** Where a shown item belongs; undefined if the response does not tell. */
export const placeOf = (binding: Binding, shown: JsonObject, input: Input): Placed | undefined => {
  const { collection: spec } = binding;
  const path = pathParents(binding, input);
  const parents = path.length === spec.parents.length ? path : parentsOf(spec, shown);
  if (parents !== undefined) return { parents };
  const id = shownId(spec, shown);
  return spec.isFoundAnywhere && id !== undefined ? { within: path, id } : undefined;
};

/** The id of the only parent, in the object that an item shows of it: `"project": { "id": 1 }`. */
export const shownParent = (spec: CollectionSpec, shown: JsonObject): readonly string[] | undefined => {
  if (spec.parents.length !== 1 || spec.parentCollection === undefined) return undefined;
  const reference = spec
    .relations()
    .items.find(({ collection, isList }) => collection === spec.parentCollection && !isList);
  const id = reference && idText(valueAt(shown, [reference.property, reference.idProperty]));
  return id === undefined ? undefined : [id];
};

/** The item of the world that is shown; undefined if there is none. */
export const knownItem = (state: State, binding: Binding, shown: JsonObject, input: Input): Item | undefined => {
  const collection = state.collections.get(binding.collection.name) as Collection;
  const placed = placeOf(binding, shown, input);
  if (placed === undefined) return undefined;
  const target =
    'parents' in placed
      ? targetAt(state, collection, placed.parents)
      : targetWith(collection, placed.within, placed.id);
  return target === undefined || 'kind' in target ? undefined : findShown(target, shown, keyText(binding, input));
};
