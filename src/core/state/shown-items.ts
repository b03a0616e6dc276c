/** What an upstream showed of the items of a world: it decides what is compared with its next responses. */
import type { JsonObject } from '../primitives/json.ts';
import { deleteFrom, emptySortedMap, getFrom, type SortedMap, setIn, valuesOf } from '../primitives/sorted-map.ts';

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
  /** The exchange with a list that showed its place among the items of this list. */
  readonly list?: number | undefined;
}

/** Removed items that are remembered, the last ones. */
const maxRemoved = 1000;

export class ShownItems {
  /** By the names of collections, and then by the keys of items. */
  readonly #items: Map<string, SortedMap<string, KeyedItem>>;
  readonly #removed: Set<string>;

  constructor(
    items: ReadonlyMap<string, SortedMap<string, KeyedItem>> = new Map(),
    removed: ReadonlySet<string> = new Set(),
  ) {
    this.#items = new Map(items);
    this.#removed = new Set(removed);
  }

  get(collection: string, key: string): ShownItem | undefined {
    const items = this.#items.get(collection);
    return items && getFrom(items, key)?.[1];
  }

  wasRemoved(collection: string, key: string): boolean {
    return this.#removed.has(nameOf(collection, key));
  }

  /** Undefined: the upstream removed it. */
  set(collection: string, key: string, shown: ShownItem | undefined): void {
    this.forget(collection, key);
    if (shown === undefined) {
      this.#removed.add(nameOf(collection, key));
      if (this.#removed.size > maxRemoved) this.#removed.delete(this.#removed.values().next().value as string);
    } else this.#items.set(collection, setIn(this.#items.get(collection) ?? emptySortedMap(), key, [key, shown]));
  }

  /** Forgets an item; without a key, all items of the collection. */
  forget(collection: string, key?: string): void {
    if (key === undefined) {
      this.#items.delete(collection);
      return;
    }
    this.#removed.delete(nameOf(collection, key));
    const items = this.#items.get(collection);
    if (items !== undefined && getFrom(items, key) !== undefined) this.#items.set(collection, deleteFrom(items, key));
  }

  copy(): ShownItems {
    return new ShownItems(this.#items, this.#removed);
  }

  /** Lists all for the snapshot of a world. */
  list(): ListedShown {
    return {
      items: [...this.#items].map(([collection, items]) => [collection, [...valuesOf(items)]]),
      removed: [...this.#removed],
    };
  }

  static from({ items, removed }: ListedShown): ShownItems {
    const maps = items.map(
      ([collection, shown]) =>
        [
          collection,
          shown.reduce((map, item) => setIn(map, item[0], item), emptySortedMap<string, KeyedItem>()),
        ] as const,
    );
    return new ShownItems(new Map(maps), new Set(removed));
  }
}

type KeyedItem = readonly [key: string, shown: ShownItem];

export interface ListedShown {
  readonly items: readonly (readonly [collection: string, items: readonly KeyedItem[]])[];
  readonly removed: readonly string[];
}

const nameOf = (collection: string, key: string): string => `${collection} ${key}`;
