import { fileURLToPath } from 'node:url';
import { readTextFile, UnreadableError } from '../files/read-regular-file.ts';

/** `empty`: without any value; comments do not count. `foreign`: of another format, see {@link foreignFormat}. */
export type FileKind = 'document' | 'overlay' | 'scenario' | 'configuration' | 'empty' | 'foreign';

export interface ForeignFormat {
  /** `an AsyncAPI document`. */
  readonly what: string;
  readonly remedy: string;
}

/**
 * The kind of a file. An OpenAPI document, an Overlay and a configuration have a top-level key that identifies them; a configuration also has
 * its name. The text is searched instead of parsed, so that a file with a syntax error is still recognised. @throws UnreadableError
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  const text = await textOf(file);
  const kind = isEmpty(text) ? 'empty' : kindOfText(text);
  return kind !== 'document' && isConfigurationName(file) ? 'configuration' : kind;
};

export const configurationNames: readonly string[] = ['vivarium.yaml', 'vivarium.yml', 'vivarium.json'];

const isConfigurationName = (file: string): boolean =>
  configurationNames.includes(file.split(/[/\\]/).at(-1) as string);

/** What a file of another format is. @throws UnreadableError */
export const foreignFormatOfFile = async (file: string): Promise<ForeignFormat | undefined> =>
  foreignFormat(await textOf(file));

const textOf = (file: string): Promise<string> => readTextFile(pathOf(file));

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

const foreignFormat = (text: string, keys = keysIn(text)): ForeignFormat | undefined => {
  for (const [key, format] of foreignKeys) if (keys.has(key)) return format;
  return foreignStarts.find(([pattern]) => pattern.test(text))?.[1];
};

const give = 'Give an OpenAPI document: only such APIs are simulated.';
const ofTool: ForeignFormat = {
  what: 'a file of another tool',
  remedy: 'Turn it into a scenario: vivarium import FILE.',
};

const foreignKeys: ReadonlyMap<string, ForeignFormat> = new Map([
  ['swaggerVersion', { what: 'a document of Swagger 1', remedy: 'Convert it to Swagger 2.0 or OpenAPI 3.' }],
  ['asyncapi', { what: 'an AsyncAPI document', remedy: give }],
  ['openrpc', { what: 'an OpenRPC document', remedy: give }],
  ['arazzo', { what: 'an Arazzo description', remedy: 'Give the OpenAPI document that it refers to.' }],
  // HAR, Postman, WireMock, Mockoon.
  ...['log', 'item', 'mappings', 'routes'].map((key): [string, ForeignFormat] => [key, ofTool]),
]);

const foreignStarts: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/^\ufeff?\s*<!doctype html|^\ufeff?\s*<html/i, { what: 'an HTML page', remedy: 'Give the document that it shows.' }],
  [/^\ufeff?\s*</, { what: 'XML', remedy: give }],
  [/^\ufeff?#%RAML/, { what: 'a RAML document', remedy: 'Convert it to OpenAPI 3.' }],
  [/^\ufeff?\s*syntax\s*=\s*"proto/, { what: 'a definition of Protocol Buffers', remedy: give }],
  [
    /^\ufeff?\s*(?:schema|type \w+|scalar \w+|directive @\w+|enum \w+|input \w+|interface \w+)[^:\n]*\{/,
    { what: 'a GraphQL schema', remedy: give },
  ],
];

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

const isKey = (text: string, start: number, end: number): boolean =>
  end - start <= longestKey && quotedKey.test(text.slice(start, end));

/** The length of the longest of these keys, with its quotes. */
const longestKey = '"swaggerVersion"'.length;
