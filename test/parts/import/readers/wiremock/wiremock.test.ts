import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type ImportedStubs,
  importStubs,
  importStubsWithoutDocument,
  lostIn,
  rowsOf,
  temporaryFolder,
} from '../../files/stubs.ts';

const files = join(dirname(fileURLToPath(import.meta.url)), '../../files');

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const statusAndBody = async ({ send }: ImportedStubs, method: string, path: string, more = {}): Promise<unknown[]> => {
  const { status, body } = await send(method, path, more);
  return [status, body];
};

const demo = { headers: { authorization: 'Bearer demo' } };

test('a recording with its files responds as it was recorded, one time after the other', async () => {
  const imported = await importStubs('wiremock/recorded');
  expect(lostIn(imported)).toEqual([]);
  expect(imported.exitCode).toBe(0);
  const list = await imported.send('GET', '/books?limit=2');
  expect(list.body).toMatchObject([{ title: 'Emma' }, { title: 'Middlemarch' }]);
  expect([list.headers.get('x-request-id'), list.headers.get('content-encoding')]).toEqual(['a41f', null]);
  expect(await statusAndBody(imported, 'GET', '/books/7')).toEqual([200, { id: 7, title: 'Ulysses', author: 'Joyce' }]);
  expect(await statusAndBody(imported, 'GET', '/books/7')).toEqual([404, { message: 'gone' }]);
  expect(await statusAndBody(imported, 'GET', '/books/7')).toEqual([404, { message: 'gone' }]);
  expect(await statusAndBody(imported, 'GET', '/health')).toEqual([200, { status: 'up' }]);
});

test('urls of every kind find their requests, and the more special one wins', async () => {
  const imported = await importStubs('wiremock/urls.json');
  expect(lostIn(imported)).toEqual([['mappings[]', 'the document has no operation for it', 'urls.json:37:5']]);
  expect(imported.exitCode).toBe(0);
  const titleAt = async (path: string) => ((await imported.send('GET', path)).body as { title?: string }).title;
  const titles = await Promise.all(['1', '27', '5', '300'].map((id) => titleAt(`/books/${id}`)));
  expect(titles).toEqual(['Emma', 'From twenty', 'Any', 'Any']);
  const get = (path: string) => statusAndBody(imported, 'GET', path);
  expect(await get('/books/9')).toEqual([404, { message: 'no 9' }]);
  expect(await get('/books?author=Jane&limit=10')).toEqual([200, [{ id: 3, title: 'By author' }]]);
  expect(await get('/books?author=Jane')).toEqual([200, []]);
  expect((await imported.send('DELETE', '/books/32')).status).toBe(204);
  expect(await get('/opening-hours?day=sunday')).toEqual([200, { from: '10:00', to: '14:00' }]);
  expect(await get('/opening-hours?day=monday')).toEqual([200, { from: '09:00', to: '18:00' }]);
});

test('a parameter of a path stands for one segment, and for several only where the expression says so', async () => {
  const user = '5d2a0a5e-1111-4000-8000-000000000001';
  const onOf = async (request: object): Promise<unknown> => {
    const stub = { request: { method: 'GET', ...request }, response: { jsonBody: { title: 'a' } } };
    const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings: [stub] }) });
    const { scenario } = await importStubs(join(folder, 'a.json'), join(files, 'blog.yaml'));
    return scenario.faults?.[0]?.on;
  };
  const operations = async (request: object): Promise<unknown> =>
    ((await onOf(request)) as { readonly operation: unknown } | undefined)?.operation;
  expect(await operations({ urlPathTemplate: '/api/users/{id}' })).toBe('getUser');
  expect(await operations({ urlPathPattern: '/api/users/[a-f0-9-]+' })).toBe('getUser');
  expect(await operations({ urlPathPattern: '/api/users/[^/]+/posts' })).toBe('listPosts');
  expect(await operations({ urlPathTemplate: `/api/users/${user}/posts/{id}` })).toBe('getPost');
  expect(await onOf({ urlPathPattern: '/api/users/.*' })).toEqual({ method: 'GET', path: '/users/*' });
});

