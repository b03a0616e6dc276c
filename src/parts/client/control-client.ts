/** Calls of the control API of a running server. */

import { describeConnectionError } from '../../core/http/connection-error.ts';
import {
  ConfigError,
  callRejected,
  optionInvalid,
  serverUnreachable,
  worldNameInvalid,
} from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { showAddress } from '../../core/service/secret-facts.ts';
import type { CallControl, ControlCall } from '../../world/control/call-control.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../../world/world-name.ts';

interface Reached {
  readonly origin: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

/** The report of a large interface has a few megabytes. */
const maxResponseBytes = 64 * 1024 * 1024;

const checkAddress = 'Check that the address is that of a Vivarium server.';

/** The error for a response of no Vivarium. `what`: what it should be. */
export const wrongResponse = (url: string, what: string): ConfigError =>
  serverUnreachable(`${url} did not respond with ${what}`, checkAddress);

/**
 * Finds out that a Vivarium is at this origin, before it gets the token or a change. `timeoutMs`: for each call; by default 30 seconds.
 *
 * @throws ConfigError `VIV_SERVER_UNREACHABLE`: no server responds in time, it is not Vivarium, or it requires another token. `VIV_CALL_REJECTED`: the server
 * rejects the call; the message is the server's.
 */
export const reachServer = async (
  origin: string,
  token: string | undefined,
  timeoutMs = 30_000,
): Promise<CallControl> => {
  const health = parseJson(await callOnce({ origin, token: undefined, timeoutMs }, { path: '/health' }));
  if (!health.ok || !isHealth(health.value))
    throw serverUnreachable(`${origin} is not a Vivarium server`, checkAddress);
  return (call) => callOnce({ origin, token, timeoutMs }, call);
};

const isHealth = (value: Json) =>
  isJsonObject(value) &&
  getProperty(value, 'status') === 'ok' &&
  typeof getProperty(value, 'version') === 'string' &&
  typeof getProperty(value, 'uptimeMs') === 'number';

const callOnce = async (
  { origin, token, timeoutMs }: Reached,
  { method = 'GET', path, body }: ControlCall,
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
      ...(body !== undefined && { body: stringifyJson(body) }),
      // Another host must not get the call, and its response would be one about another server.
      redirect: 'manual',
      // Also while the body is read.
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readText(response, url);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreachable(error as Error, url, timeoutMs);
  }
  if (response.ok) return text;
  throw failedCall(response.status, text, url);
};

const failedCall = (status: number, text: string, url: string): ConfigError => {
  if (status === 401)
    return serverUnreachable(
      `${url} responded with 401`,
      'Give the token of the server with --token or VIVARIUM_TOKEN.',
    );
  if (status >= 300 && status < 400)
    return serverUnreachable(
      `${url} responded with ${status}, a redirect, which is not followed`,
      'Give the address of the Vivarium server itself.',
    );
  const reason = messageIn(text);
  if (reason !== undefined) return callRejected(reason);
  return serverUnreachable(`${url} responded with ${status}`, checkAddress);
};

const unreachable = (error: Error, url: string, timeoutMs: number): ConfigError =>
  serverUnreachable(
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
      throw serverUnreachable(
        `the response of ${url} is larger than ${maxResponseBytes / 1024 ** 2} MiB`,
        checkAddress,
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

export const defaultUrl = 'http://127.0.0.1:4010';

interface ServerUrl {
  readonly origin: string;
  /** The world the address names: `http://127.0.0.1:4010/~alice`. */
  readonly world: string | undefined;
}

/** Reads any address of a Vivarium, also a base URL: only a world in its path counts. @throws ConfigError if it is none. */
export const readTargetUrl = (address: string): ServerUrl => {
  const { origin, pathname } = parseAddress(address);
  return { origin, world: worldIn(pathname) };
};

const worldIn = (pathname: string): string | undefined => /^\/~([^/]+)/.exec(pathname)?.[1];

const parseAddress = (address: string): URL => {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address);
  throw optionInvalid(
    `"${showAddress(address)}" is not the address of a server`,
    `Write it as ${/^[\w.-]+:\d{1,5}$/.test(address) ? `http://${address}` : defaultUrl}.`,
  );
};

/**
 * The origin of the server, and the world that the address names. @throws ConfigError for
 * a path that names something else: a user would take the answer for an answer about it.
 */
export const readServerUrl = (address: string): ServerUrl => {
  const { origin, pathname } = parseAddress(address);
  const world = worldIn(pathname) ?? /\/worlds\/([^/]+)\/coverage$/.exec(pathname)?.[1];
  if (world === undefined && !/^\/(?:_vivarium(?:\/.*)?)?$/.test(pathname))
    throw optionInvalid(
      `"${showAddress(address)}" is not the address of a server: nothing is at ${pathname}`,
      `Write it as ${origin}.`,
    );
  return { origin, world };
};

export interface TargetFlags {
  readonly world?: string;
  readonly url?: string;
  readonly token?: string;
}

/** The server and the world that flags and variables name. @throws ConfigError */
export const readTarget = ({ url, token, ...flags }: TargetFlags): WorldAddress => {
  const { origin, world: worldOfUrl } = readTargetUrl(url ?? process.env.VIVARIUM_URL ?? defaultUrl);
  const world = flags.world ?? worldOfUrl ?? defaultWorldName;
  if (!isWorldName(world)) throw worldNameInvalid(`"${world}" is not a world name`, worldNameRule);
  return {
    origin,
    world,
    path: `/worlds/${encodeURIComponent(world)}`,
    reach: () => reachServer(origin, token ?? process.env.VIVARIUM_TOKEN),
  };
};

export interface WorldAddress {
  readonly origin: string;
  readonly world: string;
  /** The path of the world, in the control API. */
  readonly path: string;
  readonly reach: () => Promise<CallControl>;
}
