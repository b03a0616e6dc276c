/** Sends requests to an upstream, by `node:http`: its connections are kept alive, and the parts of a body arrive as they were sent. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SentRequest } from '../core/upstream/forward.ts';
import { monotonicMs } from '../world/clock.ts';
import type { Forwarding, Recipient, Sent } from '../world/forwarding.ts';
import { describeFailure, UpstreamTimeout } from './describe-failure.ts';
import { receive } from './receive.ts';
import { type HeaderOptions, headersOf, writtenHeaders } from './written-headers.ts';

export interface SenderOptions extends HeaderOptions {
  readonly timeoutMs: number;
}

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
  const { protocol, port } = url;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const written = writtenHeaders(options);

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

type Answer =
  | { readonly type: 'response'; readonly response: IncomingMessage }
  | { readonly type: 'failed'; readonly error: NodeJS.ErrnoException; readonly wasReused: boolean };

/** The upstream closed an idle connection at the moment at which it was used again. */
const isClosedConnection = ({ error, wasReused }: Extract<Answer, { readonly type: 'failed' }>): boolean =>
  wasReused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
