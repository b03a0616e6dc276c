/** Finds files of other tools, for a hint. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ConfigError } from '../../core/primitives/config-error.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import { importFormats } from './import.ts';
import { jsonServer } from './readers/json-server.ts';
import { readSources } from './recording.ts';

const folders = ['mappings', 'wiremock'];

/** The files and folders in the working directory that `vivarium import` reads. */
export const findImportable = async (): Promise<readonly string[]> => {
  const names = (await readdir('.'))
    .filter((name) => /\.(?:har|json)$/i.test(name))
    .sort()
    .slice(0, maxShownRows);
  const found: string[] = [];
  for (const name of [...names, ...folders.filter((folder) => existsSync(folder))])
    if (await isImportable(name)) found.push(name);
  return found;
};

const isImportable = async (path: string): Promise<boolean> => {
  try {
    const { list } = await readSources([path]);
    return list.some(({ value }) =>
      // Many files are objects of objects: this one is named.
      importFormats.some((format) => format !== jsonServer && format.recognises(value)),
    );
  } catch (error) {
    // It is not JSON, or cannot be read: no file of these tools.
    if (error instanceof ConfigError) return false;
    throw error;
  }
};
