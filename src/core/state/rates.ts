/** How many requests the faults with the effect `rate` have counted, for each credential. */
import { isJsonObject, type Json } from '../primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  sizeOf,
  valuesOf,
} from '../primitives/sorted-map.ts';
import { type Change, definePart, type State, valueOfPart } from './state.ts';

/** The requests of one credential that count for one fault. */
export interface RateWindow {
  /** A hash of the fault and the credential. */
  readonly id: string;
  /** World time of the first request that counted. */
  readonly since: number;
  readonly count: number;
}

const maxWindows = 10_000;

interface Placed extends RateWindow {
  readonly order: number;
}

interface Rates {
  readonly next: number;
  readonly byId: SortedMap<string, Placed>;
  readonly byOrder: SortedMap<number, Placed>;
}

const none: Rates = { next: 0, byId: emptySortedMap(), byOrder: emptySortedMap() };

/** A window that begins is the newest. */
const withWindow = (rates: Rates, window: RateWindow): Rates => {
  const before = getFrom(rates.byId, window.id);
  const isNew = before?.since !== window.since;
  const order = isNew ? rates.next : before.order;
  const cleared = before === undefined ? rates.byOrder : deleteFrom(rates.byOrder, before.order);
  const placed: Placed = { ...window, order };
  const byId = setIn(rates.byId, window.id, placed);
  const byOrder = setIn(cleared, order, placed);
  const oldest = sizeOf(byId) > maxWindows ? valuesOf(byOrder).next().value : undefined;
  return {
    next: isNew ? rates.next + 1 : rates.next,
    byId: oldest === undefined ? byId : deleteFrom(byId, oldest.id),
    byOrder: oldest === undefined ? byOrder : deleteFrom(byOrder, oldest.order),
  };
};

const partName = 'rates';

export const ratesPart = definePart<Rates>({
  name: partName,
  start: () => none,
  apply: (rates, change) => withWindow(rates, change as unknown as RateWindow),
  save: ({ byOrder }) => {
    const windows = [...valuesOf(byOrder)].map(({ id, since, count }) => ({
      ...{ id, count },
      since: new Date(since).toISOString(),
    }));
    return windows.length === 0 ? undefined : windows;
  },
  restore: (saved) =>
    (Array.isArray(saved) ? (saved as readonly Json[]) : []).reduce<Rates>(
      (rates, one) =>
        isJsonObject(one)
          ? withWindow(rates, { ...(one as unknown as RateWindow), since: Date.parse(String(one.since)) })
          : rates,
      none,
    ),
});

/** The window with this request in it: a new one, if the last has ended. */
export const countedIn = (state: State, id: string, perMs: number, now: number): RateWindow => {
  const rates = valueOfPart<Rates>(state, partName);
  const window = rates && getFrom(rates.byId, id);
  const isOpen = window !== undefined && now >= window.since && now < window.since + perMs;
  return isOpen ? { id, since: window.since, count: window.count + 1 } : { id, since: now, count: 1 };
};

export const countRate = (window: RateWindow): Change => ({
  type: 'part',
  part: partName,
  change: window as unknown as Json,
});
