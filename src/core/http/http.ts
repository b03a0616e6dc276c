/**
 * HTTP messages as plain data. The types of Fetch and Node are used at the edges only. The syntax of headers (RFC 9110, sections 5.1 and
 * 5.5) is that of Node's HTTP server.
 */

/** The methods of requests that ask for no change (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

/** The methods that Node's HTTP parser accepts. A browser cannot ask Node; a test compares them. */
export const httpMethods: ReadonlySet<string> = new Set(
  [
    'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS',
    'PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
  ].flatMap((methods) => methods.split(' ')),
);

/** Whether a name is a token (RFC 9110, section 5.6.2), as the names of headers and methods are. */
export const isToken = (name: string): boolean => /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name);

/** Whether a name can be distinguished from its value and from the next cookie, which is looser than RFC 6265. */
export const isCookieName = (name: string): boolean =>
  name !== '' && name === name.trim() && !/[;=]/.test(name) && isHeaderValue(name);

export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** The first value of a header in a list of alternating names and values; undefined if there is none. `name` in lower case. */
export const rawHeader = (raw: readonly string[], name: string): string | undefined => {
  for (let index = 0; index < raw.length; index += 2)
    if ((raw[index] as string).toLowerCase() === name) return raw[index + 1];
  return undefined;
};

/** The headers without those of these names, which are in lower case. */
export const withoutHeaders = (headers: readonly string[], names: ReadonlySet<string>): readonly string[] =>
  headers.filter((_, index) => !names.has((headers[index - (index % 2)] as string).toLowerCase()));

/** `headers`, replaced by those of `over` with the same names. */
export const overrideHeaders = (headers: readonly string[], over: readonly string[]): readonly string[] => {
  if (over.length === 0) return headers;
  const names = new Set(over.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  return [...withoutHeaders(headers, names), ...over];
};

export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

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
  readonly transport: Transport | undefined;
  /** The speed limit for the body; undefined: no limit. */
  readonly bytesPerSecond: number | undefined;
  readonly dribble: { readonly chunks: number; readonly overMs: number } | undefined;
}

/** `reset`: RST. `timeout`: no response. `empty`: closed without a byte. `truncate`: a body shorter than its Content-Length. `garbage`: no HTTP. */
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

export const cookiesOf = (headers: RequestHeaders, name: string): readonly string[] =>
  valuesIn(headerOf(headers, 'cookie'), ';', name);

/** The values of a name, as sent, in a header of pairs such as `name=value, ...`. */
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

/** Whether a media type is JSON: `application/json` and `application/problem+json`, with or without parameters. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);

/** Whether a media type is of rows in text: `text/csv`, `text/tab-separated-values`. */
export const isTable = (mediaType: string): boolean => /csv\b|-separated-values/.test(mediaType);

/** The media type without parameters, in lower case. */
export const essenceOf = (mediaType: string): string => {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
};

/** Whether a documented range (`application/*`, or `application/*+json` of ASP.NET) covers a media type. */
export const coversMediaType = (range: string, mediaType: string): boolean => {
  const [type, subtype = ''] = essenceOf(range).split('/');
  const [otherType, otherSubtype = ''] = mediaType.split('/');
  const isWithin = subtype.startsWith('*') ? otherSubtype.endsWith(subtype.slice(1)) : subtype === otherSubtype;
  return isWithin && (type === '*' || type === otherType);
};

interface Offer<Content> {
  readonly mediaType: string;
  /** The content of a documented range (`image/*`) in another of its types, if it can be written. */
  readonly as?: ((mediaType: string) => Content | undefined) | undefined;
}

/** The documented content that the `Accept` header prefers (RFC 9110, section 12.5.1); undefined if it accepts none of them. */
export const negotiate = <Content extends Offer<Content>>(
  contents: readonly Content[],
  request: Pick<HttpRequest, 'headers'>,
): Content | undefined => {
  const accept = headerOf(request.headers, 'accept');
  if (accept === undefined || accept === '' || accept === '*/*') return contents[0];
  const ranges = accept.split(',').map(parseRange);
  // A client that accepts `application/vnd.example+json` reads JSON (RFC 6839).
  return preferred(contents, ranges) ?? preferred(contents, ranges.map(withoutSuffix));
};

