import { fileURLToPath } from 'node:url';
import { readRegularFile, UnreadableError } from '../files/read-regular-file.ts';

/** `empty`: without any value; comments do not count. */
export type FileKind = 'document' | 'overlay' | 'scenario' | 'empty';

/**
 * The kind of a file. An OpenAPI document and an Overlay have a top-level key that identifies them. The text is searched
 * instead of parsed, so that a file with a syntax error is still recognised. @throws UnreadableError
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  const text = (await readRegularFile(pathOf(file))).toString();
  return isEmpty(text) ? 'empty' : kindOfText(text);
};

const isEmpty = (text: string): boolean => text.replaceAll(/^[ \t]*#.*$|\ufeff/gm, '').trim() === '';

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
  const key = /^\ufeff?\s*\{/.test(text)
    ? /[{,]\s*(["']?)(openapi|swagger|overlay)\1\s*:/.exec(topLevelOf(text))?.[2]
    : /^\ufeff?(["']?)(openapi|swagger|overlay)\1[ \t]*:/m.exec(text)?.[2];
  if (key === undefined) return 'scenario';
  return key === 'overlay' ? 'overlay' : 'document';
};

/** The text without nested values, and with every string emptied that is not an identifying key. */
const topLevelOf = (text: string): string => {
  let depth = 0;
  let found = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]|[}\]]|[^"{[}\]]+/g)) {
    if (token === '}' || token === ']') depth--;
    if (depth <= 1) found += !token.startsWith('"') || isKey(token) ? token : '""';
    if (token === '{' || token === '[') depth++;
  }
  return found;
};

const isKey = (string: string): boolean => /^"(openapi|swagger|overlay)"$/.test(string);