test('any number of segments before the end of a path is listed as lost', async () => {
  const lostOf = async (urlPathPattern: string): Promise<unknown> => {
    const mappings = [{ request: { method: 'GET', urlPathPattern }, response: { jsonBody: { name: 'any' } } }];
    const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings }) });
    return lostIn(await importStubsWithoutDocument(join(folder, 'a.json'))).map(([key, reason]) => [key, reason]);
  };
  const reason = 'what is between two parts of a path is one segment';
  expect(await lostOf('/files/.*/versions')).toEqual([['mappings[].request.urlPathPattern', reason]]);
  expect(await lostOf('/files/[^/]+/versions')).toEqual([]);
  expect(await lostOf('/files/.*')).toEqual([]);
});

test('a stub for any number of segments responds to each of them, though a drafted path has one', async () => {
  const request = { method: 'GET', urlPathPattern: '/files/.*' };
  const mappings = [{ request, response: { jsonBody: { name: 'any' } } }];
  const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings }) });
  const imported = await importStubsWithoutDocument(join(folder, 'a.json'));
  for (const path of ['/files/1', '/files/1/2/3.txt'])
    expect(await statusAndBody(imported, 'GET', path)).toEqual([200, { name: 'any' }]);
  expect((await statusAndBody(imported, 'GET', '/other'))[0]).toBe(404);
});

test('each alternative becomes a fault of its own, and a text without its case the text as it is written', async () => {
  const mapping = (query: object, id: number) => ({
    request: { method: 'GET', urlPath: '/api/users', queryParameters: query },
    response: { jsonBody: [{ id }] },
  });
  const mappings = [
    mapping({ state: { or: [{ equalTo: 'open-1' }, { equalTo: 'open-2' }] } }, 1),
    mapping({ sort: { matches: '^(up|down)$' } }, 3),
    mapping({ name: { equalToIgnoreCase: 'Ada' } }, 2),
  ];
  const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings }) });
  const { scenario, rows } = await importStubs(join(folder, 'a.json'), join(files, 'blog.yaml'));
  expect(scenario.faults?.map(({ on }) => on)).toEqual([
    { operation: 'listUsers', query: { name: 'Ada' } },
    { operation: 'listUsers', query: { sort: 'down' } },
    { operation: 'listUsers', query: { sort: 'up' } },
    { operation: 'listUsers', query: { state: 'open-2' } },
    { operation: 'listUsers', query: { state: 'open-1' } },
  ]);
  expect(rows.filter(({ fate }) => fate === 'wider')).toEqual([]);
});

test('matchers of the query, headers, cookies and credentials become conditions', async () => {
  const imported = await importStubs('wiremock/conditions.json');
  expect(imported.exitCode).toBe(0);
  const noCondition = 'a fault has no such condition: the stub is not carried over';
  expect(lostIn(imported)).toEqual([
    ['mappings[].request.multipartPatterns', noCondition, 'conditions.json:59:9'],
    ['mappings[].request.headers.*.caseInsensitive', 'texts are compared with their case', 'conditions.json:50:53'],
  ]);
  expect(rowsOf(imported, 'wider')).toEqual([
    ['mappings[].request.queryParameters.*.matches', '[0-9]+ → *', 'conditions.json:8:81'],
    ['mappings[].request.cookies.*', 'session=s-1 → *session=s-1*', 'conditions.json:27:76'],
    ['mappings[].request.headers.*.absent', '{"absent":true} → any', 'conditions.json:42:95'],
  ]);
  const get = (path: string, headers = {}) => statusAndBody(imported, 'GET', path, { headers });
  expect(await get('/books?author=Jane+Austen&limit=5')).toEqual([200, [{ id: 1, title: 'Emma' }]]);
  const old = await get('/books', { 'user-agent': 'OldApp/1', accept: 'application/json' });
  expect(old).toEqual([503, { message: 'update your app' }]);
  expect(await get('/books/3', { cookie: 'a=1; session=s-1' })).toEqual([200, { id: 3, title: 'With a session' }]);
  const authorization = `Basic ${btoa('ada:l0ve')}`;
  expect(await get('/books/4', { authorization })).toEqual([200, { id: 4, title: 'For Ada' }]);
  expect(await get('/books/4')).toEqual([404, { message: 'not for you' }]);
  expect(await get('/books/5', { 'x-mode': 'Fast' })).toEqual([200, { id: 5, title: 'Fast' }]);
});

