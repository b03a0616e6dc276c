/** Redacts secrets in texts: queries, URLs, forms, and bodies that cannot be parsed. Each function takes linear time. */

import { decodePercent, encodePercent } from '../http/http.ts';
import { isJsonObject, type Json, mapValuesOf, nothing } from '../primitives/json.ts';
import { lazily } from '../primitives/lazy.ts';
import { redacted, type SecretPath } from './secret-facts.ts';

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

const isWord = (text: string, start: number) => {
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

/** Whether a text has the name of a secret as a word, also where its signs are escaped or in two bytes (UTF-16). */
export const hasSecretName = (text: string, isSecret: IsSecretName): boolean => {
  const plain = decodeFormText(text.replaceAll('\0', '')).replaceAll(escapedSign, fromEscaped);
  for (const [name] of plain.matchAll(bareName)) if (isSecret(name)) return true;
  for (const [, name = ''] of plain.matchAll(quotedName)) if (isSecret(name)) return true;
  return false;
};

const fromEscaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** JSON can escape each letter of a name. */
const escapedSign = /\\u([\da-f]{4})/gi;
const bareName = /[^\s"'<>{}()[\]:;,=&?#/\\|`]{1,200}/g;
/** A name with spaces or signs. */
const quotedName = /["'<[]([^"'<>[\]\n]{1,200})(?=["'>\]])/g;

/** Redacts the content of the elements that have only text; a document with any other secret is redacted as a whole. */
export const redactMarkup = (text: string, isSecret: IsSecretName): string => {
  let others = '';
  let kept = 0;
  let shown = '';
  for (const { 0: element, 1: tag = '', 2: name = '', index } of text.matchAll(textElement)) {
    if (!isSecret(name.slice(name.indexOf(':') + 1))) continue;
    const before = text.slice(kept, index);
    kept = index + element.length;
    others += before;
    shown += `${before}${tag}${redacted}</${name}>`;
  }
  const rest = text.slice(kept);
  return hasSecretName(others + rest, isSecret) ? redacted : shown + rest;
};

const textElement = /(<([\w:.-]{1,200})>)[^<>]*<\/\2>/g;

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
      if (blank === null) return redactContent(part, undefined);
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

/** Redacts what has the name of a secret in a text of any kind: of a sentence or a URL the value, any other text as a whole. */
export const redactSecrets = (text: string, isSecret: IsSecretName): string => {
  if (!/[:=<]/.test(text) && !/%3[ad]/i.test(text)) return text;
  if (/^\s*</.test(text)) return redactMarkup(text, isSecret);
  if (/^\s*[[{]/.test(text)) return hasSecretName(text, isSecret) ? redacted : text;
  const shown = redactEncoded(redactPairs(text, isSecret), (value) => redactPairs(value, isSecret));
  return hasSecretValue(shown, isSecret) ? redacted : shown;
};

/** Whether a sentence or a query language gives a secret a value in quotes or brackets: `login(token: "x")`. */
export const hasSecretValue = (text: string, isSecret: IsSecretName): boolean => {
  for (const [, doubleQuoted, singleQuoted, plain = ''] of text.matchAll(nameOfValue))
    if (isSecret(decodePercent(doubleQuoted ?? singleQuoted ?? plain))) return true;
  return false;
};

const nameOfValue =
  /(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([\w%.[\]-]{1,200})["']?)\s{0,20}[:=]\s{0,20}["'{[](?!redacted\])/g;

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

/** Redacts a cookie: one pair of a name and a value. */
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

export interface RedactedPath {
  readonly shown: string;
  /** The values that were redacted, in each form that a text may contain. */
  readonly secrets: readonly string[];
}

/** A shorter one occurs in texts by chance. */
const minSecretLength = 4;

/** The forms of a secret as it may be sent, decoded and encoded; none if it is too short to be searched for. */
export const secretForms = (secret: string): readonly string[] => {
  const decoded = decodePercent(secret);
  return secret.length < minSecretLength ? [] : [...new Set([secret, decoded, encodePercent(decoded)])];
};

/** Redacts secret parameters in paths and URLs. */
export const redactPath = (path: string, templates: readonly SecretPath[]): RedactedPath => {
  if (templates.length === 0) return { shown: path, secrets: nothing };
  const sent = path.split('/');
  const last = sent.length - (sent.at(-1) === '' ? 2 : 1);
  const isAt = (segment: string | undefined, index: number) =>
    segment === undefined || decodePercent(sent[last - index] ?? '') === segment;
  const secrets: string[] = [];
  const shown = [...sent];
  for (const template of templates) {
    if (!template.segments.every(isAt)) continue;
    for (const index of template.secrets) {
      const segment = sent[last - index] ?? '';
      secrets.push(...secretForms(segment));
      if (segment !== '') shown[last - index] = redacted;
    }
  }
  return { shown: shown.join('/'), secrets };
};

/** Redacts the paths in a text, also those of URLs. A template without a fixed segment would fit nearly every path. */
export const redactPathsIn = (text: string, templates: readonly SecretPath[]): string => {
  if (templates.length === 0 || !text.includes('/')) return text;
  const specific = templates.filter(({ segments }) => segments.some((segment) => segment !== undefined));
  return text.replaceAll(pathWord, (path) => (path.includes('/') ? redactPath(path, specific).shown : path));
};

/** Characters that may be in a path, up to the query. A mark that was set before is kept in its path. */
const pathWord = /(?:\[redacted\]|[^\s"'<>?#,;()[\]{}|\\])+/g;

/** Returns a value of the same schema, if there is one. */
type Alike = () => Json | undefined;

/** The value with parts of `generate`'s in place of its secrets, which could not be removed later; the same value if it has none. */
export const withoutSecrets = <Value extends Json>(value: Value, isSecret: IsSecretName, generate: Alike): Value =>
  replaceIn(value, isSecret, lazily(generate)) as Value;

const replaceIn = (value: Json, isSecret: IsSecretName, alike: Alike): Json => {
  if (typeof value === 'string') return redactSecrets(value, isSecret);
  if (Array.isArray(value))
    return mapValuesOf(value as readonly Json[], (item) => replaceIn(item, isSecret, () => firstOf(alike())));
  if (!isJsonObject(value)) return value;
  return mapValuesOf(value, (before, name) => {
    const part = (): Json | undefined => propertyOf(alike(), name);
    return isSecret(name) ? inPlaceOf(before, part) : replaceIn(before, isSecret, part);
  });
};

/** Null and a flag are not secrets. */
const inPlaceOf = (secret: Json, alike: Alike): Json => {
  if (secret === null || typeof secret === 'boolean') return secret;
  const generated = alike();
  return generated === undefined || generated === secret ? redacted : generated;
};

const firstOf = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) ? (value as readonly Json[])[0] : undefined;

const propertyOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
