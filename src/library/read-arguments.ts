/** Checks of what a caller gives the library: plain JavaScript and a wrong word get an error at once, not a call that does nothing. */

import { optionInvalid, optionUnknown } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { cutText } from '../core/primitives/units.ts';

export interface ExpectedArgument {
  /** `the options`: the subject of a message. */
  readonly name: string;
  /** A correct call. */
  readonly example: string;
  /** Its properties; undefined: they are checked elsewhere. */
  readonly known?: readonly string[];
}

/** @throws ConfigError `VIV_OPTION_INVALID` for something that is not a plain object, `VIV_OPTION_UNKNOWN` for a property that does not exist. */
export const checkArgument = (value: unknown, { name, example, known }: ExpectedArgument): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw optionInvalid(`${name} must be an object, not ${describeValue(value)}`, `Write ${example}.`);
  const unknown = known && Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw optionUnknown(
      `unknown property "${unknown}" of ${name}`,
      didYouMean(unknown, known ?? []) ?? `Write ${example}.`,
    );
};

/** A value in a message, in one short line. */
export const describeValue = (value: unknown): string => {
  if (value instanceof Promise) return 'a promise, which needs await';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // It refers to itself, or has a bigint.
  }
  return text === undefined ? String(value) : cutText(text, 60);
};
