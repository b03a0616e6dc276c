import { fileURLToPath } from 'node:url';
import { readRegularFile, UnreadableError } from '../files/read-regular-file.ts';

/** `empty`: without any value; comments do not count. */
export type FileKind = 'document' | 'overlay' | 'scenario' | 'configuration' | 'empty';

/**
 * The kind of a file. An OpenAPI document, an Overlay and a configuration have a top-level key that identifies them; a configuration also has
 * its name. The text is searched instead of parsed, so that a file with a syntax error is still recognised. @throws UnreadableError
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  const text = (await readRegularFile(pathOf(file))).toString();
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
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]|[}\]]|[^"{[}\]]+/g)) {
    if (token === '}' || token === ']') depth--;
    if (depth <= 1) found += !token.startsWith('"') || isKey(token) ? token : '""';
    if (token === '{' || token === '[') depth++;
  }
  return found;
};

const isKey = (string: string): boolean => /^"(openapi|swagger|overlay|document|services)"$/.test(string);
