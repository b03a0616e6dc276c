/** A directory of saved worlds: one file for each, always whole. */
import { type BigIntStats, constants, lstatSync, rmSync } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, newFile } from '../../files/make-folder.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { isWorldName } from '../../world/world-name.ts';

/** A larger file could not be read again: it would not fit into one text. */
const maxSavedBytes = 256 * 1024 * 1024;

/** The content of a file at one moment. It changes with every write, also by others. */
type Version = string;

export interface FileContent {
  readonly pieces: Iterable<string>;
  /** Whether the file is still wanted. */
  readonly isCurrent: () => boolean;
  /** Whether the content is on the disk before it replaces the old one: it then also survives a power failure. */
  readonly isSynced: boolean;
}

export class SaveFolder {
  readonly directory: string;
  /** The contents by world: the content that was read or written last. */
  readonly #versions = new Map<string, Version>();

  constructor(directory: string) {
    this.directory = directory;
  }

  pathOf(world: string): string {
    return join(this.directory, fileNameOf(world));
  }

  async list(): Promise<readonly string[]> {
    const entries = await readdir(this.directory);
    return entries
      .map(worldOfFile)
      .filter((world) => world !== undefined)
      .sort();
  }

  /** @throws UnreadableError */
  async read(world: string): Promise<Buffer> {
    // First: a change while it is read counts as one of others.
    const version = await versionOf(this.pathOf(world));
    const bytes = await readRegularFile(this.pathOf(world), maxSavedBytes);
    if (version !== undefined) this.#versions.set(world, version);
    return bytes;
  }

  /**
   * Replaces the file of a world as a whole: after a crash, it has the old or the new content. A file that somebody else changed
   * is set aside first; returns its new path.
   */
  async write(world: string, content: FileContent): Promise<string | undefined> {
    const temporary = join(this.directory, temporaryNameOf(fileNameOf(world)));
    let isRenamed = false;
    try {
      const version = await writePieces(temporary, content);
      if (version === undefined) return undefined;
      const changed = await this.#isChangedByOthers(world);
      const aside = changed ? await this.setAside(world) : undefined;
      if (!content.isCurrent()) return aside;
      await rename(temporary, this.pathOf(world));
      isRenamed = true;
      this.#versions.set(world, version);
      return aside;
    } finally {
      if (!isRenamed) await rm(temporary, { force: true });
    }
  }

  /** Renames the file of a world to `*.broken`; returns the new path. */
  async setAside(world: string): Promise<string> {
    const aside = this.#freePathFor(world);
    await rename(this.pathOf(world), aside);
    this.#versions.delete(world);
    return aside;
  }

  /** Copies the file of a world to `*.broken`, before it is written again; returns the new path. */
  async copyAside(world: string): Promise<string> {
    const aside = this.#freePathFor(world);
    await copyFile(this.pathOf(world), aside, constants.COPYFILE_EXCL);
    return aside;
  }

  /** An earlier file is not replaced. */
  #freePathFor(world: string): string {
    const path = this.pathOf(world);
    let free = `${path}.broken`;
    for (let number = 2; isTaken(free); number++) free = `${path}.${number}.broken`;
    return free;
  }

  /** At once: a deleted world must not return. */
  delete(world: string): void {
    rmSync(this.pathOf(world), { force: true });
    this.#versions.delete(world);
  }

  /** Removes files of servers that were killed while they wrote. */
  async removeTemporaryFiles(): Promise<void> {
    for (const entry of await readdir(this.directory))
      if (isTemporaryName(entry)) await rm(join(this.directory, entry), { force: true }).catch(() => {});
  }

  async #isChangedByOthers(world: string): Promise<boolean> {
    const version = await versionOf(this.pathOf(world));
    return version !== undefined && version !== this.#versions.get(world);
  }
}

/** Returns undefined if the file does not exist. A path that leads nowhere, such as a symbolic link to itself, is a version of its own. */
const versionOf = async (path: string): Promise<Version | undefined> => {
  try {
    return versionIn(await stat(path, { bigint: true }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : `${code}`;
  }
};

/** A rename does not change the version. */
const versionIn = ({ ino, size, mtimeNs }: BigIntStats): Version => `${ino} ${size} ${mtimeNs}`;

/** Writes a file in pieces, between which requests are handled. Returns undefined if it is not wanted any more. */
const writePieces = async (
  path: string,
  { pieces, isCurrent, isSynced }: FileContent,
): Promise<Version | undefined> => {
  const file = await openIn(path);
  try {
    let size = 0;
    for (const piece of pieces) {
      if (!isCurrent()) return undefined;
      const bytes = Buffer.from(piece);
      await file.appendFile(bytes);
      size += bytes.length;
      if (size > maxSavedBytes) throw new Error(`it is larger than ${maxSavedBytes / 1024 ** 2} MiB`);
    }
    // Otherwise a power failure after the rename could leave an empty file.
    if (isSynced) await file.datasync();
    return versionIn(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

/** The directory may have been removed. */
const openIn = async (path: string) => {
  try {
    return await open(path, newFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolder(join(path, '..'));
    return open(path, newFile);
  }
};

/** Whether there is anything, also a link that leads nowhere. */
const isTaken = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const extension = '.yaml';

/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/**
 * Each world has its own file on every file system, also where `Alice` and `alice` are one name: a capital letter is written as
 * `+` and the small letter, and a `+` follows a reserved name.
 */
export const fileNameOf = (world: string): string => {
  const lower = world.replaceAll(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
  return `${lower.replace(device, '$&+')}${extension}`;
};

/** Returns undefined if it is not the name of a saved world. */
export const worldOfFile = (file: string): string | undefined => {
  if (!file.endsWith(extension)) return undefined;
  const name = file
    .slice(0, -extension.length)
    .replaceAll(/\+([a-z]?)/g, (_text, letter: string) => letter.toUpperCase());
  return isWorldName(name) && fileNameOf(name) === file ? name : undefined;
};

/** A file is written under this name first. Nobody can have taken it beforehand. */
export const temporaryNameOf = (file: string): string => `.${file}.${crypto.randomUUID()}.tmp`;

const temporary = /^\.(.+\.yaml)(?:\.[\da-f-]{36})?\.tmp$/;

export const isTemporaryName = (file: string): boolean => worldOfFile(temporary.exec(file)?.[1] ?? '') !== undefined;
