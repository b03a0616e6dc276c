import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/core/exchange.ts';
import { sizeOf } from '../../src/core/primitives/sorted-map.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { elapsedSince } from '../../src/world/clock.ts';
import type { World } from '../../src/world/world.ts';
import { Worlds } from '../../src/world/worlds.ts';
import { bodyOf, collectionOf, itemsOf, loadAnimalStore, requestOf, startOf } from '../core/helpers.ts';
import { loadScenario } from '../scenario/helpers.ts';

const service = await loadAnimalStore();

const worldsOf = (document: ScenarioDocument = {}, maxWorlds = 1000): Worlds =>
  new Worlds(service, startOf(service, document), { maxWorlds, journalLimit: 5 });
const open = (worlds: Worlds, name: string): World => {
  const world = worlds.open(name);
  if (world === undefined) throw new Error(`no room for ${name}`);
  return world;
};
const pet = { name: 'Maple', categoryId: 3 };
const create = (world: World) => world.handle(requestOf('POST', '/v1/pets', { body: pet }));

describe('the worlds of a service', () => {
  test('include `default` once they are ready', async () => {
    const worlds = worldsOf();
    expect([worlds.size, worlds.isReady]).toEqual([0, false]);
    await worlds.ready();
    expect([...worlds].map(({ name }) => name)).toEqual(['default']);
    expect(worlds.isReady).toBe(true);
  });

  test('keep `default` after a second ready()', async () => {
    const worlds = worldsOf();
    await worlds.ready();
    create(open(worlds, 'default'));
    await worlds.ready();
    expect(itemsOf(open(worlds, 'default').decisions.state, 'pets')).toHaveLength(1);
  });

  test('do not open a deleted `default` again for a reload, but for the next request', async () => {
    const worlds = worldsOf();
    await worlds.ready();
    worlds.delete('default');
    await worlds.ready();
    expect(worlds.get('default')).toBeUndefined();
    expect(worlds.open('default')).toBeDefined();
  });

  test('are announced once while they may lose responses', () => {
    const losing: string[] = [];
    const harmless = worldsOf();
    harmless.onLosing((name) => losing.push(name));
    open(harmless, 'alice');
    expect(losing).toEqual([]);
    const worlds = worldsOf({ faults: ['reset'] });
    worlds.onLosing((name) => losing.push(name));
    open(worlds, 'alice');
    open(worlds, 'alice');
    expect(losing).toEqual(['alice']);
    const replica = worlds.createReplica('bob', worlds.start);
    for (const one of [replica, replica, undefined, undefined, replica]) worlds.place('bob', one);
    expect(losing).toEqual(['alice', 'bob', 'bob']);
    expect(['alice', 'bob', 'carol'].map((name) => worlds.mayLoseResponses(name))).toEqual([true, true, false]);
    worlds.place('carol', worldsOf().createReplica('carol', worldsOf().start));
    expect(losing).toHaveLength(3);
  });

  test('keep the coverage of deleted worlds, also for a changed document', async () => {
    const worlds = worldsOf();
    const requestsOf = async () =>
      [...(await worlds.totals()).coverage.operations.values()].map(({ operation, requests }) => [operation, requests]);
    create(open(worlds, 'alice'));
    open(worlds, 'alice').handle(requestOf('GET', '/v1/pets'));
    worlds.delete('alice');
    expect(worlds.delete('alice')).toBe(false);
    create(open(worlds, 'bob'));
    expect(await requestsOf()).toEqual([
      ['listPets', 1],
      ['createPet', 2],
      ['getPet', 0],
      ['listOrders', 0],
    ]);
    const added = { ...(service.operations[0] as Operation), name: 'listAll', path: '/all' };
    const changed = { ...service, operations: [...service.operations.slice(1, 3), added] };
    worlds.adopt(changed, worlds.start, (world) => world.adopt(changed, world.decisions.start, world.decisions.state));
    expect(await requestsOf()).toEqual([
      ['createPet', 2],
      ['getPet', 0],
      ['listAll', 1],
    ]);
    expect([...open(worlds, 'bob').coverage.report().operations.keys()]).toEqual(['createPet', 'getPet', 'listAll']);
    const carol = open(worlds, 'carol');
    carol.coverage.add({ ...create(carol).exchange, operation: 'listAll' }, []);
    worlds.delete('carol');
    expect((await requestsOf()).at(-1)).toEqual(['listAll', 2]);
  });

  test('are opened by name, and one name is one world', () => {
    const worlds = worldsOf();
    const alice = open(worlds, 'alice');
    expect(open(worlds, 'alice')).toBe(alice);
    expect(worlds.get('alice')).toBe(alice);
    expect(worlds.get('bob')).toBeUndefined();
    expect(worlds.get('constructor')).toBeUndefined();
  });

  test('are limited: a further one is rejected, none is dropped, and a deleted one makes room', async () => {
    const worlds = worldsOf({}, 3);
    await worlds.ready();
    expect([worlds.open('a'), worlds.open('b')]).not.toContain(undefined);
    expect(worlds.open('c')).toBeUndefined();
    expect(worlds.open('a')).toBeDefined();
    expect([...worlds].map(({ name }) => name)).toEqual(['default', 'a', 'b']);
    expect(worlds.delete('a')).toBe(true);
    expect(worlds.delete('a')).toBe(false);
    expect(worlds.open('c')).toBeDefined();
  });

  test('are independent', () => {
    const worlds = worldsOf();
    create(open(worlds, 'alice'));
    create(open(worlds, 'alice'));
    expect(create(open(worlds, 'bob')).exchange.id).toBe(1);
    expect(itemsOf(open(worlds, 'alice').decisions.state, 'pets')).toHaveLength(2);
    expect(itemsOf(open(worlds, 'bob').decisions.state, 'pets')).toHaveLength(1);
  });

  test('call each listener for each exchange, until it is removed', () => {
    const worlds = worldsOf();
    const heard: Exchange[] = [];
    const stop = worlds.onExchange((exchange) => heard.push(exchange));
    const { exchange } = create(open(worlds, 'alice'));
    expect(heard).toEqual([]);
    worlds.announce(exchange);
    stop();
    worlds.announce(exchange);
    expect(heard).toEqual([exchange]);
  });
});

