/** The requests that a mapping is for. */
import { decodePercent } from '../../../../core/http/http.ts';
import { encodeBase64 } from '../../../../core/primitives/base64.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import type { JsonPath } from '../../../../core/primitives/json-path.ts';
import { createPattern } from '../../../../openapi/pattern/pattern.ts';
import type { Notes } from '../../stubs/notes.ts';
import type { NamedPattern, Stub } from '../../stubs/stub.ts';
import {
  anything,
  containing,
  cookiePattern,
  exactly,
  filledTemplate,
  joined,
  maxAlternatives,
  patternsOf,
  type Wildcard,
} from '../../stubs/stub-wildcard.ts';
import { listAt, objectAt, textAt } from '../values.ts';
import { readBodyPatterns } from './body-patterns.ts';

type StubRequest = Pick<
  Stub,
  'method' | 'paths' | 'url' | 'template' | 'isWholeQuery' | 'query' | 'headers' | 'body' | 'isBroad'
>;

/** What the values of a name may be; each is enough. */
interface NamedPatterns {
  readonly name: string;
  readonly patterns: readonly Wildcard[];
}

/** One for each combination of alternatives. `isOne`: they are one, for what these have in common. @throws Inexpressible */
export const readRequests = (mapping: JsonObject, notes: Notes, isOne: boolean): readonly StubRequest[] => {
  const request = objectAt(mapping, 'request');
  for (const name of ['multipartPatterns', 'customMatcher', 'formParameters'])
    if (getProperty(request, name) !== undefined) notes.give('a fault has no such condition', 'request', name);
  for (const name of ['scheme', 'host', 'port', 'clientIp']) {
    const value = getProperty(request, name);
    if (value !== undefined) notes.widen(stringifyJson({ [name]: value }), 'any', 'request', name);
  }
  const url = readUrl(request, notes);
  const query = [...url.query.map(alone), ...readNamed(request, 'queryParameters', notes)];
  if (new Set(query.map(({ name }) => name)).size < query.length)
    notes.give('a fault has one condition for each name', 'request', 'queryParameters');
  const headers = [
    ...readNamed(request, 'headers', notes).map((one) => ({ ...one, name: one.name.toLowerCase() })),
    ...readCookies(request, notes),
    ...readCredentials(request),
  ];
  if (new Set(headers.map(({ name }) => name)).size < headers.length)
    notes.give('a fault has one condition for each header', 'request');
  const bodies = readBodyPatterns(listAt(request, 'bodyPatterns'), notes, ['request', 'bodyPatterns']) ?? [undefined];
  const method = readMethod(request, notes);
  const count = [...query, ...headers].reduce((product, { patterns }) => product * patterns.length, bodies.length);
  const isJoined = isOne || count > maxAlternatives;
  if (isJoined && bodies.length > 1) notes.lose('one of several values is compared', 'request', 'bodyPatterns');
  const together = (key: string, list: readonly NamedPatterns[]): readonly NamedPatterns[] =>
    isJoined ? list.map((one) => joinedPatterns(key, one, notes)) : list;
  const isBroad = notes.list.some(({ fate }) => fate === 'wider');
  return combinations(together('queryParameters', query)).flatMap((ofQuery) =>
    combinations(together('headers', headers)).flatMap((ofHeaders) =>
      bodies.slice(0, isJoined ? 1 : undefined).map((body) => {
        return { ...url, method, query: ofQuery, headers: ofHeaders, body, isBroad };
      }),
    ),
  );
};

const alone = ({ name, pattern }: NamedPattern): NamedPatterns => ({ name, patterns: [pattern] });

const joinedPatterns = (key: string, { name, patterns }: NamedPatterns, notes: Notes): NamedPatterns => {
  const pattern = joined(patterns);
  if (patterns.length > 1)
    notes.widen(patterns.map(({ glob }) => glob).join(' or '), pattern.glob, 'request', key, name);
  return { name, patterns: [pattern] };
};

const combinations = ([first, ...others]: readonly NamedPatterns[]): readonly (readonly NamedPattern[])[] => {
  if (first === undefined) return [[]];
  const rest = combinations(others);
  return first.patterns.flatMap((pattern) => rest.map((more) => [{ name: first.name, pattern }, ...more]));
};

const readMethod = (request: JsonObject, notes: Notes): string | undefined => {
  const given = getProperty(request, 'method');
  if (given === undefined || given === 'ANY') return undefined;
  const method = typeof given === 'string' ? given.toUpperCase() : '';
  // GET_OR_HEAD: every GET is also found by HEAD.
  if (method === 'GET_OR_HEAD') return 'GET';
  return /^[A-Z]{1,20}$/.test(method) ? method : notes.give('a stub is for one method or for any', 'request', 'method');
};

