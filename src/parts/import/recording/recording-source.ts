/** A file to import, with the positions of its values. */
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigError, commandInvalid } from '../../../core/primitives/config-error.ts';
import {
  getProperty,
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonObject,
  maxJsonDepth,
  mayBeUnsafeJson,
  parseJson,
} from '../../../core/primitives/json.ts';
import type { JsonPath } from '../../../core/primitives/json-path.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import {
  decodeText,
  largerThan,
  maxFileBytes,
  readRegularFile,
  UnreadableError,
} from '../../../files/read-regular-file.ts';
import { kindOfText } from '../../../simulation/file-kind.ts';
import { createJsonOffsets, scanJson } from '../../../text/json-text.ts';
import { createPositions, type TextPosition } from '../../../text/text-position.ts';

export interface ImportSource {
  readonly name: string;
  readonly value: Json;
  /** The position of a value, or of its key. */
  readonly locate: (path: JsonPath) => Pick<TextPosition, 'line' | 'column'> & { readonly file?: string };
}

interface ImportSources {
  readonly list: readonly ImportSource[];
  /** Files that are documents: Swagger 2.0 or OpenAPI 3. */
  readonly documents: readonly string[];
}

const zipStart = Buffer.from('PK\u0003\u0004');

/** `paths`: files, or folders of files (WireMock's `mappings`). @throws ConfigError if one cannot be read. */
export const readSources = async (paths: readonly string[]): Promise<ImportSources> => {
  const list: ImportSource[] = [];
  const documents: string[] = [];
  let bytes = 0;
  for (const path of paths)
    for (const file of statSync(path, { throwIfNoEntry: false })?.isDirectory() ? await filesIn(path) : [path]) {
      const content = await orProblem(file, () => readRegularFile(file));
      bytes += content.length;
      if (bytes > maxFileBytes) throw tooLarge(file, 'these files are');
      if (content.subarray(0, zipStart.length).equals(zipStart))
        throw problem(file, 'this is a ZIP archive', 'Extract it, and import the files that it contains.');
      const text = await orProblem(file, () => decodeText(content));
      const source = isJsonLike(text) ? parseJsonSource(text, file) : undefined;
      const isDocument = source === undefined ? kindOfText(text) === 'document' : isDocumentValue(source.value);
      if (isDocument) documents.push(file);
      else list.push(source ?? parseJsonSource('""', file));
    }
  return { list, documents };
};

/** Whether a text may be JSON: only documents may be YAML. */
const isJsonLike = (text: string): boolean => /^\s*[{[]/.test(text);

const isDocumentValue = (value: Json): boolean =>
  getProperty(value as JsonObject, 'swagger') !== undefined ||
  getProperty(value as JsonObject, 'openapi') !== undefined;

const orProblem = async <Result>(file: string, read: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw error.message === largerThan(maxFileBytes) ? tooLarge(file, 'this is') : problem(file, error.message);
  }
};

const tooLarge = (file: string, subject: string): ConfigError =>
  problem(
    file,
    `${subject} larger than ${maxFileBytes / 1024 ** 2} MiB, the most that is imported at once`,
    'Export only the requests to the service: filter them by its address, and leave out images, scripts and fonts.',
  );

const filesIn = async (folder: string): Promise<readonly string[]> => {
  const mappings = join(folder, 'mappings');
  const root = existsSync(mappings) ? mappings : folder;
  const names = (await readdir(root, { recursive: true })).filter((name) => /\.json$/i.test(name)).sort();
  if (names.length === 0) throw problem(folder, 'there is no JSON file in this folder');
  return names.map((name) => join(root, name));
};

const problem = (file: string, message: string, hint?: string): ConfigError =>
  commandInvalid({ message, file, ...(hint !== undefined && { hint }) });

/** @throws ConfigError with the position, if it is not JSON. */
const parseJsonSource = (text: string, name: string): ImportSource => {
  const positionOf = createPositions(text);
  const offsets = lazily(() => createJsonOffsets(text));
  return {
    name,
    value: parse(text, name, positionOf),
    locate: (path) => positionOf(offsets()(path)),
  };
};

const parse = (text: string, file: string, positionOf: (offset: number) => TextPosition): Json => {
  if (!isDeeperThan(text, maxJsonDepth)) {
    try {
      const value = JSON.parse(text) as Json;
      // The bodies in a HAR are texts, which are parsed later.
      const isHar = isJsonObject(value) && getProperty(value, 'log') !== undefined;
      const exact = isHar || !mayBeUnsafeJson(text) ? undefined : parseJson(text);
      return exact?.ok === true ? exact.value : value;
    } catch {
      // The position is found below.
    }
  }
  const [found] = scanJson(text);
  const message = found?.message ?? 'this is not valid JSON';
  const place = found === undefined ? undefined : positionOf(found.offset);
  throw commandInvalid({ message, file, ...place });
};
