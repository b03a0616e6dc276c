/** The traffic of the present world as signals, updated once per frame. */
import { batch, computed, signal } from '@preact/signals';
import type { ExchangeSummary, HeldResponse, UnansweredRequest } from '../api/panel-client.ts';
import { Rates } from './request-rates.ts';
import { capacity, type Entry, merge } from './shown-journal.ts';
import { filterFrom, select } from './traffic-filter.ts';
import { route } from './view-route.ts';

export const rates = new Rates();

/** Oldest first. */
export const entries = signal<readonly Entry[]>([]);
/** The number of exchanges that the world had and the list has not. */
export const dropped = signal(0);

const take = (batch: readonly Entry[]) => {
  const { added, shown, excess } = merge(entries.peek(), batch);
  rates.add(added);
  entries.value = shown;
  dropped.value += excess;
};

export const filter = computed(() => filterFrom(route.value.query));

/** The entries when the list was paused. */
const snapshot = signal<{ readonly entries: readonly Entry[]; readonly newest: number } | undefined>(undefined);
export const isPaused = computed(() => snapshot.value !== undefined);

/** Requests that have waited for the real service for a moment. They have no exchange yet, so their ids are negative. */
const sent = signal<readonly Entry[]>([]);
const sentTimers = new Map<number, ReturnType<typeof setTimeout>>();
/** Any sooner, a fast response would let the row flash. */
const shownAfterMs = 200;

export const addSent = ({ number, elapsedMs, ...summary }: UnansweredRequest, world: string): void => {
  const pendingSince = Date.now() - elapsedMs;
  const rest = { query: '', status: 0, origin: 'upstream', violations: [], faults: [], durationMs: 0 } as const;
  const show = () => {
    sent.value = [...sent.value, { ...summary, ...rest, id: -number, world, arrived: undefined, pendingSince }];
  };
  sentTimers.set(number, setTimeout(show, shownAfterMs - elapsedMs));
};

export const removeSent = (number: number): void => {
  clearTimeout(sentTimers.get(number));
  sentTimers.delete(number);
  if (sent.value.some(({ id }) => id === -number)) sent.value = sent.value.filter(({ id }) => id !== -number);
};

export const clearSent = (): void => {
  for (const number of [...sentTimers.keys()]) removeSent(number);
};

/** The shown entries, newest first. */
export const shown = computed(() => select(snapshot.value?.entries ?? [...entries.value, ...sent.value], filter.value));

/** The number of entries since the list was paused. */
export const waiting = computed(() => {
  const paused = snapshot.value;
  if (paused === undefined) return 0;
  return entries.value.length - 1 - entries.value.findLastIndex(({ id }) => id <= paused.newest);
});

export const pending = computed(() => [
  ...entries.value.filter(({ pendingSince }) => pendingSince !== undefined),
  ...sent.value,
]);

/** The newest exchanges; first those that wait, which are what somebody looks for. */
export const latest = (count: number): readonly Entry[] => {
  const ended = entries.value.filter(({ pendingSince }) => pendingSince === undefined);
  return [...pending.value.toReversed(), ...ended.slice(-count).toReversed()].slice(0, count);
};

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
    entries.value = [];
    dropped.value = 0;
    clearSent();
    epoch = undefined;
    queue = [];
    rates.clear();
    snapshot.value = undefined;
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
export const newestId = (): number => entries.peek().at(-1)?.id ?? 0;

/** Adds the earlier exchanges of the journal. `total`: how many it has; undefined: those after a reconnection. */
export const addHistory = (history: readonly Entry[], total = history.length): void =>
  batch(() => {
    take(history);
    dropped.value += total - history.length;
  });

/** The exchanges that end while the list of pending ones is loaded. */
let ended: Set<number> | undefined;

/** Loads the responses that are held back. `offsetMs`: the world time minus the reader's; undefined: their times say nothing. */
export const loadHeld = async (
  world: string,
  offsetMs: number | undefined,
  read: () => Promise<readonly HeldResponse[] | undefined>,
): Promise<void> => {
  const own = new Set<number>();
  ended = own;
  const held = (await read()) ?? [];
  for (const response of held) if (!own.has(response.exchange)) enqueueHeld(response, world, offsetMs);
  if (ended === own) ended = undefined;
};

let queue: Entry[] = [];
let isScheduled = false;

/** Adds an exchange that has ended. A thousand in a second cost one update per frame. */
export const enqueue = (exchange: ExchangeSummary): void => {
  ended?.add(exchange.id);
  add({ ...exchange, arrived: Date.now() });
};

export const enqueueHeld = (
  { exchange, due: _due, ...summary }: HeldResponse,
  world: string,
  offsetMs?: number,
): void =>
  add({
    ...summary,
    id: exchange,
    world,
    query: '',
    origin: 'simulation',
    violations: [],
    durationMs: 0,
    arrived: undefined,
    pendingSince: offsetMs === undefined ? Date.now() : Date.parse(summary.at) - offsetMs,
  });

const add = (entry: Entry) => {
  queue.push(entry);
  // There are no frames while the page is hidden. The waiting exchanges are then bounded like the list.
  if (queue.length > 2 * capacity) flush();
  else if (!isScheduled) {
    isScheduled = true;
    if (document.hidden) setTimeout(flush, 1000);
    else requestAnimationFrame(flush);
  }
};

const flush = () => {
  isScheduled = false;
  if (queue.length === 0) return;
  const added = queue;
  queue = [];
  batch(() => {
    take(added);
    arrived.value = added;
  });
};

/** The entries that came last, at the same time. */
export const arrived = signal<readonly Entry[]>([]);
