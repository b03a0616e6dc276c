/**
 * HTTP messages as plain data. The types of Fetch and Node are used at the edges only.
 */

/** Header names in lower case; repeated headers are joined as Node joins them. Read it with {@link headerOf}. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** The path as sent, percent-encoded, without the world's prefix and without the query: `/v1/orders/7`. */
  readonly path: string;
  /** The query as sent, without the `?`; empty if there is none. */
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** The part before the path: the mount path of the app, then the world (`/~alice`). Links in responses begin with it. */
  readonly pathPrefix: string;
  /** Whether it was sent by HTTPS. Default: false. */
  readonly isEncrypted?: boolean | undefined;
}

/** A body, or the reason why the edge could not read it. */
export type RequestBody =
  | { readonly type: 'none' }
  /** ASCII only, as most bodies are: each character is one byte. In the journal, a string takes far less memory than bytes. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'too-large'; readonly limitBytes: number }
  | { readonly type: 'bad-encoding'; readonly reason: string };

/** What is wrong with a body that is too large. */
export const bodyLimit = (bytes: number): string =>
  `must not be larger than ${bytes} bytes (--max-body raises this; in the library, maxBody)`;

export const noBody: RequestBody = { type: 'none' };

/** The body's bytes, or an ASCII text; undefined if there is no readable body. */
export const contentOf = (body: RequestBody): string | Uint8Array | undefined => {
  switch (body.type) {
    case 'text':
      return body.text;
    case 'bytes':
      return body.bytes;
    default:
      return undefined;
  }
};

export interface HttpResponse {
  readonly status: number;
  /** Names and values alternate, as in `http.ServerResponse.writeHead`; names in the case in which they are sent. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

/** How a response is sent. The core decides; the edge performs it. */
export interface Delivery {
  /** Delay before the first byte. */
  readonly delayMs: number;
  /** The transport failure, if any. */
  readonly transport: Transport | undefined;
  /** The speed limit for the body; undefined: no limit. */
  readonly bytesPerSecond: number | undefined;
  /** The body is sent in chunks spread over a time. */
  readonly dribble: Dribble | undefined;
}

export interface Dribble {
  readonly chunks: number;
  readonly overMs: number;
}

/**
 * `reset`: the connection is reset (RST). `timeout`: no response is ever sent. `empty`: the connection is closed without
 * a byte. `truncate`: the body is shorter than Content-Length (without a body, nothing is sent). `garbage`: bytes that are
 * not HTTP.
 */
export type Transport = (typeof transports)[number];

export const transports = ['reset', 'timeout', 'empty', 'truncate', 'garbage'] as const;

export interface Reply {
  readonly response: HttpResponse;
  readonly delivery: Delivery;
}

export const plainDelivery: Delivery = {
  delayMs: 0,
  transport: undefined,
  bytesPerSecond: undefined,
  dribble: undefined,
};

/** The last second that was written: every response has a date, and most are written in the same second as the one before. */
let lastSecond = Number.NaN;
let lastDate = '';

/** A time in HTTP date format (RFC 9110, section 5.6.7). */
export const httpDate = (milliseconds: number): string => {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastDate = new Date(milliseconds).toUTCString();
    lastSecond = second;
  }
  return lastDate;
};

export const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  // Documents choose names too: `constructor` must not find an inherited property.
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
};

export const schemeOf = ({ isEncrypted }: Pick<HttpRequest, 'isEncrypted'>): string =>
  isEncrypted === true ? 'https' : 'http';

/** The origin that the request was sent to. Without a valid `Host` header its host is `localhost`. */
export const originOf = (request: Pick<HttpRequest, 'headers' | 'isEncrypted'>): string => {
  const host = headerOf(request.headers, 'host');
  return `${schemeOf(request)}://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
};

/** The value of a cookie, percent-decoded if it is valid. */
export const cookieOf = (headers: RequestHeaders, name: string): string | undefined => {
  const [text] = cookiesOf(headers, name);
  return text === undefined ? undefined : decodePercent(text);
};

/** The values of all cookies of a name, as sent. */
export const cookiesOf = (headers: RequestHeaders, name: string): readonly string[] =>
  valuesIn(headerOf(headers, 'cookie'), ';', name);

/** The values of a name in a header of pairs, as `name=value, ...`, as sent. */
export const valuesIn = (text: string | undefined, separator: string, name: string): readonly string[] => {
  const found: string[] = [];
  for (const pair of text?.split(separator) ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) found.push(pair.slice(equals + 1).trim());
  }
  return found;
};

/** Percent-encoding that replaces a lone surrogate, which is valid in JSON but not in UTF-8, with U+FFFD. */
export const encodePercent = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Percent-decoding that keeps a text with a malformed escape (`%zz`) unchanged. */
export const decodePercent = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
