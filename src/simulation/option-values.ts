/**
 * The schemas of the values of options: of text from a flag or a variable, and of values from a file or from code. All are made in each
 * start: options share what they can.
 */
import { z } from 'zod';
import { parseDuration, parseSize } from '../core/primitives/units.ts';

/** A number from the library, or text from a flag or a variable. `expected`: for a value that is not a whole number. */
export const wholeNumber = (min: number, max: number, expected = `a whole number from ${min} to ${max}`) =>
  z
    .custom<number | string>(
      (value) => typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value)),
      expected,
    )
    .transform(Number)
    .refine(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      `a whole number from ${min} to ${max}`,
    )
    .meta({ type: 'integer', minimum: min, maximum: max });

export const switchOption = z
  .union(
    [
      z.boolean('true or false'),
      z.enum(['true', 'false', '1', '0'], 'true or false').transform((given) => given === 'true' || given === '1'),
    ],
    'true or false',
  )
  .meta({ type: 'boolean' });

export const offByDefault = switchOption.default(false);

export const size = () =>
  z
    .union([z.int(expectedSize).positive({ error: expectedSize, abort: true }), z.string(expectedSize)], expectedSize)
    .refine((value) => {
      const bytes = bytesOf(value);
      return Number.isSafeInteger(bytes) && bytes > 0 && bytes <= 2 ** 30;
    }, 'a size up to 1GiB, such as 500KB or 1MiB')
    .transform(bytesOf);
const expectedSize = 'a size such as 500KB or 1MiB';

/** NaN if it is not a size. */
const bytesOf = (value: number | string): number =>
  typeof value === 'number' ? value : (parseSize(value) ?? (/^\d+$/.test(value) ? Number(value) : Number.NaN));

/** Milliseconds. Only texts are accepted: a number has no unit. */
const durationWithin = (leastMs: number, mostMs: number, expected: string) =>
  z
    .string(expected)
    .refine((value) => {
      const milliseconds = parseDuration(value);
      return milliseconds !== undefined && milliseconds >= leastMs && milliseconds <= mostMs;
    }, expected)
    .transform((value) => parseDuration(value) as number);

const dayMs = 86_400_000;

/** A schema for the time that something is kept. */
export const lifetime = () => durationWithin(1000, 3650 * dayMs, 'a duration from 1s to 3650d, such as 7d');

/** How long is waited: within what a timer of Node can count. */
export const timeLimit = () => durationWithin(1, dayMs, 'a duration from 1ms to 1d, such as 30s');

/** A prefix without the characters that have a meaning in patterns and key groups of the store. */
export const prefix = () => z.string(expectedPrefix).regex(/^[A-Za-z0-9][\w.:/@-]{0,99}$/, expectedPrefix);
const expectedPrefix = 'a text of up to 100 letters, digits and . _ : / @ -, such as team-a';

export const textOf = (expected: string) => z.string(expected).min(1, expected);
export const text = textOf('a non-empty string');
export const optionalText = text.optional();

export const percentage = () =>
  z
    .union(
      [
        z.number(expectedPercentage),
        z
          .string(expectedPercentage)
          .trim()
          .regex(/^\d+(\.\d+)?%?$/, expectedPercentage)
          .transform((percent) => Number.parseFloat(percent)),
      ],
      expectedPercentage,
    )
    .refine((value) => value >= 0 && value <= 100, expectedPercentage)
    .meta({ type: 'number', minimum: 0, maximum: 100 });
const expectedPercentage = 'a percentage from 0 to 100';

/** One text, or a list of them. */
export const texts = (expected: string) => {
  const item = textOf(expected);
  return z.union([item.transform((one) => [one]), z.array(item, expected)], expected).default([]);
};

/** A base path has the characters of a URL's path, and is none that Vivarium uses itself. */
const basePathPattern = /^(?!\/(?:~|_vivarium(?:\/|$)))(?:\/[^\s?#\\/]+)+\/?$|^\/$/;

export const basePath = () =>
  z
    .string('a path such as /v1')
    .regex(basePathPattern, 'a path such as /v1')
    .transform((path) => path.replace(/\/$/, ''));

export const overlays = () => texts('a list of files or URLs of Overlays');
