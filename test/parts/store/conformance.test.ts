/** Wherever worlds live, they behave the same. Each store passes all of these tests; one that outlives the process, also the last ones. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/parts/store/redis/open-store.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import { startOfScenario } from '../../../src/world/control/start-request.ts';
import { createRedactFor } from '../../../src/world/evidence/redact.ts';
import { silentLogger } from '../../../src/world/logger.ts';
import type { World } from '../../../src/world/world.ts';
import type { Worlds } from '../../../src/world/worlds.ts';
import { loadAnimalStore, requestOf } from '../../core/helpers.ts';
import {
  createWorlds,
  list,
  open,
  openServer,
  post,
  type ServerOptions,
  temporaryDirectory,
  viewOf,
} from '../save/saved-worlds.ts';
import { freshPrefix, hasStore, openTestStore } from './support/redis-server.ts';

let redisServer: Awaited<ReturnType<typeof openTestStore>> | undefined;
const service = await loadAnimalStore();
if (hasStore) redisServer = await openTestStore();
afterAll(() => redisServer?.[Symbol.asyncDispose]());

const scenarios: ServerOptions['scenarios'] = {
  default: { generate: { pets: 5 } },
  outage: { generate: { pets: 2 }, faults: ['unavailable'], clock: '2030-06-01T00:00:00Z' },
};

interface Store {
  /** The worlds of a server that has just started. */
  readonly start: () => Promise<Worlds>;
  /** Stops the server, and starts another one. */
  readonly restart: () => Promise<Worlds>;
}

const memory = (): Store => {
  const start = async (): Promise<Worlds> => {
    const worlds = createWorlds({ service, scenarios });
    await worlds.ready();
    return worlds;
  };
  return { start, restart: start };
};

const folder = (): Store => {
  const directory = temporaryDirectory();
  let server: Awaited<ReturnType<typeof openServer>> | undefined;
  const start = async (): Promise<Worlds> => {
    await server?.close();
    server = await openServer(directory, { service, scenarios });
    return server.worlds;
  };
  return { start, restart: start };
};

const redis = (): Store => {
  const prefix = freshPrefix();
  let store: Awaited<ReturnType<typeof openStore>> | undefined;
  const start = async (): Promise<Worlds> => {
    await store?.close();
    const worlds = createWorlds({ service, scenarios });
    const url = redisServer?.url as string;
    store = await openStore({
      url,
      shownUrl: url,
      prefix,
      keepMs: 60_000,
      worlds,
      redactFor: createRedactFor(),
      names: { nameOf: (option) => `--${option}` },
      logger: silentLogger,
      onRejected: () => {},
    });
    onTestFinished(store.close);
    await worlds.ready();
    return worlds;
  };
  return { start, restart: start };
};

/** Works on a world: at once, or as a job of the store. */
const act = <Result>(worlds: Worlds, name: string, action: (world: World) => Result): Promise<Result> =>
  Promise.resolve(worlds.run(name, { run: () => action(open(worlds, name)) }));

const remove = (worlds: Worlds, name: string): Promise<boolean> =>
  Promise.resolve(worlds.run(name, { run: () => worlds.delete(name) }));

const namesOf = async (worlds: Worlds): Promise<readonly string[]> => {
  await worlds.refresh();
  return [...worlds].map(({ name }) => name).sort();
};

