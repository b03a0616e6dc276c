import { readFile } from 'node:fs/promises';

export type FileKind = 'document' | 'overlay' | 'scenario';

/**
 * What a file holds: an OpenAPI document and an Overlay say so by a key at their top level. Told by the text, so that a file
 * that is broken elsewhere is still taken for what it is. One that cannot be read is taken for a scenario.
 */
export const kindOfFile = async (file: string): Promise<FileKind> => {
  if (/^https?:\/\//i.test(file)) return 'document';
  try {
    return kindOfText(await readFile(/^file:/i.test(file) ? new URL(file) : file, 'utf8'));
  } catch {
    return 'scenario';
  }
};

/** YAML's block style indents what is not at the top level; in JSON, and in YAML's braces, the depth tells. */
export const kindOfText = (text: string): FileKind => {
  const key = /^\ufeff?\s*\{/.test(text)
    ? /[{,]\s*(["']?)(openapi|swagger|overlay)\1\s*:/.exec(topLevelOf(text))?.[2]
    : /^\ufeff?(["']?)(openapi|swagger|overlay)\1[ \t]*:/m.exec(text)?.[2];
  if (key === undefined) return 'scenario';
  return key === 'overlay' ? 'overlay' : 'document';
};

/** The text without what is nested, and without the strings that are not that key. */
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
