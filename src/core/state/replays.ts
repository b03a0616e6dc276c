/** The first responses to requests with an `Idempotency-Key`: a client that repeats such a request gets them again. */
import { type Json, jsonLength } from '../primitives/json.ts';
import { type Latest, latestAt, withLatest } from '../primitives/latest.ts';
import { latestPart } from './latest-part.ts';
import { type State, valueOfPart } from './state.ts';

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

const partName = 'replays';

export const { kind: replaysPart, change: keepResponse } = latestPart<KeptResponse>(partName, 'at', withKept);

/** Returns undefined if there is none, or it is too old. */
export const findReplay = (state: State, id: string, now: number): KeptResponse | undefined => {
  const replays = valueOfPart<Replays>(state, partName);
  const kept = replays && latestAt(replays, id);
  return kept === undefined || now - kept.at >= keptForMs ? undefined : kept;
};
