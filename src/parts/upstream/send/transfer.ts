/** A request on its way: what undici calls back becomes a response with a body to read. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Recipient } from '../../../world/body-stream.ts';
import { NotHttp, UpstreamTimeout } from './describe-failure.ts';
import { type HeldBody, isShort } from './held-body.ts';
import type { CountingClient } from './pool.ts';

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
  readonly answer: Promise<Answer>;
  /** Resolves when the connection is free for another request, or closed. */
  readonly ended: Promise<void>;
  client: CountingClient | undefined;
  #resolve: (answer: Answer) => void = () => {};
  #end: () => void = () => {};
  /** Takes the request out of the queue, or ends its connection. */
  #cancel: (reason: Error) => void = () => {};
  #short: { readonly status: number; readonly headers: readonly string[]; readonly parts: Buffer[] } | undefined;
  #body: Body | undefined;
  #timer: NodeJS.Timeout;
  #forget: () => void;

  constructor(recipient: Recipient, timeoutMs: number) {
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#timer = setTimeout(() => this.#abort(new UpstreamTimeout()), timeoutMs);
    const onGone = (): void => this.#abort(new Error('the client disconnected'));
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
    const headers = namesAndValues(controller);
    if (isShort(headers)) {
      this.#timer.refresh();
      this.#short = { status, headers, parts: [] };
      return;
    }
    clearTimeout(this.#timer);
    this.#body = new Body(controller);
    this.#resolve({ type: 'response', response: { status, headers, body: this.#body } });
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
    this.#end();
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
    this.#end();
    this.#body?.destroy(error);
    this.#hold(error);
    this.#resolve({ type: 'failed', error, isClosedConnection: this.#isClosedConnection(error) });
  }

  /** Resolves the answer if its body is short. */
  #hold(error: Error | undefined): void {
    clearTimeout(this.#timer);
    if (this.#short === undefined) return;
    const { status, headers, parts } = this.#short;
    const body = { parts, isWhole: error === undefined, error };
    this.#resolve({ type: 'response', response: { status, headers, body } });
  }

  #isClosedConnection({ code = '' }: NodeJS.ErrnoException): boolean {
    return (this.client?.responses ?? 0) > 0 && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
  }
}

const namesAndValues = ({ rawHeaders }: Controller): readonly string[] =>
  (rawHeaders as readonly Buffer[]).map((part) => part.toString('latin1'));
