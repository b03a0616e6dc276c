/** Locates values of a document in its text. The text is parsed again, with positions. */
import { YAMLException } from 'js-yaml';
import { pathTo } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { scanJson } from '../../text/json-text.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';
import { createOffsets } from '../../text/yaml-offset.ts';
import { describeFirstError, type SyntaxFinding } from '../../text/yaml-syntax.ts';

/** Finds the position of a JSON Pointer; that of the nearest parent if the property is missing. */
export const createLocate = (text: string): ((pointer: string) => TextPosition) => {
  const offsetOf = lazily(() => createOffsets(text));
  const positionOf = createPositions(text);
  return (pointer) => positionOf(offsetOf()(pathTo(pointer)));
};

type LocatedError = TextPosition & { readonly message: string; readonly hint?: string | undefined };

/** Where a text is not valid, and why; undefined if it is invalid for another reason (too many aliases). `error`: what its parser threw. */
export const describeParseError = (text: string, error: unknown): LocatedError | undefined => {
  if (!(error instanceof YAMLException)) return undefined;
  const found = jsonErrorIn(text) ?? describeFirstError(text, error);
  return { ...found, ...createPositions(text)(found.offset) };
};

/** The json error of a text that is meant as JSON. */
const jsonErrorIn = (text: string): SyntaxFinding | undefined =>
  /^\s*\{\s*"/.test(text) ? scanJson(text).find(({ message }) => message.startsWith('this is not valid')) : undefined;
