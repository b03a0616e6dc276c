import { constants } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Node's `mkdir` with `recursive` tries forever in a folder that exists and in
 * which nothing can be made (`/proc`).
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    // It may exist by now: others may make the same folders.
    await makeFolder(parent);
    await makeOne(path);
  }
};

/** Makes a folder, unless it exists. */
const makeOne = async (path: string) => {
  try {
    await mkdir(path);
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};

/** The flags of `open` for a new file: it fails if there is anything of this name. So nothing is written through a link, and no pipe is waited for. */
export const newFile: number = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