test('a part of the JSON of a body is compared, and what a fault cannot compare is listed', async () => {
  const imported = await importStubs('wiremock/request-bodies.json');
  expect(imported.exitCode).toBe(0);
  expect(lostIn(imported).map(([key]) => key)).toEqual([
    'mappings[].request.bodyPatterns[].matchesJsonPath',
    'mappings[].request.bodyPatterns[].matches',
    'mappings[].request.bodyPatterns[].equalToXml',
    'mappings[].request.bodyPatterns[].matchesJsonSchema',
    // Of a list, the items.
    'mappings[].request.bodyPatterns[].matchesJsonPath',
  ]);
  const post = (body: unknown) => statusAndBody(imported, 'POST', '/books', { body });
  expect(await post({ title: 'Emma', author: 'Austen', pages: 1 })).toEqual([409, { message: 'there is one already' }]);
  expect(await post({ title: 'Long', pages: 5000 })).toEqual([422, { message: 'too long' }]);
  expect(await post({ title: 'Romola', author: 'Eliot' })).toEqual([201, { id: 71, title: 'Middlemarch' }]);
  const created = await imported.send('POST', '/books', { body: { title: 'Persuasion' } });
  expect([created.status, created.body]).toEqual([201, { id: 70, title: 'New' }]);
  expect(created.headers.get('location')).toBe('/v1/books/70');
});

test('delays keep their distribution', async () => {
  const { rows, scenario, exitCode } = await importStubs('wiremock/delays.json');
  expect([exitCode, lostIn({ rows })]).toEqual([0, []]);
  const delays = (scenario.faults ?? []).map(({ latency, dribble }) => latency ?? dribble).filter(Boolean);
  expect(delays).toEqual([
    { chunks: 5, over: '1s' },
    // 80 ms times e to the power of 2.326 times 0.4
    { median: '80ms', p99: '203ms' },
    { min: '15ms', max: '25ms' },
    '1500ms',
    '20ms',
  ]);
});

test('the four faults lose the response', async () => {
  const imported = await importStubs('wiremock/faults.json');
  expect([imported.exitCode, lostIn(imported)]).toEqual([0, []]);
  const transports = (imported.scenario.faults ?? []).flatMap(({ transport }) => transport ?? []);
  expect(transports).toEqual(['garbage', 'truncate', 'empty', 'reset']);
  for (const id of [1, 2, 3, 4]) await expect(imported.send('GET', `/books/${id}`)).rejects.toThrow(TypeError);
});

test('priorities decide, of equal stubs the later one wins, and one for everything is left out', async () => {
  const imported = await importStubs('wiremock/priorities.json');
  expect([imported.exitCode, lostIn(imported)]).toEqual([
    0,
    [['mappings[]', 'it is for every path: as a fault it would hide the whole simulation', 'priorities.json:3:5']],
  ]);
  expect(await statusAndBody(imported, 'GET', '/books/13')).toEqual([404, { message: '13 is missing' }]);
  expect(await statusAndBody(imported, 'GET', '/books/14')).toEqual([200, { id: 6, title: 'Any' }]);
  expect(await statusAndBody(imported, 'GET', '/health')).toEqual([200, { status: 'newer' }]);
  expect((await statusAndBody(imported, 'DELETE', '/books/14', demo))[0]).toBe(404);
  expect(imported.rows.filter(({ fate, key }) => fate === 'no-loss' && key === 'mappings[]')).toMatchObject([
    { count: 1, reason: expect.stringContaining('responds to its requests') },
  ]);
});

