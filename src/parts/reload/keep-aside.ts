/** Keeps what a reload takes out of the worlds in a file. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { newFile } from '../../files/new-file.ts';

type ByCollection = ReadonlyMap<string, readonly JsonObject[]>;

/**
 * Writes a new JSON file in the working directory (in that of temporary files, if nothing can be written there) with the items by world
 * and collection, readable by this user alone. At once, so that no request changes the worlds in the meantime.
 */
export const keepAside = (worlds: ReadonlyMap<string, ByCollection>): string => {
  const kept = [...worlds].filter(([, aside]) => aside.size > 0);
  const text = stringifyJson(Object.fromEntries(kept.map(([name, aside]) => [name, Object.fromEntries(aside)])), 2);
  const name = `vivarium-set-aside-${crypto.randomUUID().slice(0, 8)}.json`;
  const write = (directory: string): string => {
    const path = join(directory, name);
    writeFileSync(path, `${text}\n`, { flag: newFile as unknown as string, mode: 0o600 });
    return path;
  };
  try {
    return write(process.cwd());
  } catch {
    return write(tmpdir());
  }
};