test('what is opened after a reload starts as its scenario says', () => {
  const worlds = worldsOf();
  worlds.adopt(service, startOf(service, { data: { pets: [{ id: 7, ...pet }] } }), () => {});
  expect(itemsOf(open(worlds, 'alice').decisions.state, 'pets')).toHaveLength(1);
});

test('nothing is ready before the service is', async () => {
  let finish = (): void => {};
  const ready = new Promise<void>((resolve) => (finish = resolve));
  const late = { ...service, ready: () => ready };
  const worlds = new Worlds(late, startOf(service), { maxWorlds: 5, journalLimit: 5 });
  const waited = worlds.ready();
  await new Promise(setImmediate);
  expect([worlds.size, worlds.isReady]).toEqual([0, false]);
  finish();
  await waited;
  expect([worlds.size, worlds.isReady]).toEqual([1, true]);
});

test('a request that no world handles is refused with the headers of the refusal, if it has any', () => {
  const worlds = worldsOf();
  const headersOf = (headers?: readonly string[]) =>
    worlds.refuse(requestOf('GET', '/v1/pets'), 'alice', {
      status: 503,
      message: 'Full.',
      ...(headers !== undefined && { headers }),
    }).response.headers;
  expect(headersOf(['Retry-After', '1'])).toEqual([...headersOf(), 'Retry-After', '1']);
});

describe('with a store', () => {
  const shared = (over: object = {}) => {
    const calls: unknown[] = [];
    const note = (name: string, result?: unknown) => [
      name,
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        return result;
      },
    ];
    const worlds = worldsOf();
    const names = ['open', 'delete', 'announced', 'watched', 'totals'];
    worlds.share({
      ...Object.fromEntries(names.map((name) => note(name))),
      ...Object.fromEntries([note('refresh', Promise.resolve()), note('isAvailable', Promise.resolve(true))]),
      oldest: ['old'],
      ...over,
    } as never);
    const replica = (name: string): World => {
      const world = worlds.createReplica(name, worlds.start);
      worlds.place(name, world);
      return world;
    };
    return { worlds, calls, replica };
  };

  test('replicas are listed by name, and those in use stay up to date', async () => {
    const { worlds, calls, replica } = shared();
    await worlds.ready();
    expect(worlds.size).toBe(0);
    for (const name of ['b', 'default', 'a']) replica(name);
    expect([...worlds].map(({ name }) => name)).toEqual(['a', 'b', 'default']);
    expect(worlds.oldest).toEqual(['old']);
    worlds.endUnused();
    worlds.get('b')?.subscribe(() => {});
    worlds.endUnused();
    expect(calls).toEqual([
      ['refresh', 'default'],
      ['watched', 'b'],
      ['refresh', 'b'],
      ['refresh', 'default'],
    ]);
  });

  test('the store opens and deletes the worlds, and learns what was delivered', () => {
    const { worlds, calls, replica } = shared();
    const alice = replica('alice');
    const { exchange } = create(alice);
    worlds.open('bob');
    worlds.delete('alice');
    worlds.delete('carol');
    worlds.announce(exchange);
    expect(calls).toEqual([
      ['open', 'bob', worlds.start],
      ['delete', 'alice'],
      ['announced', exchange],
    ]);
    expect([worlds.mayLoseResponses('alice'), worlds.mayLoseResponses('unknown')]).toEqual([false, true]);
  });

  test('it is available, or away; without one, neither', async () => {
    expect(await shared().worlds.store()).toBe('ok');
    expect(await shared({ isAvailable: async () => false }).worlds.store()).toBe('away');
    expect(await worldsOf().store()).toBeUndefined();
  });
});

