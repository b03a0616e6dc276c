/** The requests that a mapping is for. */
import { decodePercent } from '../../../../core/http/http.ts';
import { encodeBase64 } from '../../../../core/primitives/base64.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  parseJson,
  setAt,
  setProperty,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { createPattern } from '../../../../openapi/pattern/pattern.ts';
import type { SeenPlace } from '../../recording.ts';
import { carryOneOf, type NamedPattern, negativeConditions, type Stub } from '../../stubs/stub.ts';
import {
  anything,
  combinations,
  containing,
  cookiePattern,
  exactly,
  filledTemplate,
  joined,
  maxAlternatives,
  patternsOf,
  type Wildcard,
} from '../../stubs/stub-wildcard.ts';
import { flagAt, listAt, objectAt, scalarOf, textAt } from '../format.ts';

type StubRequest = Pick<Stub, 'method' | 'paths' | 'url' | 'template' | 'isWholeQuery' | 'query' | 'headers' | 'body'>;

/** A name whose value matches one of the patterns. */
interface NamedPatterns {
  readonly name: string;
  readonly patterns: readonly Wildcard[];
}

/** Reads the requests of a mapping: one for each combination of alternatives. `isOne`: they are one, for what these have in common. @throws Inexpressible */
export const readRequests = (mapping: JsonObject, ofMapping: SeenPlace, isOne: boolean): readonly StubRequest[] => {
  const request = objectAt(mapping, 'request');
  const notes = ofMapping.below('request');
  for (const name of ['multipartPatterns', 'customMatcher', 'formParameters'])
    if (getProperty(request, name) !== undefined) notes.give('a fault has no such condition', name);
  for (const name of ['scheme', 'host', 'port', 'clientIp']) {
    const value = getProperty(request, name);
    if (value !== undefined) notes.widen(stringifyJson({ [name]: value }), 'any', name);
  }
  const url = readUrl(request, notes);
  const query = [...url.query.map(alone), ...readNamed(request, 'queryParameters', notes)];
  if (new Set(query.map(({ name }) => name)).size < query.length)
    notes.give('a fault has one condition for each name', 'queryParameters');
  const headers = [
    ...readNamed(request, 'headers', notes).map((one) => ({ ...one, name: one.name.toLowerCase() })),
    ...readCookies(request, notes),
    ...readCredentials(request),
  ];
  if (new Set(headers.map(({ name }) => name)).size < headers.length)
    notes.give('a fault has one condition for each header');
  const bodies = readBodyPatterns(listAt(request, 'bodyPatterns'), notes.below('bodyPatterns')) ?? [undefined];
  const method = readMethod(request, notes);
  const count = [...query, ...headers].reduce((product, { patterns }) => product * patterns.length, bodies.length);
  const isJoined = isOne || count > maxAlternatives;
  if (isJoined && bodies.length > 1) notes.lose('one of several values is compared', 'bodyPatterns');
  const choices = (key: string, list: readonly NamedPatterns[]): readonly (readonly NamedPattern[])[] =>
    combinations((isJoined ? list.map((one) => joinedPatterns(key, one, notes)) : list).map(named));
  return choices('queryParameters', query).flatMap((ofQuery) =>
    choices('headers', headers).flatMap((ofHeaders) =>
      bodies.slice(0, isJoined ? 1 : undefined).map((body) => {
        return { ...url, method, query: ofQuery, headers: ofHeaders, body };
      }),
    ),
  );
};

const alone = ({ name, pattern }: NamedPattern): NamedPatterns => ({ name, patterns: [pattern] });

const joinedPatterns = (key: string, { name, patterns }: NamedPatterns, notes: SeenPlace): NamedPatterns => {
  const pattern = joined(patterns);
  if (patterns.length > 1) notes.widen(patterns.map(({ glob }) => glob).join(' or '), pattern.glob, key, name);
  return { name, patterns: [pattern] };
};

const named = ({ name, patterns }: NamedPatterns): readonly NamedPattern[] =>
  patterns.map((pattern) => ({ name, pattern }));

const readMethod = (request: JsonObject, notes: SeenPlace): string | undefined => {
  const given = getProperty(request, 'method');
  if (given === undefined || given === 'ANY') return undefined;
  const method = typeof given === 'string' ? given.toUpperCase() : '';
  // GET_OR_HEAD: every GET is also found by HEAD.
  if (method === 'GET_OR_HEAD') return 'GET';
  return /^[A-Z]{1,20}$/.test(method) ? method : notes.give('a stub is for one method or for any', 'method');
};

type Url = Pick<StubRequest, 'paths' | 'url' | 'template' | 'isWholeQuery' | 'query'>;

