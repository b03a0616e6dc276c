/** Redacts secrets in texts: queries, URLs, forms, and bodies that cannot be parsed. Each function takes linear time. */

import { decodePercent, encodePercent } from '../http/http.ts';
import { redacted } from './secrets.ts';

/** Whether a name in the text is the name of a secret. */
export type IsSecretName = (name: string) => boolean;

/** Redacts user info in URLs, and values of `name=value` in queries, fragments and lists of parameters. */
export const redactPairs = (text: string, isSecret: IsSecretName): string => {
  const withoutUsers = text.includes('//') ? text.replaceAll(userInfo, `$1${redacted}@`) : text;
  if (!withoutUsers.includes('=')) return withoutUsers;
  const redactPair = (whole: string, before: string, name: string): string =>
    isSecret(decodeFormText(name)) ? `${before}${name}=${redacted}` : whole;
  return withoutUsers.replaceAll(queryPair, redactPair).replaceAll(listedPair, redactPair);
};

const userInfo = /(\/\/)[^\s/?#"'<>]+@/g;
/** A pair in a URL. */
const queryPair = /([?&#])([^=&#?\s"<>]{1,200})=[^&#\s"<>]*/g;
/** A pair in a list, as headers have them. */
const listedPair = /(^|[;,\s])([^=&#?;,\s"'<>]{1,200})=(?:"[^"]*"?|'[^']*'?|[^&#;,\s"<>]*)/g;

const decodeFormText = (text: string): string => decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);

/** Redacts the percent-encoded parts of a text, such as a URL in a query. `redactValue` gets them decoded. */
export const redactEncoded = (text: string, redactValue: (value: string) => string): string =>
  encodedSign.test(text)
    ? text.replaceAll(encodedPart, (part) => (encodedSign.test(part) ? redactDecoded(part, redactValue) : part))
    : text;

/** Redacts a part that may be percent-encoded; it stays as it was if nothing in it is a secret. */
const redactDecoded = (part: string, redactValue: (value: string) => string): string => {
  const value = decodeFormText(part);
  const shown = redactValue(value);
  return shown === value ? part : encodePercent(shown).replaceAll(encodedMark, redacted);
};

const encodedMark = encodePercent(redacted);

/** A colon, an equals sign, an at sign, or a percent sign: no pair and no user info is without one. */
const encodedSign = /%(?:3[ad]|40|25)/i;
const encodedPart = /[^\s"'<>&?#=;,/]+/g;

const isWord = (text: string, start: number): boolean => {
  word.lastIndex = start;
  return word.test(text);
};

const word = /[\w.-]*$/y;

/** Redacts a query without its `?`, or a form; `redactValue` redacts the decoded values that are not secret as a whole. */
export const redactQuery = (query: string, isSecret: IsSecretName, redactValue: (value: string) => string): string =>
  query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return redactEncoded(pair, redactValue);
      const name = pair.slice(0, equals);
      if (isSecret(decodeFormText(name))) return `${name}=${redacted}`;
      // Most values: nothing in them can be a URL or JSON.
      if (isWord(pair, equals + 1)) return pair;
      return `${name}=${redactDecoded(pair.slice(equals + 1), redactValue)}`;
    })
    .join('&');

/**
 * Redacts the values after `name:` and `name=`, with or without quotes: in JSON that breaks off or has errors, in lines of
 * JSON, YAML and similar texts. `quotedOnly`: in a sentence, in which a colon means nothing.
 */
export const redactLoosely = (text: string, isSecret: IsSecretName, quotedOnly = false): string => {
  let result = '';
  let kept = 0;
  for (const match of text.matchAll(looseName)) {
    const [whole, doubleQuoted, singleQuoted, plain = '', separator] = match;
    if (match.index < kept) continue;
    const name = doubleQuoted === undefined ? (singleQuoted ?? plain) : unescapeJson(doubleQuoted);
    if (!isSecret(decodePercent(name))) continue;
    const start = match.index + whole.length;
    if (quotedOnly && !/["'{[]/.test(text[start] ?? '')) continue;
    const end = endOfValue(text, start, separator === '=' ? 'pair' : plain === '' ? 'json' : 'line');
    if (end === start || text.slice(start, end) === 'null') continue;
    // A quoted text stays one, so that the rest can still be read.
    const shown = doubleQuoted === undefined && text[start] !== '"' ? redacted : `"${redacted}"`;
    result += text.slice(kept, start) + shown;
    kept = end;
  }
  return kept === 0 ? text : result + text.slice(kept);
};

/** One sign may be wrong: no quote before a name, no colon after one in quotes, a bracket or a comma beside the colon. */
const looseName =
  /(?:"((?:[^"\\\n]|\\.){1,200})"|'((?:[^'\\\n]|\\.){1,200})'|(?<![\w%.[\]-])([\w%.[\]-]{1,200})["']?)(?:\s{0,20}|[{}[\],])(:|=|(?<=["'][ \t]{0,20})(?=["'{[]))(?:\s{0,20}[}\],](?=\s{0,20}"))?\s{0,20}/g;

const unescapeJson = (text: string): string => {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
};

/** The index after a value: an object or a list, a text in quotes, a number, else the rest of the pair or of the line. */
const endOfValue = (text: string, start: number, within: 'pair' | 'json' | 'line'): number => {
  const first = text[start];
  if (first === '{' || first === '[') return endOfNested(text, start);
  const isQuoted = first === '"' || first === "'";
  if (within === 'pair') return isQuoted ? endOfQuoted(text, start) : indexOf(/[&\r\n"<>]/g, text, start);
  if (within === 'line' && !isQuoted) return indexOf(/[\r\n]/g, text, start);
  const end = isQuoted ? endOfQuoted(text, start) : indexOf(/[^\w.+-]/g, text, start);
  // The following text belongs to the value, unless it ends there.
  const isEnd = /\s{0,20}(?:[,}\]\r\n]|$)/y;
  isEnd.lastIndex = end;
  return isEnd.test(text) ? end : indexOf(/[\r\n]/g, text, end);
};

const indexOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
};

