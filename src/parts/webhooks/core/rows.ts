/** The webhooks and callbacks of a world: what waits to be sent, and what became of it. An immutable value. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  rankOf,
  type SortedMap,
  setIn,
  sizeOf,
  valuesOf,
} from '../../../core/primitives/sorted-map.ts';

export type SignatureKind = 'standard' | 'github' | 'stripe' | 'none';

export interface WebhookAttempt {
  /** World time. */
  readonly at: number;
  /** Null: there was no response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Where the response breaks the interface; one sentence each. */
  readonly violations?: readonly string[] | undefined;
}

export interface WebhookRow {
  readonly number: number;
  /** Also the `webhook-id`, which stays the same. */
  readonly id: string;
  readonly webhook: string;
  readonly method: string;
  readonly url: string;
  readonly mediaType: string;
  /** Empty: none. */
  readonly body: string;
  readonly secret?: string | undefined;
  readonly signature: SignatureKind;
  /** A fault signs it wrongly. */
  readonly flaw?: 'bad-signature' | 'old-timestamp' | undefined;
  /** A fault lets the next one to the same receiver overtake. */
  readonly isLate?: boolean | undefined;
  /** A fault sends it no earlier; world time. */
  readonly notBefore?: number | undefined;
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped';
  /** World time of the next attempt; null: there is none, or an earlier row to the same receiver goes first. */
  readonly due: number | null;
  readonly attempts: readonly WebhookAttempt[];
  /** The number of the exchange that caused it; null: none did. */
  readonly cause: number | null;
}

export interface WebhookRows {
  readonly next: number;
  readonly rows: SortedMap<number, WebhookRow>;
  /** The rows by due time and number. */
  readonly due: SortedMap<string, number>;
  /** The rows without an attempt by receiver and number: each waits for the one before it. */
  readonly lanes: SortedMap<string, number>;
  readonly finished: SortedMap<number, number>;
  /** Receivers that responded with 410. */
  readonly ended: readonly string[];
  /** The items whose address a page of another origin has set. */
  readonly foreign: readonly string[];
}

export const noRows: WebhookRows = {
  ...{ next: 1, rows: emptySortedMap(), due: emptySortedMap(), lanes: emptySortedMap() },
  ...{ finished: emptySortedMap(), ended: [], foreign: [] },
};

const maxWaiting = 1000;
const maxFinished = 1000;
/** World time until each repetition. */
const delays: readonly number[] = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000];

const isOpen = ({ state }: WebhookRow) => state === 'waiting' || state === 'sending';
const padded = (number: number | null, length: number) => String(number).padStart(length, '0');
const dueKey = ({ due, number }: WebhookRow) => `${padded(due, 15)}:${padded(number, 10)}`;
const laneKey = ({ url, number }: WebhookRow) => `${url}\n${padded(number, 10)}`;
const isInLane = (row: WebhookRow) => isOpen(row) && row.attempts.length === 0;

const put = (rows: WebhookRows, row: WebhookRow): WebhookRows => {
  const before = getFrom(rows.rows, row.number);
  const due = before === undefined || before.due === null ? rows.due : deleteFrom(rows.due, dueKey(before));
  const { number } = row;
  return {
    ...rows,
    rows: setIn(rows.rows, number, row),
    due: row.due === null ? due : setIn(due, dueKey(row), number),
    lanes: isInLane(row) ? setIn(rows.lanes, laneKey(row), number) : deleteFrom(rows.lanes, laneKey(row)),
    finished: isOpen(row) ? deleteFrom(rows.finished, number) : setIn(rows.finished, number, number),
  };
};

const withoutOldest = (rows: WebhookRows): WebhookRows => {
  if (sizeOf(rows.finished) <= maxFinished) return rows;
  const oldest = valuesOf(rows.finished).next().value as number;
  return { ...rows, rows: deleteFrom(rows.rows, oldest), finished: deleteFrom(rows.finished, oldest) };
};

/** A row that is queued; its number and state follow. */
export type Queued = Omit<WebhookRow, 'number' | 'state' | 'due' | 'attempts' | 'notBefore'> & {
  readonly at: number;
  /** Why it is never sent. */
  readonly dropped?: string | undefined;
  /** A fault sends it later, in milliseconds. */
  readonly delayMs?: number | undefined;
};

