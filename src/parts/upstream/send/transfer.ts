/// <reference path="./undici.d.ts" />
/** A request on its way: what undici calls back becomes a response with a body to read. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { rawHeader } from '../../../core/http/http.ts';
import { formatDuration } from '../../../core/primitives/units.ts';
import type { Recipient } from '../../../world/body-stream.ts';

export interface UpstreamResponse {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** A short one is held already. Destroying another before its end closes the connection. */
  readonly body: HeldBody | Readable;
}

export type Answer =
  | { readonly type: 'response'; readonly response: UpstreamResponse }
  | { readonly type: 'failed'; readonly error: Error; readonly isClosedConnection: boolean };

type Controller = Dispatcher.DispatchController;

class Body extends Readable {
  #controller: Controller;
  #isWhole = false;

  constructor(controller: Controller) {
    super();
    this.#controller = controller;
    // It may fail before anybody reads it, as a fault delays the response: who does so gets the error.
    this.on('error', () => {});
  }

  end(): void {
    this.#isWhole = true;
    this.push(null);
  }

  override _read(): void {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isWhole) this.#controller.abort(error ?? new Error('the response is not wanted'));
    done(error);
  }
}

/** One attempt to send a request. `answer` never rejects. */
export class Transfer implements Dispatcher.DispatchHandler {
  readonly #answer = Promise.withResolvers<Answer>();
  readonly #ended = Promise.withResolvers<void>();
  readonly answer = this.#answer.promise;
  /** Resolves when the connection is free for another request, or closed. */
  readonly ended = this.#ended.promise;
  client: CountingClient | undefined;
  /** Takes the request out of the queue, or ends its connection. */
  #cancel: (reason: Error) => void = () => {};
  #short: { readonly status: number; readonly headers: readonly string[]; readonly parts: Buffer[] } | undefined;
  #body: Body | undefined;
  #timer: NodeJS.Timeout;
  #forget: () => void;

  constructor(recipient: Recipient, timeoutMs: number) {
    this.#timer = setTimeout(() => this.#abort(new UpstreamTimeout()), timeoutMs);
    const onGone = () => this.#abort(new Error('the client disconnected'));
    this.#forget = recipient.onGone(onGone);
    if (recipient.isGone) onGone();
  }

  readonly onQueued = (leave: (reason: Error) => void): void => {
    this.#cancel = leave;
  };

  onRequestStart(controller: Controller): void {
    this.#cancel = (reason) => controller.abort(reason);
  }

  onResponseStart(controller: Controller, status: number): void {
    // A server can send no such status (RFC 9110, section 15), and nobody asked for another protocol.
    if (status < 100 || status === 101) controller.abort(new NotHttp());
    // Informational responses are not passed on.
    if (status < 200) return;
    if (this.client !== undefined) this.client.responses += 1;
    const headers = (controller.rawHeaders as readonly Buffer[]).map((part) => part.toString('latin1'));
    if (isShort(headers)) {
      this.#timer.refresh();
      this.#short = { status, headers, parts: [] };
      return;
    }
    clearTimeout(this.#timer);
    this.#body = new Body(controller);
    this.#answer.resolve({ type: 'response', response: { status, headers, body: this.#body } });
  }

  onResponseData(controller: Controller, part: Buffer): void {
    if (this.#short === undefined) {
      if (this.#body?.push(part) === false) controller.pause();
      return;
    }
    this.#timer.refresh();
    this.#short.parts.push(part);
  }

  onResponseEnd(): void {
    this.#forget();
    this.#ended.resolve();
    this.#body?.end();
    this.#hold(undefined);
  }

  onResponseError(_: Controller, error: Error): void {
    this.#fail(error);
  }

  #abort(error: Error): void {
    this.#cancel(error);
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#forget();
    this.#ended.resolve();
    this.#body?.destroy(error);
    this.#hold(error);
    this.#answer.resolve({ type: 'failed', error, isClosedConnection: this.#isClosedConnection(error) });
  }

  /** Resolves the answer if its body is short. */
  #hold(error: Error | undefined): void {
    clearTimeout(this.#timer);
    if (this.#short === undefined) return;
    const { status, headers, parts } = this.#short;
    const body = { parts, isWhole: error === undefined, error };
    this.#answer.resolve({ type: 'response', response: { status, headers, body } });
  }

  #isClosedConnection({ code = '' }: NodeJS.ErrnoException): boolean {
    return (this.client?.responses ?? 0) > 0 && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
  }
}

const maxConnections = 64;

/** Event streams last as long as their pages: the other connections are left to requests that end. */
export const maxEventStreams = 48;

/**
 * Counts the responses on its connection. After the first, the upstream may close the connection while it is idle: a request that meets this
 * may be sent again.
 */
class CountingClient extends Client {
  responses = 0;

