import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createVivarium } from '../../../src/index.ts';
import { importFiles } from '../../../src/parts/import/import.ts';
import { showPlace } from '../../../src/parts/import/recording.ts';
import { boolean, documentOf, inPath, integer, listOf, named, object, ref, text } from '../../short-document.ts';

const document = documentOf(
  'Books',
  {
    '/books': {
      get: named('listBooks', listOf(ref('Book'))),
      post: named('createBook', ref('Book'), { takes: { type: 'object' }, status: 201 }),
    },
    '/books/{id}': { parameters: [inPath('id')], get: named('getBook', ref('Book'), { others: { 404: undefined } }) },
    '/health': {
      parameters: [{ name: 'state', in: 'query', schema: { type: 'string' } }],
      get: named('health', ref('Health')),
    },
  },
  { Book: object({ id: integer, title: text, password: text }, ['id', 'title']), Health: object({ ok: boolean }) },
  { servers: [{ url: 'https://books.example/v1' }] },
);

const json = [{ name: 'Content-Type', value: 'application/json' }];

const entry = (method: string, url: string, status: number, body: unknown, more: object = {}) => ({
  startedDateTime: '2030-01-01T00:00:00.000Z',
  time: 12,
  request: { method, url, headers: [], queryString: [], cookies: [], ...more },
  response: {
    status,
    headers: json,
    content: { mimeType: 'application/json', size: 1, text: body === undefined ? '' : JSON.stringify(body) },
  },
});

const preflight = { headers: [{ name: 'Access-Control-Request-Method', value: 'POST' }] };
const base = 'https://staging.books.example/api';

const folder = await mkdtemp(join(tmpdir(), 'vivarium-import-'));
afterAll(() => rm(folder, { recursive: true }));

const importText = async (text: string) => {
  const file = join(folder, 'session.har');
  await writeFile(file, text);
  const source = { name: 'books', document, overlay: [], base: undefined };
  const { scenario = [], rows } = await importFiles([file], () =>
    Promise.resolve({ list: [source], origin: 'named', reason: undefined, setWith: '' }),
  );
  return { text: [...scenario].join(''), rows };
};

const importEntries = (entries: readonly unknown[]) =>
  importText(JSON.stringify({ log: { version: '1.2', creator: {}, entries } }, undefined, 2));

test.each<[what: string, file: object]>([
  ['a mapping of WireMock.Net', [{ Guid: 'a', Request: { Path: '/rooms' }, Response: { StatusCode: 200 } }]],
  ['an expectation of MockServer', { httpRequest: { path: '/rooms' }, httpResponse: { body: '[]' } }],
  ['an expectation of MockServer', [{ httpRequest: { path: '/rooms' }, httpResponse: { body: '[]' } }]],
  ['a contract of Pact', { consumer: { name: 'a' }, provider: { name: 'b' }, interactions: [{ description: 'c' }] }],
  ['an export of Insomnia', { _type: 'export', __export_format: 4, resources: [{ _id: 'req_1' }] }],
  ['an export of Insomnia', { type: 'collection.insomnia.rest/5.0', meta: {}, collection: [{ url: '/rooms' }] }],
  ['a collection of Hoppscotch', { v: 2, folders: [], requests: [{ endpoint: '/rooms' }] }],
  ['a collection of Postman 1', { id: 'a', order: ['b'], requests: [{ id: 'b' }] }],
  ['a collection of Bruno', { version: '1', items: [{ type: 'http' }], brunoConfig: {} }],
  ['a collection of Thunder Client', { clientName: 'Thunder Client', requests: [{ url: '/rooms' }] }],
  ['a list of impostors of Mountebank', { imposters: [{ port: 1, stubs: [] }] }],
  ['a cassette of VCR', { http_interactions: [{ request: {}, response: {} }] }],
  ['an introspection of GraphQL', { __schema: { types: [{ name: 'Query' }] } }],
])('%s is called by its name, and is no data of json-server', async (what, file) => {
  await expect(importText(JSON.stringify(file))).rejects.toThrow(`this is ${what}`);
});

