/** The way to the real services of a simulation. It is loaded only if there is one. */

import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import type { Recipient } from '../../../world/body-stream.ts';
import { monotonicMs } from '../../../world/clock.ts';
import { forwardOf, type SentRequest } from '../core/forward.ts';
import { simulateReceived } from '../core/received.ts';
import type { Forwarding, Sent } from '../forwarding.ts';
import { describeFailure } from './describe-failure.ts';
import { createPool, maxEventStreams } from './pool.ts';
import { receive } from './receive.ts';
import { type Answer, Transfer } from './transfer.ts';
import { type HeaderOptions, headersOf, writtenHeaders } from './written-headers.ts';

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
