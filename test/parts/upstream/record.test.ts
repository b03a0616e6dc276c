/** What the real service responds becomes data of a world, over real sockets. */

import express from 'express';
import { describe, expect, test } from 'vitest';
import { createVivarium, type ScenarioDocument, type VivariumWorld } from '../../../src/index.ts';
import { serveForTest } from '../../serve-for-test.ts';
import { inPath, inQuery, integer, listOf, named, object, ref, text } from '../../short-document.ts';
import { startForwarding, startRealService } from './real-service.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema: object) => ({ description: 'OK.', content: json(schema) });
const user = ref('User');
const post = ref('Post');
const idParameter = (name: string) => inPath(name);

const document = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/users': {
      get: named('listUsers', listOf(user)),
      post: named('createUser', user, { takes: user, status: 201, others: { 422: { type: 'object' } } }),
    },
    '/users/{userId}': {
      parameters: [idParameter('userId')],
      get: named('getUser', user, { others: { 404: undefined } }),
      put: named('putUser', user, { takes: user }),
      patch: named('patchUser', undefined, { takes: user }),
      delete: named('deleteUser', undefined),
    },
    '/users/{userId}/posts': {
      parameters: [idParameter('userId')],
      get: named('listPosts', listOf(post)),
      post: named('createPost', post, { takes: post, status: 201 }),
    },
    '/users/{userId}/posts/{postId}': {
      parameters: [idParameter('userId'), idParameter('postId')],
      get: named('getPost', post),
    },
    '/quote': { post: named('quote', object({ total: integer }), { takes: object({ amount: integer }) }) },
    '/rates': {
      get: {
        operationId: 'getRates',
        parameters: [inQuery('at')],
        responses: {
          200: { ...ok(object({ rate: { type: 'number' } })), headers: { 'X-Source': { schema: text } } },
        },
      },
    },
    '/logo': {
      get: { operationId: 'getLogo', responses: { 200: { description: 'It.', content: { 'image/png': {} } } } },
    },
    '/motto': {
      get: {
        operationId: 'getMotto',
        responses: { 200: { description: 'It.', content: { 'text/plain': { schema: text } } } },
      },
    },
  },
  components: {
    schemas: {
      User: object(
        {
          id: integer,
          name: text,
          age: integer,
          password: { type: 'string', minLength: 4 },
          pin: { type: 'string', writeOnly: true },
          avatar: text,
        },
        ['id', 'name'],
      ),
      Post: object({ id: integer, title: text }, ['id', 'title']),
    },
  },
};

type Answers = Readonly<Record<string, readonly [status: number, body?: unknown, headers?: Record<string, string>]>>;

/** A world that records what the real service answers. */
const record = async (answers: Answers, scenario: ScenarioDocument = {}) => {
  const real = await startRealService((request, response) => {
    const [status, body, headers] = answers[`${request.method} ${request.url}`] ?? [500];
    const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
    response.writeHead(status, {
      ...(!isBytes && body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    });
    response.end(isBytes || body === undefined ? body : JSON.stringify(body));
  });
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true, scenario });
  const send = async (target: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = 'GET', path = ''] = target.split(' ');
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(`${url}${path}`, { method, ...sent, headers: { ...type, ...headers } });
  };
  const saved = () => vivarium.world().save();
  return { real, vivarium, send, saved };
};

/** Serves a recording without the real service. */
const serve = async (scenario: ScenarioDocument) => {
  const vivarium = await createVivarium({ document, scenario });
  return vivarium.world();
};