type Url = Pick<StubRequest, 'paths' | 'url' | 'template' | 'isWholeQuery' | 'query'>;

const readUrl = (request: JsonObject, notes: Notes): Url => {
  const key = urlKeys.find((name) => textAt(request, name) !== undefined);
  const text = key === undefined ? undefined : textAt(request, key);
  const plain = { template: undefined, isWholeQuery: false, query: [], url: undefined };
  if (key === undefined || text === undefined) return { ...plain, paths: [anything] };
  const url = { text, key: `${notes.key}.request.${key}`, path: [...notes.path, 'request', key] };
  switch (key) {
    case 'url': {
      const [path = '', ...rest] = text.split('?');
      const query = [...new URLSearchParams(rest.join('?'))].map(([name, value]) => ({
        name,
        pattern: exactly(value),
      }));
      return { ...plain, url, paths: [exactly(path)], isWholeQuery: true, query };
    }
    case 'urlPath':
      return { ...plain, url, paths: [exactly(text)] };
    case 'urlPathTemplate':
      return { ...plain, url, template: text, paths: pathsOfTemplate(text, request, notes) };
    case 'urlPathPattern': {
      const paths = notes.express(() => patternsOf(text), 'request', key);
      loseSegments(paths, key, notes);
      return { ...plain, url, paths };
    }
    default: {
      const read = readUrlPattern(text, notes);
      loseSegments(read.paths, key, notes);
      return { ...plain, url, ...read };
    }
  }
};

/** Only the end of a path may have any number of segments: what else has is listed as lost. */
const loseSegments = (paths: readonly Wildcard[], key: string, notes: Notes): void => {
  const isLost = ({ glob, isDeep }: Wildcard): boolean => isDeep === true && /\*[^*]*\//.test(glob);
  if (paths.some(isLost)) notes.lose('what is between two parts of a path is one segment', 'request', key);
};

const urlKeys = ['url', 'urlPath', 'urlPathTemplate', 'urlPathPattern', 'urlPattern'] as const;

/** The expression is for the path with its query. */
const readUrlPattern = (text: string, notes: Notes): Pick<Url, 'paths' | 'query' | 'isWholeQuery'> => {
  const options = notes.express(() => patternsOf(text), 'request', 'urlPattern');
  const split = options.map(splitPattern);
  const queries = new Map(
    split.map((one) => [JSON.stringify(one?.query.map(({ name, pattern: { glob } }) => [name, glob])), one]),
  );
  const [first] = queries.values();
  if (first === undefined || queries.size > 1)
    return notes.give('a fault has no alternatives in the query', 'request', 'urlPattern');
  const paths = new Map(split.flatMap((one) => (one === undefined ? [] : [[one.path.glob, one.path]])));
  const isFor = createPattern(`^(?:${text})$`);
  const isWholeQuery = options.every(({ example }) => isFor?.test(withMore(example)) !== true);
  return { paths: [...paths.values()], query: first.query, isWholeQuery };
};

