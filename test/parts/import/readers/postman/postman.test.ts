/** Collections of Postman: every request gets the response of its saved example. */
import { expect, test } from 'vitest';
import { document } from '../../files/books.ts';
import { collections, saved } from '../../files/collections.ts';
import { expectReplayed, importTexts } from '../../files/replay.ts';

const texts = (files: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file, undefined, 1)]));

test.each(collections)('a collection $name', async ({ files, lost }) => {
  const { text, rows } = await importTexts(texts(files), document);
  expect(
    rows
      .filter(({ fate }) => fate === 'lost')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(lost);
  const carried = rows.find(({ key, fate }) => key === 'item[].response[]' && fate === 'carried');
  expect(carried?.count).toBe(saved.length);
  expect(text).not.toContain('planted');
  await expectReplayed(document, text, '/v1', saved);
});

const requestOf = (method: string, path: string) => ({ method, url: `https://books.example${path}` });
const example = (method: string, path: string, code: number, body?: unknown, header: readonly object[] = []) => ({
  originalRequest: requestOf(method, path),
  code,
  header: [{ key: 'Content-Type', value: 'application/json' }, ...header],
  body: body === undefined ? '' : JSON.stringify(body),
});
const collection = (...item: readonly object[]) => ({ info: { name: 'Books' }, item });
const importOne = (...item: readonly object[]) =>
  importTexts({ 'a.json': JSON.stringify(collection(...item)) }, document);

test('a variable of a path without a value has that of the saved response', async () => {
  const item = {
    request: requestOf('GET', '/v1/books/:id'),
    response: [example('GET', '/v1/books/:id', 200, { id: 7, title: 'Emma' })],
  };
  const { text } = await importOne(item);
  await expectReplayed(document, text, '/v1', [
    { method: 'GET', path: '/books/7', status: 200, body: { id: 7, title: 'Emma' } },
  ]);
});

test('a saved deletion or 404 does not remove what other examples show', async () => {
  const withDelete = {
    ...document,
    paths: {
      ...document.paths,
      '/books/{id}': {
        ...document.paths['/books/{id}'],
        delete: { operationId: 'deleteBook', responses: { 204: { description: 'gone' } } },
      },
    },
  };
  const item = {
    name: 'a book',
    request: requestOf('GET', '/v1/books/1'),
    response: [
      example('GET', '/v1/books/1', 200, { id: 1, title: 'Emma' }),
      example('DELETE', '/v1/books/1', 204),
      example('GET', '/v1/books/1', 404, { error: 'none' }),
    ],
  };
  const { text, rows } = await importTexts({ 'a.json': JSON.stringify(collection(item)) }, withDelete);
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  await expectReplayed(withDelete, text, '/v1', [
    { method: 'GET', path: '/books/1', status: 404, body: { error: 'none' } },
    { method: 'GET', path: '/books/1', status: 200, body: { id: 1, title: 'Emma' } },
    { method: 'DELETE', path: '/books/1', status: 204 },
  ]);
});

const address = 'https://books.example/v1/books/12';

test.each([
  ['a list', [{ key: 'Location', value: address }]],
  ['one text', `Content-Type: application/json\r\nLocation: ${address}\r\n`],
])('a write whose response has only an address, in headers that are %s, creates its item', async (_, header) => {
  const { text, rows } = await importOne({
    name: 'create',
    request: {
      ...requestOf('POST', '/v1/books'),
      body: { mode: 'raw', raw: '{"title":"Emma"}', options: { raw: { language: 'json' } } },
    },
    response: [{ ...example('POST', '/v1/books', 201), header, originalRequest: null }],
  });
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  expect(text).toContain('- { id: 12, title: Emma }');
});

const commented = `{
  "title": "Emma // by /* hand", // the name
  /* no more */
}`;
const bodyOf = (raw: string) => ({ body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } });

test.each([
  { what: 'has no body', own: bodyOf('{"title":"Emma // by /* hand"}'), original: {} },
  { what: 'has an empty body', own: bodyOf('{"title":"Emma // by /* hand"}'), original: bodyOf('') },
  { what: 'has comments in its body, and a comma behind the last value', own: {}, original: bodyOf(commented) },
  { what: 'has single quotes, and names without any', own: {}, original: bodyOf("{ title: 'Emma // by /* hand' }") },
  { what: 'has an empty url', own: bodyOf('{"title":"Emma // by /* hand"}'), original: { url: { raw: '' } } },
])('a saved example creates its item where its request $what', async ({ own, original }) => {
  const location = [{ key: 'Location', value: 'https://books.example/v1/books/12' }];
  const { text, rows } = await importOne({
    name: 'create',
    request: { ...requestOf('POST', '/v1/books'), ...own },
    response: [
      {
        ...example('POST', '/v1/books', 201, undefined, location),
        originalRequest: { ...requestOf('POST', '/v1/books'), ...original },
      },
    ],
  });
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  expect(text).toContain('- { id: 12, title: Emma // by /* hand }');
});

test('a body with variables that have no value is drafted, and lists them', async () => {
  const raw = '{ "count": {{count}}, "name": "{{name}}" }';
  const item = { name: 'create', request: { ...requestOf('POST', '/v1/plates'), ...bodyOf(raw) }, response: [] };
  const { document: drafted, rows } = await importTexts({ 'a.json': JSON.stringify(collection(item)) }, undefined);
  expect(drafted).toMatchObject({
    paths: {
      '/plates': {
        post: { requestBody: { content: { 'application/json': { example: { count: 0, name: '{{name}}' } } } } },
      },
    },
  });
  expect(rows.filter(({ fate }) => fate === 'lost').map(({ reason }) => reason)).toEqual(
    ['count', 'name'].map((name) => `the variable {{${name}}} has no value in the collection`),
  );
});

test.each(['"\\"', '/*', '// ', ', ', "'\\", '{a', '{{a}'])(
  'a body full of %j is read in time that grows with its length',
  async (part) => {
    const { rows } = await importOne({
      name: 'create',
      request: { ...requestOf('POST', '/v1/books'), ...bodyOf(`{${part.repeat(200_000)}`) },
      response: [example('GET', '/v1/health', 200, { ok: true })],
    });
    expect(rows.some(({ key, fate }) => key === 'item[].request.body' && fate === 'lost')).toBe(true);
  },
);

test('hostile collections are read as far as they can be', async () => {
  const { rows } = await importOne(
    {
      name: 'ok',
      request: requestOf('GET', '/v1/health'),
      response: [example('GET', '/v1/health', 200, { ok: true })],
    },
    JSON.parse(
      '{"__proto__":{"item":[]},"constructor":1,"request":{"url":{"host":[{}],"path":[null,{"value":1}],"query":[null,{"key":1}],"variable":7},"header":[null,"x"],"body":{"mode":"__proto__"}},"response":[null,7,{"code":"x"},{"code":200,"header":5}]}',
    ) as object,
    { name: 'self', variable: [{ key: 'a', value: '{{a}}{{a}}' }], request: { method: 'GET', url: '{{a}}/v1/health' } },
    { name: 'long', variable: [{ key: 'a', value: '{{a}}'.repeat(1000) }], request: requestOf('GET', '/{{a}}') },
    { name: 'spaces', request: requestOf('GET', `/{{${' '.repeat(100_000)}`) },
    { request: { method: 'G T', url: '::' }, response: 'none' },
    { request: 'https://books.example/v1/health' },
    { item: {} },
  );
  expect(rows.find(({ key, fate }) => key === 'item[].response[]' && fate === 'carried')?.count).toBe(1);
  expect(rows.filter(({ fate }) => fate === 'lost').map(({ key, reason }) => `${key}: ${reason}`)).toEqual(
    expect.arrayContaining([
      'item[].response[]: its response has no status code',
      'item[].request: the URL of the request cannot be read',
      'item[].request: there is no request',
    ]),
  );
});

test('the variables of a query of GraphQL are part of its body if there are any', async () => {
  const bodyOf = async (variables: string) => {
    const graphql = { query: '{ books { id } }', variables };
    const request = { ...requestOf('POST', '/graphql'), body: { mode: 'graphql', graphql } };
    const text = JSON.stringify(collection({ name: 'Search', request, response: [] }));
    return JSON.stringify((await importTexts({ 'a.json': text }, undefined)).document);
  };
  expect(await bodyOf('')).not.toContain('variables');
  expect(await bodyOf('{ "id": 7 }')).toContain('variables');
});