test('states that follow from one request become its responses in turn, others are listed', async () => {
  const imported = await importStubs('wiremock/scenarios.json');
  expect(imported.exitCode).toBe(0);
  const bodies: unknown[] = [];
  for (let call = 0; call < 7; call++)
    bodies.push(((await imported.send('GET', '/health')).body as { status: string }).status);
  expect(bodies).toEqual(['red', 'green', 'yellow', 'red', 'green', 'yellow', 'red']);
  const retried: unknown[] = [];
  for (let call = 0; call < 4; call++) retried.push((await imported.send('GET', '/books/1')).status);
  expect(retried).toEqual([404, 404, 200, 200]);
  expect(await statusAndBody(imported, 'GET', '/books')).toEqual([200, []]);
  expect(lostIn(imported).map(([key, , places]) => [key, places])).toEqual([
    ['mappings[]', 'scenarios.json:57:5'],
    ['mappings[].scenarioName', 'scenarios.json:45:7 scenarios.json:51:7'],
    ['mappings[].requiredScenarioState', 'scenarios.json:46:7 scenarios.json:52:7'],
    ['mappings[].newScenarioState', 'scenarios.json:53:7'],
  ]);
});

test('templates, proxies, webhooks and unknown keys are listed, and the rest of their stubs responds', async () => {
  const imported = await importStubs('wiremock/dynamic.json');
  expect(imported.exitCode).toBe(0);
  const ofResponse = ['body', 'proxyBaseUrl', 'statusMessage', 'transformerParameters'].map(
    (name) => `response.${name}`,
  );
  const lost = lostIn(imported);
  const keys = ['postServeActions', 'request.clientPort', ...ofResponse, 'strange'];
  expect(lost.map(([key]) => key).sort()).toEqual(keys.map((key) => `mappings[].${key}`));
  const [, proxied] = lost.find(([key]) => key.endsWith('proxyBaseUrl')) ?? [];
  expect(proxied).toContain('--upstream https://staging.library.example');
  expect(rowsOf(imported, 'wider')).toMatchObject([
    ['mappings[].request.clientIp', '{"clientIp":"10.0.0.1"} → any', 'dynamic.json:32:69'],
  ]);
  expect((await imported.send('GET', '/books/8', demo)).status).toBe(404);
  expect(await statusAndBody(imported, 'GET', '/health')).toEqual([200, { status: 'up' }]);
});

const importMappings = async (mappings: readonly object[], keepTemplates = false): Promise<ImportedStubs> => {
  const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings }, undefined, 1) });
  return importStubs(join(folder, 'a.json'), join(files, 'shop.yaml'), keepTemplates);
};

const get = (urlPath: string, jsonBody: unknown, response: object = {}): object => ({
  request: { method: 'GET', urlPath },
  response: { jsonBody, ...response },
});

const becomes = ({ rows }: ImportedStubs): readonly unknown[] =>
  rows.flatMap(({ fate, key, reason, count }) => (fate === 'carried' && key === 'mappings[]' ? [[count, reason]] : []));

