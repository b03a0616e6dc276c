/** The way to the real services of a simulation. It is loaded only if there is one. */
import { randomBytes } from 'node:crypto';
import { type Duplex, PassThrough, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import { decodePercent, rawHeader } from '../../../core/http/http.ts';
import type { BodyStream, Recipient } from '../../../world/body-stream.ts';
import { monotonicMs } from '../../../world/clock.ts';
import type { SentRequest } from '../core/forward.ts';
import type { Received } from '../core/received.ts';
import {
  type Answer,
  createPool,
  describeFailure,
  hold,
  isOfEvents,
  isTooLong,
  maxEventStreams,
  Transfer,
  type UpstreamResponse,
  UpstreamTimeout,
} from './transfer.ts';

/** What came of a request that was sent. `stream`: only of a received stream. */
export interface Sent {
  readonly received: Received;
  readonly stream?: BodyStream | undefined;
}

export interface Forwarding {
  /** The id of this server, in `Via` (RFC 9110, section 7.6.3). */
  readonly id: string;
  /** Never rejects. Ends the request when the client is gone. */
  readonly send: (request: SentRequest, client: Recipient) => Promise<Sent>;
}

/** `upstreams`: by the names of services. */
export const createForwarding = (upstreams: ReadonlyMap<string, Omit<SenderOptions, 'id'>>): Forwarding => {
  const id = `vivarium-${randomBytes(6).toString('hex')}`;
  const senders = new Map([...upstreams].map(([service, options]) => [service, createSend({ ...options, id })]));
  return {
    id,
    send: (request, client) => {
      const send = senders.get(request.service);
      if (send === undefined) throw new Error(`the service "${request.service}" has no upstream`);
      return send(request, client);
    },
  };
};

interface SenderOptions {
  /** Its credentials are sent with each request, in place of those of the client. */
  readonly url: URL;
  /** Sent with each request, in place of those of the client: names in lower case, and values. */
  readonly headers: ReadonlyMap<string, string>;
  /** The id of this server, for `Via`. */
  readonly id: string;
  readonly timeoutMs: number;
}

const asksForEvents = ({ headers }: SentRequest) =>
  headers.some(
    (name, at) => at % 2 === 0 && /^accept$/i.test(name) && /text\/event-stream/i.test(headers[at + 1] ?? ''),
  );

const tooManyStreams = `${maxEventStreams} event streams to the upstream are open, the most at a time. Close one (an EventSource with close(), a tab, a client that is not used), or simulate the operation (--forward).`;

/** Methods of requests that may be sent twice (RFC 9110, section 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

const createSend = (options: SenderOptions): Forwarding['send'] => {
  const { url, timeoutMs } = options;
  const pool = createPool(url.origin);
  const written = writtenHeaders(options);
  let eventStreams = 0;

  const sendOnce = (sent: SentRequest, client: Recipient): Promise<Answer> => {
    const { method, target: path, body = null } = sent;
    const transfer = new Transfer(client, timeoutMs);
    if (asksForEvents(sent)) {
      eventStreams++;
      void transfer.ended.then(() => eventStreams--);
    }
    const options = {
      method: method as Dispatcher.HttpMethod,
      path,
      headers: headersOf(sent, written),
      body,
      [symbols.kQueuedAbort]: transfer.onQueued,
    };
    if (!client.isGone) pool.dispatch(options, transfer);
    return transfer.answer;
  };

  return async (sent, client) => {
    const started = monotonicMs();
    const elapsed = () => Math.round(monotonicMs() - started);
    const failed = (error: unknown): Sent => ({
      received: { type: 'failed', ...describeFailure(error, { url, timeoutMs, isClientGone: client.isGone }) },
    });
    if (eventStreams >= maxEventStreams && asksForEvents(sent))
      return { received: { type: 'failed', status: 503, message: tooManyStreams } };
    let answer = await sendOnce(sent, client);
    if (answer.type === 'failed' && answer.isClosedConnection && repeatable.has(sent.method))
      answer = await sendOnce(sent, client);
    if (answer.type === 'failed') return failed(answer.error);
    try {
      return await receive(sent.method, answer.response, { timeoutMs, elapsed });
    } catch (error) {
      return failed(error);
    }
  };
};

/** The headers that every request to an upstream gets from this server. */
const writtenHeaders = ({ url, headers, id }: SenderOptions) => ({
  host: headers.has('host') ? [] : ['Host', url.host],
  own: new Map([...credentialsOf(url), ...headers]),
  via: `1.1 ${id}`,
});

/** The credentials in the URL (RFC 7617). */
const credentialsOf = ({ username, password }: URL): readonly (readonly [string, string])[] => {
  if (username === '' && password === '') return [];
  const pair = [username, password].map(decodePercent).join(':');
  return [['authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
};

const headersOf = (
  { headers }: SentRequest,
  { host, own, via: ownVia }: ReturnType<typeof writtenHeaders>,
): string[] => {
  const sent = [...host];
  let via = ownVia;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index] as string, headers[index + 1] as string];
    if (name === 'via') via = `${value}, ${via}`;
    else if (!own.has(name)) sent.push(name, value);
  }
  for (const [name, value] of own) sent.push(name, value);
  sent.push('Via', via);
  return sent;
};

const receive = async (
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
  const close = () => {
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
  if (isWhole) return whole(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts));
  if (error === undefined) return passOn(resumed(parts, rest(timeoutMs)));
  close();
  if (error instanceof UpstreamTimeout) throw error;
  // Nothing was passed on yet, but its response has begun: that it broke off must be seen.
  return passOn(broken(parts, error));
};

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
  const isDropped = (name: string) => /^content-(?:encoding|length)$/i.test(name);
  const kept = headers.filter((_, index) => !isDropped(headers[index - (index % 2)] as string));
  return { headers: kept, body: decode(body, createDecoder) };
};

/** What has no byte was not compressed: a response to HEAD, and one with 204 or 304, too. No decoder accepts it. */
const decode = (encoded: Readable, createDecoder: CreateDecoder): Readable => {
  // It may fail before anybody reads it: who does so gets the error.
  const body = new PassThrough().on('error', () => {});
  const onEmpty = () => void body.end();
  const begin = (first: Buffer) => {
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
  const onTimeout = () => {
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
