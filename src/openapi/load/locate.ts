/** Locates values of a document in its text. The text is parsed again, with positions. */
import { parseDocument } from 'yaml';
import { pathTo } from '../../core/primitives/json-path.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { createJsonOffsets, isJson, type JsonOffsetAt } from '../../text/json-text.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';
import { offsetAt, offsetOfError } from '../../text/yaml-offset.ts';

/** The position of a JSON Pointer; that of the nearest parent if the property is missing. */
type LocateInText = (pointer: string) => TextPosition;

export const createLocate = (text: string): LocateInText => {
  const offsetOf = lazily(() => (isJson(text) ? createJsonOffsets(text) : createYamlOffsets(text)));
  const positionOf = createPositions(text);
  return (pointer) => positionOf(offsetOf()(pathTo(pointer)));
};

const createYamlOffsets = (text: string): JsonOffsetAt => {
  // It has been read before. To compare each key with all others takes longer than everything else.
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  return (path, at = 'key') => offsetAt(document, path, at);
};

/** The first syntax error; undefined if there is none and the text is invalid for another reason (too many aliases). */
export const findSyntaxError = (text: string): (TextPosition & { readonly message: string }) | undefined => {
  try {
    const [first] = parseDocument(text, options).errors;
    return first && { ...createPositions(text)(offsetOfError(text, first.pos[0])), message: messageOf(first.message) };
  } catch {
    return undefined;
  }
};

/** The parser recurses, and reports the end of the stack as any other error. */
const messageOf = (message: string): string =>
  /call stack/.test(message) ? 'the values are nested too deeply' : message;

const options = { merge: true, prettyErrors: false, logLevel: 'error' } as const;
