/** Selects values of a document with a JSONPath (RFC 9535), within limits. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { cutText } from '../../core/primitives/units.ts';

/** Calls a function that may take long, and may end it with a {@link TooLongError}. */
export type RunBounded = (run: () => void) => void;

/** Ends a target. The message has the reason. */
export class TooLongError extends Error {}

export type ValuePath = readonly (string | number)[];

type Selected =
  | { readonly paths: readonly ValuePath[]; readonly error?: undefined }
  | { readonly error: Error; readonly paths?: undefined };

type Select = (root: JsonObject, target: string) => Selected;

/** The most values (properties and list items) that one target may select, and that all actions may add together. */
export const maxValues = 1_000_000;

export const loadSelect = async (runBounded: RunBounded): Promise<Select> => {
  const { exec } = await import('jsonpath-rfc9535');
  return (root, target) => {
    const paths: ValuePath[] = [];
    try {
      runBounded(() =>
        exec(root as Parameters<typeof exec>[0], target, (_value, path) => {
          if (paths.length === maxValues) throw new Error(`it selects more than ${maxValues} values`);
          paths.push(path.map((part) => (typeof part === 'string' ? unescapeName(part) : part)));
        }),
      );
    } catch (error) {
      if (error instanceof TooLongError) return { error: new TooLongError(`"${cutText(target)}" ${error.message}`) };
      const reason = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
      return { error: new Error(`"${cutText(target)}" is not a JSONPath (RFC 9535): ${reason}`) };
    }
    return { paths };
  };
};

/** RFC 9535, 2.7: names in a normalized path are in single quotes. */
const unescapeName = (name: string) =>
  name.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_all, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
