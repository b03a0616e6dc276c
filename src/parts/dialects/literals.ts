/** Objects and lists as programs write them: `{'name': 'Ada', 'active': True}` of Python, `{ name: 'Ada' }` of JavaScript, and JSON with comments. */

import { type Json, type JsonObject, parseJson } from '../../core/primitives/json.ts';

/**
 * Matches comments and commas before a bracket (both are dropped), quoted texts, and names. A comment or a text without an end reaches to
 * the end of the input, so that each character is read once.
 */
const tokens =
  /(\/\/[^\n]*|\/\*.*?(?:\*\/|$)|,(?=\s*[\]}]))|(['"])((?:\\.?|(?!\2)[^\\])*)(?:\2|$)|(?<![\w.])([a-z_$][\w$]*)(\s*:)?/gis;

/** The object or the list that a text writes; undefined: it writes neither. */
export const literalIn = (text: string): JsonObject | readonly Json[] | undefined => {
  const strict = parseJson(text);
  const { value } = (strict.ok ? strict : parseJson(text.replace(tokens, inJson))) as { readonly value?: Json };
  return typeof value === 'object' && value !== null ? value : undefined;
};

const inJson = (
  token: string,
  nothing?: string,
  _quote?: string,
  text?: string,
  word?: string,
  colon?: string,
): string => {
  if (nothing !== undefined) return '';
  if (text !== undefined)
    return `"${text.replace(/\\.|"/gs, (part) => (part === '"' ? '\\"' : part.replace("\\'", "'")))}"`;
  return colon === undefined ? token.toLowerCase().replace('none', 'null') : `"${word}":`;
};
