import { existsSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentAmbiguous } from '../core/primitives/config-error.ts';
import { readTextFile, UnreadableError } from '../files/read-regular-file.ts';
import { type ForeignFormat, foreignFormat, foreignKeys } from '../parts/foreign/foreign-formats.ts';

/** `empty`: without any value; comments do not count. `foreign`: of another format, see {@link foreignFormat}. */
export type FileKind = 'document' | 'overlay' | 'scenario' | 'configuration' | 'empty' | 'foreign';

/**
 * The kind of a file, by a top-level key, or the name of a configuration. The text is searched, not parsed: it may have a syntax error.
 * @throws UnreadableError
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  const text = await textOf(file);
  const kind = isEmpty(text) ? 'empty' : kindOfText(text);
  return kind !== 'document' && isConfigurationName(file) ? 'configuration' : kind;
};

export const configurationNames: readonly string[] = ['vivarium.yaml', 'vivarium.yml', 'vivarium.json'];

const isConfigurationName = (file: string) => configurationNames.includes(file.split(/[/\\]/).at(-1) as string);

/** What a file of another format is. @throws UnreadableError */
export const foreignFormatOfFile = async (file: string): Promise<ForeignFormat | undefined> => {
  const text = await textOf(file);
  return foreignFormat(text, keysIn(text));
};

const textOf = (file: string): Promise<string> => readTextFile(pathOf(file));

const isEmpty = (text: string) => text.replaceAll(/^[ \t]*#.*$|\ufeff/gm, '').trim() === '';

const pathOf = (file: string): string => {
  if (!/^file:/i.test(file)) return file;
  try {
    return fileURLToPath(file);
  } catch {
    throw new UnreadableError('this is not the path of a local file');
  }
};

/** In YAML block style, only top-level keys are not indented. In JSON and in YAML flow style, the nesting depth decides. */
export const kindOfText = (text: string): Exclude<FileKind, 'empty'> => {
  const keys = keysIn(text);
  if (keys.has('openapi') || keys.has('swagger')) return 'document';
  // A configuration may name Overlays.
  if (keys.has('document') || keys.has('services')) return 'configuration';
  if (keys.has('overlay')) return 'overlay';
  return foreignFormat(text, keys) === undefined ? 'scenario' : 'foreign';
};

const keysIn = (text: string): ReadonlySet<string> => {
  const found = /^\ufeff?\s*\{/.test(text) ? topLevelOf(text).matchAll(keyInBraces) : text.matchAll(keyOfLine);
  return new Set(Array.from(found, ([, , key = '']) => key));
};

const identifying = `openapi|swagger|overlay|document|services|${[...foreignKeys.keys()].join('|')}`;
const keyInBraces = new RegExp(`[{,]\\s*(["']?)(${identifying})\\1\\s*:`, 'g');
const keyOfLine = new RegExp(`^\\ufeff?(["']?)(${identifying})\\1[ \\t]*:`, 'gm');
const quotedKey = new RegExp(`^"(?:${identifying})"$`);

/** The text without nested values, and with every string emptied that is not an identifying key. */
const topLevelOf = (text: string): string => {
  let depth = 0;
  let found = '';
  let end = 0;
  const marks = /["{[}\]]/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [token] = mark;
    if (depth <= 1) found += text.slice(end, mark.index);
    end = token === '"' ? endOfString(text, mark.index) : marks.lastIndex;
    if (token === '}' || token === ']') depth--;
    if (depth <= 1) found += token !== '"' || isKey(text, mark.index, end) ? text.slice(mark.index, end) : '""';
    if (token === '{' || token === '[') depth++;
    marks.lastIndex = end;
  }
  return depth <= 1 ? found + text.slice(end) : found;
};

/** The offset after the string that starts here. No expression finds it: V8's overflow the stack at a string of megabytes. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index];
    if (character === '"') return index + 1;
    if (character === '\\') index++;
  }
  return text.length;
};

const isKey = (text: string, start: number, end: number) =>
  end - start <= longestKey && quotedKey.test(text.slice(start, end));

/** The length of the longest of these keys, with its quotes. */
const longestKey = '"swaggerVersion"'.length;

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
