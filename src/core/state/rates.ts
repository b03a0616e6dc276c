/** How many requests the faults with the effect `rate` have counted, for each credential. */
import { type Latest, latestAt, withLatest, withSameLatest } from '../primitives/latest.ts';
import { latestPart } from './latest-part.ts';
import { type State, valueOfPart } from './state.ts';

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

export const { kind: ratesPart, change: countRate } = latestPart<RateWindow>(partName, 'since', withWindow);

/** The window with this request in it: a new one, if the last has ended. */
export const countedIn = (state: State, id: string, perMs: number, now: number): RateWindow => {
  const rates = valueOfPart<Rates>(state, partName);
  const window = rates && latestAt(rates, id);
  const isOpen = window !== undefined && now >= window.since && now < window.since + perMs;
  return isOpen ? { id, since: window.since, count: window.count + 1 } : { id, since: now, count: 1 };
};
