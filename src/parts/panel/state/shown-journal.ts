/** The exchanges in the panel: a bounded list, ordered by id. */
import type { ExchangeSummary } from '../api/panel-client.ts';

export interface Entry extends ExchangeSummary {
  /** When it reached the panel, in real time (ms). Undefined if that is not known. */
  readonly arrived: number | undefined;
  /** When its request came, in real time (ms), while its response is held back or under way. */
  readonly pendingSince?: number;
}

/** The capacity: more than anyone scrolls through, and few enough to filter within two frames. */
export const capacity = 5000;

export class EntryList {
  #entries: Entry[] = [];
  #dropped = 0;

  /** The entries, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The number of entries removed since the list was cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds exchanges. Returns those that are new and not pending, because history and events overlap. */
  add(batch: readonly Entry[]): readonly Entry[] {
    const added = batch.filter((entry) => this.#insert(entry));
    const excess = this.#entries.length - capacity;
    if (excess > 0) {
      this.#entries.splice(0, excess);
      this.#dropped += excess;
    }
    return added;
  }

  /** Puts an entry at its place, which is near the end. Returns whether it is new, and has ended. */
  #insert(entry: Entry): boolean {
    const entries = this.#entries;
    const isPending = entry.pendingSince !== undefined;
    let index = entries.length;
    while (index > 0 && (entries[index - 1] as Entry).id > entry.id) index--;
    const same = entries[index - 1];
    if (same?.id === entry.id) {
      // It ends, or it was received twice, after a reconnection.
      entries[index - 1] = isPending ? { ...same, pendingSince: entry.pendingSince as number } : entry;
      return same.pendingSince !== undefined && !isPending;
    }
    entries.splice(index, 0, entry);
    return !isPending;
  }

  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
  }
}
