/** How a body goes onto the wire over time: planned here, performed at the edges. */
import type { Delivery } from './http.ts';

/** The body up to `end` (a position in its bytes) is out `dueMs` after the head. */
export interface Segment {
  readonly end: number;
  readonly dueMs: number;
}

/** A steady stream to the eye, and few enough timers. */
const stepsPerSecond = 10;
const maxSteps = 1000;

/** Whether the whole response goes out at once. */
export const isPlain = ({ bytesPerSecond, dribble, transport }: Delivery): boolean =>
  bytesPerSecond === undefined && dribble === undefined && transport === undefined;

/** The segments of a body of `length` bytes, in order; the last one ends at `length`. A truncated one ends at half of it. */
export const planBody = (length: number, { bytesPerSecond, dribble, transport }: Delivery): readonly Segment[] => {
  const total = transport === 'truncate' ? Math.floor(length / 2) : length;
  const chunks = Math.max(1, Math.min(dribble?.chunks ?? 1, total));
  const stride = strideOf(total, bytesPerSecond);
  const segments: Segment[] = [];
  let start = 0;
  for (let chunk = 1; chunk <= chunks; chunk++) {
    const chunkEnd = Math.round((total * chunk) / chunks);
    const chunkDueMs = ((dribble?.overMs ?? 0) * chunk) / chunks;
    do {
      const end = Math.min(start + stride, chunkEnd);
      const sentMs = bytesPerSecond === undefined ? 0 : (end * 1000) / bytesPerSecond;
      segments.push({ end, dueMs: chunkDueMs + sentMs });
      start = end;
    } while (start < chunkEnd);
  }
  return segments;
};

const strideOf = (total: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.ceil(bytesPerSecond / stepsPerSecond), Math.ceil(total / maxSteps));

/** What comes in place of an answer: bytes that are no HTTP, and no text either. */
export const garbage: Uint8Array = Uint8Array.from({ length: 64 }, (_, at) => (at * 151 + 129) % 256);
