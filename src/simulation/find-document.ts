/** Finds the document of a repository, if none is named. */
import { existsSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { documentAmbiguous } from '../core/primitives/config-error.ts';
import { UnreadableError } from '../files/read-regular-file.ts';
import { kindOfFile } from './file-kind.ts';

const folders = ['.', 'spec', 'api', 'docs'];
const names = ['openapi', 'api', 'swagger'];
const extensions = ['yaml', 'yml', 'json'];

export const searchedPlaces =
  'no openapi.*, api.* or swagger.* (yaml, yml, json) in this directory, nor in spec, api or docs';

/**
 * The one OpenAPI document in the usual places of a directory (default: the working directory); undefined if there is none.
 * `howToName`: how the user can name one instead. @throws ConfigError if there are several.
 */
export const findDocument = async (directory = '.', howToName = 'the document'): Promise<string | undefined> => {
  /** The documents by their real paths: a link to another of these files is not a second document. */
  const found = new Map<string, string>();
  for (const file of candidatesIn(directory)) {
    if (!existsSync(file) || !(await isDocument(file))) continue;
    const path = realpathSync(file);
    if (!found.has(path)) found.set(path, file);
  }
  const documents = [...found.values()];
  if (documents.length > 1)
    throw documentAmbiguous(
      `there are ${documents.length} OpenAPI documents here: ${documents.join(', ')}`,
      `Name the one to use as ${howToName}.`,
    );
  return documents[0];
};

const candidatesIn = (directory: string): readonly string[] =>
  folders.flatMap((folder) =>
    names.flatMap((name) => extensions.map((extension) => posix.join(directory, folder, `${name}.${extension}`))),
  );

const isDocument = async (file: string): Promise<boolean> => {
  try {
    return (await kindOfFile(file)) === 'document';
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
};
