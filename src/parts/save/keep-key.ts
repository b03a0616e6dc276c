/** Keeps the key of the issuer beside saved worlds: what it signed and sealed stays good after a restart. */
import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFile } from '../../files/make-folder.ts';
import { readTextFile, UnreadableError } from '../../files/read-regular-file.ts';
import type { Logger } from '../../world/logger.ts';
import { linkNew } from './lock.ts';

/** No world has a name that starts with a dot. */
const fileName = '.vivarium-key';

/** A key has less than 2 KB. */
const maxKeyBytes = 64 * 1024;

interface KeyFile {
  readonly directory: string;
  readonly isKey: (text: string) => boolean;
  /** Is told if the key that was there cannot be used. */
  readonly logger: Pick<Logger, 'warn'>;
}

/** The key of the directory: the one that is there, else the new one. Only this user may read it. What is there and is no key is set aside. */
export const keepKeyIn = async ({ directory, isKey, logger }: KeyFile, fresh: string): Promise<string> => {
  const path = join(directory, fileName);
  const temporary = `${path}.${process.pid}`;
  // Linked when it is whole: a crash leaves no half of a key.
  await rm(temporary, { force: true });
  await writeFile(temporary, fresh, { flag: newFile, mode: 0o600 });
  try {
    if (await linkNew(temporary, path)) return fresh;
    const { key, reason } = await readKey(path, isKey);
    if (key !== undefined) return key;
    const aside = `${path}.${crypto.randomUUID().slice(0, 8)}.broken`;
    await rename(path, aside);
    logger.warn(
      `${path}: ${reason}, so it is no key of the issuer. It is now ${aside}; logins of before are not valid any more.`,
    );
    return (await linkNew(temporary, path)) ? fresh : ((await readKey(path, isKey)).key ?? fresh);
  } finally {
    await rm(temporary, { force: true });
  }
};

/** Nothing behind a link is read, and the reason has nothing of the content. */
const readKey = async (
  path: string,
  isKey: KeyFile['isKey'],
): Promise<{ readonly key?: string; readonly reason?: string }> => {
  if (!(await lstat(path)).isFile()) return { reason: 'this is not a regular file' };
  try {
    const text = await readTextFile(path, maxKeyBytes);
    return isKey(text) ? { key: text } : { reason: 'it is empty, cut or damaged' };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { reason: error.message };
  }
};
