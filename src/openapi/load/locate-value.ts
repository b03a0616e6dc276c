/** Locates values of a document in its text. The text is parsed again, with positions. */
import { parseDocument, type YAMLError } from 'yaml';
import { pathTo } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { createJsonOffsets, isJson, type JsonOffsetAt, scanJson } from '../../text/json-text.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';
import { offsetAt } from '../../text/yaml-offset.ts';
import { describeYamlErrors, type SyntaxFinding } from '../../text/yaml-syntax.ts';

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

type LocatedError = TextPosition & { readonly message: string; readonly hint?: string | undefined };

/** The first syntax error; undefined if there is none and the text is invalid for another reason (too many aliases). */
export const findSyntaxError = (text: string): LocatedError | undefined => {
  try {
    const [first] = parseDocument(text, options).errors;
    if (first === undefined) return undefined;
    const { offset, message, hint } = jsonErrorIn(text) ?? describeError(text, first);
    return { ...createPositions(text)(offset), message, hint };
  } catch {
    return undefined;
  }
};

/** The json error of a text that is meant as JSON. */
const jsonErrorIn = (text: string): SyntaxFinding | undefined =>
  /^\s*\{\s*"/.test(text) ? scanJson(text).find(({ message }) => message.startsWith('this is not valid')) : undefined;

/** The parser has limits of its own. It recurses, and reports the end of the stack as any other error. */
const describeError = (text: string, error: YAMLError): SyntaxFinding =>
  error.code === 'RESOURCE_EXHAUSTION' || /call stack/.test(error.message)
    ? { offset: 0, message: 'the values are nested too deeply' }
    : (describeYamlErrors(text, [error])[0] as SyntaxFinding);

const options = { merge: true, prettyErrors: false, logLevel: 'error' } as const;
