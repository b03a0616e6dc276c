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

  add(batch: readonly Entry[]): void {
    for (const entry of batch) this.#insert(entry);
    const excess = this.#entries.length - capacity;
    if (excess <= slack) return;
    this.#entries.splice(0, excess);
    this.#dropped += excess;
  }

  /** A held-back response ends after later ones: its place is sought from the end. */
  #insert(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.length;
    while (at > 0 && (entries[at - 1] as Entry).id > entry.id) at--;
    // Told twice, after a reconnection.
    if (at > 0 && (entries[at - 1] as Entry).id === entry.id) entries[at - 1] = entry;
    else entries.splice(at, 0, entry);
  }

  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
  }
}
