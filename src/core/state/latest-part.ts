/** Parts of a state that remember the latest of some values, each with a world time: rates and replays. */
import { isJsonObject, type Json, type JsonObject, jsonLength } from '../primitives/json.ts';
import { type Latest, latestAt, listLatest, noneLatest, withLatest, withSameLatest } from '../primitives/latest.ts';
import { type Change, definePart, type PartStateKind, type State, valueOfPart } from './state.ts';

/** `time`: the property with the world time, which is saved as a text. `withValue`: puts a value among the latest. */
const latestPart = <Value>(
  name: string,
  time: keyof Value & string,
  withValue: (latest: Latest<Value>, value: Value) => Latest<Value>,
): { readonly kind: PartStateKind; readonly change: (value: object) => Change } => ({
  change: (value) => ({ type: 'part', part: name, change: value as unknown as Json }),
  kind: definePart<Latest<Value>>({
    name,
    start: () => noneLatest,
    apply: (latest, change) => withValue(latest, change as unknown as Value),
    save: (latest) => {
      const values = listLatest(latest).map(({ value }): JsonObject => {
        const { [time]: at, ...rest } = value as unknown as JsonObject;
        return { ...rest, [time]: new Date(at as number).toISOString() };
      });
      return values.length === 0 ? undefined : values;
    },
    restore: (saved) =>
      (Array.isArray(saved) ? (saved as readonly Json[]) : [])
        .filter(isJsonObject)
        .map((one) => ({ ...one, [time]: Date.parse(String(one[time])) }) as unknown as Value)
        .reduce(withValue, noneLatest),
  }),
});

/** The requests of one credential that count for one fault. */
interface RateWindow {
  /** A hash of the fault and the credential. */
  readonly id: string;
  /** World time of the first request that counted. */
  readonly since: number;
  readonly count: number;
}

const maxWindows = 10_000;

type Rates = Latest<RateWindow>;

/** Makes a window that begins the latest. */
const withWindow = (rates: Rates, window: RateWindow): Rates =>
  latestAt(rates, window.id)?.since === window.since
    ? withSameLatest(rates, window.id, window)
    : withLatest(rates, window.id, window, { maxValues: maxWindows });

/** How many requests the faults with the effect `rate` have counted, for each credential. */
export const { kind: ratesPart, change: countRate } = latestPart<RateWindow>('rates', 'since', withWindow);

/** The window with this request in it: a new one, if the last has ended. */
export const countedIn = (state: State, id: string, perMs: number, now: number): RateWindow => {
  const rates = valueOfPart<Rates>(state, 'rates');
  const window = rates && latestAt(rates, id);
  const isOpen = window !== undefined && now >= window.since && now < window.since + perMs;
  return isOpen ? { id, since: window.since, count: window.count + 1 } : { id, since: now, count: 1 };
};

/** A response as it was before faults. */
export interface KeptResponse {
  /** A hash of the operation, the credential and the key: what is saved shows no credential. */
  readonly id: string;
  /** A hash of what was sent: the path, the query and the body. */
  readonly sent: string;
  /** World time. */
  readonly at: number;
  readonly origin: 'success' | 'refusal' | 'handler';
  readonly status: number;
  readonly headers: readonly string[];
  /** If it is undefined, there is none. */
  readonly body?: { readonly mediaType: string; readonly value: Json } | undefined;
}

const maxKept = 10_000;
const maxBytes = 16 * 1_048_576;
const keptForMs = 86_400_000;

type Replays = Latest<KeptResponse>;

const sizeOfKept = ({ headers, body }: KeptResponse): number =>
  200 +
  headers.reduce((sum, text) => sum + text.length, 0) +
  (body === undefined ? 0 : jsonLength(body.value, maxBytes));

const withKept = (replays: Replays, kept: KeptResponse): Replays =>
  withLatest(replays, kept.id, kept, { maxValues: maxKept, maxSize: maxBytes }, sizeOfKept(kept));

/** The first responses to requests with an `Idempotency-Key`: a client that repeats such a request gets them again. */
export const { kind: replaysPart, change: keepResponse } = latestPart<KeptResponse>('replays', 'at', withKept);

/** Returns undefined if there is none, or it is too old. */
export const findReplay = (state: State, id: string, now: number): KeptResponse | undefined => {
  const replays = valueOfPart<Replays>(state, 'replays');
  const kept = replays && latestAt(replays, id);
  return kept === undefined || now - kept.at >= keptForMs ? undefined : kept;
};
