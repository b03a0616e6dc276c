/** When the keeper writes, and what it does about failures: the folder is one of the test, and time is moved by hand. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Keeper, type KeeperOptions } from '../../../src/parts/save/keeper.ts';
import type { FileContent, SaveFolder } from '../../../src/parts/save/save-folder.ts';
import { loadAnimalStore } from '../../core/helpers.ts';
import { createWorlds, open, post } from './saved-worlds.ts';

const service = await loadAnimalStore();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A folder that notes what is done to it, and does what `act` says. */
const keep = (
  act: (name: string) => Promise<void> | undefined = () => undefined,
  options: Partial<KeeperOptions> = {},
) => {
  const done: string[] = [];
  const log: string[] = [];
  const folder = {
    directory: 'DIR',
    pathOf: (name: string) => `DIR/${name}`,
    write: async (name: string, { isSynced, isCurrent }: FileContent) => {
      done.push(`${name}${isSynced ? ', synced' : ''}${isCurrent() ? '' : ', not current'}`);
      await act(name);
    },
    delete: (name: string) => {
      done.push(`delete ${name}`);
      act(name)?.catch(() => {});
    },
  } as unknown as SaveFolder;
  const noteAs =
    (level: string) =>
    (message: unknown): void =>
      void log.push(`${level}: ${message}`);
  const logger = { info: noteAs('info'), warn: noteAs('warn'), error: noteAs('error') };
  const keeper = new Keeper(folder, { logger, ...options });
  const worlds = createWorlds({ service, scenarios: { default: {} } });
  worlds.observe(keeper);
  /** What is done within this time. */
  const doneIn = async (ms: number): Promise<readonly string[]> => {
    await vi.advanceTimersByTimeAsync(ms);
    return done.splice(0);
  };
  return { keeper, worlds, log, doneIn };
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const fails = (): never => {
  throw new Error('no space');
};

describe('a change is written', () => {
  test('a quarter of a second after the first one, once for all until then', async () => {
    const { worlds, doneIn } = keep();
    open(worlds, 'alice');
    expect(await doneIn(200)).toEqual([]);
    post(open(worlds, 'alice'), 'Maple');
    open(worlds, 'bob');
    expect(await doneIn(49)).toEqual([]);
    expect(await doneIn(1)).toEqual(['alice, synced', 'bob, synced']);
    expect(await doneIn(60_000)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['as long after a slow writing as that took', 400, 400],
    ['but half a second after it at most', 900, 500],
    ['and not sooner than usual', 30, 250],
  ])('%s', async (_how, writingMs, pauseMs) => {
    const { worlds, doneIn } = keep(() => wait(writingMs));
    open(worlds, 'alice');
    expect(await doneIn(250)).toEqual(['alice, synced']);
    // The writing is under way, and no other begins.
    post(open(worlds, 'alice'), 'Maple');
    expect(await doneIn(writingMs + pauseMs - 1)).toEqual([]);
    expect(await doneIn(1)).toEqual(['alice, synced']);
  });

  test('with fifteen others at the same time, and is on the disk at once if fifty worlds changed or fewer', async () => {
    const { worlds, doneIn } = keep(() => wait(100));
    for (let number = 0; number < 50; number++) open(worlds, `w${number}`);
    expect(await doneIn(250)).toHaveLength(16);
    expect(await doneIn(100)).toHaveLength(16);
    expect(await doneIn(10_000)).toEqual(Array.from({ length: 18 }, (_, index) => `w${index + 32}, synced`));
    for (let number = 0; number < 51; number++) post(open(worlds, `w${number}`), 'Maple');
    expect(await doneIn(450)).toEqual(Array.from({ length: 16 }, (_, index) => `w${index}`));
  });

  test('at the end at once, after a writing that is under way, with every clock that was moved', async () => {
    const { keeper, worlds, doneIn } = keep(() => wait(100));
    open(worlds, 'alice');
    open(worlds, 'bob').setClock({ now: 0, frozen: true });
    expect(await doneIn(250)).toEqual(['alice, synced', 'bob, synced']);
    open(worlds, 'carol');
    const closed = keeper.close();
    expect(await doneIn(99)).toEqual([]);
    expect(await doneIn(101)).toEqual(['carol, synced', 'bob, synced']);
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('and an adopted world only when it changes', async () => {
    const { keeper, worlds, doneIn } = keep();
    const world = open(worlds, 'alice');
    await doneIn(250);
    const second = keep();
    second.keeper.adopt(world);
    expect(await second.doneIn(1000)).toEqual([]);
    await second.keeper.close();
    expect(await second.doneIn(0)).toEqual([]);
    await keeper.close();
  });
});

describe('a failure', () => {
  test('is logged once; all is tried again every five seconds, and the end of it is logged', async () => {
    let isFull = true;
    const { worlds, log, doneIn } = keep((name) => (isFull && name !== 'bob' ? fails() : undefined));
    open(worlds, 'alice');
    open(worlds, 'bob');
    expect(await doneIn(250)).toEqual(['alice, synced', 'bob, synced']);
    expect(await doneIn(4999)).toEqual([]);
    expect(await doneIn(1)).toEqual(['alice, synced']);
    expect(log).toEqual([
      'error: DIR: worlds cannot be saved: no space. They are kept in memory, and written again every 5 s.',
    ]);
    isFull = false;
    expect(await doneIn(5000)).toEqual(['alice, synced']);
    expect(log.slice(1)).toEqual(['info: DIR: the worlds are saved again.']);
    post(open(worlds, 'alice'), 'Maple');
    expect(await doneIn(250)).toEqual(['alice, synced']);
    expect(log).toHaveLength(2);
  });

  test('of a deletion is no error of the caller, and the deletion is tried again', async () => {
    let isBusy = true;
    const { worlds, log, doneIn } = keep((name) => (isBusy && name === 'alice' ? fails() : undefined));
    open(worlds, 'alice');
    worlds.delete('alice');
    expect(await doneIn(250)).toEqual(['delete alice', 'delete alice']);
    expect(log).toHaveLength(1);
    isBusy = false;
    expect(await doneIn(5000)).toEqual(['delete alice']);
    expect(log).toHaveLength(2);
  });

  test('of a world that was deleted meanwhile does not bring it back', async () => {
    const { worlds, doneIn } = keep((name) => (name === 'alice' ? wait(100).then(fails) : undefined));
    open(worlds, 'alice');
    expect(await doneIn(250)).toEqual(['alice, synced']);
    worlds.delete('alice');
    expect(await doneIn(100)).toEqual(['delete alice']);
    expect(await doneIn(60_000)).toEqual(['delete alice']);
  });

  test('is reported at the end', async () => {
    const { keeper, worlds, doneIn } = keep(fails, { retryMs: 1000 });
    open(worlds, 'alice');
    await doneIn(250);
    const closed = keeper.close();
    await expect(closed).rejects.toThrow('DIR: worlds could not be saved: no space');
    expect(vi.getTimerCount()).toBe(0);
  });
});
