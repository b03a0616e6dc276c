/** Reads the files of a document from this machine and from URLs. */
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ConfigError, documentUnreadable } from '../../core/primitives/config-error.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import { UnreadableError } from '../../files/read-regular-file.ts';
import type { FileReader, SourceFile } from '../../parts/bundle/index.ts';
import type { Network } from './inner-address.ts';
import { parseSource } from './parse-source.ts';
import { isUrl, type ReadOptions, readUri, whyNotFrom } from './read-text.ts';

/** The URL of a file or URL that the user named. @throws ConfigError if it is neither. */
export const uriOf = (pathOrUrl: string): string => {
  if (!isUrl(pathOrUrl)) return pathToFileURL(pathOrUrl).href;
  if (!URL.canParse(pathOrUrl))
    throw unreadable(showLocation(pathOrUrl), 'this is not a URL', 'Write it as https://example.com/openapi.yaml.');
  return new URL(pathOrUrl).href;
};

/**
 * Reads a file or a URL; by default one that the user names, which may be any address. Messages show `name` without credentials.
 *
 * @throws ConfigError if it cannot be read, or is neither YAML nor JSON.
 */
export const readSource = async (
  uri: string,
  name: string,
  options: ReadOptions = { mayReachInner: true },
): Promise<SourceFile> => {
  const shown = showLocation(name);
  const text = await readUri(uri, options).catch((error: unknown) => {
    throw error instanceof UnreadableError ? unreadable(shown, error.message, error.hint) : error;
  });
  if (!uri.startsWith('file:') && /^\ufeff?\s*</.test(text.text))
    throw unreadable(shown, 'this is a page', 'Give the address of the document that it shows.');
  return parseSource(text, shown);
};

const unreadable = (file: string, message: string, hint?: string): ConfigError =>
  documentUnreadable({ message, file, hint });

export const createFileReader = (root: SourceFile, network?: Network): FileReader => ({
  read: (uri, access) => readSource(uri, nameOf(uri, root), { ...access, ...(network !== undefined && { network }) }),
  whyNot: whyNotFrom,
});

const nameOf = (uri: string, root: SourceFile): string => {
  if (!uri.startsWith('file:') || !root.uri.startsWith('file:') || isUrl(root.name)) return uri;
  const path = fileURLToPath(uri);
  if (isAbsolute(root.name)) return path;
  return join(dirname(root.name), relative(dirname(fileURLToPath(root.uri)), path));
};
