/** Reads the base paths of a document's servers. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

interface ServerOwners {
  /** Path items and operations with a `servers` property. */
  readonly owners: readonly Located[];
  /** The templates of all operations. */
  readonly paths: readonly string[];
}

interface BasePaths {
  /** Unique and without a trailing slash; the root is empty. */
  readonly basePaths: readonly string[];
  /** The templates with `{}` for the value of a variable that may be any text. */
  readonly baseTemplates: readonly string[];
}

/** All operations are served below each base path: of the document's servers, then of paths and operations, with each value of an enum. */
export const basePathsOf = (source: Source, uri: string | undefined, { owners, paths }: ServerOwners): BasePaths => {
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
  const all = [...new Set(documentServers.length === 0 ? [...added, ...common] : [...common, ...added])];
  const templates = all.filter((path) => path.includes(anyText));
  return {
    basePaths: all.filter((path) => !path.includes(anyText)),
    baseTemplates: templates.map((path) => path.replaceAll(anyText, '{}')),
  };
};

/** Stands for the value of a variable while its URL is read. */
const anyText = 'any-text-of-a-variable';
/** The most addresses that the variables of one server give. */
const maxAddresses = 100;

const isBelow = (base: string, path: string) => path === base || path.startsWith(`${base}/`);

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
    const addresses = filledIn(url, objectIn(server, 'variables') ?? {});
    if (addresses.length > maxAddresses)
      source.report(
        `${serverPointer}/variables`,
        `the values of the variables make more than ${maxAddresses} addresses; the first ${maxAddresses} are served`,
      );
    const found = addresses.slice(0, maxAddresses).flatMap((address) => {
      const path = pathOf(address, base);
      // Some clients send one slash for several.
      return path === undefined ? [] : [path, path.replace(/\/{2,}/g, '/')];
    });
    if (found.length > 0) return [...new Set(found)].map((path) => ({ path, pointer: serverPointer }));
    source.report(`${serverPointer}/url`, `"${url}" is not a URL that can be served; it is ignored`);
    return [];
  });

/** The URL with each combination of the values of its variables, the defaults first. */
const filledIn = (url: string, variables: JsonObject): readonly string[] => {
  let filled: readonly string[] = [url];
  for (const [name, variable] of entriesAt(variables, '')) {
    const values = valuesOf(variable, isInPath(url, name));
    if (values.length === 0) continue;
    const next = filled.flatMap((one) => values.map((value) => one.replaceAll(`{${name}}`, () => value)));
    filled = next.slice(0, maxAddresses + 1);
  }
  // Unset variables in the host do not matter, because only the path is used.
  return filled.map((one) =>
    one.replace(/^[^/]*\/\/[^/]*/, (origin) => origin.replace(/:\{[^{}]*\}$/, '').replaceAll(/\{[^{}]*\}/g, 'x')),
  );
};

/** Whether a variable is a part of the path: not of the host, nor the whole address. */
const isInPath = (url: string, name: string) =>
  url
    .replace(/^[^/]*\/\/[^/]*/, '')
    .replace(/^[^/]+/, '')
    .includes(`{${name}}`);

/** The default, then the others: those of the enum, else any text. */
const valuesOf = (variable: Json, isInPathOfUrl: boolean): readonly string[] => {
  if (!isJsonObject(variable)) return [];
  const listed = listIn(variable, 'enum').filter((value) => typeof value !== 'object');
  const first = getProperty(variable, 'default') ?? listed[0];
  if (first === undefined || typeof first === 'object') return [];
  if (!isInPathOfUrl && !listed.some((one) => String(one).startsWith('/'))) return [String(first)];
  const isText = /^[^/?#]+$/.test(String(first));
  const others = listed.length > 0 ? listed : isText ? [anyText] : [];
  return [...new Set([first, ...others].map(String))];
};

/** Whether a URL begins with a host: `api.example.com/v1` is a relative URL in OpenAPI, but documents mean the host. */
const isBareHost = (url: string) =>
  /^([\w-]+\.)+[a-z]{2,}(:\d+)?(\/|$)|^[\w.-]+:\d+(\/|$)/i.test(url) && !/\.(ya?ml|json)$/i.test(url);

/** Returns undefined if a variable has no value or the URL is not valid. */
const pathOf = (url: string, base: string): string | undefined => {
  if (/[{}]/.test(url)) return undefined;
  const parsed = URL.parse(isBareHost(url) ? `http://${url}` : url, base);
  // `/~name` selects a world of the simulation. It is not part of the service's path.
  return parsed?.pathname.startsWith('/') ? parsed.pathname.replace(/^\/~[^/]*/, '').replace(/\/+$/, '') : undefined;
};
