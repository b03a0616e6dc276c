/** Each reason for which a part of a mapping is not carried over. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../../src/import/recording/ledger.ts';
import { document } from '../../files/books.ts';
import { importTexts } from '../../files/replay.ts';

interface Lost {
  readonly mapping: object | null;
  /** Below `mappings[]`. */
  readonly key: string;
  readonly reason: string;
}

const get = { method: 'GET', urlPath: '/v1/books' };
const ofRequest = (request: object, key: string, reason: string): Lost => ({
  mapping: { request: { ...get, ...request }, response: { status: 200 } },
  key: `.request${key}`,
  reason,
});
const ofResponse = (response: object, key: string, reason: string): Lost => ({
  mapping: { request: get, response },
  key: `.response${key}`,
  reason,
});
const ofBody = (pattern: unknown, key: string, reason: string): Lost =>
  ofRequest({ method: 'POST', bodyPatterns: [pattern] }, `.bodyPatterns[]${key}`, reason);
const ofPattern = (urlPattern: string, reason: string): Lost =>
  ofRequest({ urlPath: undefined, urlPattern }, '.urlPattern', reason);
const ofHeader = (matcher: unknown, key: string, reason: string): Lost =>
  ofRequest({ headers: { 'X-A': matcher } }, `.headers.*${key}`, reason);

const given = ': the stub is not carried over';
const noPart = `a fault compares a part of the JSON of a body, nothing else${given}`;
const noPath = `a fault compares the values of properties, and this path has none${given}`;
const noNegation = 'a fault has no negative condition: the stub also responds to what this leaves out';
const noCondition = `a fault has no such condition${given}`;
const forProxies = 'requests are forwarded with --upstream';

