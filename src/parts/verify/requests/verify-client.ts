/** Sends the requests of `verify`: one at a time, without following redirects, within a time and a size. */
import { describeConnectionError } from '../../../core/http/connection-error.ts';
import { serverUnreachable } from '../../../core/primitives/config-error.ts';
import { startStopwatch } from '../../../world/clock.ts';
import { type CredentialOptions, credentialParts } from './credentials.ts';
import type { VerifyRequest } from './verified-request.ts';

const maxResponseBytes = 10 * 1_048_576;

export type CallResult =
  | {
      readonly type: 'response';
      readonly status: number;
      /** The headers by lower-case name. */
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  /** There was no response, or only a part of it. `unsent`: the request did not reach the service. */
  | { readonly type: 'failed'; readonly reason: string; readonly unsent?: true | undefined };

/** Thrown by a `fetch` that does not send a request. The message is the reason. */
export class UnsentRequest extends Error {}

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The address for messages, if the base URL is not the one of the service. */
  readonly shownUrl?: string | undefined;
  readonly credentials: CredentialOptions;
  readonly timeoutMs: number;
  /** Requests per second; undefined: as fast as the service responds. */
  readonly rate: number | undefined;
  /** What sends the requests. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

export type Send = (request: VerifyRequest) => Promise<CallResult>;

/** A call throws a ConfigError `VIV_SERVER_UNREACHABLE` if nothing has responded at the address yet, and nothing does now. */
export const createClient = (options: ClientOptions): Send => {
  const { baseUrl, shownUrl = baseUrl, rate } = options;
  const elapsed = startStopwatch();
  let nextMs = 0;
  let isReached = false;
  return async (request) => {
    const waitMs = nextMs - elapsed();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (rate !== undefined) nextMs = Math.max(nextMs, elapsed()) + 1000 / rate;
    const answer = await sendOnce(request, options);
    if (answer.type === 'failed' && answer.unsent) return answer;
    if (answer.type === 'failed' && !isReached && !(await isReachable(options)))
      throw serverUnreachable(
        `${shownUrl} did not respond to the first request: ${answer.reason}`,
        'Check the address, and that the service is running.',
      );
    isReached = true;
    return answer;
  };
};

/** One request may fail where others do not. */
const isReachable = async ({ baseUrl, timeoutMs, fetch = globalThis.fetch }: ClientOptions): Promise<boolean> => {
  try {
    const { body } = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    return true;
  } catch {
    return false;
  }
};

const sendOnce = async (
  request: VerifyRequest,
  { baseUrl, credentials, timeoutMs, fetch = globalThis.fetch }: ClientOptions,
): Promise<CallResult> => {
  try {
    const response = await fetch(urlOf(baseUrl, request, credentials), {
      method: request.operation.method,
      headers: headersOf(request, credentials),
      body: request.body ?? null,
      redirect: 'manual',
      // Also while the body is read.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(response);
    return { type: 'response', status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    if (error instanceof UnsentRequest) return { type: 'failed', reason: error.message, unsent: true };
    return { type: 'failed', reason: describeFailure(error as Error, timeoutMs) };
  }
};

const urlOf = (baseUrl: string, request: VerifyRequest, credentials: CredentialOptions): string => {
  const secret = credentialParts(request.operation, request.credential, credentials)
    .filter((part) => part.in === 'query')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const query = [...request.query, ...secret].join('&');
  return `${baseUrl}${request.path}${query === '' ? '' : `?${query}`}`;
};

const headersOf = (request: VerifyRequest, credentials: CredentialOptions): Headers => {
  const parts = credentialParts(request.operation, request.credential, credentials);
  const cookies = [
    ...request.cookies,
    ...parts.flatMap((part) => (part.in === 'cookie' ? [`${part.name}=${part.value}`] : [])),
  ];
  const headers = new Headers({ accept: '*/*' });
  for (const [name, value] of request.headers) headers.set(name, value);
  for (const part of parts) if (part.in === 'header') headers.set(part.name, part.value);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
};

const readText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error(`the body is larger than ${maxResponseBytes / 1_048_576} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const describeFailure = (error: Error, timeoutMs: number): string =>
  error.name === 'TimeoutError' ? `no complete response within ${timeoutMs} ms` : describeConnectionError(error);