const readUrl = (request: JsonObject, notes: SeenPlace): Url => {
  const key = urlKeys.find((name) => textAt(request, name) !== undefined);
  const text = key === undefined ? undefined : textAt(request, key);
  const plain = { isWholeQuery: false, query: [] };
  if (key === undefined || text === undefined) return { ...plain, paths: [anything] };
  const url = { text, place: notes.below(key).noting(undefined) };
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
      const paths = notes.express(() => patternsOf(text), key);
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

/** Only at its end may a path have any number of segments: elsewhere, that is listed as lost. */
const loseSegments = (paths: readonly Wildcard[], key: string, notes: SeenPlace) => {
  const isLost = ({ glob, isDeep }: Wildcard) => isDeep === true && /\*[^*]*\//.test(glob);
  if (paths.some(isLost)) notes.lose('what is between two parts of a path is one segment', key);
};

const urlKeys = ['url', 'urlPath', 'urlPathTemplate', 'urlPathPattern', 'urlPattern'] as const;

/** The expression is for the path with its query. */
const readUrlPattern = (text: string, notes: SeenPlace): Pick<Url, 'paths' | 'query' | 'isWholeQuery'> => {
  const options = notes.express(() => patternsOf(text), 'urlPattern');
  const split = options.map(splitPattern);
  const queries = new Map(
    split.map((one) => [JSON.stringify(one?.query.map(({ name, pattern: { glob } }) => [name, glob])), one]),
  );
  const [first] = queries.values();
  if (first === undefined || queries.size > 1)
    return notes.give('a fault has no alternatives in the query', 'urlPattern');
  const paths = new Map(split.flatMap((one) => (one === undefined ? [] : [[one.path.glob, one.path]])));
  const isFor = createPattern(`^(?:${text})$`);
  const isWholeQuery = options.every(({ example }) => isFor?.test(withMore(example)) !== true);
  return { paths: [...paths.values()], query: first.query, isWholeQuery };
};

const withMore = (address: string) => `${address}${address.includes('?') ? '&' : '?'}more=1`;

/** Returns undefined if its query cannot be told apart. */
const splitPattern = (whole: Wildcard) => {
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

const pathsOfTemplate = (template: string, request: JsonObject, notes: SeenPlace): readonly Wildcard[] => {
  const read = readNamed(request, 'pathParameters', notes);
  const isJoined = read.reduce((product, { patterns }) => product * patterns.length, 1) > maxAlternatives;
  const used = isJoined ? read.map((one) => joinedPatterns('pathParameters', one, notes)) : read;
  return combinations(used.map(named)).map((values) =>
    filledTemplate(template, (parameter) => values.find(({ name }) => name === parameter)?.pattern),
  );
};

const readNamed = (request: JsonObject, key: string, notes: SeenPlace): readonly NamedPatterns[] =>
  Object.entries(objectAt(request, key)).flatMap(([name, matcher]) => {
    const patterns = readMatcher(matcher, notes.below(key, name));
    return patterns === undefined ? [] : [{ name, patterns }];
  });

/** Reads the condition on a cookie: a text somewhere in the header. */
const readCookies = (request: JsonObject, notes: SeenPlace): readonly NamedPatterns[] => {
  const cookies = readNamed(request, 'cookies', notes);
  if (cookies.length > 1) return notes.give('a fault has one condition for the cookies', 'cookies');
  return cookies.map(({ name, patterns }) => {
    const found = patterns.map((pattern) => cookiePattern(name, pattern));
    const before = patterns.map(({ glob }) => `${name}=${glob}`).join(' or ');
    carryOneOf(found, before, notes, 'cookies', name);
    return { name: 'cookie', patterns: found };
  });
};

const readCredentials = (request: JsonObject): readonly NamedPatterns[] => {
  const credentials = getProperty(request, 'basicAuthCredentials') ?? getProperty(request, 'basicAuth');
  if (!isJsonObject(credentials)) return [];
  const pair = `${textAt(credentials, 'username') ?? ''}:${textAt(credentials, 'password') ?? ''}`;
  return [{ name: 'authorization', patterns: [exactly(`Basic ${encodeBase64(new TextEncoder().encode(pair))}`)] }];
};

/**
 * The patterns of a matcher, each of which is enough. Undefined: a negative condition, which is left out, since the ordinary request
 * meets it. @throws Inexpressible
 */
const readMatcher = (matcher: Json | undefined, notes: SeenPlace): readonly Wildcard[] | undefined => {
  if (typeof matcher === 'string') return carryOneOf([exactly(matcher)], matcher, notes);
  if (!isJsonObject(matcher)) return notes.give('this is not a matcher');
  const found = Object.entries(matcher).flatMap(([name, value]) => {
    const inner = notes.below(name);
    if (name === 'caseInsensitive') {
      if (value === true) inner.lose(caseCounts);
      return [];
    }
    if (name === 'equalToIgnoreCase' && typeof value === 'string') {
      inner.lose(caseCounts);
      return [[exactly(value)]];
    }
    if (name === 'or' && Array.isArray(value)) return readAlternatives(value, inner);
    if (negativeConditions.has(name)) {
      if (name === 'absent' && value === false) return [[anything]];
      inner.widen(stringifyJson({ [name]: value }), 'any');
      return [];
    }
    return [carryOneOf(positive(name, value, inner), shownText(value), inner)];
  });
  if (found.length > 1) return notes.give('a fault has one condition for each name');
  return found[0];
};

const caseCounts = 'texts are compared with their case';

const shownText = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value));