test('an archive without a list of entries is no data of json-server', async () => {
  await expect(importText('{"log":{"entries":"none"}}')).rejects.toThrow('this file is of no known format');
});

test('the recorded requests of an archive get their responses, without the service', async () => {
  const { text, rows } = await importEntries([
    entry('OPTIONS', `${base}/books`, 204, undefined, preflight),
    entry('GET', `${base}/books/7`, 200, { id: 7, title: 'Ulysses', password: 'hunter2-of-molly' }),
    entry('POST', `${base}/books`, 201, { id: 9, title: 'Emma' }),
    entry('GET', `${base}/health`, 200, { ok: true }),
    entry('GET', `${base}/books/404`, 404, { message: 'gone' }),
    entry('GET', 'https://analytics.example/collect', 200, { ok: 1 }),
    entry('GET', `${base}/books/7`, 304, undefined),
    entry('GET', `${base}/books/7`, 0, undefined),
  ]);
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  const left = rows.filter(({ fate, key }) => fate === 'no-loss' && key === 'log.entries[]');
  expect(left.map(({ reason, count }) => [reason, count])).toEqual([
    ['a CORS preflight, which every start answers', 1],
    ['a 304, which repeats an earlier response', 1],
    ['an aborted request', 1],
    ['a request to another host', 1],
  ]);
  expect(text).not.toContain('hunter2-of-molly');
  const vivarium = await createVivarium({ document, scenario: parse(text) as object });
  const world = vivarium.world();
  const get = async (path: string) => (await world.fetch(`/v1${path}`)).json();
  expect(await get('/books/7')).toMatchObject({ id: 7, title: 'Ulysses' });
  expect(await get('/books/9')).toEqual({ id: 9, title: 'Emma' });
  expect(await get('/health')).toEqual({ ok: true });
  await world.fault('recorded-getBook-404', { enabled: true });
  const missing = await world.fetch('/v1/books/7');
  expect([missing.status, await missing.json()]).toEqual([404, { message: 'gone' }]);
});

test('what cannot be carried over is listed with its place', async () => {
  const { rows } = await importEntries([
    entry('GET', `${base}/health`, 200, { ok: true }),
    entry('GET', `${base}/authors`, 200, []),
    { ...entry('GET', `${base}/books`, 200, []), strange: 1 },
  ]);
  const lost = rows.filter(({ fate }) => fate === 'lost');
  expect(lost.map(({ key, reason }) => [key, reason])).toEqual([
    ['log.entries[]', 'the document has no operation for it'],
    ['log.entries[].strange', 'this key is not known'],
  ]);
  expect(lost.flatMap(({ places }) => places).map(showPlace)).toEqual([
    expect.stringMatching(/session\.har:31:7$/),
    expect.stringMatching(/session\.har:80:9$/),
  ]);
});

test('a broken file is rejected at the position of the error, and an unknown one by what was looked for', async () => {
  await expect(importText('{"log": {"entries": [}')).rejects.toThrow(/session\.har:1:22: this is not valid JSON/);
  await expect(importText('{"item": []}')).rejects.toThrow(/no known format\. Looked for: "log" with "entries"/);
  await expect(importText(`{"log":${'['.repeat(100_000)}`)).rejects.toThrow(/nested deeper than 100 levels/);
  await expect(importText('{"item": []}')).rejects.toThrow(/Export what the tool has as HAR/);
});

test('what is no text in UTF-8 is rejected as what it is', async () => {
  const bytes = async (content: Uint8Array) => {
    const file = join(folder, 'bytes.har');
    await writeFile(file, content);
    return importFiles([file], () => Promise.resolve(undefined));
  };
  const har = JSON.stringify({ log: { entries: [] } });
  await expect(bytes(Buffer.from(har, 'utf16le'))).rejects.toThrow(/bytes\.har: the file is not UTF-8 text/);
  await expect(bytes(Buffer.from(`${har}\xe4`, 'latin1'))).rejects.toThrow(/bytes\.har: the file is not UTF-8 text/);
  await expect(bytes(Buffer.from('PK\u0003\u0004\0\0'))).rejects.toThrow(
    /bytes\.har: this is a ZIP archive\. Extract it/,
  );
});

