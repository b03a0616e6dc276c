/** The files of bodies beside a source. Nothing outside of their folder is read. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { maxFileBytes, readRegularFile, UnreadableError } from '../../../files/read-regular-file.ts';
import type { SeenBody } from '../recording/recording.ts';

/** A text instead of a body is the reason why there is none. */
export type ReadBodyFile = (name: string) => Promise<Omit<SeenBody, 'type'> | string>;

/** Where the files of a source are. */
export interface BodyFolder {
  /** It is undefined if there is none. */
  readonly path: string | undefined;
  /** For messages: `folder "__files"`. */
  readonly name: string;
}

/** Reads for all sources together at most {@link maxFileBytes}, each file once. */
export const bodyFiles = (folderOf: (source: string) => BodyFolder): ((source: string) => ReadBodyFile) => {
  const known = new Map<string, ReturnType<ReadBodyFile>>();
  let left = maxFileBytes;
  const read = async (path: string): ReturnType<ReadBodyFile> => {
    try {
      const bytes = await readRegularFile(path, left);
      left -= bytes.length;
      return bodyOf(bytes);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return error.message;
    }
  };
  return (source) => {
    const folder = folderOf(source);
    return async (file) => {
      if (folder.path === undefined) return `there is no ${folder.name}`;
      const path = await pathWithin(folder.path, file);
      if (path === undefined) return `this file is not in the ${folder.name}`;
      const found = known.get(path) ?? read(path);
      known.set(path, found);
      return found;
    };
  };
};

/** Returns undefined if it is outside, also behind a link. A missing file is inside. */
const pathWithin = async (folder: string, name: string): Promise<string | undefined> => {
  if (isAbsolute(name) || name.includes('\0') || name.split(/[\\/]/).includes('..')) return undefined;
  const path = join(folder, name);
  const [real, root] = await Promise.all([realpath(path).catch(() => undefined), realpath(folder)]);
  if (real === undefined) return path;
  return real === join(root, name) && real.startsWith(`${root}${sep}`) ? real : undefined;
};

const bodyOf = (bytes: Buffer): Omit<SeenBody, 'type'> => {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes)
    ? { text, isBase64: false }
    : { text: bytes.toString('base64'), isBase64: true };
};