const preferred = <Content extends Offer<Content>>(
  contents: readonly Content[],
  ranges: readonly AcceptedRange[],
): Content | undefined => {
  let best: Content | undefined;
  let bestQuality = 0;
  for (const content of contents) {
    const quality = qualityFor(content.mediaType, ranges);
    if (quality > bestQuality) [best, bestQuality] = [content, quality];
    if (content.as === undefined) continue;
    for (const { name, quality } of ranges) {
      const other = quality > bestQuality && !name.includes('*') ? content.as(name) : undefined;
      if (other !== undefined) [best, bestQuality] = [other, quality];
    }
  }
  return best;
};

interface AcceptedRange {
  readonly name: string;
  /** `version=2`. */
  readonly parameters: readonly string[];
  readonly quality: number;
}

const splitType = (text: string): readonly [string, ...(readonly string[])] =>
  text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim()) as [string, ...string[]];

const weight = /^q\s*=\s*/;

const parseRange = (text: string): AcceptedRange => {
  const [name, ...rest] = splitType(text);
  const weightIndex = rest.findIndex((parameter) => weight.test(parameter));
  const quality = weightIndex < 0 ? 1 : Number((rest[weightIndex] as string).replace(weight, ''));
  // Parameters after the weight belong to the header, not to the range.
  const parameters = weightIndex < 0 ? rest : rest.slice(0, weightIndex);
  return { name, parameters, quality: Number.isNaN(quality) ? 1 : quality };
};

const withoutSuffix = (range: AcceptedRange): AcceptedRange =>
  /^application\/.+\+json$/.test(range.name) ? { ...range, name: 'application/json' } : range;

/** The weight of the most specific range that covers the type. */
const qualityFor = (mediaType: string, ranges: readonly AcceptedRange[]): number => {
  const [name, ...parameters] = splitType(mediaType);
  let quality = 0;
  let bestPrecision = -1;
  for (const range of ranges) {
    if (!coversMediaType(range.name, name) || contradicts(range.parameters, parameters)) continue;
    const precision =
      precisionOf(range.name) * 100 + range.parameters.filter((parameter) => parameters.includes(parameter)).length;
    if (precision > bestPrecision) [quality, bestPrecision] = [range.quality, precision];
  }
  return quality;
};

/** A parameter that the documented type does not have does not rule it out; a different value does. */
const contradicts = (requested: readonly string[], present: readonly string[]) =>
  requested.some((parameter) => {
    const name = parameter.slice(0, parameter.indexOf('=') + 1);
    return name !== '' && present.some((text) => text.startsWith(name)) && !present.includes(parameter);
  });

const precisionOf = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);

/** The documented methods, HEAD if there is GET, and OPTIONS. */
export const allowOf = (methods: readonly string[]): readonly string[] => {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  allowed.add('OPTIONS');
  return [...allowed].sort();
};

interface Bases {
  readonly basePaths: readonly string[];
  /** Base paths in which `{}` is any text. */
  readonly baseTemplates?: readonly string[] | undefined;
}

/** The longest base path that the path is below, and the rest of the path; undefined if it is not below any. */
export const pathBelowBase = (
  { basePaths, baseTemplates = [] }: Bases,
  path: string,
): { readonly base: string; readonly path: string } | undefined => {
  let best: string | undefined;
  const consider = (base: string) => {
    const isBelow = path === base || (path.startsWith(base) && path.charCodeAt(base.length) === 0x2f);
    if (isBelow && (best === undefined || base.length > best.length)) best = base;
  };
  for (const base of basePaths) consider(base);
  if (best === undefined) for (const template of baseTemplates) consider(filledBase(template, path));
  return best === undefined ? undefined : { base: best, path: path.slice(best.length) };
};

/** Fills the template with the texts of the path. If the path does not match, the result is one that no path is below. */
const filledBase = (template: string, path: string): string => {
  const segments = path.split('/', template.split('/').length);
  const isMatching = template.split('/').every((part, index) => {
    const segment = segments[index] ?? '';
    const [before = '', after] = part.split('{}', 2);
    if (after === undefined) return part === segment;
    return segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
  });
  return isMatching ? segments.join('/') : template;
};

/** A path of a document as a link can have it: all but visible ASCII is percent-encoded (RFC 3987, section 3.1). */
export const linkPath = (path: string): string => path.replace(/[^\x21-\x7e]+/g, encodePercent);

const plainPath = /^(?:\/[\w.~!*'()-]+)+$/;

/** The normal form of a path or a pattern: without a trailing slash, percent-encoded only where necessary (RFC 3986, section 6.2.2). */
export const normalizePath = (path: string): string => {
  if (plainPath.test(path)) return path;
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const segments = trimmed.split('/').map((segment) => encodePercent(decodePercent(segment)));
  return trimmed === '' ? '/' : segments.join('/');
};
