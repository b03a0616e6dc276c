/** Requests that are nearly those of a stub: where one gets another answer than the source gives, a row of the table says so. */
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Mapping, type SentRequest, winnerOf } from '../files/source-model.ts';
import { type ImportedStubs, importStubsWithoutDocument, temporaryFolder } from '../files/stubs.ts';

interface Case {
  readonly mapping: Mapping;
  /** A request that the stub answers. */
  readonly sent: SentRequest;
}

let count = 0;
const stub = (
  request: object,
  sent: Omit<SentRequest, 'method'> & { readonly method?: string },
  response: Mapping['response'] = { status: 200, jsonBody: { stub: `stub ${++count}` } },
  priority?: number,
): Case => {
  const { method = 'GET' } = request as { readonly method?: string };
  return {
    mapping: { ...(priority !== undefined && { priority }), request: { method, ...request }, response },
    sent: { method: method === 'ANY' ? 'GET' : method, ...sent },
  };
};

const ofQuery = (name: string, matcher: object, value: string): Case =>
  stub({ urlPath: `/api/${name}`, queryParameters: { q: matcher } }, { url: `/api/${name}?q=${value}` });
const ofHeader = (name: string, matcher: object, value: string | undefined): Case =>
  stub(
    { urlPath: `/api/${name}`, headers: { 'X-Mode': matcher } },
    { url: `/api/${name}`, ...(value !== undefined && { headers: { 'x-mode': value } }) },
  );
const ofBody = (name: string, matcher: object, body: unknown): Case =>
  stub(
    { method: 'POST', urlPath: `/api/${name}`, bodyPatterns: [matcher] },
    { url: `/api/${name}`, body },
    { status: 201, jsonBody: { stub: `stub ${++count}` } },
  );
const shown = (url: string, jsonBody: unknown): Case => stub({ url }, { url }, { status: 200, jsonBody });

