/** Requests that a fault missed, or matched wrongly. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, type FaultDocument } from '../../src/index.ts';

const worldWith = async (...faults: readonly FaultDocument[]) => {
  const vivarium = await createVivarium({ scenario: { faults } });
  onTestFinished(() => vivarium.close());
  return vivarium.world();
};
const key = { authorization: 'Bearer demo' };

test('a fault on a path matches every served spelling of it, and nothing outside the base path', async () => {
  const world = await worldWith({ name: 'f', on: { path: '/pets' }, status: 418 });
  const statuses = await Promise.all(
    ['/v1/pets', '/v1/pets/', '/v1/%70ets', '/v1/p%65ts/', '/v1/pets/1', '/pets'].map(async (path) => {
      const { status } = await world.fetch(path, { headers: key });
      return status;
    }),
  );
  expect(statuses).toEqual([418, 418, 418, 418, 404, 404]);
});

test('a fault on GET matches HEAD too, and one on HEAD matches only HEAD', async () => {
  const get = await worldWith({ name: 'f', on: { method: 'GET' }, status: 418 });
  expect((await get.fetch('/v1/pets', { method: 'HEAD', headers: key })).status).toBe(418);
  const head = await worldWith({ name: 'f', on: { method: 'HEAD' }, status: 418 });
  expect((await head.fetch('/v1/pets', { method: 'HEAD', headers: key })).status).toBe(418);
  expect((await head.fetch('/v1/pets', { headers: key })).status).toBe(200);
});

test('a fault of the options may be on all operations of a pattern', async () => {
  const vivarium = await createVivarium({ fault: ['unavailable@list*', 'unavailable@*Pet'] });
  onTestFinished(() => vivarium.close());
  const statuses = await Promise.all(
    ['/v1/pets', '/v1/pets/1', '/v1/nowhere'].map(async (path) => {
      const { status } = await vivarium.world().fetch(path, { headers: key });
      return status;
    }),
  );
  expect(statuses).toEqual([503, 503, 404]);
});
