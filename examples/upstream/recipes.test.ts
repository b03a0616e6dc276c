/** The recipes of docs/upstream.md, in a test. On the command line, `--upstream URL` does the same. */

import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, type VivariumOptions } from 'vivarium';
import { type Service, startService } from './service.ts';

const start = async (service: Service, options: VivariumOptions = {}) => {
  const vivarium = await createVivarium({ upstream: service.url, scenario: 'empty', ...options });
  onTestFinished(async () => {
    service.close();
    await vivarium.close();
  });
  return vivarium.world();
};

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
const post = { method: 'POST', headers, body: JSON.stringify({ name: 'Maple', categoryId: 3 }) };

test('a half-built service: what it has not yet is simulated, on its data', async () => {
  const world = await start(await startService(), { forward: ['listPets', 'createPet'], record: true });
  const created = await world.fetch('/v1/pets', post);
  expect(created.headers.get('vivarium-origin')).toBe('upstream');
  // The service has no such operation.
  const read = await world.fetch('/v1/pets/2', { headers });
  expect(read.headers.get('vivarium-origin')).toBeNull();
  expect(await read.json()).toEqual({ id: 2, name: 'Maple', categoryId: 3 });
});

test('faults on staging: the real response, late or altered, or none', async () => {
  const world = await start(await startService());
  world.fault('missing-required', { on: { operation: 'listPets' } });
  expect(await (await world.fetch('/v1/pets', { headers })).json()).not.toEqual([
    { id: 1, name: 'Luna', categoryId: 1 },
  ]);
  world.fault('unavailable', { on: { operation: 'createPet' } });
  expect((await world.fetch('/v1/pets', post)).status).toBe(503);
  world.fault('missing-required', { enabled: false });
  // Nothing was sent, so the service has one animal.
  expect(await (await world.fetch('/v1/pets', { headers })).json()).toHaveLength(1);
});

test('record for a demo: the recording is served without the service, and goes on', async () => {
  const service = await startService();
  const world = await start(service, { record: true });
  const pets = await (await world.fetch('/v1/pets', { headers })).json();
  const recording = world.save();
  service.close();
  const demo = await createVivarium({ scenario: recording });
  onTestFinished(() => demo.close());
  const send = demo.world().fetch;
  expect(await (await send('/v1/pets', { headers })).json()).toEqual(pets);
  expect((await send('/v1/pets', post)).status).toBe(201);
  expect(await (await send('/v1/pets/2', { headers })).json()).toMatchObject({ name: 'Maple' });
});

test.each([
  [1, []],
  [2, ['createPet type /id', 'listPets type /*/id']],
] as const)('drift every night: release %i differs in %j', async (release, expected) => {
  const world = await start(await startService(release), { compare: true });
  await world.fetch('/v1/pets', post);
  await world.fetch('/v1/pets', { headers });
  // What neither of them accepts is no difference.
  expect((await world.fetch('/v1/pets', { ...post, body: '{' })).status).toBe(400);
  const breaking = world.drift().filter((row) => row.breaking);
  expect(breaking.map(({ operation, kind, pointer }) => `${operation} ${kind} ${pointer}`)).toEqual(expected);
});
