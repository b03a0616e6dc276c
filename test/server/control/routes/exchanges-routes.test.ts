import { describe, expect, test } from 'vitest';
import { expectProblem, type Loose, startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
let path = '';
useWorlds('journal', (started, name) => {
  server = started;
  world = name;
  path = `/worlds/${world}/exchanges`;
});

const call = (method: string, below: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  server.call(method, `/~${world}/v1${below}`, body, headers);
const ids = async (query = ''): Promise<readonly number[]> =>
  (await server.api('GET', `${path}?${query}`)).body.items.map((exchange: Loose) => exchange.id);

/** 1: 200, 2: 201, 3: 404, 4: 400, 5: no operation, 6: a fault. */
const fill = async (): Promise<void> => {
  await call('GET', '/pets?limit=2');
  await call('POST', '/pets', { name: 'Maple', categoryId: 3 });
  await call('GET', '/pets/4711');
  await call('GET', '/pets?limit=0');
  await call('GET', '/nothing');
  await call('GET', '/pets', undefined, { prefer: 'fault=conflict' });
};

test('the journal is listed newest first, without bodies and headers', async () => {
  await fill();
  const { body } = await server.api('GET', path);
  expect(body.total).toBe(6);
  expect(body.items.map((exchange: Loose) => exchange.id)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(body.items[2]).toEqual({
    id: 4,
    world,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    durationMs: expect.any(Number),
    operation: 'listPets',
    method: 'GET',
    path: '/v1/pets',
    query: 'limit=0',
    status: 400,
    origin: 'simulation',
    violations: [
      {
        side: 'request',
        in: 'query',
        pointer: '/limit',
        rule: 'minimum',
        message: expect.stringContaining('query.limit'),
      },
    ],
    faults: [],
  });
  expect(body.items[1]).toMatchObject({ operation: null, status: 404 });
  expect(body.items[0]).toMatchObject({ status: 409, faults: [{ name: 'conflict', effect: 'status' }] });
});

test('the list states its epoch: that of the events, until the numbers restart', async () => {
  const epoch = async () => (await server.api('GET', path)).headers['vivarium-epoch'];
  await call('GET', '/pets');
  const first = await epoch();
  expect(first).toMatch(/^[\da-f]{8}$/);
  await server.api('DELETE', path);
  expect(await epoch()).toBe(first);
  await server.api('POST', `/worlds/${world}/reset`);
  expect(await epoch()).not.toBe(first);
  expect((await server.api('GET', '/exchanges')).headers).not.toHaveProperty('vivarium-epoch');
});

describe('the filter', () => {
  // What each of them means is tested with `exchange-filter.ts`.
  test.each([
    ['operation=listPets', [6, 4, 1]],
    ['method=post', [2]],
    ['path=/v1/pets/*', [3]],
    ['status=4xx', [6, 5, 4, 3]],
    ['violations=true', [6, 4]],
    ['violations=false', [6, 5, 4, 3, 2, 1]],
    ['fault=conflict', [6]],
    ['since=4', [6, 5]],
    ['limit=2', [6, 5]],
    ['limit=0', []],
    ['status=4xx&limit=1&since=2', [6]],
  ])('%s', async (query, expected) => {
    await fill();
    expect(await ids(query)).toEqual(expected);
  });

  test.each([
    ['operation=listPet', 'operation names an unknown operation "listPet". Did you mean "listPets"?'],
    ['fault=slwo', 'fault names an unknown fault "slwo". Did you mean "slow"?'],
    ['method=GTE', 'method must be an HTTP method'],
    ['path=v1/pets', 'path must be a path that begins with / or *'],
    ['status=600', 'status must be a status such as 404 or a class such as 4xx'],
    ['status=4x', 'status must be a status'],
    ['violations=yes', 'violations must be true or false'],
    ['since=-1', 'since must be a whole number'],
    ['limit=many', 'limit must be a whole number'],
    ['opration=listPets', 'unknown query parameter "opration". Did you mean "operation"?'],
  ])('rejects ?%s', async (query, detail) => {
    expectProblem(await server.api('GET', `${path}?${query}`), 400, expect.stringContaining(detail));
  });
});

describe('one exchange', () => {
  test('is shown completely, with its steps', async () => {
    await call('POST', '/pets', { name: 'Maple', categoryId: 3 });
    const { body } = await server.api('GET', `${path}/1`);
    expect(body).toMatchObject({
      id: 1,
      world,
      operation: 'createPet',
      method: 'POST',
      path: '/v1/pets',
      query: '',
      status: 201,
      request: {
        headers: { 'content-type': 'application/json', authorization: 'Bearer [redacted]' },
        body: { name: 'Maple', categoryId: 3 },
      },
      response: {
        headers: { 'content-type': 'application/json', 'vivarium-world': world, 'vivarium-exchange': '1' },
        body: { id: 25, name: 'Maple', categoryId: 3 },
      },
      violations: [],
      faults: [],
    });
    expect(body.why).toContain('matched operation createPet');
  });

  test('has no body if none was sent, a string if it was not JSON, and every digit of an integer', async () => {
    await call('GET', '/pets?limit=1');
    await call('POST', '/pets', '{ "name": ', { 'content-type': 'application/json' });
    await call('POST', '/pets', '7', { 'content-type': 'text/plain' });
    await call('POST', '/pets', '{"name":"Max","categoryId":9223372036854775807}');
    expect((await server.api('GET', `${path}/1`)).body.request).not.toHaveProperty('body');
    expect((await server.api('GET', `${path}/2`)).body.request.body).toBe('{ "name": ');
    expect((await server.api('GET', `${path}/3`)).body.request.body).toBe('7');
    expect((await server.api('GET', `${path}/4`)).text).toContain('"categoryId":9223372036854775807');
  });

  test('shows headers of any name, and no empty body', async () => {
    await server.api('PUT', `/worlds/${world}/faults/empty`, {
      status: 400,
      body: '',
      headers: { ['__proto__']: 'x' },
    });
    await call('GET', '/pets', undefined, { constructor: 'z' });
    const { text, body } = await server.api('GET', `${path}/1`);
    expect(text).toContain('"__proto__":"x"');
    expect(text).toContain('"constructor":"z"');
    expect(body.response).not.toHaveProperty('body');
  });

  test('has the decided status even if the response was lost', async () => {
    await expect(call('GET', '/pets', undefined, { prefer: 'fault=reset' })).rejects.toThrow();
    expect((await server.api('GET', `${path}/1`)).body).toMatchObject({
      status: 200,
      faults: [{ name: 'reset', effect: 'transport' }],
    });
  });

  test.each(['0', '7', 'abc', '1.5', '-1', '01', '99999999999999999999'])('with the number %s gets 404', async (id) => {
    await call('GET', '/pets');
    expect((await server.api('GET', `${path}/${id}`)).status).toBe(404);
  });

  test('that has left the journal gets another message than one that never existed', async () => {
    const own = await startForTest({ journal: 2 });
    for (let at = 0; at < 3; at++) await own.call('GET', '/v1/pets');
    expect((await own.api('GET', '/worlds/default/exchanges/1')).body.detail).toBe(
      'No exchange has the id "1". The journal has the last 2.',
    );
    expect((await own.api('GET', '/worlds/default/exchanges/9')).body.detail).toBe(
      'No exchange has the id "9". The last exchange is 3.',
    );
  });
});

test('DELETE clears the journal; numbers continue, and a reset restarts them at 1', async () => {
  await fill();
  expect((await server.api('DELETE', path)).status).toBe(204);
  expect((await server.api('GET', path)).body).toEqual({ items: [], total: 0 });
  await call('GET', '/pets');
  expect(await ids()).toEqual([7]);
  await server.api('POST', `/worlds/${world}/reset`);
  await call('GET', '/pets');
  expect(await ids()).toEqual([1]);
});

describe('a replayed request', () => {
  const replay = (id: number | string) => server.api('POST', `${path}/${id}/replay`);

  test('is a new exchange with the present state of the world', async () => {
    await call('POST', '/pets', { name: 'Maple', categoryId: 3 });
    const { status, body } = await replay(1);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: 2, operation: 'createPet', status: 201, response: { body: { id: 26, name: 'Maple' } } },
    });
    expect(body).toEqual((await server.api('GET', `${path}/2`)).body);
    expect((await server.api('GET', `/worlds/${world}`)).body.collections).toEqual({ pets: 26 });
  });

  test('has its original credential, which is redacted', async () => {
    await server.api('PUT', `/worlds/${world}`, { inline: { auth: { keys: ['secret'] } } });
    await call('GET', '/pets', undefined, { authorization: 'Bearer secret' });
    await call('GET', '/pets', undefined, { authorization: 'Bearer other' });
    expect([(await replay(1)).body.status, (await replay(2)).body.status]).toEqual([200, 401]);
    expect((await replay(1)).text).not.toContain('secret');
  });

  test('keeps the prefix of its world, and its query', async () => {
    await call('GET', '/pets/1?x=1');
    const { body } = await replay(1);
    expect(body).toMatchObject({ path: '/v1/pets/1', query: 'x=1', world });
    expect(body.response.headers.link).toBe(`</~${world}/v1/pets>; rel="successor-version"`);
  });

  test('is neither delayed by faults nor lost', async () => {
    await call('GET', '/pets');
    await server.api('PUT', `/worlds/${world}/faults/hang`, {});
    await server.api('PUT', `/worlds/${world}/faults/slow`, { latency: '1h' });
    expect((await replay(1)).body).toMatchObject({ status: 200, faults: [{ name: 'hang' }, { name: 'slow' }] });
  });

  test('is rejected if only the beginning of its body was stored', async () => {
    await call('POST', '/pets', { name: 'x'.repeat(70_000), categoryId: 3 });
    expectProblem(
      await replay(1),
      409,
      'Exchange 1 cannot be replayed: the journal kept only the beginning of its body.',
    );
  });

  test('must be in the journal', async () => {
    expect((await replay(1)).status).toBe(404);
    expect((await replay('x')).status).toBe(404);
  });
});

