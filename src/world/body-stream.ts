/** Bodies that are passed on as they arrive, and who waits for them. */
import type { Delivery } from '../core/http/http.ts';
import { monotonicMs } from './clock.ts';

/** A body that is passed on as it arrives. If it breaks off, the iteration throws. */
export type BodyStream = AsyncGenerator<Uint8Array>;

/** Waits for a delay, or until the world's clock is moved to a moment: milliseconds from now, and from the beginning. */
export type WaitForPart = (delayMs: number, dueMs: number) => Promise<void>;

/** A stream as a fault delivers it: slower, or broken off after its first part. */
export async function* paced(
  stream: BodyStream,
  { bytesPerSecond, transport }: Delivery,
  wait: WaitForPart,
): BodyStream {
  const started = monotonicMs();
  let dueMs = 0;
  for await (const part of stream) {
    yield part;
    if (transport === 'truncate') throw new TypeError('terminated');
    if (bytesPerSecond === undefined) continue;
    const elapsedMs = monotonicMs() - started;
    // What the upstream did not send in time is not made up for.
    dueMs = Math.max(dueMs, elapsedMs) + (1000 * part.length) / bytesPerSecond;
    await wait(dueMs - elapsedMs, dueMs);
  }
}

/**
 * Who waits for the response. An `AbortSignal` for each request would take a tenth of the time of sending it. It must be of a class: V8
 * keeps what a getter of an object literal refers to until a full garbage collection.
 */
export interface Recipient {
  readonly isGone: boolean;
  /** Calls back when the client no longer waits; returns a function that removes the listener. */
  onGone(listener: () => void): () => void;
}
