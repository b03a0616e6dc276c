/** The lock of a directory: one server at a time uses it. */
import { readFileSync, rmSync } from 'node:fs';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { realTime } from '../world/clock.ts';

/** The server that has the lock. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts it; undefined where it is not known. Another process may get the same id. */
  readonly started: string | undefined;
  /** Different for each lock. */
  readonly token: string;
}

export type Locking =
  | { readonly ok: true; readonly unlock: () => void }
  | { readonly ok: false; readonly owner: LockOwner };

const lockName = '.vivarium.lock';

/** The owner renews the lock this often. */
const renewalMs = 5000;

/** A lock of another machine is stale after this time without a renewal. */
const staleMs = 30_000;

/** The time in which a server that takes over a stale lock would notice that another one does the same. */
const settleMs = 100;

/** A lock whose process is dead is taken over. The lock is released at the latest when the process exits. */
export const lockDirectory = async (directory: string): Promise<Locking> => {
  const file = join(directory, lockName);
  const owner: LockOwner = {
    pid: process.pid,
    host: hostname(),
    started: await startOf(process.pid),
    token: crypto.randomUUID(),
  };
  const own = join(directory, `${lockName}.${owner.token}`);
  try {
    await writeFile(own, JSON.stringify(owner));
    const holder = await acquire(file, own, owner);
    return holder === undefined ? { ok: true, unlock: hold(file, owner) } : { ok: false, owner: holder };
  } finally {
    await rm(own, { force: true });
  }
};

/** Returns the owner if it is another one. */
const acquire = async (file: string, own: string, owner: LockOwner): Promise<LockOwner | undefined> => {
  try {
    // Unlike a rename, a link never replaces a file, and the lock is whole from the first moment.
    await link(own, file);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const present = await readLock(file);
  if (present !== undefined && (await isHeld(present, file))) return present;
  await rename(own, file);
  await setTimeout(settleMs);
  const winner = await readLock(file);
  return winner === undefined || winner.token === owner.token ? undefined : winner;
};

const readLock = async (file: string): Promise<LockOwner | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LockOwner;
  } catch {
    // It was released in the meantime, or is not a lock: locks are whole from the start.
    return undefined;
  }
};

const isHeld = async ({ pid, host, started }: LockOwner, file: string): Promise<boolean> => {
  if (host === hostname()) return isAlive(pid) && (await startOf(pid)) === started;
  const renewed = await stat(file).catch(() => undefined);
  return renewed !== undefined && realTime() - renewed.mtimeMs < staleMs;
};

const isAlive = (pid: number): boolean => {
  try {
    // Signal 0 only checks the process.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Field 22 of Linux's `/proc/PID/stat`; the second field may contain spaces and parentheses. */
const startOf = async (pid: number): Promise<string | undefined> => {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
};

/** Renews the lock until it is released. */
const hold = (file: string, { token }: LockOwner): (() => void) => {
  const renewal = setInterval(() => {
    const now = new Date(realTime());
    utimes(file, now, now).catch(() => {});
  }, renewalMs).unref();
  const remove = (): void => {
    try {
      if ((JSON.parse(readFileSync(file, 'utf8')) as LockOwner).token === token) rmSync(file);
    } catch {
      // Somebody removed it, or the whole directory.
    }
  };
  process.on('exit', remove);
  return () => {
    clearInterval(renewal);
    process.removeListener('exit', remove);
    remove();
  };
};
