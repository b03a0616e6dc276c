/**
 * HTTP as plain data: what the core reads and what it decides. Fetch's and Node's own types stay at the edges.
 */

/** Header names in lower case; a header sent twice joined as Node joins it. Read it with {@link headerOf}. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the world's prefix and the query: `/v1/orders/7`. */
  readonly path: string;
  /** As sent, without the `?`; empty when there is none. */
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** What stands before the path: where the app is mounted, then what named the world (`/~alice`). Links in the answer carry it on. */
  readonly pathPrefix: string;
}

/** A body, or why the edge could not hand it over. */
export type RequestBody =
  | { readonly type: 'none' }
  /** ASCII alone, as most bodies are: each character is a byte. A text costs a journal far less than bytes do. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'too-large'; readonly limitBytes: number }
  | { readonly type: 'bad-encoding'; readonly reason: string };

export const noBody: RequestBody = { type: 'none' };

/** What there is of a body: its bytes, or a text of which each character is one. */
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
  /** Names and values in turn, as `http.ServerResponse.writeHead` takes them; names as they should be shown. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

/** How to put a response on the wire. The edge performs it; the core only decides. */
export interface Delivery {
  /** Held back this long before the first byte. */
  readonly delayMs: number;
  /** The connection ends in this way instead of with the response. */
  readonly transport: Transport | undefined;
  /** How fast the body goes out; undefined: as fast as it can. */
  readonly bytesPerSecond: number | undefined;
  /** The body goes out in so many chunks spread over a time. */
  readonly dribble: Dribble | undefined;
}

export interface Dribble {
  readonly chunks: number;
  readonly overMs: number;
}

/**
 * `reset`: the connection is reset (RST). `timeout`: nothing is ever answered. `empty`: it is closed without a byte.
 * `truncate`: less of the body comes than Content-Length promises (nothing at all, where there is no body). `garbage`: bytes come that are no HTTP.
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

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** A time as headers write it (RFC 9110, section 5.6.7): as `toUTCString`, in half the time; every answer has one. */
export const httpDate = (milliseconds: number): string => {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  // Years of other than four digits are written in ways of their own.
  if (!(year >= 1000 && year <= 9999)) return date.toUTCString();
  const time = `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}:${twoDigits(date.getUTCSeconds())}`;
  return `${days[date.getUTCDay()]}, ${twoDigits(date.getUTCDate())} ${months[date.getUTCMonth()]} ${year} ${time} GMT`;
};

export const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  // Names come from documents too: `constructor` must not find what every object inherits.
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
};

/** Where the client sent it: one that names no host is taken for one on the same machine. */
export const originOf = ({ headers }: Pick<HttpRequest, 'headers'>): string => {
  const host = headerOf(headers, 'host');
  return `http://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
};

/** The value of one cookie, percent-decoded where that is possible. */
export const cookieOf = (headers: RequestHeaders, name: string): string | undefined => {
  const [text] = cookiesOf(headers, name);
  return text === undefined ? undefined : decodePercent(text);
};

/** The values of all cookies of a name, as sent. */
export const cookiesOf = (headers: RequestHeaders, name: string): readonly string[] => {
  const found: string[] = [];
  for (const pair of headerOf(headers, 'cookie')?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) found.push(pair.slice(equals + 1).trim());
  }
  return found;
};

/** Percent-encoding that takes half of a surrogate pair, which JSON can hold and UTF-8 cannot, for U+FFFD. */
export const encodePercent = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Percent-decoding that takes a malformed escape (`%zz`) as it stands. */
export const decodePercent = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
