/** The base paths that a document's servers give. */
import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

export interface ServerOwners {
  /** Path items and operations that have servers of their own. */
  readonly owners: readonly Located[];
  /** The templates of all operations. */
  readonly paths: readonly string[];
}

/**
 * Unique, without a trailing slash; the root is empty. Those of the document come first, in its order: everything is served
 * below each of them, and below those of single paths and operations too.
 */
export const basePathsOf = (
  source: Source,
  uri: string | undefined,
  { owners, paths }: ServerOwners,
): readonly string[] => {
  // OpenAPI: a relative server is relative to where the document is; a file of ours is no place that clients know.
  const base = uri !== undefined && /^https?:/.test(uri) ? uri : 'http://localhost/';
  const own = readServers(source.document, '', base, source);
  const common = own.length === 0 ? [''] : own.map(({ path }) => path);
  const others = owners.flatMap(({ value, pointer }) => readServers(value, pointer, base, source));
  const served = others.filter(({ path, pointer }) => {
    const isTaken = !common.includes(path) && common.some((one) => paths.some((end) => isBelow(path, `${one}${end}`)));
    if (isTaken)
      source.report(pointer, `"${path}" is also where paths of the document begin: nothing more is served below it`);
    return !isTaken;
  });
  const added = served.map(({ path }) => path);
  // Where only paths have servers, the root is nobody's.
  return [...new Set(own.length === 0 ? [...added, ...common] : [...common, ...added])];
};

const isBelow = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`);

interface Server {
  readonly path: string;
  readonly pointer: string;
}

const readServers = (owner: JsonObject, pointer: string, base: string, source: Source): readonly Server[] =>
  listIn(owner, 'servers').flatMap((server, at) => {
    const place = `${pointer}/servers/${at}`;
    const url = isJsonObject(server) ? stringIn(server, 'url') : undefined;
    if (!isJsonObject(server) || url === undefined) {
      source.report(place, 'a server must have a url; it is ignored');
      return [];
    }
    const path = pathOf(withDefaults(url, objectIn(server, 'variables') ?? {}), base);
    if (path !== undefined) return [{ path, pointer: place }];
    source.report(`${place}/url`, `"${url}" is not a URL that can be served; it is ignored`);
    return [];
  });

const withDefaults = (url: string, variables: JsonObject): string => {
  let filled = url;
  for (const [name, variable] of entriesAt(variables, '')) {
    const value = isJsonObject(variable)
      ? (getProperty(variable, 'default') ?? listIn(variable, 'enum')[0])
      : undefined;
    if (value !== undefined && typeof value !== 'object') filled = filled.replaceAll(`{${name}}`, () => String(value));
  }
  // Which host it is does not matter here.
  return filled.replace(/^[^/]*\/\/[^/]*/, (origin) =>
    origin.replace(/:\{[^{}]*\}$/, '').replaceAll(/\{[^{}]*\}/g, 'x'),
  );
};

/** `api.example.com/v1`, `localhost:8080/v1`: not what OpenAPI means by a relative URL, but what people mean by it. */
const isBareHost = (url: string): boolean =>
  /^([\w-]+\.)+[a-z]{2,}(:\d+)?(\/|$)|^[\w.-]+:\d+(\/|$)/i.test(url) && !/\.(ya?ml|json)$/i.test(url);

/** Undefined where a variable has no value, or what is left is no URL. */
const pathOf = (url: string, base: string): string | undefined => {
  if (/[{}]/.test(url)) return undefined;
  const parsed = URL.parse(isBareHost(url) ? `http://${url}` : url, base);
  // `/~name` names a world of the simulation and is no part of the service's own path.
  return parsed?.pathname.startsWith('/') ? parsed.pathname.replace(/^\/~[^/]*/, '').replace(/\/+$/, '') : undefined;
};
