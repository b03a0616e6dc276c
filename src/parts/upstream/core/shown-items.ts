/** What an upstream showed of the items of a world: it decides what is compared with its next responses. */
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
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
import { type Change, definePart, type State, valueOfPart } from '../../../core/state/state.ts';

/** An item that the upstream showed, or confirmed. */
export interface ShownItem {
  /** The properties that requests through this world have sent, with their values, as far as the upstream shows no others. */
  readonly sent: JsonObject;
  /** The number of the exchange that showed it first. */
  readonly since: number;
  /** Whether it was created then, while no other write was under way: it is younger than every item that was shown before. */
  readonly isCreated: boolean;
  /** It may have properties that it lost: a write of it has overtaken another one, or a read. */
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

/** What is known of an item from now on. */
interface Showing {
  readonly collection: string;
  readonly key: string;
  /** If it is undefined, the upstream removed it. */
  readonly shown?: ShownItem | undefined;
}

const partName = 'shown';

const none: ShownItems = { items: new Map(), removed: noneLatest };

const nameOf = (collection: string, key: string): string => `${collection} ${key}`;

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
  if (shown === undefined)
    return { items, removed: withLatest(removed, nameOf(collection, key), true, { maxValues: maxRemoved }) };
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
      removed: removed.reduce<Latest<true>>(
        (map, id) => withLatest(map, id, true, { maxValues: maxRemoved }),
        noneLatest,
      ),
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
