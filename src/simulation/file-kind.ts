import { fileURLToPath } from 'node:url';
import { readTextFile, UnreadableError } from '../files/read-regular-file.ts';

/** `empty`: without any value; comments do not count. */
export type FileKind = 'document' | 'overlay' | 'scenario' | 'configuration' | 'empty';

/**
 * The kind of a file. An OpenAPI document, an Overlay and a configuration have a top-level key that identifies them; a configuration also has
 * its name. The text is searched instead of parsed, so that a file with a syntax error is still recognised. @throws UnreadableError
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  const text = await readTextFile(pathOf(file));
  const kind = isEmpty(text) ? 'empty' : kindOfText(text);
  return kind !== 'document' && isConfigurationName(file) ? 'configuration' : kind;
};

export const configurationNames: readonly string[] = ['vivarium.yaml', 'vivarium.yml', 'vivarium.json'];

const isConfigurationName = (file: string): boolean =>
  configurationNames.includes(file.split(/[/\\]/).at(-1) as string);

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
  const found = /^\ufeff?\s*\{/.test(text)
    ? topLevelOf(text).matchAll(/[{,]\s*(["']?)(openapi|swagger|overlay|document|services)\1\s*:/g)
    : text.matchAll(/^\ufeff?(["']?)(openapi|swagger|overlay|document|services)\1[ \t]*:/gm);
  const keys = new Set([...found].map(([, , key]) => key));
  if (keys.has('openapi') || keys.has('swagger')) return 'document';
  // A configuration may name Overlays.
  if (keys.has('document') || keys.has('services')) return 'configuration';
  return keys.has('overlay') ? 'overlay' : 'scenario';
};

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

const isKey = (text: string, start: number, end: number): boolean =>
  end - start <= longestKey && /^"(openapi|swagger|overlay|document|services)"$/.test(text.slice(start, end));

/** The length of the longest of these keys, with its quotes. */
const longestKey = 12;
