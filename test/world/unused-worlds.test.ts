import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endedMessage, lookEveryMs } from '../../src/world/unused-worlds.ts';
import type { World } from '../../src/world/world.ts';
import { Worlds } from '../../src/world/worlds.ts';
import { loadAnimalStore, requestOf, startOf } from '../core/helpers.ts';

const service = await loadAnimalStore();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['hrtime'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const log: string[] = [];
const note = (message: string): void => void log.push(message);
const logger = { info: note, warn: note, error: note };

const create = async (keepMs: number | undefined, maxWorlds = 1000): Promise<Worlds> => {
  log.length = 0;
  const worlds = new Worlds(service, startOf(service), { maxWorlds, journalLimit: 5, keepMs, logger });
  await worlds.ready();
  return worlds;
};
const namesOf = (worlds: Worlds): readonly string[] => [...worlds].map(({ name }) => name);
const call = (world: World | undefined) => world?.handle(requestOf('GET', '/v1/pets'));
const hour = 3_600_000;

test('a world that nobody uses is removed, and `default` is not', async () => {
  const worlds = await create(hour);
  for (const name of ['a', 'b']) worlds.open(name);
  vi.advanceTimersByTime(hour - 1);
  worlds.endUnused();
  expect(namesOf(worlds)).toEqual(['default', 'a', 'b']);
  vi.advanceTimersByTime(1);
  worlds.endUnused();
  expect([namesOf(worlds), log]).toEqual([['default'], ['Removed 2 worlds that nobody used for 1h: a, b.']]);
});

test('what clients did in a world that was removed still counts', async () => {
  const worlds = await create(hour);
  const handled = call(worlds.open('a'));
  if (handled !== undefined) worlds.announce(handled.exchange);
  vi.advanceTimersByTime(hour);
  worlds.endUnused();
  expect(worlds.get('a')).toBeUndefined();
  expect((await worlds.totals()).coverage.operations.get('listPets')?.requests).toBe(1);
});

test.each<[string, (worlds: Worlds, world: World) => void]>([
  ['a request', (worlds, world) => worlds.announce((call(world) as NonNullable<ReturnType<typeof call>>).exchange)],
  ['a call that names it', (worlds) => void worlds.use('a')],
  ['a stream that has ended', (_, world) => world.subscribe(() => {})()],
])('%s is a use', async (_name, use) => {
  const worlds = await create(hour);
  const world = worlds.open('a') as World;
  vi.advanceTimersByTime(hour - 1);
  use(worlds, world);
  vi.advanceTimersByTime(hour - 1);
  worlds.endUnused();
  expect(namesOf(worlds)).toContain('a');
  vi.advanceTimersByTime(1);
  worlds.endUnused();
  expect(namesOf(worlds)).toEqual(['default']);
});

test.each<[string, (world: World) => void]>([
  ['an open event stream', (world) => void world.subscribe(() => {})],
  ['a response that is not delivered yet', (world) => void call(world)],
])('%s is a use as long as it lasts', async (_name, use) => {
  const worlds = await create(hour);
  use(worlds.open('a') as World);
  vi.advanceTimersByTime(100 * hour);
  worlds.endUnused();
  expect(namesOf(worlds)).toEqual(['default', 'a']);
});

test('without a time to keep, nothing is removed', async () => {
  const worlds = await create(undefined);
  worlds.open('a');
  vi.advanceTimersByTime(10_000 * hour);
  worlds.endUnused();
  expect(namesOf(worlds)).toEqual(['default', 'a']);
});

test('at the maximum, unused worlds make room, or three of those that were unused for longest are named', async () => {
  const worlds = await create(hour, 6);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    worlds.open(name);
    vi.advanceTimersByTime(1000);
  }
  call(worlds.use('a'));
  worlds.use('c')?.subscribe(() => {});
  worlds.use('b');
  expect([worlds.open('f'), worlds.oldest]).toEqual([undefined, ['d', 'e', 'b']]);
  worlds.delete('d');
  expect(worlds.oldest).toEqual(['e', 'b']);
  vi.advanceTimersByTime(hour);
  for (const name of ['f', 'g', 'h']) expect(worlds.open(name)).toBeDefined();
  expect(namesOf(worlds)).toEqual(['default', 'a', 'c', 'f', 'g', 'h']);
});

test('many requests for more worlds than there may be look for unused ones once a second', async () => {
  const worlds = await create(hour, 2);
  const world = worlds.open('a') as World;
  const look = vi.spyOn(world, 'isInUse', 'get');
  for (let count = 0; count < 100; count++) worlds.open(`more-${count}`);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  worlds.open('more');
  expect(look).toHaveBeenCalledTimes(2);
});

test('requests come in between when many worlds end', async () => {
  vi.useRealTimers();
  // Each look at the time takes a millisecond.
  let now = 0;
  const spy = vi.spyOn(process, 'hrtime').mockImplementation(() => [Math.floor(now / 1000), (now++ % 1000) * 1e6]);
  onTestFinished(() => spy.mockRestore());
  const worlds = await create(hour);
  for (let count = 0; count < 100; count++) worlds.open(`w${count}`);
  now += hour;
  worlds.endUnused();
  expect(worlds.size).toBeGreaterThan(80);
  await vi.waitFor(() => expect(worlds.size).toBe(1));
});

test.each([
  [1000, 1000],
  [hour / 60, 3750],
  [24 * hour, 60_000],
])('worlds that are kept for %i ms are looked at every %i ms', (keepMs, everyMs) => {
  expect(lookEveryMs(keepMs)).toBe(everyMs);
});

test('the log names ten of the worlds that were removed', () => {
  const worlds = Array.from({ length: 11 }, (_, at) => ({ name: `w${at}` }) as World);
  expect(endedMessage(worlds.slice(0, 10), hour)).toMatch(/^Removed 10 worlds .* 1h: w0, .*, w9\.$/);
  expect(endedMessage(worlds, hour)).toMatch(/^Removed 11 worlds .*, w9, \.\.\.\.$/);
});