describe('a world', () => {
  test('decides, applies changes and records', () => {
    const world = open(worldsOf(), 'alice');
    const { reply, exchange, started } = create(world);
    expect(bodyOf(reply)).toEqual({ id: 1, ...pet });
    expect(bodyOf(world.handle(requestOf('GET', '/v1/pets')).reply)).toEqual([{ id: 1, ...pet }]);
    expect(world.journal.find(1)).toBe(exchange);
    expect(exchange.durationMs).toBeGreaterThanOrEqual(0);
    expect(elapsedSince(started)).toBeGreaterThanOrEqual(exchange.durationMs);
  });

  test('starts over on reset: data, faults, counts, clock, chance and journal', () => {
    const frozen = { at: '2030-06-01T00:00:00Z', frozen: true };
    const world = open(worldsOf({ clock: frozen, faults: ['flaky'], data: { pets: [{ id: 7, ...pet }] } }), 'alice');
    const play = () => Array.from({ length: 20 }, () => create(world).reply.response);
    const first = play();
    const before = world.clock.now();
    world.setClock({ now: 0, frozen: false });
    world.apply([{ type: 'faults-disabled' }, { type: 'delete', collection: 'pets', key: '7' }]);
    world.reset();
    expect(world.journal.size).toBe(0);
    expect([world.clock.now(), world.clock.frozen]).toEqual([before, true]);
    expect(itemsOf(world.decisions.state, 'pets')).toEqual([{ id: 7, ...pet }]);
    expect(play()).toEqual(first);
  });

  test('can start from another scenario', () => {
    const worlds = worldsOf();
    const world = open(worlds, 'alice');
    create(world);
    world.restart(startOf(service, { seed: 5, data: { pets: [{ id: 9, ...pet }] } }));
    expect(itemsOf(world.decisions.state, 'pets')).toEqual([{ id: 9, ...pet }]);
    expect([world.decisions.state.seed, world.decisions.state.counters.exchanges]).toEqual([5, 0]);
    world.reset();
    expect(itemsOf(world.decisions.state, 'pets')).toHaveLength(1);
    expect(itemsOf(open(worlds, 'bob').decisions.state, 'pets')).toEqual([]);
  });

  test('forgets the differences to an upstream on a reset', () => {
    const world = open(worldsOf(), 'alice');
    const difference = { kind: 'status', pointer: '', simulated: 200, real: 404, breaking: true };
    world.records.add({ ...create(world).exchange, differences: [difference] as never }, []);
    expect(world.drift.rows).toMatchObject([{ ...difference, world: 'alice', count: 1 }]);
    world.reset();
    expect(world.drift.rows).toEqual([]);
  });

  test('does not judge a request that no client sent', () => {
    const world = open(worldsOf(), 'alice');
    world.probe(requestOf('GET', '/v1/pets?limit=0'), { keepsChanges: true });
    expect(world.records.judged).toEqual({ requests: 0, violations: 0 });
    world.handle(requestOf('GET', '/v1/pets?limit=0'));
    world.handle(requestOf('GET', '/v1/nothing'));
    expect(world.records.judged).toEqual({ requests: 1, violations: 1 });
  });

  test('limits the number of its exchanges, and their numbers continue', () => {
    const world = open(worldsOf(), 'alice');
    for (let call = 0; call < 8; call++) create(world);
    expect([...world.journal.newestFirst()].map(({ id }) => id)).toEqual([8, 7, 6, 5, 4]);
    world.journal.clear();
    expect(create(world).exchange.id).toBe(9);
  });
});

describe('a thousand idle worlds', () => {
  test('share the items of the scenario `crowded`: nothing is copied until one of them writes', async () => {
    const scenario = await loadScenario('scenarios', 'crowded');
    const worlds = worldsOf(scenario.document);
    await worlds.ready();
    const first = collectionOf(open(worlds, 'default').decisions.state, 'pets');
    expect(sizeOf(first.items)).toBe(10_000);
    for (let at = 1; at < 1000; at++) open(worlds, `world-${at}`);
    expect(worlds.size).toBe(1000);
    for (const world of worlds) expect(collectionOf(world.decisions.state, 'pets')).toBe(first);
    create(open(worlds, 'world-7'));
    const others = [...worlds].filter((world) => collectionOf(world.decisions.state, 'pets') !== first);
    expect(others.map(({ name }) => name)).toEqual(['world-7']);
    expect(sizeOf(first.items)).toBe(10_000);
    // The world that wrote still shares its other items.
    expect(itemsOf(open(worlds, 'world-7').decisions.state, 'pets').slice(0, 10_000)).toEqual(
      itemsOf(open(worlds, 'default').decisions.state, 'pets'),
    );
    expect(itemsOf(open(worlds, 'world-7').decisions.state, 'pets')[0]).toBe(
      itemsOf(open(worlds, 'default').decisions.state, 'pets')[0],
    );
  });
});
