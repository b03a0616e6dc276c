/** Limits of a store. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { Starts } from '../../../../src/parts/store/redis/encoding.ts';
import { Replica } from '../../../../src/parts/store/redis/replica.ts';
import { commitScript } from '../../../../src/parts/store/redis/scripts.ts';
import { StoreWorlds } from '../../../../src/parts/store/redis/store-worlds.ts';
import { createScenario } from '../../../../src/scenario/document/read-scenario.ts';
import { loadAnimalStore } from '../../../core/helpers.ts';
import { canStartStore, startStoreServer } from '../support/redis-server.ts';

const committed = { type: 'committed', id: '', last: '', snapshot: 0, shift: 0, before: [], length: 0 };
const nothing = (): void => {};
const forever = new Promise<never>(nothing);

/** A replica that the store answers so. */
const replicaOf = (client: object): Replica =>
  new Replica('alice', { client, place: nothing, waiting: nothing, settled: nothing } as never);

/** The milliseconds that the replica reads. */
const stopClock = (): { now: number } => {
  const clock = { now: 0 };
  const hrtime = vi.spyOn(process, 'hrtime').mockImplementation((() => [0, clock.now * 1e6]) as never);
  onTestFinished(() => hrtime.mockRestore());
  return clock;
};

/** What became of a job by now. */
const stateOf = async (job: Promise<unknown>): Promise<unknown> => {
  const ended = job.catch(({ message }: Error) => message);
  await new Promise(setImmediate);
  return Promise.race([ended, 'waits']);
};

test('the requests of one commit', async () => {
  const sizes: number[] = [];
  const run = vi.fn();
  const commit = async () => {
    sizes.push(run.mock.calls.length);
    run.mockClear();
    return committed;
  };
  const replica = replicaOf({ commit });
  await Promise.all(Array.from({ length: 300 }, () => replica.run({ run })));
  expect(sizes).toEqual([256, 44]);
});

test('the time in which other servers may keep a request from being committed', async () => {
  const clock = stopClock();
  const times = [4999, 5001, 5001];
  const commit = vi.fn(async () => {
    clock.now = times.shift() ?? 0;
    return times.length === 0 ? committed : { type: 'gone' };
  });
  expect(await stateOf(replicaOf({ commit }).run({ run: nothing }))).toBe('The world is busy.');
  expect(commit).toHaveBeenCalledTimes(2);
});

test('the time in which a request waits for a world to be read', async () => {
  const clock = stopClock();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const job = replicaOf({ commit: async () => ({ type: 'load' }), load: () => forever }).run({ run: nothing });
  expect(await stateOf(job)).toBe('waits');
  const after = (ms: number): Promise<unknown> => {
    clock.now = ms;
    vi.advanceTimersByTime(100);
    return stateOf(job);
  };
  expect([await after(899), await after(901)]).toEqual(['waits', 'The world is busy.']);
});

test('the pause before a commit that others were faster than', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const pause = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => void vi.restoreAllMocks());
  let left = 5;
  const commit = async () => (--left < 0 ? committed : { type: 'behind', entries: [] });
  await replicaOf({ commit }).run({ run: nothing });
  expect(pause.mock.calls.map(([, ms]) => Math.round(ms ?? 0))).toEqual([8, 8]);
});

test('the jobs that wait, over all worlds', async () => {
  const worlds = new StoreWorlds({
    client: { commit: () => forever },
    connection: { isConnected: true },
    worlds: { place: nothing },
    subscribe: nothing,
  } as never);
  worlds.isClaimed = true;
  const job = { run: nothing };
  for (let index = 0; index < 9999; index++) void worlds.run(`w${index % 3}`, job);
  expect([await stateOf(worlds.run('w', job)), await stateOf(worlds.run('w', job))]).toEqual([
    'waits',
    expect.stringContaining('store'),
  ]);
});

test('the starts of worlds that are kept', async () => {
  const service = await loadAnimalStore();
  const again = async (count: number): Promise<number> => {
    const read = vi.fn(async () => JSON.stringify(createScenario('a', {}).document));
    const starts = new Starts(service, read);
    const decode = (seed: number) => starts.decode({ name: 'a', hash: 'b', seed } as never);
    for (let seed = 0; seed < count; seed++) await decode(seed);
    await decode(0);
    return read.mock.calls.length - count;
  };
  expect([await again(200), await again(201)]).toEqual([0, 1]);
});

test.skipIf(!canStartStore)('the entries of one answer, and their bytes', async () => {
  await using store = await startStoreServer();
  const keys = ['meta', 'log', 'snapshot', 'worlds', 'service', 'scenarios', 'counts', 'findings'];
  await store.command('ZADD', 'worlds', '+inf', '');
  await store.command('SET', 'service', 'service');
  /** The number of entries that a server gets which knows the first one. */
  const answered = async (entries: number, length: number): Promise<number> => {
    await store.command('DEL', 'meta', 'log');
    const write = `for at = 1, ${entries} do redis.call('XADD', 'log', at .. '-0', 'e', string.rep('x', ${length}), 's', '', 'n', '0') end`;
    await store.command('EVAL', write, '0');
    const meta = ['id', 'w', 'last', `${entries}-0`, 'changed', '0', 'exchanges', '0'];
    await store.command('HSET', 'meta', ...meta);
    const args = [
      'append',
      'w',
      '1-0',
      '',
      '1000',
      'alice',
      '9',
      '',
      'service',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '0',
      '0',
    ];
    const [type, ...rest] = (await store.command('EVAL', commitScript.text, '8', ...keys, ...args)) as string[];
    expect(type).toBe('behind');
    return rest.length / 4;
  };
  expect([await answered(1200, 1), await answered(9, 300_000)]).toEqual([500, 3]);
  // One entry is always part of it.
  expect(await answered(3, 2_000_000)).toBe(1);
});
