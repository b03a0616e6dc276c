/** The names of the worlds of one drill. */
import type { Worlds } from '../../world/worlds.ts';

/** None is given twice: what a run has left behind must not reach the world of another one. */
export class WorldNames implements Iterable<string> {
  readonly #worlds: Worlds;
  readonly #given = new Set<string>();
  #number = 0;

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  next(): string {
    let name: string;
    do name = `drill-${++this.#number}`;
    while (this.#worlds.get(name) !== undefined);
    this.#given.add(name);
    return name;
  }

  has(name: string): boolean {
    return this.#given.has(name);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#given.values();
  }
}
