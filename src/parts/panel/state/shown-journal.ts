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

/**
 * Puts exchanges at their places in a list, oldest first, of which the newest are kept. `added`: those that are new and not pending,
 * because history and events overlap.
 */
export const merge = (known: readonly Entry[], batch: readonly Entry[]) => {
  const all = [...known];
  const added = batch.filter((entry) => insert(all, entry));
  const excess = Math.max(0, all.length - capacity);
  return { shown: all.slice(excess), added, excess };
};

/** Puts an entry at its place, which is near the end. Returns whether it is new, and has ended. */
const insert = (entries: Entry[], entry: Entry): boolean => {
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
};