const endOfQuoted = (text: string, start: number): number => {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === quote) return index + 1;
  }
  return text.length;
};

const endOfNested = (text: string, start: number): number => {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfQuoted(text, index) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return index + 1;
  }
  return text.length;
};

/** Redacts the content of XML elements. Attributes are left to {@link redactLoosely}. */
export const redactMarkup = (text: string, isSecret: IsSecretName): string => {
  let result = '';
  let kept = 0;
  for (const match of text.matchAll(openingTag)) {
    const [tag, qualified = ''] = match;
    const start = match.index + tag.length;
    if (match.index < kept || tag.endsWith('/>') || !isSecret(localName(qualified))) continue;
    const close = closeOf(text, qualified, start);
    result += text.slice(kept, start) + redacted;
    kept = close < 0 ? text.length : close;
  }
  return redactBeforeClosingTags(kept === 0 ? text : result + text.slice(kept), isSecret);
};

/** The index of a closing tag that is not in a CDATA section; -1 if there is none. */
const closeOf = (text: string, qualified: string, start: number): number => {
  let close = text.indexOf(`</${qualified}`, start);
  let section = text.indexOf('<![CDATA[', start);
  while (section >= 0 && section < close) {
    const end = text.indexOf(']]>', section);
    if (end < 0) return -1;
    if (close < end) close = text.indexOf(`</${qualified}`, end);
    section = text.indexOf('<![CDATA[', end);
  }
  return close;
};

/** Redacts the elements whose opening tag is broken. */
const redactBeforeClosingTags = (text: string, isSecret: IsSecretName): string => {
  let result = '';
  let kept = 0;
  let contentStart = 0;
  for (const { 0: found, 1: qualified, index } of text.matchAll(closingTagOrBracket)) {
    const content = text.slice(contentStart, index);
    if (qualified !== undefined && content.trim() !== '' && isSecret(localName(qualified))) {
      result += text.slice(kept, contentStart) + redacted;
      kept = index;
    }
    contentStart = index + found.length;
  }
  return kept === 0 ? text : result + text.slice(kept);
};

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);

