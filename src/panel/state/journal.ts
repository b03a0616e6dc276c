/** The exchanges that the panel holds: a bounded list, in the order of their numbers. */
import type { ExchangeSummary } from '../api/types.ts';

export interface Entry extends ExchangeSummary {
  /** When it reached the panel, in real time (ms); undefined for one whose real time is unknown. */
  readonly arrived: number | undefined;
}

/** More than anyone scrolls through, and little enough to filter between two frames. */
export const capacity = 5000;

/** Beyond the capacity by so much before the oldest are cut off: not a copy for each exchange. */
const slack = 500;

export class EntryList {
  #entries: Entry[] = [];
  #dropped = 0;

  /** The oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries.length > capacity ? this.#entries.slice(-capacity) : this.#entries;
  }

  get size(): number {
    return Math.min(this.#entries.length, capacity);
  }

  /** How many have left the list since it was cleared. */
  get dropped(): number {
    return this.#dropped + Math.max(0, this.#entries.length - capacity);
  }

  /** Answers those that it did not have yet: history and events overlap. */
  add(batch: readonly Entry[]): readonly Entry[] {
    const added = batch.filter((entry) => this.#insert(entry));
    const excess = this.#entries.length - capacity;
    if (excess > slack) {
      this.#entries.splice(0, excess);
      this.#dropped += excess;
    }
    return added;
  }

  /** A held-back response ends after later ones: its place is sought from the end. */
  #insert(entry: Entry): boolean {
    const entries = this.#entries;
    let index = entries.length;
    while (index > 0 && (entries[index - 1] as Entry).id > entry.id) index--;
    // Told twice, after a reconnection.
    if (index > 0 && (entries[index - 1] as Entry).id === entry.id) {
      entries[index - 1] = entry;
      return false;
    }
    entries.splice(index, 0, entry);
    return true;
  }

  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
  }
}
