/** Sends requests to an upstream, by `node:http`: its connections are kept alive, and the parts of a body arrive as they were sent. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { SentRequest } from '../core/upstream/forward.ts';
import { monotonicMs } from '../world/clock.ts';
import type { BodyStream, Forwarding, Recipient, Sent } from '../world/forwarding.ts';
import { describeFailure, UpstreamTimeout } from './describe-failure.ts';

export interface SenderOptions {
  /** Its credentials are sent with each request, in place of those of the client. */
  readonly url: URL;
  /** Sent with each request, in place of those of the client: names in lower case, and values. */
  readonly headers: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Of this server, for `Via`. */
  readonly id: string;
}

/** Events, and JSON line by line: they are passed on as they arrive, and may pause for as long as they want. */
const streamed = /^\s*(?:text\/event-stream|application\/(?:(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)|json-seq))\b/i;

/** A longer body is passed on as it arrives. */
const maxHeldBytes = 1_048_576;

const maxConnections = 64;

const notHttp = (): Error => Object.assign(new Error('not HTTP'), { code: 'HPE_INVALID_STATUS' });

/** Methods of requests that may be sent twice (RFC 9110, section 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export const createSend = (options: SenderOptions): Forwarding['send'] => {
  const { url, timeoutMs } = options;
  const isSecure = url.protocol === 'https:';
  const agentOptions = { keepAlive: true, maxSockets: maxConnections };
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const begin = isSecure ? httpsRequest : httpRequest;
  // Once: a URL composes its parts anew each time.
  const { protocol, port, host } = url;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const written = writtenHeaders(options, host);

  const sendOnce = (sent: SentRequest, client: Recipient): Promise<Answer> =>
    new Promise((resolve) => {
      const { method, target: path } = sent;
      const headers = headersOf(sent, written) as string[];
      const request = begin({ agent, protocol, hostname, port, method, path, headers });
      // The option `signal` of Node costs four times as much.
      const abort = (): void => void request.destroy(new Error('the client disconnected'));
      request.on('close', client.onGone(abort));
      const fail = (error: Error): void => {
        clearTimeout(timer);
        resolve({ type: 'failed', error, wasReused: request.reusedSocket });
        request.destroy();
      };
      const timer = setTimeout(() => fail(new UpstreamTimeout()), timeoutMs);
      request.on('response', (response) => {
        // A server can send no such status (RFC 9110, section 15).
        if ((response.statusCode as number) < 200) {
          fail(notHttp());
          return;
        }
        clearTimeout(timer);
        resolve({ type: 'response', response });
      });
      // Nobody asked for another protocol.
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        fail(notHttp());
      });
      request.on('error', fail);
      request.end(sent.body);
      if (client.isGone) abort();
    });

  return async (sent, client) => {
    const started = monotonicMs();
    const elapsed = (): number => Math.round(monotonicMs() - started);
    const failed = (error: unknown): Sent => ({
      received: { type: 'failed', ...describeFailure(error, { url, timeoutMs, isClientGone: client.isGone }) },
    });
    let answer = await sendOnce(sent, client);
    if (answer.type === 'failed' && isClosedConnection(answer) && repeatable.has(sent.method))
      answer = await sendOnce(sent, client);
    if (answer.type === 'failed') return failed(answer.error);
    try {
      return await receive(sent.method, answer.response, { timeoutMs, elapsed });
    } catch (error) {
      return failed(error);
    }
  };
};

/** Short bodies are held until they are complete; others are passed on as they arrive. @throws UpstreamTimeout */
const receive = async (
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

type Answer =
  | { readonly type: 'response'; readonly response: IncomingMessage }
  | { readonly type: 'failed'; readonly error: NodeJS.ErrnoException; readonly wasReused: boolean };

const noBytes = new Uint8Array();

/** The upstream closed an idle connection at the moment at which it was used again. */
const isClosedConnection = ({ error, wasReused }: Extract<Answer, { readonly type: 'failed' }>): boolean =>
  wasReused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** The headers that each request gets from here. */
interface WrittenHeaders {
  /** `Host`, unless the user chose one. */
  readonly host: readonly string[];
  readonly own: ReadonlyMap<string, string>;
  readonly via: string;
}

const writtenHeaders = ({ url, headers, id }: SenderOptions, host: string): WrittenHeaders => ({
  host: headers.has('host') ? [] : ['Host', host],
  own: new Map([...credentialsOf(url), ...headers]),
  via: `1.1 ${id}`,
});

/** Those in the URL (RFC 7617). */
const credentialsOf = ({ username, password }: URL): readonly (readonly [string, string])[] => {
  if (username === '' && password === '') return [];
  const pair = [username, password].map(textOf).join(':');
  return [['authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
};

/** A percent sign that encodes nothing stands for itself. */
const textOf = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};

const headersOf = ({ headers, body }: SentRequest, { host, own, via: ownVia }: WrittenHeaders): readonly string[] => {
  const sent = [...host];
  let via = ownVia;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index] as string, headers[index + 1] as string];
    if (name === 'via') via = `${value}, ${via}`;
    else if (!own.has(name)) sent.push(name, value);
  }
  for (const [name, value] of own) sent.push(name, value);
  sent.push('Via', via);
  if (body !== undefined) sent.push('Content-Length', String(Buffer.byteLength(body)));
  return sent;
};

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