const all: readonly Lost[] = [
  { mapping: null, key: '', reason: 'this has no "request" and "response"' },
  { mapping: { request: get }, key: '', reason: 'this has no "request" and "response"' },
  {
    mapping: { request: { method: 'GET', urlPath: '/v1/nowhere' }, response: {} },
    key: '',
    reason: 'the document has no operation for it',
  },
  {
    mapping: { request: get, response: {}, postServeActions: [{ name: 'webhook' }] },
    key: '.postServeActions',
    reason: 'no request is sent after a response',
  },
  {
    mapping: { request: get, response: {}, serveEventListeners: [{ name: 'webhook' }] },
    key: '.serveEventListeners',
    reason: 'no request is sent after a response',
  },
  { mapping: { request: get, response: {}, planned: 1 }, key: '.planned', reason: 'this key is not known' },
  ...['multipartPatterns', 'customMatcher', 'formParameters'].map((name) =>
    ofRequest({ [name]: [{}] }, `.${name}`, noCondition),
  ),
  ...['scheme', 'host', 'port', 'clientIp'].map((name) =>
    ofRequest({ [name]: 'x' }, `.${name}`, 'every host and port is served alike'),
  ),
  ofRequest(
    { urlPath: undefined, url: '/v1/books?a=1&a=2' },
    '.queryParameters',
    `a fault has one condition for each name${given}`,
  ),
  ofRequest(
    { headers: { Authorization: { equalTo: 'x' } }, basicAuthCredentials: { username: 'a', password: 'b' } },
    '',
    `a fault has one condition for each header${given}`,
  ),
  ofRequest(
    { cookies: { a: { equalTo: '1' }, b: { equalTo: '2' } } },
    '.cookies',
    `a fault has one condition for the cookies${given}`,
  ),
  ofRequest({ method: { oneOf: ['GET', 'POST'] } }, '.method', `a stub is for one method or for any${given}`),
  ofRequest({ method: 'GET /' }, '.method', `a stub is for one method or for any${given}`),
  ofPattern('/v1/books\\?(a=1|b=2)', `a fault has no alternatives in the query${given}`),
  ofPattern('/v1/books\\?[a-z]+=2', `a fault has no alternatives in the query${given}`),
  ofPattern('x'.repeat(2001), `the regular expression is too long${given}`),
  ofPattern('/v1/(books', `the regular expression cannot be read${given}`),
  ofPattern('/v1/(?!books).*', `a fault has no condition for a lookahead${given}`),
  ofPattern('/v1/\\u4e00[\\u4e01-\\u4e09]', `the regular expression has unusual characters${given}`),
  ofPattern('/v1/[a-z]{201}', `the regular expression is for long texts${given}`),
  ofPattern(`/v1/${'[a-z]{150}'.repeat(2)}`, `the regular expression is for long texts${given}`),
  ofHeader(7, '', `this is not a matcher${given}`),
  ofHeader({ equalTo: 'x', caseInsensitive: true }, '.caseInsensitive', 'texts are compared with their case'),
  ofHeader({ equalToIgnoreCase: 'x' }, '.equalToIgnoreCase', 'texts are compared with their case'),
  ofHeader(
    { or: [{ equalTo: 'x' }, { equalTo: 'xy' }] },
    '.or',
    expect.stringContaining('one condition for each name'),
  ),
  ofHeader({ and: [{ contains: 'x' }, { contains: 'y' }] }, '.and', noCondition),
  ...['absent', 'doesNotMatch', 'doesNotContain', 'not'].map((name) =>
    ofHeader({ [name]: name === 'absent' || 'x' }, `.${name}`, noNegation),
  ),
  ofHeader({ contains: 'x', matches: 'y' }, '', `a fault has one condition for each name${given}`),
  ofHeader(
    { includes: [{ equalTo: 'x' }, { equalTo: 'y' }] },
    '.includes',
    `a fault has one condition for each name${given}`,
  ),
  ofHeader({ hasExactly: [{ contains: 'x' }] }, '.hasExactly', `only one value is compared${given}`),
  ofHeader({ equalTo: {} }, '.equalTo', `this is not a text${given}`),
  ofHeader({ contains: [] }, '.contains', `this is not a text${given}`),
  ofHeader({ matches: '(' }, '.matches', `the regular expression cannot be read${given}`),
  ofHeader({ before: '2030-01-01' }, '.before', noCondition),
  ofBody(7, '', `this is not a matcher${given}`),
  ofBody({ equalTo: 7 }, '.equalTo', `this is not a text${given}`),
  ofBody({ equalTo: 'a=1' }, '.equalTo', `a fault compares JSON, and this is none${given}`),
  ofBody({ equalToJson: '{' }, '.equalToJson', `a fault compares JSON, and this is none${given}`),
  ofBody({ equalToXml: '<a/>' }, '.equalToXml', noPart),
  ofBody({ matchesJsonPath: '$.items[0]' }, '.matchesJsonPath', noPath),
  ofBody({ matchesJsonPath: { expression: '$.a', contains: 'x' } }, '.matchesJsonPath', noPath),
  ofBody(
    { equalToJson: {}, ignoreExtraElements: false },
    '.ignoreExtraElements',
    'more properties in the body are no difference',
  ),
  ofBody({ equalToJson: [], ignoreArrayOrder: true }, '.ignoreArrayOrder', 'the order of a list is compared'),
  ofBody({ equalTo: '1', caseInsensitive: true }, '.caseInsensitive', 'texts are compared with their case'),
  ...['absent', 'doesNotMatch', 'doesNotContain', 'not'].map((name) => ofBody({ [name]: 'x' }, `.${name}`, noNegation)),
  ofRequest(
    { method: 'POST', bodyPatterns: [{ equalToJson: { a: 1 } }, { equalToJson: [1] }] },
    '.bodyPatterns[]',
    `a fault has one condition for the body${given}`,
  ),
  ofResponse({ statusMessage: 'Fine' }, '.statusMessage', 'the text of a status is the usual one'),
  ofResponse({ transformerParameters: { a: 1 } }, '.transformerParameters', 'templates are not evaluated'),
  ofResponse({ additionalProxyRequestHeaders: { a: '1' } }, '.additionalProxyRequestHeaders', forProxies),
  ofResponse({ removeProxyRequestHeaders: ['a'] }, '.removeProxyRequestHeaders', forProxies),
  ofResponse({ proxyUrlPrefixToRemove: '/a' }, '.proxyUrlPrefixToRemove', forProxies),
  ofResponse(
    { proxyBaseUrl: 'https://real.example' },
    '.proxyBaseUrl',
    `a fault forwards nothing; start with --upstream https://real.example${given}`,
  ),
  ofResponse({ headers: { 'X-A': '{{now}}' } }, '.headers.*', 'templates are not evaluated'),
  ofResponse({ headers: { 'X A': 'b' } }, '.headers.*', 'this is not a header'),
  ofResponse({ headers: { 'Set-Cookie': ['a=1', 'b=2'] } }, '.headers.*', 'a fault sends one cookie'),
  ofResponse(
    { body: 'x', transformers: ['mine'] },
    '.transformers',
    'templates and other transformers are not evaluated',
  ),
  ...['body', 'bodyFileName'].map((name) =>
    ofResponse(
      { [name]: '{{request.path}}' },
      `.${name}`,
      "a template is not evaluated: the document's example takes its place",
    ),
  ),
  ofResponse({ bodyFileName: 'a.json' }, '.bodyFileName', `there is no folder "__files" beside the mappings${given}`),
  ofResponse({ delayDistribution: { type: 'gamma' } }, '.delayDistribution', 'this distribution is not known'),
  ofResponse(
    { delayDistribution: { type: 'lognormal', median: 80, sigma: 0.4, maxValue: 200 } },
    '.delayDistribution.maxValue',
    'a log-normal delay has no upper end',
  ),
  ofResponse({ fault: 'NONE_SUCH' }, '.fault', 'this fault is not known'),
  { mapping: { request: get, response: { status: 99 } }, key: '', reason: 'the status is not between 200 and 599' },
  {
    mapping: { request: get, response: { body: 'a', headers: { 'Content-Type': 'application/json' } } },
    key: '',
    reason: 'the body of the response is not JSON, as its type says',
  },
  {
    mapping: { request: get, response: { base64Body: '/wA=' } },
    key: '',
    reason: 'a fault sends a text or JSON, no bytes',
  },
];

let rows: readonly Row[];

beforeAll(async () => {
  // Apart from each other, so that none takes the requests of another.
  const mappings = all.map(({ mapping }, index) => {
    const { request, ...rest } = (mapping ?? {}) as { readonly request?: object };
    if (request === undefined) return mapping;
    return { ...rest, request: { ...request, queryParameters: { case: { equalTo: String(index) } } } };
  });
  ({ rows } = await importTexts({ 'lost.json': JSON.stringify({ mappings }) }, document));
});

test.each(all.map((lost, index) => ({ ...lost, index })))(
  '$index: mappings[]$key, since $reason',
  ({ index, ...lost }) => {
    const found = rows.filter(
      ({ fate, places }) => fate === 'lost' && places.some(({ path: [, position] }) => position === index),
    );
    expect(found.map(({ key, reason }) => ({ key, reason }))).toContainEqual({
      key: `mappings[]${lost.key}`,
      reason: lost.reason,
    });
  },
);
