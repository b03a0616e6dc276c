import { describe, expect, test } from 'vitest';
import { expectProblem, startForTest, useServer } from '../control-server.ts';

const server = await useServer({ maxWorlds: 40 });

const isOpen = async (world: string): Promise<boolean> => (await server.api('GET', `/worlds/${world}`)).status === 200;

describe('a world that is not open', () => {
  test.each([
    ['fault', 'PUT', '/faults/slow', { enabled: true }, 200],
    ['fault-without-a-body', 'PUT', '/faults/slow', undefined, 200],
    ['own-fault', 'PUT', '/faults/teapot', { status: 418 }, 201],
    ['clock', 'PUT', '/clock', { frozen: true }, 200],
    ['collection', 'PUT', '/collections/pets', [{ id: 1, name: 'Maple', categoryId: 1 }], 200],
    ['item', 'PUT', '/collections/pets/77', { id: 77, name: 'Maple', categoryId: 1 }, 201],
    ['new-item', 'POST', '/collections/pets', { name: 'Maple', categoryId: 1 }, 201],
    ['reset', 'POST', '/reset', undefined, 200],
  ])('is opened by a valid call: %s', async (world, method, path, body, status) => {
    expect((await server.api(method, `/worlds/${world}${path}`, body)).status).toBe(status);
    expect(await isOpen(world)).toBe(true);
  });

  test.each([
    ['fault', 'PUT', '/faults/slow', { enabled: 'yes' }, 400],
    ['unknown-fault', 'PUT', '/faults/slwo', {}, 404],
    ['query', 'PUT', '/faults/slow?x=1', {}, 400],
    ['clock', 'PUT', '/clock', {}, 400],
    ['collection', 'PUT', '/collections/pets', {}, 400],
    ['unknown-collection', 'PUT', '/collections/pats', [], 404],
    ['item', 'POST', '/collections/pets', { name: 7 }, 400],
    ['reset', 'POST', '/reset', { x: 1 }, 400],
  ])('stays closed after an invalid call: %s', async (name, method, path, body, status) => {
    const world = `not-${name}`;
    expect((await server.api(method, `/worlds/${world}${path}`, body)).status).toBe(status);
    expect(await isOpen(world)).toBe(false);
  });

  test.each([
    ['GET', ''],
    ['GET', '/faults'],
    ['GET', '/collections/pets'],
    ['DELETE', '/faults/slow'],
    ['DELETE', '/collections/pets/1'],
    ['POST', '/exchanges/1/replay'],
  ])('gets 404 for %s %s', async (method, path) => {
    expect((await server.api(method, `/worlds/nobody${path}`)).status).toBe(404);
    expect(await isOpen('nobody')).toBe(false);
  });

  test('is not opened by an invalid name', async () => {
    expect((await server.api('PUT', '/worlds/no%20name/faults/slow')).status).toBe(404);
  });

  test('gets 503 if the maximum number of worlds is open', async () => {
    const full = await startForTest({ maxWorlds: 1 });
    expectProblem(
      await full.api('PUT', '/worlds/alice/faults/slow'),
      503,
      expect.stringContaining('the maximum of 1 world is open'),
    );
    expect((await full.api('PUT', '/worlds/default/faults/slow')).status).toBe(200);
  });
});

test('a fault that is switched before the first request applies to it', async () => {
  await server.api('PUT', '/worlds/early/faults/unauthorized');
  expect((await server.call('GET', '/~early/v1/pets')).status).toBe(401);
});
