/** Each reason for which a part of an environment is not carried over. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../../src/import/recording/ledger.ts';
import { document } from '../../files/books.ts';
import { importTexts } from '../../files/replay.ts';

interface Lost {
  readonly route: unknown;
  readonly key: string;
  readonly reason: string;
}

const route = (response: unknown, more: object = {}): object => ({
  type: 'http',
  method: 'get',
  endpoint: 'books',
  responses: [response],
  ...more,
});
const ofResponse = (response: object, key: string, reason: string): Lost => ({
  route: route(response),
  key: `routes[].responses[]${key}`,
  reason,
});
const ofEndpoint = (endpoint: string, reason: string): Lost => ({
  route: route({}, { endpoint }),
  key: 'routes[].endpoint',
  reason,
});
const ofRules = (rules: readonly unknown[], key: string, reason: string, rulesOperator = 'OR'): Lost =>
  ofResponse({ rules, rulesOperator, default: false }, `.rules${key}`, reason);
const ofRule = (rule: unknown, key: string, reason: string): Lost => ofRules([rule], `[]${key}`, reason);
const rule = (target: string, modifier: string, value: string, operator = 'equals'): object => ({
  target,
  modifier,
  value,
  operator,
});

const given = ': the stub is not carried over';
const template = "a template is not evaluated: the document's example takes its place";
const noParts = `a fault compares the values of properties in a JSON body${given}`;
const oneEach = `a fault has one condition for the path, the method, the body, and the number of the request${given}`;

const all: readonly Lost[] = [
  { route: 7, key: 'routes[]', reason: 'this is not a route' },
  { route: route({}, { type: 'ws' }), key: 'routes[]', reason: 'a WebSocket, which is not simulated' },
  { route: route({}, { planned: 1 }), key: 'routes[].planned', reason: 'this key is not known' },
  { route: route(7), key: 'routes[].responses[]', reason: 'this is not a response' },
  {
    route: route({ latency: 10 }, { responseMode: 'RANDOM' }),
    key: 'routes[].responses[].latency',
    reason: 'chance decides for each effect alone',
  },
  ofEndpoint('a'.repeat(1001), 'the path of the route is too long'),
  ofEndpoint('books/{{id}}', 'templates are not evaluated'),
  ofEndpoint(`books/${':a?/'.repeat(5)}`, 'the path of the route has too many optional parts'),
  ofEndpoint('books(', 'the path of the route cannot be read'),
  {
    route: route({}, { endpoint: 'nowhere' }),
    key: 'routes[].responses[]',
    reason: 'the document has no operation for it',
  },
  ofResponse({ callbacks: [{ uuid: 'a' }] }, '.callbacks[]', 'no request is sent after a response'),
  ofResponse({ headers: [{ key: 'X-A', value: '{{now}}' }] }, '.headers[]', 'templates are not evaluated'),
  ofResponse({ headers: [{ key: 'X A', value: 'b' }] }, '.headers[]', 'this is not a header'),
  ofResponse(
    { bodyType: 'DATABUCKET', databucketID: 'none' },
    '.databucketID',
    `there is no data bucket with this id${given}`,
  ),
  ofResponse({ bodyType: 'DATABUCKET', databucketID: 'text' }, '.databucketID', `the data bucket is not JSON${given}`),
  ofResponse({ bodyType: 'DATABUCKET', databucketID: 'template' }, '.databucketID', template),
  ofResponse({ body: '{{now}}' }, '.body', template),
  ofResponse({ bodyType: 'FILE', filePath: '{{name}}.json' }, '.filePath', template),
  ofResponse({ bodyType: 'FILE', filePath: 'none.txt' }, '.filePath', `there is no such file${given}`),
  ofResponse({ statusCode: 99 }, '', 'the status is not between 200 and 599'),
  ofRule(7, '', `this is not a rule${given}`),
  ofRule({ ...rule('query', 'a', '1'), invert: true }, '', `a fault has no negative condition${given}`),
  ofRules([{ ...rule('query', 'a', '1'), invert: true }], '', `a fault has no negative condition${given}`, 'AND'),
  ofRules(
    [rule('query', 'b', '1'), { ...rule('query', 'a', '1'), invert: true }],
    '[]',
    'a fault has no negative condition: the response is also sent for what this leaves out',
    'AND',
  ),
  ofRules(
    [rule('query', 'a', '1'), rule('query', 'a', '2')],
    '',
    `a fault has one condition for each name${given}`,
    'AND',
  ),
  ofRules([rule('method', '', 'get'), rule('method', '', 'post')], '', oneEach, 'AND'),
  ofRule(rule('query', '{{a}}', '1'), '.modifier', `templates are not evaluated${given}`),
  ofRule(rule('query', 'a', '{{b}}'), '.value', `templates are not evaluated${given}`),
  ofRule({ ...rule('query', 'a', '1'), planned: 1 }, '.planned', 'this key is not known'),
  ofRule(
    rule('body', '', '{}', 'valid_json_schema'),
    '.operator',
    `requests are checked against the document, not against other schemas${given}`,
  ),
  ofRule(rule('query', 'a.b', '1'), '.modifier', `a fault compares the value of one name${given}`),
  ofRule(rule('header', '', '1'), '.modifier', `a fault compares the value of one name${given}`),
  ofRule(rule('method', '', 'get', 'regex'), '.operator', `a fault compares the whole method${given}`),
  ofRule(rule('path', '', '/a', 'regex'), '.operator', `a fault compares the whole path${given}`),
  ofRule(rule('global_var', 'a', '1'), '.target', `a fault has no condition for "global_var"${given}`),
  ofRule(rule('query', 'a', 'x', 'regex_i'), '.operator', 'texts are compared with their case'),
  ofRule(rule('query', 'a', '(', 'regex'), '.value', `the regular expression cannot be read${given}`),
  ofRule(rule('query', 'a', '1', 'greater_than'), '.operator', `a fault has no such condition${given}`),
  ofRule(rule('body', '', 'a', 'regex'), '.modifier', noParts),
  ofRule(rule('body', 'a.0', '1'), '.modifier', noParts),
  ofRule(rule('body', 'a', 'b*', 'regex'), '.operator', noParts),
  ofRule(rule('request_number', '', 'x'), '.value', `this is no number of a request${given}`),
  ofRule(rule('request_number', '', '^x$', 'regex'), '.value', `this is no number of a request${given}`),
];

const ofSettings: readonly { readonly settings: object; readonly key: string; readonly reason: string }[] = [
  {
    settings: { proxyMode: true, proxyHost: 'https://real.example' },
    key: 'proxyHost',
    reason: 'start with --upstream https://real.example --forward unknown',
  },
  ...[{ proxyRemovePrefix: true }, { proxyReqHeaders: [{ key: 'a' }] }, { proxyResHeaders: [{ key: 'a' }] }].map(
    (settings) => ({
      settings: { proxyMode: true, ...settings },
      key: Object.keys(settings)[0] as string,
      reason: 'a request is forwarded as it is; --upstream-header adds headers',
    }),
  ),
  {
    settings: { tlsOptions: { enabled: true } },
    key: 'tlsOptions',
    reason: 'start with --tls, or with --tls-cert and --tls-key',
  },
  { settings: { https: true }, key: 'https', reason: 'start with --tls' },
  { settings: { cors: false }, key: 'cors', reason: 'CORS headers are always sent' },
  { settings: { callbacks: [{ uuid: 'a' }] }, key: 'callbacks[]', reason: 'no request is sent after a response' },
  {
    settings: { headers: [{ key: 'X-A', value: '{{now}}' }] },
    key: 'headers[]',
    reason: 'templates are not evaluated',
  },
  { settings: { planned: 1 }, key: 'planned', reason: 'this key is not known' },
];

const bucket = (id: string, value: string): object => ({ id, name: id, value });
const environment = (routes: readonly unknown[], more: object = {}): object => ({
  lastMigration: 33,
  endpointPrefix: 'v1',
  routes,
  data: [
    bucket('text', 'plain'),
    bucket('template', '{{now}}'),
    bucket('books', '[{"id":1,"title":"Emma","note":"{{now}}"}]'),
  ],
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
  const routes = all.map(({ route: one }, index) =>
    (one as { readonly endpoint?: string }).endpoint === 'books'
      ? { ...(one as object), endpoint: `books/${index}` }
      : one,
  );
  rows = await lostOf(environment(routes));
});

test.each(all.map((lost, index) => ({ ...lost, index })))('$index: $key, since $reason', ({ key, reason, index }) => {
  const found = rows.filter(({ places }) =>
    places.some(({ path: [list, position] }) => list === 'routes' && position === index),
  );
  expect(found.map(shown)).toContainEqual({ key, reason });
});

test.each(ofSettings)('$key, since $reason', async ({ settings, key, reason }) => {
  const found = await lostOf(environment([route({})], settings));
  expect(found.map(shown)).toContainEqual({ key, reason });
});

test('templates in data, and headers beside them', async () => {
  const crud = { type: 'crud', endpoint: 'books', responses: [{ bodyType: 'DATABUCKET', databucketID: 'books' }] };
  const found = await lostOf(environment([crud], { headers: [{ key: 'X-A', value: '1' }] }));
  expect(found.map(shown)).toEqual([
    { key: 'data[].value', reason: 'templates are not evaluated: what they stand for is left out' },
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
