/** The lock of a directory: one server at a time uses it. */
import { closeSync, constants, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { link, lstat, lutimes, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { newFile } from '../../files/make-folder.ts';
import { isRunning, processEntry } from '../../files/running-process.ts';
import { realTime } from '../../world/clock.ts';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts it; undefined where it is not known. Another process may get the same id. */
  readonly started: string | undefined;
  readonly token: string;
}

type Locking = { readonly ok: true; readonly unlock: () => void } | { readonly ok: false; readonly owner: LockOwner };

const lockName = '.vivarium.lock';

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
    started: processEntry(process.pid)?.started,
    token: crypto.randomUUID(),
  };
  const own = join(directory, `${lockName}.${owner.token}`);
  try {
    await writeFile(own, JSON.stringify(owner), { flag: newFile });
    const holder = await acquire(file, own, owner);
    return holder === undefined ? { ok: true, unlock: hold(file, owner) } : { ok: false, owner: holder };
  } finally {
    await rm(own, { force: true });
  }
};

/** Returns false if there is a file already. Unlike a rename, a link never replaces one, and it is whole from the first moment. */
export const linkNew = async (written: string, path: string): Promise<boolean> => {
  try {
    await link(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
};

/** Returns the owner if it is another one. */
const acquire = async (file: string, own: string, owner: LockOwner): Promise<LockOwner | undefined> => {
  if (await linkNew(own, file)) return undefined;
  const present = readLock(file);
  if (present !== undefined && (await isHeld(present, file))) return present;
  await rename(own, file);
  await setTimeout(settleMs);
  const winner = readLock(file);
  return winner === undefined || winner.token === owner.token ? undefined : winner;
};

/** A longer file is not taken for a lock. */
const maxLockBytes = 4096;

/**
 * Returns undefined if it was released in the meantime, or is not a lock: locks are whole from the start. Synchronous, for the end of the
 * process: neither a link nor a pipe is followed or waited for.
 */
const readLock = (file: string): LockOwner | undefined => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if (!fstatSync(descriptor).isFile()) return undefined;
    const bytes = Buffer.alloc(maxLockBytes);
    const length = readSync(descriptor, bytes);
    const lock: unknown = JSON.parse(bytes.toString('utf8', 0, length));
    return isLock(lock) ? lock : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** The highest id that a system gives a process. */
const maxPid = 2 ** 31 - 1;

const isLock = (value: unknown): value is LockOwner => {
  const { pid, host, started, token } = (value ?? {}) as Partial<Record<keyof LockOwner, unknown>>;
  // A pid of 0 or below would be a group of processes.
  const isPid = Number.isInteger(pid) && (pid as number) > 0 && (pid as number) <= maxPid;
  const isText = typeof host === 'string' && typeof token === 'string';
  return isPid && isText && (started === undefined || typeof started === 'string');
};

const isHeld = async ({ pid, host, started }: LockOwner, file: string): Promise<boolean> => {
  if (host === hostname()) {
    const present = processEntry(pid);
    return isRunning(pid) && (present === undefined || present.started === started);
  }
  const renewed = await lstat(file).catch(() => undefined);
  return renewed !== undefined && realTime() - renewed.mtimeMs < staleMs;
};

const hold = (file: string, { token }: LockOwner): (() => void) => {
  const renewal = setInterval(() => {
    const now = new Date(realTime());
    lutimes(file, now, now).catch(() => {});
  }, renewalMs).unref();
  const remove = () => {
    try {
      if (readLock(file)?.token === token) rmSync(file);
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
