/** Held responses: any client can create many with `Prefer: delay=`, so that listing and releasing them must take linear time. */
import { expect, test } from 'vitest';
import { World } from '../../src/world/world.ts';
import { loadAnimalStore, requestOf, startOf } from '../core/helpers.ts';
import { cpuMsOf } from '../hostile/cpu.ts';

const service = await loadAnimalStore();

/** A world that holds this number of responses for an hour, and at times that are not in the order of the requests. */
const holding = (count: number): World => {
  const world = new World(
    'default',
    service,
    startOf(service, { clock: { at: '2030-01-01T00:00:00Z', frozen: true } }),
    { journal: { entries: 5 } },
  );
  for (let index = 0; index < count; index++) {
    const { exchange } = world.handle(requestOf('GET', '/v1/pets'));
    const delayMs = 3_600_000 - ((index * 7919) % 1000);
    world.clock.hold(delayMs, () => world.records.announce(exchange), undefined, exchange);
  }
  return world;
};

const actions: Readonly<Record<string, (world: World) => number>> = {
  listing: ({ records: { held } }) => held.length,
  releasing: (world) => {
    world.release(world.records.held);
    return world.records.held.length;
  },
  'advancing the clock to': (world) => {
    world.setClock({ now: world.clock.now() + 3_600_000 });
    return world.records.held.length;
  },
};

test.each(Object.entries(actions))('%s 20,000 held responses takes as long as ten times 2,000', (name, act) => {
  const left = name === 'listing' ? 1 : 0;
  const many = holding(20_000);
  const few = Array.from({ length: 10 }, () => holding(2000));
  const fewMs = cpuMsOf(() => {
    for (const world of few) expect(act(world)).toBe(2000 * left);
  });
  const manyMs = cpuMsOf(() => expect(act(many)).toBe(20_000 * left));
  for (const world of [many, ...few]) world.release(world.records.held);
  // Quadratic time would be ten times as long (4300, 2200 and 1000 ms were measured). The allowance is for noise.
  expect(manyMs).toBeLessThan(4 * fewMs + 300);
});