describe('the exchanges of all worlds', () => {
  const list = async (all: TestServer, query = ''): Promise<readonly string[]> =>
    (await all.api('GET', `/exchanges?${query}`)).body.items.map(({ world, id }: Loose) => `${world} ${id}`);

  test('are listed by arrival, whatever the clocks show, until their world is deleted', async () => {
    const all = await startForTest();
    expect((await all.api('GET', '/exchanges')).body).toEqual({ items: [], total: 0 });
    await all.api('PUT', '/worlds/future', { clock: '2040-01-01T00:00:00Z' });
    for (const name of ['future', 'default', 'future', 'other', 'default'])
      await all.call('GET', `/~${name}/v1/pets${name === 'other' ? '/4711' : ''}`);
    expect(await list(all)).toEqual(['default 2', 'other 1', 'future 2', 'default 1', 'future 1']);
    expect(await list(all, 'limit=2')).toEqual(['default 2', 'other 1']);
    expect((await all.api('GET', '/exchanges?limit=2')).body.total).toBe(5);
    expect(await list(all, 'status=404')).toEqual(['other 1']);
    await all.api('DELETE', '/worlds/future');
    expect(await list(all)).toEqual(['default 2', 'other 1', 'default 1']);
  });

  test('are found by a fault of any world', async () => {
    const all = await startForTest();
    await all.api('PUT', '/worlds/one/faults/mine', { status: 500 });
    await all.call('GET', '/~one/v1/pets');
    await all.call('GET', '/v1/pets');
    expect(await list(all, 'fault=mine')).toEqual(['one 1']);
    await all.api('DELETE', '/worlds/one');
    const { status, body } = await all.api('GET', '/exchanges?fault=mine');
    expect([status, body.detail]).toEqual([400, expect.stringContaining('unknown fault "mine"')]);
  });

  test.each([
    ['since=1', 'since must be omitted: ids are per world'],
    ['operation=listPet', 'operation names an unknown operation "listPet". Did you mean "listPets"?'],
    ['status=9', 'status must be a status'],
  ])('%s is rejected', async (query, detail) => {
    const answer = await server.api('GET', `/exchanges?${query}`);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)]);
  });
});
