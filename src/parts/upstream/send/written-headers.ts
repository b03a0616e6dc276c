/** The headers that a request to an upstream gets from this server. */
import { decodePercent } from '../../../core/http/http.ts';
import type { SentRequest } from '../core/forward.ts';

export interface HeaderOptions {
  /** Its credentials are sent with each request, in place of those of the client. */
  readonly url: URL;
  /** Sent with each request, in place of those of the client: names in lower case, and values. */
  readonly headers: ReadonlyMap<string, string>;
  /** The id of this server, for `Via`. */
  readonly id: string;
}

/** The same for each request. */
export interface WrittenHeaders {
  /** `Host`, unless the user chose one. */
  readonly host: readonly string[];
  readonly own: ReadonlyMap<string, string>;
  readonly via: string;
}

export const writtenHeaders = ({ url, headers, id }: HeaderOptions): WrittenHeaders => ({
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

export const headersOf = ({ headers }: SentRequest, { host, own, via: ownVia }: WrittenHeaders): readonly string[] => {
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
