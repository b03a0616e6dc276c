/** Calls of the control API of a running server. */
import { describeConnectionError } from '../core/http/connection-error.ts';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, parseJson } from '../core/primitives/json.ts';

export interface ControlCall {
  readonly method?: 'GET' | 'PUT';
  /** Below `/_vivarium/api`. */
  readonly path: string;
  readonly body?: Json;
  readonly token: string | undefined;
  /** The time limit in milliseconds; by default 30 seconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

/** The report of a large interface has a few megabytes. */
const maxResponseBytes = 64 * 1024 * 1024;

/**
 * Calls the server at this origin. Returns the text of its response.
 *
 * @throws ConfigError `VIV_SERVER_UNREACHABLE`: no server responds in time, it is not Vivarium, or it requires another token. `VIV_CALL_REJECTED`: the server
 * rejects the call; the message is the server's.
 */
export const callControl = async (
  origin: string,
  { method = 'GET', path, body, token, timeoutMs = defaultTimeoutMs }: ControlCall,
): Promise<string> => {
  const url = `${origin}/_vivarium/api${path}`;
  let response: Response;
  let text: string;
  try {
    const send = url.startsWith('https:') ? (await import('./fetch-https.ts')).fetchHttps : fetch;
    response = await send(url, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Also while the body is read.
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readText(response, url);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreachable(error as Error, url, timeoutMs);
  }
  if (response.ok) return text;
  if (response.status === 401)
    throw configError(
      'VIV_SERVER_UNREACHABLE',
      `${url} responded with 401`,
      'Give the token of the server with --token or VIVARIUM_TOKEN.',
    );
  const reason = messageIn(text);
  if (reason !== undefined) throw configError('VIV_CALL_REJECTED', reason);
  throw configError(
    'VIV_SERVER_UNREACHABLE',
    `${url} responded with ${response.status}`,
    'Check that the address is that of a Vivarium server.',
  );
};

const unreachable = (error: Error, url: string, timeoutMs: number): ConfigError =>
  configError(
    'VIV_SERVER_UNREACHABLE',
    error.name === 'TimeoutError'
      ? `${url} did not respond completely within ${timeoutMs / 1000} seconds`
      : `cannot reach ${url}: ${describeConnectionError(error)}`,
    'Check that the server is running.',
  );

const readText = async ({ body }: Response, url: string): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes)
      throw configError(
        'VIV_SERVER_UNREACHABLE',
        `the response of ${url} is larger than ${maxResponseBytes / 1024 ** 2} MiB`,
        'Check that the address is that of a Vivarium server.',
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** The message of a problem of the control API. */
const messageIn = (text: string): string | undefined => {
  const parsed = parseJson(text);
  const detail = parsed.ok && isJsonObject(parsed.value) ? getProperty(parsed.value, 'detail') : undefined;
  return typeof detail === 'string' ? detail : undefined;
};

/**
 * The origin of the server, and the world that the address names (`http://127.0.0.1:4010/~alice`). @throws ConfigError for
 * a path that names something else: a user would take the answer for an answer about it.
 */
export const readServerUrl = (address: string): { readonly origin: string; readonly world: string | undefined } => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw configError(
      'VIV_OPTION_INVALID',
      `"${address}" is not the address of a server`,
      `Write it as ${/^[\w.-]+:\d{1,5}$/.test(address) ? `http://${address}` : 'http://127.0.0.1:4010'}.`,
    );
  const { origin, pathname } = new URL(address);
  const world = /^\/~([^/]+)/.exec(pathname)?.[1] ?? /\/worlds\/([^/]+)\/coverage$/.exec(pathname)?.[1];
  if (world === undefined && !/^\/(?:_vivarium(?:\/.*)?)?$/.test(pathname))
    throw configError(
      'VIV_OPTION_INVALID',
      `"${address}" is not the address of a server: nothing is at ${pathname}`,
      `Write it as ${origin}.`,
    );
  return { origin, world };
};
