/** The name of the file in which a world is saved. */
import { isWorldName } from '../../world/world-name.ts';

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
