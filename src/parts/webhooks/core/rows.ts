/** The webhooks and callbacks of a world: what waits to be sent, and what became of it. An immutable value. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
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
  readonly waiting: number;
  readonly finished: number;
  /** Receivers that responded with 410. */
  readonly ended: readonly string[];
}

export const noRows: WebhookRows = {
  ...{ next: 1, rows: emptySortedMap(), due: emptySortedMap(), waiting: 0, finished: 0, ended: [] },
};

const maxWaiting = 1000;
const maxFinished = 1000;
/** World time until each repetition. */
const delays: readonly number[] = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000];

const isOpen = ({ state }: WebhookRow): boolean => state === 'waiting' || state === 'sending';
const dueKey = ({ due, number }: WebhookRow): string =>
  `${String(due).padStart(15, '0')}:${String(number).padStart(10, '0')}`;

const put = (rows: WebhookRows, row: WebhookRow): WebhookRows => {
  const before = getFrom(rows.rows, row.number);
  const due = before?.due === null || before === undefined ? rows.due : deleteFrom(rows.due, dueKey(before));
  const openBefore = before !== undefined && isOpen(before) ? 1 : 0;
  const finishedBefore = before !== undefined && !isOpen(before) ? 1 : 0;
  return {
    ...rows,
    rows: setIn(rows.rows, row.number, row),
    due: row.due === null ? due : setIn(due, dueKey(row), row.number),
    waiting: rows.waiting - openBefore + (isOpen(row) ? 1 : 0),
    finished: rows.finished - finishedBefore + (isOpen(row) ? 0 : 1),
  };
};

const withoutOldest = (rows: WebhookRows): WebhookRows => {
  if (rows.finished <= maxFinished) return rows;
  for (const row of valuesOf(rows.rows))
    if (!isOpen(row)) return { ...rows, rows: deleteFrom(rows.rows, row.number), finished: rows.finished - 1 };
  return rows;
};

/** A row that is queued; its number and state follow. */
export type Queued = Omit<WebhookRow, 'number' | 'state' | 'due' | 'attempts'> & {
  readonly at: number;
  /** Why it is never sent. */
  readonly dropped?: string | undefined;
  /** A fault sends it later, in milliseconds. */
  readonly delayMs?: number | undefined;
};

/** A first attempt waits for the first attempts before it to the same receiver. */
const isFirstWaiting = (row: WebhookRow, url: string): boolean =>
  isOpen(row) && row.attempts.length === 0 && row.url === url;

export const queue = (rows: WebhookRows, { at, dropped, delayMs = 0, ...queued }: Queued): WebhookRows => {
  const number = rows.next;
  const reason =
    dropped ??
    (rows.ended.includes(queued.url) ? 'the receiver ended its subscription with 410' : undefined) ??
    (rows.waiting >= maxWaiting ? `${maxWaiting} are waiting, the maximum` : undefined);
  const base = { ...queued, number };
  const numbered = { ...rows, next: number + 1 };
  if (reason !== undefined) {
    const attempts: readonly WebhookAttempt[] = [{ at, status: null, error: reason, durationMs: 0 }];
    return withoutOldest(put(numbered, { ...base, state: 'dropped', due: null, attempts }));
  }
  const isBehind =
    queued.isLate === true ||
    [...valuesOf(rows.rows)].some((row) => row.isLate !== true && isFirstWaiting(row, queued.url));
  return put(numbered, { ...base, state: 'waiting', due: isBehind ? null : at + delayMs, attempts: [] });
};

export const firstDue = ({ due, rows }: WebhookRows): WebhookRow | undefined => {
  const number = valuesOf(due).next().value;
  return number === undefined ? undefined : getFrom(rows, number);
};

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
  const reported = put(rows, { ...row, attempts, state, due: ends ? null : at + (delay as number) });
  const ended = status === 410 ? { ...reported, ended: [...reported.ended, row.url] } : reported;
  const following =
    row.attempts.length > 0 ? undefined : [...valuesOf(ended.rows)].find((one) => isFirstWaiting(one, row.url));
  return withoutOldest(following === undefined ? ended : put(ended, { ...following, due: at }));
};

/** Sends it once more, at once. */
export const retry = (rows: WebhookRows, number: number, at: number): WebhookRows => {
  const row = getFrom(rows.rows, number);
  return row === undefined || row.state === 'sending' ? rows : put(rows, { ...row, state: 'waiting', due: at });
};

export const saveRows = ({ next, rows, ended }: WebhookRows): Json | undefined => {
  const waiting = [...valuesOf(rows)].filter(isOpen);
  if (waiting.length === 0 && ended.length === 0) return undefined;
  return { next, ended, rows: waiting as unknown as readonly JsonObject[] };
};

/** What was being sent is sent again: at least once. */
export const restoreRows = (saved: Json): WebhookRows => {
  if (!isJsonObject(saved)) return noRows;
  const {
    next = 1,
    ended = [],
    rows = [],
  } = saved as unknown as { next?: number; ended?: string[]; rows?: WebhookRow[] };
  const begun: WebhookRows = { ...noRows, next, ended };
  return rows.reduce(
    (all, row) => put(all, row.state === 'sending' ? { ...row, state: 'waiting', due: 0 } : row),
    begun,
  );
};
