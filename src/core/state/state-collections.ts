/** The collections of a state. Each is created when it is first read: a world costs the same for any number of them. */

import type { Collection } from './collection.ts';

/** The collections with which states start. They are immutable values, which states share. A `Map` is one. */
export type FirstCollections = Pick<ReadonlyMap<string, Collection>, 'keys' | 'get'>;

export class StateCollections implements Iterable<readonly [string, Collection]> {
  readonly #first: FirstCollections;
  /** The collections that were read or changed. */
  readonly #known: Map<string, Collection>;

  constructor(first: FirstCollections, known: ReadonlyMap<string, Collection> = new Map()) {
    this.#first = first;
    this.#known = new Map(known);
  }

  get(name: string): Collection | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const first = this.#first.get(name);
    if (first !== undefined) this.#known.set(name, first);
    return first;
  }

  set(name: string, collection: Collection): void {
    this.#known.set(name, collection);
  }

  /** The names of the collections, of which it creates none. */
  keys(): Iterable<string> {
    return this.#first.keys();
  }

  *[Symbol.iterator](): Generator<readonly [string, Collection], undefined> {
    for (const name of this.#first.keys()) yield [name, this.get(name) as Collection];
  }

  *values(): Generator<Collection, undefined> {
    for (const [, collection] of this) yield collection;
  }

  /** Changes of the copy leave this one as it is. */
  copy(): StateCollections {
    return new StateCollections(this.#first, this.#known);
  }
}
