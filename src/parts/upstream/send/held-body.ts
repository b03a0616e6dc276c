/** Bodies that are held until they are complete: nearly all. */
import type { Readable } from 'node:stream';
import { rawHeader } from '../../../core/http/header-syntax.ts';
import { UpstreamTimeout } from './describe-failure.ts';

export interface HeldBody {
  readonly parts: readonly Uint8Array[];
  readonly isWhole: boolean;
  /** Why there are no further parts; undefined if the body is whole, or too long to be held. */
  readonly error?: unknown;
}

/** A longer body is passed on as it arrives. */
const maxHeldBytes = 1_048_576;

/** Events, and JSON line by line: they are passed on as they arrive, and may pause for as long as they want. */
const events = /^\s*(?:text\/event-stream|application\/(?:(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)|json-seq))\b/i;

export const isOfEvents = (headers: readonly string[]): boolean =>
  events.test(rawHeader(headers, 'content-type') ?? '');

export const isTooLong = (headers: readonly string[]): boolean =>
  Number(rawHeader(headers, 'content-length')) > maxHeldBytes;

/** Whether the headers alone tell that the body can be held. */
export const isShort = (headers: readonly string[]): boolean =>
  Number(rawHeader(headers, 'content-length')) <= maxHeldBytes &&
  rawHeader(headers, 'content-encoding') === undefined &&
  !isOfEvents(headers);

/** An iteration of the stream would take longer than all the rest. */
export const hold = (body: Readable, timeoutMs: number): Promise<HeldBody> =>
  new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    let isHolding = true;
    const end = (result: Omit<HeldBody, 'parts'>): void => {
      if (!isHolding) return;
      isHolding = false;
      clearTimeout(timer);
      resolve({ ...result, parts });
    };
    const onData = (part: Uint8Array): void => {
      timer.refresh();
      parts.push(part);
      size += part.length;
      if (size <= maxHeldBytes) return;
      body.off('data', onData).pause();
      end({ isWhole: false });
    };
    const onEnd = (): void => end({ isWhole: true });
    const onError = (error: unknown): void => end({ isWhole: false, error });
    const onClose = (): void => {
      if (isHolding) onError(new Error('the body is not complete'));
    };
    const timer = setTimeout(() => {
      onError(new UpstreamTimeout());
      body.destroy();
    }, timeoutMs);
    // They stay, as removing them would take as long as all the rest. The body may also fail later, before anybody reads on: who does so gets the error.
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