test('stubs that show items with their ids become data, and the others say why they do not', async () => {
  const [tea, cup] = [
    { id: 1, name: 'Tea' },
    { id: 2, name: 'Cup' },
  ];
  const imported = await importMappings([
    get('/items', [tea, cup], { headers: { 'Content-Type': 'application/json' } }),
    get('/items/1', tea),
    get('/items/2', cup, { headers: { 'X-A': 'b' }, fixedDelayMilliseconds: 1 }),
    get('/items/3', { id: 3, name: 'Not in the list' }),
    get('/items/4', { message: 'none' }, { status: 404 }),
    { request: { method: 'DELETE', urlPath: '/items/1' }, response: { status: 204 } },
    get('/orders', [{ id: 7, total: 1 }]),
    get('/orders/7', { total: 1 }),
    get('/status', { up: true }),
  ]);
  expect(imported.scenario).toMatchObject({
    data: { items: [tea, cup, { id: 3, name: 'Not in the list' }], orders: [] },
  });
  expect(becomes(imported)).toEqual([
    [1, 'as a recorded response: the data that the stubs of its paths show together say otherwise'],
    [3, 'as data of "items"'],
    [1, 'as a fault: its status is 404'],
    [1, 'as a fault: only what a GET shows becomes data'],
    [2, 'as a recorded response: a stub of its paths does not show the id of its item'],
    [1, 'as a recorded response: its path has no collection'],
  ]);
  const ofDocument = 'responses with data have the headers of the document';
  expect(lostIn(imported)).toEqual([['mappings[].response.headers.*', ofDocument, expect.any(String)]]);
  expect(imported.exitCode).toBe(0);
  const shown = (path: string) => statusAndBody(imported, 'GET', path);
  expect(await shown('/items')).toEqual([200, [tea, cup]]);
  for (const item of [tea, cup]) expect(await shown(`/items/${item.id}`)).toEqual([200, item]);
  expect(await shown('/items/4')).toEqual([404, { message: 'none' }]);
  expect(await shown('/orders')).toEqual([200, [{ id: 7, total: 1 }]]);
  expect(await shown('/orders/7')).toEqual([200, { total: 1 }]);
  expect(await shown('/status')).toEqual([200, { up: true }]);
});

test('a stub behind the items, for their requests too, keeps them from being data', async () => {
  const imported = await importMappings([
    { request: { method: 'GET', urlPathPattern: '/items/.*' }, response: { status: 404 }, priority: 9 },
    get('/items/1', { id: 1, name: 'Tea' }),
  ]);
  expect(becomes(imported)).toEqual([
    [1, 'as a fault: its path is a pattern'],
    [1, expect.stringMatching(/^as a fault: the stub at .*:3:\d+ would hide the data$/)],
  ]);
  expect(await statusAndBody(imported, 'GET', '/items/1')).toEqual([200, { id: 1, name: 'Tea' }]);
});

test('items that are only read one by one are drafted as a collection', async () => {
  const books = ['emma', 'ulysses'].map((slug) => ({ slug, title: slug.toUpperCase() }));
  const mappings = books.map((book) => get(`/api/books/${book.slug}`, book));
  const others = [1, 2].map((id) => get(`/api/halls/${id}`, { name: `Hall ${id}` }));
  const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings: [...mappings, ...others] }) });
  const imported = await importStubsWithoutDocument(join(folder, 'a.json'));
  expect(imported.scenario).toMatchObject({ data: { books } });
  expect(await statusAndBody(imported, 'GET', '/books/emma')).toEqual([200, books[0]]);
  expect((await imported.send('GET', '/books/none')).status).toBe(404);
  expect(await statusAndBody(imported, 'GET', '/halls/2')).toEqual([200, { name: 'Hall 2' }]);
});

test('a step is left out without loss only if its state is none to which the source comes', async () => {
  const step = (required: string, next: string, body: string, name = 'a') => ({
    scenarioName: name,
    requiredScenarioState: required,
    newScenarioState: next,
    request: { method: 'GET', urlPath: '/status' },
    response: { body, headers: { 'Content-Type': 'text/plain' } },
  });
  const imported = await importMappings([
    step('Started', 'two', 'one'),
    step('two', 'three', '{{now}}'),
    step('three', 'four', 'three'),
    step('nowhere', 'three', 'never'),
  ]);
  const notCarried = 'what leads to its state "three" is not carried over';
  expect(lostIn(imported).map(([, reason]) => reason)).toEqual([
    expect.stringContaining('templates are not evaluated'),
    notCarried,
  ]);
  expect(rowsOf(imported, 'no-loss').map(([, reason]) => reason)).toContain('no state leads to it');
});

