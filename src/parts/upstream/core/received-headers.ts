/** The headers of an upstream's response, as the client of this server gets them: its URLs name this server. */
import { rawHeader } from '../../../core/http/header-syntax.ts';
import { isExecutable, nosniffHeaders, sandboxHeaders } from '../../../core/response/executable-content.ts';
import { isOfConnection, namedByConnection } from './sent-headers.ts';

/** An address below which URLs are the upstream's, and the one that takes its place. */
interface Relocation {
  readonly origin: string;
  /** `/api`, or empty for the root. */
  readonly base: string;
  /** This server's, with the world's prefix if the request used it. */
  readonly ownOrigin: string;
  readonly ownBase: string;
  readonly isEncrypted: boolean;
}

/** Headers that this server replaces, and those with which an upstream would decide for other services on this host. */
const dropped: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'strict-transport-security',
  'alt-svc',
  'clear-site-data',
  'service-worker-allowed',
  ...nosniffHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
]);

/** Names and values alternate. Without `Content-Type`, which depends on the faults, and without `Content-Length`. */
export const receivedHeaders = (raw: readonly string[], relocation: Relocation): readonly string[] => {
  const named = namedByConnection(rawHeader(raw, 'connection'));
  const headers: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    const key = name.toLowerCase();
    if (isOfConnection(key, named) || dropped.has(key)) continue;
    if (key.startsWith('access-control-') || key.startsWith('vivarium-')) continue;
    const value = relocated(key, raw[index + 1] as string, relocation);
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
};

/** The headers with which a browser keeps content of the upstream from acting as this server. */
export const protectiveHeaders = (contentType: string | undefined): readonly string[] =>
  contentType !== undefined && isExecutable(contentType) ? [...nosniffHeaders, ...sandboxHeaders] : nosniffHeaders;

/** Returns undefined if the header is dropped. */
const relocated = (key: string, value: string, relocation: Relocation): string | undefined => {
  switch (key) {
    case 'location':
    case 'content-location':
      return relocateUrl(value, relocation);
    case 'link':
      return value.replaceAll(/<([^<>]*)>/g, (_, url: string) => `<${relocateUrl(url, relocation)}>`);
    case 'set-cookie':
      return relocateCookie(value, relocation);
    default:
      return value;
  }
};

/** An absolute path stays a path. */
const relocateUrl = (url: string, { origin, base, ownOrigin, ownBase }: Relocation): string => {
  const isPath = url.startsWith('/') && !url.startsWith('//');
  const parsed = isPath ? undefined : URL.parse(url.startsWith('//') ? `${new URL(origin).protocol}${url}` : url);
  if (!isPath && parsed?.origin !== origin) return url;
  const rest = pathBelow(base, isPath ? url : url.replace(/^[^/]*\/\/[^/?#]*/, ''));
  if (rest === undefined) return url;
  return `${isPath ? '' : ownOrigin}${`${ownBase}${rest}` || '/'}`;
};

/** The rest behind the base, by segments: `/v10` is not below `/v1`. Undefined if it is not below. */
const pathBelow = (base: string, path: string): string | undefined =>
  path.startsWith(base) && /^(?:$|[/?#])/.test(path.slice(base.length)) ? path.slice(base.length) : undefined;

const relocateCookie = (cookie: string, { base, ownBase, isEncrypted }: Relocation): string | undefined => {
  if (/^\s*vivarium-/i.test(cookie)) return undefined;
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.flatMap((attribute) => {
    const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/s.exec(attribute) ?? [];
    switch (name.toLowerCase()) {
      case 'domain':
        return [];
      case 'secure':
        return isEncrypted ? [attribute] : [];
      case 'samesite':
        return isEncrypted || value.toLowerCase() !== 'none' ? [attribute] : [];
      case 'path': {
        const rest = pathBelow(base, value);
        return rest === undefined ? [attribute] : [` Path=${`${ownBase}${rest}` || '/'}`];
      }
      default:
        return [attribute];
    }
  });
  return [pair, ...kept].join(';');
};
