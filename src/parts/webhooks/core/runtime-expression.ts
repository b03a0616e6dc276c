/** Runtime expressions of OpenAPI (section 4.8.20.4): parts of a request and its response in a text. */

import type { Exchange } from '../../../core/exchange.ts';
import { contentOf, decodePercent, headerOf, originOf, rawHeader, withQuery } from '../../../core/http/http.ts';
import { type Json, parseJson, pathTo, valueAt } from '../../../core/primitives/json.ts';
import { lenientText } from '../../../core/primitives/utf8.ts';

interface Called {
  readonly exchange: Exchange;
  /** The template of the operation's path, and the path of the request below the base path. */
  readonly template: string;
}

/** The text with its expressions replaced; undefined: one of them finds nothing. */
export const evaluate = (text: string, called: Called): string | undefined => {
  // A whole text may be one expression.
  const parts = text.startsWith('$') ? [text] : (text.match(/\{\$[^}]+\}/g) ?? []);
  let result = text;
  for (const part of parts) {
    const value = partOf(part.replace(/^\{|\}$/g, ''), called);
    if (value === undefined || typeof value === 'object') return undefined;
    result = result.replace(part, () => String(value));
  }
  return result;
};

const partOf = (expression: string, { exchange, template }: Called): Json | undefined => {
  const { request, response } = exchange;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return response.status;
  if (expression === '$url')
    return withQuery(`${originOf(request)}${request.pathPrefix}${request.path}`, request.query);
  const [, side, place, rest = ''] =
    /^\$(request|response)\.(body|header|query|path)(?:[.#](.*))?$/s.exec(expression) ?? [];
  switch (place) {
    case 'body':
      return side === 'request'
        ? inBody(contentOf(request.body), rest, headerOf(request.headers, 'content-type'))
        : inBody(response.body, rest);
    case 'header':
      return side === 'request'
        ? headerOf(request.headers, rest.toLowerCase())
        : rawHeader(response.headers, rest.toLowerCase());
    case 'query':
      return new URLSearchParams(request.query).get(rest) ?? undefined;
    case 'path':
      return inPath(request.path, template, rest);
    default:
      return undefined;
  }
};

const inBody = (content: string | Uint8Array | undefined, pointer: string, mediaType?: string): Json | undefined => {
  if (content === undefined) return undefined;
  const text = lenientText(content);
  const path = pathTo(pointer);
  if (mediaType?.startsWith('application/x-www-form-urlencoded') === true)
    return new URLSearchParams(text).get(path.join('.')) ?? undefined;
  const parsed = parseJson(text);
  return parsed.ok ? valueAt(parsed.value, path) : undefined;
};

/** The value of a parameter in a path, at whose end the template stands. */
const inPath = (path: string, template: string, name: string): string | undefined => {
  const names = template.split('/').toReversed();
  const segment = path.split('/').toReversed()[names.indexOf(`{${name}}`)];
  return segment === undefined || !names.includes(`{${name}}`) ? undefined : decodePercent(segment);
};
