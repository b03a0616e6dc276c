/** The first responses to requests with an `Idempotency-Key`: a client that repeats such a request gets them again. */
import { isJsonObject, type Json, type JsonObject, jsonLength } from '../primitives/json.ts';
import { type Latest, latestAt, listLatest, noneLatest, withLatest } from '../primitives/latest.ts';
import { type Change, definePart, type State, valueOfPart } from './state.ts';

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

export const replaysPart = definePart<Replays>({
  name: partName,
  start: () => noneLatest,
  apply: (replays, change) => withKept(replays, change as unknown as KeptResponse),
  save: (replays) => {
    const kept = listLatest(replays).map(
      ({ value: { at, ...rest } }): JsonObject => ({
        ...(rest as unknown as JsonObject),
        at: new Date(at).toISOString(),
      }),
    );
    return kept.length === 0 ? undefined : kept;
  },
  restore: (saved) =>
    (Array.isArray(saved) ? (saved as readonly Json[]) : []).reduce<Replays>(
      (replays, one) =>
        isJsonObject(one)
          ? withKept(replays, { ...(one as unknown as KeptResponse), at: Date.parse(String(one.at)) })
          : replays,
      noneLatest,
    ),
});

/** Returns undefined if there is none, or it is too old. */
export const findReplay = (state: State, id: string, now: number): KeptResponse | undefined => {
  const replays = valueOfPart<Replays>(state, partName);
  const kept = replays && latestAt(replays, id);
  return kept === undefined || now - kept.at >= keptForMs ? undefined : kept;
};

export const keepResponse = (kept: KeptResponse): Change => ({
  type: 'part',
  part: partName,
  change: kept as unknown as Json,
});
