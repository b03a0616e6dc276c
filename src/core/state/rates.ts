/** How many requests the faults with the effect `rate` have counted, for each credential. */
import { isJsonObject, type Json } from '../primitives/json.ts';
import { type Latest, latestAt, listLatest, noneLatest, withLatest, withSameLatest } from '../primitives/latest.ts';
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

type Rates = Latest<RateWindow>;

/** A window that begins is the latest. */
const withWindow = (rates: Rates, window: RateWindow): Rates =>
  latestAt(rates, window.id)?.since === window.since
    ? withSameLatest(rates, window.id, window)
    : withLatest(rates, window.id, window, { maxValues: maxWindows });

const partName = 'rates';

export const ratesPart = definePart<Rates>({
  name: partName,
  start: () => noneLatest,
  apply: (rates, change) => withWindow(rates, change as unknown as RateWindow),
  save: (rates) => {
    const windows = listLatest(rates).map(({ value: { id, since, count } }) => ({
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
      noneLatest,
    ),
});

/** The window with this request in it: a new one, if the last has ended. */
export const countedIn = (state: State, id: string, perMs: number, now: number): RateWindow => {
  const rates = valueOfPart<Rates>(state, partName);
  const window = rates && latestAt(rates, id);
  const isOpen = window !== undefined && now >= window.since && now < window.since + perMs;
  return isOpen ? { id, since: window.since, count: window.count + 1 } : { id, since: now, count: 1 };
};

export const countRate = (window: RateWindow): Change => ({
  type: 'part',
  part: partName,
  change: window as unknown as Json,
});
