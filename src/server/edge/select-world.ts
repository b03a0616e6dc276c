/** Selects the world of a request, and removes the world's prefix from the path. */
import { cookieOf, decodePercent, headerOf, type RequestHeaders } from '../../core/http/http.ts';
import { defaultWorldName } from '../../world/world-name.ts';

export interface WorldChoice {
  readonly name: string;
  /** `/~alice`, or empty. */
  readonly prefix: string;
  /** Percent-encoded, without the prefix and the query. */
  readonly path: string;
}

const prefixed = /^\/~([^/]*)(\/.*|)$/s;

/** Selects a world by path prefix, header, cookie and baggage, in that order; else the default world. */
export const selectWorld = (path: string, headers: RequestHeaders): WorldChoice => {
  if (path.startsWith('/~')) {
    const [, name = '', rest = ''] = prefixed.exec(path) ?? [];
    return { name: decodePercent(name), prefix: `/~${name}`, path: rest === '' ? '/' : rest };
  }
  return { name: nameIn(headers) ?? defaultWorldName, prefix: '', path };
};

const nameIn = (headers: RequestHeaders): string | undefined =>
  headerOf(headers, 'vivarium-world') ??
  // Most requests have neither.
  (headers.cookie === undefined ? undefined : cookieOf(headers, 'vivarium-world')) ??
  (headers.baggage === undefined ? undefined : baggageProperty(headers));

/** The `vivarium-world` entry of a W3C baggage header: `key=value;property, ...`, the value percent-encoded. */
const baggageProperty = (headers: RequestHeaders): string | undefined => {
  const baggage = headerOf(headers, 'baggage');
  if (baggage === undefined) return undefined;
  for (const property of baggage.split(',')) {
    const [pair = ''] = property.split(';', 1);
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === 'vivarium-world')
      return decodePercent(pair.slice(equals + 1).trim());
  }
  return undefined;
};
