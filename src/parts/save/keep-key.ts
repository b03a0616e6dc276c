/** Keeps the key of the issuer beside saved worlds: what it signed and sealed stays good after a restart. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFile } from '../../files/new-file.ts';

/** No world has a name that starts with a dot. */
const fileName = '.vivarium-key';

/** The key of the directory: the one that is there, else the new one. Only this user may read it. */
export const keepKeyIn = async (directory: string, fresh: string): Promise<string> => {
  const path = join(directory, fileName);
  const temporary = `${path}.${process.pid}`;
  // Linked when it is whole: a crash leaves no half of a key.
  await rm(temporary, { force: true });
  await writeFile(temporary, fresh, { flag: newFile, mode: 0o600 });
  try {
    await link(temporary, path);
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(temporary, { force: true });
  }
};
