/** Watches directories for changed files, also directories that do not exist yet, or that are deleted and created again. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

interface DirectoryWatch {
  /** Watches exactly these directories from now on. One that does not exist is awaited. */
  readonly follow: (directories: Iterable<string>) => void;
  readonly close: () => void;
}

/**
 * @param note Called with the path of a file that may have changed, and with the path of a directory that was created or deleted.
 * @param report Called if a directory cannot be watched: systems limit their number.
 */
export const watchDirectories = (
  note: (path: string) => void,
  report: (directory: string, error: Error) => void,
): DirectoryWatch => {
  const watched = new Map<string, Watched>();
  let awaited: readonly string[] = [];
  const noteIn = (directory: string, file: string | null) => {
    if (file === null) return;
    // The system reports the end of the directory itself under its name.
    if (file === basename(directory) && identityOf(directory) !== watched.get(directory)?.identity) note(directory);
    const path = resolve(directory, file);
    note(path);
    for (const each of awaited) if (each !== path && isBelow(each, path)) note(each);
  };
  const open = (directory: string): FSWatcher | undefined => {
    try {
      const watcher = watch(directory, (_event, file) => noteIn(directory, file));
      watcher.on('error', (error) => report(directory, error));
      return watcher;
    } catch (error) {
      report(directory, error as Error);
      return undefined;
    }
  };
  const close = (directory: string): void => {
    watched.get(directory)?.watcher?.close();
    watched.delete(directory);
  };
  return {
    follow: (directories) => {
      const wanted = [...directories];
      awaited = wanted.filter((directory) => identityOf(directory) === undefined);
      const existing = new Set(wanted.map(nearestExisting));
      for (const [directory, { identity }] of watched)
        if (!existing.has(directory) || identityOf(directory) !== identity) close(directory);
      for (const directory of existing)
        if (!watched.has(directory))
          watched.set(directory, { watcher: open(directory), identity: identityOf(directory) });
    },
    close: () => {
      for (const directory of [...watched.keys()]) close(directory);
    },
  };
};

interface Watched {
  /** A directory that cannot be watched has none. */
  readonly watcher: FSWatcher | undefined;
  readonly identity: string | undefined;
}

/** A watch belongs to the directory, not to its path. A new directory may have the inode of a deleted one. */
const identityOf = (directory: string): string | undefined => {
  const stats = statSync(directory, { throwIfNoEntry: false, bigint: true });
  return stats?.isDirectory() === true ? `${stats.ino} ${stats.birthtimeNs}` : undefined;
};

const nearestExisting = (directory: string): string => {
  const parent = dirname(directory);
  return parent === directory || identityOf(directory) !== undefined ? directory : nearestExisting(parent);
};

const isBelow = (path: string, directory: string): boolean => {
  const parent = dirname(path);
  return parent === directory || (parent !== path && isBelow(parent, directory));
};