const closingTagOrBracket = /<\/([\w:.-]{1,200})|[<>]/g;

const openingTag = /<([\w:.-]{1,200})(?:\s[^<>]*)?>/g;

/** Redacts the parts of a multipart body; `redactContent` redacts those that are not secret as a whole. */
export const redactMultipart = (
  text: string,
  contentType: string,
  isSecret: IsSecretName,
  redactContent: (content: string, contentType: string | undefined) => string,
): string => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = quoted ?? plain ?? /^--([^\r\n]{1,200})/.exec(text)?.[1];
  if (delimiter === undefined) return text;
  return text
    .split(`--${delimiter}`)
    .map((part) => {
      const blank = /\r?\n\r?\n/.exec(part);
      if (blank === null) return part;
      const head = part.slice(0, blank.index);
      const start = blank.index + blank[0].length;
      const end = /\r?\n$/.exec(part.slice(-2))?.index;
      const content = part.slice(start, end === undefined ? undefined : Math.max(part.length - 2 + end, start));
      const names = [...head.matchAll(partName)].map(([, doubleQuoted, bare]) => doubleQuoted ?? bare ?? '');
      const shown = names.some((name) => isSecret(decodePercent(name)))
        ? redacted
        : redactContent(content, /^content-type:\s*(.*)$/im.exec(head)?.[1]);
      return part.slice(0, start) + shown + part.slice(start + content.length);
    })
    .join(`--${delimiter}`);
};

/** More than one is possible: the type of a part may have a parameter with this name, and a file name may contain one. */
const partName = /\bname\*?\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]+))/gi;

/** Redacts what has the name of a secret in a text of any kind: of a sentence, a URL, a form, JSON or markup. */
export const redactSecrets = (text: string, isSecret: IsSecretName): string => {
  if (!/[:=<]/.test(text) && !/%3[ad]/i.test(text)) return text;
  const isData = /^\s*[[{<]/.test(text);
  const pairs = redactEncoded(redactPairs(text, isSecret), (value) => redactPairs(value, isSecret));
  return redactLoosely(isData ? redactMarkup(pairs, isSecret) : pairs, isSecret, !isData);
};

/** Redacts the columns of a table (RFC 4180) whose names are in its first line. */
export const redactCsv = (text: string, isSecret: IsSecretName): string => {
  const secretColumns = new Set<number>();
  let [row, column] = [0, 0];
  return text.replaceAll(cell, (whole, content: string, end: string) => {
    const name = content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content.trim();
    if (row === 0 && isSecret(name)) secretColumns.add(column);
    const shown = row > 0 && content !== '' && secretColumns.has(column) ? `${redacted}${end}` : whole;
    if (end === ',') column++;
    else [row, column] = [row + 1, 0];
    return shown;
  });
};

const cell = /("(?:[^"]|"")*(?:"|$)|[^,\r\n]*)(,|\r\n|\r|\n|$)/g;

/** Keeps the name of the scheme, which is useful. It must be a known scheme, otherwise a bare key could be mistaken for it. */
export const redactAuthorization = (value: string): string => {
  const scheme = /^(basic|bearer|digest|dpop|hoba|mutual|negotiate|ntlm|token|apikey|aws4-hmac-sha256)(?= )/i.exec(
    value,
  )?.[1];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
};

/** One pair of a name and a value. */
export const redactCookie = (pair: string): string => {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals > 0 && name === 'vivarium-world') return pair;
  return equals > 0 ? `${pair.slice(0, equals)}=${redacted}` : pair.trim() === '' ? pair : redacted;
};

/** Redacts only the value; the attributes of the cookie are kept. */
export const redactSetCookie = (value: string): string => {
  const [pair = '', ...attributes] = value.split(';');
  return [redactCookie(pair), ...attributes].join(';');
};
