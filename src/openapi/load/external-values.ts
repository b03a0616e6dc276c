/** The examples of a document that are in files beside it: `externalValue` of the Example Object. */
import { fileURLToPath } from 'node:url';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { getProperty, type Json, setProperty } from '../../core/primitives/json.ts';
import { decodeText, readRegularFile } from '../../files/read-regular-file.ts';
import { walkObjects } from '../document/walk-objects.ts';
import type { SourceFile } from './files.ts';
import { parseText } from './parse-document.ts';
import { readUri, whyNotFrom } from './read-text.ts';

const maxBytes = 8 * 1024 * 1024;
const maxExamples = 1000;

/**
 * Gives each such example what its file contains as its value: JSON and YAML parsed, other text as it is, bytes in base64. A file elsewhere is not fetched, because
 * a start would wait for it. `seen` gets the files.
 */
export const readExternalValues = async (
  file: SourceFile,
  seen: Map<string, string | undefined>,
): Promise<SourceFile> => {
  const base = new URL(file.uri);
  const found: (readonly [example: Record<string, Json>, uri: URL])[] = [];
  walkObjects(file.value, (example) => {
    const address = getProperty(example, 'externalValue');
    const uri = typeof address === 'string' && found.length < maxExamples ? URL.parse(address, base) : null;
    if (uri === null || Object.hasOwn(example, 'value') || uri.protocol !== base.protocol || uri.host !== base.host)
      return;
    if (whyNotFrom(file, uri) === undefined) found.push([example as Record<string, Json>, uri]);
  });
  for (const [example, uri] of found) {
    seen.set(uri.href, undefined);
    const value = await contentOf(uri, file);
    if (value !== undefined) setProperty(example, 'value', value);
  }
  return file;
};

/** Returns undefined if the file cannot be read. Its example is then reported as one without a value. */
const contentOf = async (uri: URL, { isInner }: SourceFile): Promise<Json | undefined> => {
  try {
    const text = await (uri.protocol === 'file:' ? textOf(uri) : textAt(uri, isInner));
    return /\.(json|ya?ml)$/i.test(uri.pathname) ? await parseText(text) : text;
  } catch {
    return undefined;
  }
};

const textAt = async ({ href }: URL, mayReachInner: boolean): Promise<string> =>
  (await readUri(href, { mayReachInner })).text;

const textOf = async (uri: URL): Promise<string> => {
  const bytes = await readRegularFile(fileURLToPath(uri), maxBytes);
  try {
    return decodeText(bytes);
  } catch {
    return encodeBase64(bytes);
  }
};
