import { beforeEach, expect, test } from 'vitest';
import { type Loose, startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
useWorlds('requests', (started, name) => {
  server = started;
  world = name;
});

const authorization = 'Bearer demo';
const send = (body: Loose, name = world) =>
  server.api('POST', `/worlds/${name}/requests`, { headers: { authorization }, ...body });
const state = async (): Promise<Loose> =>
  Promise.all(
    ['diff', 'faults', 'clock', 'scenario'].map(
      async (part) => (await server.api('GET', `/worlds/${world}/${part}`)).body,
    ),
  );
const withoutCounts = ([diff, faults, , scenario]: Loose): Loose => [diff, faults, scenario.data, scenario.faults];

beforeEach(async () => {
  await server.api('PUT', `/worlds/${world}/clock`, { frozen: true });
});

test('a request is sent, and its exchange is returned and journaled', async () => {
  const { status, body } = await send({ path: '/v1/pets?limit=1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: 1, world, operation: 'listPets', path: '/v1/pets', query: 'limit=1', status: 200 });
  expect(body).toMatchObject({ probe: true, request: { headers: { authorization: 'Bearer [redacted]' } } });
  expect(body.response.body).toHaveLength(1);
  expect(body.why).toContain('listed pets');
  const { items } = (await server.api('GET', `/worlds/${world}/exchanges`)).body;
  expect(items).toMatchObject([{ id: 1, probe: true }]);
});

test('it is neither delayed nor lost, and changes what a request of a client changes', async () => {
  await server.api('PUT', `/worlds/${world}/faults/hang`, { on: { method: 'POST' } });
  const { body } = await send({ method: 'post', path: '/v1/pets', body: { name: 'Maple', categoryId: 3 } });
  expect(body).toMatchObject({ status: 201, faults: [{ name: 'hang' }], request: { body: { name: 'Maple' } } });
  expect((await server.api('GET', `/worlds/${world}/diff`)).body.total).toBe(1);
  expect((await server.api('GET', `/worlds/${world}/faults/hang`)).body.fired).toBe(1);
});

test('it is no evidence about the clients', async () => {
  const before = (await server.api('GET', '/gate')).body;
  await send({ method: 'POST', path: '/v1/pets', body: {} });
  await send({ path: '/v1/nothing' });
  await send({ path: '/v1/pets?colour=red' });
  await send({ path: '/v1/pets/1' });
  expect((await server.api('GET', '/gate')).body).toEqual(before);
  const { body } = await server.api('GET', `/worlds/${world}/coverage`);
  expect(body.items.map((item: Loose) => item.requests)).toEqual([0, 0, 0, 0]);
  expect(() => server.vivarium.world(world).assertNoViolations({ allowEmpty: true })).not.toThrow();
});

test('without changes, nothing of the world changes but its journal', async () => {
  await server.api('PUT', `/worlds/${world}/faults/server-error`, { when: { first: 1 } });
  const before = await state();
  expect((await send({ path: '/v1/pets', changes: false })).body).toMatchObject({ status: 500 });
  // The fault was not used up.
  expect((await send({ path: '/v1/pets', changes: false })).body).toMatchObject({ id: 2, status: 500 });
  expect(withoutCounts(await state())).toEqual(withoutCounts(before));
  const rejected = await send({ method: 'DELETE', path: '/v1/pets/1', changes: false });
  expect(rejected).toMatchObject({
    status: 400,
    body: { detail: 'Without changes, only GET, HEAD, OPTIONS, QUERY may be sent, not DELETE.' },
  });
});

test('without changes, a GET changes no item even where a handler would', async () => {
  const { api } = await startForTest({
    // An item of a read is only shown, but a handler may store others.
    handlers: {
      listPets: ({ collection, next }) => {
        collection('pets').delete(1);
        return next();
      },
    },
  });
  const sent = { path: '/v1/pets', headers: { authorization } };
  const luna = async () => (await api('GET', '/worlds/default/collections/pets/1')).status;
  await api('POST', '/worlds/default/requests', { ...sent, changes: false });
  expect(await luna()).toBe(200);
  await api('POST', '/worlds/default/requests', sent);
  expect(await luna()).toBe(404);
});

test('only a request that may change something opens a world', async () => {
  expect((await send({ path: '/v1/pets', changes: false }, 'ghost')).status).toBe(404);
  expect((await server.api('GET', '/worlds/ghost')).status).toBe(404);
  expect((await send({ path: '/v1/pets' }, 'ghost')).status).toBe(200);
  expect((await server.api('GET', '/worlds/ghost')).status).toBe(200);
});

test('a text is sent as it is, and other values as JSON', async () => {
  const post = { method: 'POST', path: '/v1/pets' };
  expect((await send({ ...post, body: '{' })).body).toMatchObject({ status: 400, request: { body: '{' } });
  expect((await send({ ...post, body: [1] })).body.request).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: [1],
  });
  const form = await send({ ...post, headers: { authorization, 'Content-Type': 'text/plain' }, body: 'x' });
  expect(form.body.request).toMatchObject({ headers: { 'content-type': 'text/plain' }, body: 'x' });
  const large = await send({ ...post, body: 'x'.repeat(1_048_577) });
  expect(large.body).toMatchObject({ status: 400, response: { body: { message: expect.stringContaining('larger') } } });
});

test.each([
  [{ path: 'v1/pets' }, 'path must be a path that begins with /'],
  [{ path: '/~alice/v1/pets' }, 'path must be a path that begins with / and has no world'],
  [{ path: '/a b' }, 'path must be a path that begins with /'],
  [{ path: '/', method: 'FETCH' }, 'method must be an HTTP method'],
  [{ path: '/', headers: { a: 1 } }, 'headers.a must be a text'],
  [{ path: '/', changes: 'no' }, 'changes must be true or false'],
  [{ path: '/', url: '/' }, 'unknown key "url"'],
  [{}, 'path is missing'],
])('%j is rejected', async (body, message) => {
  const rejected = await server.api('POST', `/worlds/${world}/requests`, body);
  expect(rejected.status).toBe(400);
  expect(rejected.body.detail).toContain(message);
});
