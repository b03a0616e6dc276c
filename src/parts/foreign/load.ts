/** Loads the file of json-server. Only such a file needs it. */
import { basename } from 'node:path';
import { type ConfigError, documentPartUnusable } from '../../core/primitives/config-error.ts';
import { parseJson, pointerTo } from '../../core/primitives/json.ts';
import { readTextFile } from '../../files/read-regular-file.ts';
import { type LoadedDocument, overlayDocument } from '../../openapi/load/load.ts';
import { readSource, uriOf } from '../../openapi/load/read-source.ts';
import { type Database, type DatabaseNote, isDatabase, readDatabase } from './database.ts';

/** Loads such a file in place of a document. @throws `error`, if it is none. */
export const loadDatabase = async (
  pathOrUrl: string,
  overlayFiles: readonly string[],
  error: ConfigError,
): Promise<LoadedDocument & Pick<Database, 'data'>> => {
  const uri = uriOf(pathOrUrl);
  const { value, text, name, locate } = await readSource(uri, pathOrUrl);
  if (!isDatabase(value)) throw error;
  const { document: drafted, data, notes } = readDatabase(value, titleOf(pathOrUrl));
  const { document, problems, texts } = await overlayDocument(drafted, overlayFiles);
  return {
    name: pathOrUrl,
    document,
    data,
    conversion: undefined,
    uri,
    broken: new Map(),
    problems: [
      ...notes.map(({ path, text: what }) =>
        documentPartUnusable.problem({ ...locate(pointerTo(path)), file: name, message: `${shownPath(path)} ${what}` }),
      ),
      ...problems,
    ],
    locate: () => ({ file: name }),
    texts: new Map([[uri, text], ...texts]),
  };
};

const titleOf = (pathOrUrl: string): string => basename(pathOrUrl).replace(/\..*$/s, '') || 'db';

const shownPath = ([name, index]: DatabaseNote['path']) => (index === undefined ? String(name) : `${name}[${index}]`);

/** Whether the file is json-server's. @throws UnreadableError */
export const isDatabaseFile = async (file: string): Promise<boolean> => {
  const parsed = parseJson(await readTextFile(file));
  return parsed.ok && isDatabase(parsed.value);
};
