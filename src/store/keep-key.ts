/** Keeps the key of the issuer beside saved worlds: what it signed and sealed stays good after a restart. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFile } from '../files/new-file.ts';

/** No world has a name that starts with a dot. */
const fileName = '.vivarium-key';

/** The key of the directory: the one that is there, else the new one. Only this user may read it. */
export const keepKeyIn = async (directory: string, fresh: string): Promise<string> => {
  const path = join(directory, fileName);
  try {
    await writeFile(path, fresh, { flag: newFile, mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  }
};