/** Returns no alternatives if one of them is a negative condition: then every text is enough. */
const readAlternatives = (matchers: readonly Json[], notes: SeenPlace): readonly (readonly Wildcard[])[] => {
  const read = matchers.map((each, index) => readMatcher(each, notes.below(index)));
  const known = read.flatMap((patterns = []) => patterns);
  if (known.length === 0 || read.includes(undefined)) return [];
  if (known.length <= maxAlternatives) return [known];
  return [carryOneOf([joined(known)], `or: ${known.map(({ glob }) => glob).join(', ')}`, notes)];
};

const positive = (name: string, value: Json, notes: SeenPlace): readonly Wildcard[] => {
  const text = (): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : notes.give('this is not a text');
  switch (name) {
    case 'equalTo':
      return [exactly(text())];
    case 'contains':
      return [containing(text())];
    case 'matches':
      return notes.express(() => patternsOf(text()));
    case 'anything':
      return [anything];
    case 'hasExactly':
    case 'includes': {
      const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
      if (only === undefined || others.length > 0) return notes.give('a fault has one condition for each name');
      const inner = isJsonObject(only) ? getProperty(only, 'equalTo') : undefined;
      if (typeof inner !== 'string') return notes.give('only one value is compared');
      // The name may have other values, too.
      return [{ ...exactly(inner), isBroad: name === 'hasExactly' || inner.includes('*') }];
    }
    default:
      return notes.give('a fault has no such condition');
  }
};

/** Parts of JSON, one of which a body must have. */
type Parts = readonly Json[];

/** Reads the matchers of a body; undefined if it may be any. @throws Inexpressible */
const readBodyPatterns = (patterns: readonly Json[], notes: SeenPlace): Parts | undefined => {
  let parts: Parts | undefined;
  for (const [index, pattern] of patterns.entries()) {
    const read = readPattern(pattern, notes.below(index));
    if (read === undefined) continue;
    parts =
      parts === undefined
        ? read
        : parts.flatMap((part) =>
            read.map((other) =>
              isJsonObject(part) && isJsonObject(other)
                ? mergeObjects(part, other)
                : notes.give('a fault has one condition for the body', index),
            ),
          );
  }
  return parts;
};

const readPattern = (pattern: Json, notes: SeenPlace): Parts | undefined => {
  if (!isJsonObject(pattern)) return notes.give('this is not a matcher');
  let parts: Parts | undefined;
  for (const [name, value] of Object.entries(pattern)) {
    const inner = notes.below(name);
    switch (name) {
      case 'equalToJson':
        parts = readEqualJson(pattern, value, notes);
        break;
      case 'equalTo':
        parts = readEqualText(value, inner);
        break;
      case 'matchesJsonPath':
        parts = readJsonPath(value, inner);
        break;
      case 'ignoreExtraElements':
      case 'ignoreArrayOrder':
        break;
      case 'caseInsensitive':
        if (value === true) inner.lose(caseCounts);
        break;
      default:
        if (negativeConditions.has(name)) inner.widen(stringifyJson({ [name]: value }), 'any body');
        else return inner.give('a fault compares a part of the JSON of a body, nothing else');
    }
  }
  return parts;
};

const readEqualJson = (pattern: Json, value: Json, notes: SeenPlace): Parts | undefined => {
  const name = 'equalToJson';
  const whole = jsonIn(value, notes.below(name));
  const part = withoutPlaceholders(whole);
  const text = stringifyJson(whole);
  const ignoresMore = flagAt(pattern, 'ignoreExtraElements');
  if (part === undefined || stringifyJson(part) !== text || (!ignoresMore && hasObject(part)))
    notes.widen(text, part === undefined ? 'any body' : partText(part), name);
  else notes.carry(name);
  if (ignoresMore && lengthsIn(part).length > 0)
    notes.lose('a list must have these items and no more', 'ignoreExtraElements');
  if (flagAt(pattern, 'ignoreArrayOrder') && lengthsIn(part).some((length) => length > 1))
    notes.lose('the order of a list is compared', 'ignoreArrayOrder');
  return part === undefined ? undefined : [part];
};

