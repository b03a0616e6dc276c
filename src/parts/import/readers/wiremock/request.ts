/** The requests that a mapping is for. */
import { decodePercent } from '../../../../core/http/http.ts';
import { encodeBase64 } from '../../../../core/primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject } from '../../../../core/primitives/json.ts';
import type { Notes } from '../../stubs/notes.ts';
import type { NamedPattern, Stub } from '../../stubs/stub.ts';
import { anything, cookiePattern, exactly, filledTemplate, patternsOf, type Wildcard } from '../../stubs/wildcard.ts';
import { listAt, objectAt, textAt } from '../values.ts';
import { readBodyPatterns } from './body-patterns.ts';
import { readMatcher } from './matchers.ts';

type StubRequest = Pick<
  Stub,
  'method' | 'paths' | 'template' | 'isWholeQuery' | 'query' | 'headers' | 'body' | 'isBroad'
>;

/** @throws Inexpressible */
export const readRequest = (mapping: JsonObject, notes: Notes): StubRequest => {
  const request = objectAt(mapping, 'request');
  for (const name of ['multipartPatterns', 'customMatcher', 'formParameters'])
    if (getProperty(request, name) !== undefined) notes.give('a fault has no such condition', 'request', name);
  const url = readUrl(request, notes);
  const lost = notes.list.length;
  const query = [...url.query, ...readNamed(request, 'queryParameters', notes)];
  if (new Set(query.map(({ name }) => name)).size < query.length)
    notes.give('a fault has one condition for each name', 'request', 'queryParameters');
  const headers = readNamed(request, 'headers', notes).map(({ name, pattern }) => ({
    name: name.toLowerCase(),
    pattern,
  }));
  const all = [...headers, ...readCookies(request, notes), ...readCredentials(request)];
  if (new Set(all.map(({ name }) => name)).size < all.length)
    notes.give('a fault has one condition for each header', 'request');
  const body = readBodyPatterns(listAt(request, 'bodyPatterns'), notes, ['request', 'bodyPatterns']);
  return {
    method: readMethod(request, notes),
    ...url,
    query,
    headers: all,
    body,
    isBroad: notes.list.slice(lost).some(({ fate }) => fate === 'lost'),
  };
};

const readMethod = (request: JsonObject, notes: Notes): string | undefined => {
  const given = getProperty(request, 'method');
  if (given === undefined || given === 'ANY') return undefined;
  const method = typeof given === 'string' ? given.toUpperCase() : '';
  // GET_OR_HEAD: every GET is also found by HEAD.
  if (method === 'GET_OR_HEAD') return 'GET';
  return /^[A-Z]{1,20}$/.test(method) ? method : notes.give('a stub is for one method or for any', 'request', 'method');
};

type Url = Pick<StubRequest, 'paths' | 'template' | 'isWholeQuery' | 'query'>;

const readUrl = (request: JsonObject, notes: Notes): Url => {
  const plain = { template: undefined, isWholeQuery: false, query: [] };
  const url = textAt(request, 'url');
  if (url !== undefined) {
    const [path = '', ...rest] = url.split('?');
    const query = [...new URLSearchParams(rest.join('?'))].map(([name, value]) => ({ name, pattern: exactly(value) }));
    return { ...plain, paths: [exactly(path)], isWholeQuery: true, query };
  }
  const urlPath = textAt(request, 'urlPath');
  if (urlPath !== undefined) return { ...plain, paths: [exactly(urlPath)] };
  const template = textAt(request, 'urlPathTemplate');
  if (template !== undefined) return { ...plain, template, paths: [pathOfTemplate(template, request, notes)] };
  const pathPattern = textAt(request, 'urlPathPattern');
  if (pathPattern !== undefined)
    return { ...plain, paths: notes.express(() => patternsOf(pathPattern), 'request', 'urlPathPattern') };
  const pattern = textAt(request, 'urlPattern');
  if (pattern === undefined) return { ...plain, paths: [anything] };
  const split = notes.express(() => patternsOf(pattern), 'request', 'urlPattern').map(splitPattern);
  const queries = new Map(
    split.map((one) => [JSON.stringify(one?.query.map(({ name, pattern: { glob } }) => [name, glob])), one]),
  );
  const [first] = queries.values();
  if (first === undefined || queries.size > 1)
    return notes.give('a fault has no alternatives in the query', 'request', 'urlPattern');
  const paths = new Map(split.flatMap((one) => (one === undefined ? [] : [[one.path.glob, one.path]])));
  return { ...plain, paths: [...paths.values()], query: first.query };
};

/** Returns undefined if its query cannot be told apart. */
const splitPattern = (
  whole: Wildcard,
): { readonly path: Wildcard; readonly query: readonly NamedPattern[] } | undefined => {
  const [glob = '', ...rest] = whole.glob.split('?');
  const [example = '', ...exampleRest] = whole.example.split('?');
  const path = { ...whole, glob, example };
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
  return { path, query };
};

const decoded = (text: string): string => decodePercent(text.replaceAll('+', ' '));

const pathOfTemplate = (template: string, request: JsonObject, notes: Notes): Wildcard => {
  const parameters = objectAt(request, 'pathParameters');
  return filledTemplate(template, (name) => {
    const matcher = getProperty(parameters, name);
    return matcher === undefined ? undefined : readMatcher(matcher, notes, ['request', 'pathParameters', name]);
  });
};

const readNamed = (request: JsonObject, key: string, notes: Notes): readonly NamedPattern[] =>
  Object.entries(objectAt(request, key)).flatMap(([name, matcher]) => {
    const pattern = readMatcher(matcher, notes, ['request', key, name]);
    return pattern === undefined ? [] : [{ name, pattern }];
  });

/** One cookie: a text somewhere in the header. */
const readCookies = (request: JsonObject, notes: Notes): readonly NamedPattern[] => {
  const cookies = readNamed(request, 'cookies', notes);
  if (cookies.length > 1) return notes.give('a fault has one condition for the cookies', 'request', 'cookies');
  return cookies.map(({ name, pattern }) => ({ name: 'cookie', pattern: cookiePattern(name, pattern) }));
};

const readCredentials = (request: JsonObject): readonly NamedPattern[] => {
  const credentials = getProperty(request, 'basicAuthCredentials');
  if (!isJsonObject(credentials)) return [];
  const pair = `${textAt(credentials, 'username') ?? ''}:${textAt(credentials, 'password') ?? ''}`;
  return [{ name: 'authorization', pattern: exactly(`Basic ${encodeBase64(new TextEncoder().encode(pair))}`) }];
};
