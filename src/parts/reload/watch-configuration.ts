/** Notices changes of the configuration file: most of its options are those of a start, so that it is not reloaded. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '../../core/primitives/config-error.ts';
import { settleMs } from './reload.ts';
import { watchDirectories } from './watch-directories.ts';

/** `onChanged` gets the problems of the changed file; undefined: there are none. Returns a function that stops watching. */
export const watchConfiguration = (
  file: string,
  onChanged: (error: ConfigError | undefined) => void,
  onFailed: (error: Error) => void,
): (() => void) => {
  const path = resolve(file);
  let known = textOf(path);
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const text = textOf(path);
    if (text === known) return;
    known = text;
    onChanged(text === undefined ? undefined : await errorIn(file));
  };
  const watching = watchDirectories(
    (changed) => {
      if (changed !== path) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), settleMs);
    },
    (directory, error) => onFailed(new Error(`${directory}: ${error.message}`)),
  );
  watching.follow([dirname(path)]);
  return () => {
    clearTimeout(timer);
    watching.close();
  };
};

/** Returns undefined if there is no such file. */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const errorIn = async (file: string): Promise<ConfigError | undefined> => {
  // Loaded now: most servers have no configuration file.
  const { readConfiguration } = await import('../configuration/read-configuration.ts');
  try {
    await readConfiguration(file);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
};
