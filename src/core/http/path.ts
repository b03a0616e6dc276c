/** Request paths: base paths, normalization, and the `Allow` header. */

import { decodePercent, encodePercent } from './http.ts';

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
  const consider = (base: string): void => {
    const isBelow = path === base || (path.startsWith(base) && path.charCodeAt(base.length) === 0x2f);
    if (isBelow && (best === undefined || base.length > best.length)) best = base;
  };
  for (const base of basePaths) consider(base);
  if (best === undefined) for (const template of baseTemplates) consider(filledBase(template, path));
  return best === undefined ? undefined : { base: best, path: path.slice(best.length) };
};

/** The base path with the texts that the path has in its place; one that no path is below if it does not match. */
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

/** A path of a document as a link can have it: the rest of Unicode is percent-encoded (RFC 3987, section 3.1). */
export const linkPath = (path: string): string => path.replace(/[^\x21-\x7e]+/g, encodePercent);

/** A path that is already normalized. */
const plainPath = /^(?:\/[\w.~!*'()-]+)+$/;

/**
 * The normal form of a path: without a trailing slash, and percent-encoded only where necessary (RFC 3986, section
 * 6.2.2). Paths that the router treats as equal have the same normal form. `*` is kept, so patterns can be normalized too.
 */
export const normalizePath = (path: string): string => {
  if (plainPath.test(path)) return path;
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const segments = trimmed.split('/').map((segment) => encodePercent(decodePercent(segment)));
  return trimmed === '' ? '/' : segments.join('/');
};
