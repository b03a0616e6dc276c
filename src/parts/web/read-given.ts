/** Reads a document, a file or an Overlay that a page gives: by its address, as a file, or parsed. */
import { documentUnreadable, optionInvalid } from '../../core/primitives/config-error.ts';
import type { Json } from '../../core/primitives/json.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import type { SourceFile } from '../../openapi/load/files.ts';
import type { BrowserDocument } from './api.ts';

/** The folder of a document that has no address. */
export const noAddress = 'file:///';

/** @param option The option that has it, for messages. @throws ConfigError if it cannot be read, or is neither YAML nor JSON. */
export const readGiven = async (given: BrowserDocument, option: string): Promise<SourceFile> => {
  if (typeof given === 'string' || given instanceof URL) return readAddress(String(given));
  if (given instanceof Blob) {
    const name = given instanceof File ? given.webkitRelativePath || given.name : `the ${option}`;
    return parse(await given.text(), name, noAddress + encodeURI(name).replace(/[#?]/g, encodeURIComponent));
  }
  if (typeof given !== 'object' || given === null)
    throw optionInvalid(`option "${option}" must be a URL, a Blob or a parsed document`);
  return { name: `the ${option}`, uri: noAddress, text: '', isInner: false, value: given as Json, locate: () => ({}) };
};

/** @throws ConfigError if there is no text at this URL, or it is neither YAML nor JSON. */
export const readAddress = async (address: string): Promise<SourceFile> => {
  const response = await fetch(address).catch((error: Error) => error);
  if (response instanceof Response && response.ok)
    return parse(
      await response.text(),
      showLocation(address),
      /^https?:/.test(response.url) ? response.url : noAddress,
    );
  const file = showLocation(address);
  const reason = response instanceof Response ? `the server responds ${response.status}` : response.message;
  const message = reason.replaceAll(address, file);
  throw documentUnreadable({ message, file });
};

const parse = async (text: string, name: string, uri: string): Promise<SourceFile> => {
  const read = { uri, text, isInner: false };
  // A parsed document needs no parser.
  const { parseText, settleVersion } = await import('./page-document.ts');
  try {
    const value = await parseText(text);
    settleVersion(value);
    return { ...read, name, value, locate: () => ({}) };
  } catch {
    // The parser that knows positions is loaded if there is something to report.
    const { parseSource } = await import('./page-parts.ts');
    return parseSource(read, name);
  }
};

/** A file with the positions of its values. */
export const withPositions = async (file: SourceFile): Promise<SourceFile> => {
  if (file.text === '') return file;
  const { createLocate } = await import('./page-parts.ts');
  return { ...file, locate: createLocate(file.text) };
};
