/** Each reason for which a part of a mapping is not carried over. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../../../src/parts/import/recording.ts';
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
const ofWhole = (response: object, reason: string): Lost => ({ mapping: { request: get, response }, key: '', reason });
const ofBody = (pattern: unknown, key: string, reason: string): Lost =>
  ofRequest({ method: 'POST', bodyPatterns: [pattern] }, `.bodyPatterns[]${key}`, reason);
const ofPattern = (urlPattern: string, reason: string): Lost =>
  ofRequest({ urlPath: undefined, urlPattern }, '.urlPattern', reason);
const ofHeader = (matcher: unknown, key: string, reason: string): Lost =>
  ofRequest({ headers: { 'X-A': matcher } }, `.headers.*${key}`, reason);

const given = ': the stub is not carried over';
const noPart = `a fault compares a part of the JSON of a body, nothing else${given}`;
const noPath = `a fault compares the values of properties, and this path has none${given}`;
const noCondition = `a fault has no such condition${given}`;
const forProxies = 'requests are forwarded with --upstream';
const oneForEachName = `a fault has one condition for each name${given}`;
const unreadable = `the regular expression cannot be read${given}`;
const noAlternatives = `a fault has no alternatives in the query${given}`;
const longTexts = `the regular expression is for long texts${given}`;
const noMatcher = `this is not a matcher${given}`;
const noText = `this is not a text${given}`;
const noJson = `a fault compares JSON, and this is none${given}`;
const oneMethod = `a stub is for one method or for any${given}`;
const noStub = 'this has no "request" and "response"';
const caseCounts = 'texts are compared with their case';
const noTemplates = 'templates are not evaluated';
const notKept = `templates are not evaluated (--keep-templates keeps their text)${given}`;
const ofJson = { 'Content-Type': 'application/json' };

const all: readonly Lost[] = [
  {
    ...{ mapping: { request: { method: 'ANY', urlPattern: '.*' }, response: { status: 404 }, priority: 100 }, key: '' },
    reason: 'it is for every path: as a fault it would hide the whole simulation',
  },
  {
    mapping: {
      scenarioName: 'a',
      request: {
        ...{ method: 'POST', urlPath: '/v1/books' },
        bodyPatterns: [{ matchesJsonPath: { expression: '$.id', equalTo: '5' } }],
      },
      response: { status: 200 },
    },
    key: '.request.bodyPatterns',
    reason: 'one of several values is compared',
  },
  { mapping: null, key: '', reason: noStub },
  { mapping: { request: get }, key: '', reason: noStub },
  { ...ofRequest({ urlPath: '/v1/nowhere' }, '', 'the document has no operation for it'), key: '' },
  ...['postServeActions', 'serveEventListeners'].map((name) => ({
    ...{ mapping: { request: get, response: {}, [name]: [{ name: 'webhook' }] }, key: `.${name}` },
    reason: 'no request is sent after a response',
  })),
  { mapping: { request: get, response: {}, planned: 1 }, key: '.planned', reason: 'this key is not known' },
  ...['multipartPatterns', 'customMatcher', 'formParameters'].map((name) =>
    ofRequest({ [name]: [{}] }, `.${name}`, noCondition),
  ),
  ofRequest({ urlPath: undefined, url: '/v1/books?a=1&a=2' }, '.queryParameters', oneForEachName),
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
  ofRequest({ method: { oneOf: ['GET', 'POST'] } }, '.method', oneMethod),
  ofRequest({ method: 'GET /' }, '.method', oneMethod),
  ofPattern('/v1/books\\?(a=1|b=2)', noAlternatives),
  ofPattern('/v1/books\\?[a-z]+=2', noAlternatives),
  ofPattern('x'.repeat(2001), `the regular expression is too long${given}`),
  ofPattern('/v1/(books', unreadable),
  ofPattern('/v1/(?!books).*', `a fault has no condition for a lookahead${given}`),
  ofPattern('/v1/\\u4e00[\\u4e01-\\u4e09]', `the regular expression has unusual characters${given}`),
  ofPattern('/v1/[a-z]{201}', longTexts),
  ofPattern(`/v1/${'[a-z]{150}'.repeat(2)}`, longTexts),
  ofHeader(7, '', noMatcher),
  ofHeader({ equalTo: 'x', caseInsensitive: true }, '.caseInsensitive', caseCounts),
  ofHeader({ equalToIgnoreCase: 'x' }, '.equalToIgnoreCase', caseCounts),
  ofHeader({ and: [{ contains: 'x' }, { contains: 'y' }] }, '.and', noCondition),
  ofHeader({ contains: 'x', matches: 'y' }, '', oneForEachName),
  ofHeader({ includes: [{ equalTo: 'x' }, { equalTo: 'y' }] }, '.includes', oneForEachName),
  ofHeader({ hasExactly: [{ contains: 'x' }] }, '.hasExactly', `only one value is compared${given}`),
  ofHeader({ equalTo: {} }, '.equalTo', noText),
  ofHeader({ contains: [] }, '.contains', noText),
  ofHeader({ matches: '(' }, '.matches', unreadable),
  ofHeader({ before: '2030-01-01' }, '.before', noCondition),
  ofBody(7, '', noMatcher),
  ofBody({ equalTo: 7 }, '.equalTo', noText),
  ofBody({ equalTo: 'a=1' }, '.equalTo', noJson),
  ofBody({ equalToJson: '{' }, '.equalToJson', noJson),
  ofBody({ equalToXml: '<a/>' }, '.equalToXml', noPart),
  ofBody({ matchesJsonPath: '$.items[0]' }, '.matchesJsonPath', noPath),
  ofBody({ matchesJsonPath: { expression: '$.a', contains: 'x' } }, '.matchesJsonPath', noPath),
  ofBody(
    { equalToJson: { a: [1] }, ignoreExtraElements: true },
    '.ignoreExtraElements',
    'a list must have these items and no more',
  ),
  ofBody({ equalToJson: [1, 2], ignoreArrayOrder: true }, '.ignoreArrayOrder', 'the order of a list is compared'),
  ofBody({ matchesJsonPath: "$.a[?(@.b == 'x')]" }, '.matchesJsonPath', noPath),
  ofBody({ equalTo: '1', caseInsensitive: true }, '.caseInsensitive', caseCounts),
  ofRequest(
    { method: 'POST', bodyPatterns: [{ equalToJson: { a: 1 } }, { equalToJson: [1] }] },
    '.bodyPatterns[]',
    `a fault has one condition for the body${given}`,
  ),
  ofResponse({ statusMessage: 'Fine' }, '.statusMessage', 'the text of a status is the usual one'),
  ofResponse({ transformerParameters: { a: 1 } }, '.transformerParameters', noTemplates),
  ofResponse({ additionalProxyRequestHeaders: { a: '1' } }, '.additionalProxyRequestHeaders', forProxies),
  ofResponse({ removeProxyRequestHeaders: ['a'] }, '.removeProxyRequestHeaders', forProxies),
  ofResponse({ proxyUrlPrefixToRemove: '/a' }, '.proxyUrlPrefixToRemove', forProxies),
  ofResponse(
    { proxyBaseUrl: 'https://real.example' },
    '.proxyBaseUrl',
    `a fault forwards nothing; start with --upstream https://real.example${given}`,
  ),
  ofResponse({ headers: { 'X-A': '{{now}}' } }, '.headers.*', noTemplates),
  ofResponse({ headers: { 'X A': 'b' } }, '.headers.*', 'this is not a header'),
  ofResponse(
    { body: 'x', transformers: ['mine'] },
    '.transformers',
    'templates and other transformers are not evaluated',
  ),
  ofResponse({ body: '{{request.path}}' }, '.body', notKept),
  ofResponse({ bodyFileName: '{{request.path}}' }, '.bodyFileName', `${noTemplates}${given}`),
  ofResponse({ bodyFileName: 'a.json' }, '.bodyFileName', `there is no folder "__files" beside the mappings${given}`),
  ofResponse({ delayDistribution: { type: 'gamma' } }, '.delayDistribution', 'this distribution is not known'),
  ofResponse(
    { delayDistribution: { type: 'lognormal', median: 80, sigma: 0.4, maxValue: 200 } },
    '.delayDistribution.maxValue',
    'a log-normal delay has no upper end',
  ),
  ofResponse({ fault: 'NONE_SUCH' }, '.fault', 'this fault is not known'),
  ofWhole({ status: 99 }, 'the status is not between 200 and 599'),
  ofWhole({ body: 'a', headers: ofJson, status: 404 }, 'the body of the response is not JSON, as its type says'),
  ofWhole({ base64Body: '/wA=' }, 'a fault sends a text or JSON, no bytes'),
];

let rows: readonly Row[];

beforeAll(async () => {
  // Apart from each other, so that none takes the requests of another.
  const mappings = all.map(({ mapping }, index) => {
    const { request, ...rest } = (mapping ?? {}) as { readonly request?: object };
    if (request === undefined || 'priority' in rest) return mapping;
    return { ...rest, request: { ...request, queryParameters: { case: { equalTo: String(index) } } } };
  });
  ({ rows } = await importTexts({ 'lost.json': JSON.stringify({ mappings }) }, document));
});

test.each(all.map((lost, index) => ({ ...lost, index })))(
  '$index: mappings[]$key, since $reason',
  ({ index, ...lost }) => {
    const isAt = ({ places }: Row) => places.some(({ path: [, position] }) => position === index);
    const found = rows.filter((row) => row.fate === 'lost' && isAt(row));
    expect(found.map((row) => [row.key, row.reason])).toContainEqual([`mappings[]${lost.key}`, lost.reason]);
  },
);

test('a start without any stub states why', async () => {
  const { mapping } = ofBody({ equalToXml: '<a/>' }, '', '');
  await expect(importTexts({ 'lost.json': JSON.stringify({ mappings: [mapping] }) }, undefined)).rejects.toThrow(
    `--document FILE. What they have: ${noPart} (1, first at `,
  );
});
