/** `fetch` for HTTPS that accepts any certificate of this machine. */
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { isLoopback } from '../../server/edge/caller.ts';

interface Init {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Redirects are never followed. */
  readonly redirect: 'manual';
}

/**
 * On a loopback address, the certificate is not checked: it is usually self-signed. On any other, Node's usual rules apply
 * (`NODE_EXTRA_CA_CERTS`). Rejects like `fetch`, with the reason in `cause`.
 */
export const fetchHttps = (url: string, { method, headers, body, signal }: Init): Promise<Response> =>
  new Promise((resolve, reject) => {
    const rejectUnauthorized = !isLoopback(new URL(url).hostname);
    const sent = request(url, { method, headers, signal, rejectUnauthorized }, (incoming) => {
      const { statusCode = 502 } = incoming;
      const hasBody = statusCode !== 204 && statusCode !== 304;
      if (!hasBody) incoming.resume();
      resolve(new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null, { status: statusCode }));
    });
    sent.on('error', (cause: Error) =>
      reject(cause.name === 'AbortError' ? signal.reason : new TypeError('fetch failed', { cause })),
    );
    sent.end(body);
  });
