/** The same deliveries as on a socket, for a client of `fetch`. */
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

const vivarium = await createVivarium();
afterAll(() => vivarium.close());

const init = { headers: { authorization: 'Bearer demo' } };

test.each([
  ['reset', 'ECONNRESET'],
  ['empty', 'UND_ERR_SOCKET'],
  ['garbage', 'HPE_INVALID_CONSTANT'],
] as const)('%s rejects like a failed fetch, with its reason as the cause', async (fault, code) => {
  const world = vivarium.world(fault);
  world.fault(fault);
  const error = await world.fetch('/v1/pets', init).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code } });
  expect(world.exchanges()[0]).toMatchObject({ status: 200, faults: [{ name: fault }] });
});

test('truncate resolves with the headers, and the body fails', async () => {
  const world = vivarium.world('truncate');
  world.fault('truncate');
  const response = await world.fetch('/v1/pets', init);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('dribble streams the body in chunks as the clock advances', async () => {
  const world = vivarium.world('dribble');
  world.clock.set({ frozen: true });
  world.fault('dribble', { dribble: { chunks: 3, over: '3h' } });
  const response = await world.fetch('/v1/pets?limit=1', init);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  for (let chunk = 1; chunk <= 3; chunk++) {
    const read = reader.read();
    let isRead = false;
    read.then(() => (isRead = true));
    await new Promise(setImmediate);
    expect(isRead).toBe(false);
    world.clock.advance('1h');
    text += new TextDecoder().decode((await read).value);
  }
  expect((await reader.read()).done).toBe(true);
  expect(JSON.parse(text)).toHaveLength(1);
});

test('a dribbled response without a body ends', async () => {
  const world = vivarium.world('bodiless');
  world.fault('dribble', { dribble: { chunks: 3, over: '10ms' } });
  const response = await world.fetch('/v1/pets', { ...init, method: 'HEAD' });
  expect(await response.text()).toBe('');
});

test('a dribbled response is announced when it is complete, even without a reader', async () => {
  const simulation = await createVivarium();
  const world = simulation.world();
  world.clock.set({ frozen: true });
  world.fault('dribble', { dribble: { chunks: 2, over: '2h' } });
  const { url } = await simulation.listen({ port: 0 });
  const announced = async (): Promise<string | undefined> =>
    /vivarium_request_duration_seconds_count (\d+)/.exec(await (await fetch(`${url}/_vivarium/metrics`)).text())?.[1];
  await world.fetch('/v1/pets?limit=1', init);
  world.clock.advance('1h');
  expect(await announced()).toBe('0');
  world.clock.advance('1h');
  expect(await announced()).toBe('1');
  await simulation.close();
});

test('a cancelled body delays nothing', async () => {
  const world = vivarium.world('cancelled');
  world.clock.set({ frozen: true });
  world.fault('dribble', { dribble: { chunks: 2, over: '2h' } });
  const response = await world.fetch('/v1/pets', init);
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await response.body?.cancel();
  expect(timers()).toBe(before - 1);
});

test.each([
  ['timeout', {}],
  ['slow', { latency: '1h' }],
] as const)('a fetch under %s is aborted when the simulation is closed', async (fault, patch) => {
  const simulation = await createVivarium();
  const world = simulation.world();
  world.fault(fault, patch);
  const rejected = expect(world.fetch('/v1/pets', init)).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => world.exchanges()).toHaveLength(1);
  await simulation.close();
  await rejected;
  await expect(world.fetch('/v1/pets', init)).rejects.toThrow('this Vivarium is closed');
});

test('an unfinished body fails when the simulation is closed', async () => {
  const simulation = await createVivarium();
  const world = simulation.world();
  world.fault('dribble', { dribble: { chunks: 2, over: '2h' } });
  const response = await world.fetch('/v1/pets', init);
  const broken = expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
  await simulation.close();
  await broken;
});