test('alternatives are joined in a scenario, and where they are too many', async () => {
  const step = (required: string, status: number, condition: object) => ({
    ...{ scenarioName: 'a', requiredScenarioState: required, newScenarioState: 'two' },
    request: { method: 'GET', urlPath: '/status', ...condition },
    response: { status, jsonBody: { status } },
  });
  const sort = { queryParameters: { sort: { matches: 'name-(a|b)' } } };
  const many = { or: [...'abcdefghijklmnopqrstu'].map((letter) => ({ equalTo: `kind-${letter}` })) };
  const imported = await importMappings([
    ...[step('Started', 503, sort), step('two', 429, sort)],
    { request: { method: 'GET', urlPath: '/items', headers: { 'X-Kind': many } }, response: { status: 418 } },
  ]);
  expect(lostIn(imported)).toEqual([]);
  const wider = rowsOf(imported, 'wider').map(([key, reason]) => [key, reason]);
  expect(wider).toContainEqual(['mappings[].request.queryParameters.*', 'name-a or name-b → name-*']);
  expect(wider).toContainEqual(['mappings[].request.headers.*.or', expect.stringMatching(/ → kind-\*$/)]);
  for (const status of [503, 429])
    expect(await statusAndBody(imported, 'GET', '/status?sort=name-b')).toEqual([status, { status }]);
  expect((await imported.send('GET', '/items', { headers: { 'x-kind': 'kind-u' } })).status).toBe(418);
});

test('a stub whose body is a template is not carried over, unless its text is to be kept', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-At': '{{now}}' };
  const texts = ['{"at": {{now}}}', '{"at": "{{now}}"}'];
  const mappings = texts.map((body, index) => ({
    request: { method: 'GET', urlPath: `/items/${index}` },
    response: { body, headers, transformers: ['response-template'] },
  }));
  const listed = await importMappings([...mappings, get('/status', { up: true })]);
  expect(listed.scenario.faults).toBeUndefined();
  expect(rowsOf(listed, 'lost').map(([key]) => key)).toEqual(['mappings[].response.body']);
  const kept = await importMappings(mappings, true);
  const [first, second] = await Promise.all([0, 1].map((index) => kept.send('GET', `/items/${index}`)));
  expect([first?.body, first?.headers.get('x-at')]).toEqual([texts[0], '{{now}}']);
  expect(second?.body).toEqual({ at: '{{now}}' });
});

