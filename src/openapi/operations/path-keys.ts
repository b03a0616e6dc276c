/** The keys of `paths`, as documents write them: with a query, with parameters in the way of a router, with a wildcard. */
import { getProperty } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import { objectIn, type Source } from '../document/source.ts';

export type ServedPath = Pick<Operation, 'path' | 'queryConstants' | 'takesRest'>;

/** OpenAPI allows neither a query nor a wildcard in a path. */
export const servedPathOf = (key: string, pointer: string, source: Source): ServedPath => {
  // A fragment that states no value is only another key, and so is one beside the path alone: clients send none.
  const [plain = '', written = ''] = key.split(/[?](?!\})(.*)|#(.*=.*)|#.*/s).filter((part) => part !== undefined);
  const isKnown = !/[?](?!\})/.test(key) && getProperty(objectIn(source.document, 'paths') ?? {}, plain) !== undefined;
  const query = isKnown ? '' : written;
  const queryConstants = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, /^$|^\{.*\}$/.test(value) ? undefined : value] as const,
  );
  const where = queryConstants.length === 0 ? '' : `, where the query has "${query}"`;
  if (plain !== key)
    source.report(pointer, `a path must not contain a query or a fragment: "${key}" is served as "${plain}"${where}`);
  const rest = wildcards.find((pattern) => pattern.test(plain));
  const braced = (rest === undefined ? plain : plain.replace(rest, '{$1}'))
    .replace(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/g, '{$1}')
    .replace(/<(?:\w+:)?([A-Za-z_]\w*)>/g, '{$1}')
    .replace(/\{([A-Za-z_][\w.-]*)(?:\?|:[^{}/]+)\}/g, '{$1}');
  if (braced !== plain && rest === undefined)
    source.report(pointer, `a path parameter is written in braces: "${plain}" is served as "${braced}"`);
  const path = braced.startsWith('/') ? braced : `/${braced}`;
  if (path !== braced) source.report(pointer, `a path must start with a slash: "${key}" is served as "${path}"`);
  return { path, ...(queryConstants.length > 0 && { queryConstants }), ...(rest !== undefined && { takesRest: true }) };
};

/** A last parameter that takes the rest of the path, as gateways and routers write it. */
const wildcards: readonly RegExp[] = [
  /\{([A-Za-z_][\w.-]*)(?:[+*]|:(?:path|\.[*+])|=\*\*)\}\/?$/,
  /\{(?:\+|\*{1,2})([A-Za-z_][\w.-]*)\}\/?$/,
  /<path:([A-Za-z_]\w*)>\/?$/,
  /(?<=\/)[:*]([A-Za-z_]\w*)\*?$(?<=\*\w+|\*)/,
];