test('a file of which nothing can be imported states why', async () => {
  await expect(importEntries([])).rejects.toThrow(
    'there is no request to import. Export the requests with their responses.',
  );
  const unsaved = entry('GET', `${base}/books`, 200, undefined);
  const entries = [1, 2].map(() => ({ ...unsaved, response: { ...unsaved.response, content: { size: 7 } } }));
  const aborted = entry('GET', `${base}/books`, 0, undefined);
  await expect(importEntries([...entries, aborted])).rejects.toThrow(
    /the body of the response was not saved: export the archive with its content \(2, first at .*session\.har:\d+:7\); an aborted request \(1,/,
  );
});

test('hostile entries are listed or ignored', async () => {
  const { rows } = await importText(
    `{"log":{"entries":[null,{},{"__proto__":{"request":1},"request":{"method":"GET","url":"x"},"response":{"status":200}},${JSON.stringify(entry('GET', `${base}/health`, 200, { ok: true }))}]}}`,
  );
  expect(rows.filter(({ fate, key }) => fate === 'carried' && key === 'log.entries[]')).toHaveLength(1);
  expect(rows.some(({ fate, reason }) => fate === 'lost' && reason === 'this is not an entry')).toBe(true);
});

test('of an operation without a collection, what falls out is listed with its place', async () => {
  const health = (query: string, body: unknown) => entry('GET', `${base}/health${query}`, 200, body);
  const { rows } = await importEntries([
    health('?state=now', { ok: false }),
    ...Array.from({ length: 51 }, (_, index) => health(`?page=${index}`, { ok: true })),
    health('?page=1', { ok: true }),
    health('?page=2', { ok: false }),
  ]);
  const lost = rows.filter(({ fate }) => fate === 'lost');
  expect(lost.map(({ reason, count }) => [reason, count])).toEqual([
    ['only the last 50 responses of an operation without a collection are kept', 2],
    ['a later response to the same request takes its place', 1],
  ]);
  expect(rows.find(({ fate, key }) => fate === 'carried' && key === 'log.entries[]')?.count).toBe(51);
});

test('assets, redirects in place of items, and writes without an item are listed, each with its reason', async () => {
  const html = { content: { mimeType: 'text/css', text: 'a{}' }, headers: [] };
  const style = entry('GET', 'https://staging.books.example/style.css', 200, undefined);
  const { rows } = await importEntries([
    { ...style, response: { ...style.response, ...html } },
    entry('GET', `${base}/books/7`, 200, { id: 7, title: 'Emma' }),
    entry('POST', `${base}/books`, 201, undefined, {
      postData: { mimeType: 'application/json', text: '{"title":"Emma"}' },
    }),
    entry('GET', `${base}/health`, 503, { ok: false }),
    { ...entry('GET', 'https://cdn.example/a.js', 200, undefined), unknown: 1 },
  ]);
  expect(rows.filter(({ fate }) => fate === 'lost').map(({ reason }) => reason)).toEqual([
    'a page, script, style, image or font, for which the document has no operation',
    'the response does not show the item that it creates, nor its id',
  ]);
});

test('files of one import share one limit', async () => {
  const names = ['a.json', 'b.json', 'c.json'].map((name) => join(folder, name));
  for (const name of names) await writeFile(name, `{"log":{"entries":[]},"a":"${'x'.repeat(12 * 1024 ** 2)}"}`);
  await expect(importFiles(names, () => Promise.resolve(undefined))).rejects.toThrow(
    /c\.json: these files are larger than 32 MiB/,
  );
});
