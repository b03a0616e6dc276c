/** Receives a response of an upstream: a short body is held until it is complete, others are passed on as they arrive. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { BodyStream, Sent } from '../world/forwarding.ts';
import { UpstreamTimeout } from './describe-failure.ts';

/** Events, and JSON line by line: they are passed on as they arrive, and may pause for as long as they want. */
const streamed = /^\s*(?:text\/event-stream|application\/(?:(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)|json-seq))\b/i;

/** A longer body is passed on as it arrives. */
const maxHeldBytes = 1_048_576;

/** @throws UpstreamTimeout */
export const receive = async (
  method: string,
  response: IncomingMessage,
  { timeoutMs, elapsed }: { readonly timeoutMs: number; readonly elapsed: () => number },
): Promise<Sent> => {
  const status = response.statusCode as number;
  const { headers, body } = decoded(response);
  if (method === 'HEAD' || status === 204 || status === 304) {
    response.resume();
    return { received: { type: 'response', status, headers, body: noBytes, ms: elapsed() } };
  }
  const isStream = streamed.test(response.headers['content-type'] ?? '');
  const rest = (): BodyStream => partsOf(body, response, isStream ? undefined : timeoutMs);
  const passOn = (stream: BodyStream): Sent => {
    const end = stream.return.bind(stream);
    // One that nobody has begun to read would leave the connection as it is.
    stream.return = (value) => {
      response.destroy();
      return end(value);
    };
    return { received: { type: 'stream', status, headers, ms: elapsed() }, stream };
  };
  if (isStream || Number(response.headers['content-length']) > maxHeldBytes) return passOn(rest());
  const { parts, isWhole, error } = await hold(body, timeoutMs);
  if (isWhole) return { received: { type: 'response', status, headers, body: joined(parts), ms: elapsed() } };
  if (error === undefined) return passOn(resumed(parts, rest()));
  response.destroy();
  if (error instanceof UpstreamTimeout) throw error;
  // Nothing was passed on yet, but its response has begun: that it broke off must be seen.
  return passOn(broken(parts, error));
};

interface HeldBody {
  readonly parts: readonly Uint8Array[];
  readonly isWhole: boolean;
  /** Why there are no further parts; undefined if the body is whole, or too long to be held. */
  readonly error?: unknown;
}

/** Nearly every body: an iteration of the stream would take longer than all the rest. */
const hold = (body: Readable, timeoutMs: number): Promise<HeldBody> =>
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

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);

const noBytes = new Uint8Array();

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** `identity` was asked for; an upstream that compresses all the same is decoded, so that its response can be checked. */
const decoded = (response: IncomingMessage): { readonly headers: readonly string[]; readonly body: Readable } => {
  const { rawHeaders } = response;
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  const createDecoder = encoding === undefined ? undefined : decoders[encoding];
  if (createDecoder === undefined) return { headers: rawHeaders, body: response };
  const isDropped = (name: string): boolean => /^content-(?:encoding|length)$/i.test(name);
  const headers = rawHeaders.filter((_, index) => !isDropped(rawHeaders[index - (index % 2)] as string));
  const decoder = createDecoder();
  response.on('error', (error) => decoder.destroy(error)).pipe(decoder);
  return { headers, body: decoder };
};

/** The parts of a body. With a time-out, each must arrive in time. */
async function* partsOf(body: Readable, response: IncomingMessage, timeoutMs: number | undefined): BodyStream {
  const onTimeout = (): void => {
    body.destroy(new UpstreamTimeout());
    response.destroy();
  };
  let timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
  try {
    for await (const part of body) {
      clearTimeout(timer);
      yield part as Buffer;
      // The time that the client takes does not count.
      if (timeoutMs !== undefined) timer = setTimeout(onTimeout, timeoutMs);
    }
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}

/** The parts that were held back, then the others. */
async function* resumed(held: readonly Uint8Array[], rest: BodyStream): BodyStream {
  yield* held;
  yield* rest;
}

/** The parts that were held back, then the error that ended them. */
async function* broken(held: readonly Uint8Array[], error: unknown): BodyStream {
  yield* held;
  throw error;
}