  constructor(...[origin, options]: ConstructorParameters<typeof Client>) {
    super(origin, options);
    this.on('connect', () => {
      this.responses = 0;
      passOver100(this as unknown as Connected);
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (handler as Transfer).client = this;
    return super.dispatch(options, handler);
  }
}

interface Connected {
  readonly [symbols.kSocket]: { readonly [symbols.kParser]: Parser };
}

interface Parser {
  onHeadersComplete(status: number, isUpgrade: boolean, isKeptAlive: boolean): number;
}

/** A server may send a 100 that nobody asked for (RFC 9110, section 15.2). undici would end the connection, but passes over a 102. */
const passOver100 = ({ [symbols.kSocket]: { [symbols.kParser]: parser } }: Connected) => {
  const complete = parser.onHeadersComplete;
  parser.onHeadersComplete = (status, ...rest) => complete.call(parser, status === 100 ? 102 : status, ...rest);
};

/** Keeps connections alive, with one request at a time. */
export const createPool = (origin: string): Pool =>
  new Pool(origin, {
    connections: maxConnections,
    allowH2: false,
    // Each transfer has its own limit.
    connect: { timeout: 0 },
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (url, options) => new CountingClient(url, options),
  });

interface HeldBody {
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
const isShort = (headers: readonly string[]) =>
  Number(rawHeader(headers, 'content-length')) <= maxHeldBytes &&
  rawHeader(headers, 'content-encoding') === undefined &&
  !isOfEvents(headers);

/** An iteration of the stream would take longer than all the rest. */
export const hold = (body: Readable, timeoutMs: number): Promise<HeldBody> =>
  new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    let isHolding = true;
    const end = (result: Omit<HeldBody, 'parts'>) => {
      if (!isHolding) return;
      isHolding = false;
      clearTimeout(timer);
      resolve({ ...result, parts });
    };
    const onData = (part: Uint8Array) => {
      timer.refresh();
      parts.push(part);
      size += part.length;
      if (size <= maxHeldBytes) return;
      body.off('data', onData).pause();
      end({ isWhole: false });
    };
    const onEnd = () => end({ isWhole: true });
    const onError = (error: unknown) => end({ isWhole: false, error });
    const onClose = () => {
      if (isHolding) onError(new Error('the body is not complete'));
    };
    const timer = setTimeout(() => {
      onError(new UpstreamTimeout());
      body.destroy();
    }, timeoutMs);
    // They stay, as removing them would take as long as all the rest. The body may also fail later, before anybody reads on: who does so gets the error.
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });

/** No response, or no further part of it, in time. */
export class UpstreamTimeout extends Error {}

/** A response that no server can send. */
class NotHttp extends Error {
  override readonly name = 'HTTPParserError';
}

export const describeFailure = (
  error: unknown,
  { url, timeoutMs, isClientGone }: { readonly url: URL; readonly timeoutMs: number; readonly isClientGone: boolean },
): { readonly status: number; readonly message: string } => {
  if (isClientGone) return { status: 502, message: 'The client disconnected before the upstream responded.' };
  const upstream = `The upstream ${url.origin}`;
  if (error instanceof UpstreamTimeout)
    return { status: 504, message: `${upstream} did not respond within ${formatDuration(timeoutMs)}.` };
  return { status: 502, message: `${upstream} ${reasonOf(error as NodeJS.ErrnoException)}` };
};

const notHttp = 'sent a response that is not HTTP.';

const reasonOf = ({ code = '', name, message }: NodeJS.ErrnoException): string => {
  // undici ends a connection with an upgrade that nobody asked for.
  if (name === 'HTTPParserError' || message === 'bad upgrade') return notHttp;
  const known = reasons.find(([codes]) => codes.test(code))?.[1];
  if (known !== undefined) return known;
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|DEPTH_ZERO/.test(code))
    return `has no valid certificate (${code}). NODE_EXTRA_CA_CERTS adds a private authority.`;
  return `cannot be reached: ${code || message}.`;
};

const reasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'cannot be reached: its name is not found.'],
  [/^ECONNREFUSED$/, 'cannot be reached: the connection was refused.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'ended the connection before its response.'],
  // UND_ERR_CONNECT_TIMEOUT: of a host with several addresses, one was not reached in the time that Node gives it.
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/, 'cannot be reached: there is no way to it.'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, notHttp],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'sent a response whose headers are too long.'],
  [/^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO)$/, 'does not speak TLS as an https URL requires. Is it an http URL?'],
];
