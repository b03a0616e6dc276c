/** Sends one attempt: to the address that was resolved, without following a redirect. */
import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { decodePercent } from '../../../core/http/http.ts';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import { isLoopback } from '../../../server/edge/caller.ts';
import { monotonicMs, realTime } from '../../../world/clock.ts';
import type { WebhookAttempt, WebhookRow } from '../core/rows.ts';

const silenceMs = 15_000;
/** The part of a response that is judged. */
const maxResponse = 65_536;

/** What became of an attempt. `isRefused`: it is never tried again. */
export type SendResult = Omit<WebhookAttempt, 'at' | 'violations'> & {
  readonly isRefused: boolean;
  readonly response?: ReceivedResponse | undefined;
};

export interface ReceivedResponse {
  readonly status: number;
  /** Empty: none. */
  readonly mediaType: string;
  /** If it is undefined, it is too long to be judged, or has no end. */
  readonly body: string | undefined;
}

type Resolve = (host: string) => Promise<readonly LookupAddress[]>;
const resolveName: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** `allowed`: hosts beyond loopback, such as `*.example.com`. `limitMs`: for the whole attempt, by default 15 s. */
export const send = async (
  row: WebhookRow,
  allowed: readonly string[],
  resolve: Resolve = resolveName,
  limitMs: number = silenceMs,
): Promise<SendResult> => {
  const started = monotonicMs();
  const done = (error: string | null, rest: Partial<SendResult> = {}): SendResult => ({
    ...{ status: null, error, isRefused: false, ...rest },
    durationMs: Math.round(monotonicMs() - started),
  });
  try {
    const target = await targetOf(row.url, allowed, resolve);
    if ('refused' in target) return done(target.refused, { isRefused: true });
    const response = await post(row, target, limitMs);
    return done(null, { status: response.status, response });
  } catch (error) {
    const { name, message } = error as Error;
    // A request that its signal ends has this name, whatever the reason.
    return done(name === 'AbortError' ? `no response within ${limitMs / 1000} s` : message || name);
  }
};

/** Waits for the server that sends it, and reports if that one has not reported until then. */
export const awaitOther = (): Promise<SendResult> =>
  new Promise((resolve) => {
    const error = `the server that sent it did not report within ${silenceMs / 1000} s`;
    // Its own attempt may take as long. The servers that wait do not all see it at once.
    const waitMs = silenceMs + 500 + Math.random() * 1000;
    setTimeout(() => resolve({ status: null, error, isRefused: false, durationMs: silenceMs }), waitMs).unref();
  });

interface Target {
  readonly url: URL;
  /** The first that accepts a connection is used. `localhost` has two, of which a receiver may listen on one. */
  readonly addresses: readonly LookupAddress[];
}

/** The addresses that are connected to are those that were judged: a name may resolve to others the next time. */
const targetOf = async (
  text: string,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<Target | { readonly refused: string }> => {
  if (!URL.canParse(text)) return { refused: `"${text.slice(0, 200)}" is not a URL` };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { refused: 'only http: and https: are called' };
  // As middleware, it may be below any path.
  if (/(^|[/\\])_vivarium([/\\;]|$)/i.test(decoded(url.pathname))) return { refused: '/_vivarium is never called' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = allowed.some((pattern) => matchesWildcard(pattern.toLowerCase(), host.toLowerCase()));
  const family = isIP(host);
  const own = [{ address: host, family }];
  const found = family === 0 ? await resolve(host).catch(isAllowed ? undefined : () => []) : own;
  const addresses = isAllowed ? found : found.filter(({ address }) => isLoopback(address));
  if (addresses.length > 0) return { url, addresses };
  return { refused: `${host} is not on this machine: allow it with --allow-webhooks ${host}` };
};

/** The text when nothing is left to decode: what passes the request on may decode it once more. */
const decoded = (text: string): string => {
  const once = decodePercent(text);
  return once === text ? text : decoded(once);
};

const lookupIn =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

const post = (row: WebhookRow, { url, addresses }: Target, limitMs: number): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const body = Buffer.from(row.body);
    const sent = request(
      {
        ...{ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || undefined, method: row.method },
        ...{ path: `${url.pathname}${url.search}`, lookup: lookupIn(addresses) },
        servername: isIP(url.hostname) === 0 ? url.hostname : undefined,
        headers: {
          ...{ host: url.host, 'user-agent': 'Vivarium', ...signed(row) },
          ...(body.length > 0 && { 'content-type': row.mediaType }),
          'content-length': String(body.length),
        },
        signal: AbortSignal.timeout(limitMs),
        agent: false,
        ...(url.username !== '' && { auth: `${decodePercent(url.username)}:${decodePercent(url.password)}` }),
      },
      (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        response.on('data', (part: Buffer) => {
          length += part.length;
          if (length <= maxResponse) parts.push(part);
        });
        const end = (isWhole: boolean) => (): void =>
          resolve({
            status: response.statusCode ?? 0,
            mediaType: response.headers['content-type'] ?? '',
            body: isWhole && length <= maxResponse ? Buffer.concat(parts).toString() : undefined,
          });
        response.once('end', end(true));
        // The status has been received: a body that does not end does not change it.
        sent.off('error', reject).once('error', end(false));
        response.once('error', end(false));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });

/** The time is real: the libraries of receivers check it. */
const signed = ({
  id,
  body,
  secret: given,
  signature,
  webhook,
  flaw,
}: WebhookRow): Readonly<Record<string, string>> => {
  const secret =
    flaw === 'bad-signature' && given !== undefined ? Buffer.from('another secret').toString('base64') : given;
  const time = String(Math.floor(realTime() / 1000) - (flaw === 'old-timestamp' ? 86_400 : 0));
  const identified = { 'webhook-id': id, 'webhook-timestamp': time };
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  if (signature === 'github') {
    const names = { 'x-github-event': webhook, 'x-github-delivery': id };
    return secret === undefined
      ? names
      : { ...names, 'x-hub-signature-256': `sha256=${hmac(secret, body).digest('hex')}` };
  }
  if (secret === undefined || signature === 'none') return identified;
  if (signature === 'stripe')
    return { ...identified, 'stripe-signature': `t=${time},v1=${hmac(secret, `${time}.${body}`).digest('hex')}` };
  const encoded = secret.replace(/^whsec_/, '');
  // Receivers take any other text as it is.
  const isEncoded = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0;
  const key = isEncoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
  return { ...identified, 'webhook-signature': `v1,${hmac(key, `${id}.${time}.${body}`).digest('base64')}` };
};
