import { readFile } from 'node:fs/promises';

/**
 * Whether a file holds an OpenAPI document rather than a scenario: it says so by a key at its top level. Told by the text,
 * so that a file that is broken elsewhere is still taken for what it is. False where there is no such file.
 */
export const isDocumentFile = async (file: string): Promise<boolean> => {
  if (/^https?:\/\//i.test(file)) return true;
  try {
    return isDocumentText(await readFile(file, 'utf8'));
  } catch {
    return false;
  }
};

/** YAML's block style indents what is not at the top level; in JSON, and in YAML's braces, the depth tells. */
export const isDocumentText = (text: string): boolean =>
  /^\ufeff?\s*\{/.test(text)
    ? isDocumentKey(topLevelOf(text))
    : /^\ufeff?["']?(openapi|swagger)["']?[ \t]*:/m.test(text);

const isDocumentKey = (topLevel: string): boolean => /[{,]\s*(["']?)(openapi|swagger)\1\s*:/.test(topLevel);

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

const isKey = (string: string): boolean => string === '"openapi"' || string === '"swagger"';