/** The same address with another parameter. */
const withMore = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}more=1`;

interface SplitPattern {
  readonly path: Wildcard;
  readonly query: readonly NamedPattern[];
}

/** Returns undefined if its query cannot be told apart. */
const splitPattern = (whole: Wildcard): SplitPattern | undefined => {
  const [glob = '', ...rest] = whole.glob.split('?');
  const [example = '', ...exampleRest] = whole.example.split('?');
  const examples = exampleRest.join('?').split('&');
  const query: NamedPattern[] = [];
  for (const [index, part] of rest.join('?').split('&').entries()) {
    if (part === '' || part === '*') continue;
    const [name = '', ...value] = part.split('=');
    if (name.includes('*')) return undefined;
    const shown = examples[index]?.split('=').slice(1).join('=') ?? '';
    const pattern = { glob: decoded(value.join('=')), example: decoded(shown), isBroad: whole.isBroad };
    query.push({ name: decoded(name), pattern });
  }
  return { path: { ...whole, glob, example }, query };
};

const decoded = (text: string): string => decodePercent(text.replaceAll('+', ' '));

const pathsOfTemplate = (template: string, request: JsonObject, notes: Notes): readonly Wildcard[] => {
  const parameters = objectAt(request, 'pathParameters');
  const named = Object.entries(parameters).flatMap(([name, matcher]) => {
    const patterns = readMatcher(matcher, notes, ['request', 'pathParameters', name]);
    return patterns === undefined ? [] : [{ name, patterns }];
  });
  const all = combinations(named);
  const used =
    all.length > maxAlternatives ? combinations(named.map((one) => joinedPatterns('pathParameters', one, notes))) : all;
  return used.map((values) =>
    filledTemplate(template, (parameter) => values.find(({ name }) => name === parameter)?.pattern),
  );
};

const readNamed = (request: JsonObject, key: string, notes: Notes): readonly NamedPatterns[] =>
  Object.entries(objectAt(request, key)).flatMap(([name, matcher]) => {
    const patterns = readMatcher(matcher, notes, ['request', key, name]);
    return patterns === undefined ? [] : [{ name, patterns }];
  });

/** One cookie: a text somewhere in the header. */
const readCookies = (request: JsonObject, notes: Notes): readonly NamedPatterns[] => {
  const cookies = readNamed(request, 'cookies', notes);
  if (cookies.length > 1) return notes.give('a fault has one condition for the cookies', 'request', 'cookies');
  return cookies.map(({ name, patterns }) => {
    const found = patterns.map((pattern) => cookiePattern(name, pattern));
    const before = patterns.map(({ glob }) => `${name}=${glob}`).join(' or ');
    notes.carryOneOf(found, before, 'request', 'cookies', name);
    return { name: 'cookie', patterns: found };
  });
};

const readCredentials = (request: JsonObject): readonly NamedPatterns[] => {
  const credentials = getProperty(request, 'basicAuthCredentials') ?? getProperty(request, 'basicAuth');
  if (!isJsonObject(credentials)) return [];
  const pair = `${textAt(credentials, 'username') ?? ''}:${textAt(credentials, 'password') ?? ''}`;
  return [{ name: 'authorization', patterns: [exactly(`Basic ${encodeBase64(new TextEncoder().encode(pair))}`)] }];
};

const negative: ReadonlySet<string> = new Set(['absent', 'doesNotMatch', 'doesNotContain', 'not']);

/**
 * The patterns of a matcher, each of which is enough. Undefined: a negative condition, which is left out, since the ordinary request
 * meets it. @throws Inexpressible
 */
const readMatcher = (matcher: Json | undefined, notes: Notes, path: JsonPath): readonly Wildcard[] | undefined => {
  if (typeof matcher === 'string') return notes.carryOneOf([exactly(matcher)], matcher, ...path);
  if (!isJsonObject(matcher)) return notes.give('this is not a matcher', ...path);
  const found = Object.entries(matcher).flatMap(([name, value]) => {
    const at = [...path, name];
    if (name === 'caseInsensitive') {
      if (value === true) notes.lose('texts are compared with their case', ...at);
      return [];
    }
    if (name === 'equalToIgnoreCase' && typeof value === 'string') {
      notes.lose('texts are compared with their case', ...at);
      return [[exactly(value)]];
    }
    if (name === 'or' && Array.isArray(value)) return readAlternatives(value, notes, at);
    if (negative.has(name)) {
      if (name === 'absent' && value === false) return [[anything]];
      notes.widen(stringifyJson({ [name]: value }), 'any', ...at);
      return [];
    }
    return [notes.carryOneOf(positive(name, value, notes, at), shownText(value), ...at)];
  });
  if (found.length > 1) return notes.give('a fault has one condition for each name', ...path);
  return found[0];
};

const shownText = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value));

/** None if one of them is a negative condition: then every text is enough. */
const readAlternatives = (matchers: readonly Json[], notes: Notes, at: JsonPath): readonly (readonly Wildcard[])[] => {
  const read = matchers.map((each, index) => readMatcher(each, notes, [...at, index]));
  const known = read.flatMap((patterns = []) => patterns);
  if (known.length === 0 || read.includes(undefined)) return [];
  if (known.length <= maxAlternatives) return [known];
  return [notes.carryOneOf([joined(known)], `or: ${known.map(({ glob }) => glob).join(', ')}`, ...at)];
};

const positive = (name: string, value: Json, notes: Notes, at: JsonPath): readonly Wildcard[] => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  switch (name) {
    case 'equalTo':
      return text === undefined ? notes.give('this is not a text', ...at) : [exactly(text)];
    case 'contains':
      return text === undefined ? notes.give('this is not a text', ...at) : [containing(text)];
    case 'matches':
      return notes.express(() => patternsOf(text ?? ''), ...at);
    case 'anything':
      return [anything];
    case 'hasExactly':
    case 'includes': {
      const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
      if (only === undefined || others.length > 0) return notes.give('a fault has one condition for each name', ...at);
      const inner = isJsonObject(only) ? getProperty(only, 'equalTo') : undefined;
      if (typeof inner !== 'string') return notes.give('only one value is compared', ...at);
      // The name may have other values, too.
      return [{ ...exactly(inner), isBroad: name === 'hasExactly' || inner.includes('*') }];
    }
    default:
      return notes.give('a fault has no such condition', ...at);
  }
};
