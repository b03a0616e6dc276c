/** Sends one attempt: to the address that was resolved, without following a redirect. */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import { isLoopback } from '../../../server/edge/loopback.ts';
import { monotonicMs, realTime } from '../../../world/clock.ts';
import type { WebhookAttempt, WebhookRow } from '../core/rows.ts';

const silenceMs = 15_000;

/** What became of an attempt. `isRefused`: it is never tried again. */
export type SendResult = Omit<WebhookAttempt, 'at'> & { readonly isRefused: boolean };

/** `allowed`: hosts beyond loopback, such as `*.example.com`. */
export const send = async (row: WebhookRow, allowed: readonly string[]): Promise<SendResult> => {
  const started = monotonicMs();
  const done = (status: number | null, error: string | null, isRefused = false): SendResult => ({
    ...{ status, error, isRefused, durationMs: Math.round(monotonicMs() - started) },
  });
  try {
    const target = await targetOf(row.url, allowed);
    return 'refused' in target ? done(null, target.refused, true) : done(await post(row, target), null);
  } catch (error) {
    return done(null, error instanceof Error ? error.message || error.name : String(error));
  }
};

interface Target {
  readonly url: URL;
  readonly address: string;
}

/** The address that is connected to is the one that was judged: a name may resolve to another one the next time. */
const targetOf = async (text: string, allowed: readonly string[]): Promise<Target | { readonly refused: string }> => {
  if (!URL.canParse(text)) return { refused: `"${text.slice(0, 200)}" is not a URL` };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { refused: 'only http: and https: are called' };
  if (/^(\/~[^/]*)?\/_vivarium(\/|$)/i.test(decodeURIComponent(url.pathname)))
    return { refused: '/_vivarium is never called' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = isIP(host) === 0 ? (await lookup(host, { verbatim: true })).address : host;
  if (isLoopback(address) || allowed.some((pattern) => matchesWildcard(pattern.toLowerCase(), host.toLowerCase())))
    return { url, address };
  return { refused: `${host} is not on this machine: allow it with --allow-webhooks ${host}` };
};

const post = (row: WebhookRow, { url, address }: Target): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const body = Buffer.from(row.body);
    const sent = request(
      {
        ...{ host: address, port: url.port || undefined, path: `${url.pathname}${url.search}`, method: row.method },
        servername: isIP(url.hostname) === 0 ? url.hostname : undefined,
        headers: {
          ...{ host: url.host, 'user-agent': 'Vivarium', ...signed(row) },
          ...(body.length > 0 && { 'content-type': row.mediaType }),
          'content-length': String(body.length),
        },
        signal: AbortSignal.timeout(silenceMs),
        agent: false,
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
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
    flaw === 'bad-signature' && given !== undefined ? `${Buffer.from('another secret').toString('base64')}` : given;
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
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return { ...identified, 'webhook-signature': `v1,${hmac(key, `${id}.${time}.${body}`).digest('base64')}` };
};
