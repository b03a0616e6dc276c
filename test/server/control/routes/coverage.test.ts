/** `GET /worlds/{world}/coverage`: the parts of the interface that clients used, and those that they did not. */
import { describe, expect, test } from 'vitest';
import { type Loose, startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
useWorlds('coverage', (started, name) => {
  server = started;
  world = name;
});

const call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  server.call(method, `/~${world}/v1${path}`, body, headers);
const report = async (of = server, name = world): Promise<Loose> =>
  (await of.api('GET', `/worlds/${name}/coverage`)).body;
const itemOf = async (operation: string, of = server, name = world): Promise<Loose> =>
  (await report(of, name)).items.find((item: Loose) => item.operation === operation);

test('lists every operation of the document, called or not', async () => {
  const { items, total, unmatched } = await report();
  expect([total, unmatched]).toEqual([4, {}]);
  expect(items.map((item: Loose) => [item.operation, item.requests])).toEqual([
    ['listPets', 0],
    ['createPet', 0],
    ['getPet', 0],
    ['listOrders', 0],
  ]);
  expect(items[0]).toEqual({
    operation: 'listPets',
    method: 'GET',
    path: '/pets',
    requests: 0,
    calls: 0,
    statuses: { 200: 0, 401: 0 },
    undocumented: {},
    parameters: { 'query.limit': 0, 'query.status': 0 },
    values: { 'query.status': { available: 0, pending: 0, sold: 0 } },
    faults: {},
    unknownParameters: {},
    unseen: [
      '200',
      '401',
      'query.limit',
      'query.status',
      'query.status=available',
      'query.status=pending',
      'query.status=sold',
    ],
  });
});

test('counts statuses, parameters and their values', async () => {
  for (const query of ['', '?status=sold', '?status=sold&limit=2', '?limit=0', '?status=nothing'])
    await call('GET', `/pets${query}`);
  await call('GET', '/pets?status=pending', undefined, { authorization: 'none' });
  expect(await itemOf('listPets')).toMatchObject({
    requests: 6,
    calls: 5,
    statuses: { 200: 3, 401: 1 },
    // The document has no 400 for this operation.
    undocumented: { 400: 2 },
    parameters: { 'query.limit': 2, 'query.status': 4 },
    values: { 'query.status': { available: 0, pending: 1, sold: 2 } },
    unseen: ['query.status=available'],
  });
});

test('counts faults; the status of a lost response is not covered', async () => {
  await call('GET', '/pets', undefined, { prefer: 'fault=conflict' });
  await expect(call('GET', '/pets', undefined, { prefer: 'fault=reset' })).rejects.toThrow();
  await expect(call('GET', '/pets', undefined, { prefer: 'fault=truncate' })).rejects.toThrow();
  expect(await itemOf('listPets')).toMatchObject({
    requests: 3,
    statuses: { 200: 1 },
    undocumented: { 409: 1 },
    faults: { conflict: 1, reset: 1, truncate: 1 },
  });
});

test('counts requests that match no operation separately', async () => {
  await call('GET', '/nothing');
  await call('DELETE', '/pets');
  expect((await report()).unmatched).toEqual({ 404: 1, 405: 1 });
});

test('is not affected by the limit of the journal, its clearing, or a reset', async () => {
  const own = await startForTest({ journal: 1 });
  for (let at = 0; at < 5; at++) await own.call('GET', '/v1/pets');
  const { run } = await report(own, 'default');
  await own.api('DELETE', '/worlds/default/exchanges');
  await own.api('POST', '/worlds/default/reset');
  await own.api('PUT', '/worlds/default', { scenario: 'empty' });
  await own.call('GET', '/v1/pets');
  expect((await itemOf('listPets', own, 'default')).statuses).toEqual({ 200: 6, 401: 0 });
  expect((await report(own, 'default')).run).toBe(run);
});

test('is separate for each world, and starts anew in a reopened world', async () => {
  await call('GET', '/pets');
  const first = await report();
  expect((await report()).run).toBe(first.run);
  expect((await report(server, 'default')).run).not.toBe(first.run);
  await server.api('DELETE', `/worlds/${world}`);
  await server.api('PUT', `/worlds/${world}`);
  expect(await report()).toMatchObject({
    run: expect.not.stringMatching(first.run),
    items: [{ requests: 0 }, {}, {}, {}],
  });
});

test('counts replayed requests, and those of the library', async () => {
  await call('GET', '/pets');
  await server.api('POST', `/worlds/${world}/exchanges/1/replay`);
  await server.vivarium.world(world).fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  expect((await itemOf('listPets')).statuses[200]).toBe(3);
});

describe('over all worlds', () => {
  const total = async (of: TestServer): Promise<Loose> => (await of.api('GET', '/coverage')).body;

  test('has the counts of open, reset and deleted worlds, under one run', async () => {
    const own = await startForTest();
    await own.call('GET', '/~a/v1/pets?status=sold&limit=1');
    await own.call('GET', '/~a/v1/pets/4711');
    await own.call('GET', '/~a/v1/nothing');
    await own.call('GET', '/~a/v1/pets', undefined, { prefer: 'fault=conflict' });
    await own.call('GET', '/~b/v1/pets?status=sold');
    await own.call('GET', '/v1/nothing');
    const before = await total(own);
    expect(before).toMatchObject({
      run: expect.any(String),
      total: 4,
      unmatched: { 404: 2 },
      items: [
        {
          operation: 'listPets',
          requests: 3,
          statuses: { 200: 2, 401: 0 },
          undocumented: { 409: 1 },
          parameters: { 'query.limit': 1, 'query.status': 2 },
          values: { 'query.status': { available: 0, pending: 0, sold: 2 } },
          faults: { conflict: 1 },
        },
        { operation: 'createPet', requests: 0 },
        { operation: 'getPet', requests: 1, statuses: { 404: 1 } },
        { operation: 'listOrders', requests: 0 },
      ],
    });
    await own.api('POST', '/worlds/b/reset');
    for (const name of ['a', 'default']) await own.api('DELETE', `/worlds/${name}`);
    expect(await total(own)).toEqual(before);
    await own.call('GET', '/~a/v1/pets?status=sold');
    const after = await total(own);
    expect(after).toMatchObject({ run: before.run, items: [{ requests: 4, statuses: { 200: 3 } }, {}, {}, {}] });
    // Asking changes nothing.
    expect(await total(own)).toEqual(after);
  });

  test('counts the faults of many deleted worlds under a bounded number of names', async () => {
    const own = await startForTest();
    for (let world = 0; world < 3; world++) {
      await own.api('PUT', `/worlds/w${world}`);
      for (let fault = 0; fault < 40; fault++) {
        const name = `fault-${world}-${fault}`;
        await own.api('PUT', `/worlds/w${world}/faults/${name}`, { status: 503, enabled: false });
        await own.call('GET', `/~w${world}/v1/pets`, undefined, { prefer: `fault=${name}` });
      }
      await own.api('DELETE', `/worlds/w${world}`);
    }
    const { faults } = (await total(own)).items[0];
    expect(Object.keys(faults)).toHaveLength(101);
    expect(faults.other).toBe(20);
  });
});

describe('of other documents', () => {
  const statuses = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, { description: '' }]));
  const documentOf = (paths: Loose) => ({ openapi: '3.1.1', info: { title: '', version: '' }, paths });
  const parameter = (name: string, place: string, schema: Loose) => ({
    name,
    in: place,
    ...(place === 'path' && { required: true }),
    schema,
  });

  test('any status covers its range; a status without a range covers `default`', async () => {
    const own = await startForTest({
      document: documentOf({ '/a': { get: { operationId: 'a', responses: statuses('200', '4XX', 'default') } } }),
      scenario: {},
    });
    for (const code of [404, 418, 503, 200]) await own.send('GET', '/a', { headers: { prefer: `code=${code}` } });
    expect(await itemOf('a', own, 'default')).toMatchObject({
      statuses: { 200: 1, '4XX': 2, default: 1 },
      undocumented: {},
      unseen: [],
    });
  });

  test('values are counted in lists, paths, headers and cookies, whatever their type', async () => {
    const color = { type: 'string', enum: ['red', 'green', 'blue'] };
    const path = '/things/{kind}/{id}';
    const parameters = [
      parameter('kind', 'path', color),
      parameter('id', 'path', { type: 'integer' }),
      parameter('colors', 'query', { type: 'array', items: color }),
      parameter('level', 'query', { type: 'integer', enum: [1, 2, 3] }),
      parameter('X-Flag', 'header', { enum: [true, false, null], type: ['boolean', 'null'] }),
      parameter('mode', 'cookie', { anyOf: [color, { type: 'integer' }] }),
    ];
    const own = await startForTest({
      document: documentOf({ [path]: { get: { operationId: 'thing', parameters, responses: statuses('204') } } }),
      scenario: {},
    });
    const send = (target: string, headers = {}) => own.send('GET', target, { headers });
    await send('/things/red/1?colors=red&colors=blue&colors=red');
    await send('/things/green/2?level=3', { 'x-flag': 'true', cookie: 'mode=blue' });
    await send('/things/green/2?level=4', { 'x-flag': 'null', cookie: 'mode=7' });
    const item = await itemOf('thing', own, 'default');
    expect(item.parameters).toEqual({
      'query.colors': 1,
      'query.level': 2,
      'header.X-Flag': 2,
      'cookie.mode': 2,
    });
    expect(item.values).toEqual({
      'path.kind': { red: 1, green: 2, blue: 0 },
      'query.colors': { red: 1, green: 0, blue: 1 },
      'query.level': { 1: 0, 2: 0, 3: 1 },
      'header.X-Flag': { true: 1, false: 0, null: 1 },
      'cookie.mode': { red: 0, green: 0, blue: 1 },
    });
  });
});
