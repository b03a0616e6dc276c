/** The way to the real services of a simulation. It is loaded only if there is one. */

import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import { decodePercent } from '../../../core/http/http.ts';
import type { Recipient } from '../../../world/body-stream.ts';
import { monotonicMs } from '../../../world/clock.ts';
import { forwardOf, type SentRequest } from '../core/forward.ts';
import { simulateReceived } from '../core/received.ts';
import type { Forwarding, Sent } from '../forwarding.ts';
import { describeFailure } from './describe-failure.ts';
import { createPool, maxEventStreams } from './pool.ts';
import { receive } from './receive.ts';
import { type Answer, Transfer } from './transfer.ts';

/** `upstreams`: by the names of services. */
export const createForwarding = (upstreams: ReadonlyMap<string, Omit<SenderOptions, 'id'>>): Forwarding => {
  const id = `vivarium-${randomBytes(6).toString('hex')}`;
  const senders = new Map([...upstreams].map(([service, options]) => [service, createSend({ ...options, id })]));
  return {
    id,
    forwardOf,
    simulateReceived,
    send: (request, client) => {
      const send = senders.get(request.service);
      if (send === undefined) throw new Error(`the service "${request.service}" has no upstream`);
      return send(request, client);
    },
  };
};

interface SenderOptions extends HeaderOptions {
  readonly timeoutMs: number;
}

const asksForEvents = ({ headers }: SentRequest): boolean =>
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
    const headers = headersOf(sent, written) as string[];
    const options = {
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      body,
      [symbols.kQueuedAbort]: transfer.onQueued,
    };
    if (!client.isGone) pool.dispatch(options, transfer);
    return transfer.answer;
  };

  return async (sent, client) => {
    const started = monotonicMs();
    const elapsed = (): number => Math.round(monotonicMs() - started);
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

interface HeaderOptions {
  /** Its credentials are sent with each request, in place of those of the client. */
  readonly url: URL;
  /** Sent with each request, in place of those of the client: names in lower case, and values. */
  readonly headers: ReadonlyMap<string, string>;
  /** The id of this server, for `Via`. */
  readonly id: string;
}

/** The same for each request. */
interface WrittenHeaders {
  /** `Host`, unless the user chose one. */
  readonly host: readonly string[];
  readonly own: ReadonlyMap<string, string>;
  readonly via: string;
}

/** The headers that a request to an upstream gets from this server. */
const writtenHeaders = ({ url, headers, id }: HeaderOptions): WrittenHeaders => ({
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

const headersOf = ({ headers }: SentRequest, { host, own, via: ownVia }: WrittenHeaders): readonly string[] => {
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