describe('a recorded world', () => {
  test('answers the same without the real service, and a POST afterwards works', async () => {
    const answers: Answers = {
      'GET /v1/users': [200, [{ id: 7, name: 'Ann' }]],
      'GET /v1/users/7/posts': [200, [{ id: 4, title: 'One' }]],
      'GET /v1/users/7/posts/4': [200, { id: 4, title: 'One' }],
      'GET /v1/rates?at=1': [200, { rate: 1.5 }, { 'X-Source': 'bank', 'X-Other': 'no', 'Set-Cookie': 'a=b' }],
      'GET /v1/rates?at=2': [200, { rate: 2.5 }],
      'GET /v1/logo': [200, Buffer.from([137, 80, 78, 71, 0, 255]), { 'Content-Type': 'image/png' }],
      'GET /v1/motto': [200, 'Grüße', { 'Content-Type': 'text/plain; charset=utf-8' }],
    };
    const { send, saved } = await record(answers);
    for (const target of Object.keys(answers)) await send(target);
    const world = await serve(saved());
    for (const [target, [status, body]] of Object.entries(answers)) {
      const response = await world.fetch(target.slice(4));
      expect(response.status).toBe(status);
      if (Buffer.isBuffer(body)) expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
      else if (typeof body === 'string') expect(await response.text()).toBe(body);
      else expect(await response.json()).toEqual(body);
    }
    const rates = await world.fetch('/v1/rates?at=1');
    expect(rates.headers.get('x-source')).toBe('bank');
    expect([rates.headers.get('x-other'), rates.headers.get('set-cookie')]).toEqual([null, null]);
    expect((await world.fetch('/v1/motto')).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const created = await world.fetch('/v1/users/7/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":5,"title":"Two"}',
    });
    expect(created.status).toBe(201);
    expect(await (await world.fetch('/v1/users/7/posts')).json()).toHaveLength(2);
  });

  test('has an item that breaks the document with that property corrected, and no item without a usable id', async () => {
    const { send, saved } = await record({
      'GET /v1/users': [200, [{ id: 1, name: 5, age: 'old' }, { id: 'x', name: 'No' }, { name: 'No id' }, 'no']],
    });
    await send('GET /v1/users');
    const { data } = saved();
    expect(data?.users).toEqual([{ id: 1, name: '5' }]);
    const world = await serve(saved());
    expect((await world.fetch('/v1/users/1')).status).toBe(200);
  });

  test('has each error status once, as a fault that is off', async () => {
    const { send, saved, vivarium } = await record({ 'POST /v1/users': [422, { problem: 'name', token: 'planted' }] });
    await send('POST /v1/users', { name: '' });
    await send('POST /v1/users', { name: '' });
    const [fault, ...others] = saved().faults ?? [];
    expect(fault).toEqual({
      name: 'recorded-createUser-422',
      enabled: false,
      on: { operation: 'createUser' },
      status: 422,
      body: { problem: 'name', token: '[redacted]' },
    });
    expect(others).toEqual([]);
    expect(vivarium.world().exchanges()).toHaveLength(2);
  });

  test.each([
    ['7', { headers: { 'Retry-After': '7' } }],
    ['Tue, 24 Nov 2026 23:00:00 GMT', {}],
  ])('has Retry-After: %s of a limit only if it is a number of seconds', async (retryAfter, kept) => {
    const { send, saved } = await record({ 'GET /v1/users': [429, undefined, { 'Retry-After': retryAfter }] });
    await send('GET /v1/users');
    const fault = { name: 'recorded-listUsers-429', enabled: false, on: { operation: 'listUsers' }, status: 429 };
    expect(saved().faults).toEqual([{ ...fault, ...kept }]);
  });

  test('keeps the latest of equal requests without a collection, and the last 50', async () => {
    let total = 0;
    const real = await startRealService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ total: ++total }));
    });
    const { vivarium } = await startForwarding({ document, upstream: real.url, record: true, scenario: {} });
    const world = vivarium.world();
    const quote = (amount: number, where = world) =>
      where.fetch('/v1/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
      });
    for (let amount = 0; amount < 52; amount++) await quote(amount);
    await quote(2);
    const scenario = world.save();
    expect(scenario.responses).toHaveLength(50);
    const replayed = await serve(scenario);
    expect(await (await quote(2, replayed)).json()).toEqual({ total: 53 });
    expect(await (await quote(3, replayed)).json()).toEqual({ total: 4 });
    // It was recorded, and fell out.
    const lost = await quote(0, replayed);
    expect(await lost.json()).not.toEqual({ total: 1 });
    expect(replayed.exchanges()[1]?.why).toContain('the response that was recorded for this request');
  });

  test('has no secret', async () => {
    const { send, saved, vivarium } = await record({
      'GET /v1/users': [
        200,
        [
          {
            id: 1,
            name: 'see https://x.test/?access_token=planted-1',
            password: 'planted-2',
            pin: 'planted-3',
            avatar: '{"token":"planted-4"}',
          },
        ],
      ],
      'POST /v1/users': [201, { id: 2, name: 'b', password: 'planted-5' }],
      'PATCH /v1/users/2': [204],
      'GET /v1/rates?at=1&access_token=planted-7': [
        200,
        { rate: 1, session: { refreshToken: 'planted-8' } },
        { 'X-Source': 'https://a:planted-9@b.test/' },
      ],
      'GET /v1/motto': [200, 'token=planted-10', { 'Content-Type': 'text/plain' }],
      'POST /v1/quote': [200, { total: 1, api_key: 'planted-11' }, { 'Set-Cookie': 'session=planted-12' }],
    });
    const credentials = { authorization: 'Bearer planted-13', cookie: 'session=planted-14' };
    await send('GET /v1/users', undefined, credentials);
    await send('POST /v1/users', { name: 'b', password: 'planted-5' }, credentials);
    await send('PATCH /v1/users/2', { password: 'planted-6' }, credentials);
    await send('GET /v1/rates?at=1&access_token=planted-7');
    await send('GET /v1/motto');
    await send('POST /v1/quote', { amount: 1, password: 'planted-15' });
    const scenario = saved();
    expect(JSON.stringify(scenario)).not.toContain('planted');
    expect(scenario.responses).toMatchObject([{ query: 'at=1' }, {}, { body: expect.stringMatching(/^[\da-f]{16}$/) }]);
    expect(scenario.data?.users).toMatchObject([{ id: 1, password: expect.any(String) }, { id: 2 }]);
    expect(JSON.stringify(vivarium.world().exchanges())).not.toContain('planted');
  });
});

