/** Where a path lies, and what can be done there. */

import { decodePercent, encodePercent } from './http.ts';

/** The documented methods, HEAD where there is GET, and OPTIONS. */
export const allowOf = (methods: readonly string[]): readonly string[] => {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  allowed.add('OPTIONS');
  return [...allowed].sort();
};

/** The path below the base path that it starts with; undefined where it is below none. */
export const pathBelowBase = (
  { basePaths }: { readonly basePaths: readonly string[] },
  path: string,
): { readonly base: string; readonly path: string } | undefined => {
  let best: string | undefined;
  for (const base of basePaths) {
    const below = path === base || (path.startsWith(base) && path.charCodeAt(base.length) === 0x2f);
    if (below && (best === undefined || base.length > best.length)) best = base;
  }
  return best === undefined ? undefined : { base: best, path: path.slice(best.length) };
};

/** What needs no escape in a path, however it is spelled. */
const plainPath = /^(?:\/[\w.~!*'()-]+)+$/;

/**
 * One spelling for all that the matcher takes for the same path: a trailing slash does not count, nor which characters
 * are percent-encoded (RFC 3986, section 6.2.2). `*` stays what it is, so that patterns are spelled so too.
 */
export const normalizePath = (path: string): string => {
  if (plainPath.test(path)) return path;
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const segments = trimmed.split('/').map((segment) => encodePercent(decodePercent(segment)));
  return trimmed === '' ? '/' : segments.join('/');
};
