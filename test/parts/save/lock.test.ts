import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type LockOwner, lockDirectory } from '../../../src/parts/save/lock.ts';
import { waitFor } from '../../wait-for.ts';
import { filesIn, temporaryDirectory } from './saved-worlds.ts';

const lockName = '.vivarium.lock';

/** A directory with a lock of this owner. */
const lockedBy = (owner: Partial<LockOwner>): string => {
  const directory = temporaryDirectory();
  const whole = { pid: 1, host: hostname(), started: 'unknown', token: 'other', ...owner };
  writeFileSync(join(directory, lockName), JSON.stringify(whole));
  return directory;
};

const lock = async (directory: string): Promise<() => void> => {
  const locking = await lockDirectory(directory);
  if (!locking.ok) throw new Error(`it is locked by ${locking.owner.pid}`);
  return locking.unlock;
};

/** A process that has ended: nobody has its id. */
const deadProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid as number;
};

describe('the lock of a directory', () => {
  test('is had by one at a time', async () => {
    const directory = temporaryDirectory();
    const unlock = await lock(directory);
    expect(await lockDirectory(directory)).toMatchObject({ ok: false, owner: { pid: process.pid, host: hostname() } });
    unlock();
    expect(filesIn(directory)).toEqual([]);
    (await lock(directory))();
  });

  test('is had by one of many that start at the same time', async () => {
    const directory = temporaryDirectory();
    const all = await Promise.all(Array.from({ length: 10 }, () => lockDirectory(directory)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    for (const locking of all) if (locking.ok) locking.unlock();
  });

  test('of a dead process is taken over', async () => {
    const directory = lockedBy({ pid: await deadProcess() });
    const unlock = await lock(directory);
    expect(JSON.parse(readFileSync(join(directory, lockName), 'utf8'))).toMatchObject({ pid: process.pid });
    expect(filesIn(directory)).toEqual([lockName]);
    unlock();
  });

  test('of a dead process is taken over by one of many', async () => {
    const directory = lockedBy({ pid: await deadProcess() });
    const all = await Promise.all(Array.from({ length: 5 }, () => lockDirectory(directory)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    for (const locking of all) if (locking.ok) locking.unlock();
  });

  test.skipIf(!existsSync('/proc/self/stat'))('of an earlier process with the same id is taken over', async () => {
    (await lock(lockedBy({ pid: process.pid, started: '1' })))();
  });

  test('of another machine is held while it is renewed', async () => {
    const directory = lockedBy({ host: 'elsewhere' });
    expect(await lockDirectory(directory)).toMatchObject({ ok: false, owner: { host: 'elsewhere' } });
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(directory, lockName), past, past);
    (await lock(directory))();
  });

  test.skipIf(!existsSync('/proc/self/stat'))(
    'of a killed process that nobody has waited for is taken over',
    async () => {
      // The second program does not know of the child of the first, which ends after the first is replaced.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [output] = await once(parent.stdout, 'data');
      const pid = Number(output);
      const fields = (): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
      await waitFor(() => expect(fields()[2]).toBe('Z'), 5);
      (await lock(lockedBy({ pid, started: fields()[21] as string })))();
    },
  );

  const whole = { host: hostname(), token: 'other' };
  const noLocks = ['', 'null', '5', '"x"', '[]', '{}', '[['.repeat(2000), `"${'x'.repeat(5_000_000)}"`].concat(
    [-1, 0, 1.5, 2 ** 31, 2 ** 53, '1', null].map((pid) => JSON.stringify({ ...whole, pid })),
    JSON.stringify({ ...whole, pid: 1, host: 5 }),
    JSON.stringify({ pid: 1, host: hostname() }),
  );
  test.each(noLocks.map((text) => [text.slice(0, 60), text]))(
    'that is no lock is taken over: %s',
    async (_start, text) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, lockName), text);
      (await lock(directory))();
      expect(filesIn(directory)).toEqual([]);
    },
  );

  const planted: readonly (readonly [what: string, plant: (path: string, target: string) => void])[] = [
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link', (path, target) => symlinkSync(target, path)],
    ['a link that leads nowhere', (path, target) => symlinkSync(`${target}.missing`, path)],
  ];
  test.each(planted)('that is %s is taken over, and left alone in the end', async (_what, plant) => {
    const directory = temporaryDirectory();
    const target = join(temporaryDirectory(), 'target');
    writeFileSync(target, 'mine');
    const file = join(directory, lockName);
    plant(file, target);
    const unlock = await lock(directory);
    rmSync(file);
    plant(file, target);
    unlock();
    expect(lstatSync(file).isFile()).toBe(false);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(existsSync(`${target}.missing`)).toBe(false);
  });

  test('is not removed if another server has it meanwhile', async () => {
    const directory = temporaryDirectory();
    const unlock = await lock(directory);
    const other = JSON.stringify({ pid: 1, host: hostname(), started: undefined, token: 'other' });
    writeFileSync(join(directory, lockName), other);
    unlock();
    expect(readFileSync(join(directory, lockName), 'utf8')).toBe(other);
  });

  test('is renewed every five seconds, and removed at the end of the process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const directory = temporaryDirectory();
    const file = join(directory, lockName);
    const before = process.listeners('exit');
    const unlock = await lock(directory);
    const past = new Date(Date.now() - 60_000);
    utimesSync(file, past, past);
    vi.advanceTimersByTime(4999);
    expect(lstatSync(file).mtimeMs).toBeLessThan(Date.now() - 50_000);
    vi.advanceTimersByTime(1);
    await waitFor(() => expect(lstatSync(file).mtimeMs).toBeGreaterThan(Date.now() - 50_000), 5);
    const added = process.listeners('exit').filter((listener) => !before.includes(listener));
    for (const listener of added) listener(0);
    expect([added.length, existsSync(file)]).toEqual([1, false]);
    unlock();
    expect([process.listeners('exit').length, vi.getTimerCount()]).toEqual([before.length, 0]);
  });

  test('of another machine is stale after exactly thirty seconds', async () => {
    const renewed = new Date(Math.floor(Date.now() / 1000) * 1000);
    vi.useFakeTimers({ toFake: ['Date'], now: renewed.getTime() + 29_999 });
    onTestFinished(() => void vi.useRealTimers());
    const directory = lockedBy({ host: 'elsewhere' });
    utimesSync(join(directory, lockName), renewed, renewed);
    expect((await lockDirectory(directory)).ok).toBe(false);
    vi.setSystemTime(renewed.getTime() + 30_000);
    (await lock(directory))();
  });

  test('needs a directory', async () => {
    await expect(lockDirectory(join(temporaryDirectory(), 'gone'))).rejects.toThrow('ENOENT');
  });

  test.skipIf(!existsSync('/proc/self/fd'))('leaves no file open', async () => {
    const directory = lockedBy({ host: 'elsewhere' });
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let round = 0; round < 20; round++) await lockDirectory(directory);
    expect(openFiles()).toBeLessThan(before + 20);
  });
});
