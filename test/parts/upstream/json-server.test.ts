import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { serveForTest } from '../../serve-for-test.ts';
import { startForwarding } from './real-service.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: 'Fine.', ...json(schema) });
const post = { type: 'object', required: ['id', 'title'], properties: { id: integer, title: text, author: text } };
const newPost = { type: 'object', required: ['title'], properties: { title: text, author: text } };
const profile = { type: 'object', properties: { name: text } };
const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
const none = { description: 'None.', ...json({ type: 'object' }) };
const document = {
  openapi: '3.1.0',
  info: { title: 'Posts', version: '1' },
  paths: {
    '/posts': {
      get: {
        operationId: 'listPosts',
        parameters: [
          inQuery('_page', integer),
          inQuery('_limit', integer),
          inQuery('_sort', { type: 'string', enum: ['title', 'id'] }),
          inQuery('_order', { type: 'string', enum: ['asc', 'desc'] }),
          inQuery('author', text),
        ],
        responses: { 200: answer({ type: 'array', items: post }) },
      },
      post: { operationId: 'createPost', requestBody: json(newPost), responses: { 201: answer(post) } },
    },
    '/posts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: { operationId: 'getPost', responses: { 200: answer(post), 404: none } },
      put: { operationId: 'putPost', requestBody: json(newPost), responses: { 200: answer(post), 404: none } },
      patch: {
        operationId: 'patchPost',
        requestBody: json({ type: 'object', properties: { title: text, author: text } }),
        responses: { 200: answer(post), 404: none },
      },
      delete: { operationId: 'deletePost', responses: { 200: answer({ type: 'object' }), 404: none } },
    },
    '/profile': { get: { operationId: 'getProfile', responses: { 200: answer(profile) } } },
  },
};

interface Post {
  readonly id: number;
  readonly title: string;
  readonly author?: string;
}

const startJsonServer = async (): Promise<string> => {
  let posts: readonly Post[] = [
    { id: 1, title: 'Mole', author: 'ann' },
    { id: 2, title: 'Newt', author: 'bob' },
    { id: 3, title: 'Adder', author: 'ann' },
  ];
  const app = express().set('json spaces', 2).use(express.json());
  app.use((_, response, next) => {
    response.set({ 'Cache-Control': 'no-cache', Pragma: 'no-cache', Expires: '-1' });
    next();
  });
  app.get('/posts', ({ query, headers }, response) => {
    const { _page: page, _limit: limit = 10, _sort: sort, _order: order, author } = query;
    const key = sort as keyof Post;
    const compare = (left: Post, right: Post): number => (String(left[key]) < String(right[key]) ? -1 : 1);
    const found = posts.filter((one) => author === undefined || one.author === author);
    const sorted = sort === undefined ? found : found.toSorted(compare);
    const ordered = order === 'desc' ? sorted.toReversed() : sorted;
    if (page === undefined) return void response.json(ordered);
    const first = (Number(page) - 1) * Number(limit);
    const link = `http://${headers.host}/posts?_page=${Number(page) + 1}&_limit=${limit}`;
    response.set({ 'X-Total-Count': String(found.length), Link: `<${link}>; rel="next"` });
    response.json(ordered.slice(first, first + Number(limit)));
  });
  app.post('/posts', ({ body, headers }, response) => {
    const created = { ...body, id: Math.max(...posts.map(({ id }) => id)) + 1 };
    posts = [...posts, created];
    response.status(201).location(`http://${headers.host}/posts/${created.id}`).json(created);
  });
  app.all('/posts/:id', ({ method, params, body }, response) => {
    const id = Number(params.id);
    const before = posts.find((one) => one.id === id);
    if (before === undefined) return void response.status(404).json({});
    const after = { ...(method === 'PATCH' && before), ...body, id };
    if (method === 'DELETE') posts = posts.filter((one) => one !== before);
    if (method === 'PUT' || method === 'PATCH') posts = posts.map((one) => (one === before ? after : one));
    response.json(method === 'GET' || method === 'HEAD' ? before : method === 'DELETE' ? {} : after);
  });
  app.get('/profile', (_, response) => void response.json({ name: 'typicode' }));
  return serveForTest(app);
};

const headers = ['cache-control', 'pragma', 'expires', 'etag', 'content-type', 'x-total-count', 'link', 'location'];

const see = async (origin: string, method: string, path: string, body?: object) => {
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${origin}${path}`, { method, ...(body !== undefined && sent) });
  const shown = headers.map((name) => response.headers.get(name)?.replace(origin, ''));
  return { status: response.status, headers: shown, body: await response.text() };
};

test('json-server is the same for the client, and its recording goes on without it', async () => {
  const [direct, upstream] = [await startJsonServer(), await startJsonServer()];
  const { vivarium, url } = await startForwarding({ document, upstream, record: true, compare: true, scenario: {} });
  const gets = ['/posts', '/posts?_page=1&_limit=2', '/posts?_sort=title', '/posts?_sort=title&_order=desc'];
  gets.push('/posts?author=ann', '/posts/1', '/posts/3', '/posts/4', '/posts/9', '/profile');
  const requests: [string, string, object?][] = [
    ...gets.map((path): [string, string] => ['GET', path]),
    ['POST', '/posts', { title: 'Fox', author: 'ann' }],
    ['PATCH', '/posts/1', { title: 'Vole' }],
    ['PUT', '/posts/3', { title: 'Stork' }],
    ['DELETE', '/posts/2'],
    ['GET', '/posts/2'],
    ['HEAD', '/posts/1'],
    ...gets.map((path): [string, string] => ['GET', path]),
  ];
  for (const request of requests)
    expect([request, await see(url, ...request)]).toEqual([request, await see(direct, ...request)]);
  expect(vivarium.world().drift()).toEqual([]);

  const replayed = await createVivarium({ document, scenario: vivarium.world().save() });
  onTestFinished(() => replayed.close());
  const { url: origin } = await replayed.listen({ port: 0 });
  for (const path of gets) {
    const [expected, actual] = [await see(direct, 'GET', path), await see(origin, 'GET', path)];
    expect([path, actual.status]).toEqual([path, expected.status]);
    // An error has the structure that the document states, and no more.
    if (actual.status === 200) expect([path, JSON.parse(actual.body)]).toEqual([path, JSON.parse(expected.body)]);
  }
  const created = await see(origin, 'POST', '/posts', { title: 'Owl' });
  expect([created.status, JSON.parse(created.body)]).toEqual([201, { id: 5, title: 'Owl' }]);
  expect(await see(origin, 'GET', '/posts/5')).toMatchObject({ status: 200, body: created.body });
  expect((await see(origin, 'DELETE', '/posts/1')).status).toBe(200);
  expect((await see(origin, 'GET', '/posts/1')).status).toBe(404);
});
