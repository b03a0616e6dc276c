/** The traffic of the present world as signals, updated once per frame. */
import { batch, computed, signal } from '@preact/signals';
import type { ExchangeSummary } from '../api/types.ts';
import { filterFrom, select } from './filter.ts';
import { capacity, type Entry, EntryList } from './journal.ts';
import { Rates } from './rates.ts';
import { route } from './route.ts';

const list = new EntryList();
export const rates = new Rates();

/** Counts the changes of the list, which is changed in place. */
const version = signal(0);
export const filter = computed(() => filterFrom(route.value.query));

/** The entries when the list was paused. */
const snapshot = signal<{ readonly entries: readonly Entry[]; readonly newest: number } | undefined>(undefined);
export const isPaused = computed(() => snapshot.value !== undefined);

export const entries = computed<readonly Entry[]>(() => {
  version.value;
  return list.entries.slice();
});

/** The shown entries, newest first. */
export const shown = computed(() => select(snapshot.value?.entries ?? entries.value, filter.value));

/** The number of entries since the list was paused. */
export const waiting = computed(() => {
  const paused = snapshot.value;
  if (paused === undefined) return 0;
  const all = entries.value;
  let count = 0;
  while (count < all.length && (all[all.length - 1 - count] as Entry).id > paused.newest) count++;
  return count;
});

/** The number of entries that were removed from the list. */
export const dropped = computed(() => {
  version.value;
  return list.dropped;
});

export const pause = (): void => {
  snapshot.value = { entries: entries.value, newest: entries.value.at(-1)?.id ?? 0 };
};

export const resume = (): void => {
  snapshot.value = undefined;
};

/** The run of the world that the ids in the list belong to: they restart with a reset and with the server. */
let epoch: string | undefined;
export const knownEpoch = (): string | undefined => epoch;

export const forget = (): void => {
  batch(() => {
    list.clear();
    epoch = undefined;
    queue = [];
    rates.clear();
    snapshot.value = undefined;
    version.value++;
  });
};

/** Removes the exchanges of another epoch. Returns whether there was one. */
export const enterEpoch = (next: string | undefined): boolean => {
  const isOther = epoch !== undefined && epoch !== next;
  if (isOther) forget();
  epoch = next;
  return isOther;
};

/** The highest id in the list; 0 if it is empty. */
export const newestId = (): number => list.entries.at(-1)?.id ?? 0;

/** Adds the earlier exchanges of the journal. */
export const addHistory = (history: readonly Entry[]): void => {
  rates.add(list.add(history));
  version.value++;
};

let queue: Entry[] = [];
let isScheduled = false;

/** Adds an exchange. A thousand in a second cost one update per frame. */
export const enqueue = (exchange: ExchangeSummary): void => {
  queue.push({ ...exchange, arrived: Date.now() });
  // There are no frames while the page is hidden. The waiting exchanges are then bounded like the list.
  if (queue.length > 2 * capacity) flush();
  else if (!isScheduled) {
    isScheduled = true;
    if (document.hidden) setTimeout(flush, 1000);
    else requestAnimationFrame(flush);
  }
};

const flush = (): void => {
  isScheduled = false;
  if (queue.length === 0) return;
  const added = queue;
  queue = [];
  batch(() => {
    rates.add(list.add(added));
    version.value++;
  });
  for (const listener of listeners) listener(added);
};

type Listener = (added: readonly Entry[]) => void;
const listeners = new Set<Listener>();

/** Calls back with new entries, in batches. Returns a function that stops it. */
export const onTraffic = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