/** The rows to a receiver that have had no attempt. */
function* laneOf({ rows, lanes }: WebhookRows, url: string): Generator<WebhookRow> {
  for (const number of valuesOf(lanes, rankOf(lanes, `${url}\n`))) {
    const row = getFrom(rows, number);
    if (row?.url !== url) return;
    yield row;
  }
}

export const queue = (rows: WebhookRows, { at, dropped, delayMs = 0, ...queued }: Queued): WebhookRows => {
  const number = rows.next;
  const waiting = sizeOf(rows.rows) - sizeOf(rows.finished);
  const reason =
    dropped ??
    (rows.ended.includes(queued.url) ? 'the receiver ended its subscription with 410' : undefined) ??
    (waiting >= maxWaiting ? `${maxWaiting} are waiting, the maximum` : undefined);
  const base = { ...queued, number };
  const numbered = { ...rows, next: number + 1 };
  if (reason !== undefined) {
    const attempts: readonly WebhookAttempt[] = [{ at, status: null, error: reason, durationMs: 0 }];
    return withoutOldest(put(numbered, { ...base, state: 'dropped', due: null, attempts }));
  }
  const isBehind = queued.isLate === true || laneOf(rows, queued.url).some((row) => row.isLate !== true);
  const due = isBehind ? null : at + delayMs;
  const later = delayMs > 0 ? { notBefore: at + delayMs } : {};
  return put(numbered, { ...base, ...later, state: 'waiting', due, attempts: [] });
};

export const firstDue = ({ due, rows }: WebhookRows): WebhookRow | undefined => {
  const number = valuesOf(due).next().value;
  return number === undefined ? undefined : getFrom(rows, number);
};

/** Marks that a row is being sent: by whoever claims it now, or did before the world was restored. */
export const claim = (rows: WebhookRows, number: number): WebhookRows => {
  const row = getFrom(rows.rows, number);
  return row === undefined ? rows : put(rows, { ...row, state: 'sending', due: null });
};

export const report = (rows: WebhookRows, number: number, attempt: WebhookAttempt, isDropped: boolean): WebhookRows => {
  const row = getFrom(rows.rows, number);
  if (row === undefined) return rows;
  const attempts = [...row.attempts, attempt];
  const { status, at } = attempt;
  const isSent = status !== null && status >= 200 && status < 300;
  const delay = delays[row.attempts.length];
  const ends = isSent || isDropped || status === 410 || delay === undefined;
  const state = isSent ? 'sent' : isDropped ? 'dropped' : ends ? 'failed' : 'waiting';
  const reported = put(rows, { ...row, attempts, state, due: ends ? null : at + delay });
  const ended = status === 410 ? { ...reported, ended: [...reported.ended, row.url] } : reported;
  const [following] = row.attempts.length > 0 ? [] : laneOf(ended, row.url);
  // One that was sent by hand is on its way already.
  if (following?.state !== 'waiting' || following.due !== null) return withoutOldest(ended);
  const next = { ...following, isLate: undefined, due: Math.max(at, following.notBefore ?? 0) };
  return withoutOldest(put(ended, next));
};

/** Sends it once more, at once. */
export const retry = (rows: WebhookRows, number: number, at: number): WebhookRows => {
  const row = getFrom(rows.rows, number);
  return row === undefined || row.state === 'sending' ? rows : put(rows, { ...row, state: 'waiting', due: at });
};

/** `isShared`: with those that ended, which every server of a store lists. */
export const saveRows = ({ next, rows, ended, foreign }: WebhookRows, isShared: boolean): Json | undefined => {
  if (next === 1 && foreign.length === 0) return undefined;
  const kept = [...valuesOf(rows)].filter((row) => isShared || isOpen(row));
  return { next, ended, foreign, rows: kept as unknown as readonly JsonObject[] };
};

/** Whoever sends one may be gone: what was being sent is due, and is watched then. */
export const restoreRows = (saved: Json): WebhookRows => {
  if (!isJsonObject(saved)) return noRows;
  const { rows = [], ...rest } = saved as unknown as Partial<Omit<WebhookRows, 'rows'>> & { rows?: WebhookRow[] };
  return rows.reduce((all, row) => put(all, row.state === 'sending' ? { ...row, due: 0 } : row), {
    ...noRows,
    ...rest,
  });
};
