/** Receives a response of an upstream: a short body is held until it is complete, others are passed on as they arrive. */
import { type Duplex, PassThrough, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { rawHeader } from '../../../core/http/header-syntax.ts';
import type { BodyStream } from '../../../world/body-stream.ts';
import type { Sent } from '../forwarding.ts';
import { UpstreamTimeout } from './describe-failure.ts';
import { hold, isOfEvents, isTooLong } from './held-body.ts';
import type { UpstreamResponse } from './transfer.ts';

/** @throws UpstreamTimeout */
export const receive = async (
  method: string,
  response: UpstreamResponse,
  { timeoutMs, elapsed }: { readonly timeoutMs: number; readonly elapsed: () => number },
): Promise<Sent> => {
  const { status } = response;
  const { headers, body } = decoded(response);
  const whole = (bytes: Uint8Array): Sent => ({
    received: { type: 'response', status, headers, body: bytes, ms: elapsed() },
  });
  if (method === 'HEAD' || status === 204 || status === 304) return whole(noBytes);
  const close = (): void => {
    if (response.body instanceof Readable) response.body.destroy();
  };
  const passOn = (stream: BodyStream): Sent => {
    const end = stream.return.bind(stream);
    // One that nobody has begun to read would leave the connection as it is.
    stream.return = (value) => {
      close();
      return end(value);
    };
    return { received: { type: 'stream', status, headers, ms: elapsed() }, stream };
  };
  const rest = (limitMs: number | undefined): BodyStream => partsOf(body as Readable, close, limitMs);
  if (isOfEvents(headers)) return passOn(rest(undefined));
  if (isTooLong(headers)) return passOn(rest(timeoutMs));
  const { parts, isWhole, error } = body instanceof Readable ? await hold(body, timeoutMs) : body;
  if (isWhole) return whole(joined(parts));
  if (error === undefined) return passOn(resumed(parts, rest(timeoutMs)));
  close();
  if (error instanceof UpstreamTimeout) throw error;
  // Nothing was passed on yet, but its response has begun: that it broke off must be seen.
  return passOn(broken(parts, error));
};

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);

const noBytes = new Uint8Array();

/** `first`: the first byte of the body. */
type CreateDecoder = (first: number | undefined) => Duplex;

const decoders: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // Some servers omit the frame of RFC 1950, whose first byte names the method.
  ['deflate', (first = 0) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** `identity` was asked for; an upstream that compresses all the same is decoded, so that its response can be checked. */
const decoded = ({ headers, body }: UpstreamResponse): Pick<UpstreamResponse, 'headers' | 'body'> => {
  const createDecoder = decoders.get(rawHeader(headers, 'content-encoding')?.trim().toLowerCase() ?? '');
  if (createDecoder === undefined || !(body instanceof Readable)) return { headers, body };
  const isDropped = (name: string): boolean => /^content-(?:encoding|length)$/i.test(name);
  const kept = headers.filter((_, index) => !isDropped(headers[index - (index % 2)] as string));
  return { headers: kept, body: decode(body, createDecoder) };
};

/** What has no byte was not compressed: a response to HEAD, and one with 204 or 304, too. No decoder accepts it. */
const decode = (encoded: Readable, createDecoder: CreateDecoder): Readable => {
  // It may fail before anybody reads it: who does so gets the error.
  const body = new PassThrough().on('error', () => {});
  const onEmpty = (): void => void body.end();
  const begin = (first: Buffer): void => {
    encoded.off('end', onEmpty).pause().unshift(first);
    pipeline(encoded, createDecoder(first[0]), body, () => {});
  };
  encoded
    .once('data', begin)
    .once('end', onEmpty)
    .on('error', (error) => body.destroy(error));
  return body;
};

/** The parts of a body. With a time-out, each must arrive in time. */
async function* partsOf(body: Readable, close: () => void, timeoutMs: number | undefined): BodyStream {
  const onTimeout = (): void => {
    body.destroy(new UpstreamTimeout());
    close();
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
    close();
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
