/** Reads files that the user names, within bounds. */

import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, parse, resolve } from 'node:path';
import { nearest } from '../core/primitives/did-you-mean.ts';
import { strictText } from '../core/primitives/utf8.ts';

/** A file or a URL cannot be read. The message is the reason; it does not contain the name. */
export class UnreadableError extends Error {
  /** What the user who named the file or the URL can do about it. */
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The size limit of a file without one of its own: 32 MiB. */
export const maxFileBytes = 32 * 1024 * 1024;

/** The reason for rejecting a text above a size limit in bytes. */
export const largerThan = (maxBytes: number): string => `this is larger than ${maxBytes / 1024 ** 2} MiB`;

const isDirectory = (): UnreadableError =>
  new UnreadableError('this is a directory, not a file', 'Name a file in it, or put one in its place.');
const isSpecial = (): UnreadableError => new UnreadableError('this is not a regular file', 'Put a file in its place.');

const reasons: Readonly<Record<string, () => UnreadableError>> = {
  EISDIR: isDirectory,
  EACCES: () => new UnreadableError('permission denied', 'Make it readable.'),
  ENXIO: isSpecial,
};

/**
 * The bytes of a regular file. A directory, a pipe, a socket and a device are rejected at once, also behind a link: reading
 * them might never end. `maxBytes`: by default 32 MiB. @throws UnreadableError
 */
export const readRegularFile = async (path: string, maxBytes: number = maxFileBytes): Promise<Buffer> => {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await readRegular(file, maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw await missingFile(path);
    throw reasons[code ?? '']?.() ?? new UnreadableError(`the file cannot be read (${message})`);
  }
};

/** The text of a regular file, without a byte order mark. @throws UnreadableError */
export const readTextFile = async (path: string, maxBytes?: number): Promise<string> =>
  decodeText(await readRegularFile(path, maxBytes));

/** @throws UnreadableError: wrong characters would only be seen later, in the responses. */
export const decodeText = (bytes: Uint8Array): string => {
  // As PowerShell writes what a command prints.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0)
    return new TextDecoder('utf-16le').decode(bytes);
  // UTF-16 of most texts is valid UTF-8, with a zero byte in each character.
  const text = bytes.subarray(0, 1000).includes(0) ? undefined : strictText(bytes);
  if (text !== undefined) return text;
  throw new UnreadableError('the file is not UTF-8 text. Save it as UTF-8.');
};

/** The error for a missing file, with the most similar name in its directory: `shop.yaml` for `shop.yml`. */
export const missingFile = async (path: string): Promise<UnreadableError> => {
  const hint = `Check its path, ${resolve(path)}.`;
  const names = await readdir(dirname(path)).catch(() => undefined);
  if (names === undefined && /(^|\/)[a-z][\w+.-]+:\//i.test(path))
    return new UnreadableError(
      'only files and http(s) URLs are read',
      'Write a URL as https://example.com/openapi.yaml, or name a file.',
    );
  if (names === undefined)
    return new UnreadableError(
      `there is no such file: the directory "${dirname(path)}" is missing, or cannot be read`,
      hint,
    );
  const name = basename(path);
  const { name: stem } = parse(name);
  // Nearly every file ends in `.yaml`, which makes no two of them similar. A link that leads nowhere is in its directory.
  const alike = names.filter((other) => other !== name && nearest(stem, [parse(other).name]) !== undefined);
  const similar = nearest(name, alike);
  return similar === undefined
    ? new UnreadableError('there is no such file', hint)
    : new UnreadableError(`there is no such file. Did you mean "${similar}"?`);
};

const readRegular = async (file: FileHandle, maxBytes: number): Promise<Buffer> => {
  const stats = await file.stat();
  if (stats.isDirectory()) throw isDirectory();
  if (!stats.isFile()) throw isSpecial();
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    if (Math.max(size, stats.size) > maxBytes) throw new UnreadableError(largerThan(maxBytes));
    // The size of some files (those of /proc) is not known beforehand.
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.max(stats.size - size, 0) + chunkBytes));
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
};

const chunkBytes = 4096;
