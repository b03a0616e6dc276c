/** Reads the base paths of a document's servers. */
import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

interface ServerOwners {
  /** Path items and operations with a `servers` property. */
  readonly owners: readonly Located[];
  /** The templates of all operations. */
  readonly paths: readonly string[];
}

/**
 * The base paths, unique and without a trailing slash; the root is empty. All operations are served below each of them.
 * The document's servers come first, then the servers of paths and operations.
 */
export const basePathsOf = (
  source: Source,
  uri: string | undefined,
  { owners, paths }: ServerOwners,
): readonly string[] => {
  // OpenAPI: a relative server URL is resolved against the document's URL. Clients do not know the path of a local file.
  const base = uri !== undefined && /^https?:/.test(uri) ? uri : 'http://localhost/';
  const documentServers = readServers(source.document, '', base, source);
  const common = documentServers.length === 0 ? [''] : documentServers.map(({ path }) => path);
  const ownedServers = owners.flatMap(({ value, pointer }) => readServers(value, pointer, base, source));
  const served = ownedServers.filter(({ path, pointer }) => {
    const isUsed =
      !common.includes(path) &&
      common.some((basePath) => paths.some((operationPath) => isBelow(path, `${basePath}${operationPath}`)));
    if (isUsed)
      source.report(pointer, `"${path}" is also the start of a path of the document, so it is not used as a base path`);
    return !isUsed;
  });
  const added = served.map(({ path }) => path);
  // If only paths have servers, their base paths come before the root.
  return [...new Set(documentServers.length === 0 ? [...added, ...common] : [...common, ...added])];
};

const isBelow = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`);

interface Server {
  readonly path: string;
  readonly pointer: string;
}

const readServers = (owner: JsonObject, pointer: string, base: string, source: Source): readonly Server[] =>
  listIn(owner, 'servers').flatMap((server, index) => {
    const serverPointer = `${pointer}/servers/${index}`;
    const url = isJsonObject(server) ? stringIn(server, 'url') : undefined;
    if (!isJsonObject(server) || url === undefined) {
      source.report(serverPointer, 'a server must have a url; it is ignored');
      return [];
    }
    const path = pathOf(withDefaults(url, objectIn(server, 'variables') ?? {}), base);
    if (path !== undefined) return [{ path, pointer: serverPointer }];
    source.report(`${serverPointer}/url`, `"${url}" is not a URL that can be served; it is ignored`);
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
  // Unset variables in the host do not matter, because only the path is used.
  return filled.replace(/^[^/]*\/\/[^/]*/, (origin) =>
    origin.replace(/:\{[^{}]*\}$/, '').replaceAll(/\{[^{}]*\}/g, 'x'),
  );
};

/** `api.example.com/v1` and `localhost:8080/v1` are relative URLs in OpenAPI, but documents use them for hosts. */
const isBareHost = (url: string): boolean =>
  /^([\w-]+\.)+[a-z]{2,}(:\d+)?(\/|$)|^[\w.-]+:\d+(\/|$)/i.test(url) && !/\.(ya?ml|json)$/i.test(url);

/** Undefined if a variable has no value or the URL is not valid. */
const pathOf = (url: string, base: string): string | undefined => {
  if (/[{}]/.test(url)) return undefined;
  const parsed = URL.parse(isBareHost(url) ? `http://${url}` : url, base);
  // `/~name` selects a world of the simulation. It is not part of the service's path.
  return parsed?.pathname.startsWith('/') ? parsed.pathname.replace(/^\/~[^/]*/, '').replace(/\/+$/, '') : undefined;
};