describe('a recording of a whole service', () => {
  test('of another Vivarium answers the same GETs', async () => {
    const store = new URL('../../../spec/animal-store.yaml', import.meta.url).pathname;
    const real = await startForwarding({ document: store });
    const { vivarium } = await startForwarding({
      document: store,
      upstream: real.url,
      record: true,
      scenario: 'empty',
    });
    const get = async (world: VivariumWorld, path: string): Promise<readonly [number, unknown]> => {
      const response = await world.fetch(path, { headers: { authorization: 'Bearer planted' } });
      return [response.status, await response.json()];
    };
    const [, pets] = await get(vivarium.world(), '/v1/pets');
    const paths = ['/v1/pets', '/v1/pets?limit=2', ...(pets as { id: number }[]).map(({ id }) => `/v1/pets/${id}`)];
    const answers: [string, unknown][] = [];
    for (const path of paths) answers.push([path, await get(vivarium.world(), path)]);
    const recording = vivarium.world().save();
    expect(recording.faults).toMatchObject([
      {
        name: 'recorded-latency-getPet',
        enabled: false,
        on: { operation: 'getPet' },
        latency: { median: expect.stringMatching(/ms$/), p99: expect.stringMatching(/ms$/) },
      },
    ]);
    expect(JSON.stringify(recording)).not.toContain('planted');
    const replayed = (await createVivarium({ document: store, scenario: recording })).world();
    for (const [path, answer] of answers) expect(await get(replayed, path)).toEqual(answer);
    const created = await replayed.fetch('/v1/pets', {
      method: 'POST',
      headers: { authorization: 'Bearer planted', 'content-type': 'application/json' },
      body: '{"name":"Rex","categoryId":1}',
    });
    expect([created.status, await created.json()]).toMatchObject([201, { id: answers.length - 1 }]);
  });

  test('of an Express app changes nothing for the client', async () => {
    const app = express();
    const users = [{ id: 1, name: 'Ann' }];
    app.use(express.json());
    app.get('/v1/users', (_, response) => void response.cookie('session', 'planted').json(users));
    app.post('/v1/users', (request, response) => {
      users.push({ id: users.length + 1, ...request.body });
      response.status(201).json(users.at(-1));
    });
    app.get('/v1/users/:id', (request, response) => {
      const user = users.find(({ id }) => id === Number(request.params.id));
      if (user === undefined) response.sendStatus(404);
      else response.json(user);
    });
    app.get('/v1/motto', (_, response) => void response.redirect('/v1/motto/there'));
    const upstream = await serveForTest(app);
    const { vivarium, url } = await startForwarding({ document, upstream, record: true, scenario: 'empty' });
    const both = async (path: string, init: RequestInit = {}) => {
      const [direct, through] = [await fetch(`${upstream}${path}`, init), await fetch(`${url}${path}`, init)];
      expect(await through.text()).toBe(await direct.text());
      for (const name of ['set-cookie', 'etag', 'location', 'content-type'])
        expect(through.headers.get(name)).toBe(direct.headers.get(name));
      expect(through.status).toBe(direct.status);
    };
    const created = await fetch(`${url}/v1/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Bob"}',
    });
    expect(created.status).toBe(201);
    for (const path of ['/v1/users', '/v1/users/1', '/v1/users/5']) await both(path);
    await both('/v1/users', { method: 'HEAD' });
    await both('/v1/motto', { redirect: 'manual' });
    const etag = (await fetch(`${url}/v1/users/2`)).headers.get('etag') as string;
    await both('/v1/users/2', { headers: { 'if-none-match': etag } });
    const recording = vivarium.world().save();
    expect(recording.data).toMatchObject({ users });
    expect(recording.responses).toBeUndefined();
    expect(JSON.stringify(recording)).not.toContain('planted');
  });
});

test('a recorded response of an unknown operation is rejected', async () => {
  await expect(
    createVivarium({ document, scenario: { responses: [{ operation: 'getRate', path: '/rates', status: 200 }] } }),
  ).rejects.toThrow(/responses\[0\]\.operation names an unknown operation "getRate"/);
});
