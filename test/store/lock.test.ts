import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LockOwner, lockDirectory } from '../../src/store/lock.ts';
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

  test('that is no lock is taken over', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, lockName), '');
    (await lock(directory))();
  });

  test('is not removed if another server has it meanwhile', async () => {
    const directory = temporaryDirectory();
    const unlock = await lock(directory);
    const other = JSON.stringify({ pid: 1, host: hostname(), started: undefined, token: 'other' });
    writeFileSync(join(directory, lockName), other);
    unlock();
    expect(readFileSync(join(directory, lockName), 'utf8')).toBe(other);
  });
});
