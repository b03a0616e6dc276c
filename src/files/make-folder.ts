import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Node's `mkdir` with `recursive` tries forever in a folder that exists and in
 * which nothing can be made (`/proc`).
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path);
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    const lacksParent = (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== path;
    if (!lacksParent || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
