/** What every reader of files of other tools uses: values that may be anything anywhere, bodies of forms, and files of bodies. */

import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import type { Service } from '../../../core/service/service.ts';
import { maxFileBytes, readRegularFile, UnreadableError } from '../../../files/read-regular-file.ts';
import type { Seen, SeenBody, SeenPlace } from '../recording.ts';
import type { Start, Trial } from '../stubs/stub.ts';

export interface Format {
  /** How a file is recognised, for the message about one of no known format: `"log" with "entries" (HAR 1.2)`. */
  readonly marks: string;
  readonly recognises: (value: Json) => boolean;
  /** `places`: all files of this format, in the order given. @throws ConfigError if a file that they refer to cannot be read. */
  readonly read: (places: readonly SeenPlace[], options: ImportOptions) => Promise<readonly Found[]>;
}

export interface ImportOptions {
  /** Whether the text of a template is sent as it is; otherwise its stub is not carried over. */
  readonly keepTemplates: boolean;
}

export interface Found {
  /** Where there is no document, one is drafted from these. */
  readonly seen: readonly Seen[];
  /** The document, if the source tells it whole. */
  readonly document?: JsonObject | undefined;
  readonly title?: string | undefined;
  /**
   * The start of the scenario; the reader then counts itself what was carried over. Undefined: a world keeps what was seen, as it keeps
   * what an upstream responds. `base`: the base path of what was seen, `` or `/api`; the service has one of its own.
   */
  readonly write?: ((service: Service, base: string, trial: Trial) => Start) | undefined;
}

const at = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getProperty(value, name) : undefined;

export const textAt = (value: Json | undefined, name: string): string | undefined => {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
};

export const numberAt = (value: Json | undefined, name: string): number | undefined => {
  const found = at(value, name);
  return typeof found === 'number' ? found : undefined;
};

export const listAt = (value: Json | undefined, name: string): readonly Json[] => {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
};

/** Empty if it is not an object. */
export const objectAt = (value: Json | undefined, name: string): JsonObject => {
  const found = at(value, name);
  return isJsonObject(found) ? found : {};
};

/** A text, or a number or a flag as text. */
export const valueTextAt = (value: Json | undefined, name: string): string | undefined => {
  const found = at(value, name);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : undefined;
};

/** False if it is not a flag. */
export const flagAt = (value: Json | undefined, name: string): boolean => at(value, name) === true;

/** What a text stands for in JSON, of a source that compares texts. */
export const scalarOf = (text: string): Json => {
  const parsed = /^(?:true|false|-?\d{1,15}(?:\.\d{1,10})?)$/.test(text) ? parseJson(text) : undefined;
  return parsed?.ok === true && stringifyJson(parsed.value) === text ? parsed.value : text;
};

interface FormField {
  readonly name: string;
  readonly value: string;
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
}

export const formBody = (fields: readonly FormField[]): SeenBody | undefined => {
  if (fields.length === 0) return undefined;
  const form = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  return { text: form.toString(), isBase64: false, type: 'application/x-www-form-urlencoded' };
};

export const multipartBody = (fields: readonly FormField[]): SeenBody | undefined => {
  if (fields.length === 0) return undefined;
  let boundary = 'form';
  while (fields.some(({ value }) => value.includes(boundary))) boundary += '-';
  const parts = fields.map(({ name, value, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
    const contentType = type === undefined ? '' : `\r\nContent-Type: ${type.replaceAll(/[\r\n]/g, '')}`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}${contentType}\r\n\r\n${value}\r\n`;
  });
  return {
    text: `${parts.join('')}--${boundary}--\r\n`,
    isBase64: false,
    type: `multipart/form-data; boundary=${boundary}`,
  };
};

/** Escapes a name in a form as a browser does. */
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A text instead of a body is the reason why there is none. */
export type ReadBodyFile = (name: string) => Promise<Omit<SeenBody, 'type'> | string>;

export interface BodyFolder {
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
