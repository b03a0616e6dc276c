/** The timing of a response body: planned here, performed at the edges. */
import type { Delivery, Reply, Transport } from './http.ts';

/** The body up to byte `end` (exclusive) is sent `dueMs` after the head. */
export interface Segment {
  readonly end: number;
  readonly dueMs: number;
}

/** Enough to look like a steady stream, with few timers. */
const stepsPerSecond = 10;
const maxSteps = 1000;

export const isPlain = ({ bytesPerSecond, dribble, transport }: Delivery): boolean =>
  bytesPerSecond === undefined && dribble === undefined && transport === undefined;

/** Whether such a failure ends the connection without a response, at least if it has no body. */
export const isEnding = (transport: Transport): boolean =>
  transport === 'reset' || transport === 'empty' || transport === 'truncate';

/** The segments of a body of `length` bytes, in order. The last one ends at `length`; of a truncated body, at half of it. */
export const planBody = (length: number, { bytesPerSecond, dribble, transport }: Delivery): readonly Segment[] => {
  const total = transport === 'truncate' ? Math.floor(length / 2) : length;
  const chunks = Math.max(1, Math.min(dribble?.chunks ?? 1, total));
  // Without a limit, the whole.
  const stride = Math.max(1, Math.ceil((bytesPerSecond ?? Infinity) / stepsPerSecond), Math.ceil(total / maxSteps));
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

/** An estimate of the milliseconds that sending the body takes. */
export const transferMsOf = ({ delivery, response: { body = '' } }: Reply): number => {
  const { bytesPerSecond, dribble } = delivery;
  const bytes = typeof body === 'string' ? 3 * body.length : body.byteLength;
  return (dribble?.overMs ?? 0) + (bytesPerSecond === undefined ? 0 : Math.ceil((1000 * bytes) / bytesPerSecond));
};

/** Sent instead of a response by the transport `garbage`: bytes that are neither HTTP nor text. */
export const garbage: Uint8Array = Uint8Array.from({ length: 64 }, (_, index) => (index * 151 + 129) % 256);
