/** Selects the world of a request, and removes the world's prefix from the path. */
import { cookieOf, decodePercent, headerOf, type RequestHeaders, valuesIn } from '../../core/http/http.ts';
import { defaultWorldName } from '../../world/world-name.ts';

export interface WorldChoice {
  readonly name: string;
  /** `/~alice`, or empty. */
  readonly prefix: string;
  /** Percent-encoded, without the prefix and the query. */
  readonly path: string;
}

const name = 'vivarium-world';

const prefixed = /^\/~([^/]*)(\/.*|)$/s;

/** Selects a world by path prefix, header, cookie and baggage, in that order; else the default world. */
export const selectWorld = (path: string, headers: RequestHeaders): WorldChoice => {
  if (path.startsWith('/~')) {
    const [, name = '', rest = ''] = prefixed.exec(path) ?? [];
    return { name: decodePercent(name), prefix: `/~${name}`, path: rest === '' ? '/' : rest };
  }
  const named = headerOf(headers, name) ?? cookieOf(headers, name) ?? worldInBaggage(headerOf(headers, 'baggage'));
  return { name: named ?? defaultWorldName, prefix: '', path };
};

/** The `vivarium-world` entry of a W3C baggage header: `key=value;property, ...`, the value percent-encoded. */
export const worldInBaggage = (baggage: string | undefined): string | undefined => {
  const [value] = valuesIn(baggage, ',', name);
  return value && decodePercent((value.split(';', 1)[0] as string).trim());
};
