import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, createVivarium } from '../../../src/index.ts';
import { loadDatabase } from '../../../src/parts/foreign/load.ts';
import { directoryWith } from '../../scenario/helpers.ts';

/** The file of json-server's README, with what it says of deep properties and sorting. */
const readme = {
  posts: [
    { id: 1, title: 'json-server', author: { name: 'typicode' }, views: 100 },
    { id: 2, title: 'another', author: { name: 'ann' }, views: 200 },
  ],
  comments: [
    { id: 1, body: 'some comment', postId: 1 },
    { id: 2, body: 'on the other', postId: 2 },
  ],
  profile: { name: 'typicode' },
};

const serve = async (text: string, more: { readonly overlay?: string } = {}) => {
  const directory = await directoryWith({ 'db.json': text, 'overlay.yaml': more.overlay ?? '' });
  const overlay = more.overlay === undefined ? [] : [join(directory.path, 'overlay.yaml')];
  const vivarium = await createVivarium({ document: join(directory.path, 'db.json'), overlay });
  onTestFinished(async () => {
    await vivarium.close();
    await directory[Symbol.asyncDispose]();
  });
  const world = vivarium.world('own');
  const ask = async (line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await world.fetch(path, { method, ...(body !== undefined && json) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { vivarium, world, ask };
};

const idsIn = ({ body }: { readonly body: readonly { readonly id: unknown }[] }) => body.map(({ id }) => id);

test('the routes of the README are there, at the root', async () => {
  const { ask } = await serve(JSON.stringify(readme));
  expect((await ask('GET /posts')).body).toEqual(readme.posts);
  expect((await ask('GET /posts/1')).body).toEqual(readme.posts[0]);
  expect((await ask('GET /posts/9')).status).toBe(404);
  expect((await ask('GET /profile')).body).toEqual(readme.profile);
  expect((await ask('GET /posts/1/comments')).body).toEqual([readme.comments[0]]);
  expect(await ask('POST /posts', { title: 'new', extra: { a: [1] } })).toMatchObject({
    status: 201,
    body: { id: 3, title: 'new', extra: { a: [1] } },
  });
  expect((await ask('POST /posts', { id: 70, title: 'own' })).body).toEqual({ id: 70, title: 'own' });
  expect((await ask('POST /posts', { id: 70, title: 'taken' })).status).toBe(409);
  expect((await ask('POST /posts/1/comments', { body: 'new' })).body).toEqual({ id: 3, body: 'new', postId: 1 });
  expect((await ask('PUT /posts/2', { id: 'ignored', title: 'put' })).body).toEqual({ id: 2, title: 'put' });
  expect((await ask('PATCH /posts/2', { views: 1.5 })).body).toEqual({ id: 2, title: 'put', views: 1.5 });
  expect(await ask('DELETE /posts/2')).toMatchObject({ status: 200, body: { id: 2 } });
  expect((await ask('GET /posts/2')).status).toBe(404);
  expect((await ask('PUT /profile', { city: 'x' })).body).toEqual({ city: 'x' });
  expect((await ask('PATCH /profile', { name: 'y' })).body).toEqual({ city: 'x', name: 'y' });
  expect((await ask('GET /profile')).body).toEqual({ city: 'x', name: 'y' });
});

test('the queries of the README filter, sort, search, slice and page', async () => {
  const { ask } = await serve(JSON.stringify(readme));
  const idsOf = async (query: string) => idsIn(await ask(`GET /posts?${query}`));
  expect(await idsOf('title=json-server&author.name=typicode')).toEqual([1]);
  expect(await idsOf('id=1&id=2')).toEqual([1, 2]);
  expect(await idsOf('views_gte=150&views_lte=250')).toEqual([2]);
  expect(await idsOf('id_ne=1')).toEqual([2]);
  expect(await idsOf('title_like=server')).toEqual([1]);
  expect(await idsOf('q=another')).toEqual([2]);
  expect(await idsOf('_sort=views&_order=desc')).toEqual([2, 1]);
  expect(await idsOf('_start=1&_end=2')).toEqual([2]);
  expect(await idsOf('_start=0&_limit=1')).toEqual([1]);
  const second = await ask('GET /posts?_page=2&_limit=1');
  expect(idsIn(second)).toEqual([2]);
  expect(second.headers.get('x-total-count')).toBe('2');
  expect(second.headers.get('link')).toContain('rel="prev"');
});

test('a list is whole, unless a page or a part of it is asked for', async () => {
  const { ask } = await serve(JSON.stringify({ posts: Array.from({ length: 60 }, (_, index) => ({ id: index + 1 })) }));
  const countOf = async (query: string) => idsIn(await ask(`GET /posts${query}`)).length;
  expect(await countOf('')).toBe(60);
  expect(await countOf('?_sort=-id')).toBe(60);
  expect(await countOf('?_start=50')).toBe(10);
  expect(await countOf('?_limit=3')).toBe(3);
  expect(await countOf('?_page=2')).toBe(10);
  expect(await countOf('?_page=7')).toBe(0);
});

test('ids may be texts, missing or mixed, and lists empty or of other values', async () => {
  const text = `{
  "texts": [{ "id": "a-1" }, { "id": "b 2/c" }],
  "none": [{ "x": 1 }, { "id": 7 }],
  "mixed": [{ "id": 1 }, { "id": "two" }, 5, { "id": 1, "again": true }],
  "empty": [],
  "nothing": {},
  "tags": ["a", "b"],
  "version": 3,
  "a/b": []
}`;
  const { ask } = await serve(text);
  expect((await ask('GET /texts/b%202%2Fc')).body).toEqual({ id: 'b 2/c' });
  expect((await ask('POST /texts', {})).body).toEqual({ id: expect.any(String) });
  expect((await ask('GET /none')).body).toEqual([{ id: 8, x: 1 }, { id: 7 }]);
  expect((await ask('GET /mixed')).body).toEqual([{ id: '1' }, { id: 'two' }]);
  expect((await ask('POST /empty', { x: 1 })).body).toEqual({ id: 1, x: 1 });
  expect((await ask('GET /tags')).body).toEqual(['a', 'b']);
  expect((await ask('GET /nothing')).body).toEqual({});
  await ask('PUT /nothing', { theme: 'dark' });
  expect((await ask('PATCH /nothing', { size: 2 })).body).toEqual({ theme: 'dark', size: 2 });
  expect((await ask('GET /nothing')).body).toEqual({ theme: 'dark', size: 2 });
  expect((await ask('GET /version')).status).toBe(404);
  await using directory = await directoryWith({ 'db.json': text });
  const { problems } = await loadDatabase(join(directory.path, 'db.json'), [], new ConfigError([]));
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '3: none[0] gets an id, as all items without one',
    '4: mixed[2] is no object',
    '4: mixed[3] has the id of another item, 1',
    '4: mixed[0] has its id as a text, as all items of the list',
    '7: tags has no objects: it is sent as it is, and never changes',
    '8: version is neither a list nor an object',
    '9: a/b cannot be a path because of its name',
  ]);
});

test('it starts again from the file, and an overlay changes the document that is drafted', async () => {
  const overlay =
    'overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions: [{ target: "$.paths[\'/posts\'].post", update: { operationId: addPost } }]\n';
  const { ask, world } = await serve(JSON.stringify(readme), { overlay });
  await ask('POST /posts', { title: 'new' });
  expect(world.exchanges()[0]?.operation).toBe('addPost');
  world.reset();
  expect((await ask('GET /posts')).body).toEqual(readme.posts);
});

test.each([
  ['{}', /it has no property "openapi"/],
  ['{ "version": 1, "name": "x" }', /it has no property "openapi"/],
  ['{ "seed": 1, "data": { "posts": [{ "id": 1 }] } }', /The option "scenario" takes a scenario/],
  ['{ "log": { "entries": [{}] } }', /vivarium import FILE/],
  ['{ "info": {}, "item": [{}] }', /vivarium import FILE/],
  ['{ "mappings": [{ "request": {}, "response": {} }] }', /vivarium import FILE/],
  ['{ "services": { "shop": { "document": "a.yaml" } } }', /It is a configuration/],
  ['{ "posts": [{ "id": 1 } }', /db\.json:1:\d+: /],
])('%s is no such file', async (text, message) => {
  await expect(serve(text)).rejects.toThrow(message);
});