const readEqualText = (value: Json, notes: SeenPlace): Parts => {
  if (typeof value !== 'string') return notes.give('this is not a text');
  const part = jsonIn(value, notes);
  if (typeof part === 'object' && part !== null) notes.widen(value, partText(part));
  else notes.carry();
  return [part];
};

const partText = (part: Json) => `a body with the part ${stringifyJson(part)}`;

/** Whether there is an object: objects with more properties contain it. */
const hasObject = (value: Json) =>
  Array.isArray(value) ? (value as readonly Json[]).some(hasObject) : isJsonObject(value);

const lengthsIn = (value: Json | undefined): readonly number[] => {
  if (Array.isArray(value)) return [value.length, ...(value as readonly Json[]).flatMap(lengthsIn)];
  return isJsonObject(value ?? null) ? Object.values(value as object).flatMap(lengthsIn) : [];
};

const jsonIn = (value: Json, notes: SeenPlace): Json => {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : notes.give('a fault compares JSON, and this is none');
};

/** `${json-unit.any-string}` stands for any text: then the property is not compared. */
const withoutPlaceholders = (value: Json): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withoutPlaceholders(item) ?? item);
  if (!isJsonObject(value)) return typeof value === 'string' && /^\$\{json-unit\./.test(value) ? undefined : value;
  const kept: Record<string, Json> = {};
  for (const [name, property] of Object.entries(value)) {
    const part = withoutPlaceholders(property);
    if (part !== undefined) setProperty(kept, name, part);
  }
  return kept;
};

const readJsonPath = (value: Json, notes: SeenPlace): Parts => {
  const expression = typeof value === 'string' ? value : textAt(value, 'expression');
  const names = expression === undefined ? undefined : namesIn(expression);
  const expected = names === undefined || typeof value === 'string' ? undefined : expectedIn(value);
  if (names !== undefined && expected !== undefined) {
    const parts = expected.map((one) => setAt(null, names, one));
    if (expected.some(hasObject)) notes.widen(stringifyJson(value), partText(parts[0] as Json));
    else notes.carry();
    return parts;
  }
  const compared = typeof value === 'string' ? comparison(value) : undefined;
  if (compared === undefined) return notes.give('a fault compares the values of properties, and this path has none');
  notes.carry();
  notes.lose('the filter is for an object, and not for the items of a body that is a list');
  return [compared];
};

/** The values that the inner matcher compares the result with: a text may also be a number. */
const expectedIn = (matcher: Json): Parts | undefined => {
  const text = textAt(matcher, 'equalTo');
  if (text !== undefined) return [...new Set([scalarOf(text), text])];
  const json = getProperty(matcher as { readonly [name: string]: Json }, 'equalToJson');
  if (json === undefined) return undefined;
  if (typeof json !== 'string') return [json];
  const parsed = parseJson(json);
  return parsed.ok ? [parsed.value] : undefined;
};

/** `$.a.b`, `$['a'].b`. */
const namesIn = (expression: string): readonly string[] | undefined => {
  if (!/^\$(?:\.[\w-]+|\['[^'\\]*'\])+$/.test(expression)) return undefined;
  return [...expression.matchAll(/\.([\w-]+)|\['([^']*)'\]/g)].map(([, name, quoted]) => name ?? quoted ?? '');
};

/** `$[?(@.a == 'x' && @.b.c == 1)]`: of an object with these properties. */
const comparison = (expression: string): Json | undefined => {
  const conditions = /^\$\[\?\((.*)\)\]$/s.exec(expression)?.[1]?.split('&&');
  const parts = conditions?.map(comparedIn) ?? [undefined];
  return parts.every(isJsonObject) ? parts.reduce(mergeObjects) : undefined;
};

const comparedIn = (condition: string): Json | undefined => {
  const found =
    /^\s*@((?:\.[\w-]+)+)\s*==\s*(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|null|-?\d{1,15}(?:\.\d{1,10})?))\s*$/.exec(
      condition,
    );
  if (found === null) return undefined;
  const [, path = '', single, double, literal] = found;
  const names = [...path.matchAll(/\.([\w-]+)/g)].map(([, name]) => name as string);
  const parsed = literal === undefined ? undefined : parseJson(literal);
  return setAt(null, names, parsed?.ok === true ? parsed.value : (single ?? double ?? ''));
};
