/** Each reason for which a part of an environment is not carried over. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../../../src/parts/import/recording.ts';
import { document } from '../../files/books.ts';
import { importTexts } from '../../files/replay.ts';

interface Lost {
  readonly route: unknown;
  readonly key: string;
  readonly reason: string;
}

const route = (response: unknown, more: object = {}): object => ({
  ...{ type: 'http', method: 'get', endpoint: 'books', responses: [response] },
  ...more,
});
const ofRoute = (one: object, key: string, reason: string): Lost => ({
  route: one,
  key: `routes[].responses[]${key}`,
  reason,
});
const ofResponse = (response: object, key: string, reason: string): Lost => ofRoute(route(response), key, reason);
const ofBucket = (databucketID: string, reason: string): Lost =>
  ofResponse({ bodyType: 'DATABUCKET', databucketID }, '.databucketID', reason);
const ofEndpoint = (endpoint: string, reason: string): Lost => ({
  route: route({}, { endpoint }),
  key: 'routes[].endpoint',
  reason,
});
const ofRules = (rules: readonly unknown[], key: string, reason: string, rulesOperator = 'OR'): Lost =>
  ofResponse({ rules, rulesOperator, default: false }, `.rules${key}`, reason);
const ofRule = (rule: unknown, key: string, reason: string): Lost => ofRules([rule], `[]${key}`, reason);
const rule = (target: string, modifier: string, value: string, operator = 'equals'): object => ({
  ...{ target, modifier, value, operator },
});

const given = ': the stub is not carried over';
const noTemplates = `templates are not evaluated${given}`;
const template = `templates are not evaluated (--keep-templates keeps their text)${given}`;
const noParts = `a fault compares the values of properties in a JSON body${given}`;
const oneEach = `a fault has one condition for the path, the method, the body, and the number of the request${given}`;
const noNegation = `a fault has no negative condition${given}`;
const oneForEachName = `a fault has one condition for each name${given}`;
const oneName = `a fault compares the value of one name${given}`;
const noNumber = `this is no number of a request${given}`;
const not = { ...rule('query', 'a', '1'), invert: true };

const all: readonly Lost[] = [
  { route: 7, key: 'routes[]', reason: 'this is not a route' },
  ofRoute(
    route({}, { method: 'all', endpoint: '*' }),
    '',
    'it is for every path: as a fault it would hide the whole simulation',
  ),
  { route: route({}, { type: 'ws' }), key: 'routes[]', reason: 'a WebSocket, which is not simulated' },
  { route: route({}, { planned: 1 }), key: 'routes[].planned', reason: 'this key is not known' },
  ofRoute(route(7), '', 'this is not a response'),
  ofRoute(route({ latency: 10 }, { responseMode: 'RANDOM' }), '.latency', 'chance decides for each effect alone'),
  ofEndpoint('a'.repeat(1001), 'the path of the route is too long'),
  ofEndpoint('books/{{id}}', 'templates are not evaluated'),
  ofEndpoint(`books/${':a?/'.repeat(5)}`, 'the path of the route has too many optional parts'),
  ...['books(', 'users/(\\d+)', '(v1|v2)/books', 'books/([a-z]+)'].map((endpoint) =>
    ofEndpoint(endpoint, 'the path of the route cannot be read'),
  ),
  ofRoute(route({}, { endpoint: 'nowhere' }), '', 'the document has no operation for it'),
  ofResponse({ callbacks: [{ uuid: 'a' }] }, '.callbacks', 'no request is sent after a response'),
  ofResponse({ headers: [{ key: 'X-A', value: '{{now}}' }] }, '.headers[]', 'templates are not evaluated'),
  ofResponse({ headers: [{ key: 'X A', value: 'b' }] }, '.headers[]', 'this is not a header'),
  ofBucket('none', `there is no data bucket with this id${given}`),
  ofBucket('text', `the data bucket is not JSON${given}`),
  ofBucket('template', template),
  ofResponse({ body: '{{now}}' }, '.body', template),
  ofResponse({ bodyType: 'FILE', filePath: '{{name}}.json' }, '.filePath', noTemplates),
  ofResponse({ bodyType: 'FILE', filePath: 'none.txt' }, '.filePath', `there is no such file${given}`),
  ofResponse({ statusCode: 99 }, '', 'the status is not between 200 and 599'),
  ofRule(7, '', `this is not a rule${given}`),
  ofRule(not, '', noNegation),
  ofRules([not], '', noNegation, 'AND'),
  ofRules([rule('query', 'a', '1'), rule('query', 'a', '2')], '', oneForEachName, 'AND'),
  ofRules([rule('method', '', 'get'), rule('method', '', 'post')], '', oneEach, 'AND'),
  ofRule(rule('query', '{{a}}', '1'), '.modifier', noTemplates),
  ofRule(rule('query', 'a', '{{b}}'), '.value', noTemplates),
  ofRule({ ...rule('query', 'a', '1'), planned: 1 }, '.planned', 'this key is not known'),
  ofRule(
    rule('body', '', '{}', 'valid_json_schema'),
    '.operator',
    `requests are checked against the document, not against other schemas${given}`,
  ),
  ofRule(rule('query', 'a.b', '1'), '.modifier', oneName),
  ofRule(rule('header', '', '1'), '.modifier', oneName),
  ofRule(rule('method', '', 'get', 'regex'), '.operator', `a fault compares the whole method${given}`),
  ofRule(rule('path', '', '/a', 'regex'), '.operator', `a fault compares the whole path${given}`),
  ofRule(rule('global_var', 'a', '1'), '.target', `a fault has no condition for "global_var"${given}`),
  ofRule(rule('query', 'a', 'x', 'regex_i'), '.operator', 'texts are compared with their case'),
  ofRule(rule('query', 'a', '(', 'regex'), '.value', `the regular expression cannot be read${given}`),
  ofRule(rule('query', 'a', '1', 'greater_than'), '.operator', `a fault has no such condition${given}`),
  ofRule(rule('body', '', 'a', 'regex'), '.modifier', noParts),
  ofRule(rule('body', 'a.0', '1'), '.modifier', noParts),
  ofRule(rule('body', 'a', 'b*', 'regex'), '.operator', noParts),
  ofRule(rule('request_number', '', 'x'), '.value', noNumber),
  ofRule(rule('request_number', '', '^x$', 'regex'), '.value', noNumber),
];

const asItIs = 'a request is forwarded as it is; --upstream-header adds headers';

const ofSettings: readonly (readonly [key: string, reason: string, settings: object])[] = [
  ['proxyHost', 'start with --upstream https://real.example --forward unknown', { proxyHost: 'https://real.example' }],
  ['proxyRemovePrefix', asItIs, { proxyRemovePrefix: true }],
  ['proxyReqHeaders', asItIs, { proxyReqHeaders: [{ key: 'a' }] }],
  ['proxyResHeaders', asItIs, { proxyResHeaders: [{ key: 'a' }] }],
  ['tlsOptions', 'start with --tls, or with --tls-cert and --tls-key', { tlsOptions: { enabled: true } }],
  ['https', 'start with --tls', { https: true }],
  ['cors', 'CORS headers are always sent', { cors: false }],
  ['callbacks', 'no request is sent after a response', { callbacks: [{ uuid: 'a' }] }],
  ['headers[]', 'templates are not evaluated', { headers: [{ key: 'X-A', value: '{{now}}' }] }],
  ['planned', 'this key is not known', { planned: 1 }],
];

const environment = (routes: readonly unknown[], more: object = {}): object => ({
  lastMigration: 33,
  endpointPrefix: 'v1',
  routes,
  data: Object.entries({ text: 'plain', template: '{{now}}', books: '[{"id":1,"title":"Emma","note":"{{now}}"}]' }).map(
    ([id, value]) => ({ id, name: id, value }),
  ),
  ...more,
});
const lostOf = async (file: object): Promise<readonly Row[]> => {
  const { rows } = await importTexts({ 'lost.json': JSON.stringify(file) }, document);
  return rows.filter(({ fate }) => fate === 'lost');
};
const shown = ({ key, reason }: Row): object => ({ key, reason });

let rows: readonly Row[];

beforeAll(async () => {
  // Apart from each other, so that none takes the requests of another.
  const routes = all.map(({ route: one }, index) => {
    const isOfBooks = (one as { readonly endpoint?: string }).endpoint === 'books';
    return isOfBooks ? { ...(one as object), endpoint: `books/${index}` } : one;
  });
  rows = await lostOf(environment(routes));
});

test.each(all.map((lost, index) => ({ ...lost, index })))('$index: $key, since $reason', ({ key, reason, index }) => {
  const isAt = ({ path: [list, position] }: Row['places'][number]) => list === 'routes' && position === index;
  const found = rows.filter(({ places }) => places.some(isAt));
  expect(found.map(shown)).toContainEqual({ key, reason });
});

test.each(ofSettings)('%s, since %s', async (key, reason, settings) => {
  const found = await lostOf(
    environment([route({})], { ...(key.startsWith('proxy') && { proxyMode: true }), ...settings }),
  );
  expect(found.map(shown)).toContainEqual({ key, reason });
});

test('templates in data, and headers beside them', async () => {
  const crud = { type: 'crud', endpoint: 'books', responses: [{ bodyType: 'DATABUCKET', databucketID: 'books' }] };
  const found = await lostOf(environment([crud], { headers: [{ key: 'X-A', value: '1' }] }));
  expect(found.map(shown)).toEqual([
    { key: 'data[].value', reason: 'templates are not evaluated: their values are missing from the data' },
    { key: 'headers[]', reason: 'responses with data have the headers of the document' },
  ]);
});

test('what is no environment in an export', async () => {
  const [found] = await lostOf({
    source: 'mockoon:1.18.0',
    data: [
      { type: 'environment', item: environment([route({})]) },
      { type: 'route', item: {} },
    ],
  });
  expect(found && shown(found)).toEqual({ key: 'data[]', reason: 'this is no environment' });
});
