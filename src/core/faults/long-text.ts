/** Long but realistic texts, within the bounds of a schema. */

import type { Json } from '../primitives/json.ts';
import type { SchemaFacts } from '../service/schema-facts.ts';

/** The maximum length, even if a schema allows more. */
const maxTextLength = 10_000;
/** The length if a schema has no bound. */
const defaultLength = 1000;
/** Tried next, in case a format or a pattern bounds the length. */
const shorterLengths = [250, 60, 30];

/** Diacritics, right-to-left scripts, wide characters, and emoji with one and with several code points: difficult for layouts. */
const mixed =
  'Ünïcödé tëxt that goes on and on, Ελληνικά, кириллица, עברית, العربية, 日本語の文章, 한국어, ' +
  'e\u0301 in two code points, 🚀 in one, 👩🏽‍🚀 in several, Supercalifragilisticexpialidocious; ';
const plain = 'a long text that goes on and on with Supercalifragilisticexpialidocious words and ';

const fixedFormats: ReadonlySet<string> = new Set([
  ...[
    'date',
    'time',
    'date-time',
    'iso-time',
    'iso-date-time',
    'uuid',
    'ipv4',
    'ipv6',
    'int32',
    'int64',
    'float',
    'double',
  ],
]);

/** Replacements for a text, the most difficult first; each is longer than the text. */
type LongTexts = (text: string, facts: SchemaFacts) => readonly string[];

export const createLongTexts = (): LongTexts => {
  const filled = new Map<string, string>();
  const fill = (text: string, length: number): string => {
    const key = `${length} ${text}`;
    const cached = filled.get(key) ?? fillWith(text, length);
    filled.set(key, cached);
    return cached;
  };
  return (text, facts) => {
    const { values, format, patterns } = facts;
    if (values !== undefined) return longestOf(values, text);
    const [target, ...others] = lengthsFor(text, facts);
    if (target === undefined || fixedFormats.has(format ?? '')) return [];
    const proposals = [fill(mixed, target), fill(plain, target), stretch(text, target)];
    if (patterns.length === 0)
      return format === undefined
        ? proposals.slice(0, 2)
        : [...proposals, ...others.map((length) => stretch(text, length))];
    return [...proposals, ...others.flatMap((length) => [fill(plain, length), stretch(text, length)])].filter(
      (proposal) => patterns.every((pattern) => pattern.test(proposal) === true),
    );
  };
};

/** Lengths greater than that of the text, the longest first. */
const lengthsFor = (text: string, { minLength, maxLength, patterns }: SchemaFacts): readonly number[] => {
  const max = patterns.length === 0 ? maxTextLength : defaultLength;
  const target = Math.min(maxLength === Number.POSITIVE_INFINITY ? Math.max(defaultLength, minLength) : maxLength, max);
  const size = countPoints(text);
  return [target, ...shorterLengths.filter((length) => length < target)].filter((length) => length > size);
};

const longestOf = (values: readonly Json[], text: string): readonly string[] => {
  const texts = values.filter((value) => typeof value === 'string');
  const [first = text] = texts.toSorted((left, right) => countPoints(right) - countPoints(left));
  return countPoints(first) > countPoints(text) ? [first] : [];
};

/** The length in code points, as in JSON Schema. */
export const countPoints = (text: string): number => {
  let points = 0;
  for (const _ of text) points++;
  return points;
};

/** Repeats a text up to a length. The result does not end with a space, because some clients trim. */
const fillWith = (text: string, length: number): string =>
  [...text.repeat(Math.ceil(length / countPoints(text)))].slice(0, length).join('').replace(/ $/, '.');

/** Repeats the last character, so that a name, a number or a word stays one. */
const stretch = (text: string, length: number): string =>
  text + ([...text].at(-1) ?? 'x').repeat(length - countPoints(text));
