import { describe, expect, test } from 'vitest';
import { builtInFaults } from '../../../../src/core/faults/built-in-faults.ts';
import { expectProblem, type Loose, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
let path = '';
useWorlds('faults', (started, name) => {
  server = started;
  world = name;
  path = `/worlds/${world}/faults`;
});

const list = async (): Promise<Loose[]> => (await server.api('GET', path)).body.items;
const call = (method = 'GET', below = '/pets', body?: unknown) => server.call(method, `/~${world}/v1${below}`, body);

test('every built-in fault is listed and off', async () => {
  const faults = await list();
  // Those of tokens are only for documents with a login, and those of lifecycles for items that have one.
  const known = [...builtInFaults.values()].filter(
    ({ effect }) => !['token', 'lifecycle', 'webhook'].includes(effect.type),
  );
  expect(faults.map((fault) => fault.name)).toEqual(known.map(({ name }) => name));
  expect(faults.every((fault) => fault.builtIn && !fault.enabled && fault.fired === 0)).toBe(true);
  expect(faults.find((fault) => fault.name === 'slow')).toEqual({
    name: 'slow',
    description: expect.any(String),
    group: 'time',
    enabled: false,
    builtIn: true,
    latency: '2s',
    fired: 0,
  });
});

test('a PUT switches a fault on, and its effect is counted', async () => {
  expect((await call()).status).toBe(200);
  const sent = { enabled: true, on: { operation: 'listPets' } };
  const { status, body } = await server.api('PUT', `${path}/unauthorized`, sent);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'unauthorized', ...sent, builtIn: true, status: 401, fired: 0 });
  expect((await call()).status).toBe(401);
  expect((await call('GET', '/pets/1')).status).toBe(200);
  expect((await server.api('GET', `${path}/unauthorized`)).body.fired).toBe(1);
  expect((await server.api('GET', `/worlds/${world}`)).body.faults).toEqual(['unauthorized']);
});

test('omitted properties keep their values, null removes one, and read-only ones are ignored', async () => {
  const conditions = { on: { operation: 'listPets' }, when: { after: 2 } };
  await server.api('PUT', `${path}/conflict`, conditions);
  const off = (await server.api('PUT', `${path}/conflict`, { enabled: false })).body;
  expect(off).toMatchObject({ enabled: false, ...conditions });
  const shown = (await server.api('GET', `${path}/conflict`)).body;
  expect((await server.api('PUT', `${path}/conflict`, shown)).body).toEqual(shown);
  const removed = (await server.api('PUT', `${path}/conflict`, { on: null })).body;
  expect(removed).not.toHaveProperty('on');
  expect(removed).toMatchObject({ enabled: true, when: { after: 2 } });
});

test('a new effect replaces the old one', async () => {
  await server.api('PUT', `${path}/mine`, { status: 401, headers: { 'X-Why': 'because' }, body: { code: 'gone' } });
  const { body } = await server.api('PUT', `${path}/mine`, { latency: '10ms' });
  expect(body).toMatchObject({ latency: '10ms' });
  for (const property of ['status', 'headers', 'body', 'work']) expect(body).not.toHaveProperty(property);
});

test('a custom fault is added with 201, listed in its place, and removed', async () => {
  const { status, body } = await server.api('PUT', `${path}/key-expires`, {
    on: { operation: 'createPet' },
    when: { after: 1 },
    status: 401,
    body: { code: 'key_expired', message: 'Your key has expired.', status: 401 },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'key-expires', builtIn: false, enabled: true, fired: 0 });
  expect((await list())[0].name).toBe('key-expires');
  expect((await call('POST', '/pets', { name: 'Maple', categoryId: 3 })).status).toBe(201);
  expect((await call('POST', '/pets', { name: 'Maple', categoryId: 3 })).body).toMatchObject({ code: 'key_expired' });
  expect((await server.api('DELETE', `${path}/key-expires`)).status).toBe(204);
  expect((await server.api('GET', `${path}/key-expires`)).status).toBe(404);
  expect((await call('POST', '/pets', { name: 'Maple', categoryId: 3 })).status).toBe(201);
});