const cases: readonly Case[] = [
  // Addresses.
  stub({ url: '/api/exact' }, { url: '/api/exact' }),
  stub({ url: '/api/exact/query?page=1' }, { url: '/api/exact/query?page=1' }),
  stub({ url: '/api/two?a=1&b=2' }, { url: '/api/two?a=1&b=2' }),
  stub(
    { method: 'POST', url: '/api/sent' },
    { url: '/api/sent', body: { a: 1 } },
    { status: 202, jsonBody: { stub: 'stub -1' } },
  ),
  stub({ urlPath: '/api/path' }, { url: '/api/path?any=1' }),
  stub({ urlPathPattern: '/api/numbers/[0-9]+' }, { url: '/api/numbers/12' }),
  stub({ urlPathPattern: '/api/segments/[^/]+' }, { url: '/api/segments/ab' }),
  stub({ urlPathPattern: '/api/deep/.*' }, { url: '/api/deep/a/b' }),
  stub({ urlPathPattern: '/api/either/(left|right)' }, { url: '/api/either/left' }),
  stub({ urlPattern: '/api/patterned\\?page=[0-9]+' }, { url: '/api/patterned?page=2' }),
  stub({ urlPattern: '/api/whole/[a-z]+' }, { url: '/api/whole/abc' }),
  stub({ urlPathTemplate: '/api/shelves/{shelf}/boxes/{box}' }, { url: '/api/shelves/a/boxes/2' }),
  stub(
    { urlPathTemplate: '/api/rooms/{room}', pathParameters: { room: { matches: '[A-Z]{2}' } } },
    { url: '/api/rooms/AB' },
  ),
  stub({ method: 'ANY', url: '/api/any' }, { url: '/api/any' }, { status: 503, jsonBody: { stub: 'stub -2' } }),
  stub(
    { method: 'DELETE', urlPath: '/api/gone' },
    { url: '/api/gone' },
    { status: 410, jsonBody: { stub: 'stub -3' } },
  ),
  // The query.
  ofQuery('q-equal', { equalTo: 'one' }, 'one'),
  ofQuery('q-star', { equalTo: 'a*c' }, 'a*c'),
  ofQuery('q-contains', { contains: 'mid' }, 'amidst'),
  ofQuery('q-letters', { matches: '^[a-z]+$' }, 'abc'),
  ofQuery('q-choice', { matches: '^(up|down)$' }, 'up'),
  ofQuery('q-start', { matches: 'a.*' }, 'abc'),
  ofQuery('q-or', { or: [{ equalTo: 'x1' }, { equalTo: 'x2' }] }, 'x2'),
  ofQuery('q-not', { doesNotMatch: '[0-9]+' }, 'abc'),
  ofQuery('q-exactly', { hasExactly: [{ equalTo: 'one' }] }, 'one'),
  ofQuery('q-includes', { includes: [{ equalTo: 'one' }] }, 'one'),
  ofQuery('q-case', { equalTo: 'Fast', caseInsensitive: true }, 'Fast'),
  // Headers, cookies, credentials.
  ofHeader('h-equal', { equalTo: 'on' }, 'on'),
  ofHeader('h-contains', { contains: 'json' }, 'text/json'),
  ofHeader('h-matches', { matches: 'v[0-9]' }, 'v2'),
  ofHeader('h-absent', { absent: true }, undefined),
  ofHeader('h-not', { not: { equalTo: 'on' } }, 'off'),
  ofHeader('h-without', { doesNotContain: 'on' }, 'off'),
  ofHeader('h-ignored-case', { equalToIgnoreCase: 'On' }, 'On'),
  stub(
    { urlPath: '/api/cookie', cookies: { session: { equalTo: 's1' } } },
    { url: '/api/cookie', headers: { cookie: 'a=b; session=s1' } },
  ),
  ...['basicAuthCredentials', 'basicAuth'].map((name) =>
    stub(
      { urlPath: `/api/with-${name}`, [name]: { username: 'ann', password: 'one' } },
      { url: `/api/with-${name}`, headers: { authorization: `Basic ${btoa('ann:one')}` } },
    ),
  ),
  // Bodies.
  ofBody('b-exact', { equalToJson: '{"a":1,"b":{"c":"x"}}' }, { a: 1, b: { c: 'x' } }),
  ofBody('b-part', { equalToJson: { a: 1 }, ignoreExtraElements: true }, { a: 1 }),
  ofBody('b-list', { equalToJson: { a: [1, 2] }, ignoreExtraElements: true, ignoreArrayOrder: true }, { a: [1, 2] }),
  ofBody('b-numbers', { equalToJson: [1, 2] }, [1, 2]),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the source has
  ofBody('b-any', { equalToJson: { a: '${json-unit.any-string}', b: 2 } }, { a: 'x', b: 2 }),
  ofBody('b-text', { equalTo: '{"a":"x"}' }, { a: 'x' }),
  ofBody('b-path', { matchesJsonPath: { expression: '$.a.b', equalTo: '5' } }, { a: { b: 5 } }),
  ofBody('b-json', { matchesJsonPath: { expression: '$.a', equalToJson: '{"b":5}' } }, { a: { b: 5 } }),
  ofBody('b-filter', { matchesJsonPath: "$[?(@.kind == 'tea' && @.size == 2)]" }, { kind: 'tea', size: 2 }),
  ofBody('b-not', { doesNotContain: 'secret' }, { a: 'x' }),
  ofBody('b-two', { equalToJson: { a: 1 }, ignoreExtraElements: true }, { a: 1, b: 1 }),
  // Items, and one that the list shows otherwise.
  shown('/api/teas', [
    { id: 1, name: 'Assam' },
    { id: 2, name: 'Sencha' },
  ]),
  shown('/api/teas/1', { id: 1, name: 'Assam' }),
  shown('/api/teas/2', { id: 2, name: 'Sencha' }),
  shown('/api/cups', [{ id: 'a', size: 1 }]),
  shown('/api/cups/a', { id: 'a', size: 2 }),
  stub({ url: '/api/teas/9' }, { url: '/api/teas/9' }, { status: 404, jsonBody: { stub: 'stub -9' } }),
  stub({ url: '/api/teas?name=Assam' }, { url: '/api/teas?name=Assam' }, { jsonBody: [{ id: 1, name: 'Only Assam' }] }),
  // A stub before another one.
  stub({ urlPath: '/api/first' }, { url: '/api/first' }, { status: 200, jsonBody: { stub: 'stub -4' } }, 9),
  stub(
    { urlPath: '/api/first', queryParameters: { q: { equalTo: 'x' } } },
    { url: '/api/first?q=x' },
    { status: 200, jsonBody: { stub: 'stub -5' } },
    1,
  ),
  stub(
    { method: 'ANY', urlPattern: '.*' },
    { url: '/api/nowhere' },
    { status: 418, jsonBody: { stub: 'stub -6' } },
    100,
  ),
];

const mappings = cases.map(({ mapping }) => mapping);

