/** Environments of Mockoon: every request gets the response that Mockoon gives it. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { environments, type MockoonFile } from '../../files/mockoon.ts';
import {
  type ImportedStubs,
  importStubs,
  importStubsWithoutDocument,
  lostIn,
  rowsOf,
  temporaryFolder,
} from '../../files/stubs.ts';

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const fileOf = async ({ environment, files = {} }: Pick<MockoonFile, 'environment' | 'files'>): Promise<string> => {
  const contentOf = (name: string, text: string) => (/png$/.test(name) ? Buffer.from(text, 'base64') : text);
  const others = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, contentOf(name, text)]));
  const folder = await temporaryFolder({ 'library.json': JSON.stringify(environment, undefined, 2), ...others });
  return join(folder, 'library.json');
};

const importEnvironment = async (file: Pick<MockoonFile, 'environment' | 'files'>): Promise<ImportedStubs> =>
  importStubs(await fileOf(file));

const demo = { authorization: 'Bearer demo' };

const responses = async ({ send }: ImportedStubs, { calls }: MockoonFile): Promise<readonly object[]> => {
  const got: object[] = [];
  for (const { method, path, headers = {}, sent, body, type } of calls) {
    const received = await send(method, path, { headers: { ...demo, ...headers }, body: sent });
    got.push({
      request: `${method} ${path}`,
      status: received.status,
      ...(body !== undefined && { body: received.body }),
      ...(type !== undefined && { type: received.headers.get('content-type') }),
    });
  }
  return got;
};

const expected = ({ calls }: MockoonFile): readonly object[] =>
  calls.map(({ method, path, status, body, type }) => ({
    request: `${method} ${path}`,
    status,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
  }));

test.each(environments)('$name', async (file) => {
  const imported = await importEnvironment(file);
  expect([...new Set(lostIn(imported).map(([key]) => key))].sort()).toEqual(file.lost);
  expect(imported.exitCode).toBe(0);
  expect(await responses(imported, file)).toEqual(expected(file));
});

test.each(environments.filter(({ lost }) => lost.length === 0))('$name, without a document', async (file) => {
  const drafted = await importStubsWithoutDocument(await fileOf(file));
  expect([drafted.exitCode, lostIn(drafted)]).toEqual([0, []]);
  expect(await responses(drafted, file)).toEqual(expected(file));
});

const oneRoute = (response: object) => ({
  environment: {
    endpointPrefix: 'v1',
    lastMigration: 33,
    routes: [{ type: 'http', method: 'get', endpoint: 'health', responses: [response] }],
  },
});

test.each(['../secret.txt', '/etc/passwd', 'a/../../secret.txt', '..\\secret.txt', 'link.txt', 'a\0b'])(
  'no file outside of the folder of the environment is read: %j',
  async (filePath) => {
    const folder = await temporaryFolder({
      'secret.txt': 'top secret',
      'mock/library.json': JSON.stringify(oneRoute({ statusCode: 200, bodyType: 'FILE', filePath }).environment),
    });
    await symlink('../secret.txt', join(folder, 'mock/link.txt'));
    const imported = await importStubs(join(folder, 'mock/library.json'));
    const reason = 'this file is not in the folder of the environment: the stub is not carried over';
    expect(lostIn(imported).map((lost) => lost.slice(0, 2))).toEqual([['routes[].responses[].filePath', reason]]);
    expect(JSON.stringify(imported.scenario)).not.toContain('top secret');
  },
);

test('buckets become items in an envelope, items below their parents, and a singleton', async () => {
  const [ada, bob] = ['1', '2'].map((last) => `5d2a0a5e-1111-4000-8000-00000000000${last}`);
  const crud = (endpoint: string, databucketID: string) => ({
    type: 'crud',
    endpoint,
    responses: [{ bodyType: 'DATABUCKET', databucketID, default: true }],
  });
  const shown = [
    { id: ada, name: 'Ada' },
    { id: bob, name: 'Bob' },
  ];
  const users = [{ ...shown[0], password: 'planted' }, shown[1]];
  const posts = [
    { id: 1, userId: ada, title: 'Hello' },
    { id: 2, userId: bob, title: 'World' },
  ];
  const data = Object.entries({ users, posts, settings: { theme: 'dark', beta: true } });
  const folder = await temporaryFolder({
    'blog.json': JSON.stringify({
      endpointPrefix: 'api',
      lastMigration: 33,
      routes: [crud('users', 'users'), crud('users/:userId/posts', 'posts'), crud('settings', 'settings')],
      data: data.map(([id, value]) => ({ id, name: id, value: JSON.stringify(value) })),
    }),
  });
  const document = fileURLToPath(new URL('../../files/blog.yaml', import.meta.url));
  const imported = await importStubs(join(folder, 'blog.json'), document);
  expect([imported.exitCode, lostIn(imported)]).toEqual([0, []]);
  expect(JSON.stringify(imported.scenario)).not.toContain('planted');
  expect(imported.scenario).toMatchObject({
    data: {
      users: shown,
      posts: posts.map((post) => ({ $parent: { userId: post.userId }, ...post })),
      settings: { theme: 'dark', beta: true },
    },
  });
  expect(imported.scenario.faults).toBeUndefined();
});

test('every cookie of a response is sent, and a template only where it is to be kept', async () => {
  const cookies = ['a=1', 'b=2', 'c=3'].map((value) => ({ key: 'Set-Cookie', value }));
  const imported = await importEnvironment(oneRoute({ statusCode: 200, body: '{"status":"up"}', headers: cookies }));
  expect(lostIn(imported)).toEqual([]);
  expect((await imported.send('GET', '/health')).headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=3']);
  const body = '{"at": {{now}}, "id": "{{id}}"}';
  const { environment } = oneRoute({
    statusCode: 200,
    body,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
  });
  const kept = await importStubs(await fileOf({ environment }), undefined, true);
  expect(lostIn(kept)).toEqual([]);
  const { headers, body: received } = await kept.send('GET', '/health');
  expect([headers.get('content-type'), received]).toEqual(['text/plain', body]);
});

test('a page is drafted, and an expression in a path is listed as wider', async () => {
  const [json, html] = ['application/json', 'text/html'].map((value) => [{ key: 'Content-Type', value }]);
  const route = (endpoint: string, body: string, headers: unknown) => ({
    ...{ type: 'http', method: 'get', endpoint, responses: [{ statusCode: 200, body, headers }] },
  });
  const routes = [route('page', '<p>hi</p>', html), route('n/:id(\\d+)', '{}', json)];
  const environment = { endpointPrefix: 'api', lastMigration: 33, routes };
  const imported = await importStubsWithoutDocument(await fileOf({ environment }));
  expect(lostIn(imported)).toEqual([]);
  expect(rowsOf(imported, 'wider')).toEqual([['routes[].endpoint', '(\\d+) → *', expect.any(String)]]);
  const sent = async (path: string) => {
    const { status, body, headers } = await imported.send('GET', path);
    return [status, body, headers.get('content-type')];
  };
  expect(await sent('/page')).toEqual([200, '<p>hi</p>', 'text/html']);
});

test('chance chooses among responses, each as often', async () => {
  const { environment } = oneRoute({ statusCode: 200, body: '{"status":"a"}' });
  const [route] = environment.routes;
  const statuses = ['a', 'b', 'c', 'd'].map((status) => ({ statusCode: 200, body: JSON.stringify({ status }) }));
  const routes = [{ ...route, responseMode: 'RANDOM', responses: statuses }];
  const imported = await importEnvironment({ environment: { ...environment, routes } });
  expect(lostIn(imported)).toEqual([]);
  const counts = new Map<string, number>();
  for (let call = 0; call < 400; call++) {
    const { status } = (await imported.send('GET', '/health')).body as { readonly status: string };
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['a', 'b', 'c', 'd']);
  for (const count of counts.values()) expect(count).toBeGreaterThan(60);
});

test('hostile environments are listed or harmless', async () => {
  const uuid = 'f';
  const deep = `${'['.repeat(90)}${']'.repeat(90)}`;
  const response = { statusCode: 200, body: '{"status":"up"}' };
  const health = (...responses: readonly unknown[]) => ({ endpoint: 'health', method: 'get', responses });
  const ruled = (...rules: readonly unknown[]) =>
    health({ ...response, body: '{"status":"never"}', rules, rulesOperator: 'AND' });
  const books = { type: 'crud', endpoint: 'books' };
  const hostile = [
    null,
    7,
    { endpoint: `${'('.repeat(900)}a` },
    { endpoint: `${':a?'.repeat(100)}` },
    { endpoint: ':a(((((((' },
    { endpoint: 'x'.repeat(5000) },
    { endpoint: '{{faker}}' },
    { endpoint: 7, responses: 7 },
    { endpoint: 'health', responses: [null, 7, []] },
    ruled({ target: 'query', modifier: '__proto__', value: '(a+)+$', operator: 'regex' }),
    ruled({ target: 'query', modifier: 'a', value: '(', operator: 'regex' }),
    ruled({ target: 'request_number', value: '^(2+)+$', operator: 'regex' }),
    ruled({ target: 'body', modifier: '__proto__.polluted', value: 'true' }),
    ruled(null, 7, {}),
    ruled(...Array.from({ length: 500 }, (_, index) => ({ target: 'query', modifier: `q${index}`, value: 'x' }))),
    health(
      { ...response, statusCode: 999, latency: 1e300 },
      { ...response, headers: [{ key: 'a b', value: '\0' }, null, { key: '__proto__', value: 'x' }] },
    ),
    { ...books, responses: [{ bodyType: 'DATABUCKET', databucketID: '__proto__' }] },
    { ...books, responses: [{ bodyType: 'DATABUCKET', databucketID: 'b', crudKey: '__proto__' }] },
  ];
  const started = performance.now();
  const imported = await importEnvironment({
    environment: {
      endpointPrefix: 'v1',
      lastMigration: 33,
      latency: -1,
      routes: [
        ...hostile.map((one) => (typeof one === 'object' && one !== null ? { responseMode: 'FALLBACK', ...one } : one)),
        health(response),
      ],
      folders: [{ uuid, name: 'self', children: [{ type: 'folder', uuid }] }],
      data: [null, { id: 'b', value: `[{"id": 1, "title": "x", "__proto__": {"polluted": 1}}, 7, null, ${deep}]` }],
      headers: [null, { key: 'X-A', value: 'a\r\nb' }],
      callbacks: 7,
    },
  });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(imported.exitCode).toBe(0);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect((await imported.send('GET', '/health?a=b')).body).toEqual({ status: 'up' });
  expect(lostIn(imported).length).toBeGreaterThan(5);
});