test('a copy of a built-in fault is added under the name in the path', async () => {
  const sent = { use: 'unavailable', name: 'no-list', on: { operation: 'listPets' } };
  const { status, body } = await server.api('PUT', `${path}/no-list`, sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'no-list', builtIn: false, enabled: true, status: 503 });
  expect(body.headers).toEqual({ 'Retry-After': '1' });
  expect([(await call()).status, (await call('GET', '/pets/1')).status]).toEqual([503, 200]);
  expect((await server.api('GET', `${path}/unavailable`)).body.enabled).toBe(false);
  const renamed = await server.api('PUT', `${path}/no-list`, { name: 'other', enabled: false });
  expect([renamed.status, renamed.body.detail]).toEqual([400, 'name is "other", but the fault is "no-list".']);
  expect((await call()).status).toBe(503);
});

test('a PUT starts the counts anew, and does not move the fault', async () => {
  await server.api('PUT', `${path}/first`, { status: 500 });
  await server.api('PUT', `${path}/second`, { status: 502 });
  await call();
  expect((await server.api('GET', `${path}/first`)).body.fired).toBe(1);
  expect((await server.api('PUT', `${path}/first`, {})).body.fired).toBe(0);
  expect((await list()).slice(0, 2).map((fault) => fault.name)).toEqual(['first', 'second']);
});

test('DELETE of a built-in fault restores it and switches it off', async () => {
  const before = (await server.api('GET', `${path}/slow`)).body;
  await server.api('PUT', `${path}/slow`, { latency: '1ms', on: { method: 'POST' } });
  expect((await server.api('DELETE', `${path}/slow`)).status).toBe(204);
  expect((await server.api('GET', `${path}/slow`)).body).toEqual(before);
  expect((await server.api('DELETE', `${path}/slow`)).status).toBe(204);
});

test('DELETE of all faults switches them off and removes none', async () => {
  await server.api('PUT', `${path}/mine`, { status: 500 });
  await server.api('PUT', `${path}/conflict`, { on: { method: 'GET' } });
  expect((await server.api('DELETE', path)).status).toBe(204);
  const faults = await list();
  expect(faults.filter((fault) => fault.enabled)).toEqual([]);
  expect(faults.find((fault) => fault.name === 'mine')).toMatchObject({ enabled: false, status: 500 });
  expect(faults.find((fault) => fault.name === 'conflict')).toMatchObject({ on: { method: 'GET' } });
  expect((await call()).status).toBe(200);
});

test('a 64-bit integer in the body of a fault keeps every digit', async () => {
  await server.api('PUT', `${path}/exact`, '{ "status": 200, "body": { "n": 9223372036854775807 } }');
  expect((await server.api('GET', `${path}/exact`)).text).toContain('9223372036854775807');
  expect((await call()).text).toContain('9223372036854775807');
});

describe('an unknown fault', () => {
  const suggestion = 'No fault is named "slwo". Did you mean "slow"?';

  test('gets 404 with a suggestion', async () => {
    for (const method of ['GET', 'DELETE']) {
      expectProblem(await server.api(method, `${path}/slwo`), 404, suggestion);
    }
  });

  test('in a PUT gets 404 only without an effect', async () => {
    expectProblem(await server.api('PUT', `${path}/slwo`, { enabled: true }), 404, suggestion);
    expect((await server.api('PUT', `${path}/brand-new`, {})).body.detail).toContain('. A new one needs an effect: ');
    expect((await server.api('PUT', `${path}/slwo`, { latency: '1ms' })).status).toBe(201);
  });
});

test.each([
  [{ enabled: 'yes' }, 'enabled must be true or false'],
  [{ enable: true }, 'unknown key "enable". Did you mean "enabled"?'],
  [{ on: { operation: 'listPet' } }, 'operation names an unknown operation "listPet". Did you mean "listPets"?'],
  [{ on: { operation: ['listPets', 'nothing'] } }, 'operation[1] names an unknown operation "nothing"'],
  [{ on: { oparation: 'listPets' } }, 'Did you mean "operation"?'],
  [{ status: 199 }, 'status must be a whole number from 200 to 599'],
  [{ status: 401, latency: '1s' }, 'has 2 effects'],
  [{ latency: '2 seconds' }, 'latency must be a duration'],
  [{ transport: 'rest' }, 'Did you mean "reset"?'],
  [{ when: { chance: 2 } }, 'when.chance must be a number from 0 to 1'],
])('rejects %j and changes nothing', async (body, detail) => {
  expectProblem(await server.api('PUT', `${path}/server-error`, body), 400, expect.stringContaining(detail));
  expect((await server.api('GET', `${path}/server-error`)).body.enabled).toBe(false);
});

test('an operation may be a pattern', async () => {
  expect((await server.api('PUT', `${path}/conflict`, { on: { operation: '*Pet*' } })).status).toBe(200);
});