const withQuery = (url: string, change: (query: URLSearchParams) => void): string => {
  const [path, search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  change(query);
  return query.size === 0 ? (path as string) : `${path}?${query}`;
};

const changedBodies = (body: unknown): readonly unknown[] => {
  if (Array.isArray(body))
    return [[...body, body[0]], body.slice(1), [...body].reverse(), ...body.map((_, at) => body.with(at, 'other'))];
  if (typeof body !== 'object' || body === null) return [`${body}`, 'other', 'secret', null];
  const entries = Object.entries(body);
  return [
    { ...body, more: 1 },
    ...entries.map(([name]) => Object.fromEntries(entries.filter(([other]) => other !== name))),
    ...entries.flatMap(([name, value]) => changedBodies(value).map((other) => ({ ...body, [name]: other }))),
  ];
};

/** The request, and others that differ from it in one place. */
const nearlySame = (sent: SentRequest): readonly SentRequest[] => {
  const { url, headers = {}, body } = sent;
  const query = [...new URLSearchParams(url.split('?')[1] ?? '')];
  const [path = ''] = url.split('?');
  const others = [
    withQuery(url, (all) => all.append('more', '1')),
    withQuery(url, (all) => all.sort()),
    url.includes('&')
      ? `${path}?${url
          .slice(path.length + 1)
          .split('&')
          .reverse()
          .join('&')}`
      : url,
    ...query.flatMap(([name, value]) => [
      withQuery(url, (all) => all.delete(name)),
      ...[`${value}z`, `${value}1`, value.toUpperCase(), '', '12', value.replace('*', 'b')].map((text) =>
        withQuery(url, (all) => all.set(name, text)),
      ),
      withQuery(url, (all) => all.append(name, 'other')),
    ]),
    ...['z', '7', '/more', '/1'].map((end) => `${path}${end}${url.slice(path.length)}`),
    url.replace(/\/[^/?]+(\?|$)/, '/other$1'),
  ];
  return [
    sent,
    ...others.map((other) => ({ ...sent, url: other })),
    ...['GET', 'POST']
      .filter((method) => method !== sent.method)
      .map((method) => ({ ...sent, method, body: undefined })),
    ...Object.entries(headers).flatMap(([name, value]) =>
      [undefined, 'on', `${value}z`, `${value}1`, value.toUpperCase(), value.replace('; ', '; my')].map((text) => {
        const { [name]: _, ...rest } = headers;
        return { ...sent, headers: text === undefined ? rest : { ...rest, [name]: text } };
      }),
    ),
    { ...sent, headers: { ...headers, 'x-mode': headers['x-mode'] ?? 'on' } },
    ...(body === undefined ? [] : [...changedBodies(body), [body]].map((other) => ({ ...sent, body: other }))),
  ];
};

interface Judgement {
  /** What is answered otherwise, and no row says it. */
  readonly silent: readonly string[];
  /** The stubs that answer more than the source. */
  readonly wider: ReadonlySet<number>;
}

const indexesWith = ({ rows }: ImportedStubs, ...fates: readonly string[]): ReadonlySet<number> =>
  new Set(
    rows
      .filter(({ fate }) => fates.includes(fate))
      .flatMap(({ places }) => places.map(({ path }) => path[1] as number)),
  );

const judge = async (imported: ImportedStubs, base: string): Promise<Judgement> => {
  const silent: string[] = [];
  const wider = new Set<number>();
  const [listedWider, listedLost] = [indexesWith(imported, 'wider'), indexesWith(imported, 'lost')];
  for (const { sent } of cases)
    for (const request of nearlySame(sent)) {
      const { method, url, headers = {}, body } = request;
      if (!url.startsWith(base)) continue;
      const right = winnerOf(mappings, request);
      const answer = await imported.send(method, url.slice(base.length), { headers, body });
      const isAnswer = ({ response }: Mapping): boolean =>
        answer.status === (response.status ?? 200) && JSON.stringify(answer.body) === JSON.stringify(response.jsonBody);
      if (method !== 'GET') await imported.reset();
      if (right >= 0 && isAnswer(mappings[right] as Mapping)) continue;
      const [other] = mappings.flatMap((mapping, index) => (isAnswer(mapping) ? [index] : []));
      if (other !== undefined) wider.add(other);
      const isListed = other !== undefined && listedWider.has(other);
      // The last one is for everything.
      const isNone = right === mappings.length - 1;
      if (isNone ? other !== undefined && !isListed : !isListed && !listedLost.has(right))
        silent.push(`${method} ${url} ${JSON.stringify([headers, body])}: ${right}, not ${other ?? answer.status}`);
    }
  return { silent, wider };
};

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const urlsOf = (indexes: ReadonlySet<number>): readonly (string | undefined)[] =>
  [...indexes].sort((left, right) => left - right).map((index) => cases[index]?.sent.url);

test('a request that is nearly that of a stub gets what the source gives, or a row says that it does not', async () => {
  const folder = await temporaryFolder({ 'stubs.json': JSON.stringify({ mappings }, undefined, 1) });
  const imported = await importStubsWithoutDocument(join(folder, 'stubs.json'));
  expect(cases.length).toBeGreaterThan(50);
  const lost = indexesWith(imported, 'lost');
  const parts = ['/api/q-case?q=Fast', '/api/h-ignored-case', '/api/b-list', '/api/b-filter'];
  expect(urlsOf(lost)).toEqual([...parts, '/api/nowhere']);
  const got: unknown[] = [];
  for (const { sent } of cases) {
    const { method, url, headers = {}, body } = sent;
    const answer = await imported.send(method, url.slice('/api'.length), { headers, body });
    if (method !== 'GET') await imported.reset();
    got.push([url, answer.status, answer.body]);
  }
  const expected = cases.map(({ sent: { url }, mapping: { response } }) => [
    url,
    response.status ?? 200,
    response.jsonBody,
  ]);
  expect(got.slice(0, -1)).toEqual(expected.slice(0, -1));
  const { silent, wider } = await judge(imported, '/api');
  expect(silent).toEqual([]);
  // No condition is listed that is not wider.
  expect(urlsOf(indexesWith(imported, 'wider'))).toEqual(urlsOf(wider));
});
