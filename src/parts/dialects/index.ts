/** Patterns in the words of other languages (PCRE, Java, .NET, Python, Ruby, POSIX), read as ECMA-262, which has other words or reads theirs by accident. */

import { isJsonObject, type Json, type JsonObject, pathTo, valueAt } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { createPattern } from '../../openapi/pattern/pattern.ts';

export { asShown, asWritten } from './as-shown.ts';
export { impossibleIn } from './impossible.ts';
export { meantType, namedType } from './media-types.ts';
export { isNullBeside, nullIn } from './nulls.ts';
export { isPlaceholder } from './placeholders.ts';
export { jsonTypeOf } from './types.ts';
export { isBareValue, isValue, withoutName } from './written-examples.ts';

/** The times that examples show for what the schema at a pointer describes: a property, a parameter or the items of one. */
type ShownTimes = (pointer: string) => readonly string[];

/**
 * Times that the examples of a document show in other notations than their format asks for: `2026-01-17T12:34:00.000+0000`.
 * The examples are read when the first time is met.
 */
export const createShownTimes = (document: JsonObject): ShownTimes => {
  const times = lazily(() => timesIn(document));
  return (pointer) => {
    const { byName, byReference } = times();
    const own = pointer.replace(/(?:\/(?:items|(?:all|any|one)Of\/\d+))+$/, '');
    const name = nameAt(document, pathTo(own));
    const names = name === undefined ? [...(byReference.get(`#${own}`) ?? [])] : [name];
    return names.flatMap((one) => [...(byName.get(one) ?? [])]);
  };
};

const nameAt = (document: Json, at: readonly (string | number)[]): string | undefined => {
  if (at.at(-2) === 'properties') return String(at.at(-1));
  const name = at.at(-1) === 'schema' ? valueAt(document, [...at.slice(0, -1), 'name']) : undefined;
  return typeof name === 'string' ? name : undefined;
};

interface Found {
  /** The times by the names of what has them. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of what refers to a schema: `createdAt` to `#/components/schemas/Time`. */
  readonly byReference: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A property with as many notations has no times. */
const maxNotations = 20;
const maxDepth = 250;

/** A name that some property has whose value may be any text says nothing of times. */
const timesIn = (document: JsonObject): Found => {
  const found = new Map<string, Set<string>>();
  const byReference = new Map<string, Set<string>>();
  const namesOfTexts = new Set<string>();
  const add = (name: string, value: Json): void => {
    if (typeof value !== 'string' || value.length > 64 || !/\d\d/.test(value)) return;
    const times = getOrInsert(found, name, () => new Set<string>());
    if (times.size < maxNotations) times.add(value);
  };
  /** Within an example. The items of a list have its name. */
  const walkShown = (value: Json, name: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const item of value as readonly Json[]) walkShown(item, name, depth + 1);
    else if (isJsonObject(value)) for (const key of Object.keys(value)) walkShown(value[key] as Json, key, depth + 1);
    else add(name, value);
  };
  const walk = (value: JsonObject, name: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[])
        if (typeof item === 'object' && item !== null) walk(item as JsonObject, name, depth + 1);
      return;
    }
    // The example of a parameter is a value of its name.
    const own = typeof value.name === 'string' && typeof value.in === 'string' ? value.name : name;
    const { properties, $ref: reference } = value;
    if (isJsonObject(properties))
      for (const property of Object.keys(properties)) if (isText(properties[property])) namesOfTexts.add(property);
    if (own !== '' && typeof reference === 'string')
      getOrInsert(byReference, reference, () => new Set<string>()).add(own);
    for (const key of Object.keys(value)) {
      const inner = value[key] as Json;
      if (/^(examples?|default)$/.test(key)) {
        const isNamed = key === 'examples' && isJsonObject(inner);
        for (const one of isNamed ? Object.values(inner) : [inner])
          walkShown(isNamed && isJsonObject(one) ? (one.value ?? one) : one, own, depth + 1);
      } else if (key === 'properties' && isJsonObject(inner))
        for (const [property, schema] of Object.entries(inner)) {
          if (isJsonObject(schema)) walk(schema, property, depth + 1);
        }
      else if (typeof inner === 'object' && inner !== null) walk(inner as JsonObject, own, depth + 1);
    }
  };
  walk(document, '', 0);
  for (const name of namesOfTexts) found.delete(name);
  return { byName: found, byReference };
};

