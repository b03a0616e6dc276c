import { optionInvalid } from '../../core/primitives/config-error.ts';
import { parseDuration } from '../../core/primitives/units.ts';

/** The time of a flag in milliseconds; undefined without the flag. @throws ConfigError if it is no duration that a timer takes. */
export const readTime = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw optionInvalid(`--${name} must be a duration such as 30s, not "${text}"`);
};
