/** Where a member of a document stands in its text. The text is read again for that, with positions. */
import { parseDocument } from 'yaml';
import { pathTo } from '../../core/primitives/json-path.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';
import { offsetAt } from '../../text/yaml-offset.ts';

/** The place of a JSON Pointer; of the nearest parent where the member itself is missing. */
export type LocateInText = (pointer: string) => TextPosition;

export const createLocate = (text: string): LocateInText => {
  const document = lazily(() => parseDocument(text, options));
  const positionOf = createPositions(text);
  return (pointer) => positionOf(offsetAt(document(), pathTo(pointer), 'key'));
};

/** What the parser finds wrong; undefined where it finds nothing: the text is wrong in another way, such as an alias too many. */
export const findSyntaxError = (text: string): (TextPosition & { readonly message: string }) | undefined => {
  try {
    const [first] = parseDocument(text, options).errors;
    return first && { ...createPositions(text)(first.pos[0]), message: first.message };
  } catch {
    return undefined;
  }
};

const options = { merge: true, prettyErrors: false, logLevel: 'error' } as const;
