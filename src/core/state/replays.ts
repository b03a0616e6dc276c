/** The first responses to requests with an `Idempotency-Key`: a client that repeats such a request gets them again. */
import { isJsonObject, type Json, type JsonObject, jsonLength } from '../primitives/json.ts';
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
  /** Undefined: none. */
  readonly body?: { readonly mediaType: string; readonly value: Json } | undefined;
}

const maxKept = 10_000;
const maxBytes = 16 * 1_048_576;
const keptForMs = 86_400_000;

interface Placed extends KeptResponse {
  readonly order: number;
  readonly bytes: number;
}

interface Replays {
  readonly next: number;
  readonly bytes: number;
  readonly byId: SortedMap<string, Placed>;
  /** The oldest first. */
  readonly byOrder: SortedMap<number, Placed>;
}

const none: Replays = { next: 0, bytes: 0, byId: emptySortedMap(), byOrder: emptySortedMap() };

const without = (replays: Replays, kept: Placed): Replays => ({
  ...replays,
  bytes: replays.bytes - kept.bytes,
  byId: deleteFrom(replays.byId, kept.id),
  byOrder: deleteFrom(replays.byOrder, kept.order),
});

const sizeOfKept = ({ headers, body }: KeptResponse): number =>
  200 +
  headers.reduce((sum, text) => sum + text.length, 0) +
  (body === undefined ? 0 : jsonLength(body.value, maxBytes));

/** The oldest go first. One that is larger than all may be is not kept. */
const withKept = (replays: Replays, kept: KeptResponse): Replays => {
  const bytes = sizeOfKept(kept);
  const before = getFrom(replays.byId, kept.id);
  const cleared = before === undefined ? replays : without(replays, before);
  if (bytes > maxBytes) return cleared;
  const placed: Placed = { ...kept, order: cleared.next, bytes };
  let added: Replays = {
    next: cleared.next + 1,
    bytes: cleared.bytes + bytes,
    byId: setIn(cleared.byId, kept.id, placed),
    byOrder: setIn(cleared.byOrder, placed.order, placed),
  };
  while (added.bytes > maxBytes || sizeOf(added.byId) > maxKept) {
    const oldest = valuesOf(added.byOrder).next().value;
    if (oldest === undefined) break;
    added = without(added, oldest);
  }
  return added;
};

const partName = 'replays';

export const replaysPart = definePart<Replays>({
  name: partName,
  start: () => none,
  apply: (replays, change) => withKept(replays, change as unknown as KeptResponse),
  save: ({ byOrder }) => {
    const kept = [...valuesOf(byOrder)].map(
      ({ order: _order, bytes: _bytes, at, ...rest }): JsonObject => ({
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
      none,
    ),
});

/** Undefined: none, or it is too old. */
export const findReplay = (state: State, id: string, now: number): KeptResponse | undefined => {
  const replays = valueOfPart<Replays>(state, partName);
  const kept = replays && getFrom(replays.byId, id);
  return kept === undefined || now - kept.at >= keptForMs ? undefined : kept;
};

export const keepResponse = (kept: KeptResponse): Change => ({
  type: 'part',
  part: partName,
  change: kept as unknown as Json,
});