test('bodies are sent as they are: files, base64, texts, none', async () => {
  const imported = await importStubs('wiremock/bodies');
  expect(imported.exitCode).toBe(0);
  expect(lostIn(imported).map(([key, , place]) => [key, place])).toEqual([
    ['mappings[].response.bodyFileName', 'all.json:40:79'],
  ]);
  expect((await imported.send('GET', '/books/1')).body).toMatchObject({ id: 1, title: 'Emma' });
  expect(imported.scenario.faults).toContainEqual(expect.objectContaining({ status: 404, body: 'no type' }));
  expect(await statusAndBody(imported, 'GET', '/books/2')).toEqual([200, { id: 2, title: 'Base64' }]);
  expect(await statusAndBody(imported, 'GET', '/books/3')).toEqual([404, 'not here']);
  expect(await statusAndBody(imported, 'GET', '/books/4')).toEqual([404, 'no type']);
  expect(await statusAndBody(imported, 'GET', '/books/5')).toEqual([200, '<book id="5"/>']);
  expect(await statusAndBody(imported, 'GET', '/books/6')).toEqual([200, '']);
  expect((await imported.send('DELETE', '/books/6')).status).toBe(204);
  const cookies = await imported.send('GET', '/books/7');
  expect(cookies.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  expect(cookies.headers.get('cache-control')).toBe('no-store, private');
  const cover = await imported.send('GET', '/covers/emma.png');
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(String(cover.body)).toContain('PNG');
});

const mapping = (bodyFileName: string) =>
  JSON.stringify({ request: { method: 'GET', url: '/v1/health' }, response: { bodyFileName } });

test.each(['../secret.txt', '__files/../../secret.txt', '/etc/passwd', 'link.json', 'folder/secret.txt', 'a\0b'])(
  'no file outside of __files is read: %j',
  async (name) => {
    const folder = await temporaryFolder({
      'secret.txt': 'top secret',
      'out/secret.txt': 'top secret',
      'wm/__files/fine.json': '{}',
      'wm/mappings/one.json': mapping(name),
    });
    await symlink('../../secret.txt', join(folder, 'wm/__files/link.json'));
    await symlink('../../out', join(folder, 'wm/__files/folder'));
    const imported = await importStubs(join(folder, 'wm'));
    const reason = 'this file is not in the folder "__files" beside the mappings: the stub is not carried over';
    expect(lostIn(imported).map((lost) => lost.slice(0, 2))).toEqual([['mappings[].response.bodyFileName', reason]]);
    expect(JSON.stringify(imported.scenario)).not.toContain('top secret');
  },
);

test('no file behind a __files that is a link is read', async () => {
  const folder = await temporaryFolder({
    'out/secret.txt': 'top secret',
    'wm/mappings/one.json': mapping('secret.txt'),
  });
  await symlink('../out', join(folder, 'wm/__files'));
  const imported = await importStubs(join(folder, 'wm'));
  expect(lostIn(imported).map(([place]) => place)).toEqual(['mappings[].response.bodyFileName']);
  expect(JSON.stringify(imported)).not.toContain('top secret');
});

test('hostile stubs are listed or harmless', async () => {
  const request = { method: 'GET', url: '/v1/health' };
  const folder = await temporaryFolder({ 'a.json': '' });
  const deep = `${'['.repeat(90)}${']'.repeat(90)}`;
  await writeFile(
    join(folder, 'a.json'),
    `{"__proto__": {"x": 1}, "mappings": [null, 7, [], {"request": {}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/v1/books/1", "headers": {"__proto__": {"equalTo": "x"}, "a b": {"equalTo": "1"}}}, "response": {"headers": {"__proto__": "x", "a b": "c\\u0000"}, "jsonBody": {"__proto__": {"polluted": true}}, "fault": "__proto__"}},
      {"request": {"method": 7, "url": "/v1/health"}, "response": {"status": 99999}},
      {"request": {"method": "GET", "urlPattern": "(a+)+$"}, "response": {"status": 200}},
      {"request": {"method": "GET", "urlPattern": "${'(x{1,1000}){1,1000}'}"}, "response": {"status": 200}},
      {"request": {"method": "GET", "urlPattern": "${'(a|b)(a|b)'.repeat(40)}"}, "response": {"status": 200}},
      {"request": {"method": "GET", "url": "/v1/health", "bodyPatterns": [{"equalToJson": "${'['.repeat(101)}"}]}, "response": {"status": 200}},
      {"request": ${JSON.stringify(request)}, "response": {"jsonBody": ${deep}, "fixedDelayMilliseconds": -5, "delayDistribution": {"type": "lognormal", "median": 1e300, "sigma": 1e300}, "chunkedDribbleDelay": {"numberOfChunks": 1e9, "totalDuration": 1e99}}}]}`,
  );
  const started = performance.now();
  const imported = await importStubs(join(folder, 'a.json'));
  expect(performance.now() - started).toBeLessThan(5000);
  expect(imported.exitCode).toBe(0);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(lostIn(imported).length).toBeGreaterThan(5);
});

test('an error for requests without a credential does not hide what those with one get', async () => {
  const path = { method: 'GET', urlPath: '/v1/books/4' };
  const stubs = [
    { request: path, response: { jsonBody: { id: 4, title: 'Emma' } } },
    {
      priority: 1,
      request: { method: 'GET', urlPathPattern: '/v1/books/[0-9]+', headers: { Authorization: { absent: true } } },
      response: { status: 401, jsonBody: { message: 'log in' } },
    },
  ];
  const folder = await temporaryFolder({ 'a.json': JSON.stringify({ mappings: stubs }) });
  const imported = await importStubs(join(folder, 'a.json'));
  expect(lostIn(imported)).toEqual([
    [
      'mappings[]',
      expect.stringMatching(
        /^without its negative condition, it would respond to the requests of the stub at .*a\.json:1:14$/,
      ),
      expect.stringContaining('a.json:1'),
    ],
  ]);
  expect(await statusAndBody(imported, 'GET', '/books/4')).toEqual([200, { id: 4, title: 'Emma' }]);
});
