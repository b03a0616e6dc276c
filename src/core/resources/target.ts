import type { Collection } from '../state/collection.ts';

/** The collection that a request acts on, and the parents in its path. */
export interface Target {
  readonly collection: Collection;
  /** The ids of the parents. */
  readonly parents: readonly string[];
}

/** The target of a list. Without `parents`, it lists the items of all parents. */
export interface ListTarget {
  readonly collection: Collection;
  readonly parents: readonly string[] | undefined;
}