const isText = (schema: Json | undefined) =>
  isJsonObject(schema) && schema.type === 'string' && schema.format === undefined;

/** The pattern in the words of ECMA-262: itself, if it is in them already. Undefined: it says what ECMA-262 cannot, or refers back to a group. */
export const usablePattern = (written: string): string | undefined => {
  const pattern = isEscapedTwice(written) ? written.replaceAll('\\\\', '\\') : written;
  const meant = foreign.test(pattern) && pattern.length < maxLength ? inEcmaWords(pattern) : pattern;
  return meant !== undefined && createPattern(meant) !== undefined ? meant : undefined;
};

/**
 * Whether each backslash is there twice, as in the text of a program: `^\\\\d{4}$` asks for a backslash and four times the letter d,
 * `@[a-z]+\\\\.[a-z]+$` for one before any character.
 */
const isEscapedTwice = (pattern: string) =>
  /\\\\(?:[dswDSW](?![A-Za-z])|\.[[(\w])/.test(pattern) && !pattern.replaceAll('\\\\', '').includes('\\');

/** A longer one is not read word by word. */
const maxLength = 10_000;

/** Signs of what only other languages have. */
const foreign = /\\[ACGHKNQRXZaeghipxzP]|\[[:^\]]|&&|-\[|\(\?[^:=!]|[*+?}]\+|^(?:m?[/#~@!%|]|\{\^)/;

const inEcmaWords = (pattern: string): string | undefined => {
  const { slashed, braced, delimiterFlags = '' } = delimited.exec(pattern)?.groups ?? {};
  const bare = slashed ?? braced ?? pattern;
  const [, anchor = '', inlineFlags = '', rest = bare] = /^(\^|\\A)?\(\?([a-z]+)\)(.*)$/s.exec(bare) ?? [];
  const flags = [...new Set(delimiterFlags + inlineFlags)];
  if (flags.includes('x')) return undefined;
  const body = read(`${anchor}${rest}`);
  const kept = flags.filter((flag) => 'ims'.includes(flag)).join('');
  return body === undefined || kept === '' ? body : `(?${kept}:${body})`;
};

/** `/^a$/i`, as JavaScript, Perl and PHP write it. Only an anchor tells it from a path. */
const delimited = /^(?:m?([/#~@!%|])(?<slashed>\^.*|\\A.*|.*\$)\1|\{(?<braced>\^.*\$)\})(?<delimiterFlags>[a-z]*)$/s;

const read = (pattern: string): string | undefined => {
  let result = '';
  for (const [token] of pattern.matchAll(tokens)) {
    const written = token.length > 1 && token.startsWith('[') ? classOf(token) : writtenOf(token);
    if (written === undefined) return undefined;
    result += written;
  }
  return result;
};

/** A quoted text, an escape, a class, the start of a group, a quantifier with its mode, or one character. */
const tokens =
  /\\Q.*?(?:\\E|$)|\\(?:[pP](?:\{[^}]*\}|[A-Z])|x\{[^}]*\}|.)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|\[(?!:\^?\w+:\])|[^\]\\[])*\]|\(\?(?:P?<[A-Za-z_]\w*>|'\w+'|#[^)]*\)|P=|<?[=!]|[>|(&R+\d]|[a-z-]*[:)])?|(?:[*+?]|\{\d+(?:,\d*)?\})\+|./gs;

const writtenOf = (token: string): string | undefined => {
  if (token.startsWith('\\')) return escapeOf(token);
  if (token.startsWith('(?')) {
    const name = /^\(\?(?:P?<(\w+)>|'(\w+)')$/.exec(token);
    if (name !== null) return `(?<${name[1] ?? name[2]}>`;
    if (token.startsWith('(?#')) return '';
    // `(?-mix:` of Ruby: spaces count, as they do here.
    const kept = token.replace(/(-[ims]*)x/, '$1').replace('-:', ':');
    return token === '(?>' ? '(?:' : /^\(\?(?:<?[=!]|[ims]*(?:-[ims]+)?:)$/.test(kept) ? kept : undefined;
  }
  // A quantifier that gives nothing back.
  return token.length > 1 && token.endsWith('+') ? token.slice(0, -1) : token;
};

const escapes: Readonly<Record<string, string | undefined>> = {
  ...{ A: '^', Z: '$', z: '$', R: '(?:\\r\\n|[\\n\\r])', a: '\\x07', e: '\\x1b' },
  // They mean something elsewhere, and in ECMA-262 a letter.
  ...Object.fromEntries([...'CGHKNXghi'].map((letter) => [letter, undefined])),
};

const escapeOf = (token: string): string | undefined => {
  const letter = token[1] as string;
  if (letter === 'Q')
    return token
      .slice(2)
      .replace(/\\E$/, '')
      .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if (letter === 'p' || letter === 'P') return propertyOf(letter, token.slice(2).replace(/[{}]/g, ''));
  if (token.startsWith('\\x{')) return `\\u${token.slice(2)}`;
  return Object.hasOwn(escapes, letter) ? escapes[letter] : token;
};

/** A property of characters as Unicode names it: `\pL`, `\p{IsLatin}` and `\p{Han}` elsewhere. */
const propertyOf = (letter: string, text: string): string | undefined => {
  const isNegated = text.startsWith('^') !== (letter === 'P');
  const name = text.replace(/^\^/, '');
  const posix = posixSets[name.toLowerCase()];
  if (posix !== undefined && /^[A-Z][a-z]+$/.test(name)) return `[${isNegated ? '^' : ''}${posix}]`;
  const bare = name.replace(/^(?:(?:Is|In)_?(?=[A-Z])|(?:script|sc|block|blk)=)/, '');
  const found = [name, bare, `Script=${bare}`, `Script=${blocks[bare] ?? ''}`].find((one) => isProperty(one));
  return found && `\\${isNegated ? 'P' : 'p'}{${found}}`;
};

/** Blocks of .NET and XML Schema that have another name than their script. */
const blocks: Readonly<Record<string, string>> = {
  ...{ BasicLatin: 'Latin', 'Latin-1Supplement': 'Latin', LatinExtendedA: 'Latin', 'LatinExtended-A': 'Latin' },
  ...{ GreekandCoptic: 'Greek', CJKUnifiedIdeographs: 'Han' },
};

const isProperty = (name: string) => {
  try {
    return new RegExp(`\\p{${name}}`, 'u').unicode;
  } catch {
    return false;
  }
};

const posixSets: Readonly<Record<string, string>> = {
  ...{ alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', xdigit: '0-9A-Fa-f' },
  ...{ space: '\\s', blank: ' \\t', word: '\\w', punct: '!-\\/:-@\\[-`{-~', print: ' -~', graph: '!-~' },
  ...{ cntrl: '\\x00-\\x1f\\x7f', '^digit': '\\D', '^space': '\\S', '^word': '\\W' },
};

/** Returns undefined for a class minus another, or the part that two have in common, which ECMA-262 reads as characters. */
const classOf = (text: string): string | undefined => {
  if (/&&|-\[(?!:)/.test(text)) return undefined;
  const [, negation = '', first = '', rest = ''] = /^\[(\^?)(\]?)(.*)\]$/s.exec(text) ?? [];
  // POSIX: a bracket that comes first is a character. ECMA-262 ends the class there, and has no other bracket alone.
  if (first !== '' && (rest === '' || (negation !== '' && rest.includes('[')))) return text;
  let result = `[${negation}${first === '' ? '' : '\\]'}`;
  for (const [part] of rest.matchAll(/\\(?:[pP](?:\{[^}]*\}|[A-Z])|x\{[^}]*\}|.)|\[:[^\]]*:\]|./gs)) {
    const written = part.startsWith('\\')
      ? escapeOf(part)
      : part.startsWith('[:')
        ? posixSets[part.slice(2, -2)]
        : part;
    if (written === undefined) return undefined;
    // A set within a class has no brackets of its own.
    result += /^\[[^^].*\]$/s.test(written) && part.startsWith('\\') ? written.slice(1, -1) : written;
  }
  return `${result}]`;
};