describe.each([
  { name: 'in memory', create: memory, outlives: false, canRun: true },
  { name: 'in a folder', create: folder, outlives: true, canRun: true },
  { name: 'in a shared store', create: redis, outlives: true, canRun: hasStore },
])('worlds $name', ({ create, outlives, canRun }) => {
  test.skipIf(!canRun)('are opened by name, listed and deleted', async () => {
    const worlds = await create().start();
    await act(worlds, 'alice', () => {});
    await act(worlds, 'Alice', () => {});
    expect(await namesOf(worlds)).toEqual(['Alice', 'alice', 'default']);
    expect([await remove(worlds, 'alice'), await remove(worlds, 'alice')]).toEqual([true, false]);
    expect(await namesOf(worlds)).toEqual(['Alice', 'default']);
    expect(worlds.get('alice')).toBeUndefined();
  });

  test.skipIf(!canRun)('do not see the changes of each other', async () => {
    const worlds = await create().start();
    const before = await act(worlds, 'bob', viewOf);
    await act(worlds, 'alice', (world) => post(world, 'Maple'));
    expect(await act(worlds, 'bob', viewOf)).toEqual(before);
  });

  test.skipIf(!canRun)('have a change at once, with its response', async () => {
    const worlds = await create().start();
    const response = await act(worlds, 'alice', (world) => post(world, 'Maple'));
    expect(response.status).toBe(201);
    expect(await act(worlds, 'alice', list)).toContain('Maple');
  });

  test.skipIf(!canRun)('change nothing with a request that is rejected', async () => {
    const worlds = await create().start();
    const before = await act(worlds, 'alice', list);
    const sendWrong = (world: World) => world.handle(requestOf('POST', '/v1/pets', { body: { name: 5 } }));
    expect((await act(worlds, 'alice', sendWrong)).reply.response.status).toBe(400);
    expect(await act(worlds, 'alice', list)).toBe(before);
  });

  test.skipIf(!canRun)('tell their listeners of every change', async () => {
    const worlds = await create().start();
    const world = await act(worlds, 'alice', (opened) => opened);
    const seen: string[] = [];
    world.subscribe(({ type }) => seen.push(type));
    worlds.announce((await act(worlds, 'alice', () => world.handle(requestOf('GET', '/v1/pets')))).exchange);
    await act(worlds, 'alice', () => world.setClock({ frozen: true }));
    await act(worlds, 'alice', () => world.reset());
    await remove(worlds, 'alice');
    expect(seen).toEqual(['exchange', 'changed', 'changed', 'closed']);
  });

  test.skipIf(!canRun)('respond alike, byte for byte', async () => {
    const [worlds, reference] = [await create().start(), await memory().start()];
    const run = async (all: Worlds) => {
      await act(all, 'alice', (world) => world.setClock({ now: Date.UTC(2030, 5, 1), frozen: true }));
      return [
        await act(all, 'alice', (world) => post(world, 'Maple')),
        await act(all, 'alice', list),
        await act(all, 'alice', (world) => world.handle(requestOf('DELETE', '/v1/pets/1')).reply.response),
        await act(all, 'alice', list),
      ];
    };
    expect(await run(worlds)).toEqual(await run(reference));
  });

  test.skipIf(!canRun)(`${outlives ? 'continue' : 'start anew'} after a restart`, async () => {
    const store = create();
    const [before, reference] = [await store.start(), await memory().start()];
    for (const worlds of [before, reference]) await prepare(worlds);
    const views = [await act(before, 'alice', viewOf), await act(before, 'bob', viewOf)];
    const after = await store.restart();
    expect(await namesOf(after)).toEqual(outlives ? ['alice', 'bob', 'default'] : ['default']);
    const isSame = [await act(after, 'alice', viewOf), await act(after, 'bob', viewOf)].map(
      (view, index) => JSON.stringify(view) === JSON.stringify(views[index]),
    );
    expect(isSame).toEqual([outlives, outlives]);
    // What is decided next, and what a reset restores, are the same too.
    const next = async (worlds: Worlds) => {
      const created = await act(worlds, 'alice', (world) => post(world, 'Olive').body);
      await act(worlds, 'bob', (world) => world.reset());
      return [created, await act(worlds, 'bob', list)];
    };
    if (outlives) expect(await next(after)).toEqual(await next(reference));
  });
});

const prepare = async (worlds: Worlds): Promise<void> => {
  await act(worlds, 'alice', (world) => {
    world.setClock({ now: Date.UTC(2030, 5, 1), frozen: true });
    post(world, 'Maple');
  });
  const outage = createScenario('outage', scenarios.outage ?? {});
  await act(worlds, 'bob', (world) => {
    world.restart(startOfScenario(service, outage, { name: 'outage', seed: 9 }));
    world.setClock({ frozen: true });
  });
  await act(worlds, 'carol', () => {});
  await remove(worlds, 'carol');
};
