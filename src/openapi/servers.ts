/** The base paths that a document's servers give. */
import { getMember, isJsonObject } from '../core/json.ts';
import { entriesAt, listIn, objectIn, type Source, stringIn } from './source.ts';

/** Unique, in the order of the document, without a trailing slash; the root is empty. */
export const basePathsOf = (source: Source): readonly string[] => {
  const paths = new Set<string>();
  listIn(source.document, 'servers').forEach((server, at) => {
    const pointer = `/servers/${at}`;
    const url = isJsonObject(server) ? stringIn(server, 'url') : undefined;
    if (!isJsonObject(server) || url === undefined) {
      source.report(pointer, 'a server must have a url; it is left out');
      return;
    }
    const path = pathOf(withDefaults(url, objectIn(server, 'variables') ?? {}));
    if (path === undefined) source.report(`${pointer}/url`, `"${url}" is no URL that can be served; it is left out`);
    else paths.add(path);
  });
  return paths.size === 0 ? [''] : [...paths];
};

const withDefaults = (url: string, variables: Parameters<typeof getMember>[0]): string => {
  let filled = url;
  for (const [name, variable] of entriesAt(variables, '')) {
    const value = isJsonObject(variable) ? getMember(variable, 'default') : undefined;
    if (value !== undefined && typeof value !== 'object') filled = filled.replaceAll(`{${name}}`, () => String(value));
  }
  return filled;
};

/** Undefined where a variable has no value, or what is left is no URL. */
const pathOf = (url: string): string | undefined => {
  if (/[{}]/.test(url)) return undefined;
  try {
    const { pathname } = new URL(url, 'http://localhost/');
    // `/~name` names a world of the simulation and is no part of the service's own path.
    return pathname.replace(/^\/~[^/]*/, '').replace(/\/+$/, '');
  } catch {
    return undefined;
  }
};
